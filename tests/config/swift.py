"""A server that lets connections go soon which nobody uses, and that refuses to start when it is told to."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR

HEADER_SECONDS = 4.0
if (DATA_DIR / "refuse").exists():
    raise ImproperlyConfigured("Because.")
