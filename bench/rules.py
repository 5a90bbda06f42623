"""How fast the rules are: hands per second through reading, judging, scoring and adding up, on one core."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench.sheets import evening, lines, sheets
from scoring import GAMES, game_for, opening, parse, play, replay, set_up

SHEETS = 200
RUNS = 5


def measure() -> Iterator[dict[str, Any]]:
    yield from replays()
    for game in GAMES:
        filled = sheets(game, SHEETS)
        bare = best(json.loads, lines(filled))
        scored = best(score, filled)
        hands = sum(len(sheet["hands"]) for sheet in filled)
        yield {
            "measured": "rules",
            "game": game.key,
            "sheets": SHEETS,
            "hands": hands,
            "hands_per_second": round(hands / scored),
            "microseconds_per_hand": round(scored / hands * 1e6, 1),
            "times_json_loads": round(scored / bare, 1),
        }


EVENINGS = {"truco": 60, "caesar": 16, "cego": 24}


def replays() -> Iterator[dict[str, Any]]:
    """A whole evening computed again from its records, against reading the same sheet as JSON."""
    for key, hands in EVENINGS.items():
        sheet = evening(key, hands)
        game = game_for(key)
        table = set_up(game, sheet["seats"], None, sheet["rules"])
        records, so_far = [], opening(table)
        for raw in sheet["hands"]:
            records.append(parse(game, table, so_far, raw))
            so_far = play(game, table, so_far, records[-1])
        again = best(lambda _once: replay(game, table, records), range(200)) / 200  # noqa: B023
        bare = best(json.loads, lines([sheet]) * 200) / 200
        yield {
            "measured": "replay",
            "game": key,
            "hands": hands,
            "milliseconds": round(again * 1000, 3),
            "times_json_loads": round(again / bare, 1),
        }


def score(sheet: dict[str, Any]) -> tuple[int, ...]:
    game = game_for(sheet["game"])
    table = set_up(game, sheet["seats"], sheet.get("preset"), sheet["rules"])
    so_far = opening(table)
    for raw in sheet["hands"]:
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
    return so_far.totals


def best(work: Callable[[Any], object], sheets: Sequence[Any]) -> float:
    """Processor seconds for all sheets in the fastest of a few runs: the others were disturbed."""
    taken = []
    for _run in range(RUNS):
        started = time.process_time()
        for sheet in sheets:
            work(sheet)
        taken.append(time.process_time() - started)
    return min(taken)
