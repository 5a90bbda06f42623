"""What came after a backup, done again from the mirror, line by line."""

from __future__ import annotations

import enum
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.safekeeping.backups.manifest import Contents
from tournaments.safekeeping.mirror import capture
from tournaments.safekeeping.mirror.lines import (
    START,
    MirrorLine,
    Position,
    fingerprint,
    head_of,
    lines_of,
    segments_in,
)
from tournaments.safekeeping.mirror.mirroring import store_position


class Ending(enum.StrEnum):
    """Why no further line was done again."""

    END = "end"  # there is none
    GAP = "gap"  # there are later ones, and between them some are missing
    ELSEWHERE = "elsewhere"  # the database was changed past the mirror
    OTHER_STEPS = "other_steps"  # the program was updated in between: the tables are others
    NOTHING = "nothing"  # no line of this database is there


@dataclass(frozen=True, slots=True)
class Replayed:
    """What was done again."""

    lines: int
    position: Position
    last_at: str  # "": nothing was done
    ending: Ending


def matching(directory: Path, contents: Contents) -> tuple[list[MirrorLine], Ending]:
    """The lines that follow a backup, in their order, and why there are no more."""
    by_hash: dict[str, MirrorLine] = {}
    of_this, other_steps = False, False
    for _after, file in segments_in(directory):
        head = head_of(file)
        if head is None or (head.installation, head.epoch) != (contents.installation, contents.epoch):
            continue
        if head.steps != contents.steps:
            other_steps = True
            continue
        of_this = True
        for line in lines_of(file):
            by_hash.setdefault(line.before, line)
    position, following = contents.position_hash or START, []
    while following_line := by_hash.get(position):
        following.append(following_line)
        position = following_line.hash
    last = following[-1].number if following else contents.position
    if other_steps:
        return following, Ending.OTHER_STEPS
    if any(line.number > last for line in by_hash.values()):
        return following, Ending.GAP
    return following, Ending.END if of_this else Ending.NOTHING


def replay(connection: sqlite3.Connection, directory: Path, contents: Contents) -> Replayed:
    """Do again what the mirror in this directory knows and the database does not."""
    lines, ending = matching(directory, contents)
    columns = capture.columns_of(connection)
    keys = {table: capture.key_of(connection, table) for table in columns}
    position, last_at, count = Position(contents.position, contents.position_hash or START), "", 0
    connection.execute("PRAGMA foreign_keys=OFF")  # rows come in the order in which they were written
    for line in lines:
        if line.mark and line.mark != fingerprint(connection):
            ending = Ending.ELSEWHERE
            break
        for what, table, key, row in line.changes:
            statement, values = statement_for(what, table, keys[table], columns[table], key, row)
            if statement:
                connection.execute(statement, values)
        position, last_at, count = Position(line.number, line.hash), line.at, count + 1
    if count:
        store_position(connection, position)
    connection.commit()
    return Replayed(count, position, last_at, ending)


def statement_for(
    what: str, table: str, key_column: str, columns: Sequence[str], key: Any, row: Sequence[Any] | None
) -> tuple[str, list[Any]]:
    """The statement that does one change again. A row that is there already is written over: what was done
    beside the writing transactions may be in the backup and in the mirror."""
    if what == "-":
        return f'DELETE FROM "{table}" WHERE "{key_column}" = ?', [key]
    pairs = list(zip(columns, row or (), strict=True))
    if what == "+":
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" * len(columns))
        changes = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name != key_column)
        again = (
            f'ON CONFLICT ("{key_column}") DO UPDATE SET {changes}' if changes else "ON CONFLICT DO NOTHING"
        )
        return f'INSERT INTO "{table}" ({names}) VALUES ({marks}) {again}', [
            _value(value) for _, value in pairs
        ]
    changed = [(name, value[0]) for name, value in pairs if value is not None]
    if not changed:
        return "", []
    sets = ", ".join(f'"{name}" = ?' for name, _value_ in changed)
    values = [_value(value) for _name, value in changed]
    return f'UPDATE "{table}" SET {sets} WHERE "{key_column}" = ?', [*values, key]


def _value(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value
