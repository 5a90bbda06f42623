"""Sheets as a club writes them, always the same ones: 24 hands of accepted records."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

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


HANDS: dict[str, tuple[Callable[[random.Random, int], Record], Record]] = {
    "cego": (cego_hand, {}),
    "cabo": (cabo_hand, {"end_mode": "open"}),
}


def lines(game: str, count: int) -> list[bytes]:
    """So many sheets of one game as lines of JSON."""
    dice = random.Random(f"{game} {count}")
    hand, rules = HANDS[game]
    return [
        json.dumps(
            {
                "game": game,
                "seats": 4,
                "rules": rules,
                "hands": [hand(dice, number) for number in range(HANDS_PER_SHEET)],
            }
        ).encode()
        + b"\n"
        for _sheet in range(count)
    ]


def endless(hands: int) -> Iterator[bytes]:
    """At least so many hands, two hundred sheets of each game in turn; nothing is kept."""
    pool = [line for pair in zip(*(lines(game, 200) for game in HANDS), strict=True) for line in pair]
    for number in range(-(-hands // HANDS_PER_SHEET)):
        yield pool[number % len(pool)]
