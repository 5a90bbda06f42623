"""Truco: questions at the table. What a hand counts, and who wins by the tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Many, Option
from scoring.game import Calculator
from scoring.games.truco.cards import cards, envido, flor, hand_winner
from scoring.games.truco.pack import SpanishCard
from scoring.table import Side
from scoring.text import Text, say, vocabulary

_ = vocabulary("truco")


class Taken(Option):
    FIRST = "A", _("Side 1"), _("1")
    SECOND = "B", _("Side 2"), _("2")
    PARDA = "=", _("Parda"), _("=")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeCards:
    """A hand of three cards."""

    cards: Annotated[
        tuple[SpanishCard, ...],
        Ask(_("Which three cards?"), _("Cards")),
        Many(3, 3, distinct=True),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks:
    """What was taken, trick by trick."""

    first: Annotated[Taken, Ask(_("First trick"), _("1"))]
    second: Annotated[Taken, Ask(_("Second trick"), _("2"))]
    third: Annotated[Taken | None, Ask(_("Third trick, if it was played"), _("3"))] = None
    mano: Annotated[Side, Ask(_("Which side is mano?"), _("Mano"))]


def count(answers: ThreeCards) -> Text:
    """Envido and flor of three cards."""
    hand = cards(" ".join(card.value for card in answers.cards))
    points = flor(hand)
    if points is not None:
        return say(_("Flor: {points} (without flor, envido: {envido})"), points=points, envido=envido(hand))
    return say(_("Envido: {points}"), points=envido(hand))


def tricks(answers: Tricks) -> Text:
    """Who wins the hand."""
    third = answers.third.value if answers.third is not None else ""
    run = answers.first.value + answers.second.value
    mano = "AB"[answers.mano]
    for played in (run + third, run):  # a third trick after a decided hand changes nothing
        try:
            winner = hand_winner(played, mano)
        except ValueError:
            continue
        return say(_("{side} wins the hand."), side=Side("AB".index(winner)))
    return say(_("One to one: the third trick decides."))


CALCULATORS = (
    Calculator("envido", _("Count envido and flor"), ThreeCards, count),
    Calculator("tricks", _("Who wins the tricks?"), Tricks, tricks),
)
