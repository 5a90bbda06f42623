"""Sheets with their entries and everything stored beside them, read in large pieces: for checking them all.

Reads by SQL and judges nothing: a payload that is no JSON is read as `Unparsed`, which no rule understands.
"""

from __future__ import annotations

import datetime
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.engines.checker.documents import TableDocument
from tournaments.engines.sheets.checking import StoredRows
from tournaments.engines.sheets.derived import HandRow, HeadFacts
from tournaments.engines.sheets.rows import PlainEntry, PlainSheet

SHEETS_AT_ONCE = 200
SHEETS = """
SELECT sitting.id, sitting.game, sitting.preset, sitting.rules, sitting.rules_version, sitting.seats,
    sitting.first_dealer, sitting.hands_limit, round.number, sitting.number
FROM tournaments_sitting AS sitting LEFT JOIN tournaments_round AS round ON round.id = sitting.round_id
WHERE {where} ORDER BY sitting.id
"""
ENTRIES = """
SELECT sitting_id, id, seq, kind, hand_no, supersedes_id, payload, digest, base_seq, revision, rules_version,
    credential_id, via, reason, "by", {at}, {claimed_at}, boot_id, mono_ns, prev_hash, hash
FROM tournaments_entry WHERE sitting_id IN ({marks}) ORDER BY sitting_id, seq
"""
HANDS = """
SELECT sitting_id, hand_no, entry_id, hands, lines, points, revision
FROM tournaments_livehand WHERE sitting_id IN ({marks})
"""
HEADS = """
SELECT sitting_id, head_seq, head_hash, hands, games, {over}, {closed}, agreed, confirmed_by, {confirmed_at},
    confirmed_hands
FROM tournaments_sheethead WHERE sitting_id IN ({marks})
"""
CHAIRS = """
SELECT chair.sitting_id, chair.seat, entrant.number, chair.player_id
FROM tournaments_chair AS chair LEFT JOIN tournaments_entrant AS entrant ON entrant.id = chair.entrant_id
WHERE chair.sitting_id IN ({marks})
"""
ERASED = """
SELECT entry.sitting_id, entry.id FROM tournaments_erasure AS erasure
JOIN tournaments_entry AS entry ON entry.id = erasure.entry_id WHERE entry.sitting_id IN ({marks})
"""
DEVICES = "SELECT sitting_id, id FROM tournaments_credential WHERE sitting_id IN ({marks})"


PLAIN = {
    # As an expression: SQLite's driver would read it by its column's type, and stop at what it cannot read.
    "sqlite": {"moment": "({} || '')", "truth": "({} + 0)"},
    "postgresql": {"moment": "{}", "truth": "{}"},
}
MOMENTS, TRUTHS = ("at", "claimed_at", "confirmed_at"), ("over", "closed")


class Unparsed(str):
    """What should be JSON, a moment or a key, and is not."""

    __slots__ = ()


def tables_of(connection: BaseDatabaseWrapper, event: int | None) -> Iterator[TableDocument]:
    """The sheets of an event, or those of no event; `persons` are keys of people."""
    where = "sitting.event_id IS NULL" if event is None else "sitting.event_id = %s"
    with connection.cursor() as cursor:
        cursor.execute(SHEETS.format(where=where), [] if event is None else [event])
        sheets = [_sheet(row) for row in cursor.fetchall()]
        for start in range(0, len(sheets), SHEETS_AT_ONCE):
            yield from _with_rows(cursor, sheets[start : start + SHEETS_AT_ONCE], connection.vendor)


def _sheet(row: Sequence[Any]) -> PlainSheet:
    pk, game, preset, rules, version, seats, dealer, limit, round_, number = row
    return PlainSheet(pk, game, preset, _json(rules), version, seats, dealer, limit, round_ or 0, number or 0)


def _with_rows(cursor: Any, sheets: Sequence[PlainSheet], vendor: str) -> Iterator[TableDocument]:
    keys = [sheet.pk for sheet in sheets]
    words = {"marks": ", ".join(["%s"] * len(keys))}
    words |= {name: PLAIN[vendor]["moment"].format(name) for name in MOMENTS}
    words |= {name: PLAIN[vendor]["truth"].format(name) for name in TRUTHS}

    def rows(query: str) -> dict[int, list[Sequence[Any]]]:
        cursor.execute(query.format(**words), keys)
        by_sheet: dict[int, list[Sequence[Any]]] = {key: [] for key in keys}
        for row in cursor.fetchall():
            by_sheet[row[0]].append(row)
        return by_sheet

    queries = (ENTRIES, HANDS, HEADS, CHAIRS, DEVICES, ERASED)
    entries, hands, heads, chairs, devices, erased = map(rows, queries)
    for sheet in sheets:
        yield TableDocument(
            sheet=sheet,
            entries=[_entry(row) for row in entries[sheet.pk]],
            sits={row[1]: row[2] for row in chairs[sheet.pk]},
            persons={row[1]: row[3] for row in chairs[sheet.pk]},
            devices=frozenset(_uuid(row[1]) for row in devices[sheet.pk]),
            erased=frozenset(_uuid(row[1]) for row in erased[sheet.pk]),
            there=StoredRows(
                {row[1]: (_hand(row), row[6]) for row in hands[sheet.pk]},
                next((_head(row) for row in heads[sheet.pk]), None),
            ),
        )


def _entry(row: Sequence[Any]) -> PlainEntry:
    return PlainEntry(
        pk=_uuid(row[1]),
        seq=row[2],
        kind=row[3],
        hand_no=row[4],
        supersedes_id=_uuid(row[5]),
        payload=_json(row[6]),
        digest=row[7],
        base_seq=row[8],
        revision=row[9],
        rules_version=row[10],
        credential_id=_uuid(row[11]),
        via=row[12],
        reason=row[13],
        by=row[14],
        at=_moment(row[15]),
        claimed_at=_moment(row[16]),
        boot_id=row[17],
        mono_ns=row[18],
        prev_hash=row[19],
        hash=row[20],
    )


def _hand(row: Sequence[Any]) -> HandRow:
    return HandRow(row[1], _uuid(row[2]), row[3], _json(row[4]), _json(row[5]))


def _head(row: Sequence[Any]) -> HeadFacts:
    return HeadFacts(
        head_seq=row[1],
        head_hash=row[2],
        hands=row[3],
        games=_json(row[4]),
        over=_truth(row[5]),
        closed=_truth(row[6]),
        agreed=row[7],
        confirmed_by=_json(row[8]),
        confirmed_at=_moment(row[9]),
        confirmed_hands=_json(row[10]),
    )


def _read(read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except (ValueError, TypeError, AttributeError):
        return Unparsed(value)


def _json(value: Any) -> Any:
    """SQLite and PostgreSQL both hand JSON over as text."""
    return _read(json.loads, value)


def _uuid(value: Any) -> Any:
    return value if value is None or isinstance(value, uuid.UUID) else _read(uuid.UUID, value)


def _moment(value: Any) -> Any:
    """SQLite keeps moments as text without a zone, and means UTC."""
    if value is None or isinstance(value, datetime.datetime):
        return value
    at = _read(datetime.datetime.fromisoformat, value)
    return at.replace(tzinfo=datetime.UTC) if isinstance(at, datetime.datetime) else at


def _truth(value: Any) -> Any:
    """Only 0 and 1 are truth values; a changed byte is neither."""
    return bool(value) if value in (0, 1) else value
