"""The file of an event as it is brought: unpacked and read, if it is one and not too large."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from typing import IO

from django.utils.translation import gettext

from tournaments.exchange.exporting import INSIDE
from tournaments.models.stored import Raw

LARGEST = 200 * 1024 * 1024  # bytes, unpacked
ALWAYS = 4 * 1024 * 1024  # bytes, unpacked: never too large
DENSEST = 60  # times larger than packed; events are 10 to 30 times
MOST_VALUES = 6_000_000  # of JSON; each needs a hundred bytes of memory
NUL = rb"\u0000"


class NotAnEvent(Exception):  # noqa: N818 (what the file is, as one would say it)
    """The file cannot be taken in; the text says why, in the reader's language."""


def read_file(file: IO[bytes]) -> Raw:
    """What stands in it, nothing of which is judged yet; raises NotAnEvent."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    packed = file.read(2) == b"PK"
    file.seek(0)
    try:
        if packed:
            data = _unpacked(file, size)
        elif size > LARGEST:
            raise NotAnEvent(gettext("This file is too large."))
        else:
            data = file.read()
        if sum(data.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
            raise NotAnEvent(gettext("This file is too large."))
        raw = json.loads(data)
    except (KeyError, ValueError, RecursionError, NotImplementedError) as error:
        raise NotAnEvent(gettext("This file does not hold an event.")) from error
    if not isinstance(raw, dict) or NUL in data:  # no database keeps it
        raise NotAnEvent(gettext("This file does not hold an event."))
    return raw


def _unpacked(file: IO[bytes], packed_size: int) -> bytes:
    try:
        with zipfile.ZipFile(file) as archive:
            size = archive.getinfo(INSIDE).file_size
            if size > LARGEST or size > max(ALWAYS, DENSEST * packed_size):
                raise NotAnEvent(gettext("This file is too large."))
            return archive.read(INSIDE)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:  # it begins as an archive does
        raise NotAnEvent(
            gettext("This file is not whole: a part of it is missing or damaged. Please get it once more.")
        ) from error
