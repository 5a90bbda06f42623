"""Fines: a short list of an event, counted by hand at the desk, into a pot."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring import Unreadable
from tests.tournaments.racing import at_once, split
from tournaments import exchange
from tournaments.cash.booking import reverse as take_back
from tournaments.cash.pots import paid_into
from tournaments.engines.cashdesk.fines import Fine, fines_of
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.lostgames.fining import change_fines, fine, fined_in
from tournaments.models import CashEntry, CashKind, Entrant, Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.event(here=8)]

MISDEAL, REVOKE = Fine("Misdeal", 50, Destination.PRIZES), Fine("Revoke", 200)


def words(page: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.text)).split())


def listed(event: Event) -> Event:
    return change_fines(event=event, fines=(MISDEAL, REVOKE), by="Test")


def first(event: Event) -> Entrant:
    return Entrant.objects.filter(event=event).order_by("number")[0]


def test_the_list_is_typed_beside_the_lost_games_and_taken_by_a_tap(event: Event, laptop: Client) -> None:
    scale, lost = (reverse(name, args=[event.pk]) for name in ("desk-lost-scale", "desk-lost"))
    typed = {
        **{"fine_0": "Misdeal", "fine_amount_0": "0.50", "fine_to_0": "prizes"},
        **{"fine_1": "Revoke", "fine_amount_1": "2", "fine_to_1": "club"},
    }
    assert laptop.post(scale, {**typed, "collected": "end", "feeds": "club"}).status_code == 302
    event.refresh_from_db()
    assert fines_of(event.money) == (MISDEAL, REVOKE)
    assert 'value="0.50"' in laptop.get(scale).text
    assert "Fines : Misdeal €0.50, Revoke €2.00" in words(laptop.get(reverse("desk-money", args=[event.pk])))
    assert lost in laptop.get(reverse("desk-check-in", args=[event.pk])).text
    page = laptop.get(lost)
    assert "Misdeal €0.50" in words(page)
    assert "Lost games cost nothing in this event." in words(page)
    assert lost in laptop.get(reverse("desk-cash", args=[event.pk])).text, "the way there is named"
    who, tap = first(event), str(uuid.uuid4())
    for _time in range(2):
        answer = laptop.post(lost, {"entrant": who.pk, "fine": "50:Misdeal", "entry": tap}, follow=True)
        assert "Collected: Misdeal, €0.50" in words(answer)
    entry = CashEntry.objects.get()
    assert (entry.kind, entry.amount, entry.label, entry.entrant) == (CashKind.FINE, 50, "Misdeal", who)
    assert entry.receipt is not None
    laptop.post(lost, {"entrant": who.pk, "fine": "50:Misdeal", "entry": str(uuid.uuid4())})
    laptop.post(lost, {"entrant": who.pk, "fine": "200:Revoke", "entry": str(uuid.uuid4())})
    assert "2 × Misdeal, 1 × Revoke €3.00" in words(laptop.get(lost))
    assert "Fines taken: €3.00" in words(laptop.get(lost))
    pots = paid_into(Event.objects.get(pk=event.pk))
    assert (pots.into(Destination.PRIZES), pots.into(Destination.CLUB)) == (100, 200)
    assert "Fine" in words(laptop.get(reverse("desk-cash", args=[event.pk])))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("", "0.50", "club"), "Please say what the fine is for."),
        (("Misdeal", "", "club"), "“” is no amount."),
        (("Misdeal", "much", "club"), "“much” is no amount."),
        (("Misdeal", "-1", "club"), "“-1” is no amount."),
        (("Misdeal", "0.50", "pub"), "Please choose where the money goes."),
        (("x" * 41, "0.50", "club"), "Please say what the fine is for."),
        (("REVOKE", "1", "club"), "Two fines have the same name."),
    ],
)
def test_what_is_no_list_of_fines_is_refused_and_nothing_is_kept(
    event: Event, laptop: Client, line: tuple[str, str, str], sentence: str
) -> None:
    listed(event)
    name, amount, feeds = line
    form = {
        **{"fine_0": name, "fine_amount_0": amount, "fine_to_0": feeds},
        **{"fine_1": "Revoke", "fine_amount_1": "2", "fine_to_1": "club"},
        **{"first_0": "1", "amount_0": "0.50", "through": "0", "collected": "end", "feeds": "club"},
    }
    answer = laptop.post(reverse("desk-lost-scale", args=[event.pk]), form)
    assert answer.status_code == 422
    assert sentence in words(answer)
    event.refresh_from_db()
    assert fines_of(event.money) == (MISDEAL, REVOKE)
    assert "lost_games" not in event.money, "of one form everything is kept, or nothing"


@pytest.mark.parametrize(
    "broken",
    [
        {"fine": "50:Misdeal"},
        {"fine": "50:Misdeal", "entry": str(uuid.UUID(int=5))},
        {"fine": "50:Misdeal", "entry": str(uuid.UUID(int=5)), "entrant": "4711"},
        {"fine": "40:Misdeal", "entry": str(uuid.UUID(int=5)), "entrant": "first"},
        {"fine": "50:Murder", "entry": str(uuid.UUID(int=5)), "entrant": "first"},
        {"fine": "Misdeal", "entry": str(uuid.UUID(int=5)), "entrant": "first"},
        {"fine": "", "entry": "x", "entrant": "first"},
    ],
)
def test_a_broken_tap_takes_nothing(event: Event, laptop: Client, broken: dict[str, str]) -> None:
    listed(event)
    sent = {**broken, **({"entrant": str(first(event).pk)} if broken.get("entrant") == "first" else {})}
    assert laptop.post(reverse("desk-lost", args=[event.pk]), sent).status_code == 422
    assert not CashEntry.objects.exists()


@pytest.mark.both_engines
def test_what_was_taken_stays_under_another_list_and_is_taken_back_by_a_line(event: Event) -> None:
    who = first(listed(event))
    entry = fine(event=event, entrant=who, name="Misdeal", shown=50, by="Anna", entry_id=uuid.uuid4())
    change_fines(event=event, fines=(), by="Test")
    event.refresh_from_db()
    assert event.money.get("fines") is None
    assert fined_in(event)[who.pk].times == {"Misdeal": 1}
    take_back(entry=entry, reason="it was another one")
    assert fined_in(event) == {}
    assert paid_into(event).into(Destination.PRIZES) == 0
    with pytest.raises(Unreadable):
        fine(event=event, entrant=who, name="Misdeal", shown=50, entry_id=uuid.uuid4())


def test_a_fine_is_no_fee(event: Event, laptop: Client) -> None:
    event.settings = {**event.settings, "fee": 800}
    event.save()
    who = first(listed(event))
    fine(event=event, entrant=who, name="Revoke", shown=200, entry_id=uuid.uuid4())
    assert "8.00" in words(laptop.get(reverse("desk-payer", args=[event.pk, who.number])))
    assert not Entrant.objects.get(pk=who.pk).paid


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_two_helpers_at_once_take_the_same_tap_once(event: Event) -> None:
    who, tap = first(listed(event)), uuid.uuid4()

    def same() -> None:
        fine(event=Event.objects.get(pk=event.pk), entrant=who, name="Revoke", shown=200, entry_id=tap)

    split(at_once(same, same), Unreadable)
    assert CashEntry.objects.filter(kind=CashKind.FINE).count() == 1


def test_fines_travel_in_the_file_of_an_event(event: Event) -> None:
    who = first(listed(event))
    fine(event=event, entrant=who, name="Misdeal", shown=50, entry_id=uuid.uuid4())
    raw = exchange.packed(Event.objects.get(pk=event.pk))
    assert fines_of(raw["event"]["money"]) == (MISDEAL, REVOKE)
    assert [line["kind"] for line in raw["cash"]] == ["fine"]


@pytest.mark.parametrize(
    "raw", [None, "x", [1], [{"name": "", "amount": 5, "feeds": "club"}], [{"name": "A"}]]
)
def test_what_cannot_be_read_is_no_fine(raw: object) -> None:
    assert fines_of({"fines": raw}) == ()
