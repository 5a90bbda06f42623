"""Being an ordinary user for a moment: root reads and writes what the modes of files forbid."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

VERSION = 0x20080522  # of the call below
OVERRIDES = 0b110  # the two rights of root to pass over the modes of files
Header = ctypes.c_uint32 * 2
Sets = ctypes.c_uint32 * 6  # effective, permitted, inheritable; the lower half and the upper half


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Modes of files hold for this thread; nothing to do for who is an ordinary user already."""
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        yield
        return
    libc = ctypes.CDLL(None)
    before = Sets()
    assert libc.capget(Header(VERSION, 0), before) == 0
    fewer = Sets(*before)
    fewer[0] &= ~OVERRIDES
    assert libc.capset(Header(VERSION, 0), fewer) == 0
    try:
        yield
    finally:
        assert libc.capset(Header(VERSION, 0), before) == 0
