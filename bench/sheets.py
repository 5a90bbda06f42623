"""Sheets of accepted records, always the same ones; 24 hands each where a game has a maker of hands."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scoring import Game, game_for

HANDS_PER_SHEET = 24

Record = dict[str, Any]


def cego_hand(dice: random.Random, number: int) -> Record:
    declarer, dealer = dice.randint(1, 4), number % 4 + 1
    contract = dice.choices(
        ["eine", "eine_leere", "zwei_gleiche", "kleiner_mann", "solo", "ultimo", "bettel"],
        [30, 20, 10, 3, 20, 3, 4],
    )[0]
    if contract == "ultimo":
        return {"dealer": dealer, "declarer": declarer, "contract": contract, "made": dice.random() < 0.5}
    if contract == "bettel":  # Vorhand's
        return {"dealer": dealer, "declarer": dealer % 4 + 1, "contract": contract, "made": True, "tricks": 0}
    counted: Record = {"points": dice.randint(20, 60)}
    if dice.random() < 0.1:
        full = {"K": 2, "D": dice.randint(0, 4), "R": 1, "H": 1}
        counted = {"pile": {**full, "E": 26 - sum(full.values())}}
    return {"dealer": dealer, "declarer": declarer, "contract": contract, **counted}


def cabo_hand(dice: random.Random, number: int) -> Record:
    values = [dice.randint(0, 30) for _seat in range(4)]
    caller = values.index(min(values)) + 1 if dice.random() < 0.7 else dice.randint(1, 4)
    if dice.random() < 0.1:
        return {"caller": caller, "cards": [[dice.randint(1, 12)] for _seat in range(4)]}
    return {"caller": caller, "values": values}


def truco_hand(dice: random.Random, number: int) -> Record:
    winner = dice.randint(1, 2)
    hand: Record = {"truco": {"level": 0, "end": "played", "winner": winner}}
    if dice.random() < 0.5:
        level = dice.randint(1, 3)
        hand["truco"] = {"level": level, "caller": dice.randint(1, 2), "end": "played", "winner": winner}
    if dice.random() < 0.4:
        calls = dice.choice([["envido"], ["envido", "envido"], ["real"], ["envido", "real"]])
        hand["envido"] = {"calls": calls, "caller": 1, "answer": "quiero", "winner": dice.randint(1, 2)}
    return hand


def caesar_hand(dice: random.Random, number: int) -> Record:
    hand: Record = {"dealer": number % 4 + 1, "maker": dice.randint(1, 2), "points": dice.randint(40, 120)}
    if dice.random() < 0.4:
        hand["melds"] = [{"side": dice.randint(1, 2), "kind": "run", "length": dice.randint(3, 4)}]
    if dice.random() < 0.3:
        hand["bella"] = dice.randint(1, 2)
    return hand


# Games without a maker of their own repeat the worked hands of their rules page.
MAKERS: dict[str, tuple[Callable[[random.Random, int], Record], Record]] = {
    "cego": (cego_hand, {}),
    "caesar": (caesar_hand, {"hands_per_round": 0}),
    "truco": (truco_hand, {"target": 200, "games_to_win": 9}),
    "cabo": (cabo_hand, {"end_mode": "open"}),
}


def sheets(game: Game[Any, Any], count: int) -> list[dict[str, Any]]:
    """So many sheets of one game."""
    if game.key in MAKERS:
        dice = random.Random(f"{game.key} {count}")
        hand, rules = MAKERS[game.key]
        return [
            {
                "game": game.key,
                "seats": 4,
                "rules": rules,
                "hands": [hand(dice, number) for number in range(HANDS_PER_SHEET)],
            }
            for _sheet in range(count)
        ]
    worked = [
        {
            "game": game.key,
            "seats": example.seats,
            "preset": example.preset or game.presets[0].key,
            "rules": dict(example.switches),
            "hands": list(example.records),
        }
        for example in game.examples
    ]
    return [worked[number % len(worked)] for number in range(count)]


def evening(key: str, hands: int) -> dict[str, Any]:
    """One sheet of so many hands."""
    dice = random.Random(f"{key} evening")
    hand, rules = MAKERS[key]
    return {"game": key, "seats": 4, "rules": rules, "hands": [hand(dice, number) for number in range(hands)]}


def lines(sheets: Iterable[dict[str, Any]]) -> list[bytes]:
    """Sheets as lines of JSON."""
    return [json.dumps(sheet).encode() + b"\n" for sheet in sheets]


def endless(hands: int) -> Iterator[bytes]:
    """At least so many hands, two hundred sheets of each game that has a maker in turn; nothing is kept."""
    pools = [lines(sheets(game_for(key), 200)) for key in MAKERS]
    pool = [line for several in zip(*pools, strict=True) for line in several]
    for number in range(-(-hands // HANDS_PER_SHEET)):
        yield pool[number % len(pool)]
