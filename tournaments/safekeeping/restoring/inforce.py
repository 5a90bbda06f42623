"""What is in force in a database: events that are on, their open rounds, and how many hands every table
has."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableInForce:
    """A table and how far it is."""

    number: int
    hands: int


@dataclass(frozen=True, slots=True)
class EventInForce:
    """An event that is on."""

    title: str
    closed: int  # rounds
    playing: int  # number of the open round; 0: none
    tables: tuple[TableInForce, ...]  # of the open round


@dataclass(frozen=True, slots=True)
class InForce:
    """All of it."""

    latest: str  # when the last entry was written; "" without any
    entries: int
    events: tuple[EventInForce, ...]
    evenings: tuple[TableInForce, ...]  # open tables of no event


def in_force(connection: sqlite3.Connection) -> InForce:
    """Ask a database that no program has open."""
    events = []
    for pk, title in connection.execute(
        "SELECT id, title FROM tournaments_event WHERE finished_at IS NULL AND archived_at IS NULL"
        " ORDER BY day DESC, id DESC"
    ).fetchall():
        (closed,) = connection.execute(
            "SELECT COUNT(*) FROM tournaments_round WHERE event_id = ? AND state = 'closed'", (pk,)
        ).fetchone()
        playing = connection.execute(
            "SELECT id, number FROM tournaments_round WHERE event_id = ? AND state = 'open' ORDER BY number",
            (pk,),
        ).fetchone()
        if closed or playing:
            tables = _tables(connection, "sitting.round_id = ?", playing[0]) if playing else ()
            events.append(EventInForce(title, closed, playing[1] if playing else 0, tables))
    latest, entries = connection.execute("SELECT MAX(at), COUNT(*) FROM tournaments_entry").fetchone()
    evenings = _tables(connection, "sitting.event_id IS NULL AND NOT head.closed AND head.hands > ?", 0)
    return InForce(latest or "", entries, tuple(events), evenings)


def _tables(connection: sqlite3.Connection, which: str, value: int) -> tuple[TableInForce, ...]:
    rows = connection.execute(
        "SELECT COALESCE(sitting.number, sitting.id) AS number, head.hands FROM tournaments_sitting AS "
        "sitting"
        f" JOIN tournaments_sheethead AS head ON head.sitting_id = sitting.id WHERE {which} ORDER BY 1",
        (value,),
    )
    return tuple(TableInForce(number, hands) for number, hands in rows)
