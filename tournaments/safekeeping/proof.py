"""One door for "is everything in this database in order": exchanged in one line."""

from __future__ import annotations

import datetime
import json
import sqlite3
import uuid
from pathlib import Path
from typing import Any

from tournaments.ledger import checking
from tournaments.models import Entry, Sitting
from tournaments.safekeeping.backups.proving import opened, whats_wrong


def verify_database(file: Path) -> list[str]:
    """Sentences about what is wrong in a database that nobody has open; empty if all is well."""
    with opened(file) as connection:
        if problem := whats_wrong(connection):
            return [problem]
        connection.row_factory = sqlite3.Row
        return [
            f"table {sitting.pk}" for sitting in sittings_in(connection) if is_broken(connection, sitting)
        ]


def sittings_in(connection: sqlite3.Connection) -> list[Sitting]:
    rows = connection.execute(
        "SELECT id, game, preset, rules, rules_version, seats, first_dealer FROM tournaments_sitting"
    )
    return [Sitting(**{**dict(row), "rules": json.loads(row["rules"])}) for row in rows]


def is_broken(connection: sqlite3.Connection, sitting: Sitting) -> bool:
    try:
        rows = connection.execute(
            "SELECT * FROM tournaments_entry WHERE sitting_id = ? ORDER BY seq", (sitting.pk,)
        )
        return checking.broken(sitting, [entry_from(dict(row)) for row in rows])
    except (ValueError, TypeError, AttributeError):
        return True


def entry_from(row: dict[str, Any]) -> Entry:
    """An entry as Django would read it."""
    for name in ("id", "supersedes_id", "credential_id"):
        row[name] = row[name] and uuid.UUID(row[name])
    for name in ("at", "claimed_at"):
        row[name] = row[name] and datetime.datetime.fromisoformat(row[name]).replace(tzinfo=datetime.UTC)
    row["payload"] = json.loads(row["payload"])
    return Entry(**row)
