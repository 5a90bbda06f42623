"""Écarté: every worked case that a record can express; player A is 1, B is 2."""

from __future__ import annotations

from typing import Any

from tests.scoring.vectors import Vector

PLAYER = {"A": 1, "B": 2}


def deal(declarer: str, won: str, king: str = "", **more: Any) -> dict[str, Any]:
    """`deal("A", "3:2", "B")`: A declares, three tricks to two, B books the king; or made, all, failed."""
    answers: dict[str, Any] = {"declarer": PLAYER[declarer]} if declarer else {}
    answers |= {"tricks": [int(tricks) for tricks in won.split(":")]} if ":" in won else {"result": won}
    return answers | ({"king": PLAYER[king]} if king else {}) | more


def sheet(*hands: dict[str, Any], preset: str | None = None, **rules: Any) -> dict[str, Any]:
    raw: dict[str, Any] = {"game": "ecarte", "seats": 2, "hands": list(hands)}
    if preset:
        raw["preset"] = preset
    if rules:
        raw["rules"] = rules
    return raw


def wins(ours: int, theirs: int = 0) -> list[dict[str, Any]]:
    """Deals that lead to this score: one point each."""
    return [deal("A", "made")] * ours + [deal("B", "made")] * theirs


ONE_DEAL = [
    Vector("E01", sheet(deal("A", "3:2")), points=(1, 0)),
    Vector("E02", sheet(deal("A", "4:1")), points=(1, 0)),
    Vector("E03", sheet(deal("A", "5:0")), points=(2, 0)),
    Vector("E04", sheet(deal("A", "2:3")), points=(-2, 0)),
    Vector("E05", sheet(deal("A", "1:4")), points=(-2, 0)),
    Vector("E06", sheet(deal("A", "0:5")), points=(-2, 0)),
    Vector("E07", sheet(deal("A", "3:2", "A")), points=(2, 0)),
    Vector("E08", sheet(deal("A", "4:1", "A")), points=(2, 0)),
    Vector("E09", sheet(deal("A", "5:0", "A")), points=(3, 0)),
    Vector("E10", sheet(deal("A", "3:2", "B")), points=(1, 1)),
    Vector("E11", sheet(deal("A", "4:1", "B")), points=(1, 1)),
    Vector("E12", sheet(deal("A", "2:3", "A")), points=(-1, 0)),
    Vector("E13", sheet(deal("A", "2:3", "B")), points=(-2, 1)),
    Vector("E14", sheet(deal("A", "0:5", "B")), points=(-2, 1)),
    Vector("E15", sheet(deal("B", "2:3")), points=(0, 1)),
    Vector("E16", sheet(deal("B", "3:2", "A")), points=(1, -2)),
    Vector("E17", sheet(deal("A", "5:0", "B")), code="king_tricks"),
    Vector("E17 result", sheet(deal("A", "all", "B")), code="king_tricks"),
    Vector("E18", sheet(deal("A", "0:5", "A")), code="king_tricks"),
    Vector("E19", sheet(deal("A", "3:3")), code="tricks_sum"),
    Vector("E20", sheet(deal("A", "4:0")), code="tricks_sum"),
    Vector("E21", sheet(deal("A", "3:2", turned_king=True)), points=(1, 0)),
    Vector("E22", sheet(deal("A", "3:2", turned_king=True, dealer=2), turned_king=1), points=(1, 1)),
    Vector("E23", sheet(deal("A", "2:3"), fail_rule="opponent_plus_2"), points=(0, 2)),
    Vector("E24", sheet(deal("A", "2:3"), fail_rule="opponent_plus_1"), points=(0, 1)),
    Vector("E25", sheet(deal("A", "2:3"), fail_rule="declarer_minus_1"), points=(-1, 0)),
    *(
        Vector(f"{number} result", sheet(deal("A", result, king)), points=points)
        for number, result, king, points in [
            ("E01", "made", "", (1, 0)),
            ("E03", "all", "", (2, 0)),
            ("E04", "failed", "", (-2, 0)),
            ("E09", "all", "A", (3, 0)),
            ("E10", "made", "B", (1, 1)),
            ("E12", "failed", "A", (-1, 0)),
        ]
    ),
]

LATE = {"king_claim": "after_trick"}
AT_4_4 = wins(4, 4)

RUNNING = [
    Vector("E26", sheet(deal("A", "failed")), totals=(-2, 0)),
    Vector("E27", sheet(deal("A", "failed"), floor_at_zero=True), totals=(0, 0)),
    Vector("E28", sheet(*wins(1), deal("A", "failed")), totals=(-1, 0)),
    Vector("E29", sheet(*wins(4, 2), deal("A", "3:2")), totals=(5, 2), finished=True, winner=(1,)),
    Vector("E30", sheet(*wins(3, 2), deal("A", "all")), totals=(5, 2), finished=True, winner=(1,)),
    Vector("E31", sheet(*wins(4, 2), deal("A", "all")), totals=(5, 2), finished=True, winner=(1,)),
    Vector("E32", sheet(*AT_4_4, deal("A", "made", "B")), totals=(4, 5), finished=True, winner=(2,)),
    Vector("E33", sheet(*AT_4_4, deal("A", "made", "A")), totals=(5, 4), finished=True, winner=(1,)),
    Vector(
        "E34",
        sheet(*AT_4_4, deal("A", "made", "B", first=1, **LATE)),
        totals=(5, 4),
        finished=True,
        winner=(1,),
    ),
    Vector(
        "E34 B",
        sheet(*AT_4_4, deal("A", "made", "B", first=2, **LATE)),
        totals=(4, 5),
        finished=True,
        winner=(2,),
    ),
    Vector(
        "E35",
        sheet(*AT_4_4, deal("A", "made", "B", first="unknown", **LATE)),
        points=(0, 0),
        totals=(4, 4),
        finished=False,
    ),
    Vector("E36", sheet(deal("A", "all", "A")), totals=(3, 0), finished=False),
    Vector("E37", sheet(*[deal("A", "all", "A")] * 2), totals=(5, 0), finished=True, winner=(1,)),
]

FIRST_DEAL = deal("A", "2:1", "A")
PT = {"preset": "per_trick"}

PER_TRICK = [
    Vector("E60", sheet(FIRST_DEAL, **PT), points=(3, 1)),
    Vector("E61", sheet(FIRST_DEAL, deal("A", "2:1"), **PT), totals=(5, 2), finished=True, winner=(1,)),
    Vector("E61 too many", sheet(FIRST_DEAL, deal("A", "3:1"), **PT), code="deal_over"),
    Vector("E62", sheet(deal("A", "2:0", "A"), **PT), points=(3, 0)),
    Vector("E63", sheet(deal("A", "3:2"), **PT), points=(3, 2)),
    Vector("E64", sheet(deal("A", "3:1", "B"), **PT), points=(3, 2)),
    Vector("E65", sheet(deal("A", "1:3"), **PT), points=(-1, 3)),
    Vector("E66", sheet(FIRST_DEAL, deal("A", "2:0"), **PT), totals=(5, 1), finished=True, winner=(1,)),
    Vector("E67", sheet(FIRST_DEAL, deal("B", "1:3"), **PT), totals=(4, 4), finished=False),
    Vector(
        "E68",
        sheet(FIRST_DEAL, deal("B", "1:3"), deal("A", "1:0"), **PT),
        totals=(5, 4),
        finished=True,
        winner=(1,),
    ),
    Vector("E70", sheet(deal("A", "4:1"), **PT), code="deal_over"),
    Vector("E71", sheet(deal("A", "2:2"), **PT), code="deal_open"),
    Vector("E72", sheet(deal("A", "4:1", "A")), points=(2, 0)),
]

VECTORS = [*ONE_DEAL, *RUNNING, *PER_TRICK]

KING_THEN_FAILED = [deal("A", "made", "B"), deal("B", "failed"), *wins(4)]
FINAL = {"double_basis": "final_score"}
TREBLE = {"double_stake": "treble_double_single"}

CHIPS = [
    ("E39", sheet(deal("A", "made", "B"), *wins(4)), [5, -5]),
    ("E40", sheet(*wins(5)), [10, -10]),
    ("E41", sheet(*wins(5), stake=3), [6, -6]),
    ("E42", sheet(*wins(0, 2), *wins(5), stake=3), [3, -3]),
    ("E43", sheet(*KING_THEN_FAILED), [5, -5]),
    ("E44", sheet(*KING_THEN_FAILED, **FINAL), [10, -10]),
    ("E45", sheet(*[deal("B", "failed")] * 2, *wins(5)), [10, -10]),
    ("E46 at 0", sheet(*wins(5), **TREBLE), [15, -15]),
    ("E46 at 2", sheet(*wins(0, 2), *wins(5), **TREBLE), [10, -10]),
    ("E46 at 4", sheet(*wins(0, 4), *wins(5), **TREBLE), [5, -5]),
    ("E47", sheet(*wins(5), stake=0), [0, 0]),
    ("E66", sheet(FIRST_DEAL, deal("A", "2:0"), **PT), [3, -3]),
    ("E68", sheet(FIRST_DEAL, deal("B", "1:3"), deal("A", "1:0"), **PT), [3, -3]),
    ("E69", sheet(FIRST_DEAL, deal("A", "2:1"), **PT), [3, -3]),
    ("E62 won", sheet(deal("A", "2:0", "A"), deal("A", "2:1"), **PT), [6, -6]),
    ("E62 lost", sheet(deal("A", "2:0", "A"), deal("B", "1:3"), deal("B", "0:2"), **PT), [3, -3]),
    ("E73", sheet(deal("A", "4:1", "A"), stake=3), [0, 0]),
    ("per trick, open", sheet(FIRST_DEAL, **PT), [0, 0]),
    ("to the other", sheet(*wins(0, 5)), [-10, 10]),
    ("two games", sheet(*wins(5), *wins(1, 5), games_to_win=2), [5, -5]),
]

P10, Q10, Q4, R6, S8 = (("P", 1, 10), ("Q", 2, 10), ("Q", 2, 4), ("R", 1, 6), ("S", 2, 8))
A_WINS, B_WINS = wins(5), wins(0, 5)

BETS: list[tuple[str, list[tuple[str, int, int]], dict[str, Any], list[tuple[float, int]] | None]] = [
    ("E48", [P10, Q10], sheet(*A_WINS), [(10, 0), (-10, 0)]),
    ("E49", [P10, Q4], sheet(*A_WINS), [(4, 6), (-4, 0)]),
    ("E50", [P10, Q4, R6, S8], sheet(*A_WINS), [(10, 0), (-4, 0), (2, 4), (-8, 0)]),
    ("E51", [P10, Q4, R6, S8], sheet(*B_WINS), [(-10, 0), (4, 0), (-2, 4), (8, 0)]),
    ("E52", [P10], sheet(*A_WINS), [(0, 10)]),
    ("E53", [P10, Q10], sheet(*A_WINS, side_bet_levy=5), [(9.5, 0), (-10, 0)]),
    ("E54", [P10, Q10], sheet(*A_WINS), [(10, 0), (-10, 0)]),
    ("E54 doubled", [P10, Q10], sheet(*A_WINS, side_bet_double=True), [(20, 0), (-20, 0)]),
    ("E55", [P10, Q10], sheet(*AT_4_4, deal("A", "made", "B", first="unknown", **LATE)), None),
    ("first game only", [P10, Q10], sheet(*A_WINS, *B_WINS, games_to_win=2), [(10, 0), (-10, 0)]),
]
