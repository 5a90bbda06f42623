"""A database as it is after years: one played season, again and again, row by row within the database itself.

What is copied is what the program has written: an event with its people, rounds and hands, some evenings of
friends. A copy has people and numbers of its own and lies further back in the past.
"""

from __future__ import annotations

import json
import os
import random
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

PEOPLE = 16
ROUNDS = 2
HANDS = 24
EVENINGS = 5
STRIDE = 10_000  # numbers of rows that a season may have; each copy has so many of its own
DAYS = 30  # no copy is nearer than this


def play() -> dict[str, Any]:
    """A season, by the program itself: an event and some evenings; their numbers."""
    from scoring import game_for
    from tests.tournaments.builders import eine
    from tests.tournaments.event_builders import an_event
    from tests.tournaments.hall import begin, end
    from tournaments import ledger
    from tournaments.models import Sitting

    dice = random.Random(1)

    def hands(sitting: Sitting, count: int) -> None:
        for _hand in range(count):
            raw = eine(dice.randint(1, 4), dice.randint(20, 70))
            ledger.record_hand(
                sitting=sitting, entry_id=uuid.UUID(int=dice.getrandbits(128), version=4), raw=raw
            )

    event = an_event(here=PEOPLE, title="Season")
    for number in range(ROUNDS):
        round_ = begin(event)
        for sitting in Sitting.objects.filter(round=round_):
            hands(sitting, HANDS)
        if number < ROUNDS - 1:
            end(round_)
    preset = game_for("cego").preset("baden2006")
    for number in range(EVENINGS):
        names = [f"Friend {number} {seat}" for seat in range(4)]
        sitting = ledger.open_sitting(
            game="cego", preset=preset.key, rules=preset.rules, names=names, first_dealer=1
        )
        hands(sitting, HANDS)
        ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    return {"event": event.pk, "person": event.entrants.order_by("number")[0].number}


def copy(entries: int) -> int:
    """As many copies of what is there as give so many entries; how many entries there are then."""
    from django.db import connection, transaction

    from tournaments.models import Entry

    copies = max(0, round(entries / Entry.objects.count()) - 1)
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements(connection.vendor, copies):
            cursor.execute(statement)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
        numbers_go_on(cursor, connection)
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)" if connection.vendor == "sqlite" else "CHECKPOINT")
    os.sync()  # what was written at once is on the disk before somebody waits for a hand
    return Entry.objects.count()


def copied() -> Sequence[Any]:
    """Models, each after those it points to."""
    from tournaments import models as m

    of_events = (m.Event, m.Player, m.Stage, m.Round, m.Entrant, m.Member, m.Notice)
    return (*of_events, m.Sitting, m.Chair, m.Entry, m.LiveHand, m.SheetHead)


def statements(vendor: str, copies: int) -> Iterator[str]:
    """One for each table."""
    from django.db.models import AutoField, BigAutoField, ForeignKey, UUIDField

    chosen = copied()
    tables = {model._meta.db_table for model in chosen}
    for model in chosen:
        meta = model._meta
        columns, values = [], []
        for field in meta.concrete_fields:
            target = field
            while isinstance(target, ForeignKey):
                target = target.target_field
            is_copied = target.model._meta.db_table in tables
            name = f'old."{field.column}"'
            columns.append(f'"{field.column}"')
            if is_copied and target.primary_key and isinstance(target, AutoField | BigAutoField):
                name = f"{name} + k.k * {STRIDE}"
            elif is_copied and isinstance(target, UUIDField):
                name = another_id(name, vendor)
            values.append(changed(meta.model_name, field.name, name, vendor))
        yield (
            (
                f"{numbers(vendor, copies)} INSERT INTO {meta.db_table} ({', '.join(columns)}) "
                f"SELECT {', '.join(values)} FROM {meta.db_table} AS old CROSS JOIN k "
                f"ORDER BY k.k"
                + (f", old.{meta.pk.column}" if meta.model_name != "entry" else ", old.sitting_id, old.seq")
            )
            if vendor == "postgresql"
            else (
                f"INSERT INTO {meta.db_table} ({', '.join(columns)}) {numbers(vendor, copies)} "
                f"SELECT {', '.join(values)} FROM k CROSS JOIN {meta.db_table} AS old"
            )
        )


def numbers(vendor: str, copies: int) -> str:
    """The numbers of the copies, as a table k of one column k."""
    if vendor == "postgresql":
        return f"WITH k (k) AS (SELECT generate_series(1, {copies}))"
    return f"WITH RECURSIVE k (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM k WHERE k < {copies})"


def another_id(name: str, vendor: str) -> str:
    """The same with the number of the copy in it: its first digits, so that they lie anywhere in an index."""
    if vendor == "postgresql":
        digits = f"replace({name}::text, '-', '')"
        return f"(substr(md5({digits} || k.k::text), 1, 24) || lpad(to_hex(k.k), 8, '0'))::uuid"
    return f"(substr({name}, 9 + k.k % 8, 16) || printf('%08x', k.k) || substr({name}, 1, 8))"


def changed(model: str, field: str, value: str, vendor: str) -> str:
    """What differs in a copy besides its numbers: names, and the day."""
    day = f"({DAYS} + k.k % 3000)"
    past = f"({value} - {day} * interval '1 day')"
    at = f"strftime('%Y-%m-%d %H:%M:%f000', {value}, '-' || {day} || ' days')"
    match model, field:
        case "player", "name":
            return f"{value} || ' ' || k.k"
        case "event", "day":
            return (
                f"({value} - {day})" if vendor == "postgresql" else f"date({value}, '-' || {day} || ' days')"
            )
        case "event", "finished_at":
            return (
                past.replace(value, 'old."created_at"')
                if vendor == "postgresql"
                else at.replace(value, 'old."created_at"')
            )
        case ("event" | "sitting", "created_at"):
            return past if vendor == "postgresql" else at
        case "sheethead", "closed":
            return "true" if vendor == "postgresql" else "1"
    return value


def numbers_go_on(cursor: Any, connection: Any) -> None:
    """The next row gets a number that is free."""
    from django.core.management.color import no_style

    for statement in connection.ops.sequence_reset_sql(no_style(), list(copied())):
        cursor.execute(statement)


def main_of_backstage(entries: int) -> None:
    """Everything, said behind the scenes of a server."""
    print(json.dumps({**play(), "entries": copy(entries)}))
