"""The disk: room, file system, rights, and how long it takes until something is really on it."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from config.databasefile import BESIDE
from tournaments.safekeeping import filesystems
from tournaments.safekeeping.backups.making import served_file
from tournaments.safekeeping.examining.findings import LaptopFinding, Level

GIGABYTE = 1_000_000_000
LITTLE = 1 * GIGABYTE
TOO_LITTLE = 100_000_000
READ_WRITE = os.R_OK | os.W_OK
TIMES = 9  # a disk is slow now and then; the middle of so many counts
SLOW, VERY_SLOW = 0.03, 0.2  # seconds


def room() -> Iterator[LaptopFinding]:
    """Is there enough?"""
    free = shutil.disk_usage(settings.DATA_DIR).free
    size = number_format(free / GIGABYTE, 1)
    level = Level.BAD if free < TOO_LITTLE else Level.LOOK if free < LITTLE else Level.FINE
    sentence = _("{size} GB are free.").format(size=size)
    if level != Level.FINE:
        sentence += " " + _("Please make room: at least 1 GB.")
    yield LaptopFinding(level, _("Room on the disk"), sentence)


def file_system(directory: Path | None = None) -> Iterator[LaptopFinding]:
    """Not on a share of the network, not where a program sends files elsewhere, not in memory."""
    directory = directory or Path(settings.DATA_DIR)
    mount, title = filesystems.mount_of(directory), _("Where the data lie")
    if mount.is_network:
        yield LaptopFinding(
            Level.BAD,
            title,
            _(
                "{directory} is on the network ({kind}), where nothing is certain to be saved. Please name a "
                "directory on this laptop in STAMMTISCH_DATA."
            ).format(directory=directory, kind=mount.kind),
        )
    elif part := filesystems.syncing_folder(directory):
        yield LaptopFinding(
            Level.BAD,
            title,
            _(
                "{directory} is in a folder that is copied elsewhere by another program ({part}), which can "
                "damage the database. Please name another directory in STAMMTISCH_DATA."
            ).format(directory=directory, part=part),
        )
    elif mount.vanishes:
        yield LaptopFinding(
            Level.BAD,
            title,
            _("{directory} is in memory and gone with the power.").format(directory=directory),
        )
    else:
        kind = f" ({mount.kind})" if mount.kind else ""
        yield LaptopFinding(
            Level.FINE,
            title,
            _("In {directory}, on this laptop{kind}.").format(directory=directory, kind=kind),
        )


def rights() -> Iterator[LaptopFinding]:
    """May we write, and nobody else read? The database itself is not opened: with the last handle that a
    process closes, SQLite's locks are gone."""
    title = _("Rights")
    database = served_file()
    beside = [Path(f"{database}{end}") for end in BESIDE]
    closed = [
        file for file in (database.parent, *beside) if file.exists() and not os.access(file, READ_WRITE)
    ]
    if closed:
        yield LaptopFinding(
            Level.BAD,
            title,
            _("{file} can be read but not written, or not even read. Please type:  chmod u+rw {file}").format(
                file=closed[0]
            ),
        )
        return
    files = [Path(settings.DATA_DIR), Path(settings.DATA_DIR) / "secret-key", database]
    if any(file.stat().st_mode & 0o077 for file in files if file.exists()):
        yield LaptopFinding(
            Level.BAD,
            title,
            _("Other users of this laptop can read the data. Please type:  chmod -R go= {directory}").format(
                directory=settings.DATA_DIR
            ),
        )
        return
    yield LaptopFinding(Level.FINE, title, _("Only this user can read and write the data."))


def speed() -> Iterator[LaptopFinding]:
    """How long until a hand is on the disk."""
    seconds = middle_fsync(Path(settings.DATA_DIR))
    level = Level.FINE if seconds < SLOW else Level.LOOK
    sentence = _("A hand is on the disk after {ms} ms.").format(ms=number_format(max(seconds * 1000, 0.1), 1))
    if seconds >= VERY_SLOW:
        sentence += " " + _("That is very slow: does something else write a lot, or is the disk old?")
    elif level != Level.FINE:
        sentence += " " + _("That is slow, and enough for a club.")
    yield LaptopFinding(level, _("Speed of the disk"), sentence)


def middle_fsync(directory: Path) -> float:
    """Seconds for as much as a hand writes; the middle of several."""
    durations = []
    with tempfile.TemporaryFile(dir=directory) as probe:
        for _number in range(TIMES):
            began = time.perf_counter()
            probe.write(b"\0" * 16_384)
            probe.flush()
            os.fsync(probe.fileno())
            durations.append(time.perf_counter() - began)
    return statistics.median(durations)
