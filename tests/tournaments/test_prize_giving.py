"""Prizes of an event: the plan as it is typed, who gets what, what is given, and what a correction moves."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring import Unreadable
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_event_rounds import start
from tournaments import ledger
from tournaments.cash.accounts import book_lines
from tournaments.engines.cashdesk.accounts import box
from tournaments.engines.plans.prizeplan import Gift, PrizePlan, PrizeRow
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.choices import PerPerson, Sharing, Undivided
from tournaments.engines.prizes.rules import PrizeRules
from tournaments.events.decisions import corrections as correcting
from tournaments.models import CashEntry, Event, PrizeAct, PrizeRecord, Round, Sitting
from tournaments.prizes import giving, plans
from tournaments.prizes.due import PrizeDue
from tournaments.prizes.state import PrizeState, prize_state

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

EUR = 100


def set_plan(event: Event, *rows: PrizeRow, gifts: tuple[Gift, ...] = (), **rules: Any) -> Event:
    plan = PrizePlan(
        rules=PrizeRules(**{"per_person": PerPerson.ALL, **rules}),
        sponsors=1000 * EUR,
        prizes=rows,
        gifts=gifts,
    )
    return plans.change_plan(event=event, plan=plan, prices={row.id: row.goods or "x" for row in rows})


def place(number: int, last: int = 0, **more: Any) -> PrizeRow:
    return PrizeRow(id=f"place-{number}", who=PrizeFor.PLACES, first=number, last=last, **more)


@pytest.fixture
def played() -> tuple[Event, Round]:
    """Four people at one table, one hand: 36, −12, −12, −12."""
    event = an_event(here=4)
    round_ = start(event)
    sitting = Sitting.objects.get(round=round_)
    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1))
    return Event.objects.get(pk=event.pk), round_


def by_place(state: PrizeState) -> list[int]:
    return [row.entrant for row in state.table.rows]


def test_what_is_due_is_handed_over_once_and_booked(played: tuple[Event, Round]) -> None:
    event, _round = played
    event = set_plan(
        event, place(1, amount=100 * EUR), PrizeRow(id="last", who=PrizeFor.LAST, goods="Wurstsalat")
    )
    state = prize_state(event)
    first = by_place(state)[0]
    due = state.dues[first]
    assert (due.amount, due.to_pay) == (100 * EUR, 100 * EUR)
    key = uuid.uuid4()
    for _again in range(2):
        done = giving.hand_over(event=event, entrant=first, seen=due.seen, key=key, by="Helga")
        assert (done.kind, done.amount, done.by) == (PrizeAct.HANDED, 100 * EUR, "Helga")
    assert PrizeRecord.objects.count() == CashEntry.objects.count() == 1
    assert box(book_lines(event)).expected == -100 * EUR
    assert prize_state(event).dues[first].done


def test_who_taps_second_is_told_and_nothing_is_paid_twice(played: tuple[Event, Round]) -> None:
    event = set_plan(played[0], place(1, amount=100 * EUR))
    first = by_place(prize_state(event))[0]
    seen = prize_state(event).dues[first].seen
    giving.hand_over(event=event, entrant=first, seen=seen, key=uuid.uuid4())
    with pytest.raises(Unreadable):
        giving.hand_over(event=event, entrant=first, seen=seen, key=uuid.uuid4())
    assert CashEntry.objects.count() == 1


def test_a_gift_is_chosen_by_one(played: tuple[Event, Round]) -> None:
    gifts = (Gift(id="ham", what="Schinken", donor="Metzgerei Huber"), Gift(id="wine", what="Wein"))
    event = set_plan(
        played[0],
        PrizeRow(id="all", who=PrizeFor.EVERYBODY, picks=True),
        gifts=gifts,
        undivided=Undivided.BY_CRITERIA,
    )
    first, second, third, _fourth = by_place(prize_state(event))
    giving.choose(event=event, entrant=first, gift="ham", key=uuid.uuid4())
    with pytest.raises(Unreadable):
        giving.choose(event=event, entrant=second, gift="ham", key=uuid.uuid4())
    giving.choose(event=event, entrant=second, gift="wine", key=uuid.uuid4())
    state = prize_state(event)
    assert state.taken() == {"ham": first, "wine": second}
    assert [state.dues[who].done for who in (first, second, third)] == [True, True, False]


def test_a_lot_is_drawn_once_and_holds(played: tuple[Event, Round]) -> None:
    event = set_plan(played[0], place(2, goods="Korb"))
    (lot,) = prize_state(event).outcome.lots
    assert lot.how == "open"
    among = [who for who in lot.among if isinstance(who, int)]
    assert len(among) == 3
    first = among[2]
    giving.decide_lot(event=event, among=among, first=first, key=uuid.uuid4(), by="Helga")
    state = prize_state(event)
    assert [lot.how for lot in state.outcome.lots] == ["recorded"]
    assert [award.entrant for award in state.outcome.awards] == [first]
    with pytest.raises(Unreadable):
        giving.decide_lot(event=event, among=among, first=None, key=uuid.uuid4())


def test_a_correction_moves_what_is_paid_and_it_is_settled(played: tuple[Event, Round]) -> None:
    event = set_plan(
        played[0], place(1, amount=100 * EUR), place(2, amount=40 * EUR), ties=Sharing.BY_CRITERIA
    )
    state = prize_state(event)
    first = by_place(state)[0]
    giving.hand_over(event=event, entrant=first, seen=state.dues[first].seen, key=uuid.uuid4())
    sitting = Sitting.objects.get(round=played[1])
    others = [chair.entrant_id for chair in sitting.chairs.all() if chair.entrant_id not in (None, first)]
    loser = others[0] or 0
    seat = next(chair.seat for chair in sitting.chairs.all() if chair.entrant_id == loser)
    preview = correcting.preview(sitting, 1, eine(seat))
    moved = {money.entrant: (money.before, money.after, money.given) for money in preview.moved.money}
    assert moved[first][0] == moved[first][2] == 100 * EUR
    assert moved[loser][1] == 100 * EUR
    correcting.correct(
        sitting=sitting,
        hand_no=1,
        raw=eine(seat),
        entry_id=uuid.uuid4(),
        base_seq=1,
        reason="misread",
        by="Helga",
    )
    event = Event.objects.get(pk=event.pk)
    due = prize_state(event).dues[first]
    assert due.moved
    assert due.to_pay == due.amount - 100 * EUR < 0
    giving.settle(
        event=event, entrant=first, seen=due.seen, back=True, reason="misread", key=uuid.uuid4(), by="Helga"
    )
    after = prize_state(event)
    left = after.dues.get(first, PrizeDue(first))
    assert left.to_pay == 0
    assert box(book_lines(event)).expected == -left.given
    other = after.dues[loser]
    giving.hand_over(event=event, entrant=loser, seen=other.seen, key=uuid.uuid4())
    assert prize_state(event).dues[loser].done


def test_what_was_too_much_may_stand_with_a_reason(played: tuple[Event, Round]) -> None:
    event = set_plan(played[0], place(1, amount=100 * EUR), ties=Sharing.BY_CRITERIA)
    state = prize_state(event)
    first = by_place(state)[0]
    giving.hand_over(event=event, entrant=first, seen=state.dues[first].seen, key=uuid.uuid4())
    event = set_plan(event, place(1, amount=60 * EUR), ties=Sharing.BY_CRITERIA)
    due = prize_state(event).dues[first]
    assert due.to_pay == -40 * EUR
    with pytest.raises(Unreadable):
        giving.settle(event=event, entrant=first, seen=due.seen, back=False, reason=" ", key=uuid.uuid4())
    giving.settle(event=event, entrant=first, seen=due.seen, back=False, reason="announced", key=uuid.uuid4())
    assert prize_state(event).dues[first].done
    assert box(book_lines(event)).expected == -100 * EUR


def test_a_mistaken_tap_is_undone_with_its_line_of_the_cash_book(played: tuple[Event, Round]) -> None:
    event = set_plan(played[0], place(1, amount=100 * EUR))
    first = by_place(prize_state(event))[0]
    seen = prize_state(event).dues[first].seen
    done = giving.hand_over(event=event, entrant=first, seen=seen, key=uuid.uuid4())
    giving.undo(event=event, record=done.pk, reason="wrong person", key=uuid.uuid4())
    assert box(book_lines(event)).expected == 0
    assert prize_state(event).dues[first].to_pay == 100 * EUR


def test_nothing_of_a_record_is_changed_but_what_was_typed(played: tuple[Event, Round]) -> None:
    event = set_plan(played[0], place(1, goods="Korb"))
    first = by_place(prize_state(event))[0]
    giving.hand_over(event=event, entrant=first, seen=prize_state(event).dues[first].seen, key=uuid.uuid4())
    records = PrizeRecord.objects.filter(event=event)
    records.update(reason="other words")
    for change in ({"amount": 1}, {"entrant": None}, {"kind": "lot"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            records.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        records.delete()
