"""What an organiser should see before the prize-giving, and who is named because nothing is left for them."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.amounts import Money
from tournaments.engines.prizes.awarding import Awarding, PrizeGrant, ToldApart
from tournaments.engines.prizes.choices import PerPerson, Sharing, Takes
from tournaments.engines.prizes.inputs import PrizeId, WinnerId
from tournaments.engines.prizes.lots import OPEN
from tournaments.engines.prizes.outcome import EqualWithout, PotSum, PrizeLot, PrizeWarning
from tournaments.engines.prizes.paying import Balance, Payment
from tournaments.engines.prizes.pooling import can_pool

PRIZE_CALLED = "prize "  # before its id, among what rankings and numbers are called


def mattering(awarding: Awarding) -> list[tuple[ToldApart, PrizeLot]]:
    """The equals for whom it made a difference that they were told apart."""
    mattered = []
    granted: dict[tuple[int, int], list[PrizeGrant]] = {}
    for grant in awarding.grants:
        granted.setdefault((id(grant.line), grant.recipient), []).append(grant)
    for parting in awarding.told_apart:
        got: dict[int, list[tuple[object, ...]]] = {member: [] for member in parting.among}
        prizes: dict[PrizeId, None] = {}
        for member in parting.among:
            for grant in granted.get((id(parting.line), member), ()):
                got[member].append(
                    (
                        grant.money,
                        *((slot.won.goods, slot.won.worth) for slot in grant.goods),
                        *(slot.won.place for slot in grant.slots if slot.prize.choice),
                    )
                )
                prizes.update((slot.prize.id, None) for slot in grant.slots)
        if len({tuple(sorted(map(repr, gains))) for gains in got.values()}) > 1:
            verdict, recipients = parting.verdict, awarding.contest.recipients
            order = [place for place, member in enumerate(verdict.order) if member in parting.among]
            ids = tuple(recipients[verdict.order[place]].id for place in order)
            tickets = tuple(verdict.tickets[place] for place in order) if verdict.tickets else ()
            lot = PrizeLot(ids, tuple(prizes), verdict.how, tickets)
            mattered.append((parting, lot))
    return mattered


def equal_without(awarding: Awarding, payments: Sequence[Payment]) -> list[EqualWithout]:
    """Who is as good as somebody who has a prize of a line, and has none at all."""
    winners = {payment.grant.recipient for payment in payments}
    recipients = awarding.contest.recipients
    named: dict[int, EqualWithout] = {}
    seen: set[tuple[int, int]] = set()
    for payment in payments:
        grant = payment.grant
        if grant.line is None or grant.line.raffle or grant.code == "given":
            continue
        equals = grant.line.equals.get(grant.recipient, ())
        if not equals or (id(grant.line), equals[0]) in seen:
            continue
        seen.add((id(grant.line), equals[0]))
        for member in equals:
            if member not in winners and member not in named:
                prizes = tuple(dict.fromkeys(slot.prize.id for slot in grant.slots))
                named[member] = EqualWithout(recipients[member].id, recipients[grant.recipient].id, prizes)
    return [named[member] for member in sorted(named, key=lambda m: awarding.contest.place.get(m, 0))]


def warnings(
    awarding: Awarding,
    lots: Sequence[tuple[ToldApart, PrizeLot]],
    sums: tuple[PotSum, Balance],
    currency: str,
    void: Sequence[int],
) -> list[PrizeWarning]:
    """In the order in which an organiser would ask."""
    pot, balance = sums
    rules, names = awarding.rules, _Names(awarding)
    hints = []
    if balance.rest < 0:
        text = _("The pot pays {pot}; the prizes cost {paid}. {missing} are missing.")
        cost = Money(pot.pot - balance.rest, currency)
        missing = Money(-balance.rest, currency)
        text_said = say(text, pot=Money(pot.pot, currency), paid=cost, missing=missing)
        hints.append(PrizeWarning("pot_short", text_said))
    if pot.added:
        text = _("The club adds {added} to reach the guaranteed pot.")
        hints.append(PrizeWarning("added", say(text, added=Money(pot.added, currency))))
    if rules.ties is Sharing.HIGHER and balance.extra > 0:
        text = _("Equals get the higher prize: that costs {extra} more than was announced.")
        extra = Money(-((-balance.extra.numerator) // balance.extra.denominator), currency)
        hints.append(PrizeWarning("costs_more", say(text, extra=extra)))
    hints += _too_many_prizes(awarding)
    for parting, lot in lots:
        if lot.how == OPEN:
            text = _("A lot has to decide between {names}.")
            hints.append(
                PrizeWarning("lot_needed", say(text, names=names.of(lot.among)), lot.prizes, lot.among)
            )
        if parting.too_small:
            text = _("Shared among {names}, the prizes would be less than {least} each; they are told apart.")
            hints.append(
                PrizeWarning(
                    "too_small",
                    say(text, names=names.of(lot.among), least=Money(rules.least, currency)),
                    lot.prizes,
                    lot.among,
                )
            )
    pooled = rules.per_person is not PerPerson.ALL and rules.takes in (Takes.POOLED, Takes.POOLED_OR_APART)
    if pooled and not can_pool(awarding):
        text = _("Equals can pool prizes only where prizes are shared; here everybody takes the best prize.")
        hints.append(PrizeWarning("not_pooled", say(text)))
    for number in void:
        text = _("Decision {number} fits no prize and nobody here any longer; it counts for nothing.")
        hints.append(PrizeWarning("decision_void", say(text, number=number)))
    return hints


def _too_many_prizes(awarding: Awarding) -> list[PrizeWarning]:
    """`3 prizes, 2 people it is for`."""
    asked: dict[PrizeId, int] = {}
    here: dict[PrizeId, int] = {}
    labels: dict[PrizeId, str] = {}
    for idle in awarding.expanded.idle:
        if idle.code in ("no_such_place", "nobody_entitled"):
            prize = idle.slot.prize
            asked[prize.id] = max(asked.get(prize.id, 0), idle.needed)
            here[prize.id] = idle.here
            called = awarding.question.called.get(f"{PRIZE_CALLED}{prize.id}", prize.id)
            labels[prize.id] = prize.label or prize.target.group or called
    text = _("“{prize}”: it asks for place {asked}; people there: {here}.")
    return [
        PrizeWarning(
            "more_prizes_than_people",
            say(text, prize=labels[prize], asked=asked[prize], here=here[prize]),
            (prize,),
        )
        for prize in asked
    ]


class _Names:
    """What people are called."""

    def __init__(self, awarding: Awarding) -> None:
        self._names = {recipient.id: recipient.name for recipient in awarding.contest.recipients}

    def of(self, ids: Sequence[WinnerId]) -> tuple[str, ...]:
        """Of all of them."""
        return tuple(self._names[winner] for winner in ids)
