"""Pots beside that of the event: of a series, of teams, a jackpot. Each pays its own prizes only.

Whoever wins from one pot may win from another one too: every pot is asked for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournaments.engines.prizes.inputs import PrizePot, PrizeQuestion
from tournaments.engines.prizes.outcome import PrizeLot, PrizeOutcome, SidePot

MAIN = ""  # the pot of the event


def questions_of(question: PrizeQuestion) -> dict[str, PrizeQuestion]:
    """A question for every pot, that of the event first. Decisions about a prize go with it."""
    names = dict.fromkeys((MAIN, *question.pots, *(prize.pot for prize in question.prizes)))
    if len(names) == 1:
        return {MAIN: question}
    pot_of = {prize.id: prize.pot for prize in question.prizes}
    return {
        name: replace(
            question,
            pot=question.pots.get(name, PrizePot()) if name else question.pot,
            pots={},
            prizes=tuple(prize for prize in question.prizes if prize.pot == name),
            decisions=tuple(
                decision
                for decision in question.decisions
                if not decision.prize or pot_of.get(decision.prize, MAIN) == name
            ),
        )
        for name in names
    }


def together(outcomes: Mapping[str, PrizeOutcome]) -> PrizeOutcome:
    """What all pots pay; the sums stay those of each."""
    main, sides = outcomes[MAIN], [(name, side) for name, side in outcomes.items() if name]
    if not sides:
        return main
    every = [main, *(side for _name, side in sides)]
    winners = {award.entrant for outcome in every for award in outcome.awards}
    return replace(
        main,
        awards=tuple(award for outcome in every for award in outcome.awards),
        unused=tuple(unused for outcome in every for unused in outcome.unused),
        lots=_lots(every),
        equal_without=tuple(
            dict.fromkeys(
                equal for outcome in every for equal in outcome.equal_without if equal.entrant not in winners
            )
        ),
        warnings=tuple(warning for outcome in every for warning in outcome.warnings),
        goods_worth=sum(outcome.goods_worth for outcome in every),
        sides=tuple(
            SidePot(name=name, sum=side.pot, paid=side.paid, rest=side.rest, rests=side.rests)
            for name, side in sides
        ),
    )


def _lots(every: list[PrizeOutcome]) -> tuple[PrizeLot, ...]:
    """The same equals are told apart once, whatever pots it is about."""
    lots: dict[tuple[object, ...], PrizeLot] = {}
    for lot in (lot for outcome in every for lot in outcome.lots):
        key = (lot.how, lot.among)
        before = lots.get(key)
        lots[key] = lot if before is None else replace(before, prizes=(*before.prizes, *lot.prizes))
    return tuple(lots.values())
