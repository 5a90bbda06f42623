"""Worked examples of ties, one prize a person and rounding, P1 to P24, from rule books of clubs.

Names stand in final order after all criteria. Every outcome is checked: paid and rest are the pot.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.prizes.builders import answered, codes, goods, money, places, ranked, reasons, rests, shares

THREE = "A 700, B 650, C 640"
TIE_INSIDE = "A 700, B 650, C 650, D 600"
TIE_ACROSS = "A 700, B 650, C 650, D 650, E 600"
LADIES = "Anna f 100, Bert 90, Clara f 80, Doris f 70"
HUNDRED = places(10000, 6000, 4000)


def amounts(*parts: Any, **rules: Any) -> list[int]:
    return list(money(answered(*parts, rules={"undivided": "by_criteria", **rules})).values())


@pytest.mark.parametrize(
    ("rules", "paid", "rest"),
    [
        ({}, [22140, 13284, 8856], 0),
        ({"unit": 100}, [22100, 13200, 8800], 180),
        ({"unit": 100, "rest": "first"}, [22200, 13200, 8800], 80),
        ({"unit": 500}, [22000, 13000, 8500], 780),
        ({"unit": 1000, "rest": "first"}, [23000, 13000, 8000], 280),
    ],
)
def test_p1_parts_of_a_pot_in_steps(rules: dict[str, Any], paid: list[int], rest: int) -> None:
    outcome = answered(shares(50, 30, 20), THREE, 44280, rules=rules)
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)


@pytest.mark.parametrize(
    ("rules", "paid", "rest"),
    [
        ({"unit": 100}, [13200, 9900, 6600, 3300], 200),
        ({"unit": 100, "rest": "largest"}, [13300, 10000, 6600, 3300], 0),
        ({"unit": 500}, [13000, 9500, 6500, 3000], 1200),
    ],
)
def test_p2_the_largest_remainder(rules: dict[str, Any], paid: list[int], rest: int) -> None:
    outcome = answered(shares(40, 30, 20, 10), "A 9, B 8, C 7, D 6", 33200, rules=rules)
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)


@pytest.mark.parametrize(
    ("ties", "paid"),
    [
        ("shared", [10000, 5000, 5000]),
        ("by_criteria", [10000, 6000, 4000]),
        ("hort", [10000, 5500, 4500]),
        ("higher", [10000, 6000, 6000]),
    ],
)
def test_p3_a_tie_inside_the_money(ties: str, paid: list[int]) -> None:
    assert amounts(HUNDRED, TIE_INSIDE, ties=ties) == paid


def test_p3_higher_prizes_cost_more_than_announced_and_that_is_shown() -> None:
    outcome = answered(HUNDRED, TIE_INSIDE, rules={"ties": "higher"})
    assert outcome.rest == -2000
    assert rests(outcome) == {"missing": -2000}
    assert "costs_more" in codes(outcome.warnings)


@pytest.mark.parametrize(
    ("rules", "paid", "rest"),
    [
        ({}, [10000, 3333, 3333, 3333], 1),
        ({"unit": 100, "rest": "first"}, [10000, 3400, 3300, 3300], 0),
        ({"unit": 500}, [10000, 3000, 3000, 3000], 1000),
        ({"unit": 500, "rest": "first"}, [10000, 3500, 3500, 3000], 0),
    ],
)
def test_p4_a_tie_over_the_boundary_of_the_money(rules: dict[str, Any], paid: list[int], rest: int) -> None:
    outcome = answered(HUNDRED, TIE_ACROSS, rules=rules)
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)


@pytest.mark.parametrize(
    ("rules", "paid", "rest"),
    [
        ({"rest": "largest"}, [10000, 4667, 3667, 1666], 0),
        ({"unit": 100}, [10000, 4600, 3600, 1600], 200),
        ({"hort": "prize_places"}, [10000, 5500, 4500], 0),
    ],
)
def test_p5_two_readings_of_the_hort_system(rules: dict[str, Any], paid: list[int], rest: int) -> None:
    outcome = answered(HUNDRED, TIE_ACROSS, rules={"ties": "hort", **rules})
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)


SIX = "A 80, B 80, C 75, D 70, E 70, F 70"


@pytest.mark.parametrize(
    ("rules", "paid", "rest"),
    [
        ({"rest": "first"}, [9500, 8500, 6000, 3167, 2167, 1666], 0),
        ({"unit": 100}, [9500, 8500, 6000, 3100, 2100, 1600], 200),
        ({"unit": 100, "rest": "first"}, [9500, 8500, 6000, 3200, 2200, 1600], 0),
    ],
)
def test_p6_never_rounded_up_freely(rules: dict[str, Any], paid: list[int], rest: int) -> None:
    outcome = answered(places(10000, 8000, 6000, 4000, 2000, 1000), SIX, rules={"ties": "hort", **rules})
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)
    assert outcome.paid <= 31000


def test_p7_hort_and_sharing_cost_the_same() -> None:
    prizes = places(100000, 50000, 35000, 20000, 15000, 10000)
    assert amounts(prizes, SIX, ties="hort") == [87500, 62500, 35000, 17500, 15000, 12500]
    assert amounts(prizes, SIX, ties="shared") == [75000, 75000, 35000, 15000, 15000, 15000]


@pytest.mark.parametrize(
    ("rules", "paid", "rest"),
    [
        ({}, [1111] * 9, 1),
        ({"unit": 100, "rest": "first"}, [1200] + [1100] * 8, 0),
        ({"unit": 500}, [1000] * 9, 1000),
        ({"unit": 1000}, [1000] * 9, 1000),
    ],
)
def test_p8_nine_equals_share_three_prizes(rules: dict[str, Any], paid: list[int], rest: int) -> None:
    everybody = ", ".join(f"{name} 5" for name in "ABCDEFGHI")
    outcome = answered(places(5000, 3000, 2000), everybody, rules=rules)
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)


def test_p8_what_is_too_little_to_pay_is_not_shared_and_the_others_are_named() -> None:
    everybody = ", ".join(f"{name} 5" for name in "ABCDEFGHIJKL")
    rules = {"least": 1000, "undivided": "by_criteria"}
    outcome = answered(places(5000, 3000, 2000), everybody, rules=rules)
    assert money(outcome) == {"A": 5000, "B": 3000, "C": 2000}
    assert [equal.entrant for equal in outcome.equal_without] == list("DEFGHIJKL")
    assert "too_small" in codes(outcome.warnings)
    by_lot = answered(places(5000, 3000, 2000), everybody, seed="S", rules={"least": 1000})
    assert sorted(money(by_lot).values()) == [2000, 3000, 5000]
    assert by_lot.lots[0].how == "seed"


GOODS = places(15000, "basket", 5000)
BASKET = "A 1120, B 1120, C 740"


def test_p9_goods_are_never_shared_a_lot_decides_and_stays() -> None:
    lot = {"kind": "lot", "order": ["B", "A"]}
    outcome = answered(GOODS, BASKET, seed="anything", decisions=[lot])
    assert money(outcome) == {"A": 0, "B": 15000, "C": 5000}
    assert goods(outcome) == {"A": ["basket"]}
    assert [(drawn.among, drawn.how) for drawn in outcome.lots] == [(("B", "A"), "recorded")]
    moved = answered(GOODS, "A 1120, B 1120, D 900, C 740", seed="other", decisions=[lot])
    assert money(moved) == {"A": 0, "B": 15000, "D": 5000}


def test_p9_the_criteria_of_the_ranking_can_decide_it() -> None:
    outcome = answered(GOODS, BASKET, rules={"undivided": "by_criteria"})
    assert money(outcome) == {"A": 15000, "B": 0, "C": 5000}
    assert outcome.lots[0].how == "by_criteria"


def test_p9_without_a_seed_the_lot_stays_open_and_nothing_is_pretended() -> None:
    outcome = answered(GOODS, BASKET)
    assert [award.open for award in outcome.awards] == [True, True, False]
    assert outcome.lots[0].how == "open"
    assert "lot_needed" in codes(outcome.warnings)


LADY = [*places(15000, 5000, 3000), {"id": "lady", "for": {"group": "f"}, "money": 4000}]


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        ({}, {"Anna": 15000, "Bert": 5000, "Clara": 4000, "Doris": 3000}),  # P10
        ({"takes": "places_first"}, {"Anna": 15000, "Bert": 5000, "Clara": 3000, "Doris": 4000}),  # P11
        ({"per_person": "all"}, {"Anna": 19000, "Bert": 5000, "Clara": 3000}),  # P12
        ({"passed_on": False}, {"Anna": 15000, "Bert": 5000, "Clara": 3000}),  # P12
    ],
)
def test_p10_to_p12_four_readings_of_one_prize_a_person(rules: dict[str, Any], paid: dict[str, int]) -> None:
    outcome = answered(LADY, LADIES, rules=rules)
    assert money(outcome) == paid
    assert outcome.rest == 27000 - sum(paid.values())


def test_p12_a_prize_that_is_not_passed_on_is_named_with_its_reason() -> None:
    outcome = answered(LADY, LADIES, rules={"passed_on": False})
    assert [(unused.slot.prize, unused.code) for unused in outcome.unused] == [("lady", "not_passed_on")]
    assert rests(outcome) == {"unused": 4000}


TIED_LADY = [*places(10000, 6000, 4000), {"id": "lady", "for": {"group": "f"}, "money": 5500}]


@pytest.mark.parametrize(
    ("takes", "paid"),
    [
        ("places_first", {"A": 10000, "B": 5000, "C": 5000, "D": 5500}),
        ("value_first", {"A": 10000, "B": 5500, "C": 6000, "D": 4000}),
        ("pooled", {"A": 10000, "B": 5750, "C": 5750, "D": 4000}),
    ],
)
def test_p13_three_readings_of_a_tied_lady(takes: str, paid: dict[str, int]) -> None:
    outcome = answered(TIED_LADY, "A 700, B f 650, C 650, D f 600", rules={"takes": takes})
    assert money(outcome) == paid
    assert outcome.rest == 0


YOUTH = [*places(30000, 20000), {"id": "youth", "for": {"group": "y"}, "money": 15000}]


@pytest.mark.parametrize(
    ("takes", "paid", "rest"),
    [
        ("pooled", [16250] * 4, 0),
        ("pooled_or_apart", [16250] * 4, 0),
        ("value_first", [16666, 16666, 15000, 16666], 2),
    ],
)
def test_p14_four_equals_one_of_them_young(takes: str, paid: list[int], rest: int) -> None:
    outcome = answered(YOUTH, "A 9, B 9, Y y 9, C 9", rules={"takes": takes})
    assert (list(money(outcome).values()), outcome.rest) == (paid, rest)


@pytest.mark.parametrize(
    ("takes", "paid"),
    [
        ("pooled", {"O": 74675, "U1": 74675, "U2": 74675, "U3": 74675}),
        ("pooled_or_apart", {"O": 53600, "U1": 81700, "U2": 81700, "U3": 81700}),
    ],
)
def test_p15_two_readings_that_were_argued_about(takes: str, paid: dict[str, int]) -> None:
    prizes = [
        *places(53600, 30600, 23000),
        {"id": "u1", "for": {"group": "u", "rank": 1}, "money": 137900},
        {"id": "u2", "for": {"group": "u", "rank": 2}, "money": 76600},
    ]
    outcome = answered(prizes, "O 9, U1 u 9, U2 u 9, U3 u 9", rules={"takes": takes})
    assert money(outcome) == paid
    assert any("pool" in sentence for sentence in reasons(outcome, "U1"))


def test_p16_a_prize_for_which_nobody_is_left() -> None:
    prizes = [
        *places(5000, 3000),
        {"id": "lady", "for": {"group": "f"}, "money": 2000},
        {"id": "last", "for": "last", "goods": "sausage"},
    ]
    outcome = answered(prizes, "Emil 9, Rosa f 8, Otto 7")
    assert money(outcome) == {"Emil": 5000, "Rosa": 3000, "Otto": 0}
    assert goods(outcome) == {"Otto": ["sausage"]}
    assert [(unused.slot.prize, unused.code) for unused in outcome.unused] == [("lady", "all_have_prizes")]
    assert rests(outcome) == {"unused": 2000}


def test_p17_the_last_is_the_last_by_the_same_criteria() -> None:
    outcome = answered(
        [{"id": "last", "for": "last", "goods": "mouse"}],
        "X 5, L -159, K -159",
        rules={"ties": "by_criteria"},
    )
    assert goods(outcome) == {"K": ["mouse"]}


def test_p18_nothing_is_no_plus_unless_the_plan_says_so() -> None:
    people = "A 790, B 780, C 700, D 10, E 0, F -5"
    plus = answered([{"id": "plus", "for": {"above": 0}, "goods": "wine"}], people)
    assert list(goods(plus)) == list("ABCD")
    no_minus = answered([{"id": "plus", "for": {"at_least": 0}, "goods": "wine"}], people)
    assert list(goods(no_minus)) == list("ABCDE")


def test_p19_a_shared_last_prize_or_one_by_lot() -> None:
    people = "A 9, B 8, C 8"
    shared = answered(places(15000, 10000), people)
    assert money(shared) == {"A": 15000, "B": 5000, "C": 5000}
    assert shared.equal_without == ()
    lot = answered(
        places(15000, 10000), people, decisions=[{"kind": "lot", "order": ["C", "B"]}], rules={"ties": "lot"}
    )
    assert money(lot) == {"A": 15000, "C": 10000}
    assert [(equal.entrant, equal.beside) for equal in lot.equal_without] == [("B", "C")]


def test_p20_half_a_stake_wins_half_a_prize_and_the_rest_is_for_the_final() -> None:
    people = ranked(", ".join(f"{name} {20 - number}" for number, name in enumerate("ABCDEFGHIJKLMN")))
    pot = {"fees": [{"label": "fee", "amount": 56000}], "share_percent": 80}
    whole = answered(shares(45, 30, 25), people, pot)
    assert list(money(whole).values()) == [20160, 13440, 11200]
    people[1]["stake_percent"] = 50
    half = answered(
        shares(45, 30, 25), people, {"fees": [{"label": "fee", "amount": 54000}], "share_percent": 80}
    )
    assert list(money(half).values()) == [19440, 6480, 10800]
    assert rests(half) == {"half_stake": 6480}
    assert [(rest.code, rest.to) for rest in half.rests] == [("half_stake", "final")]
    assert half.awards[1].exact == 12960


def test_p21_the_best_three_of_a_team_and_everybody_is_paid() -> None:
    people = [
        {"id": f"{team}{number}", "rank": None, "points": points, "team": team}
        for team, scores in {"T1": (120, 80, -40, 200), "T2": (90, 150, 160)}.items()
        for number, points in enumerate(scores)
    ]
    outcome = answered(
        [{"id": "team", "for": {"teams": True, "count": 3}, "money": 12000, "heads": "divided"}], people
    )
    (award,) = outcome.awards
    assert (award.entrant, award.team, award.money, award.heads, award.each) == ("T1", True, 12000, 4, 3000)


SESSIONS = [
    {"id": "s1", "for": {"ranking": "1"}, "money": 2500, "block": "1"},
    {"id": "s2", "for": {"ranking": "2"}, "money": 2500, "block": "2"},
    {"id": "s3", "for": {"ranking": "3"}, "money": 2500, "block": "3"},
]


def test_p22_prizes_of_sessions_apart_or_not() -> None:
    people = ranked("A 90, B 80, C 70, D 60, E 50")
    for number, order in enumerate(("AEDCB", "AEDCB", "EABCD"), start=1):
        for person in people:
            placing = {"rank": order.index(person["id"]) + 1, "points": None}
            person.setdefault("rankings", {})[str(number)] = placing
    apart = answered([*places(10000, 6000, 4000), *SESSIONS], people)
    assert money(apart) == {"A": 15000, "B": 6000, "C": 4000, "E": 2500}
    together = [{**prize, "block": ""} for prize in SESSIONS]
    limited = answered([*places(10000, 6000, 4000), *together], people)
    assert money(limited) == {"A": 10000, "B": 6000, "C": 4000, "D": 2500, "E": 2500}
    assert codes(limited.unused) == ["all_have_prizes"]


def test_p23_gifts_are_chosen_in_order_and_nobody_is_last_twice() -> None:
    prizes = [
        {"id": "last", "for": "last", "goods": "cards"},
        {"id": "table", "for": "everybody", "goods": "a gift of one’s choice", "choice": True},
    ]
    outcome = answered(
        prizes,
        "A 60, B 50, C 40, D 30, E 20, F 20",
        decisions=[{"kind": "lot", "order": ["F", "E"]}],
    )
    assert [(award.entrant, award.prizes, award.slots[0].place) for award in outcome.awards] == [
        ("A", ("table",), 1),
        ("B", ("table",), 2),
        ("C", ("table",), 3),
        ("D", ("table",), 4),
        ("E", ("last",), 6),
        ("F", ("table",), 5),
    ]
    assert [lot.among for lot in outcome.lots] == [("F", "E")]


@pytest.mark.parametrize(("heads", "paid", "each"), [("each", 100000, 50000), ("whole", 50000, 25000)])
def test_p24_a_prize_for_each_of_a_pair_or_for_both(heads: str, paid: int, each: int) -> None:
    outcome = answered(
        [{"id": "1", "for": 1, "money": 50000, "heads": heads}],
        [{"id": "X", "rank": 1, "heads": 2}],
        100000,
    )
    (award,) = outcome.awards
    assert (award.money, award.each, award.heads) == (paid, each, 2)
    assert "Persons: 2" in reasons(outcome, "X")[0]


def test_the_arithmetic_of_a_shared_prize_is_in_its_sentence() -> None:
    outcome = answered(
        places(10000, 8000, 5000, 3000), "A 9, B 8, C 8, D 8", rules={"unit": 50, "rest": "first"}
    )
    assert reasons(outcome, "B") == [
        "Shares the prizes of places 2 to 4: (€80.00 + €50.00 + €30.00) ÷ 3 ≈ €53.33. Paid €53.50."
    ]
    assert outcome.awards[1].exact == Fraction(16000, 3)


def test_cents_that_are_cut_off_are_not_said_twice() -> None:
    """What is paid is said where it is another amount than the one that was just said."""
    question = [{"id": "first", "for": 1, "percent": "33.3"}, {"id": "second", "for": 2, "percent": 30}]
    outcome = answered(question, "A 9, B 8, C 8, D 8", 10100)
    assert reasons(outcome, "A") == ["Prize for place 1: €33.63."]
    assert reasons(outcome, "B") == ["Shares the prize of place 2: €30.30 ÷ 3 = €10.10."]
    outcome = answered(places(10000, 5000), "A 9, B 8, C 8, D 8")
    assert reasons(outcome, "B") == ["Shares the prize of place 2: €50.00 ÷ 3 ≈ €16.66."]
