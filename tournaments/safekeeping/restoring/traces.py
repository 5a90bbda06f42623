"""What is remembered of a restore, in a small file beside the database: said at the next start, and on the
page.

Two laptops that both go on with one event cannot know of each other without a network. Only people can see to
it that one of them is switched off, so they are told.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from tournaments.safekeeping.backups.manifest import write_file


@dataclass(frozen=True, slots=True)
class RestoreTrace:
    """A restore, as it is remembered."""

    at: str  # when it was done
    backup: str  # name of the file
    backup_at: str  # when that was made; "" if nobody knows
    lines: int  # of the mirror that were done again
    mentioned: bool = False  # the start of the server has said it

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)


def file_for(database: Path) -> Path:
    """Where it lies."""
    return Path(f"{database}.restored")


def read(database: Path) -> RestoreTrace | None:
    """None if this database was never restored here."""
    try:
        trace = RestoreTrace(**json.loads(file_for(database).read_text(encoding="utf-8")))
        return trace if trace.moment.tzinfo else None
    except (OSError, ValueError, TypeError):
        return None


def write(database: Path, trace: RestoreTrace) -> None:
    """Remember it."""
    write_file(file_for(database), json.dumps(asdict(trace), ensure_ascii=False) + "\n")


def news(database: Path) -> RestoreTrace | None:
    """A restore of which no start has told yet; it has now."""
    trace = read(database)
    if trace is None or trace.mentioned:
        return None
    write(database, replace(trace, mentioned=True))
    return trace
