"""An evening computed again from its records, as every page of a table does that has forgotten it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

from bench.figure import Figure, in_turns
from bench.sheets import evening, lines
from scoring import game_for, opening, parse, play, replay, set_up

EVENINGS = {"truco": 60, "caesar": 16, "cego": 24}
TIMES_TEN = ("cego",)  # whose rounds may be of any length
HANDS = 5_000  # computed in each turn


def measure(short: bool = False) -> Iterator[Figure]:
    """Beside reading the same sheet as JSON, processor time."""
    for key, hands in EVENINGS.items():
        yield replayed(key, hands, HANDS // 10 if short else HANDS)
    for key in TIMES_TEN:
        yield replayed(key, 10 * EVENINGS[key], HANDS // 10 if short else HANDS)


def replayed(key: str, hands: int, in_a_turn: int) -> Figure:
    """All of an evening, from its records."""
    sheet = evening(key, hands)
    game = game_for(key)
    table = set_up(game, sheet["seats"], None, sheet["rules"])
    records, so_far = [], opening(table)
    for raw in sheet["hands"]:
        records.append(parse(game, table, so_far, raw))
        so_far = play(game, table, so_far, records[-1])
    times = in_a_turn // hands
    (line,) = lines([sheet])
    value, yardstick = in_turns(
        lambda: spent(lambda: replay(game, table, records), times),
        lambda: spent(lambda: json.loads(line), times),
    )
    return Figure(
        name=f"replay.{key}.{hands}",
        what=f"{hands} hands again",
        value=value,
        unit="ms",
        yardstick=yardstick,
        beside="json.loads of the sheet",
        goal=35,
        size=hands,
    )


def spent(work: Callable[[], object], times: int) -> float:
    """Milliseconds of the processor for each."""
    began = time.process_time()
    for _time in range(times):
        work()
    return (time.process_time() - began) / times * 1000
