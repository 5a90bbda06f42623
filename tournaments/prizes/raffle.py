"""A raffle at the prize-giving: who is in the drum, drawn once with a seed that anybody can calculate again.

The record holds the whole order. Whoever may not have the prize, because he has one already, is passed over.
"""

from __future__ import annotations

import secrets
import uuid

from config.database import say_again, writing
from scoring.text import mark as _
from tournaments.engines.plans.prizeplan import PrizeRow
from tournaments.engines.plans.prizewho import RAFFLES, PrizeFor
from tournaments.engines.prizes.lots import prize_ticket
from tournaments.events.ground.locking import locked
from tournaments.models import Entrant, EntrantState, Event, PrizeAct, PrizeRecord
from tournaments.prizes.records import PrizeDeed, in_force, records_of, refused, write
from tournaments.prizes.state import PrizeState, prize_state

SEED_BYTES = 8


def open_raffles(state: PrizeState) -> list[PrizeRow]:
    """Raffles of the plan that nobody has drawn."""
    drawn = {record.prize for record in in_force(state.ground.records) if record.kind == PrizeAct.LOT}
    return [row for row in state.ground.plan.prizes if row.who in RAFFLES and row.id not in drawn]


def drum_of(state: PrizeState, row: PrizeRow) -> list[int]:
    """Who can be drawn now."""
    ranked = [placed.entrant for placed in state.table.rows if placed.rank is not None]
    if row.who == PrizeFor.RAFFLE:
        return ranked
    there = [who for who in ranked if who not in state.ground.absent]
    if row.who == PrizeFor.RAFFLE_HERE:
        return there
    return [who for who in there if not _has_prize(state, who)]


def draw_raffle(*, event: Event, prize: str, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """Draw it; raises Unreadable where it was drawn already or nobody is in the drum."""
    state = prize_state(event)
    row = state.ground.plan.prize(prize)
    with writing():
        event = locked(event)
        known = PrizeRecord.objects.filter(pk=key).first()
        if known is not None:
            say_again()
            return known
        drawn = any(
            record.kind == PrizeAct.LOT and record.prize == prize for record in in_force(records_of(event))
        )
        if row is None or row.who not in RAFFLES or drawn:
            raise refused(None, _("This raffle is drawn already, or it is gone. Please reload the page."))
        drum = drum_of(state, row)
        if row.who != PrizeFor.RAFFLE:
            here = Entrant.objects.filter(event=event, state=EntrantState.HERE.value)
            there = set(here.values_list("pk", flat=True))
            drum = [who for who in drum if who in there]
        if not drum:
            raise refused(None, _("Nobody is in the drum."))
        seed = secrets.token_hex(SEED_BYTES)
        deed = PrizeDeed(PrizeAct.LOT, prize=prize, order=_order(event, row, drum, seed), seed=seed)
        return write(event=event, deed=deed, key=key, by=by)


def _has_prize(state: PrizeState, who: int) -> bool:
    due = state.dues.get(who)
    return due is not None and bool(due.awards)


def _order(event: Event, row: PrizeRow, drum: list[int], seed: str) -> tuple[int, ...]:
    """By the tickets of start numbers: these stand on paper and travel with the event."""
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    among = [numbers[who] for who in drum]
    return tuple(sorted(drum, key=lambda who: prize_ticket(seed, f"raffle {row.id}", among, numbers[who])))
