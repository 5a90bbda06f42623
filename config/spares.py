"""Other laptops that follow this one closely enough to go on in its place: every answer names them.

A phone that gets no answer any more asks them whether they lead now. Whoever asks us for news all the time is
known here; who is silent is forgotten.
"""

from __future__ import annotations

import time

HEADER = "Stammtisch-Spares"
SILENT = 120.0  # seconds
MOST = 4

_heard: dict[str, float] = {}  # by address: when it has asked last


def hear(address: str, *, now: float | None = None) -> None:
    """The spare laptop at this address has asked, and has everything."""
    if address in _heard or len(_heard) < MOST:
        _heard[address] = time.monotonic() if now is None else now


def forget(address: str) -> None:
    """It is sent away."""
    _heard.pop(address, None)


def known(*, now: float | None = None) -> tuple[str, ...]:
    """Where phones may ask, if this laptop does not answer."""
    if not _heard:
        return ()
    since = (time.monotonic() if now is None else now) - SILENT
    return tuple(sorted(address for address, at in list(_heard.items()) if at > since))
