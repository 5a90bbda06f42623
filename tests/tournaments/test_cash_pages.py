"""The cash desk in the page: prices, door, an entrant's sheet, the box, papers."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring import Unreadable
from tests.tournaments.event_builders import add_entrants
from tests.tournaments.paper import text_of
from tests.tournaments.test_views_event_setup import words
from tournaments.cash.closing import is_closed
from tournaments.cash.plan import plan_of_event
from tournaments.events.plan.shelving import delete_event
from tournaments.models import CashEntry, Entrant, EntrantState, Event, Grant, Role
from tournaments.people.entrants import remove

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_german")]

PRICES = {
    "currency": "EUR",
    **{"name-1": "Mitglied", "fits-1": "members", "amount-1-1": "10", "to-1-1": "prizes"},
    **{"name-2": "Gast", "fits-2": "guests", "amount-2-1": "10", "to-2-1": "prizes"},
    **{"amount-2-2": "5,00", "to-2-2": "donation", "label-2-2": "Hospiz"},
    **{"name-3": "Jugend", "fits-3": "category", "word-3": "Jugend", "amount-3-1": ""},
    "deposit": "",
    **{"holder": "SC Heim", "iban": "DE89 3704 0044 0532 0130 00", "bic": ""},
}


@pytest.fixture
def event(event: Event, laptop: Client) -> Event:
    event.club = "SC Heim"
    event.save()
    add_entrants(event, 3, names=["Anna Keller", "Bernd Frei", "Carla Groß"], state=EntrantState.EXPECTED)
    for number, club in enumerate(("SC Heim", "SC Fern", "SC Heim"), start=1):
        event.entrants.filter(number=number).update(club=club, category="Jugend" if number == 3 else "")
    assert laptop.post(f"/desk/e/{event.pk}/settings/prices/", PRICES).status_code == 302
    return Event.objects.get(pk=event.pk)


def at(event: Event, more: str = "") -> str:
    return f"/desk/e/{event.pk}/cash/{more}"


def who(event: Event, number: int) -> Entrant:
    return event.entrants.get(number=number)


def tap(laptop: Client, event: Event, number: int, what: str) -> Any:
    return laptop.post(f"/desk/e/{event.pk}/door/", {"say": f"{who(event, number).pk} {what}"})


def page(laptop: Client, event: Event, more: str = "") -> str:
    answer = laptop.get(at(event, more))
    assert answer.status_code == 200
    return words(answer.text)


def test_a_price_list_is_typed_and_read_and_a_wrong_one_says_what_is_wrong(
    laptop: Client, event: Event
) -> None:
    plan = plan_of_event(event)
    assert [(tariff.name, tariff.amount) for tariff in plan.tariffs] == [
        ("Mitglied", 1000),
        ("Gast", 1500),
        ("Jugend", 0),
    ]
    wrong = PRICES | {"amount-1-1": "zehn", "iban": "DE89 3704 0044 0532 0130 01"}
    answer = laptop.post(f"/desk/e/{event.pk}/settings/prices/", wrong)
    assert answer.status_code == 422
    assert "zehn" in answer.text
    answer = laptop.post(f"/desk/e/{event.pk}/settings/prices/", PRICES | {"iban": "DE8937040044053201300"})
    assert answer.status_code == 422
    assert "IBAN" in answer.text
    assert plan_of_event(Event.objects.get(pk=event.pk)) == plan


def test_the_door_shows_what_to_take_and_one_tap_books_it(laptop: Client, event: Event) -> None:
    door = words(laptop.get(f"/desk/e/{event.pk}/door/").text)
    assert "10,00 €" in door
    assert "15,00 €" in door
    assert "nichts zu zahlen" in door
    tap(laptop, event, 2, "both")
    tap(laptop, event, 2, "both")
    entry = CashEntry.objects.get()
    assert (entry.amount, entry.way, entry.kind, entry.receipt) == (1500, "cash", "fee", 1)
    tap(laptop, event, 2, "undo")
    assert [line.amount for line in CashEntry.objects.order_by("seq")] == [1500, -1500]
    assert not who(event, 2).paid
    assert who(event, 3).paid


def test_a_note_of_twenty_gives_five_back(laptop: Client, event: Event) -> None:
    sheet = page(laptop, event, "of/2/")
    assert "5,00 € zurück" in sheet
    form = {"do": "given", "due": "1500", "note": "2000", "entry": str(uuid.uuid4())}
    answer = laptop.post(at(event, "of/2/"), form, follow=True)
    assert "15,00 € genommen. 5,00 € zurück." in words(answer.text)
    laptop.post(at(event, "of/2/"), form)  # the same tap again
    assert CashEntry.objects.count() == 1
    again = laptop.post(at(event, "of/2/"), form | {"entry": str(uuid.uuid4())})
    assert again.status_code == 422


def test_a_fee_is_reduced_with_a_reason_changed_and_given_back(laptop: Client, event: Event) -> None:
    assert laptop.post(at(event, "of/2/"), {"do": "reduce", "amount": "3", "reason": ""}).status_code == 422
    assert (
        laptop.post(at(event, "of/2/"), {"do": "reduce", "amount": "3", "reason": "Student"}).status_code
        == 302
    )
    assert "12,00 €" in page(laptop, event, "of/2/")
    laptop.post(at(event, "of/2/"), {"do": "pay", "amount": "12", "way": "bank"})
    assert who(event, 2).paid
    assert laptop.post(at(event, "of/2/"), {"do": "refund", "amount": "13", "reason": "x"}).status_code == 422
    laptop.post(at(event, "of/2/"), {"do": "refund", "amount": "2", "reason": "Irrtum"})
    assert not who(event, 2).paid
    key = plan_of_event(event).tariffs[0].key
    laptop.post(at(event, "of/2/"), {"do": "tariff", "tariff": key})
    assert who(event, 2).tariff == key
    assert who(event, 2).paid  # 10 less 3, and 10 paid


def test_what_was_refused_stays_on_the_screen_where_it_was_typed(laptop: Client, event: Event) -> None:
    tap(laptop, event, 2, "both")
    for number, form in (
        (1, {"do": "pay", "amount": "viel"}),
        (1, {"do": "reduce", "amount": "viel", "reason": "Helfer"}),
        (2, {"do": "refund", "amount": "viel", "reason": "krank"}),
    ):
        answer = laptop.post(f"/desk/e/{event.pk}/cash/of/{number}/", form)
        assert answer.status_code == 422
        opened = re.findall(r"(?s)<details[^>]* open>.*?</details>", answer.text)
        assert len(opened) == 1, form
        assert f'value="{form["do"]}"' in opened[0]
        assert 'value="viel"' in opened[0]
        assert form.get("reason", "") in opened[0]


def test_the_box_is_counted_closed_and_opened_again(laptop: Client, event: Event) -> None:
    assert laptop.post(at(event, "book/"), {"kind": "float", "amount": "100"}).status_code == 302
    assert laptop.post(at(event, "book/"), {"kind": "outlay", "amount": "50"}).status_code == 422
    assert (
        laptop.post(at(event, "book/"), {"kind": "outlay", "amount": "50", "label": "Saal"}).status_code
        == 302
    )
    tap(laptop, event, 1, "both")
    assert "60,00 €" in page(laptop, event)
    pieces = {"piece-5000": "1", "piece-500": "1", "piece-200": "2", "piece-50": "1"}
    assert laptop.post(at(event, "count/"), pieces | {"close": "1"}).status_code == 422
    laptop.post(at(event, "count/"), pieces)
    assert not is_closed(event)
    laptop.post(at(event, "count/"), pieces | {"close": "1", "reason": "Wechselgeld"})
    assert is_closed(event)
    box = page(laptop, event)
    assert "Bericht 1" in box
    assert "−0,50 €" in box
    refused = tap(laptop, event, 2, "both")
    assert CashEntry.objects.count() == 3
    assert refused.status_code == 302
    assert "Kasse ist abgeschlossen" in words(laptop.get(f"/desk/e/{event.pk}/door/").text)
    laptop.post(at(event, "of/2/"), {"do": "given", "due": "1500", "note": "bank"})  # beside the box
    assert CashEntry.objects.count() == 4
    assert laptop.post(at(event, "reopen/"), {"reason": ""}).status_code == 422
    assert laptop.post(at(event, "reopen/"), {"reason": "Nachzügler"}).status_code == 302
    line = CashEntry.objects.get(seq=2)
    assert laptop.post(at(event, f"book/{line.pk}/reverse/"), {"reason": ""}).status_code == 422
    assert laptop.post(at(event, f"book/{line.pk}/reverse/"), {"reason": "doppelt"}).status_code == 302
    assert "110,00 €" in page(laptop, event)


def test_papers_say_what_is_owed_paid_and_open_and_the_file_balances(laptop: Client, event: Event) -> None:
    laptop.post(at(event, "book/"), {"kind": "float", "amount": "100"})
    tap(laptop, event, 1, "both")
    laptop.post(at(event, "count/"), {"counted": "110", "close": "1"})
    paper = f"/desk/e/{event.pk}/paper/"
    payments = text_of(laptop.get(f"{paper}payments.pdf").content)
    for text in ("25,00 €", "10,00 €", "15,00 €", "Anna Keller"):
        assert text in payments
    report = text_of(laptop.get(f"{paper}cash-report.pdf").content)
    assert "Bericht 1" in report
    assert "110,00 €" in report
    receipts = text_of(laptop.get(f"{paper}receipts.pdf").content)
    entry = CashEntry.objects.exclude(receipt=None).get()
    assert entry.receipt_number in receipts
    assert laptop.get(at(event, f"receipt/{entry.pk}.pdf")).status_code == 200
    table = laptop.get(at(event, "book.csv")).content.decode("utf-8-sig")
    assert "Anna Keller" in table
    assert "110,00" in table.splitlines()[-1]


def test_everybody_finds_how_to_pay_by_bank_where_there_is_an_account(laptop: Client, event: Event) -> None:
    overview = Client().get(f"/e/{event.pk}/")
    assert f'href="/e/{event.pk}/pay/"' in overview.text
    shown = words(Client().get(f"/e/{event.pk}/pay/").text)
    for text in ("Mitglied: 10,00 €", "Gast: 15,00 €", "DE89 3704 0044 0532 0130 00", "SC Heim"):
        assert text in shown
    laptop.post(f"/desk/e/{event.pk}/settings/prices/", PRICES | {"currency": "CHF"})
    assert Client().get(f"/e/{event.pk}/pay/").status_code == 404
    assert "/pay/" not in Client().get(f"/e/{event.pk}/").text


def test_a_helper_takes_money_and_organisers_take_it_back(
    laptop: Client, event: Event, settings: Any
) -> None:
    settings.DESK_IN_WIFI = True
    settings.ALLOWED_HOSTS = ["localhost", "club.test"]
    helper = Client(headers={"host": "club.test", "accept-language": "de"}, REMOTE_ADDR="192.168.178.77")
    user = User.objects.create(username="helper")
    Grant.objects.create(event=event, user=user, role=Role.HELPER.value)
    helper.force_login(user)
    form = {"do": "given", "due": "1500", "note": "0"}
    assert helper.post(at(event, "of/2/"), form).status_code == 302
    line = CashEntry.objects.get()
    assert line.by == "helper"
    assert helper.get(at(event, f"receipt/{line.pk}.pdf")).status_code == 200
    assert helper.post(at(event, "of/2/"), {"do": "refund", "amount": "1", "reason": "x"}).status_code == 422
    assert helper.post(at(event, f"book/{line.pk}/reverse/"), {"reason": "x"}).status_code == 403
    assert helper.get(at(event)).status_code == 403
    assert helper.get(f"/desk/e/{event.pk}/paper/cash-report.pdf").status_code == 403
    assert "Kassenbericht" not in helper.get(f"/desk/e/{event.pk}/paper/").text
    assert CashEntry.objects.count() == 1


def test_an_event_with_money_is_not_deleted_and_a_payer_not_taken_out(laptop: Client, event: Event) -> None:
    tap(laptop, event, 1, "both")
    laptop.post(f"/desk/e/{event.pk}/delete/", {"title": event.title})
    assert Event.objects.filter(pk=event.pk).exists()
    with pytest.raises(Unreadable):
        delete_event(event=event)
    with pytest.raises(Unreadable):
        remove(entrant=who(event, 1))


def test_a_fee_above_fifteen_with_prizes_says_what_rules_name_that_amount(
    laptop: Client, event: Event
) -> None:
    money = f"/desk/e/{event.pk}/settings/money/"
    Event.objects.filter(pk=event.pk).update(prizes=[{"for": "1", "prize": "Schinken"}])
    assert "15 Euro" not in words(laptop.get(money).text)
    laptop.post(f"/desk/e/{event.pk}/settings/prices/", PRICES | {"amount-2-1": "10,01"})
    assert "15 Euro" in words(laptop.get(money).text)
