"""Who lost a hand or a game: the rule tables of `docs/rules-decisions.md`, a row for each case."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import game_for, opening, parse, play, set_up
from scoring.losing import losses_of

FAULT = {"declarer": 1, "contract": "solo"}
CEGO: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[list[int], str]]]] = [
    ("a Solo that is lost", {"declarer": 1, "contract": "solo", "points": 30}, {}, [([1], "solo")]),
    ("a Solo that is won", {"declarer": 1, "contract": "solo", "points": 40}, {}, []),
    ("exactly half", {"declarer": 2, "contract": "eine", "points": 35}, {}, [([2], "eine")]),
    (
        "exactly half, where nobody pays",
        {"declarer": 2, "contract": "eine", "points": 35},
        {"buergermeister": "zero"},
        [],
    ),
    (
        "lost at a value of nothing",
        {"declarer": 1, "contract": "solo", "points": 30},
        {"solo_lost": 0},
        [([1], "solo")],
    ),
    ("an Ultimo that fails", {"declarer": 3, "contract": "ultimo", "made": False}, {}, [([3], "ultimo")]),
    ("a Bettel that is made", {"declarer": 1, "contract": "bettel", "made": True}, {}, []),
    (
        "a Räuber with two losers",
        {"declarer": 1, "contract": "raeuber", "losers": [2, 3]},
        {"raeuber_tie": "all_tied"},
        [([2, 3], "raeuber")],
    ),
    (
        "Schinden",
        {"kind": "schinden", "declarer": 1, "contract": "eine", "offender": 4},
        {},
        [([4], "eine")],
    ),
    ("a revoke by the declarer", {"kind": "revoke", **FAULT, "offender": 1}, {}, [([1], "solo")]),
    ("a revoke by a defender", {"kind": "revoke", **FAULT, "offender": 2}, {}, []),
    (
        "a revoke in a Drescher",
        {"kind": "revoke", "declarer": 1, "contract": "drescher", "offender": 3},
        {},
        [([3], "drescher")],
    ),
    (
        "a revoke decided at the table",
        {"kind": "revoke", **FAULT, "offender": 2, "ruling": -4},
        {"revoke": "referee"},
        [([1], "solo")],
    ),
    ("thrown in", {"kind": "redeal"}, {}, []),
]
CAESAR: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[list[int], str]]]] = [
    ("the makers fail", {"maker": 1, "points": 60}, {}, [([1, 3], "played")]),
    ("the makers win", {"maker": 1, "points": 100}, {}, []),
    ("a tie that waits", {"maker": 1, "points": 81}, {"tie_81": "carry"}, []),
    ("a side without a trick", {"kind": "durch", "side": 1}, {}, [([2, 4], "durch")]),
    ("a wrong card", {"kind": "revoke", "side": 2}, {}, [([2, 4], "revoke")]),
    ("dealt again", {"kind": "redeal"}, {}, []),
    ("a misdeal that costs nothing", {"kind": "misdeal", "side": 1}, {"misdeal": "redeal"}, []),
    (
        "a misdeal that costs the hand",
        {"kind": "misdeal", "side": 1},
        {"misdeal": "lost"},
        [([1, 3], "misdeal")],
    ),
]
CABO: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[list[int], str]]]] = [
    ("a call that was right", {"caller": 1, "values": [3, 5, 9, 4]}, {}, []),
    ("a call that was wrong", {"caller": 2, "values": [3, 5, 9, 4]}, {}, [([2], "")]),
    (
        "a call that a kamikaze spoils",
        {"caller": 2, "values": [50, 5, 9, 4], "kamikaze": [1]},
        {},
        [([2], "")],
    ),
]
CASES = [
    *(("cego", *case) for case in CEGO),
    *(("caesar", *case) for case in CAESAR),
    *(("cabo", *case) for case in CABO),
]


def lost(
    key: str, rules: dict[str, Any], *hands: dict[str, Any], seats: int = 4
) -> list[tuple[list[int], str]]:
    game = game_for(key)
    table = set_up(game, seats, None, rules)
    so_far = opening(table)
    for raw in hands:
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
    return [([seat + 1 for seat in loss.seats], loss.by or "") for loss in losses_of(game, table, so_far)]


@pytest.mark.parametrize(
    ("key", "raw", "rules", "losers"),
    [pytest.param(*case[:1], *case[2:], id=f"{case[0]}: {case[1]}") for case in CASES],
)
def test_a_hand_says_who_lost_it(
    key: str, raw: dict[str, Any], rules: dict[str, Any], losers: list[tuple[list[int], str]]
) -> None:
    assert lost(key, rules, raw) == losers


def test_of_a_chico_all_lose_who_have_not_won_it() -> None:
    hand = {"kind": "quick", "quick": {"side": 2, "points": 30}}
    assert lost("truco", {}, hand) == [([1, 3], "")]
    assert lost("truco", {"games_to_win": 2}, hand, hand) == [([1, 3], ""), ([1, 3], "")]
    assert lost("truco", {}, {"kind": "quick", "quick": {"side": 2, "points": 29}}) == []


def test_of_an_ecarte_the_other_player_loses() -> None:
    hand = {"declarer": 1, "tricks": [5, 0]}
    assert lost("ecarte", {"target": 2}, hand, seats=2) == [([2], "")]
