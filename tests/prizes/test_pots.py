"""Worked examples of fees and pots, F1, F2 and F8 to F15, from announcements and rule books of clubs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.problem import Unreadable
from scoring.table import alone
from tests.prizes.builders import answered, money, question, shares
from tournaments.engines.prizes import PotItem, PrizePot, awarded, pot_sum, question_from
from tournaments.engines.prizes.choices import RestGoes
from tournaments.engines.prizes.pots import (
    Charged,
    FeePart,
    based_on,
    charge_sum,
    filled,
    pots_of,
    shared_by_weight,
    split,
    tables_for,
)
from tournaments.speech.prizes import spoken_outcome
from tournaments.speech.wording import Wording

ALL = Fraction(100)


def fees(amount: int, percent: int = 100, guarantee: int = 0) -> PrizePot:
    return PrizePot(fees=(PotItem("fee", amount),), fees_percent=Fraction(percent), guarantee=guarantee)


def test_f1_owed_and_paid_are_two_figures() -> None:
    paid = charge_sum([Charged(28, 1000, 28), Charged(10, 1500, 9), Charged(2, 0, 2)])
    assert (paid.owed, paid.paid, paid.open) == (43000, 41500, 1500)
    assert pot_sum(fees(paid.paid, 80)).pot == 33200


def test_f2_what_is_not_paid_in_is_in_no_pot() -> None:
    paid = charge_sum([Charged(42, 1200, 41)]).paid
    assert pot_sum(fees(paid, 90)).pot == 44280


@pytest.mark.parametrize(
    ("rest", "parts", "left"),
    [(RestGoes.CLUB, [2250, 562, 375, 562], 1), (RestGoes.FIRST, [2250, 563, 375, 562], 0)],
)
def test_f8_one_item_into_four_pots(rest: RestGoes, parts: list[int], left: int) -> None:
    percents = {"host": Fraction(60), "a": Fraction(15), "b": Fraction(10), "c": Fraction(15)}
    divided = split(3750, percents, rest=rest)
    assert (list(divided.parts.values()), divided.rest) == (parts, left)


def test_f9_a_fee_of_three_items() -> None:
    items = [
        (FeePart("main", 1500, {"main": ALL}), 140),
        (FeePart("series", 750, {f"series {number}": ALL / 3 for number in (1, 2, 3)}), 140),
        (FeePart("cards", 100, {"cards": ALL}), 140),
    ]
    pots = pots_of(items)
    assert pots.parts == {
        "main": 210000,
        "series 1": 35000,
        "series 2": 35000,
        "series 3": 35000,
        "cards": 14000,
    }
    assert sum(pots.parts.values()) + pots.rest == 329000


@pytest.mark.parametrize(("starters", "pot", "added"), [(60, 37500, 7500), (75, 37500, 0), (100, 50000, 0)])
def test_f10_a_guaranteed_pot(starters: int, pot: int, added: int) -> None:
    total = pot_sum(fees(starters * 1000, 50, 37500))
    assert (total.pot, total.added) == (pot, added)
    prizes = [{"id": str(n), "for": n, "money": m} for n, m in enumerate((15000, 12500, 10000), start=1)]
    outcome = answered(
        prizes,
        "A 3, B 2, C 1",
        {"fees": [{"label": "fee", "amount": starters * 1000}], "share_percent": 50, "guarantee": 37500},
    )
    assert outcome.paid == 37500
    assert outcome.rest == pot - 37500


@pytest.mark.parametrize(
    ("announced", "based", "come", "paid"),
    [(200000, 125, 75, 120000), (100000, 50, 24, 50000), (45000, 30, 10, 15000)],
)
def test_f11_prizes_based_on_a_number_of_people(announced: int, based: int, come: int, paid: int) -> None:
    assert announced * based_on(announced, based, come, 50, 50000) == paid
    people = [{"id": number, "rank": number} for number in range(1, come + 1)]
    rules = {"based_on": based, "based_least": 50, "based_above": 50000}
    outcome = answered([{"id": "1", "for": 1, "money": announced}], people, announced, rules=rules)
    assert outcome.paid == paid


def test_f12_a_part_is_held_for_the_final() -> None:
    evening = pots_of([(FeePart("fee", 800, {"evening": Fraction(80), "final": Fraction(20)}), 24)])
    assert evening.parts == {"evening": 15360, "final": 3840}
    assert 10 * evening.parts["final"] == 38400


def test_f13_list_money_is_in_the_box_and_not_in_the_pot() -> None:
    pots = pots_of([(FeePart("stake", 500, {"prizes": ALL}), 14), (FeePart("list", 200, {"box": ALL}), 14)])
    assert pots.parts == {"prizes": 7000, "box": 2800}
    people = [{"id": number, "rank": number} for number in range(1, 15)]
    outcome = answered(shares(40, 30, 20, 10), people, pots.parts["prizes"])
    assert list(money(outcome).values()) == [2800, 2100, 1400, 700]


@pytest.mark.parametrize(
    ("players", "tables", "fourths"), [(12, 3, 3), (13, 4, 3), (14, 4, 3), (15, 4, 3), (16, 4, 4)]
)
def test_f14_a_prize_a_table_and_every_fourth_are_two_rules(players: int, tables: int, fourths: int) -> None:
    assert tables_for(players) == tables
    people = [
        {"id": number, "rank": number, "table": (number - 1) % tables + 1} for number in range(1, players + 1)
    ]
    for target, expected in (
        ({"per_table": 1}, list(range(1, tables + 1))),
        ({"one_in": 4}, list(range(1, fourths + 1))),
        ({"every": 4}, [4 * number for number in range(1, fourths + 1)]),
        ({"each": "table"}, list(range(1, tables + 1))),
    ):
        outcome = answered([{"id": "p", "for": target, "goods": "wine"}], people)
        assert [award.entrant for award in outcome.awards] == expected


def test_f15_the_box_by_series_played() -> None:
    shared, left = shared_by_weight(126000 - 30000, {"a": 44, "b": 40, "c": 36, "d": 28}, 30)
    assert shared == {"a": 35200, "b": 32000, "c": 28800, "d": 0}
    assert left == 0


def test_jackpots_are_filled_one_after_the_other() -> None:
    full = filled(600, [("first", 14700, 15000), ("second", 9900, 10000)])
    assert (dict(full.parts), full.rest) == ({"first": 300, "second": 100}, 200)


def test_costs_leave_the_pot_and_never_more_than_there_is() -> None:
    total = pot_sum(PrizePot(fees=(PotItem("fee", 1000),), costs=(PotItem("hall", 3000),)))
    assert (total.pot, total.added) == (0, 2000)


def test_lost_games_feed_the_pot_by_their_own_part() -> None:
    pot = {
        "fees": [{"label": "fee", "amount": 10000}],
        "lost_games": [{"label": "lost", "amount": 3333}],
        "share_percent": {"fees": 80, "lost_games": "12.5"},
    }
    asked = question_from(question(shares(100), "A 1", pot))
    total = awarded(asked).pot
    assert (total.fees_in, total.lost_games_in, total.pot) == (8000, 416, 8416)


def test_no_money_and_no_people_is_a_pot_too() -> None:
    assert shared_by_weight(500, {}) == ({}, 500)
    assert answered([], [], 0).paid == 0


def test_a_side_pot_pays_its_own_prizes_and_nothing_else() -> None:
    people = [
        {"id": who, "rank": rank, "rankings": {"round 1": {"rank": rank}}}
        for rank, who in enumerate(("A", "B", "C"), start=1)
    ]
    outcome = answered(
        [
            {"id": "first", "for": 1, "percent": 60},
            {
                "id": "series",
                "for": {"ranking": "round 1", "ranks": [1, 2]},
                "percent": 100,
                "divided": [2, 1],
                "pot": "series 1",
            },
        ],
        people,
        1000,
        pots={"series 1": {"fees": [{"label": "series", "amount": 301}]}, "jackpot": {"gifts": []}},
    )
    assert money(outcome) == {"A": 600 + 200, "B": 100}  # whoever wins in one pot may win in another
    assert (outcome.pot.pot, outcome.paid, outcome.rest) == (1000, 600, 400)
    assert [(side.name, side.sum.pot, side.paid, side.rest) for side in outcome.sides] == [
        ("series 1", 301, 300, 1),
        ("jackpot", 0, 0, 0),
    ]
    answer = spoken_outcome(outcome, Wording(alone(1)))
    assert answer["pots"]["series 1"]["rests"][0]["code"] == "rounding"


def test_a_side_pot_is_read_as_carefully_as_the_pot() -> None:
    asked = question(
        [{"id": "a", "for": 1, "money": 1, "pot": "b"}], "A 1", pots={"b": {"fees": [{}], "fee": 1}}
    )
    with pytest.raises(Unreadable) as refused:
        question_from(asked)
    assert {problem.at for problem in refused.value.problems} == {("b", "fees", 1, "amount"), ("b", "fee")}
