"""Memory that is not needed any more goes back to the system, where the C library is told how (glibc)."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

# <malloc.h>
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
LARGE = 256 * 1024  # bytes: what is larger stands by itself and goes back the moment it is let go
# One pool for all threads, which take turns anyway: of several each keeps what its largest page once needed.
ARENAS = 1


def _library() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt, library.malloc_trim  # noqa: B018  not every Linux has them
        return library
    return None


def be_frugal() -> None:
    """In a process that serves, before it has threads."""
    if library := _library():
        library.mallopt(M_ARENA_MAX, ARENAS)
        library.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """After something large, in a thread of its own: some milliseconds, in which Python goes on."""
    if library := _library():
        library.malloc_trim(0)
