"""Tables with more seats than there are tables."""

from __future__ import annotations

import pytest

from tests.draw import checker
from tests.draw.test_bounds import bound_and_resting
from tournaments.engines.draw.tables.overfull import overfull


@pytest.mark.parametrize("size", range(3, 11))
@pytest.mark.parametrize("tables", range(2, 10))
def test_every_start_is_what_it_says(tables: int, size: int) -> None:
    places = tables * size
    starts = overfull(places, size, tables + 2)
    assert bool(starts) == (tables < size)
    for built in starts:
        assert checker.everyone_once(built.rounds, [[]] * len(built.rounds), range(places))
        assert checker.sizes_allowed(built.rounds, [size])
        assert checker.repeats(built.rounds) == built.repeats


@pytest.mark.parametrize("size", range(3, 11))
@pytest.mark.parametrize("tables", [2, 3, 4, 5, 7, 8, 9])
def test_nothing_is_better_as_long_as_there_are_squares(tables: int, size: int) -> None:
    most = tables + (size % tables == 0)
    for rounds in range(1, most + 1) if tables < size else ():
        built = overfull(tables * size, size, rounds)[0]
        assert len(built.rounds) == rounds
        bound, _sizes, _resting = bound_and_resting(players=tables * size, sizes=[size], rounds=rounds)
        assert built.repeats == bound


def test_numbers_that_do_not_fit_have_none() -> None:
    assert overfull(25, 6, 3) == overfull(6, 6, 3) == overfull(24, 6, 0) == []
