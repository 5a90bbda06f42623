"""Random plans, reckoned twice, and the laws that hold for every plan."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.prizes.builders import assert_balanced
from tests.prizes.lottery import random_question
from tests.prizes.second_reckoning import Second, by_proposals
from tournaments.engines.prizes import PrizeOutcome, awarded, question_from

RUNS, ROUND = 10_000, 500

Slot = tuple[str, str, int]


def reckoned_twice(question: dict[str, Any]) -> PrizeOutcome:
    """The outcome, after the slow reckoning has come to the same."""
    outcome = awarded(question_from(question))
    second = Second(question)
    second.run()
    key = {
        single["n"]: (single["prize"]["id"], single["part"], abs(single["place"])) for single in second.prizes
    }
    ours = Counter(
        (award.entrant, tuple(sorted(slot.key for slot in award.slots)), award.money)
        for award in outcome.awards
    )
    theirs = Counter(
        (who, tuple(sorted(key[n] for n in singles)), amount)
        for (who, singles), amount in second.paid().items()
    )
    assert ours == theirs
    goods = Counter((award.entrant, name) for award in outcome.awards for name in award.goods)
    assert goods == Counter(
        (who, second.prizes[n]["prize"]["goods"])
        for who, _singles, _money, given in second.granted
        for n in given
        if second.prizes[n]["prize"].get("goods")
    )
    assert Counter(unused.slot.key for unused in outcome.unused) == Counter(key[n] for n in second.unused)
    assert outcome.pot.pot == second.pot()
    return outcome


def assert_laws(question: dict[str, Any], outcome: PrizeOutcome) -> None:
    """What holds for every plan."""
    assert_balanced(outcome)
    assert_every_prize_is_somewhere_once(outcome)
    assert_nobody_has_more_than_the_rule_allows(question, outcome)
    assert_nobody_ahead_is_passed_by_in_silence(question, outcome)


def assert_every_prize_is_somewhere_once(outcome: PrizeOutcome) -> None:
    shared: dict[Slot, set[tuple[Any, ...]]] = {}
    for award in outcome.awards:
        assert award.money >= 0
        assert award.entrant in award.shared_by
        for slot in award.slots:
            shared.setdefault(slot.key, set()).add(award.shared_by)
    assert all(len(together) == 1 for together in shared.values())
    assert not shared.keys() & {unused.slot.key for unused in outcome.unused}
    goods = Counter(name for award in outcome.awards for name in award.goods)
    slots = Counter(slot.goods for key in shared for slot in [slot_of(outcome, key)] if slot.goods)
    assert goods == slots  # whole, and to one of them


def slot_of(outcome: PrizeOutcome, key: Slot) -> Any:
    return next(slot for award in outcome.awards for slot in award.slots if slot.key == key)


def assert_nobody_has_more_than_the_rule_allows(question: dict[str, Any], outcome: PrizeOutcome) -> None:
    limit = question["rules"]["per_person"]
    plan = {prize["id"]: prize for prize in question["prizes"]}
    held: Counter[tuple[Any, ...]] = Counter()
    for award in outcome.awards:
        kinds: set[tuple[str, str]] = set()
        for prize in (plan[name] for name in award.prizes):
            block = prize.get("block", "")
            money = bool(prize.get("money") or prize.get("percent"))
            if limit == "one":
                kinds.add((block, ""))
            if limit in ("one_money", "one_per_kind") and money:
                kinds.add((block, "money"))
            if limit == "one_per_kind" and prize.get("goods"):
                kinds.add((block, prize.get("kind", "goods")))
        held.update((award.entrant, *kind) for kind in kinds)
    assert all(count == 1 for count in held.values())


def assert_nobody_ahead_is_passed_by_in_silence(question: dict[str, Any], outcome: PrizeOutcome) -> None:
    """Who has nothing, and is ahead of somebody with a prize of the same line, is ahead of its place too."""
    second = Second(question)
    winners = {award.entrant for award in outcome.awards}
    singles = {(s["prize"]["id"], s["part"], abs(s["place"])): s for s in second.prizes}
    for award in outcome.awards:
        for slot in award.slots:
            single = singles[slot.key]
            if "raffle" in single["target"] or single["who"] is not None:
                continue
            levels = single["levels"]
            ranking = [who for level in levels for who in level]
            level_of = {who: number for number, level in enumerate(levels) for who in level}
            if award.entrant not in level_of:
                assert "pooled" in award.rules  # brought in by somebody else who shares
                continue
            natural = level_of[ranking[single["place"] - 1]]
            got = level_of[award.entrant]
            between = range(natural + 1, got) if single["step"] > 0 else range(got + 1, natural)
            ahead = {who for number in between for who in levels[number]}
            assert ahead <= winners, (slot.key, ahead - winners)
            if natural != got:
                assert award.over, slot.key
                if not told_apart(question, outcome):
                    assert set(levels[natural]) <= winners, slot.key


def told_apart(question: dict[str, Any], outcome: PrizeOutcome) -> bool:
    """Was there a rule that puts one of several equals ahead?"""
    rules = {"by_criteria", "seed", "open", "hort"}
    return question["rules"]["ties"] in ("by_criteria", "lot") or any(
        rules & set(award.rules) for award in outcome.awards
    )


@pytest.mark.parametrize("start", range(0, RUNS, ROUND))
def test_ten_thousand_random_plans_are_reckoned_the_same_twice(start: int) -> None:
    for number in range(start, start + ROUND):
        question = random_question(random.Random(number))
        assert_laws(question, reckoned_twice(question))


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_plan_is_reckoned_the_same_twice(chance: random.Random) -> None:
    question = random_question(chance)
    assert_laws(question, reckoned_twice(question))


@pytest.mark.parametrize("start", range(0, 2000, ROUND))
def test_where_nothing_is_shared_proposals_in_any_order_end_the_same(start: int) -> None:
    """One prize of each kind: who prefers what is the same for all, so there is one end only."""
    for number in range(start, start + ROUND):
        chance = random.Random(number)
        question = random_question(chance)
        question["rules"] |= {
            "ties": chance.choice(("by_criteria", "lot")),
            "per_person": chance.choice(("one", "one_money", "all")),
        }
        question["prizes"] = [prize for prize in question["prizes"] if "raffle" not in str(prize["for"])]
        outcome = awarded(question_from(question))
        second = Second(question)
        order = list(range(len(second.prizes)))
        chance.shuffle(order)
        expected = by_proposals(second, order)
        key = {s["n"]: (s["prize"]["id"], s["part"], abs(s["place"])) for s in second.prizes}
        got = Counter((*slot.key[:2], award.entrant) for award in outcome.awards for slot in award.slots)
        assert got == Counter((*key[n][:2], who) for n, who in expected.items())


@pytest.mark.parametrize("start", range(0, 1000, ROUND))
def test_the_order_in_which_prizes_are_written_decides_nothing_but_equal_values(start: int) -> None:
    for number in range(start, start + ROUND):
        chance = random.Random(number)
        question = random_question(chance)
        question["prizes"] = [
            prize for prize in question["prizes"] if isinstance(prize["for"], int) or "rank" in prize["for"]
        ]
        before = awarded(question_from(question))
        chance.shuffle(question["prizes"])
        after = awarded(question_from(question))
        assert gains(before) == gains(after), number
        assert before.paid == after.paid


def gains(outcome: PrizeOutcome) -> Counter[tuple[Any, ...]]:
    return Counter((award.entrant, award.money, tuple(sorted(award.prizes))) for award in outcome.awards)


@pytest.mark.parametrize("takes", ["pooled", "pooled_or_apart"])
def test_the_laws_hold_where_equals_pool(takes: str) -> None:
    for number in range(300):
        question = random_question(random.Random(number))
        question["rules"] |= {"ties": "shared", "per_person": "one", "takes": takes, "passed_on": True}
        assert_laws(question, awarded(question_from(question)))
