"""What was granted exactly becomes what is paid: whole steps, half stakes, heads; and where the rest goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from tournaments.engines.prizes.awarding import PrizeGrant
from tournaments.engines.prizes.choices import HeadShare, RestGoes
from tournaments.engines.prizes.contest import Contest
from tournaments.engines.prizes.dividing import payable
from tournaments.engines.prizes.expanding import Idle
from tournaments.engines.prizes.lines import Slot
from tournaments.engines.prizes.rules import PrizeRules


@dataclass(frozen=True, slots=True)
class Payment:
    """One grant in money."""

    grant: PrizeGrant
    exact: Fraction  # of all heads, with a full stake
    due: Fraction  # with the stake there is
    paid: int
    heads: int
    each: int


@dataclass(frozen=True, slots=True)
class Balance:
    """Where the pot went, in whole units; `left` below 0: more was given than is in it."""

    paid: int
    rounding: int
    half_stake: int
    unused: int
    left: int
    planned: Fraction
    extra: Fraction  # what awards cost more than was planned: higher prizes for equals, amounts for each head

    @property
    def rest(self) -> int:
        """Everything that is not paid."""
        return self.rounding + self.half_stake + self.unused + self.left


def payments(grants: Sequence[PrizeGrant], contest: Contest, rules: PrizeRules) -> list[Payment]:
    """What everybody is paid, in the order of the ranking."""
    ordered = sorted(grants, key=lambda grant: _rank_of(grant, contest))
    exact, due, steps, heads = [], [], [], []
    for grant in ordered:
        recipient, share = contest.recipients[grant.recipient], grant.slots[0].prize.heads
        amount = grant.money * (recipient.heads if share is HeadShare.EACH else 1)
        exact.append(amount)
        due.append(amount * recipient.stake / 100)
        heads.append(recipient.heads)
        steps.append(rules.unit * (1 if share is HeadShare.WHOLE else recipient.heads))
    paid = payable(due, steps, rules.rest)
    return [
        Payment(grant, exact[n], due[n], paid[n], heads[n], paid[n] // heads[n])
        for n, grant in enumerate(ordered)
    ]


def balance(payments: Sequence[Payment], idle: Sequence[Idle], slots: Sequence[Slot], pot: int) -> Balance:
    """Where everything goes. What is not whole of the other parts is in what was cut by rounding."""
    paid = sum(payment.paid for payment in payments)
    shared = {id(payment.grant.slots): payment.grant.slots for payment in payments}
    awarded = {id(slot): slot.money for slots in shared.values() for slot in slots}
    face = sum(awarded.values(), Fraction(0))
    unused = sum((idle_slot.slot.money for idle_slot in idle if idle_slot.planned), Fraction(0))
    outside = sum((idle_slot.slot.money for idle_slot in idle if not idle_slot.planned), Fraction(0))
    planned = sum((slot.money for slot in slots), Fraction(0)) - outside
    exact = sum((payment.exact for payment in payments), Fraction(0))
    extra = exact - face
    stake = floor(sum((payment.exact - payment.due for payment in payments), Fraction(0)))
    nobody, left = floor(unused), floor(pot - planned - extra)
    rounding = pot - paid - stake - nobody - left
    return Balance(paid, rounding, stake, nobody, left, planned, extra)


def rest_goes(rules: PrizeRules) -> str:
    """Where lies what is too little for another step."""
    return "box" if rules.rest is RestGoes.BOX else "club"


def _rank_of(
    grant: PrizeGrant, contest: Contest
) -> tuple[bool, int, tuple[int, Fraction, tuple[int, int]], int]:
    recipient = grant.recipient
    place = contest.place.get(recipient, len(contest.place) + 1)
    order = 0 if len(grant.shared_by) == 1 else grant.shared_by.index(recipient)
    team = contest.recipients[recipient].team
    return team, 0 if team else place, grant.urgency, order
