"""From a question to its outcome: the pot, the awards, the sums."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.problem import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.amounts import Money
from tournaments.engines.prizes.awarding import Awarding, ToldApart
from tournaments.engines.prizes.choices import Takes
from tournaments.engines.prizes.contest import Contest
from tournaments.engines.prizes.expanding import MOST_SLOTS, Expander
from tournaments.engines.prizes.hints import equal_without, mattering, warnings
from tournaments.engines.prizes.inputs import PrizeQuestion, WinnerId
from tournaments.engines.prizes.lines import Slot, Tier
from tournaments.engines.prizes.lots import OPEN, PLAYOFF, Lots
from tournaments.engines.prizes.outcome import (
    PassedOver,
    PrizeAward,
    PrizeLot,
    PrizeOutcome,
    PrizeRest,
    UnusedPrize,
    WonSlot,
)
from tournaments.engines.prizes.paying import Balance, Payment, balance, payments, rest_goes
from tournaments.engines.prizes.pooling import can_pool, pool
from tournaments.engines.prizes.pots import pot_sum
from tournaments.engines.prizes.sentences import Teller
from tournaments.engines.prizes.sidepots import questions_of, together


def awarded(question: PrizeQuestion) -> PrizeOutcome:
    """Who gets what, why, and where the rest goes; raises Unreadable for more prizes than can be given."""
    asked = questions_of(question)
    return together({pot: _awarded(part) for pot, part in asked.items()})


def _awarded(question: PrizeQuestion) -> PrizeOutcome:
    """The prizes of one pot."""
    pot = pot_sum(question.pot)
    contest = Contest(question)
    lots = Lots(question, contest)
    expanded = Expander(question, contest, lots, pot.pot).expanded()
    if expanded.too_many:
        text = say(_("These are more than {most} single prizes."), most=MOST_SLOTS)
        raise Unreadable([Problem("prizes", "too_many", text)])
    awarding = Awarding(question, contest, expanded, lots)
    void = _give(awarding)
    if question.rules.takes in (Takes.POOLED, Takes.POOLED_OR_APART) and can_pool(awarding):
        pool(awarding)
    awarding.run()
    paid = payments(awarding.grants, contest, question.rules)
    sums = balance(paid, awarding.idle, expanded.slots, pot.pot)
    parted = mattering(awarding)
    return PrizeOutcome(
        awards=tuple(_awards(awarding, paid, parted)),
        unused=tuple(
            UnusedPrize(idle.slot.won, idle.code, Teller(question, contest).unused(idle))
            for idle in sorted(awarding.idle, key=lambda idle: idle.slot.written)
        ),
        lots=tuple(lot for _parting, lot in parted),
        equal_without=tuple(equal_without(awarding, paid)),
        warnings=tuple(warnings(awarding, parted, (pot, sums), question.currency, void)),
        rests=tuple(_rests(question, sums)),
        pot=pot,
        paid=sums.paid,
        rest=sums.rest,
        planned=sums.planned,
        goods_worth=sum(slot.won.worth for payment in paid for slot in payment.grant.goods),
    )


def _give(awarding: Awarding) -> list[int]:
    """Prizes that people have given away already; which decisions fit nothing any longer."""
    decisions = awarding.question.decisions
    void = []
    waiting: dict[int, tuple[Slot, Tier | None]] = {
        id(idle.slot): (idle.slot, None) for idle in awarding.idle
    }
    for line in awarding.expanded.lines:
        for tier in line:
            waiting.update((id(slot), (slot, tier)) for slot in tier.slots)
    numbers = {**awarding.contest.team_number, **awarding.contest.number_of}
    for number, decision in enumerate(decisions, start=1):
        if decision.kind != "given":
            known = all(
                winner in numbers for winner in (*decision.order, decision.entrant) if winner is not None
            )
            if not known or (
                decision.prize and all(decision.prize != p.id for p in awarding.question.prizes)
            ):
                void.append(number)
            continue
        fitting = [
            (slot, tier)
            for slot, tier in waiting.values()
            if slot.prize.id == decision.prize and decision.place in (None, slot.won.place)
        ]
        if not fitting or decision.entrant not in numbers:
            void.append(number)
            continue
        slot, place = min(fitting, key=lambda pair: (pair[1] is None, pair[0].written))
        del waiting[id(slot)]
        awarding.idle = [idle for idle in awarding.idle if idle.slot is not slot]
        recipient = numbers[decision.entrant]
        if slot.prize.target.teams and decision.entrant in awarding.contest.team_number:
            recipient = awarding.contest.team_number[decision.entrant]
        awarding.give(slot, place, recipient)
    return void


def _awards(
    awarding: Awarding, paid: Sequence[Payment], parted: Sequence[tuple[ToldApart, PrizeLot]]
) -> list[PrizeAward]:
    teller = Teller(awarding.question, awarding.contest)
    recipients = awarding.contest.recipients
    how_of = {(id(parting.line), member): lot.how for parting, lot in parted for member in parting.among}
    awards = []
    together: dict[int, tuple[WinnerId, ...]] = {}  # by what the engine holds once for all who share
    won_of: dict[int, tuple[WonSlot, ...]] = {}
    over_of: dict[int, tuple[PassedOver, ...]] = {}
    for payment in paid:
        grant = payment.grant
        recipient = recipients[grant.recipient]
        if id(grant.slots) not in won_of:
            won_of[id(grant.slots)] = tuple(slot.won for slot in grant.slots)
            over_of[id(grant.slots)] = tuple(passed for slot in grant.slots for passed in slot.over)
        over = over_of[id(grant.slots)]
        if id(grant.shared_by) not in together:
            together[id(grant.shared_by)] = tuple(recipients[member].id for member in grant.shared_by)
        how = how_of.get((id(grant.line), grant.recipient), PLAYOFF if grant.how == PLAYOFF else "")
        awards.append(
            PrizeAward(
                entrant=recipient.id,
                team=recipient.team,
                slots=won_of[id(grant.slots)],
                shared_by=together[id(grant.shared_by)],
                exact=payment.exact,
                money=payment.paid,
                heads=payment.heads,
                each=payment.each,
                goods=tuple(slot.won.goods for slot in grant.goods if slot.won.goods),
                worth=sum(slot.won.worth for slot in grant.goods),
                rules=tuple(_codes(payment, how, over)),
                over=over,
                open=how == OPEN,
                text=teller.why(payment, how),
            )
        )
    return awards


def _codes(payment: Payment, how: str, over: Sequence[PassedOver]) -> list[str]:
    grant = payment.grant
    codes = [grant.code, how] if how else [grant.code]
    codes += dict.fromkeys(passed.code for passed in over)
    if payment.due != payment.exact:
        codes.append("half_stake")
    if payment.paid != payment.due:
        codes.append("rounded")
    return codes


def _rests(question: PrizeQuestion, sums: Balance) -> list[PrizeRest]:
    box = rest_goes(question.rules)
    parts = (
        (sums.rounding, "rounding", box, _("{amount} do not divide.")),
        (sums.unused, "unused", "club", _("{amount} of prizes that nobody gets.")),
        (sums.half_stake, "half_stake", "final", _("{amount} that half stakes did not win, for the final.")),
        (max(sums.left, 0), "left", "club", _("{amount} of the pot that no prize is for.")),
        (min(sums.left, 0), "missing", "club", _("{amount} that the prizes cost more than is in the pot.")),
    )
    return [
        PrizeRest(amount, code, to, say(text, amount=Money(abs(amount), question.currency)))
        for amount, code, to, text in parts
        if amount
    ]
