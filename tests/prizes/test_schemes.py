"""Every plan of a real club can be said, and is answered without a refusal."""

from __future__ import annotations

import pytest

from tests.prizes.builders import assert_balanced
from tests.prizes.schemes import SCHEMES, Scheme, question_of
from tournaments.engines.prizes import (
    PrizeOutcome,
    awarded,
    prize_json,
    prizes_from,
    question_from,
    rules_from,
    rules_json,
)

BY_KEY = {scheme.key: scheme for scheme in SCHEMES}


def outcome_of(key: str) -> PrizeOutcome:
    return awarded(question_from(question_of(BY_KEY[key])))


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.key)
def test_a_plan_of_a_real_club_is_answered(scheme: Scheme) -> None:
    outcome = awarded(question_from(question_of(scheme)))
    assert_balanced(outcome)
    assert outcome.awards


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.key)
def test_a_plan_is_the_same_after_it_was_written_and_read(scheme: Scheme) -> None:
    prizes = prizes_from(scheme.prizes)
    assert prizes_from([prize_json(prize) for prize in prizes]) == prizes
    rules = rules_from(scheme.rules)
    assert rules_from(rules_json(rules)) == rules


def test_there_are_twenty_five() -> None:
    assert list(BY_KEY) == [f"A{number}" for number in range(1, 26)]


def test_everybody_in_the_plus_has_one_and_the_last_too() -> None:
    outcome = outcome_of("A3")
    assert len(outcome.awards) == 60 + 1
    assert outcome.awards[-1].entrant in (123, 124)


def test_the_list_for_few_counts_until_the_tables_are_full() -> None:
    outcome = outcome_of("A9")
    assert outcome.paid == 60000
    assert [unused.code for unused in outcome.unused] == ["too_few_tables"]


def test_who_pays_no_stake_wins_none() -> None:
    assert {award.entrant for award in outcome_of("A8").awards}.isdisjoint({1, 2})


def test_a_cup_comes_on_top_of_money() -> None:
    first = [award for award in outcome_of("A10").awards if award.goods]
    assert [award.goods for award in first] == [("challenge cup",)]


def test_only_those_who_are_there_are_drawn() -> None:
    drawn = [award.entrant for award in outcome_of("A23").awards if award.prizes == ("drawn",)]
    assert len(drawn) == 10
    assert all(isinstance(person, int) and 5 <= person <= 40 for person in drawn)


def test_each_of_a_pair_gets_the_amount() -> None:
    outcome = outcome_of("A25")
    assert [award.each * 2 for award in outcome.awards if award.prizes != ("drawn",)] == [
        award.money for award in outcome.awards if award.prizes != ("drawn",)
    ]
    assert outcome.rest == 0
