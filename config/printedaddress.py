"""The address that was printed last on cards and sheets. If the laptop has another one later, codes lead
nowhere."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from config import addresses


def file() -> Path:
    """Where it is remembered: with the laptop, not with the database."""
    return Path(settings.DATA_DIR) / "stammtisch.printed"


def remember(base: str) -> None:
    """A paper with codes is being made for this address. That it cannot be written down is no harm."""
    with suppress(OSError):
        if last_printed() != base:
            file().write_text(base + "\n", encoding="utf-8")


def last_printed() -> str:
    """The address with its protocol; "" if nothing was printed yet."""
    try:
        return file().read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def leads_here(base: str) -> bool:
    """Does a phone that asks this address still find this machine?"""
    host = (urlsplit(base).hostname or "").lower()
    here = (*addresses.own_addresses(), *addresses.own_names(), *settings.ALLOWED_HOSTS)
    return host in here
