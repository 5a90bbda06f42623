"""Giving prizes into hands: paid out, picked, left for later, taken back, or left as it is with a reason.

Who should get what is computed before the lock; inside it is looked whether anything was given meanwhile.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from config.database import say_again, writing
from scoring.text import mark as _
from tournaments.cash import booking
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.engines.plans.prizeplan import Gift
from tournaments.events.ground.locking import locked
from tournaments.models import CashEntry, Entrant, Event, PrizeAct, PrizeRecord
from tournaments.prizes.due import GIVING, SETTLED, GoodsDue, PrizeDue
from tournaments.prizes.records import (
    PrizeDeed,
    goods_of,
    in_force,
    records_of,
    refused,
    reverse,
    write,
)
from tournaments.prizes.state import prize_state

BETWEEN = ", "


def hand_over(
    *, event: Event, entrant: int, seen: str, key: uuid.UUID, way: PaidBy = PaidBy.CASH, by: str = ""
) -> PrizeRecord:
    """All that is due to somebody and needs no choice, in one tap; raises Unreadable."""
    due = _as_seen(event, entrant, seen, key)
    with _deciding(event, due, key) as (event, done):
        if done is not None:
            return done
        return _handed(event, due, key, way=way, by=by)


def choose(*, event: Event, entrant: int, gift: str, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """Somebody picks a gift, and has it; raises Unreadable where somebody else was first."""
    state = prize_state(event)
    due = state.dues.get(entrant, PrizeDue(entrant))
    picked = state.ground.plan.gift(gift)
    with _deciding(event, due, key) as (event, done):
        if done is not None:
            return done
        if picked is None:
            raise refused("gift", _("There is no such gift."))
        if not due.picks:
            raise refused(None, _("There is nothing for this entrant to choose."))
        if _is_taken(event, picked):
            raise refused(
                "gift", _("“{gift}” has just been chosen. Please reload the page."), gift=picked.what
            )
        thing = due.picks[0]
        deed = PrizeDeed(
            PrizeAct.CHOSEN, entrant, prize=thing.prize, gift=picked.id, prizes=(thing.key,), what=picked.what
        )
        return write(event=event, deed=deed, key=key, by=by)


def leave_for_later(*, event: Event, entrant: int, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """He is not there: what is due to him stays owed to him."""
    due = prize_state(event).dues.get(entrant, PrizeDue(entrant))
    with _deciding(event, due, key) as (event, done):
        if done is not None:
            return done
        if not due.awards:
            raise refused(None, _("This is no longer due to this entrant. Please reload the page."))
        deed = PrizeDeed(PrizeAct.UNCLAIMED, entrant, what=_what(due))
        return write(event=event, deed=deed, key=key, by=by)


def decline(*, event: Event, entrant: int, prize: str, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """He does not want a prize; it goes to whoever is next."""
    due = prize_state(event).dues.get(entrant, PrizeDue(entrant))
    with _deciding(event, due, key) as (event, done):
        if done is not None:
            return done
        if due.touched:
            raise refused(None, _("Something was given to this entrant already. Please take it back first."))
        if all(prize not in award.prizes for award in due.awards):
            raise refused(None, _("This is no longer due to this entrant. Please reload the page."))
        deed = PrizeDeed(PrizeAct.DECLINED, entrant, prize=prize)
        return write(event=event, deed=deed, key=key, by=by)


def settle(
    *, event: Event, entrant: int, seen: str, back: bool, reason: str, key: uuid.UUID, by: str = ""
) -> PrizeRecord:
    """A prize has moved that was given already: take it back and give what is due now, or let it stand."""
    if not reason.strip():
        raise refused("reason", _("Why? Please write a few words."))
    due = _as_seen(event, entrant, seen, key)
    with _deciding(event, due, key) as (event, done):
        if done is not None:
            return done
        if not back:
            keys = (*due.too_much, *(thing.key for thing in due.open_goods))
            deed = PrizeDeed(PrizeAct.STANDS, entrant, amount=due.to_pay, prizes=keys, reason=reason)
            return write(event=event, deed=deed, key=key, by=by)
        return _taken_back(event, due, key, reason=reason, by=by)


def decide_lot(
    *,
    event: Event,
    among: Sequence[int],
    first: int | None,
    key: uuid.UUID,
    prize: str = "",
    played: bool = False,
    by: str = "",
) -> PrizeRecord:
    """Who is ahead among equals: drawn here, or as it was drawn or played at a table (`first`).

    It is written down and holds from now on, whatever is corrected elsewhere.
    """
    state = prize_state(event)
    open_lots = {frozenset(lot.among): lot for lot in state.outcome.lots if lot.how == "open"}
    with writing():
        event = locked(event)
        known = PrizeRecord.objects.filter(pk=key).first()
        if known is not None:
            say_again()
            return known
        if frozenset(among) not in open_lots and not prize:
            raise refused(
                None, _("This is decided already, or they are no longer equal. Please reload the page.")
            )
        if first is not None and first not in among:
            raise refused("first", _("Who is ahead? One of those who are equal."))
        rest = [who for who in among if who != first]
        secrets.SystemRandom().shuffle(rest)
        order = tuple(rest if first is None else (first, *rest))
        kind = PrizeAct.PLAY_OFF if played else PrizeAct.LOT
        deed = PrizeDeed(kind, order[0], prize=prize, order=order)
        return write(event=event, deed=deed, key=key, by=by)


def keep_for_club(*, event: Event, entrant: int, seen: str, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """Nobody has come for it: the club keeps it. Undone, it is owed again."""
    due = _as_seen(event, entrant, seen, key)
    with _deciding(event, due, key) as (event, done):
        if done is not None:
            return done
        if not due.unclaimed or due.done or due.moved:
            raise refused(None, _("This is no longer on the list of what was not collected."))
        keys = tuple(thing.key for thing in due.open_goods)
        deed = PrizeDeed(PrizeAct.TO_CLUB, entrant, amount=due.to_pay, prizes=keys, what=_what(due))
        return write(event=event, deed=deed, key=key, by=by)


def undo(*, event: Event, record: uuid.UUID, reason: str, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """What was tapped by mistake: the record is reversed, and its line in the cash book."""
    with writing():
        event = locked(event)
        old = PrizeRecord.objects.filter(event=event, pk=record).first()
        reversal = reverse(event=event, record=record, key=key, reason=reason, by=by)
        if old is not None:
            _unbook(event, old, reason, by)
        return reversal


# --- inside the lock ------------------------------


@contextmanager
def _deciding(event: Event, due: PrizeDue, key: uuid.UUID) -> Iterator[tuple[Event, PrizeRecord | None]]:
    """The lock, and what the same tap has written before; refuses where somebody else was quicker."""
    with writing():
        event = locked(event)
        known = PrizeRecord.objects.filter(pk=key).first()
        if known is not None:
            if (known.event_id, known.entrant_id) != (event.pk, due.entrant):
                raise refused(None, _("Something else was done from this page. Please reload the page."))
            say_again()
        elif {record.pk for record in _standing(event, due.entrant)} != {record.pk for record in due.records}:
            raise refused(None, _("Someone else has given out this prize. Please reload the page."))
        yield event, known


def _as_seen(event: Event, entrant: int, seen: str, key: uuid.UUID) -> PrizeDue:
    due = prize_state(event).dues.get(entrant, PrizeDue(entrant))
    if due.seen != seen and not PrizeRecord.objects.filter(pk=key).exists():
        raise refused(None, _("What is due to this entrant has changed. Please reload the page."))
    return due


def _standing(event: Event, entrant: int) -> list[PrizeRecord]:
    return [
        record
        for record in in_force(records_of(event))
        if record.entrant_id == entrant and record.kind in GIVING
    ]


def _is_taken(event: Event, gift: Gift) -> bool:
    return any(record.gift == gift.id for record in in_force(records_of(event)))


def _handed(event: Event, due: PrizeDue, key: uuid.UUID, *, way: PaidBy, by: str) -> PrizeRecord:
    if due.moved:
        raise refused(None, _("This entrant has something that is no longer theirs: settle that first."))
    things = tuple(thing for thing in due.open_goods if not thing.picks)
    if due.to_pay <= 0 and not things:
        raise refused(None, _("There is nothing to hand over."))
    return _write_handed(event, due.entrant, due.to_pay, things, key, way=way, by=by)


def _write_handed(
    event: Event,
    entrant: int,
    amount: int,
    things: Sequence[GoodsDue],
    key: uuid.UUID,
    *,
    way: PaidBy,
    by: str,
) -> PrizeRecord:
    what = BETWEEN.join(thing.what for thing in things)[:200]
    line: CashEntry | None = None
    if amount > 0:
        line = booking.book(
            event=event,
            kind=CashKind.PRIZE,
            amount=amount,
            way=way,
            entrant=Entrant.objects.get(pk=entrant, event=event),
            item="prize",
            by=by,
            entry_id=uuid.uuid5(key, "cash"),
        )
    deed = PrizeDeed(
        PrizeAct.HANDED,
        entrant,
        amount=max(amount, 0),
        currency=line.currency if line else "",
        prizes=tuple(thing.key for thing in things),
        booking=line.pk if line else None,
        what=what,
    )
    return write(event=event, deed=deed, key=key, by=by)


def _taken_back(event: Event, due: PrizeDue, key: uuid.UUID, *, reason: str, by: str) -> PrizeRecord:
    """What he was given is reversed, but gifts he may keep; what of it is his is given to him again."""
    mine = {thing.key for thing in due.goods}
    gone = [
        record
        for record in due.records
        if record.kind in (PrizeAct.HANDED, *SETTLED)
        or (record.kind == PrizeAct.CHOSEN and not mine >= {*goods_of(record)})
    ]
    had = {thing for record in gone for thing in goods_of(record) if record.kind not in SETTLED}
    things = [thing for thing in due.goods if not thing.picks and thing.key in had]
    amount = max(0, min(due.amount, due.given))
    if not gone:
        raise refused(None, _("There is nothing to take back."))
    for place, record in enumerate(gone):
        # The first one is written under the key of this tap, unless what he keeps is.
        of_tap = key if not (place or amount or things) else uuid.uuid5(key, f"back {place}")
        last = reverse(event=event, record=record.pk, key=of_tap, reason=reason, by=by)
        _unbook(event, record, reason, by)
    if amount or things:
        last = _write_handed(event, due.entrant, amount, things, key, way=PaidBy.CASH, by=by)
    return last


def _unbook(event: Event, record: PrizeRecord, reason: str, by: str) -> None:
    line = CashEntry.objects.filter(event=event, pk=record.booking).first() if record.booking else None
    if line is not None and not CashEntry.objects.filter(reverses=line).exists():
        booking.reverse(entry=line, reason=reason, by=by, entry_id=uuid.uuid5(record.pk, "back"))


def _what(due: PrizeDue) -> str:
    return BETWEEN.join(thing.what for thing in due.open_goods if thing.what)[:200]
