"""Does this process still serve, or has another one taken over its visitors?"""

from __future__ import annotations

CLOSE = (b"Connection", b"close")
_leaving = False


def headers() -> list[tuple[bytes, bytes]]:
    """Of an answer that is sent now."""
    return [CLOSE] if _leaving else []


def begin() -> None:
    """From now on every answer says that the next question needs another connection."""
    global _leaving
    _leaving = True


def has_begun() -> bool:
    """Does another process serve the visitors of this one?"""
    return _leaving


def stay() -> None:
    """Start afresh (tests)."""
    global _leaving
    _leaving = False
