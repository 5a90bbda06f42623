"""What the prizes of an event depend on besides its standings: the plan, the pot, what was decided by lot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.cash.accounts import home_of
from tournaments.cash.plan import currency_of
from tournaments.cash.pots import entrant_accounts, paid_into
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.prizes.inputs import PotItem, PrizeDecision, PrizePot
from tournaments.events.ground.stages import settings_of
from tournaments.models import COMING, Entrant, EntrantState, Event, PrizeAct, PrizeRecord
from tournaments.prizes.plans import prize_plan_of
from tournaments.prizes.records import in_force, order_of

WHOLE = 100  # percent
DECISIONS = {PrizeAct.LOT: "lot", PrizeAct.PLAY_OFF: "playoff", PrizeAct.DECLINED: "declined"}


@dataclass(frozen=True, slots=True)
class PrizeGround:
    """Read once for an event as it is; hands change nothing of it."""

    plan: PrizePlan
    currency: str
    heads: int  # of an entrant
    home: frozenset[str]  # what the club that holds it is called, folded
    pot: PrizePot
    stakes: Mapping[int, int]  # percent of the fee that was paid, where that counts
    absent: frozenset[int]
    records: tuple[PrizeRecord, ...]
    decisions: tuple[PrizeDecision, ...]


def ground_of(event: Event, *, expected: bool = False) -> PrizeGround:
    """As it is now; `expected`: as if everybody who is coming had paid."""
    plan = prize_plan_of(event)
    records = tuple(PrizeRecord.objects.filter(event=event).order_by("seq"))
    here = dict(Entrant.objects.filter(event=event).values_list("pk", "state"))
    return PrizeGround(
        plan=plan,
        currency=currency_of(event),
        heads=settings_of(event).entrant,
        home=home_of(event),
        pot=_pot(event, plan, expected=expected),
        stakes=_stakes(event) if plan.shares.by_stake else {},
        absent=frozenset(who for who, state in here.items() if state != EntrantState.HERE),
        records=records,
        decisions=tuple(_decision(record) for record in in_force(records) if record.kind in DECISIONS),
    )


def _pot(event: Event, plan: PrizePlan, *, expected: bool) -> PrizePot:
    shares = plan.shares
    return PrizePot(
        fees=_fees(event, expected=expected),
        lost_games=_fed(paid_into(event).lost),
        gifts=(PotItem("", plan.sponsors),) if plan.sponsors else (),
        costs=(PotItem("", plan.costs),) if plan.costs else (),
        fees_percent=Fraction(shares.fees),
        lost_games_percent=Fraction(shares.lost),
        guarantee=plan.guarantee,
    )


def _fees(event: Event, *, expected: bool) -> tuple[PotItem, ...]:
    if not expected:
        return _fed(paid_into(event).fees)
    coming = set(Entrant.objects.filter(event=event, state__in=COMING).values_list("pk", flat=True))
    fed: dict[tuple[str, str], int] = {}
    for who, account in entrant_accounts(event).items():
        if who in coming:
            for item in account.items:
                key = (item.to.value, item.label)
                fed[key] = fed.get(key, 0) + item.amount
    return _fed(fed)


def _fed(amounts: Mapping[tuple[str, str], int]) -> tuple[PotItem, ...]:
    """What is meant for prizes."""
    return tuple(
        PotItem(label, amount)
        for (to, label), amount in amounts.items()
        if to == Destination.PRIZES.value and amount
    )


def _stakes(event: Event) -> dict[int, int]:
    return {
        who: min(WHOLE, account.paid * WHOLE // account.owed)
        for who, account in entrant_accounts(event).items()
        if account.owed and not account.ticked
    }


def _decision(record: PrizeRecord) -> PrizeDecision:
    kind = DECISIONS[PrizeAct(record.kind)]
    if kind == "declined":
        return PrizeDecision(kind="declined", entrant=record.entrant_id, prize=record.prize)
    return PrizeDecision(
        kind="lot" if kind == "lot" else "playoff", order=order_of(record), prize=record.prize
    )
