"""Worked seasons with the numbers that clubs expect."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.problem import Unreadable
from tests.season.builders import (
    ANNA_AND_FRIENDS,
    MINUS,
    counted,
    evenings,
    left_out,
    order,
    table_of,
    totals,
)
from tournaments.engines.season import (
    Absent,
    BonusPlace,
    Combining,
    Negatives,
    Outsiders,
    PlaceSharing,
    Season,
    SeasonBy,
    SeasonEvening,
    SeasonResult,
    SeasonRules,
    Unit,
    Unranked,
    Worth,
    merged,
    moved,
    notice,
    season,
    why,
    written,
)

CUP = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
TWO = {"best": 4, "evenings": 6, "least": 3}


def test_s1_all_evenings_added_up() -> None:
    assert order(table_of(ANNA_AND_FRIENDS)) == ["1 Anna 1050", "2 Dirk 960", "3 Bert 890", "4 Cora 850"]


def test_s2_the_best_four_and_at_least_three_evenings() -> None:
    table = table_of(ANNA_AND_FRIENDS, **TWO)
    assert order(table) == ["1 Anna 1110", "2 Cora 960", "3 Bert 890", "– Dirk 960"]
    assert left_out(table, "Anna") == [-60]
    assert left_out(table, "Cora") == [90, -200]
    assert counted(table, "Bert") == [280, 300, 310]
    dirk = table.row("Dirk")
    assert (dirk.unranked, dirk.missing) == (Unranked.TOO_FEW, 1)


def test_s3_equal_totals_by_the_best_single_evening() -> None:
    table = table_of(ANNA_AND_FRIENDS, best=4, ties=(SeasonBy.BEST_EVENING,))
    assert order(table) == ["1 Anna 1110", "2 Dirk 960", "3 Cora 960", "4 Bert 890"]
    assert table.row("Cora").decided_by is SeasonBy.BEST_EVENING


def corrected(person: str, number: int, points: int) -> dict[str, list[int | None]]:
    scores = {name: list(row) for name, row in ANNA_AND_FRIENDS.items()}
    scores[person][number] = points
    return scores


def test_s4_a_correction_moves_two_places() -> None:
    before, after = table_of(ANNA_AND_FRIENDS, **TWO), table_of(corrected("Bert", 1, 380), **TWO)
    assert order(after)[:3] == ["1 Anna 1110", "2 Bert 970", "3 Cora 960"]
    moves = moved(before, after)
    assert [(move.person, move.before, move.after) for move in moves if move.moved] == [
        ("Bert", 3, 2),
        ("Cora", 2, 3),
    ]
    words = notice(moves)
    assert words.message.format(**words.values) == "2 places of the season have changed."


def test_s5_a_correction_of_what_is_left_out_moves_nobody_and_says_so() -> None:
    moves = moved(table_of(ANNA_AND_FRIENDS, **TWO), table_of(corrected("Cora", 4, -180), **TWO))
    assert moves == ()
    assert "no place has changed" in notice(moves).message


def test_s6_a_minimum_is_shown_and_not_applied_until_the_end() -> None:
    begun = {person: row[:3] for person, row in ANNA_AND_FRIENDS.items()}
    table = table_of(begun, **TWO, least_at_end=True)
    assert not table.over
    assert order(table) == ["1 Anna 600", "2 Bert 580", "3 Dirk 500", "4 Cora 500"]
    assert [row.missing for row in table.rows] == [0, 1, 2, 0]
    assert all(cell.left_out is None for row in table.rows for cell in row.cells)
    whole = table_of(ANNA_AND_FRIENDS, **TWO, least_at_end=True)
    assert order(whole) == order(table_of(ANNA_AND_FRIENDS, **TWO))


MINUS_SEASONS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("s7 absent is skipped", {}, ["1 J 500", "2 K 370", "3 I 330"]),
    ("s8 absent is 0", {"absent": Absent.FIXED}, ["1 J 500", "2 K 380", "3 I 330"]),
    (
        "s9 absent is −150",
        {"absent": Absent.FIXED, "absent_points": -150},
        ["1 K 370", "2 I 330", "3 J 200"],
    ),
    (
        "s10 only positive results",
        {"negatives": Negatives.LEFT_OUT},
        ["1–2 I 500", "1–2 J 500", "3 K 380"],
    ),
]


@pytest.mark.parametrize(("name", "rules", "expected"), MINUS_SEASONS)
def test_s7_to_s10_what_staying_away_is_worth(name: str, rules: dict[str, Any], expected: list[str]) -> None:
    assert order(table_of(MINUS, best=4, evenings=5, **rules)) == expected


def test_s7_says_that_staying_away_pays_and_a_minimum_ends_it() -> None:
    assert [hint.code for hint in table_of(MINUS, best=4, evenings=5).hints] == ["staying_away_pays"]
    assert table_of(MINUS, best=4, evenings=5, least=3).hints == ()
    zero = table_of(MINUS, best=4, evenings=5, absent=Absent.FIXED)
    assert [hint.code for hint in zero.hints] == ["absence_beats_minus"]


def test_s10_the_average_of_all() -> None:
    table = table_of(MINUS, combine=Combining.MEAN)
    assert totals(table) == [(1, "J", 250), (2, "K", Fraction(185, 2)), (3, "I", -14)]
    assert [str(written(row.total, 1)) for row in table.rows] == ["250", "92.5", "-14"]


ALL_900 = {
    "Eva": [400, 300, 200, 100],
    "Finn": [450, 250, 200, 100],
    "Gisa": [450, 300, 150, 100],
    "Hugo": [450, 250, 200, 100],
}


def test_s11_the_best_evenings_one_after_the_other() -> None:
    table = table_of(ALL_900, best=3, ties=(SeasonBy.BEST_EVENINGS,))
    assert order(table) == ["1 Gisa 900", "2–3 Finn 900", "2–3 Hugo 900", "4 Eva 900"]
    table = table_of(ALL_900, best=3, ties=(SeasonBy.SUM_OF_ALL,))
    assert {row.place for row in table.rows} == {"1–4"}


def cup(ranks: dict[str, int], **rules: Any) -> dict[str, Any]:
    whole = Season(evenings({person: [rank] for person, rank in ranks.items()}, by="rank"))
    rules = {"worth": Worth.PLACES, "place_points": CUP, "tail": 1, **rules}
    return {str(row.person): row.total for row in season(replace(whole, rules=SeasonRules(**rules))).rows}


@pytest.mark.parametrize(
    ("sharing", "second"),
    [(PlaceSharing.MEAN, Fraction(33, 2)), (PlaceSharing.HIGHER, 18), (PlaceSharing.LOWER, 15)],
)
def test_s12_what_a_shared_place_is_worth(sharing: PlaceSharing, second: Any) -> None:
    points = cup({"A": 1, "B": 2, "C": 2, "D": 4}, sharing=sharing)
    assert points == {"A": 25, "B": second, "C": second, "D": 12}


def test_s12_three_share_the_ninth_place() -> None:
    ranks = {f"P{rank}": rank for rank in range(1, 9)}
    points = cup({**ranks, "X": 9, "Y": 9, "Z": 9})
    assert points["X"] == Fraction(4, 3)
    assert str(written(points["X"], 2)) == "1.33"


def test_s13_three_of_four_heats_and_a_final_that_counts_double() -> None:
    ranks: dict[str, list[int | None]] = {
        "L": [1, 3, 2, 5, 2],
        "M": [2, 2, 1, None, 3],
        "O": [4, 1, None, None, 1],
        "P": [3, 4, 4, 1, 12],
    }
    legs = evenings(ranks, by="rank")
    final = replace(legs[-1], kind="final", weight=2)
    rules = SeasonRules(worth=Worth.PLACES, place_points=CUP, tail=1, best=3, always=("final",))
    table = season(Season((*legs[:-1], final), rules))
    assert order(table) == ["1 L 94", "2 M 91", "3 O 87", "4 P 54"]
    assert counted(table, "L") == [25, 15, 18, 36]
    assert counted(table, "P") == [15, 12, 25, 2]


@pytest.mark.parametrize(
    ("series", "drops"),
    [(24, None), (25, 0), (29, 0), (30, 1), (34, 1), (35, 2), (44, 3), (45, 4), (50, 5), (52, 5)],
)
def test_s14_who_comes_often_may_leave_out_more(series: int, drops: int | None) -> None:
    scores: dict[str, list[int | None]] = {"X": [*range(1000, 1000 + series), *[None] * (52 - series)]}
    table = table_of(scores, least=25, drop_from=30, drop_every=5, drop_most=5)
    row = table.row("X")
    assert (row.rank is None) == (drops is None)
    assert len(left_out(table, "X")) == (drops or 0)


def test_s14_the_average_without_the_worst() -> None:
    rest = [1123] * 30  # 33,690
    rules: dict[str, Any] = {"least": 25, "drop_from": 30, "combine": Combining.MEAN}
    table = table_of({"X": [*rest, 410]}, **rules)
    assert table.row("X").total == 1123
    assert left_out(table, "X") == [410]


LISTS = {"A": (30, 33_600), "B": (24, 27_360), "C": (20, 24_000), "D": (12, 16_800)}


def lists(**rules: Any) -> Any:
    results = tuple(SeasonResult(person, points, rounds=n) for person, (n, points) in LISTS.items())
    rules = {"combine": Combining.MEAN, "divisor": Unit.ROUNDS, **rules}
    return season(Season((SeasonEvening("year", results=results),), SeasonRules(**rules)))


def test_s15_divided_by_at_least_24() -> None:
    assert totals(lists(least_divisor=24)) == [(1, "B", 1140), (2, "A", 1120), (3, "C", 1000), (4, "D", 700)]


def test_s15_or_at_least_24_to_be_ranked() -> None:
    table = lists(least=24, least_of=Unit.ROUNDS)
    assert [(row.person, row.rank, row.missing) for row in table.rows] == [
        ("B", 1, 0),
        ("A", 2, 0),
        ("D", None, 12),
        ("C", None, 4),
    ]


def test_s16_points_per_session() -> None:
    sessions = {"A": (62, 40), "B": (40, 25), "C": (39, 24)}
    results = tuple(SeasonResult(person, points, rounds=n) for person, (points, n) in sessions.items())
    rules = SeasonRules(
        combine=Combining.MEAN, divisor=Unit.ROUNDS, least=25, least_of=Unit.ROUNDS, decimals=3
    )
    table = season(Season((SeasonEvening("year", results=results),), rules))
    assert [(row.person, row.rank, str(written(row.total, 3))) for row in table.rows] == [
        ("B", 1, "1.600"),
        ("A", 2, "1.550"),
        ("C", None, "1.625"),
    ]


@pytest.mark.parametrize(
    ("outsiders", "points"), [(Outsiders.KEEP, [25, 15, 10]), (Outsiders.MOVE_UP, [25, 18, 15])]
)
def test_s17_guests_keep_their_places_or_members_move_up(outsiders: Outsiders, points: list[int]) -> None:
    people = [("Uwe", False), ("Gast 1", True), ("Vera", False), ("Gast 2", True), ("Willi", False)]
    results = tuple(
        SeasonResult(name, rank=n, guest=guest) for n, (name, guest) in enumerate(people, start=1)
    )
    rules = SeasonRules(worth=Worth.PLACES, place_points=CUP, tail=1, members_only=True, outsiders=outsiders)
    table = season(Season((SeasonEvening("E1", results=results),), rules))
    assert totals(table) == [(n + 1, name, points[n]) for n, name in enumerate(("Uwe", "Vera", "Willi"))]


def test_s18_a_weight_turns_the_order() -> None:
    scores = {"X": [300, 250, 200], "Y": [250, 220, 270]}
    legs = evenings(scores)
    whole = Season((*legs[:-1], replace(legs[-1], weight=2)))
    assert order(season(whole)) == ["1 Y 1010", "2 X 950"]
    assert order(season(replace(whole, rules=SeasonRules(weighted=False)))) == ["1 X 750", "2 Y 740"]


@pytest.mark.parametrize(("place", "total"), [(BonusPlace.EVENING, 48), (BonusPlace.APART, 52)])
def test_s19_a_bonus_belongs_to_its_evening_or_stands_apart(place: BonusPlace, total: int) -> None:
    legs = list(evenings({"X": [20, 15, 8, 12]}))
    legs[2] = replace(legs[2], results=(SeasonResult("X", 8, bonus=5),))
    table = season(Season(tuple(legs), SeasonRules(drop=1, bonus=place)))
    assert table.row("X").total == total


def test_s20_two_people_turn_out_to_be_one() -> None:
    whole = Season(evenings({"Ali": [300, None], "Alexander": [None, 200], "Bert": [100, 100]}))
    row = season(merged(whole, "Alexander", "Ali")).row("Alexander")
    assert (row.total, row.attended) == (500, 2)
    with pytest.raises(Unreadable) as refused:
        merged(whole, "Alexander", "Bert")
    (problem,) = refused.value.problems
    assert problem.code == "both_took_part"
    assert problem.text.values["evenings"] == ("E2",)


def test_every_total_is_explained() -> None:
    table = table_of(ANNA_AND_FRIENDS, **TWO)
    sentences = [reason.message.format(**reason.values) for reason in why(table, "Cora")]
    assert [reason.code for reason in why(table, "Cora")] == ["sum", "worse", "behind"]
    assert sentences[0].startswith("4 evenings count")
    assert sentences[-1] == "150 behind Anna."
