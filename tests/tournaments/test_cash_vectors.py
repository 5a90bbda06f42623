"""Evenings with known sums, booked through the doors: what is owed, the box, receipts without a hole."""

from __future__ import annotations

import pytest
import segno.helpers
from django.utils import translation

from scoring import Unreadable
from tests.tournaments.test_cash_book import GUEST, MEMBER, YOUTH, entrant, prices
from tournaments.cash.accounts import accounts, book_lines
from tournaments.cash.booking import book, reverse
from tournaments.cash.closing import count, is_closed, reopen
from tournaments.cash.plan import plan_of_event
from tournaments.cash.pots import paid_into
from tournaments.cash.pricing import change_plan, choose_tariff
from tournaments.cash.words import fee_words
from tournaments.desk.cashpages import owed_sums
from tournaments.engines.cashdesk.accounts import box
from tournaments.engines.cashdesk.banking import BankAccount, is_iban, transfer_code
from tournaments.engines.cashdesk.coins import notes_for
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.cashdesk.tariffs import FeeItem, Fits, Tariff
from tournaments.events.words.plans import money_line
from tournaments.models import CashEntry, CashKind, Entrant, Event, PaidBy
from tournaments.paper.page import qr_rows
from tournaments.people import presence

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def a_club_evening(event: Event) -> tuple[Event, list[Entrant]]:
    """28 members, 10 guests of whom the last has not paid, two youths free."""
    event.club = "SC Heim"
    event.save()
    change_plan(event=event, plan=prices(MEMBER, GUEST, YOUTH))
    event = Event.objects.get(pk=event.pk)
    clubs = [("SC Heim", "")] * 28 + [("SC Fern", "")] * 10 + [("SC Heim", "Jugend")] * 2
    entrants = [
        entrant(event, number, club, category) for number, (club, category) in enumerate(clubs, start=1)
    ]
    return event, entrants


def pay(event: Event, entrants: list[Entrant]) -> None:
    for who in entrants:
        presence.tick(event=event, entrant=who.pk, here=True, paid=True, by="Helfer")


def test_owed_and_paid_are_two_figures(event: Event) -> None:
    event, entrants = a_club_evening(event)
    pay(event, entrants[:37] + entrants[38:])
    sums = owed_sums(event)
    assert (sums.owed, sums.paid, sums.open) == (43000, 41500, 1500)
    assert CashEntry.objects.filter(event=event).count() == 37  # who is free books nothing
    assert paid_into(event).all_fees * 80 // 100 == 33200


def test_a_pot_is_made_of_what_was_paid(event: Event) -> None:
    only = Tariff("t", "Startgeld", Fits.EVERYBODY, (FeeItem(Destination.PRIZES, 1200),))
    change_plan(event=event, plan=prices(only))
    event = Event.objects.get(pk=event.pk)
    entrants = [entrant(event, number) for number in range(1, 43)]
    pay(event, entrants[:41])
    assert paid_into(event).into(Destination.PRIZES) == 49200


def test_two_destinations_of_one_fee(event: Event) -> None:
    items = (FeeItem(Destination.PRIZES, 640), FeeItem(Destination.RESERVE, 160))
    change_plan(event=event, plan=prices(Tariff("t", "Startgeld", Fits.EVERYBODY, items)))
    event = Event.objects.get(pk=event.pk)
    pay(event, [entrant(event, number) for number in range(1, 25)])
    paid = paid_into(event)
    assert (paid.into(Destination.PRIZES), paid.into(Destination.RESERVE)) == (15360, 3840)


def test_an_evening_balances_to_the_cent(event: Event) -> None:
    event, entrants = a_club_evening(event)
    book(event=event, kind=CashKind.FLOAT, amount=10000)
    choose_tariff(event=event, entrant=entrants[0].pk, key=GUEST.key)
    wrong = book(event=event, kind=CashKind.FEE, amount=1500, entrant=entrants[0], by="Helfer")
    reverse(entry=wrong, reason="ist Mitglied", by="Kassier")
    choose_tariff(event=event, entrant=entrants[0].pk, key="")
    pay(event, entrants[:37])
    book(event=event, kind=CashKind.LOST, amount=3750, label="alle Tische")
    book(event=event, kind=CashKind.RAFFLE, amount=6000)
    decided = [6600, 9900, 13200, 3300]
    for prize in decided[:-1]:
        book(event=event, kind=CashKind.PRIZE, amount=prize)
    book(event=event, kind=CashKind.OUTLAY, amount=5000, label="Saal")
    cash = box(book_lines(event))
    assert (cash.opening, cash.expected) == (10000, 26550)
    assert cash.opening + cash.taken - cash.given == cash.expected
    helpers = sum(taken - given for taken, given in cash.by_helper.values())
    assert helpers == cash.expected - cash.opening
    with pytest.raises(Unreadable):
        count(event=event, counted=26500, close=True)
    closed = count(event=event, counted=26500, close=True, reason="Wechselgeld")
    assert (closed.number, closed.expected, closed.difference) == (1, 26550, -50)
    assert sum(decided) - paid_into(event).prizes == 3300  # still owed to a winner
    receipts = CashEntry.objects.filter(event=event, kind=CashKind.FEE).order_by("seq")
    assert list(receipts.values_list("receipt", flat=True)) == list(range(1, 40))
    with pytest.raises(Unreadable):
        book(event=event, kind=CashKind.RAFFLE, amount=100)
    book(event=event, kind=CashKind.DONATION, amount=2000, way=PaidBy.BANK, label="Sparkasse")
    assert is_closed(event)
    with pytest.raises(Unreadable):
        reopen(event=event, reason=" ")
    reopen(event=event, reason="Nachzügler")
    assert count(event=event, counted=26550, close=True).number == 2


def test_a_deposit_is_taken_with_the_fee_and_is_nobodys_income(event: Event) -> None:
    change_plan(event=event, plan=prices(MEMBER, deposit=500))
    event = Event.objects.get(pk=event.pk)
    who = entrant(event, 1)
    assert accounts(event)[who.pk].open == 1500
    pay(event, [who])
    assert [line.amount for line in book_lines(event)] == [1000, 500]
    assert paid_into(event).all_fees == 1000
    book(event=event, kind=CashKind.DEPOSIT_BACK, amount=500, entrant=who)
    assert box(book_lines(event)).expected == 1000
    assert Entrant.objects.get(pk=who.pk).paid
    with pytest.raises(Unreadable):
        book(event=event, kind=CashKind.DEPOSIT_BACK, amount=1, entrant=who)


def test_a_waived_fee_is_settled_without_money(event: Event) -> None:
    change_plan(event=event, plan=prices(MEMBER))
    who = entrant(Event.objects.get(pk=event.pk), 1)
    book(
        event=event,
        kind=CashKind.REMISSION,
        amount=1000,
        way=PaidBy.NOTHING,
        entrant=who,
        reason="hilft in der Küche",
    )
    assert Entrant.objects.get(pk=who.pk).paid
    assert box(book_lines(event)).expected == 0
    assert owed_sums(event).owed == 0


def test_the_code_of_a_transfer_is_that_of_the_bank() -> None:
    bank = BankAccount("SC Heim", "DE89370400440532013000", "COBADEFFXXX")
    wanted = segno.helpers.make_epc_qr(
        name=bank.holder,
        iban=bank.iban,
        bic=bank.bic,
        amount="15.55",
        text="Startgeld für Gäste",
        encoding="utf-8",
    )
    code = transfer_code(bank, 1555, "Startgeld für Gäste")
    assert segno.make_qr(code.encode(), error="m", boost_error=False).matrix == wanted.matrix
    assert qr_rows(code, "m") == tuple(map(bytes, wanted.matrix))
    long = transfer_code(BankAccount("ü" * 70, bank.iban), 100, "ä" * 200)
    assert len(long.encode()) <= 331


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("DE89370400440532013000", True),
        ("CH9300762011623852957", True),
        ("DE89370400440532013001", False),
        ("DE8937040044053201300", False),
        ("XX89370400440532013000", False),
        ("", False),
    ],
)
def test_an_iban_is_checked(text: str, valid: bool) -> None:
    assert is_iban(text) is valid


def test_notes_that_are_probably_given() -> None:
    assert notes_for(1500, "EUR") == (2000, 5000, 10000, 20000)
    assert notes_for(0, "EUR") == ()
    assert 2000000 in notes_for(1900000, "ARS")
    assert notes_for(1500, "JPY") == (2000, 10000)


def test_pesos_are_said_as_pesos(event: Event) -> None:
    pair = Tariff("p", "Pareja", Fits.EVERYBODY, (FeeItem(Destination.PRIZES, 2000000),))
    change_plan(event=event, plan=prices(pair, currency="ARS"))
    plan = plan_of_event(Event.objects.get(pk=event.pk))
    with translation.override("es"):
        assert "20.000,00" in money_line(fee_words(plan), 0)
        assert "€" not in money_line(fee_words(plan), 0)
    who = entrant(event, 1)
    book(event=event, kind=CashKind.FEE, amount=2000000, entrant=who)
    with pytest.raises(Unreadable):
        change_plan(event=event, plan=prices(pair))
