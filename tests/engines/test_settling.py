"""Who pays whom: laws for every evening, and the fewest payments beside a search through all of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engines.settling import Settled, Transfer, differences, fewest, rounded, settle, shares


def fewest_by_trying(nets: list[int]) -> int:
    """Whoever comes first settles with each of those on the other side, one after the other, and so on."""
    left = [net for net in nets if net]
    if not left:
        return 0
    first, rest = left[0], left[1:]
    counts = [
        1 + fewest_by_trying([*rest[:place], other + first, *rest[place + 1 :]])
        for place, other in enumerate(rest)
        if other * first < 0
    ]
    return min(counts)


def test_an_evening_at_one_cent() -> None:
    settled = settle(differences((24, -10, 6, 0), 1))
    assert settled.exact == (76, -60, 4, -20)
    assert settled.transfers == (Transfer(1, 0, 60), Transfer(3, 0, 16), Transfer(3, 2, 4))


def test_each_with_each_pays_what_is_between_them() -> None:
    settled = settle(differences((24, -10, 6), 1), everybody=True)
    assert settled.transfers == (Transfer(1, 0, 34), Transfer(1, 2, 16), Transfer(2, 0, 18))
    assert settled.nets == settled.exact == (52, -50, -2)


def test_to_ten_cents_what_is_left_is_said() -> None:
    settled = settle(differences((24, -10, 6, 0), 1), unit=10)
    assert settled.nets == (80, -60, 0, -20)
    assert settled.rests == (4, 0, -4, 0)


def test_two_who_are_quits_with_each_other_are_left_to_themselves() -> None:
    """Largest to largest would take four payments."""
    assert fewest((70, -30, 30, -40, -30)) == (Transfer(1, 0, 30), Transfer(3, 0, 40), Transfer(4, 2, 30))
    assert len(fewest((9, -4, -5, 7, -3, -4))) == 4


debts = st.lists(st.integers(-40, 40), min_size=1, max_size=5).map(lambda nets: [*nets, -sum(nets)])
points = st.lists(st.integers(-300, 300), min_size=2, max_size=12)
units = st.sampled_from((1, 5, 10, 50, 100))


@settings(max_examples=300)
@given(nets=debts)
def test_there_are_no_fewer_payments(nets: list[int]) -> None:
    assert len(fewest(nets)) == fewest_by_trying(nets)


def pays(settled: Settled) -> tuple[int, ...]:
    nets = [0] * len(settled.nets)
    for transfer in settled.transfers:
        assert transfer.amount > 0
        nets[transfer.payer] -= transfer.amount
        nets[transfer.payee] += transfer.amount
    return tuple(nets)


@given(won=points, rate=st.integers(1, 100), unit=units, everybody=st.booleans())
def test_everybody_has_what_is_his_after_rounding(
    won: list[int], rate: int, unit: int, everybody: bool
) -> None:
    settled = settle(differences(won, rate), unit=unit, everybody=everybody)
    assert pays(settled) == settled.nets
    assert sum(settled.exact) == sum(settled.nets) == sum(settled.rests) == 0
    assert all(net % unit == 0 for net in settled.nets)
    furthest = unit * (len(won) - 1) / 2 if everybody else unit - 1
    assert all(abs(rest) <= furthest for rest in settled.rests)
    if unit == 1:
        assert settled.nets == settled.exact
    both = {(transfer.payer, transfer.payee) for transfer in settled.transfers}
    assert len(both) == len(settled.transfers)
    if not everybody:
        owing = sum(net != 0 for net in settled.nets)
        assert len(settled.transfers) <= max(owing - 1, 0)
        assert {who for who, _payee in both}.isdisjoint(payee for _who, payee in both)


@given(nets=debts, unit=units)
def test_debts_are_shared_out_whole(nets: list[int], unit: int) -> None:
    between = shares(nets)
    assert tuple(map(sum, between)) == tuple(nets)
    for who, row in enumerate(between):
        for other, amount in enumerate(row):
            assert between[other][who] == -amount
            assert not amount or amount > 0 > nets[other] or amount < 0 < nets[other]


@given(nets=debts, unit=units)
def test_rounding_changes_nothing_that_is_round(nets: list[int], unit: int) -> None:
    assert rounded([net * unit for net in nets], unit) == tuple(net * unit for net in nets)


@pytest.mark.parametrize("size", [9, 13])
def test_of_more_people_there_is_at_most_one_payment_less_than_people(size: int) -> None:
    nets = [*range(1, size), -sum(range(1, size))]
    assert len(fewest(nets)) == size - 1
