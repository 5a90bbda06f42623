"""A page asks whether there is news, and there is none: most of what a server is asked in an evening."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import web, yard
from bench.crowd import Question
from bench.figure import Figure, in_turns
from faults.phone import some_hands
from tests.server import RealServer

LINES = 8
PER_LINE = 100
SHORT = 25
TABLES = 40
# An event of so many tables in its second round, with a screen that shows the ranking.
HALL = """
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.event_samples import people
from tests.tournaments.hall import begin, end, play_all
from tournaments.events.plan.screens import create_screen
event = an_event(title="Hall")
names = [f"{{name}} {{at}}" for at, name in enumerate(people({people}))]
add_entrants(event, {people}, names=names)
first = begin(event)
play_all(first, 1)
end(first)
play_all(begin(event), 1)
print(event.pk, create_screen(event=event, name="wall", shows="ranking").pk)
"""


def measure(short: bool = False) -> Iterator[Figure]:
    count = SHORT if short else PER_LINE
    with web.served() as server:
        place = web.open_tables(server, 1)[0]
        hands = some_hands(place.table, 24, random.Random(place.table))
        web.answered(server, [[web.saved(place, hand) for hand in hands]])
        event, screen = server.python(HALL.format(people=4 * TABLES)).split()[-2:]
        asked = {
            "table": (f"{place.path}?part=live", web.of_phone(place), "a table's page", 24),
            "hall": (f"/e/{event}/standings/?part=live", {}, "the ranking on a phone", TABLES),
            "board": (f"/e/{event}/board/{screen}/?part=live", {}, "a screen in the hall", TABLES),
        }
        for name, (path, headers, what, size) in asked.items():
            yield same(server, f"poll.same.{name}", what, path, headers, count, size)


def same(
    server: RealServer, name: str, what: str, path: str, headers: dict[str, str], count: int, size: int
) -> Figure:
    """How many questions without news are answered in a second."""
    tag = server.get(path, **{"Host": "localhost", **headers}).headers["ETag"]

    def rate(path: str, tag: str) -> float:
        question = Question("GET", path, {**headers, "If-None-Match": tag})
        return web.answered(server, [[question] * count] * LINES, 304).per_second

    value, yardstick = in_turns(lambda: rate(path, tag), lambda: rate(yard.SAME, yard.TAG))
    beside = "a view that only says 304"
    return Figure(name, f"nothing new on {what}", value, "1/s", yardstick, beside, 0.7, True, size)
