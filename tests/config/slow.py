"""A club's settings with one more address: an answer that takes its time."""

from __future__ import annotations

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.config.slow_urls"
