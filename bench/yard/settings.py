"""Those of the site; only the addresses are more."""

from __future__ import annotations

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.yard.urls"
