"""The cash book: what is booked, reversed and summed up through its doors."""

from __future__ import annotations

import json
import uuid

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import Unreadable
from tests.guards import unguarded
from tournaments.cash.accounts import accounts
from tournaments.cash.booking import book, reverse
from tournaments.cash.checking import book_faults
from tournaments.cash.closing import count, is_closed
from tournaments.cash.plan import plan_of_event
from tournaments.cash.pots import paid_into
from tournaments.cash.pricing import change_plan
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.cashdesk.tariffs import FeeItem, Fits, MoneyPlan, Tariff
from tournaments.exchange.exporting import packed
from tournaments.exchange.importing import take_in
from tournaments.models import CashEntry, CashKind, Entrant, Event, Member, PaidBy, Player

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def prices(*tariffs: Tariff, currency: str = "EUR", deposit: int = 0) -> MoneyPlan:
    return MoneyPlan(currency, tariffs, deposit)


MEMBER = Tariff("m", "Mitglied", Fits.MEMBERS, (FeeItem(Destination.PRIZES, 1000),))
GUEST = Tariff(
    "g",
    "Gast",
    Fits.GUESTS,
    (FeeItem(Destination.PRIZES, 1000), FeeItem(Destination.DONATION, 500, "Kinderhospiz")),
)
YOUTH = Tariff("y", "Jugend", Fits.CATEGORY, (), "Jugend")


def entrant(event: Event, number: int, club: str = "", category: str = "") -> Entrant:
    person = Player.objects.create(name=f"Person {number}", club=club, tenant_id=event.whose)
    who = Entrant.objects.create(event=event, number=number, club=club, category=category)
    Member.objects.create(entrant=who, player=person)
    return who


def has_paid(who: Entrant) -> bool:
    return Entrant.objects.get(pk=who.pk).paid


def test_a_fee_feeds_the_destinations_of_its_items_and_is_ticked(event: Event) -> None:
    event.club = "SC Heim"
    event.save()
    change_plan(event=event, plan=prices(MEMBER, GUEST, YOUTH))
    event.refresh_from_db()
    home, guest, youth = (
        entrant(event, 901, "SC Heim"),
        entrant(event, 902, "SC Fern"),
        entrant(event, 903, "SC Fern", "jugend"),
    )
    standing = accounts(event)
    assert [standing[who.pk].open for who in (home, guest, youth)] == [1000, 1500, 0]
    entry = book(event=event, kind=CashKind.FEE, amount=1200, entrant=guest, by="Anna")
    assert (entry.receipt, entry.seq, entry.amount, entry.by) == (1, 1, 1200, "Anna")
    assert not has_paid(guest)
    rest = book(event=event, kind=CashKind.FEE, amount=300, entrant=guest, way=PaidBy.BANK)
    assert has_paid(guest)
    assert rest.receipt == 2
    assert paid_into(event).fees == {("prizes", ""): 1000, ("donation", "Kinderhospiz"): 500}
    reverse(entry=rest, reason="falsch", by="Bert")
    assert not has_paid(guest)
    assert paid_into(event).fees == {("prizes", ""): 1000, ("donation", "Kinderhospiz"): 200}
    with pytest.raises(Unreadable):
        reverse(entry=rest)
    assert CashEntry.objects.filter(event=event).count() == 3


def test_the_same_id_books_once_and_nothing_is_changed(event: Event) -> None:
    change_plan(event=event, plan=prices(MEMBER))
    who, entry_id = entrant(event, 901), uuid.uuid4()
    earlier = book(event=event, kind=CashKind.FEE, amount=1000, entrant=who, entry_id=entry_id)
    again = book(event=event, kind=CashKind.FEE, amount=1000, entrant=who, entry_id=entry_id)
    assert earlier.pk == again.pk
    assert CashEntry.objects.count() == 1
    with pytest.raises(Unreadable):
        book(event=event, kind=CashKind.FEE, amount=900, entrant=who, entry_id=entry_id)
    rows = CashEntry.objects.filter(pk=earlier.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(amount=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows._raw_delete("default")
    rows.update(reason="who was named is forgotten")


def test_what_cannot_be_booked_is_refused(event: Event) -> None:
    change_plan(event=event, plan=prices(MEMBER))
    who = entrant(event, 901)
    for wrong in (
        {"kind": CashKind.FEE, "amount": 0, "entrant": who},
        {"kind": CashKind.FEE, "amount": 100},
        {"kind": CashKind.REFUND, "amount": 100, "entrant": who},
        {"kind": CashKind.REMISSION, "amount": 100, "entrant": who},
    ):
        with pytest.raises(Unreadable):
            book(event=event, **wrong)  # type: ignore[arg-type]
    assert not CashEntry.objects.exists()


def test_the_book_travels_with_its_event_and_gives_receipts_a_series_of_their_own(event: Event) -> None:
    change_plan(event=event, plan=prices(MEMBER))
    who = entrant(event, 901)
    wrong = book(event=event, kind=CashKind.FEE, amount=900, entrant=who)
    reverse(entry=wrong, reason="Vertippt")
    book(event=event, kind=CashKind.OUTLAY, amount=5000, label="Saal")
    count(event=event, counted=0, close=True, reason="Saal aus eigener Tasche")
    packed_up = packed(Event.objects.get(pk=event.pk))
    plan, standing = plan_of_event(Event.objects.get(pk=event.pk)), paid_into(event)
    packed_up["event"]["uid"] = str(uuid.uuid4())
    packed_up["links"] = []
    for line in packed_up["cash"]:
        line["id"] = str(uuid.uuid5(uuid.NAMESPACE_OID, line["id"]))
        if line["reverses"]:
            line["reverses"] = str(uuid.uuid5(uuid.NAMESPACE_OID, line["reverses"]))
    copy = take_in(json.dumps(packed_up).encode(), event.whose)
    assert plan_of_event(copy) == plan
    assert paid_into(copy) == standing
    assert is_closed(copy)
    assert [(line.receipt, line.receipt_series) for line in copy.cash.order_by("seq")] == [
        (1, str(copy.uid)),
        (2, str(copy.uid)),
        (None, ""),
    ]
    del packed_up["cash"], packed_up["cash_counts"], packed_up["event"]["money"]
    packed_up["event"]["uid"] = str(uuid.uuid4())
    packed_up["event"]["settings"]["fee"] = 800
    assert plan_of_event(take_in(json.dumps(packed_up).encode(), event.whose)).dearest == 800


def test_a_book_with_a_hole_is_named(event: Event) -> None:
    for amount in (100, 200, 300):
        book(event=event, kind=CashKind.DONATION, amount=amount, label="Hut")
    assert list(book_faults("default")) == []
    with connection.cursor() as cursor, unguarded(cursor):
        cursor.execute("DELETE FROM tournaments_cashentry WHERE seq = 2")
    assert len(list(book_faults("default"))) == 2  # the line, and its receipt
