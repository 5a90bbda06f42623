"""Cego: every worked case that a record can express. P piles, T thresholds, C contracts, S Solo, G against
Solo, D three players, F fixed contracts and penalties, E everybody pays, W switches and presets, X refusals.

P4, P7, P9, P11, P15 (piles of the defenders) and P18 to P21 (single groups) are in test_cego.py: a record
has only the declarer's pile. X7 is told with a pile, because a record has only the declarer's points.
"""

from __future__ import annotations

from typing import Any

from tests.scoring.vectors import Vector

PAIRS = {"counting": "pairs"}
EACH_PAYS = {"settlement": "each_pays"}


def pile(text: str) -> dict[str, int]:
    """`K3 H1 E6` as a record writes it."""
    return {word[0]: int(word[1:]) for word in text.split()}


def sheet(
    *hands: dict[str, Any], seats: int = 4, preset: str | None = None, rules: dict[str, Any] | None = None
) -> dict[str, Any]:
    raw: dict[str, Any] = {"game": "cego", "seats": seats, "hands": list(hands)}
    if preset:
        raw["preset"] = preset
    if rules:
        raw["rules"] = rules
    return raw


def hand(contract: str, points: int | None = None, **more: Any) -> dict[str, Any]:
    """A hand of seat 1."""
    counted = {} if points is None else {"points": points}
    return {"declarer": 1, "contract": contract, **counted, **more}


def only_first(points: int, seats: int = 4) -> tuple[int, ...]:
    return (points,) + (0,) * (seats - 1)


def _piles() -> list[Vector]:
    table = [
        ("P1", 4, {}, "K4 D4 R4 B4 H3 E35", 70),
        ("P2", 4, {}, "E10", 3),
        ("P3", 4, {}, "K3 H1 E6", 19),
        ("P5", 4, {}, "K2 D1 R1 B1 H1 E8", 23),
        ("P6", 4, {}, "K3 D2 R1 B0 H1 E15", 31),
        ("P8", 4, {}, "K3 D3 R3 B3 H3 E35", 59),
        ("P10", 3, {}, "K2 D2 R1 B0 H2 E14", 32),
        ("P12", 3, {}, "E12", 5),
        ("P13", 3, {}, "K4 D4 R4 B4 H3 E32", 70),
        ("P14", 4, PAIRS, "K2 D2 R2 B2 H2 E16", 41),
        ("P16", 4, PAIRS, "E10", 5),
        ("P17", 4, PAIRS, "K4 D4 R4 B4 H3 E35", 79),
    ]
    vectors = []
    for row, seats, rules, cards, points in table:
        right = sheet(hand("eine", points, pile=pile(cards)), seats=seats, rules=rules)
        wrong = sheet(hand("eine", 36, pile=pile(cards)), seats=seats, rules=rules)
        vectors += [Vector(row, right), Vector(f"{row} other points", wrong, code="points_sum")]
    return vectors


THRESHOLDS = {
    **{3: -28, 4: -28, 5: -24, 9: -24, 10: -20, 14: -20, 15: -16, 19: -16, 20: -12, 24: -12, 25: -8, 29: -8},
    **{30: -4, 34: -4, 35: -4, 36: 4, 40: 4, 41: 8, 45: 8, 46: 12, 47: 12, 50: 12, 51: 16, 55: 16, 56: 20},
    **{60: 20, 61: 24, 65: 24, 66: 28, 69: 28, 70: 32},
}

CONTRACTS = [
    ("C1", "cego", 36, 1),
    ("C2", "cego", 34, -1),
    ("C3", "eine", 36, 2),
    ("C4", "eine", 34, -2),
    ("C5", "eine_leere", 36, 3),
    ("C6", "eine_leere", 34, -3),
    ("C7", "zwei_verschiedene", 36, 5),
    ("C8", "zwei_verschiedene", 34, -5),
    ("C9", "kleiner_mann", 36, 6),
    ("C10", "kleiner_mann", 34, -6),
    ("C11", "kleiner_mann", 70, 48),
    ("C12", "cego", 70, 8),
    ("C13", "eine", 35, -2),
    ("C14", "kleiner_mann", 29, -12),
    ("S1", "solo", 36, 2),
    ("S2", "solo", 41, 4),
    ("S3", "solo", 46, 6),
    ("S4", "solo", 70, 16),
    ("S5", "solo", 35, -1),
    ("S6", "solo", 34, -1),
    ("S7", "solo", 29, -2),
    ("S8", "solo", 5, -6),
]

AGAINST_SOLO = [
    ("G1", "cego", 47, 6),
    ("G2", "eine", 47, 9),
    ("G3", "eine_leere", 47, 12),
    ("G4", "zwei_gleiche", 47, 15),
    ("G5", "zwei_verschiedene", 47, 18),
    ("G6", "kleiner_mann", 70, 56),
    ("G7", "cego", 34, -2),
    ("G8", "kleiner_mann", 29, -14),
    ("G9", "zwei_gleiche", 35, -5),
]

THREE_PLAYERS = [
    ("D1", "eine", 36, 2),
    ("D2", "eine", 35, -2),
    ("D3", "eine_leere", 5, -18),
    ("D4", "solo", 51, 8),
]


def _by_points() -> list[Vector]:
    return [
        *(
            Vector(f"T{number}", sheet(hand("zwei_gleiche", points)), only_first(value))
            for number, (points, value) in enumerate(THRESHOLDS.items(), start=1)
        ),
        *(
            Vector(row, sheet(hand(name, points)), only_first(value))
            for row, name, points, value in CONTRACTS
        ),
        *(
            Vector(row, sheet(hand(name, points, against_solo=True)), only_first(value))
            for row, name, points, value in AGAINST_SOLO
        ),
        *(
            Vector(row, sheet(hand(name, points), seats=3), only_first(value, 3))
            for row, name, points, value in THREE_PLAYERS
        ),
    ]


def _special(kind: str, contract: str, offender: int, **more: Any) -> dict[str, Any]:
    return hand(contract, kind=kind, offender=offender, **more)


FIXED = [
    Vector("F1", sheet(hand("ultimo", made=True)), (24, 0, 0, 0)),
    Vector("F2", sheet(hand("ultimo", made=False)), (-24, 0, 0, 0)),
    Vector("F3", sheet(hand("durchmarsch", made=True)), (48, 0, 0, 0)),
    Vector("F3 with points", sheet(hand("durchmarsch", 70, made=True)), (48, 0, 0, 0)),
    Vector("F4", sheet(hand("durchmarsch", made=False)), (-48, 0, 0, 0)),
    Vector("F5", sheet(hand("bettel", made=True, tricks=0)), (10, 0, 0, 0)),
    Vector("F6", sheet(hand("bettel", made=False, tricks=1)), (-10, 0, 0, 0)),
    Vector("F7", sheet(hand("piccolo", made=True, tricks=1)), (10, 0, 0, 0)),
    Vector("F8", sheet(hand("piccolo", made=False, tricks=0)), (-10, 0, 0, 0)),
    Vector("F9", sheet(hand("piccolo", made=False, tricks=2)), (-10, 0, 0, 0)),
    Vector("F10", sheet(hand("raeuber", losers=[3])), (0, 0, -5, 0)),
    Vector("F11", sheet(hand("raeuber", losers=[1])), (-5, 0, 0, 0)),
    Vector("F12", sheet(hand("raeuber", losers=[2, 3])), (0, -5, -5, 0)),
    Vector("F13", sheet(hand("drescher", losers=[4])), (0, 0, 0, -5)),
    Vector("F14", sheet(_special("schinden", "eine", 2)), (0, -16, 0, 0)),
    Vector("F15", sheet(_special("schinden", "kleiner_mann", 2)), (0, -48, 0, 0)),
    Vector("F16", sheet(_special("schinden", "cego", 2)), (0, -8, 0, 0)),
    Vector("F17", sheet(_special("revoke", "eine", 1)), (-2, 0, 0, 0)),
    Vector("F18", sheet(_special("revoke", "eine", 3)), (2, 0, 0, 0)),
    Vector("F19", sheet(hand("raeuber", losers=[1]), rules={"raeuber_caller_factor": 2}), (-10, 0, 0, 0)),
    Vector("F20", sheet({"kind": "redeal"}), (0, 0, 0, 0)),
    Vector(
        "F20 is not a hand of the round",
        sheet({"kind": "redeal"}, hand("eine", 36), rules={"hands_per_round": 1}),
        (2, 0, 0, 0),
        finished=True,
    ),
]

EVERYBODY_PAYS = [
    Vector("E1", sheet(hand("zwei_gleiche", 47), rules=EACH_PAYS), (36, -12, -12, -12)),
    Vector("E2", sheet(hand("zwei_gleiche", 34), rules=EACH_PAYS), (-12, 4, 4, 4)),
    Vector("E3", sheet(hand("eine", 36), seats=3, rules=EACH_PAYS), (4, -2, -2)),
    Vector("E4", sheet(hand("kleiner_mann", 36, sitting=5), seats=5, rules=EACH_PAYS), (24, -6, -6, -6, -6)),
    Vector(
        "E5",
        sheet(
            hand("kleiner_mann", 36, sitting=5), seats=5, rules={**EACH_PAYS, "sitting_dealer_pays": False}
        ),
        (18, -6, -6, -6, 0),
    ),
    Vector("E6", sheet(hand("solo", 29), rules=EACH_PAYS), (-6, 2, 2, 2)),
    Vector("E7", sheet(hand("bettel", made=True), rules=EACH_PAYS), (30, -10, -10, -10)),
    Vector("E8", sheet(hand("raeuber", losers=[3]), rules=EACH_PAYS), (5, 5, -15, 5)),
    Vector("E9", sheet(hand("raeuber", losers=[2, 3]), rules=EACH_PAYS), (10, -10, -10, 10)),
    Vector("E10", sheet(hand("raeuber", losers=[2, 3, 4]), rules=EACH_PAYS), (15, -5, -5, -5)),
    Vector("E11", sheet(_special("schinden", "eine", 2), rules=EACH_PAYS), (16, -48, 16, 16)),
    Vector("E12", sheet(hand("eine", 35), rules=EACH_PAYS), (-6, 2, 2, 2)),
    Vector("E13", sheet(hand("zwei_gleiche", 47), rules={"rate_cent": 1}), (12, 0, 0, 0)),
]

SCHWARZWALD = [
    ("W1", hand("halbe", 34), -20),
    ("W2", hand("eine", 41), 20),
    ("W3", hand("halbe", 39), -10),
    ("W4", hand("halbe", 40), 10),
    ("W5", hand("halbe", 44), 10),
    ("W6", hand("halbe", 45), 20),
    ("W7", hand("eine", 35), -20),
    ("W8", hand("eine", 34), -30),
    ("W9", hand("halbe", 79), 80),
    ("W10", hand("solo", 45), 20),
    ("W11", hand("solo", 34), -10),
    ("W12 won", hand("ultimo", made=True), 80),
    ("W12 lost", hand("ultimo", made=False), -80),
    ("W13 won", hand("piccolo", made=True), 40),
    ("W13 lost", hand("piccolo", made=False), -40),
    ("W14 won", hand("bettel", made=True), 30),
    ("W14 lost", hand("bettel", made=False), -30),
    ("W16", hand("raeuber", losers=[1]), -80),
]

SWITCHES = [
    *(
        Vector(row, sheet(record, preset="schwarzwald"), only_first(value))
        for row, record, value in SCHWARZWALD
    ),
    Vector("W15", sheet(hand("raeuber", losers=[2]), preset="schwarzwald"), (0, -40, 0, 0)),
    Vector("W17", sheet(hand("solo", 41), preset="braeunlingen"), (45, -15, -15, -15)),
    Vector("W18", sheet(hand("solo", 29), preset="braeunlingen"), (-30, 10, 10, 10)),
    Vector("W19", sheet(hand("zwei_gleiche", 39), preset="braeunlingen"), (60, -20, -20, -20)),
    *(
        Vector(f"W20 {name}", sheet(hand(name, 35), preset="braeunlingen"), (-15, 5, 5, 5))
        for name in ("cego", "eine", "kleiner_mann", "solo")
    ),
    Vector("W21", sheet(hand("raeuber", losers=[1]), preset="braeunlingen"), (-180, 60, 60, 60)),
    Vector("W22", sheet(hand("eine", 35), rules={"buergermeister": "zero"}), (0, 0, 0, 0)),
    Vector("W23", sheet(hand("eine", 35), rules={"buergermeister": "double"}), (-4, 0, 0, 0)),
    Vector("W24", sheet(hand("zwei_gleiche", 15), rules={"loss_scale": "single"}), (-4, 0, 0, 0)),
    Vector("W25", sheet(hand("solo", 46), rules={"solo_won": 1, "solo_lost": 1}), (3, 0, 0, 0)),
    Vector("W26", sheet(hand("eine", 47, against_solo=True), rules={"against_solo_bonus": 0}), (6, 0, 0, 0)),
    Vector("W27", sheet(hand("drescher", losers=[2]), rules={"drescher_value": 10}), (0, -10, 0, 0)),
]

REFUSALS = [
    Vector("X1", sheet(hand("eine", 71)), code="points_range"),
    Vector("X2", sheet(hand("eine", 2)), code="points_range"),
    Vector("X3", sheet(hand("eine", 4), seats=3), code="points_range"),
    Vector("X4 negative", sheet(hand("eine", -1)), code="points_range"),
    Vector("X4 half", sheet({"declarer": 1, "contract": "eine", "points": 35.5}), code="points_range"),
    Vector("X5", sheet(hand("eine", 78), rules=PAIRS), code="points_range"),
    Vector("X6", sheet(hand("eine", 4), rules=PAIRS), code="points_range"),
    Vector("X7", sheet(hand("eine", 35, pile=pile("K3 D2 R1 H1 E15"))), code="points_sum"),
    Vector("X8", sheet(hand("eine", pile=pile("K5 E5"))), code="card_count"),
    Vector("X9", sheet(hand("eine", pile=pile("H4 E6"))), code="card_count"),
    Vector("X10", sheet(hand("eine", pile=pile("E33")), seats=3), code="card_count"),
    Vector("X11", sheet(hand("eine", pile=pile("K3 E10"))), code="pile_size"),
    Vector("X12", sheet(hand("eine", pile=pile("K3 E11")), seats=3), code="pile_size"),
    Vector("X13", sheet(hand("durchmarsch", 69, made=True)), code="march_conflict"),
    Vector("X14", sheet(hand("durchmarsch", 70, made=False)), code="march_conflict"),
    Vector("X15", sheet(hand("bettel", made=True, tricks=1)), code="tricks_conflict"),
    Vector("X16", sheet(hand("piccolo", made=True, tricks=2)), code="tricks_conflict"),
    Vector("X17", sheet(hand("bettel", made=False, tricks=12)), code="tricks_range"),
    Vector("X18", sheet(hand("drescher", losers=[1, 3])), code="last_trick_twice"),
    Vector("X19", sheet(hand("raeuber", losers=[])), code="raeuber_loser"),
    Vector("X20", sheet(hand("raeuber", losers=[1, 2])), code="raeuber_tie"),
    Vector("X21", sheet(hand("solo", 47, against_solo=True)), code="against_solo"),
    Vector("X22", sheet(hand("cego", 47, dealer=1)), code="vorhand"),
    Vector("X23", sheet({"declarer": 3, "contract": "bettel", "made": True, "dealer": 1}), code="vorhand"),
    Vector("X24", sheet(hand("piccolo", made=True), seats=3), code="three_players_special"),
    Vector("X25", sheet(hand("eine", 36, dealer=1, sitting=1), seats=5), code="declarer_seat"),
    Vector("X26", sheet(hand("halbe", 36)), code="not_offered"),
    Vector("X27", sheet(_special("schinden", "eine", 1)), code="schinden_self"),
    Vector("X28", sheet(*[hand("eine", 36)] * 25, rules={"hands_per_round": 24}), code="round_full"),
]

VECTORS = [*_piles(), *_by_points(), *FIXED, *EVERYBODY_PAYS, *SWITCHES, *REFUSALS]
