"""A match of several games: the games count, and each has its own points."""

from __future__ import annotations

from scoring import game_for, match_of, opening, play, set_up
from scoring.paper import Paper


def truco(*points: tuple[int, int]):
    game = game_for("truco")
    table = set_up(game, 4, "clasico", {"games_to_win": 2})
    so_far = opening(table)
    for one in points:
        so_far = play(game, table, so_far, Paper(5, one))
    return match_of(so_far)


def test_an_empty_sheet_has_one_game_without_points():
    match = truco()
    assert [(game.number, game.points, game.winners) for game in match.games] == [(1, (0, 0), None)]
    assert match.won == (0, 0)


def test_each_game_has_its_own_points_and_the_games_are_counted():
    match = truco((30, 12), (21, 30), (5, 0))
    assert match.won == (1, 1)
    assert match.of_side(0) == (30, 21, 5)
    assert match.of_side(1) == (12, 30, 0)
    assert [game.winners for game in match.games] == [(0,), (1,), None]
    assert [game.hands for game in match.games] == [5, 5, 5]


def test_a_decided_match_has_no_further_game():
    match = truco((30, 12), (30, 29))
    assert match.won == (2, 0)
    assert len(match.games) == 2
