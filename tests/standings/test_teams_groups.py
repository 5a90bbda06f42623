"""Teams, categories, groups, who goes on."""

from __future__ import annotations

import pytest

from tests.standings.builders import competition, match, order, rounds, table
from tournaments.engines.standings import (
    Adjustment,
    By,
    Competitor,
    Rest,
    TeamRow,
    group_standings,
    qualifiers,
    standings,
    team_standings,
)
from tournaments.engines.standings.choices import Bye, TeamBest

REDS = [Competitor(number, team="Reds", category="ladies" if number < 3 else "") for number in (1, 2, 3)]
BLUES = [Competitor(number, team="Blues") for number in (4, 5, 6)]
SCORES = rounds({1: (40, 10), 2: (30, 50), 3: (-20, 20), 4: (45, 5), 5: (25, 30), 6: (10, 35)})


def table_of(rows: tuple[TeamRow, ...]) -> list[tuple[int | None, str, object]]:
    return [(row.rank, row.team, row.total.exact) for row in rows]


def test_all_members_count_unless_the_rules_say_less() -> None:
    """Four players form a team, their totals are added (Schwarzwaldmeisterschaft)."""
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES]))
    assert table_of(rows) == [(1, "Blues", 150), (2, "Reds", 130)]
    assert rows[0].members == (4, 5, 6)


def test_the_best_of_each_round_count_and_are_named() -> None:
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES], team_best=2))
    assert table_of(rows) == [(1, "Reds", 140), (2, "Blues", 135)]
    assert [(round_.round, round_.points, round_.counted) for round_ in rows[0].rounds] == [
        (1, 70, (1, 2)),
        (2, 70, (2, 3)),
    ]
    assert [(round_.round, round_.points, round_.counted) for round_ in rows[1].rounds] == [
        (1, 70, (4, 5)),
        (2, 65, (6, 5)),
    ]


def test_the_lowest_of_each_round_count_where_few_points_win() -> None:
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES], team_best=2, low_wins=True))
    assert table_of(rows) == [(1, "Reds", 10 + 30), (2, "Blues", 35 + 35)]


def test_the_best_over_the_event_count_with_all_their_rounds() -> None:
    """Reds: 50, 80, 0. In each round 140 come together, over the event 130."""
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES], team_best=2, team_by=TeamBest.EVENT))
    assert table_of(rows) == [(1, "Reds", 130), (2, "Blues", 105)]
    assert [(round_.round, round_.points, round_.counted) for round_ in rows[0].rounds] == [
        (1, 70, (2, 1)),
        (2, 60, (2, 1)),
    ]


def test_over_the_event_counts_what_stands_in_the_ranking() -> None:
    """Rounds that are left out and penalties of those who count; the penalty of another member does not."""
    fines = [Adjustment(2, None, -100, "Late"), Adjustment(4, None, -5, "Late")]
    rows = team_standings(
        competition(
            *SCORES,
            entrants=[*REDS, *BLUES],
            adjustments=fines,
            team_best=2,
            team_by=TeamBest.EVENT,
            best_rounds=1,
        )
    )
    assert table_of(rows) == [(1, "Blues", 40 + 35), (2, "Reds", 40 + 20)]


def test_who_never_played_is_not_among_the_best_where_few_points_win() -> None:
    reserve = Competitor(7, team="Reds")
    rows = team_standings(
        competition(
            *SCORES, entrants=[*REDS, *BLUES, reserve], team_best=2, team_by=TeamBest.EVENT, low_wins=True
        )
    )
    assert table_of(rows) == [(1, "Reds", 0 + 50), (2, "Blues", 45 + 50)]


def test_a_team_with_too_few_members_has_no_place() -> None:
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES[:2]], team_best=3))
    assert table_of(rows) == [(1, "Reds", 130), (None, "Blues", 105)]


def test_guests_do_not_count_for_a_team() -> None:
    guest = Competitor(6, team="Blues", ranked=False)
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES[:2], guest], team_best=2))
    assert rows[1].members == (4, 5)


def test_penalties_of_members_are_penalties_of_the_team() -> None:
    fine = Adjustment(4, None, -30, "Late")
    rows = team_standings(competition(*SCORES, entrants=[*REDS, *BLUES], adjustments=[fine]))
    assert table_of(rows) == [(1, "Reds", 130), (2, "Blues", 120)]


def test_equal_teams_are_split_by_the_rounds_then_by_lot() -> None:
    scores = rounds({1: (40, 10), 2: (30, 20), 3: (50, 0)})
    people = [Competitor(1, team="A"), Competitor(2, team="B"), Competitor(3, team="C")]
    by = (By.POINTS, By.LAST_ROUND, By.LOT)
    rows = team_standings(competition(*scores, entrants=people, by=by))
    assert [(row.rank, row.team, row.decided_by) for row in rows] == [
        (1, "B", None),
        (2, "A", By.LAST_ROUND),
        (3, "C", By.LAST_ROUND),
    ]
    level = rounds({1: (40,), 2: (40,)})
    shared = team_standings(competition(*level, entrants=people[:2], by=by))
    assert [(row.rank, row.shared) for row in shared] == [(1, True), (1, True)]
    lots = team_standings(competition(*level, entrants=people[:2], by=by), seed="x")
    assert [(row.rank, row.decided_by) for row in lots] == [(1, None), (2, By.LOT)]


@pytest.mark.parametrize("low_wins", [False, True])
@pytest.mark.parametrize(
    ("by", "ahead", "behind"),
    [
        (By.BEST_ROUND, (30, 10), (20, 20)),  # of few points 10 is the best round, too
        (By.BEST_ROUND, (30, 15, 5), (30, 10, 10)),
        (By.LAST_ROUND, (10, 30, 20), (30, 10, 20)),  # the last was equal: the one before it
    ],
)
def test_equal_teams_are_split_by_their_rounds(
    by: By, ahead: tuple[int, ...], behind: tuple[int, ...], low_wins: bool
) -> None:
    if low_wins and by is By.LAST_ROUND:
        ahead, behind = behind, ahead
    scores = rounds({1: behind, 2: ahead})
    people = [Competitor(1, team="A"), Competitor(2, team="B")]
    rows = team_standings(competition(*scores, entrants=people, by=(By.POINTS, by), low_wins=low_wins))
    assert [(row.team, row.decided_by) for row in rows] == [("B", None), ("A", by)]


@pytest.mark.parametrize("team_by", list(TeamBest))
def test_a_round_is_made_by_those_who_played_it(team_by: TeamBest) -> None:
    """One of A and all of C are missing in the second round."""
    scores = [table(1, {1: 40, 2: 30, 3: 20, 4: 10}), table(2, {1: 20, 3: 10})]
    people = [Competitor(number, team=team) for number, team in enumerate("AABC", start=1)]
    rows = team_standings(competition(*scores, entrants=people, team_best=2, team_by=team_by))
    assert {
        row.team: [(round_.round, round_.points, round_.counted) for round_ in row.rounds] for row in rows
    } == {
        "A": [(1, 70, (1, 2)), (2, 20, (1,))],
        "B": [(1, 20, (3,)), (2, 10, (3,))],
        "C": [(1, 10, (4,))],
    }


def test_a_place_is_shared_by_equal_teams_that_have_one() -> None:
    """Who stands alone shares nothing, and nor do equal teams that are too small for a place."""
    people = [Competitor(number, team=team) for number, team in enumerate("AABBCCDE", start=1)]
    scores = rounds({1: (40,), 2: (10,), 3: (30,), 4: (20,), 5: (20,), 6: (5,), 7: (9,), 8: (9,)})
    rows = team_standings(competition(*scores, entrants=people, team_best=2, by=(By.POINTS,)))
    assert [(row.team, row.rank, row.last, row.place, row.shared) for row in rows] == [
        ("A", 1, 2, "1–2", True),
        ("B", 1, 2, "1–2", True),
        ("C", 3, 3, "3", False),
        ("D", None, None, "–", False),
        ("E", None, None, "–", False),
    ]


def test_a_category_keeps_the_order_with_places_of_its_own() -> None:
    people = [
        Competitor(1),
        Competitor(2, category="youth"),
        Competitor(3, category="youth"),
        Competitor(4, category="ladies"),
    ]
    field = competition(table(1, {1: 40, 2: 30, 3: 30, 4: 20, 5: 10}), entrants=people)
    tables = standings(field).categories()
    assert list(tables) == ["ladies", "youth"]
    assert order(tables["youth"]) == [(1, 2), (1, 3)]
    assert order(tables["ladies"]) == [(1, 4)]


def test_a_table_of_some_knows_what_separates_them() -> None:
    field = competition(
        *rounds({1: (30, 30), 2: (40, 20), 3: (25, 30), 4: (10, 45)}), by=(By.POINTS, By.BEST_ROUND)
    )
    ranking = standings(field)
    assert [(row.entrant, row.decided_by) for row in ranking.rows] == [
        (2, None),
        (1, By.BEST_ROUND),
        (4, By.POINTS),
        (3, By.BEST_ROUND),
    ]
    assert [(row.rank, row.entrant, row.decided_by) for row in ranking.among([2, 3]).rows] == [
        (1, 2, None),
        (2, 3, By.POINTS),
    ]


GROUPS = {"A": (1, 2, 3), "B": (4, 5, 6)}
MATCHES = (
    match(1, 1, 2, (30, 20), games=(1, 0)),
    match(2, 1, 3, (30, 10), games=(1, 0)),
    match(3, 2, 3, (30, 25), games=(1, 0)),
    match(1, 4, 5, (30, 29), number=2, games=(1, 0)),
    match(2, 4, 6, (18, 30), number=2, games=(0, 1)),
    match(3, 5, 6, (30, 12), number=2, games=(1, 0)),
)
BY = (By.MATCH_POINTS, By.GAMES_DIFFERENCE, By.POINT_DIFFERENCE, By.LOT)


def test_every_group_has_a_table_of_its_own() -> None:
    between = match(4, 1, 4, (0, 30), games=(0, 1))
    rests = [Rest(1, 3, 1, "bye"), Rest(1, 3, 4, "bye")]
    tables = group_standings(competition(*MATCHES, between, by=BY, rests=rests, bye=Bye.NONE), GROUPS)
    assert order(tables["A"]) == [(1, 1), (2, 2), (3, 3)]
    assert order(tables["B"]) == [(1, 5), (2, 6), (3, 4)]


def test_the_best_of_each_group_go_on_with_the_best_others() -> None:
    tables = group_standings(competition(*MATCHES, by=BY), GROUPS)
    qualification = qualifiers(tables, best=1, others=1)
    assert [
        (qualified.entrant, qualified.group, qualified.rank, qualified.as_best_other)
        for qualified in qualification.qualified
    ] == [
        (1, "A", 1, False),
        (5, "B", 1, False),
        (2, "A", 2, True),
    ]
    assert qualification.undecided == ()


def test_seconds_of_groups_of_different_size_are_compared_by_the_round() -> None:
    """2 has 2 points of two matches, 6 has 2 of one."""
    played = [sheet for sheet in MATCHES if sheet.round < 3 or sheet.table == 1]
    tables = group_standings(
        competition(*played, by=(By.MATCH_POINTS, By.POINT_DIFFERENCE), entrants=[Competitor(5)]),
        {"A": (1, 2, 3), "B": (4, 6)},
    )
    assert order(tables["B"]) == [(1, 6), (2, 4)]
    third = match(9, 4, 6, (30, 10), number=3, games=(1, 0))
    tables["B"] = group_standings(
        competition(*played, third, by=(By.MATCH_POINTS, By.POINT_DIFFERENCE)), {"B": (4, 6)}
    )["B"]
    assert order(tables["B"]) == [(1, 4), (2, 6)]
    (_first, _second, best_other) = qualifiers(tables, best=1, others=1).qualified
    assert best_other.entrant == 2


def test_equals_across_the_line_are_left_open_without_a_lot() -> None:
    field = competition(table(1, {1: 30, 2: 20, 3: 20, 4: 5}), by=(By.POINTS, By.LOT))
    groups = {"A": (1, 2, 3, 4)}
    qualification = qualifiers(group_standings(field, groups), best=2)
    assert [qualified.entrant for qualified in qualification.qualified] == [1]
    assert qualification.undecided == ((2, 3),)
    by_lot = qualifiers(group_standings(field, groups, seed="x"), best=2)
    assert len(by_lot.qualified) == 2
    assert [qualified.by_lot for qualified in by_lot.qualified] == [False, True]
    assert by_lot.undecided == ()


def test_the_lot_between_the_best_others_is_named() -> None:
    field = competition(table(1, {1: 30, 2: 20}), table(1, {3: 25, 4: 20}, 2), by=(By.POINTS, By.LOT))
    groups = {"A": (1, 2), "B": (3, 4)}
    qualification = qualifiers(group_standings(field, groups), best=1, others=1)
    assert [qualified.entrant for qualified in qualification.qualified] == [1, 3]
    assert qualification.undecided == ((2, 4),)
    drawn = qualifiers(group_standings(field, groups, seed="x"), best=1, others=1, seed="x")
    assert [qualified.by_lot for qualified in drawn.qualified] == [False, False, True]
