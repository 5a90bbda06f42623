"""The note beside a backup: of what it is, when it was made, what is in it, and the hash of the file."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

FORMAT = 1
ENDING = ".json"


@dataclass(frozen=True, slots=True)
class EventInside:
    """An event in a backup, and how far it was. No names of people."""

    title: str
    day: str
    rounds: int  # that are closed
    playing: int  # the number of the round that is open; 0: none


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database holds."""

    installation: str
    epoch: str  # "" in databases from before there were any
    steps: tuple[str, ...]  # migrations of this app
    tables: int
    entries: int
    notices: int
    heads: str  # a hash over the heads of all sheets
    events: tuple[EventInside, ...]  # that are not finished, the newest first
    position: int = 0  # of the mirror: the number of the last line that is in it
    position_hash: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup."""

    reason: str  # a BackupReason
    version: str  # of the program
    at: str  # UTC, in ISO format; for people and for what may go
    size: int
    sha256: str
    contents: Contents

    @property
    def moment(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.at)


def file_for(backup: Path) -> Path:
    """Where the note of a backup lies."""
    return backup.with_name(backup.name + ENDING)


def read(backup: Path) -> Manifest | None:
    """None if there is no note, or none that can be read."""
    try:
        facts: dict[str, Any] = json.loads(file_for(backup).read_text(encoding="utf-8"))
        if facts.pop("format") != FORMAT:
            return None
        contents = facts.pop("contents")
        events = tuple(EventInside(**event) for event in contents.pop("events"))
        steps = tuple(map(str, contents.pop("steps")))
        manifest = Manifest(**facts, contents=Contents(**contents, events=events, steps=steps))
        return manifest if manifest.moment.tzinfo else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def write(backup: Path, manifest: Manifest) -> None:
    """Put the note beside the backup, whole or not at all."""
    text = json.dumps({**asdict(manifest), "format": FORMAT}, ensure_ascii=False, indent=1)
    write_file(file_for(backup), text + "\n")


def write_file(file: Path, text: str) -> None:
    """A small file that appears whole and is on the disk, with mode 0600 where the disk knows modes."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    fsync_directory(file.parent)


def fsync_directory(directory: Path) -> None:
    """What was renamed in it is on the disk afterwards."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems of sticks that cannot
            raise
    finally:
        os.close(handle)
