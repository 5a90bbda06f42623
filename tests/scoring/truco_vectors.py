"""Truco: every worked case that a record can express, B to K of the rules; A and F are in test_truco.py.

A case starts from totals instead of an empty sheet. Side A is account 1, side B account 2.

Not here: T091 (a partner who folds is no record: the others play on), T151 and T152 (totals are never
typed, so a chico without exactly one side at the target cannot be written; a test plays them instead).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

CALLS = {"E": "envido", "R": "real", "F": "falta"}
PLAIN = {"winner": 1}
FALTA = "F quiero"


@dataclass(frozen=True)
class Case:
    """Hands after some totals; what is None is not looked at. `code`: the last hand is refused."""

    id: str
    hands: tuple[dict[str, Any], ...]
    totals: tuple[int, ...] | None = None  # of the chico
    points: tuple[int, ...] | None = None  # of the last hand
    worth: int | None = None  # of the line named like the block, uncut
    winner: tuple[int, ...] | None = None  # of the chico; () while it goes on
    start: tuple[int, ...] = (0, 0)
    seats: int = 4
    rules: dict[str, Any] = field(default_factory=dict)
    pica: bool = False  # a redonda has been played, pica-pica is due
    code: str | None = None


def envido(text: str, winner: int = 1, caller: int = 1, **more: Any) -> dict[str, Any]:
    """`E E R quiero`, `E no quiero`."""
    words, answer = (
        (text.removesuffix(" no quiero"), "no_quiero")
        if text.endswith("no quiero")
        else (text.removesuffix(" quiero"), "quiero")
    )
    answers = {"calls": [CALLS[word] for word in words.split()], "caller": caller, "answer": answer, **more}
    return answers | ({"winner": winner} if answer == "quiero" else {})


def flor(course: str, winning: int = 1, other: int = 1, winner: int = 1) -> dict[str, Any]:
    return {"course": course, "winner": winner, "winner_flores": winning, "loser_flores": other}


def truco(level: int = 0, winner: int = 1, end: str = "played", caller: int | None = None) -> dict[str, Any]:
    answers: dict[str, Any] = {"level": level, "end": end, "winner": winner}
    return answers | ({"caller": caller or 1} if level else {})


def hand(**blocks: Any) -> dict[str, Any]:
    """One hand; side 1 wins the tricks unless it says something else."""
    return {"truco": PLAIN, **blocks}


def chain(row: str, text: str, worth: int, **more: Any) -> Case:
    """An envido chain; refused ones are called so that the last call is side 1's."""
    calls = len(text.removesuffix(" no quiero").removesuffix(" quiero").split())
    caller = 1 if calls % 2 else 2
    return Case(row, (hand(envido=envido(text, caller=caller)),), points=(worth + 1, 0), **more)


CHAINS = [
    chain("T019", "E quiero", 2),
    chain("T020", "E no quiero", 1),
    chain("T021", "R quiero", 3),
    chain("T022", "R no quiero", 1),
    chain("T023", "F no quiero", 1),
    chain("T024", "E E quiero", 4),
    chain("T025", "E E no quiero", 2),
    chain("T026", "E R quiero", 5),
    chain("T027", "E R no quiero", 2),
    chain("T028", "E F no quiero", 2),
    chain("T029", "R F no quiero", 3),
    chain("T030", "E E R quiero", 7),
    chain("T031", "E E R no quiero", 4),
    chain("T032", "E E F no quiero", 4),
    chain("T033", "E R F no quiero", 5),
    chain("T034", "E E R F no quiero", 7),
    chain("T035", "R E quiero", 5),
    chain("T036", "R E no quiero", 3),
    chain("T037", "E E E quiero", 6),
    chain("T038", "E E E no quiero", 4),
    chain("T039", "E E R F quiero", 16, start=(5, 14)),
    chain("T040", "E E R no quiero", 3, rules={"envido_refusal": "per_call"}),
]


def falta(row: str, start: tuple[int, int], worth: int, mode: str = "leader") -> Case:
    total = start[0] + worth
    ended = total >= 30
    raw: dict[str, Any] = {"envido": envido(FALTA)}
    if not ended:
        raw["truco"] = truco(winner=2)
    return Case(
        row,
        (raw,),
        totals=(total, start[1] + (not ended)),
        worth=worth,
        winner=(1,) if ended else (2,) if start[1] == 29 else (),
        start=start,
        rules={"falta_mode": mode},
    )


FALTAS = [
    falta("T041", (0, 0), 30),
    falta("T042", (14, 0), 16),
    falta("T043", (0, 14), 16),
    falta("T044", (15, 14), 15),
    falta("T045", (14, 15), 15),
    falta("T046", (12, 24), 6),
    falta("T047", (24, 12), 6),
    falta("T048", (5, 29), 1),
    falta("T049", (29, 29), 1),
    falta("T050", (5, 10), 25, "winner_takes_chico"),
    falta("T051", (5, 14), 25, "malas_chico"),
    falta("T052", (5, 15), 15, "malas_chico"),
    falta("T053", (5, 14), 10, "malas_half"),
    falta("T054", (5, 15), 15, "malas_half"),
    falta("T055", (5, 10), 5, "leader_half"),
    falta("T056", (14, 15), 1, "own_half"),
    falta("T057", (16, 7), 14, "own_half"),
]


def blossom(row: str, course: str, winning: int, other: int, worth: int, **more: Any) -> Case:
    """A flor; the tricks go to the other side."""
    raw = {"flor": flor(course, winning, other), "truco": truco(winner=2)}
    seats = 6 if max(winning, other) > 2 else 4
    return Case(row, (raw,), worth=worth, **{"seats": seats, **more})


FLORES = [
    blossom("T058", "alone", 1, 0, 3, points=(3, 1)),
    blossom("T059", "alone", 2, 0, 6, points=(6, 1)),
    blossom("T060", "alone", 3, 0, 9, points=(9, 1)),
    blossom("T061", "compared", 1, 1, 6),
    blossom("T062", "compared", 2, 1, 9),
    blossom("T063", "compared", 2, 2, 12),
    blossom("T064", "achico", 1, 1, 3),
    blossom("T065", "achico", 2, 1, 6),
    blossom("T066", "contraflor_quiero", 1, 1, 6),
    blossom("T067", "contraflor_quiero", 2, 1, 9),
    blossom("T068", "contraflor_quiero", 1, 2, 9),
    blossom("T069", "contraflor_achico", 1, 1, 3),
    blossom("T070", "contraflor_achico", 1, 2, 6),
    blossom("T071", "contraflor_achico", 1, 1, 4, rules={"achico_rule": "plus_one"}),
    blossom("T072", "resto_quiero", 1, 1, 16, start=(20, 12), totals=(30, 12), winner=(1,)),
    blossom("T073", "resto_quiero", 1, 1, 16, start=(12, 20), totals=(28, 21), winner=()),
    blossom("T074", "resto_quiero", 2, 1, 19, start=(12, 20), totals=(30, 20), winner=(1,)),
    blossom("T075", "contraflor_resto_quiero", 1, 1, 36, totals=(30, 0), winner=(1,)),
    blossom("T076", "resto_quiero", 1, 1, 7, start=(5, 29), totals=(12, 30), winner=(2,)),
    Case(
        "T077",
        ({"round": "pica", "duel": 1, "flor": flor("resto_quiero"), "truco": truco(winner=2)},),
        totals=(22, 25),
        worth=12,
        start=(10, 24),
        seats=6,
        pica=True,
    ),
    blossom("T078", "resto_achico", 1, 1, 3),
    blossom("T079", "contraflor_resto_achico", 1, 1, 6),
    blossom("T080", "contraflor_resto_achico", 1, 2, 9),
    Case(
        "T081",  # the scorer names the winner of a tie
        ({"mano": 2, "flor": flor("compared", winner=2), "truco": truco(winner=1)},),
        points=(1, 6),
    ),
]

TRICKS = [
    Case("T082", (hand(truco=truco(0)),), points=(1, 0)),
    Case("T083", (hand(truco=truco(1)),), points=(2, 0)),
    Case("T084", (hand(truco=truco(2)),), points=(3, 0)),
    Case("T085", (hand(truco=truco(3)),), points=(4, 0)),
    Case("T086", (hand(truco=truco(1, 1, "refused", caller=1)),), points=(1, 0)),
    Case("T087", (hand(truco=truco(2, 1, "refused", caller=2)),), points=(2, 0)),
    Case("T088", (hand(truco=truco(3, 1, "refused", caller=1)),), points=(3, 0)),
    Case("T089", (hand(truco=truco(0, 2, "folded")),), points=(0, 1)),
    Case("T090", (hand(truco=truco(2, 2, "folded")),), points=(0, 3)),
]

HANDS = [
    Case("T106", (hand(envido=envido("E quiero"), truco=truco(1, 2)),), totals=(2, 2)),
    Case("T107", (hand(flor=flor("alone", 1, 0), truco=truco(0, 2)),), totals=(3, 1)),
    Case("T108", (hand(envido=envido("E no quiero"), truco=truco(1, 1, "refused")),), totals=(2, 0)),
    Case("T109", (hand(envido=envido("E E R quiero", 2), truco=truco(3, 2)),), totals=(0, 11)),
    Case(
        "T110",
        (hand(envido=envido("E quiero"), truco=truco(1, 2)),),
        start=(28, 29),
        totals=(30, 29),
        winner=(1,),
    ),
    Case("T111", (hand(truco=truco(1, 2)),), start=(28, 29), totals=(28, 30), worth=2, winner=(2,)),
    Case("T112", ({"envido": envido("E E quiero")},), start=(27, 29), totals=(30, 29), worth=4, winner=(1,)),
    Case(
        "T113",
        (hand(flor=flor("alone", 1, 0, 2), truco=truco(3, 1)),),
        start=(28, 28),
        totals=(28, 30),
        winner=(2,),
    ),
    Case("T114", (hand(),), start=(29, 29), totals=(30, 29), winner=(1,)),
    Case(
        "T115",
        (hand(envido=envido("E quiero"), truco=truco(3, 2)),),
        start=(28, 29),
        totals=(30, 33),
        winner=(2,),
        rules={"end_check": "end_of_hand"},
    ),
    Case("T116", (hand(),), start=(14, 0), totals=(15, 0)),
]


def duel(number: int, winner: int, level: int = 0, **blocks: Any) -> dict[str, Any]:
    return {"round": "pica", "duel": number, "truco": truco(level, winner), **blocks}


def interference(offender: int) -> list[dict[str, Any]]:
    return [{"kind": "interference", "by": 3 - offender, "against": offender}]


SIX: dict[str, Any] = {"seats": 6, "pica": True}
PICA = [
    Case("T127", (duel(1, 1, 2), duel(2, 2), duel(3, 1)), start=(23, 0), totals=(27, 1), winner=(), **SIX),
    Case(
        "T128",
        ({"round": "pica", "duel": 1, "envido": envido(FALTA)},),
        start=(24, 0),
        totals=(30, 0),
        winner=(1,),
        **SIX,
    ),
    Case("T129", (duel(1, 2, envido=envido(FALTA)),), points=(6, 1), **SIX),
    Case("T130", (duel(1, 2, envido=envido("E R F no quiero")),), points=(5, 1), **SIX),
    Case("T131", (duel(1, 1, 1), duel(2, 2), duel(3, 1, 3)), start=(10, 10), totals=(16, 11), **SIX),
    Case("T132", (duel(1, 2, 1, penalties=interference(2)),), points=(4, 0), **SIX),
    Case("T133", (duel(1, 1, 1, penalties=interference(2)),), points=(6, 0), **SIX),
    Case("T134", (duel(1, 1),), code="round_kind"),
]

FIXED: dict[str, Any] = {"seats": 3, "rules": {"gallo": "fixed"}}
THREE: dict[str, Any] = {"seats": 3, "start": (0, 0, 0)}
GALLO = [
    Case("T135", (hand(envido=envido("E quiero", 2), truco=truco(1, 1)),), points=(2, 2), **FIXED),
    Case("T136", (hand(gallo=3, truco=truco(1, 3)),), points=(0, 0, 2), **THREE),
    Case("T137", (hand(gallo=3, envido=envido("E quiero"), truco=truco(0, 3)),), points=(2, 2, 1), **THREE),
    Case(
        "T138",
        (hand(gallo=3, envido=envido(FALTA, 3), truco=truco(0, 3)),),
        points=(0, 0, 11),
        seats=3,
        start=(20, 12, 5),
    ),
    Case("T139", (hand(gallo=3),), totals=(30, 28, 20), winner=(1,), seats=3, start=(29, 27, 20)),
    Case("T140", (hand(gallo=3),), totals=(30, 30, 20), winner=(), seats=3, start=(29, 29, 20)),
]


def penalty(kind: str, by: int, against: int) -> list[dict[str, Any]]:
    return [{"kind": kind, "by": by, "against": against}]


JUSTIFIED = penalty("pido_flor_right", 1, 2)
PENALTIES = [
    Case(
        "T141",
        (hand(envido=envido("E quiero", 2), truco=truco(1, 2), penalties=JUSTIFIED),),
        points=(7, 0),
    ),
    Case("T142", (hand(envido=envido("E quiero"), truco=truco(2, 2), penalties=JUSTIFIED),), points=(8, 0)),
    Case("T143", (hand(truco=truco(0, 2), penalties=JUSTIFIED),), start=(20, 29), totals=(24, 29), winner=()),
    Case("T144", (hand(penalties=penalty("pido_flor_wrong", 1, 2)),), points=(1, 3)),
    Case(
        "T145",
        (hand(penalties=penalty("pido_flor_wrong", 1, 2)),),
        points=(1, 4),
        rules={"pido_flor_fail": 4},
    ),
    Case("T146", (hand(envido=envido("E E quiero", misannounced=True)),), points=(1, 4)),
    Case("T147", (hand(penalties=penalty("false_flor", 2, 1)),), points=(1, 3)),
]

CASES = [*CHAINS, *FALTAS, *FLORES, *TRICKS, *HANDS, *PICA, *GALLO, *PENALTIES]
