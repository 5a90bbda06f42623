"""Caesar: every worked case that a record can express, told in a few letters.

`A R3 K*` is a run of three up to the king in trumps, held by the first pair (seats 1 and 3), `A R3 K` in
another suit, of `A R3 K?` it was not said; `A four Q` has its rank behind; a number names the seat.
"""

from __future__ import annotations

from typing import Any

from tests.scoring.vectors import Vector

SIDES = {"A": 1, "B": 2, "1": 1, "3": 1, "2": 2, "4": 2}


def melded(*words: str) -> dict[str, Any]:
    """Meldungen and Bella as raw answers."""
    melds: list[dict[str, Any]] = []
    answers: dict[str, Any] = {}
    for word in words:
        who, what, *rest = word.split()
        seat = {"seat": int(who)} if who.isdigit() else {}
        if what == "Bella":
            answers |= {"bella": SIDES[who], **({"bella_seat": int(who)} if seat else {})}
            continue
        top = rest[0].rstrip("*?") if rest else None
        meld: dict[str, Any] = {"side": SIDES[who], **({"top": top} if top else {}), **seat}
        if what == "four":
            meld["kind"] = "four"
        else:
            meld |= {"kind": "run", "length": int(what[1:].rstrip("*?"))}
        if meld["kind"] == "run" and not word.endswith("?"):
            meld["trump"] = word.endswith("*")
        melds.append(meld)
    return answers | ({"melds": melds} if melds else {})


def sheet(*hands: dict[str, Any], preset: str | None = None, **rules: Any) -> dict[str, Any]:
    raw: dict[str, Any] = {"game": "caesar", "seats": 4, "hands": list(hands)}
    if preset:
        raw["preset"] = preset
    if rules:
        raw["rules"] = rules
    return raw


def played(points: int, *words: str, maker: int = 1, **more: Any) -> dict[str, Any]:
    return {"maker": maker, "points": points, **melded(*words), **more}


def special(kind: str, side: int | None = None, *words: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, **({"side": side} if side else {}), **melded(*words), **more}


TRICK = {"trick_taken": True}

_WON = {
    **dict.fromkeys((82, 83, 84, 85, 86), (8, 8)),
    **dict.fromkeys((87, 91, 92, 95, 96), (9, 7)),
    **dict.fromkeys((97, 100, 106), (10, 6)),
    **{110: (11, 5), 116: (11, 5), 126: (12, 4), 136: (13, 3), 146: (14, 2)},
    **dict.fromkeys((150, 151, 152, 156), (15, 1)),
    **dict.fromkeys((157, 159, 160), (16, 0)),
}

THRESHOLDS = [
    Vector("T1", sheet(played(0, **TRICK)), points=(0, 16)),
    *(
        Vector(f"T{number}", sheet(played(points)), points=(0, 16))
        for number, points in enumerate((2, 10, 40, 79, 80, 81), start=2)
    ),
    *(
        Vector(f"T{number}", sheet(played(points)), points=result)
        for number, (points, result) in enumerate(_WON.items(), start=8)
    ),
    Vector("T33", sheet(played(162, **TRICK)), points=(16, 0)),
    Vector("T34", sheet(played(81, maker=2)), points=(16, 0)),
    Vector("T35", sheet(played(82, maker=2)), points=(8, 8)),
    Vector("T36", sheet(played(96, maker=2)), points=(7, 9)),
    Vector("T37", sheet(played(100, maker=2)), points=(6, 10)),
]

SPECIAL = [
    Vector("D1", sheet(special("durch", 1)), points=(25, 0)),
    Vector("D1 asked", sheet(played(162, trick_taken=False)), points=(25, 0)),
    Vector("D2", sheet(played(0, maker=2, trick_taken=False)), points=(25, 0)),
    Vector("D3", sheet(special("durch", 2)), points=(0, 25)),
    Vector("D3 asked", sheet(played(0, trick_taken=False)), points=(0, 25)),
    Vector("D4", sheet(special("durch", 1, "B R4 10")), points=(25, 5)),
    Vector("D5", sheet(special("durch", 1, "B Bella")), points=(25, 2)),
    Vector("D6", sheet(special("durch", 1, "A four A")), points=(35, 0)),
    Vector("D7", sheet(special("durch", 1, "A R3 A", "B R3 K")), points=(27, 0)),
    Vector("D8", sheet(played(162, **TRICK)), points=(16, 0)),
    Vector("V1, V2", sheet(special("revoke", 1)), points=(0, 16)),
    Vector("V3", sheet(special("revoke", 2)), points=(16, 0)),
    Vector("V4", sheet(special("revoke", 1, "B R3 K")), points=(0, 18)),
    Vector("V5", sheet(special("revoke", 1, "A R3 K")), points=(2, 16)),
    Vector("V6", sheet(special("revoke", 1, "A R3 K"), offender_melds="void"), points=(0, 16)),
    Vector("V7", sheet(special("revoke", 1, "A R3 K"), offender_melds="to_opponents"), points=(0, 18)),
    Vector("V8", sheet(special("revoke", 1, "A Bella")), points=(2, 16)),
    Vector(
        "V9", sheet(special("misdeal", 1, dealer=1), preset="caesar_turnier"), points=(0, 16), totals=(0, 16)
    ),
    Vector("V10", sheet(special("misdeal", 1, dealer=1), played(97, dealer=1)), totals=(10, 6)),
    Vector("V11", sheet(special("redeal", dealer=1), played(97, dealer=1)), totals=(10, 6)),
]

MELDS = [
    Vector(number, sheet(played(97, *words)), points=result)
    for number, words, result in [
        ("M1", ["A R3 K"], (12, 6)),
        ("M2", ["A R4 J"], (15, 6)),
        ("M3", ["A R5 A"], (20, 6)),
        ("M4", ["A four K"], (20, 6)),
        ("M5", ["A four J"], (30, 6)),
        ("M6", ["A Bella"], (12, 6)),
        ("M7", ["B Bella"], (10, 8)),
        ("M8", ["A R3 K", "B R3 Q"], (12, 6)),
        ("M9", ["A R3 K", "B R3 K"], (10, 6)),
        ("M10", ["A R3 K*", "B R3 K"], (12, 6)),
        ("M11", ["A R3 K", "B R3 K*"], (10, 8)),
        ("M12", ["A R3 A", "B R3 K*"], (12, 6)),
        ("M13", ["A R4 10", "B R3 A"], (15, 6)),
        ("M14", ["A R5 J", "B four Q"], (10, 16)),
        ("M15", ["A four Q", "B four A"], (10, 16)),
        ("M16", ["A four K", "B four Q"], (20, 6)),
        ("M17", ["A four J", "B four A"], (30, 6)),
        ("M18", ["A four J", "B R4 10"], (30, 6)),
        ("M19", ["A R3 K", "A R3 9", "B R3 Q"], (14, 6)),
        ("M20", ["A R4 A", "A R3 9", "B R4 A"], (10, 6)),
        ("M21", ["A R4 A", "A R3 9", "B R4 A*", "B R3 Q"], (10, 13)),
        ("M22", ["1 R3 K", "3 R4 10"], (17, 6)),
        ("M23", ["A R6 K"], (20, 6)),
        ("M24", ["A R6 K", "B R5 A"], (20, 6)),
        ("M25", ["A R5 A", "B R5 A*"], (10, 16)),
        ("M26", ["A R5 A", "B R5 A"], (10, 6)),
        ("M27", ["A R4 K", "B R4 K"], (10, 6)),
        ("M28", ["A R4 K*", "B R4 K"], (15, 6)),
        ("M29", ["A R3 K*", "A Bella"], (14, 6)),
        ("M30", ["A R3 K", "A Bella", "B R3 K"], (12, 6)),
        ("M31", ["A four K", "A Bella"], (22, 6)),
        ("M32", ["A R3 K", "B R3 K", "B R3 K*"], (10, 10)),
        ("M33", ["A R4 A", "B Bella"], (15, 8)),
    ]
]

OPPONENTS = {"loser_melds": "to_opponents"}

LOST = [
    Vector("L1", sheet(played(70, "A R4 J")), points=(5, 16)),
    Vector("L2", sheet(played(70, "B R4 J")), points=(0, 21)),
    Vector("L3", sheet(played(70, "A Bella")), points=(2, 16)),
    Vector("L4", sheet(played(81, "A R3 K")), points=(2, 16)),
    Vector("L5", sheet(played(81, "A four J")), points=(20, 16)),
    Vector("L6", sheet(played(70, "A R3 K", "B R3 A")), points=(0, 18)),
    Vector("L7", sheet(played(70, "A R3 K", "B R3 K")), points=(0, 16)),
    Vector("L8", sheet(played(70, "A R4 J"), **OPPONENTS), points=(0, 21)),
    Vector("L9", sheet(played(70, "A R4 J", "A Bella"), **OPPONENTS), points=(2, 21)),
    Vector("L10", sheet(played(70, "A R4 J"), loser_melds="void"), points=(0, 16)),
]

POINTS = {"unit": "points"}
UP = {"tens_rounding": "maker_up"}
WITH: dict[str, Any] = {"contract_includes_melds": True}
VALUE = {"meld_height": "value_only"}

SWITCHES = [
    Vector("S1", sheet(played(97), **POINTS), points=(97, 65)),
    Vector("S2", sheet(played(81), **POINTS), points=(0, 162)),
    Vector("S3", sheet(special("durch", 1), **POINTS), points=(250, 0)),
    Vector("S4", sheet(special("revoke", 1), **POINTS), points=(0, 162)),
    Vector("S5", sheet(played(97, "A R3 K"), **POINTS), points=(117, 65)),
    Vector("S6", sheet(played(86), **UP), points=(9, 7)),
    Vector("S7", sheet(played(85), **UP), points=(8, 8)),
    Vector("S8", sheet(played(96), **UP), points=(10, 6)),
    Vector("S9", sheet(played(106), **UP), points=(11, 5)),
    Vector("S10", sheet(played(97), win_writing="winner_all"), points=(16, 0)),
    Vector("S11", sheet(played(76, "A R4 J"), **WITH), points=(13, 8)),
    Vector("S12", sheet(played(86, "B R4 J"), **WITH), points=(0, 21)),
    Vector("S13", sheet(played(71, "A R3 K"), **WITH), points=(2, 16)),
    Vector("S14", sheet(played(72, "A Bella"), **WITH), points=(9, 9)),
    Vector("S15", sheet(played(97, "A R3 A", "B R3 9"), **VALUE), points=(10, 6)),
    Vector("S16", sheet(played(97, "A R3 A", "B R3 9*"), **VALUE), points=(10, 8)),
    Vector(
        "S17",
        sheet(played(97, "A R3 K", "A R3 9", "B R3 Q"), winning_side_melds="highest_only"),
        points=(12, 6),
    ),
    Vector("S18", sheet(played(97, "A R3 K", "B R3 K"), equal_melds="split"), points=(11, 7)),
    Vector("S19", sheet(played(97, "A R6 K"), long_runs="jass"), points=(25, 6)),
    Vector("S20", sheet(played(81), tie_81="split"), points=(8, 8)),
]

ROUND = [played(97)] * 14 + [special("durch", 1)] * 2

TOTALS = [
    Vector("P5", sheet(*ROUND), totals=(14 * 10 + 50, 14 * 6), finished=True, winner=(1,)),
    Vector("P6", sheet(*[played(97)] * 16), totals=(160, 96), finished=True, winner=(1,)),
]

REFUSED = [
    Vector("X1", sheet(played(163)), code="points_range"),
    Vector("X2", sheet(played(161)), code="points_range"),
    Vector("X3", sheet(played(1)), code="points_range"),
    Vector("X4", sheet(played(-5)), code="points_range"),
    Vector("X4 half", sheet({"maker": 1, "points": 81.5}), code="points_range"),
    Vector("X10", sheet(played(162)), code="durch_question"),
    Vector("X10 none", sheet(played(0)), code="durch_question"),
    Vector("X11", sheet(special("durch", 1, points=150)), code="durch_conflict"),
    Vector("X15", sheet(played(97, "1 four K", "2 Bella")), code="bella_holder"),
    Vector("X16", sheet(played(97, "A four 9")), code="meld_kind"),
    Vector("X17", sheet(played(97, "A four 10")), code="meld_kind"),
    Vector("X18", sheet(played(97, "A R3 8")), code="run_top"),
    Vector("X19", sheet(played(97, "A R5 10")), code="run_top"),
    Vector("X20", sheet(played(97, "A four A", "B four A")), code="four_twice"),
    Vector("X21", sheet(played(97, "1 four J", "2 R5 A")), code="j4_vs_r5"),
    Vector("X22", sheet(played(97, "1 four Q", "2 R3 K")), code="meld_overlap"),
    Vector("X23", sheet(played(97, "1 four J", "1 R4 A")), code="meld_overlap"),
    Vector("X24", sheet(played(97, "1 R5 K", "1 R4 10")), code="hand_size"),
    Vector("X25", sheet(special("durch", 1, "B four J")), code="trickless_jack"),
    Vector("X26", sheet(special("durch", 1, "B R4 A*")), code="trickless_jack"),
    Vector("X27", sheet(played(97, "A R3 K*", "B R3 K*")), code="trump_tie"),
    Vector("X28", sheet(played(97, "A R3", "B R3")), code="meld_ambiguous"),
    Vector("X29", sheet(*[played(97)] * 17), code="round_full"),
    Vector("X30", sheet({"points": 97}), code="maker_missing"),
]

VECTORS = [*THRESHOLDS, *SPECIAL, *MELDS, *LOST, *SWITCHES, *TOTALS, *REFUSED]
