"""Why a backup was not made, kept as a code: whoever shows it says it in his own language."""

from __future__ import annotations

import enum
import errno
import sqlite3
from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.databasefile import FULL
from tournaments.safekeeping.backups.proving import NotABackup

GONE = (errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO, errno.ESTALE)
BROKEN = (errno.EIO,)
CLOSED = (errno.EROFS, errno.EACCES, errno.EPERM)


class Failure(enum.StrEnum):
    """What can go wrong with a backup."""

    GONE = "gone"
    FULL = "full"
    BROKEN = "broken"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    OTHER = "other"


class PlaceMissing(OSError):  # noqa: N818 (what it is, as one would say it)
    """The stick is not plugged in: its directory is not there, or is not the one that was chosen."""


class BadCopy(Exception):  # noqa: N818 (what it is, as one would say it)
    """What was read back from the disk is not what was written."""


@dataclass(frozen=True, slots=True)
class CopyTrouble:
    """What went wrong, and the system's own words for it."""

    failure: Failure
    detail: str = ""

    @property
    def sentence(self) -> str:
        """For the page and the terminal."""
        match self.failure:
            case Failure.GONE:
                return _("It is not plugged in.")
            case Failure.FULL:
                return _("There is no room left there.")
            case Failure.BROKEN:
                return _("It does not write or read reliably: please take another one.")
            case Failure.READ_ONLY:
                return _("Nothing can be written there.")
            case Failure.DAMAGED:
                return _("The copy was not in order: {detail}").format(detail=self.detail)
            case Failure.OTHER:
                return _("It did not work: {detail}").format(detail=self.detail)


def trouble_of(error: Exception) -> CopyTrouble:
    """What an exception means for somebody who wants a backup."""
    match error:
        case PlaceMissing():
            return CopyTrouble(Failure.GONE)
        case BadCopy():
            return CopyTrouble(Failure.BROKEN)
        case NotABackup():
            return CopyTrouble(Failure.DAMAGED, str(error))
        case OSError(errno=number):
            for numbers, failure in (
                (GONE, Failure.GONE),
                (FULL, Failure.FULL),
                (BROKEN, Failure.BROKEN),
                (CLOSED, Failure.READ_ONLY),
            ):
                if number in numbers:
                    return CopyTrouble(failure, error.strerror or "")
        case sqlite3.Error():
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_FULL:
                return CopyTrouble(Failure.FULL)
            if code == sqlite3.SQLITE_IOERR:
                return CopyTrouble(Failure.BROKEN)
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                return CopyTrouble(Failure.DAMAGED, str(error))
    return CopyTrouble(Failure.OTHER, f"{error}" or type(error).__name__)
