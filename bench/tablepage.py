"""The page of a table: as a whole, its live part, the preview of a hand, and a sheet ten times as long."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from urllib.parse import urlencode

from bench import web, yard
from bench.crowd import Question
from bench.figure import Figure, in_turns
from faults.phone import cells, some_hands
from tests.server import RealServer

HANDS = 24  # of an evening
MANY = 240
TIMES = 100
BESIDE = "an empty view"


def measure(*, short: bool = False) -> Iterator[Figure]:
    """In turns with the yardstick, one question after the other."""
    with web.served() as server:
        place, long = web.open_tables(server, 2)
        hands = some_hands(place.table, HANDS + 1, random.Random(1))
        web.answered(server, [[web.saved(place, hand) for hand in hands[:HANDS]]])
        phone = web.of_phone(place)
        browser = {"Cookie": phone["Cookie"]}
        preview = f"{place.path}?{urlencode({'part': 'preview', **cells(hands[-1].raw)})}"

        def empty() -> float:
            return _milliseconds(server, yard.EMPTY, browser, short)

        def page() -> float:
            return _milliseconds(server, place.path, browser, short)

        for name, what, address, headers, goal in (
            ("page.table", f"page of a table with {HANDS} hands", place.path, browser, 5),
            ("page.live", "what a phone gets when there is news", f"{place.path}?part=live", phone, 5),
            ("page.preview", "preview of a hand", preview, phone, 3),
        ):
            value, yardstick = in_turns(
                lambda address=address, headers=headers: _milliseconds(server, address, headers, short),  # type: ignore[misc]
                empty,
                3 if short else 5,
            )
            size = HANDS if name == "page.table" else None
            yield Figure(name, what, value, "ms", yardstick, BESIDE, goal, size=size)
        if short:
            return
        hands = some_hands(long.table, MANY, random.Random(2))
        web.answered(server, [[web.saved(long, hand) for hand in hands]])
        headers = {"Cookie": web.of_phone(long)["Cookie"]}
        value, yardstick = in_turns(lambda: _milliseconds(server, long.path, headers, short), page, 3)
        what = f"page of a table with {MANY} hands"
        yield Figure(f"page.table.{MANY}", what, value, "ms", yardstick, f"with {HANDS}", 6, size=MANY)


def _milliseconds(server: RealServer, address: str, headers: dict[str, str], short: bool) -> float:
    """What one answer takes, in the middle of many."""
    questions = [Question("GET", address, headers)] * (TIMES // 4 if short else TIMES)
    return 1000 * statistics.median(web.answered(server, [questions]).took)
