"""Short ways to ask the engine something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import override

from scoring.table import alone
from tournaments.engines.prizes import PrizeOutcome, PrizeQuestion, awarded, question_from
from tournaments.speech.wording import Wording

Line = Mapping[str, Any]


def ranked(text: str) -> list[dict[str, Any]]:
    """`A 700, B f 650`: in the ranking's own order, each with groups and points; ranks by points."""
    people: list[dict[str, Any]] = []
    for number, words in enumerate((part.split() for part in text.split(",")), start=1):
        name, *groups, points = words
        person: dict[str, Any] = {"id": name, "points": int(points), "rank": number}
        if groups:
            person["groups"] = groups
        if people and people[-1]["points"] == person["points"]:
            person["rank"] = people[-1]["rank"]
        people.append(person)
    return people


def places(*amounts: int | str) -> list[dict[str, Any]]:
    """Prizes for places 1, 2, 3 …: cents, or goods."""
    return [
        {"id": str(place), "for": place, "goods" if isinstance(amount, str) else "money": amount}
        for place, amount in enumerate(amounts, start=1)
    ]


def shares(*percents: int | str) -> list[dict[str, Any]]:
    """Parts of the pot for places 1, 2, 3 …"""
    return [
        {"id": str(place), "for": place, "percent": percent}
        for place, percent in enumerate(percents, start=1)
    ]


def question(
    prizes: Sequence[Line], entrants: str | Sequence[Line], pot: int | Line | None = None, **more: Any
) -> dict[str, Any]:
    """The question as JSON; without a pot it is just what fixed prizes cost."""
    if pot is None:
        pot = sum(prize.get("money", 0) for prize in prizes)
    return {
        "currency": "EUR",
        "pot": {"gifts": [{"label": "pot", "amount": pot}]} if isinstance(pot, int) else pot,
        "entrants": ranked(entrants) if isinstance(entrants, str) else list(entrants),
        "prizes": list(prizes),
        **more,
    }


def asked(*parts: Any, **more: Any) -> PrizeQuestion:
    """The same as the engine takes it."""
    return question_from(question(*parts, **more))


def answered(*parts: Any, **more: Any) -> PrizeOutcome:
    """The outcome, which keeps the law of every outcome."""
    outcome = awarded(asked(*parts, **more))
    assert_balanced(outcome)
    return outcome


def assert_balanced(outcome: PrizeOutcome) -> None:
    """The pot is what is paid and what is left, to the smallest unit; and every part has its place."""
    assert outcome.pot.pot == outcome.paid + outcome.rest
    assert outcome.paid_in_all == sum(award.money for award in outcome.awards)
    for side in outcome.sides:
        assert side.sum.pot == side.paid + side.rest
        assert side.rest == sum(rest.amount for rest in side.rests)
    assert outcome.rest == sum(rest.amount for rest in outcome.rests)


def money(outcome: PrizeOutcome) -> dict[int | str, int]:
    """What everybody is paid in all, the best first."""
    paid: dict[int | str, int] = {}
    for award in outcome.awards:
        paid[award.entrant] = paid.get(award.entrant, 0) + award.money
    return paid


def goods(outcome: PrizeOutcome) -> dict[int | str, list[str]]:
    """Which goods everybody gets."""
    given: dict[int | str, list[str]] = {}
    for award in outcome.awards:
        if award.goods:
            given.setdefault(award.entrant, []).extend(award.goods)
    return given


def reasons(outcome: PrizeOutcome, entrant: int | str) -> list[str]:
    """Why somebody gets what they get, in English."""
    wording = Wording(alone(1))
    with override("en"):
        return [wording.say(award.text) for award in outcome.awards if award.entrant == entrant]


def codes(parts: Iterable[Any]) -> list[str]:
    """The codes of warnings, of rests, of unused prizes."""
    return [part.code for part in parts]


def rests(outcome: PrizeOutcome) -> dict[str, int]:
    """What is left, by why."""
    return {rest.code: rest.amount for rest in outcome.rests}
