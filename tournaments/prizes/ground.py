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
from tournaments.prizes.feats import counted_feats
from tournaments.prizes.plans import prize_plan_of
from tournaments.prizes.records import in_force, order_of
from tournaments.prizes.sidepots import Feeding, fed, side_pots

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
    pots: Mapping[str, PrizePot]  # beside it, by the names the engine knows
    feats: Mapping[str, Mapping[int, int]]  # what was counted by hand: name -> entrant -> number
    stakes: Mapping[int, int]  # percent of the fee that was paid, where that counts
    absent: frozenset[int]
    records: tuple[PrizeRecord, ...]
    decisions: tuple[PrizeDecision, ...]


def ground_of(event: Event, *, expected: bool = False) -> PrizeGround:
    """As it is now; `expected`: as if everybody who is coming had paid."""
    plan = prize_plan_of(event)
    records = tuple(PrizeRecord.objects.filter(event=event).order_by("seq"))
    paid = paid_into(event)
    fees = _expected_fees(event) if expected else paid.fees
    here = dict(Entrant.objects.filter(event=event).values_list("pk", "state"))
    return PrizeGround(
        plan=plan,
        currency=currency_of(event),
        heads=settings_of(event).entrant,
        home=home_of(event),
        pot=_pot(plan, fees, paid.lost),
        pots=side_pots(event, plan, fees, paid.lost),
        feats=counted_feats(plan, records),
        stakes=_stakes(event) if plan.shares.by_stake else {},
        absent=frozenset(who for who, state in here.items() if state != EntrantState.HERE),
        records=records,
        decisions=tuple(_decision(record) for record in in_force(records) if record.kind in DECISIONS),
    )


def _pot(plan: PrizePlan, fees: Feeding, lost: Feeding) -> PrizePot:
    shares = plan.shares
    return PrizePot(
        fees=fed(fees, Destination.PRIZES),
        lost_games=fed(lost, Destination.PRIZES),
        gifts=(PotItem("", plan.sponsors),) if plan.sponsors else (),
        costs=(PotItem("", plan.costs),) if plan.costs else (),
        fees_percent=Fraction(shares.fees),
        lost_games_percent=Fraction(shares.lost),
        guarantee=plan.guarantee,
    )


def _expected_fees(event: Event) -> Feeding:
    """As if everybody who is coming had paid."""
    coming = set(Entrant.objects.filter(event=event, state__in=COMING).values_list("pk", flat=True))
    owed: dict[tuple[str, str], int] = {}
    for who, account in entrant_accounts(event).items():
        if who in coming:
            for item in account.items:
                key = (item.to.value, item.label)
                owed[key] = owed.get(key, 0) + item.amount
    return owed


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
