"""The lot: from the seed that was published, for everybody to repeat, and never silent."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.builders import competition, order, table
from tournaments.engines.standings import By, Competition, drawn, standings, ticket

EQUAL = competition(table(1, {7: 20, 3: 20, 12: 20, 5: 50}), by=(By.POINTS, By.LOT))


def test_a_ticket_can_be_repeated_with_any_tool() -> None:
    """HMAC-SHA256, key: the seed; message: all who are equal in rising order, a stroke, the one."""
    for number in (3, 7, 12):
        by_hand = hmac.new(b"Martini 2026", f"3-7-12|{number}".encode(), hashlib.sha256).hexdigest()
        assert ticket("Martini 2026", [3, 7, 12], number) == by_hand


def test_the_smallest_ticket_is_first_and_the_lot_is_on_record() -> None:
    ranking = standings(EQUAL, seed="Martini 2026")
    (lot,) = ranking.lots
    assert lot.rank == 2
    assert sorted(lot.order) == [3, 7, 12]
    assert list(lot.tickets) == sorted(lot.tickets)
    assert lot.tickets == tuple(ticket("Martini 2026", [3, 7, 12], entrant) for entrant in lot.order)
    assert order(ranking) == [(1, 5), *enumerate(lot.order, start=2)]
    assert [row.by_lot for row in ranking.rows] == [False, True, True, True]
    assert [row.decided_by for row in ranking.rows] == [None, By.POINTS, By.LOT, By.LOT]


def test_without_a_seed_nothing_is_drawn_and_the_place_is_shared() -> None:
    ranking = standings(EQUAL)
    assert order(ranking) == [(1, 5), (2, 3), (2, 7), (2, 12)]
    assert ranking.lots == ()


def test_without_the_lot_among_the_criteria_nothing_is_drawn() -> None:
    ranking = standings(competition(table(1, {1: 20, 2: 20})), seed="Martini 2026")
    assert order(ranking) == [(1, 1), (1, 2)]


def test_no_lot_where_nobody_is_equal() -> None:
    field = competition(table(1, {1: 30, 2: 20}), by=(By.POINTS, By.LOT))
    assert standings(field, seed="Martini 2026").lots == ()


def test_guests_draw_no_lots() -> None:
    field = Competition(
        tuple(
            entrant if entrant.id == 5 else type(entrant)(entrant.id, ranked=False)
            for entrant in EQUAL.entrants
        ),
        EQUAL.played,
        rules=EQUAL.rules,
    )
    assert standings(field, seed="Martini 2026").lots == ()


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=10), st.sets(st.integers(1, 99), min_size=2, max_size=6))
def test_the_order_of_the_names_makes_no_difference(seed: str, ids: set[int]) -> None:
    assert drawn(seed, sorted(ids)) == drawn(seed, sorted(ids, reverse=True))


def test_every_place_is_won_by_everybody_with_some_seed() -> None:
    firsts = {drawn(f"seed {number}", [1, 2, 3])[0] for number in range(40)}
    assert firsts == {1, 2, 3}


def by_hand(*order: int) -> Competition:
    return replace(EQUAL, lots=(order,))


def test_a_lot_drawn_by_hand_counts_instead_of_the_computed_one() -> None:
    for order_ in ((7, 3, 12), (12, 7, 3)):
        ranking = standings(by_hand(*order_), seed="Martini 2026")
        assert order(ranking) == [(1, 5), *enumerate(order_, start=2)]
        assert [(lot.order, lot.tickets) for lot in ranking.lots] == [(order_, ())]


def test_a_lot_drawn_by_hand_needs_no_seed() -> None:
    assert order(standings(by_hand(7, 3, 12))) == [(1, 5), (2, 7), (3, 3), (4, 12)]


def test_a_lot_drawn_by_hand_among_others_than_the_equals_counts_for_nothing() -> None:
    drawn_ = order(standings(EQUAL, seed="Martini 2026"))
    assert order(standings(by_hand(12, 7), seed="Martini 2026")) == drawn_
    assert order(standings(by_hand(12, 7, 3, 5), seed="Martini 2026")) == drawn_
