"""Parts of an event: one round, one stage, up to a round."""

from __future__ import annotations

import pytest

from tests.standings.builders import competition, order, table, values
from tournaments.engines.standings import Adjustment, By, Competition, Rest, standings

FIELD = competition(
    table(1, {1: 30, 2: 20, 3: 10}),
    table(2, {1: 5, 2: 40}),
    table(3, {2: 1, 3: 9}, stage=2),
    rests=[Rest(1, 2, 3, "sitting_out"), Rest(2, 3, 1, "absent")],
    adjustments=[
        Adjustment(1, 2, -3, "Late"),
        Adjustment(2, None, -1, "Noise"),
        Adjustment(3, 3, -2, "Late"),
    ],
)


@pytest.mark.parametrize(
    ("part", "sums"),
    [
        (FIELD, {1: 32, 2: 60, 3: 39}),
        (FIELD.until(1), {1: 30, 2: 19, 3: 10}),
        (FIELD.until(2), {1: 32, 2: 59, 3: 32}),
        (FIELD.until(None), {1: 32, 2: 60, 3: 39}),
        (FIELD.of_round(1), {1: 30, 2: 20, 3: 10}),
        (FIELD.of_round(2), {1: 2, 2: 40, 3: 22}),
        (FIELD.of_round(3), {1: 0, 2: 1, 3: 7}),
        (FIELD.of_stage(1), {1: 32, 2: 59, 3: 32}),
        (FIELD.of_stage(2), {1: 0, 2: 0, 3: 7}),
    ],
)
def test_what_counts_in_a_part_of_the_event(part: Competition, sums: dict[int, int]) -> None:
    """Penalties of the event as a whole belong to stages, those of a round to the round."""
    assert values(standings(part), By.POINTS) == sums


def test_rounds_are_those_anything_is_known_of() -> None:
    assert (FIELD.rounds, FIELD.until(2).rounds, competition().rounds) == (3, 2, 0)
    assert standings(FIELD.of_stage(2)).rounds == (3,)


def test_extra_hands_belong_to_their_stage() -> None:
    extra = table(9, {1: 1, 2: 5}, stage=1)
    field = competition(table(1, {1: 3, 2: 3}), by=(By.POINTS, By.PLAYOFF), playoffs=[extra])
    assert order(standings(field.of_stage(1))) == [(1, 2), (2, 1)]
    assert field.of_stage(2).playoffs == ()
    assert field.of_round(1).playoffs == ()


def test_before_the_first_round_everybody_is_equal() -> None:
    everybody = competition(table(1, {1: 3, 2: 4})).entrants
    assert order(standings(Competition(everybody, ()))) == [(1, 1), (1, 2)]
    assert standings(Competition((), ())).rows == ()
