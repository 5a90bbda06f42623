"""A hand from the phone to the disk, beside a view that only saves a row; and as its sheet grows."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from bench import web, yard
from bench.crowd import Question
from bench.evening import a_hand, set_up, spent
from bench.figure import Figure, in_turns
from faults.phone import Place, some_hands
from tests.server import RealServer

PHONES = 8  # connections that save at once
HANDS = 24  # of each, from an empty sheet on
TURNS = 5
LENGTHS = (24, 240)
TIMES = 40  # in each turn
OF_THE_SCRIPT = ("HX-Request", "Stammtisch-Outbox")  # without them the answer is a redirect, and no picture


def measure(short: bool = False) -> Iterator[Figure]:
    """Both engines; in the short form fewer hands, and no long sheets."""
    for engine in web.ENGINES:
        yield saving(engine, HANDS // 2 if short else HANDS, 3 if short else TURNS)
    if not short:
        yield from growing()


def saving(engine: str, hands: int, turns: int) -> Figure:
    """Hands per second of eight phones at once, each at a table of its own."""
    with web.served(engine) as server:
        places = iter(web.open_tables(server, PHONES * turns))
        bare = Question("POST", yard.INSERT, {**web.FORM, **_proxy(engine)}, "a=1")

        def save() -> float:
            return _rate(server, [_hands(next(places), hands, engine) for _phone in range(PHONES)])

        def insert() -> float:
            return _rate(server, [[bare] * 2 * hands] * PHONES)

        value, yardstick = in_turns(save, insert, turns)
    return Figure(
        name=f"hand.{engine}",
        what=f"hands saved, {PHONES} phones at once, {engine}",
        value=value,
        unit="1/s",
        yardstick=yardstick,
        beside="rows saved by a bare view",
        goal=0.4,
        at_least=True,
    )


def _hands(place: Place, hands: int, engine: str) -> list[Question]:
    chance = random.Random(place.table)  # other numbers of entries at every table
    questions = [web.saved(place, hand, engine) for hand in some_hands(place.table, hands, chance)]
    return [
        replace(
            question,
            headers={name: text for name, text in question.headers.items() if name not in OF_THE_SCRIPT},
        )
        for question in questions
    ]


def _proxy(engine: str) -> dict[str, str]:
    return {"X-Forwarded-Proto": "https"} if engine == "postgresql" else {}


def _rate(server: RealServer, lines: list[list[Question]]) -> float:
    return web.answered(server, lines, 200, 302).per_second


def growing() -> Iterator[Figure]:
    """Processor time of one more hand on a short and on a long sheet, in one process."""
    set_up()
    yield from map(on_a_sheet_of, LENGTHS)


def on_a_sheet_of(length: int) -> Figure:
    """One more hand there, beside nothing."""
    save, nothing = works(length)
    value, yardstick = in_turns(lambda: spent(save, TIMES), lambda: spent(nothing, TIMES))
    return Figure(
        name=f"hand.sheet.{length}",
        what=f"a hand on a sheet of {length}",
        value=value,
        unit="ms",
        yardstick=yardstick,
        beside="an empty view, both without a server",
        goal=15,
        size=length,
    )


def works(length: int) -> tuple[Callable[[], object], Callable[[], object]]:
    """One more hand at a table with so many, and nothing."""
    from django.test import Client

    from scoring import game_for
    from tournaments import ledger
    from tournaments.access import credentials

    preset, chance = game_for("cego").preset("baden2006"), random.Random(length)
    names = [f"{length} {seat}" for seat in range(1, 5)]
    sitting = ledger.open_sitting(
        game="cego", preset=preset.key, rules=preset.rules, names=names, first_dealer=1
    )
    for _hand in range(length):
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=a_hand(chance))
    browser, numbers = Client(headers={"host": "localhost"}), count(length + 1)
    browser.cookies[credentials.cookie_name(sitting)] = credentials.claim(sitting)

    def save() -> None:
        cells = {name: str(value) for name, value in a_hand(chance).items()}
        form = {"entry": str(uuid.uuid4()), "hand": str(next(numbers)), **cells}
        answer = browser.post(f"/t/{sitting.pk}/", form)
        assert answer.status_code == 302, answer.content

    return save, lambda: browser.get("/favicon.ico")
