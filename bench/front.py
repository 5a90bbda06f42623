"""The first page: what a whole hall opens at once, with many events and tables to choose from."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from bench import web, yard
from bench.crowd import Question
from bench.figure import Figure, in_turns

ROUND_TRIPS = 100
SHORT = 20
EVENTS = 30
TABLES = 100
MADE = """
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin
for number in range({events}):
    event = an_event(title=f"Event {{number}}")
    if number % 3 == 0:
        add_entrants(event, 8, names=[f"E {{number}} {{person}}" for person in range(8)])
        begin(event)
for number in range({tables}):
    sitting = a_sitting(names=[f"T {{number}} {{seat}}" for seat in range(4)])
    record(sitting, eine(1 + number % 4))
"""


def measure(short: bool = False) -> Iterator[Figure]:
    count = SHORT if short else ROUND_TRIPS
    with web.served() as server:
        server.python(MADE.format(events=EVENTS, tables=TABLES))

        def middle(path: str) -> float:
            took = web.answered(server, [[Question("GET", path)] * count]).took
            return 1000 * statistics.median(took)

        value, yardstick = in_turns(lambda: middle("/"), lambda: middle(yard.EMPTY))
    what = f"the first page, {EVENTS} events, {TABLES} tables"
    yield Figure("page.front", what, value, "ms", yardstick, "an empty view", 5.0, size=TABLES)
