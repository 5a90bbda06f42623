"""Robots write hands that every game takes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scoring import GAMES, Game, Unreadable, opening, parse, play, set_up
from tests.scoring.probe_game import PROBE
from tournaments.rehearsal.robots import made_up


def plays(game: Game[Any, Any], seats: int, preset: str) -> bool:
    try:
        set_up(game, seats, preset)
    except Unreadable:
        return False
    return True


CASES = [
    (game, seats, preset.key)
    for game in (*GAMES, PROBE)
    for preset in game.presets
    for seats in game.seats
    if plays(game, seats, preset.key)
]


@pytest.mark.parametrize(
    ("game", "seats", "preset"), CASES, ids=lambda value: getattr(value, "key", str(value))
)
def test_a_robot_plays_any_game_at_any_table(game: Game[Any, Any], seats: int, preset: str) -> None:
    chance = random.Random(f"{game.key} {seats} {preset}")
    table = set_up(game, seats, preset)
    so_far = opening(table)
    for _hand in range(12):
        if so_far.over:
            break
        raw = made_up(game, table, so_far, chance)
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
    assert so_far.all_hands


def test_the_same_seed_plays_the_same_evening() -> None:
    game = GAMES[0]
    table = set_up(game, game.seats[0])
    first, again = (made_up(game, table, opening(table), random.Random(7)) for _turn in range(2))
    assert first == again
