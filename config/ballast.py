"""A file that takes up room as long as there is plenty, and gives it back once when the disk is full: the
hands of an evening go on being saved while somebody makes room.
"""

from __future__ import annotations

import logging
import os
import shutil
from contextlib import suppress
from pathlib import Path

MB = 1024 * 1024
SIZE = 64 * MB
PLENTY = 1024 * MB  # that must be free before the file is made
LITTLE = 200 * MB  # free space below which the desk is told

logger = logging.getLogger("stammtisch.ballast")


def file_in(directory: Path) -> Path:
    return directory / "stammtisch.ballast"


def lay(directory: Path) -> bool:
    """Make the file if it is not there and there is plenty of room; whether it is there now."""
    file = file_in(directory)
    with suppress(OSError):
        if file.exists() and file.stat().st_size >= SIZE:
            return True
        if free(directory) < PLENTY:
            return False
        with file.open("wb") as stream:
            file.chmod(0o600)
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(stream.fileno(), 0, SIZE)
            else:
                for _piece in range(SIZE // MB):
                    stream.write(os.urandom(MB))  # what is all zeros may take up no room
            stream.flush()
        return True
    return False


def release(directory: Path) -> bool:
    """Give the room back; False: that has been done before."""
    try:
        file_in(directory).unlink()
    except OSError:
        return False
    logger.error("the disk is full: 64 MB that were kept for this have been given back")
    return True


def free(directory: Path) -> int:
    """Bytes that we may still write there; plenty where nobody can say."""
    try:
        return shutil.disk_usage(directory).free
    except OSError:
        return PLENTY
