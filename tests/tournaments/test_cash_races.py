"""Many helpers take money at the same moment: nothing twice, no receipt missing."""

from __future__ import annotations

import uuid
from functools import partial

import pytest

from scoring import Unreadable
from tests.tournaments.event_builders import an_event
from tests.tournaments.racing import at_once, split
from tests.tournaments.test_cash_book import MEMBER, entrant, prices
from tournaments.cash.accounts import book_lines
from tournaments.cash.booking import book, reverse
from tournaments.cash.closing import count
from tournaments.cash.pricing import change_plan
from tournaments.engines.cashdesk.accounts import box
from tournaments.models import CashCount, CashEntry, CashKind, Event
from tournaments.people import presence

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


@pytest.fixture
def events() -> list[Event]:
    """Two of one club."""
    both = [an_event(), an_event()]
    for event in both:
        change_plan(event=event, plan=prices(MEMBER))
    return [Event.objects.get(pk=event.pk) for event in both]


def test_twenty_taps_at_once_are_ten_payments_and_ten_receipts(events: list[Event]) -> None:
    taps = []
    for event in events:
        for number in range(901, 906):
            who = entrant(event, number)
            tap = partial(presence.tick, event=event, entrant=who.pk, here=True, paid=True)
            taps += [partial(tap, by="Anna"), partial(tap, by="Bert")]
    done, _refused = split(at_once(*taps), Unreadable)
    assert len(done) == 20
    receipts = CashEntry.objects.order_by("receipt").values_list("receipt", flat=True)
    assert list(receipts) == list(range(1, 11))
    for event in events:
        assert [entry.seq for entry in event.cash.order_by("seq")] == [1, 2, 3, 4, 5]
        assert box(book_lines(event)).expected == 5000


def test_one_line_is_reversed_once_and_one_id_books_once(events: list[Event]) -> None:
    event, key = events[0], uuid.uuid4()
    who = entrant(event, 901)
    same = partial(book, event=event, kind=CashKind.FEE, amount=1000, entrant=who, entry_id=key)
    done, _refused = split(at_once(*[same] * 6), Unreadable)
    assert {entry.pk for entry in done} == {key}
    line = CashEntry.objects.get()
    back, refused = split(at_once(*[partial(reverse, entry=line, reason="doppelt")] * 4), Unreadable)
    assert (len(back), len(refused)) == (1, 3)
    assert box(book_lines(event)).expected == 0


def test_who_closes_and_who_takes_at_once_agree(events: list[Event]) -> None:
    event = events[0]
    raffles = [partial(book, event=event, kind=CashKind.RAFFLE, amount=100)] * 6
    closing = partial(count, event=event, counted=0, close=True, reason="gleichzeitig")
    done, refused = split(at_once(closing, *raffles), Unreadable)
    assert len(done) + len(refused) == 7
    closed = CashCount.objects.get(number=1)
    assert closed.expected == 100 * CashEntry.objects.count() == box(book_lines(event)).expected
