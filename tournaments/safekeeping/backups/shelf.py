"""The backups in a directory, the newest first, and which of them may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tournaments.safekeeping.backups import manifest as notes
from tournaments.safekeeping.backups.making import ENDING, PREFIX, BackupReason
from tournaments.safekeeping.backups.manifest import Manifest

RECENT = 12
DAYS = 7  # of each the last one
ROUNDS_STAY = timedelta(days=60)  # before the newest one: all that were made at the end of a round
FOR_GOOD = (BackupReason.ROUND, BackupReason.BEGIN)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup with its note."""

    file: Path
    manifest: Manifest


def backups_in(directory: Path) -> list[Backup]:
    """Those that are finished: they have a note, and the length that stands in it."""
    there = []
    for file in directory.glob(f"{PREFIX}*{ENDING}"):
        manifest = notes.read(file)
        if manifest is not None and file.stat().st_size == manifest.size:
            there.append(Backup(file, manifest))
    return sorted(there, key=lambda backup: backup.manifest.moment, reverse=True)


def newest_in(directory: Path) -> Backup | None:
    """The newest, if there is any."""
    return next(iter(backups_in(directory)), None)


def staying(backups: Sequence[Backup]) -> Iterator[Backup]:
    """Those that stay, of all that are there, the newest first. No clock is asked: the newest one is now."""
    if not backups:
        return
    newest = backups[0].manifest.moment
    days: set[object] = set()
    for number, backup in enumerate(backups):
        day = timezone.localtime(backup.manifest.moment).date()
        of_day = day not in days and len(days) < DAYS
        if of_day:
            days.add(day)
        closes = backup.manifest.reason in FOR_GOOD and newest - backup.manifest.moment <= ROUNDS_STAY
        if number < RECENT or of_day or closes:
            yield backup


def thin(directory: Path) -> list[Path]:
    """Take the others away; returns their files."""
    backups = backups_in(directory)
    stay = {backup.file for backup in staying(backups)}
    gone = [backup.file for backup in backups if backup.file not in stay]
    for file in gone:
        notes.file_for(file).unlink(missing_ok=True)  # without its note it is none any more
        file.unlink(missing_ok=True)
    return gone
