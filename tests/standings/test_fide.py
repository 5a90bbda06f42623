"""Opponents, direct meetings and unplayed rounds, against what FIDE published; sources: fide.py."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.standings.builders import values
from tests.standings.fide import PL_SWISS, TEC_DIRECT, TEC_ROUND_ROBIN, TEC_SWISS, cross_table
from tournaments.engines.standings import By, standings
from tournaments.engines.standings.values import Exact

Table = dict[int, float]


def halved(doubled: dict[int, Exact]) -> Table:
    """Our match points are 2, 1, 0; those of chess 1, ½, 0."""
    return {
        entrant: float(Fraction(value) / 2)
        for entrant, value in doubled.items()
        if isinstance(value, int | Fraction)
    }


TEC = {
    By.MATCH_POINTS: [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5],
    By.PROGRESSIVE: [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    By.BUCHHOLZ: [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    By.SONNEBORN: [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
}
"""[TEC], participants 1 to 16, as solved there for the text of 2024."""

SINCE_2026 = {
    # a bye asked for, or of the draw: the dummy has no more than five draws, 2.5
    By.BUCHHOLZ: {4: 14.0, 6: 11.5, 11: 12.5},
    # 11 won by forfeit against 9: the dummy has no more than 9 has, 1.5
    By.SONNEBORN: {4: 9.25, 6: 6.0, 11: 4.75},
}
"""[C.07] 16.4: what the text in force says instead."""


@pytest.mark.parametrize("by", list(TEC))
def test_sixteen_participants_have_the_values_that_were_published(by: By) -> None:
    worth = values(standings(cross_table(TEC_SWISS, By.MATCH_POINTS, by)), by)
    expected = dict(enumerate(TEC[by], start=1)) | SINCE_2026.get(by, {})
    assert halved(worth) == expected


WINS = {2: 3, 16: 3, 1: 2, 3: 2, 4: 2, 6: 3, 5: 2, 8: 2, 11: 2, 12: 2, 14: 2, 15: 2, 7: 1, 9: 1, 13: 1, 10: 1}
WON = {2: 3, 16: 3, 1: 2, 3: 2, 4: 2, 6: 2, 5: 2, 8: 2, 11: 1, 14: 2, 15: 2, 12: 0, 7: 1, 13: 1, 9: 0, 10: 1}


@pytest.mark.parametrize(("by", "expected"), [(By.WINS, WINS), (By.WINS_PLAYED, WON)])
def test_wins_count_byes_and_forfeits_and_wins_at_the_table_do_not(by: By, expected: dict[int, int]) -> None:
    assert values(standings(cross_table(TEC_SWISS, By.MATCH_POINTS, by)), by) == expected


CUT = {5: 7.5, 8: 12, 11: 11, 7: 12.5, 9: 7.5, 13: 12, 1: 11, 3: 13, 4: 11.5, 16: 11, 12: 9.5, 14: 9, 15: 11}
"""[TEC], the groups that are equal; 11 as above (12 in the text of 2024)."""


def test_the_cut_takes_a_round_one_stayed_away_from_before_the_weakest_opponent() -> None:
    worth = values(standings(cross_table(TEC_SWISS, By.MATCH_POINTS, By.BUCHHOLZ_CUT)), By.BUCHHOLZ_CUT)
    assert {entrant: value for entrant, value in halved(worth).items() if entrant in CUT} == CUT


def test_fourteen_participants_of_the_exercises_of_2026() -> None:
    expected = [14.5, 15, 14, 14.5, 13.5, 13.5, 13.5, 10.5, 11.5, 11, 13, 10, 9, 11]
    worth = values(standings(cross_table(PL_SWISS, By.MATCH_POINTS, By.BUCHHOLZ)), By.BUCHHOLZ)
    assert [halved(worth)[entrant] for entrant in range(1, 15)] == expected


@pytest.mark.parametrize(("entrant", "expected"), [(9, 10), (12, 9.5)])
def test_the_cut_of_the_exercises_of_2026(entrant: int, expected: float) -> None:
    worth = values(standings(cross_table(PL_SWISS, By.MATCH_POINTS, By.BUCHHOLZ_CUT)), By.BUCHHOLZ_CUT)
    assert halved(worth)[entrant] == expected


def test_the_median_leaves_out_both_ends() -> None:
    """15 played everybody: opponents with 1.5, 2.5, 1, 3.5, 3.5."""
    worth = values(standings(cross_table(TEC_SWISS, By.MATCH_POINTS, By.BUCHHOLZ_MEDIAN)), By.BUCHHOLZ_MEDIAN)
    assert halved(worth)[15] == 1.5 + 2.5 + 3.5


ROUND_ROBIN = [
    (By.SONNEBORN, {1: 9.25, 2: 6.25, 3: 6.25, 4: 4.25, 5: 3.25, 6: 2.25}),
    (By.KOYA, {1: 2, 2: 0.5, 3: 0.5, 4: 1, 5: 0.5, 6: 0}),
]


@pytest.mark.parametrize(("by", "expected"), ROUND_ROBIN)
def test_in_a_round_robin_a_forfeit_counts_as_played(by: By, expected: Table) -> None:
    worth = values(standings(cross_table(TEC_ROUND_ROBIN, By.MATCH_POINTS, by, walkover_meets=True)), by)
    assert halved(worth) == expected


def test_direct_encounter_of_a_round_robin() -> None:
    """[TEC]: 1 before 2 and 3, who drew with each other; 6 before 5 before 4, the forfeit of 5 counts."""
    ranking = standings(cross_table(TEC_ROUND_ROBIN, By.MATCH_POINTS, By.DIRECT, walkover_meets=True))
    assert [(row.rank, row.entrant) for row in ranking.rows] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (4, 6),
        (5, 5),
        (6, 4),
    ]


def test_direct_encounter_of_a_swiss_tournament_where_not_all_have_met() -> None:
    """[TEC] page 43: of 1, 2, 4 and 6 with 5.5 points 6 is first, 1 and 4 share the next place, 2 is last."""
    ranking = standings(cross_table(TEC_DIRECT, By.MATCH_POINTS, By.DIRECT))
    place = {row.entrant: row.rank for row in ranking.rows}
    assert place[3] == 1
    assert (place[6], place[1], place[4], place[2]) == (2, 3, 3, 5)
    others = [row for row in ranking.rows if row.entrant not in (1, 2, 4, 6) and row.decided_by is By.DIRECT]
    assert others == []
