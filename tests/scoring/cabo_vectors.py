"""Cabo: every worked case that a record can express, C01 to C72.

C69 and C70 (who starts, who deals) are in test_cabo.py: they are about notes, not about points.
"""

from __future__ import annotations

from typing import Any

from tests.scoring.vectors import Vector

LIMIT: dict[str, Any] = {"end_mode": "limit"}


def hand(text: str) -> dict[str, Any]:
    """`3 50k 8*`: the values per seat; * called, k kamikaze."""
    words = text.split()
    called = [seat for seat, word in enumerate(words, start=1) if "*" in word]
    answers: dict[str, Any] = {
        "caller": called[0],
        "values": [int(word.rstrip("*k")) for word in words],
    }
    if marked := [seat for seat, word in enumerate(words, start=1) if "k" in word]:
        answers["kamikaze"] = marked
    return answers


def sheet(*hands: str | dict[str, Any], seats: int | None = None, **rules: Any) -> dict[str, Any]:
    records = [hand(written) if isinstance(written, str) else written for written in hands]
    raw: dict[str, Any] = {"game": "cabo", "seats": seats or len(records[0]["values"]), "hands": records}
    if rules:
        raw["rules"] = rules
    return raw


def cards(*hands: str, seats: int = 2, **more: Any) -> dict[str, Any]:
    """One hand told by its cards, seat 2 calling; seats that are not named hold a 1 … 9 each."""
    held = [[int(card) for card in words.split()] for words in hands]
    held += [[3 + place % 7] for place in range(seats - len(held))]
    record = {"caller": 2, "cards": held, **more}
    return {"game": "cabo", "seats": seats, "hands": [record]}


def worth(value: int, *hands: str, seats: int = 2, **more: Any) -> dict[str, Any]:
    """The same with typed values; they are accepted only if the cards of seat 1 are worth `value`."""
    raw = cards(*hands, seats=seats, **more)
    record = raw["hands"][0]
    record["values"] = [value, *(sum(held) for held in record["cards"][1:])]
    return raw


RUMMY = {"deck_kind": "rummy"}

HANDS = [
    Vector("C01", worth(2, "0 0 1 1", "1"), points=(2, 0)),
    Vector("C02", worth(0, "0", "0"), points=(0, 0)),
    Vector("C03", worth(50, "13 13 12 12", "1", kamikaze=[1]), points=(0, 51)),
    Vector("C04", worth(34, "7 8 9 10", "1"), points=(34, 0)),
    Vector("C05", worth(11, "11", "1"), points=(11, 0)),
    Vector("C06", worth(15, "5 5 5", "1"), points=(15, 0)),
    Vector("C07", {**worth(13, "0 1 2 10", "1"), "rules": RUMMY}, points=(13, 0)),
    Vector("C08", {**worth(36, "11 12 13", "1"), "rules": RUMMY}, points=(36, 0)),
    Vector("C09", {**worth(50, "13 13 12 12", "1", kamikaze=[1]), "rules": RUMMY}, points=(0, 51)),
    Vector("C10", {**worth(2, "0 0 1 1", "1"), "rules": RUMMY}, points=(2, 0)),
    Vector("C01 other value", worth(3, "0 0 1 1", "1"), code="value_conflict"),
    Vector("C11", cards("0 0 0 1", "1"), code="card_copies"),
    Vector("C12", cards("13 13 13 1", "1"), code="card_copies"),
    Vector("C13", worth(52, "13 13 13 13", "1", seats=7), points=(52, 0, 3, 4, 5, 6, 7)),
    Vector("C14", worth(50, "13 13 13 11", "1", seats=7), points=(50, 0, 3, 4, 5, 6, 7)),
    Vector("C14 marked", worth(50, "13 13 13 11", "1", seats=7, kamikaze=[1]), code="kamikaze_cards"),
    Vector("C15", cards("1 2 3 4 5", "1"), code="hand_size"),
    Vector("C16", cards("12 12 13 13", "12 12 1 1", kamikaze=[1]), points=(0, 76)),
    Vector("C17", cards("12 12 13 13", "13 1 1 2", kamikaze=[1]), code="card_copies"),
    Vector("C18", cards("14", "1"), code="card_range"),
]

ROUNDS = [
    Vector("C19", sheet("3* 5 8"), points=(0, 5, 8)),
    Vector("C20", sheet("0* 5 8"), points=(0, 5, 8)),
    Vector("C21", sheet("5* 3 8"), points=(10, 0, 8)),
    Vector("C22", sheet("4* 3 8"), points=(9, 0, 8)),
    Vector("C23", sheet("3* 3 8"), points=(0, 3, 8)),
    Vector("C24", sheet("3* 3 3"), points=(0, 3, 3)),
    Vector("C25", sheet("15* 5 5"), points=(20, 0, 0)),
    Vector("C26", sheet("15* 5 5 5"), points=(20, 0, 0, 0)),
    Vector("C27", sheet("9* 4 7 4"), points=(14, 0, 7, 0)),
    Vector("C28", sheet("6* 9 9"), points=(0, 9, 9)),
    Vector("C29", sheet("12* 30"), points=(0, 30)),
    Vector("C30", sheet("30* 12"), points=(35, 0)),
    Vector("C31", sheet("50* 49"), points=(55, 0)),
    Vector("C32", sheet("1* 0 0 20 20 20"), points=(6, 0, 0, 20, 20, 20)),
    Vector("C33", sheet("5* 3 8", caller_penalty=10), points=(15, 0, 8)),
    Vector("C34", sheet("3* 3 8", caller_tie="all_zero"), points=(0, 0, 8)),
    Vector("C35", sheet("3* 3 8", caller_tie="other_wins"), points=(8, 0, 8)),
    Vector("C36", sheet("5* 3 8", lowest_other_zero=False), points=(10, 3, 8)),
    Vector("C37", sheet("50*k 20 15"), points=(0, 70, 65)),
    Vector("C38", sheet("20* 50k 15"), points=(70, 0, 65)),
    Vector("C39", sheet("50*k 0 15"), points=(0, 50, 65)),
    Vector("C40", sheet("50*k 20 15", kamikaze_others="flat_50"), points=(0, 50, 50)),
    Vector("C41", sheet("50* 20 15", kamikaze=False), points=(55, 20, 0)),
    Vector("C42", sheet("49* 20 15"), points=(54, 20, 0)),
    Vector("C43", cards("12 12 13 11", "1", kamikaze=[1]), code="kamikaze_cards"),
    Vector("C44", sheet("50*k 50k 10"), code="kamikaze_twice"),
    Vector("C45", sheet("50*k 50k 10 1 2 3 4"), points=(0, 0, 60, 51, 52, 53, 54)),
]

OVER, ON = True, False
TO_80_AFTER_A_HALVING = ("50 0*", "50 0*", "30 0*")

TOTALS = [
    Vector("C46", sheet("50 0*", "44 0*", "5 0*", **LIMIT), totals=(99, 0), finished=ON),
    Vector("C47", sheet("50 0*", "45 0*", "5 0*", **LIMIT), totals=(50, 0), finished=ON),
    Vector("C48", sheet("50 0*", "46 0*", "5 0*", **LIMIT), totals=(101, 0), finished=OVER, winner=(2,)),
    Vector("C49", sheet("50 0*", "50 0*", **LIMIT), totals=(50, 0), finished=ON),
    Vector("C50", sheet(*TO_80_AFTER_A_HALVING, "20 0*", **LIMIT), totals=(50, 0), finished=ON),
    Vector(
        "C51",
        sheet(*TO_80_AFTER_A_HALVING, "20 0*", **LIMIT, reset_once=True),
        totals=(100, 0),
        finished=ON,
    ),
    Vector(
        "C52",
        sheet("50 0*", "30 0*", "20 0*", **LIMIT, exact_limit_halves="off"),
        totals=(100, 0),
        finished=ON,
    ),
    Vector(
        "C53",
        sheet("50 0*", "30 0*", "20 0*", **LIMIT, exact_limit_halves="off", end_at_limit=True),
        totals=(100, 0),
        finished=OVER,
        winner=(2,),
    ),
    Vector(
        "C54",
        sheet("50 30 0*", "49 30 0*", "0* 0 30", "0* 0 30", "2 0* 0", **LIMIT),
        totals=(101, 60, 60),
        finished=OVER,
        winner=(2, 3),
    ),
    Vector(
        "C55",
        sheet("0* 50 40", "50 47 0*", "48 0 0*", "2 10 0*", **LIMIT),
        totals=(50, 107, 40),
        finished=OVER,
        winner=(3,),
    ),
    Vector(
        "C56",
        sheet("0* 50 49", "30 48 0*", "15* 12 1", **LIMIT, lowest_other_zero=False),
        totals=(50, 110, 50),
        finished=OVER,
        winner=(1, 3),
    ),
    Vector("C57", sheet(*["50 0*"] * 5, **LIMIT, limit=250), totals=(125, 0), finished=ON),
    Vector("C58", sheet(*["50 0*"] * 4, "46* 10", **LIMIT, limit=250), totals=(251, 0), finished=OVER),
    Vector(
        "C59",
        sheet("41 0* 50", "0* 39 27", *["0* 0 0"] * 3),
        totals=(41, 39, 77),
        finished=OVER,
        winner=(2,),
    ),
    Vector("C60", sheet("50 0*", "50 0*", "20 0*"), totals=(120, 0), finished=ON),
    Vector("C61", sheet("50 0*", "49 0*", "2 0*", end_mode="both"), totals=(101, 0), finished=OVER),
    Vector("C62", sheet("50 0*", "50 0*"), totals=(100, 0), finished=ON),
    Vector("C63", sheet(*["3* 5"] * 6), code="game_over"),
]

TWELVE = "1* 2 3 4 5 6 7 8 9 10 11 12"

TABLES = [
    Vector("C64", sheet("0* 50k 1 2 3 50k"), code="kamikaze_twice"),
    Vector("C65", sheet("0* 50k 1 2 3 4 50k"), points=(50, 0, 51, 52, 53, 54, 0)),
    Vector("C66", sheet(TWELVE), points=(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
    Vector("C67", sheet("1*"), code="table_size"),
    Vector("C68", sheet(TWELVE + " 13"), code="table_size"),
    Vector("C71", sheet({"values": [3, 5]}), code="caller_missing"),
    Vector("C72", sheet({"caller": [1, 2], "values": [3, 5]}), code="caller_seat"),
]

VECTORS = [*HANDS, *ROUNDS, *TOTALS, *TABLES]
