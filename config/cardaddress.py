"""Where the printed cards lead: a router may give the laptop another address, and paper does not follow."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from config import addresses


def file_in(directory: Path) -> Path:
    return directory / "stammtisch.cards"


def remember(directory: Path, base: str) -> None:
    """Cards are being printed that lead to this address."""
    if printed(directory) != base:
        with suppress(OSError):  # no reason not to print
            file_in(directory).write_text(f"{base}\n", encoding="utf-8")


def printed(directory: Path) -> str:
    """What the cards say that were printed last; "" where none were."""
    try:
        return file_in(directory).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def outdated(directory: Path, further: list[str]) -> str:
    """The address on the cards if this machine does not have it any more; else "". `further` are names."""
    base = printed(directory)
    host = urlsplit(base).hostname or ""
    here = {*addresses.own_addresses(), *addresses.own_names(), *further, "localhost", *addresses.LOOPBACK}
    return base if host and host not in here else ""
