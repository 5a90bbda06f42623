"""Hands and pages by way of PgBouncer, where nothing can be prepared, beside those straight to PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench import web
from bench.crowd import Question
from bench.figure import Figure, in_turns
from faults.phone import Place, some_hands
from tests.server import RealServer

PHONES = 8
HANDS = 24
TURNS = 5


def measure(short: bool = False) -> Iterator[Figure]:
    """Hands, and pages of tables opened, per second of eight phones at once."""
    hands, turns = (HANDS // 2, 3) if short else (HANDS, TURNS)
    with web.served("postgresql") as straight, web.served("postgresql", pool=True) as pooled:
        rates = [rate_of(server, hands, turns) for server in (pooled, straight)]
        value, yardstick = in_turns(lambda: next(rates[0]), lambda: next(rates[1]), turns)
        pages = [pages_of(server, hands, turns) for server in (pooled, straight)]
        opened, opened_straight = in_turns(lambda: next(pages[0]), lambda: next(pages[1]), turns)
    what = f"hands saved by way of PgBouncer, {PHONES} phones at once"
    yield Figure(
        "hand.pgbouncer", what, value, "1/s", yardstick, "straight to PostgreSQL", 0.7, at_least=True
    )
    what = f"pages of tables opened by way of PgBouncer, {PHONES} phones at once"
    yield Figure(
        "page.pgbouncer", what, opened, "1/s", opened_straight, "straight to PostgreSQL", 0.7, at_least=True
    )


def rate_of(server: RealServer, hands: int, turns: int) -> Iterator[float]:
    """Again and again, at tables where nobody has played."""
    places = iter(web.open_tables(server, PHONES * turns))
    for _turn in range(turns):
        lines = [questions(next(places), hands) for _phone in range(PHONES)]
        yield web.answered(server, lines, 200, 302).per_second


def pages_of(server: RealServer, pages: int, turns: int) -> Iterator[float]:
    """Again and again, each phone its own table."""
    wanted = ("Cookie", "X-Forwarded-Proto")
    lines = []
    for place in web.open_tables(server, PHONES):
        headers = web.of_phone(place, "postgresql")
        page = Question("GET", place.path, {name: headers[name] for name in wanted})
        lines.append([page] * pages)
    web.answered(server, lines)  # the first ones are slower
    for _turn in range(turns):
        yield web.answered(server, lines).per_second


def questions(place: Place, hands: int) -> list[Question]:
    """Of a phone, one after the other."""
    chance = random.Random(place.table)
    return [web.saved(place, hand, "postgresql") for hand in some_hands(place.table, hands, chance)]
