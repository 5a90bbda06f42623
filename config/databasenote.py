"""The note beside the database: what it held when the program last looked.

A database that is gone, empty, older or another one looks like any other from the inside. The note is what it
is compared with. It holds numbers and hashes, no names, and is replaced as a whole: it is never half written.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

FORMAT = 1


@dataclass(frozen=True, slots=True)
class NotedHead:
    """How far a sheet had come: its last entry and that entry's hash."""

    sitting: int
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class DatabaseNote:
    """What the database held. Entries and notices only ever become more."""

    installation: str
    version: str  # of the program
    at: str  # when it was written, for people
    tables: int
    events: int
    entries: int
    notices: int
    heads: tuple[NotedHead, ...]  # of the sheets that were opened last

    @property
    def in_use(self) -> bool:
        """Is there anything that would be missed?"""
        return bool(self.tables or self.events)

    @property
    def when(self) -> str:
        """For a sentence, in this machine's time."""
        try:
            return datetime.fromisoformat(self.at).astimezone().strftime("%Y-%m-%d %H:%M")
        except ValueError:
            return "?"

    def says_the_same(self, other: DatabaseNote) -> bool:
        """But for the time at which it was written."""
        return {**asdict(self), "at": ""} == {**asdict(other), "at": ""}


def file_for(database: Path) -> Path:
    """Where the note of this SQLite file lies."""
    return Path(f"{database}.note")


def read(file: Path) -> DatabaseNote | None:
    """None if there is no note, or none that can be read: then it says nothing."""
    try:
        facts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if facts.pop("format") != FORMAT:
            return None
        heads = tuple(NotedHead(int(row[0]), int(row[1]), str(row[2])) for row in facts.pop("heads"))
        return DatabaseNote(**facts, heads=heads)
    except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError):
        return None


def write(file: Path, note: DatabaseNote) -> None:
    """Replace the note; after a power cut it is the old or the new one."""
    facts = asdict(note) | {"format": FORMAT}
    facts["heads"] = [[head.sitting, head.seq, head.hash] for head in note.heads]
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp makes 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(facts, stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except BaseException:
        os.unlink(temporary)
        raise
