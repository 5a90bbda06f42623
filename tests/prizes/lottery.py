"""Random plans of prizes: small fields, many ties, every kind of target and of rule."""

from __future__ import annotations

import random
from typing import Any

GROUPS = ("lady", "youth", "senior")
TIES = ("shared", "shared", "hort", "by_criteria", "lot", "higher")


def random_question(chance: random.Random) -> dict[str, Any]:
    """A question whose prizes all have different values, so that no order of writing decides."""
    people = _people(chance)
    pot = {
        "fees": [{"label": "fee", "amount": chance.randrange(100_000)}],
        "share_percent": chance.choice((100, 80, "33.3")),
    }
    if chance.random() < 0.3:
        pot["costs"] = [{"label": "hall", "amount": chance.randrange(20_000)}]
        pot["gifts"] = [{"label": "sponsor", "amount": chance.randrange(50_000)}]
    ties = chance.choice(TIES)
    per_person = chance.choice(("one", "one", "one_money", "one_per_kind", "all"))
    return {
        "currency": chance.choice(("EUR", "ARS", "JPY", "TND")),
        "pot": pot,
        "entrants": people,
        "prizes": [_prize(chance, number) for number in range(chance.randrange(1, 7))],
        "rules": {
            "ties": ties,
            "equal": chance.choice(("points", "rank")),
            "hort": chance.choice(("all_equal", "prize_places")),
            "undivided": chance.choice(("lot", "by_criteria")),
            "beside_goods": chance.choice(("whole", "divided")),
            "per_person": per_person,
            "takes": chance.choice(("value_first", "value_first", "places_first")),
            "passed_on": chance.random() < 0.8,
            "unit": chance.choice((1, 1, 10, 50, 100, 500)),
            "least": chance.choice((0, 0, 0, 3000)),
            "rest": chance.choice(("club", "box", "first", "largest")),
        },
        "seed": chance.choice(("", "Martini", "Fasnacht", "Kirbe")),
    }


def _people(chance: random.Random) -> list[dict[str, Any]]:
    people = []
    rank = points = 0
    size = chance.randrange(10)
    for number in range(1, size + 1):
        if number == 1 or chance.random() < 0.55:
            rank, points = number, points - chance.randrange(0, 4)
        person: dict[str, Any] = {
            "id": number,
            "rank": rank if chance.random() < 0.95 else None,
            "points": points,
            "groups": [group for group in GROUPS if chance.random() < 0.35],
            "club": chance.choice(("", "Wolfach", "Elzach")),
            "table": chance.choice((1, 2, 3)),
            "member": chance.random() < 0.5,
            "heads": chance.choice((1, 1, 1, 2)),
            "stake_percent": chance.choice((100, 100, 100, 50)),
            "eligible": chance.random() < 0.93,
            "present": chance.random() < 0.85,
            "statistics": {"hand": chance.randrange(4)} if chance.random() < 0.7 else {},
        }
        people.append(person)
    return people


def _prize(chance: random.Random, number: int) -> dict[str, Any]:
    prize: dict[str, Any] = {"id": f"p{number}", "for": _target(chance)}
    match chance.randrange(6):
        case 0 | 1 | 2:
            prize["money"] = chance.randrange(1, 10**6)
        case 3:
            prize["percent"] = f"{chance.randrange(1, 60)}.{chance.randrange(10**6):06d}"
            prize["percent_of"] = chance.choice(("pot", "left"))
        case 4:
            prize["goods"], prize["worth"] = f"gift {number}", chance.randrange(1, 10**6)
            prize["kind"] = chance.choice(("goods", "voucher", "trophy"))
        case _:
            prize["goods"], prize["worth"] = f"cup {number}", chance.randrange(1, 10**6)
            prize["money"] = chance.randrange(1, 10**6)
    if chance.random() < 0.2:
        prize["divided"] = chance.choice(("evenly", "falling"))
    if chance.random() < 0.2:
        prize["heads"] = chance.choice(("each", "divided"))
    if chance.random() < 0.15:
        prize["block"] = "evening"
    return prize


def _target(chance: random.Random) -> Any:
    place = chance.choice(
        (
            {"rank": chance.randrange(1, 6)},
            {"rank": chance.randrange(1, 4)},
            {"ranks": [chance.randrange(1, 3), chance.randrange(3, 6)]},
            {"ranks": [1, -1]},
            {"last": chance.randrange(1, 3)},
            {"middle": True},
            {"every": chance.randrange(2, 4)},
            {"one_in": chance.randrange(2, 4)},
            {"top_percent": 50},
            {"per_table": 1},
            {"best": 2},
            {"above": -4},
        )
    )
    match chance.randrange(10):
        case 0 | 1:
            return {"group": chance.choice(GROUPS), **place}
        case 2:
            return {chance.choice(("members", "guests")): True, **place}
        case 3:
            return {"each": chance.choice(("table", "club", "group"))}
        case 4:
            return {"statistic": "hand", "rank": 1, "lowest": chance.random() < 0.3}
        case 5:
            return {"raffle": chance.choice(("all", "without_prize")), "draws": chance.randrange(1, 4)}
        case 6:
            return chance.choice((1, 2, [1, 3], "last", "middle", "everybody", "second_last"))
        case _:
            return place
