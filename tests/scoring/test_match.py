"""A match of several games: the games count, and each has its own points."""

from __future__ import annotations

from scoring import PaperTotals, game_for, match_of, opening, play, set_up
from scoring.match import Match


def truco(*points: tuple[int, int]) -> Match:
    game = game_for("truco")
    table = set_up(game, 4, "clasico", {"games_to_win": 2})
    so_far = opening(table)
    for written in points:
        so_far = play(game, table, so_far, PaperTotals(hands=5, points=written))
    return match_of(so_far)


def test_an_empty_sheet_has_one_game_without_points() -> None:
    match = truco()
    assert [(game.number, game.points, game.winners) for game in match.games] == [(1, (0, 0), None)]
    assert match.won == (0, 0)


def test_each_game_has_its_own_points_and_the_games_are_counted() -> None:
    match = truco((30, 12), (21, 30), (5, 0))
    assert match.won == (1, 1)
    assert (match.of_side(0), match.of_side(1)) == ((30, 21, 5), (12, 30, 0))
    assert [(game.winners, game.hands) for game in match.games] == [((0,), 5), ((1,), 5), (None, 5)]


def test_a_decided_match_has_no_further_game() -> None:
    match = truco((30, 12), (30, 29))
    assert match.won == (2, 0)
    assert len(match.games) == 2
