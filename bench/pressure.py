"""Saves come first: what a hand takes while a thousand phones look on."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import web, yard
from bench.audience import evening
from bench.crowd import Question
from bench.figure import Figure, quantile
from faults.phone import some_hands

TABLES = 40
VIEWERS = 1000
PER_SECOND = 4  # hands, of all tables together
SECONDS = 60
SHORT = 8
INSERTS = 200


def measure(short: bool = False) -> Iterator[Figure]:
    seconds = SHORT if short else SECONDS
    with web.served() as server:
        places = web.open_tables(server, TABLES)
        inserts = [Question("POST", yard.INSERT, web.FORM, "a=1")] * INSERTS
        alone = 1000 * quantile(web.answered(server, [inserts]).took, 0.5)
        each = max(1, PER_SECOND * seconds // TABLES)
        writers = [
            [web.saved(place, hand) for hand in some_hands(place.table, 1 + each, random.Random(place.table))]
            for place in places
        ]
        web.answered(server, [[writer.pop(0) for writer in writers]])  # an evening that has begun
        outcome = evening(server.port, writers, [place.path for place in places], VIEWERS, seconds)
    hands, later = outcome.hands, outcome.answers.get("later", 0)
    crowd = f"{len(hands)} hands, {VIEWERS} viewers, {len(outcome.looks)} questions, {later} of them later"
    if outcome.not_saved:
        raise AssertionError(f"{outcome.not_saved} hands were not said to be saved: {crowd}")
    late = 1000 * quantile(outcome.late, 0.95)
    for name, share, goal, limit in (("p95", 0.95, 300.0, 150), ("max", 1.0, 1000.0, 500)):
        yield Figure(
            f"pressure.{name}",
            f"a hand while {VIEWERS} look on, {name}; not above {goal:.0f} ms"
            f" ({crowd}; asked {late:.0f} ms late at p95)",
            1000 * quantile(hands, share),
            "ms",
            alone,
            "a durable insert with nobody there",
            limit,
            size=VIEWERS,
        )
