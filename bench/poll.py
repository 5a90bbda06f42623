"""Those who only look: a phone that asks for news where there are none, and the first page of the laptop."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

from bench import web, yard
from bench.crowd import Question
from bench.figure import Figure, in_turns
from faults.phone import Place, some_hands
from tests.server import RealServer

HANDS = 24
TIMES, SHORT = 100, 40


def measure(short: bool = False) -> Iterator[Figure]:
    """On both engines, in turns with the yardstick; the first page is the same on both."""
    times = SHORT if short else TIMES
    for engine in web.ENGINES:
        with web.served(engine) as server:
            (place,) = web.open_tables(server, 1)
            hands = some_hands(place.table, HANDS, random.Random(1))
            web.answered(server, [[web.saved(place, hand, engine) for hand in hands]])
            yield unchanged(server, place, engine, times)
            if engine == "sqlite":
                yield front(server, times)


def unchanged(server: RealServer, place: Place, engine: str, times: int) -> Figure:
    """304, of a table and of a view that knows nothing else."""
    phone = web.of_phone(place, engine)
    path = f"{place.path}?part=live"

    def poll() -> float:
        # What is said of ages on the page changes by itself: the tag is the newest.
        tag = server.get(path, **phone).headers["ETag"]
        return milliseconds(server, path, {**phone, "If-None-Match": tag}, times, 200, 304)

    def bare() -> float:
        return milliseconds(server, yard.SAME, {**phone, "If-None-Match": yard.TAG}, times, 304)

    value, yardstick = in_turns(poll, bare)
    return Figure(
        f"poll.{engine}", f"a poll without news, {engine}", value, "ms", yardstick, "a bare 304", 1.43
    )


def front(server: RealServer, times: int) -> Figure:
    """As a visitor sees it who has never been here."""
    value, yardstick = in_turns(
        lambda: milliseconds(server, "/", {}, times), lambda: milliseconds(server, yard.EMPTY, {}, times)
    )
    return Figure("front", "the front page", value, "ms", yardstick, "an empty view", 5)


def milliseconds(server: RealServer, path: str, headers: dict[str, str], times: int, *statuses: int) -> float:
    """What one answer takes, in the middle of many, one after the other."""
    questions = [Question("GET", path, headers)] * times
    return 1000 * statistics.median(web.answered(server, [questions], *statuses).took)
