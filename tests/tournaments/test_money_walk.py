"""An event without euros: every address of the program that has something of it is read for the euro.

The addresses come from the program itself, so a new page or paper is read as soon as there is one. Where an
address has a part that this walk does not know, it fails and asks for it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.crawling import routes
from tests.tournaments.event_builders import add_entrants
from tests.tournaments.hall import table
from tests.tournaments.paper import text_of
from tests.tournaments.test_money_and_prizes import save
from tests.tournaments.test_money_ways import played
from tests.tournaments.test_views_event_setup import words
from tournaments.access import credentials
from tournaments.desk.papers import PAPERS
from tournaments.events.plan.shelving import finish_event
from tournaments.hall.boards import BOARDS
from tournaments.models import CashEntry, EntrantState, Event, Screen, Sitting
from tournaments.prizes import giving
from tournaments.prizes.state import prize_state

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.usefixtures("in_german")]

DESK = "desk/e/<int:pk>/"
OF_AN_EVENT = (DESK, "e/<int:pk>/", "t/<int:pk>/", "api/events/<int:pk>.json")
NOBODY = UUID(int=0)
EURO = re.compile(r".{0,30}(?:€|\bEUR\b(?! ·)).{0,30}")  # the list of currencies names them all: "EUR · Euro"
NOT_THERE = {
    "a phone that asks for a seat, somebody's own pages": (
        *("desk/e/<int:pk>/devices/asks/<uuid:key>/", "t/<int:pk>/whose/<uuid:key>/"),
        "t/<int:pk>/whose/wait/",
        *("e/<int:pk>/me/", "e/<int:pk>/table/<int:number>/"),
    ),
    "nothing is in dispute, asked or ruled": (
        *("desk/e/<int:pk>/cases/<uuid:parked>/", "desk/e/<int:pk>/rulings/<int:ruling>/withdraw/"),
        "t/<int:pk>/call/",
    ),
    "no totals were entered from paper": ("t/<int:pk>/paper-totals/<int:number>/",),
    "nothing is printed in the background": ("desk/e/<int:pk>/paper/all/<slug:job>/",),
    "teams, ratings, guests, further parts of a draw": (
        *("desk/e/<int:pk>/people/rename/", "desk/e/<int:pk>/people/ratings/"),
        *("desk/e/<int:pk>/rounds/<int:number>/away/", "desk/e/<int:pk>/rounds/<int:number>/guest/"),
        *("desk/e/<int:pk>/rounds/<int:number>/exchange/", "e/<int:pk>/draw/<int:number>/<int:part>.json"),
        "desk/e/<int:pk>/rounds/<int:number>/draw/<int:part>.json",
    ),
    "the event and the table go on": (
        *(
            "desk/e/<int:pk>/reopen/",
            "e/<int:pk>/ending/<str:shape>.png",
            "t/<int:pk>/ending/<str:shape>.png",
        ),
    ),
    "codes of banks are for euros": ("e/<int:pk>/pay/",),
    "this game counts no cards and carries nothing on": ("t/<int:pk>/count/<slug:key>/", "t/<int:pk>/extra/"),
}
"""What an evening of Cego has not, and why."""
SHOW_MONEY = {
    *("", "cash/", "cash/book.csv", "cash/of/<int:number>/", "cash/receipt/<uuid:entry>.pdf", "lost/"),
    "door/",
    *("paper/<slug:key>.pdf", "prizes/", "prizes/giving/", "prizes/plan/", "settings/", "settings/lost/"),
    *("settings/money/", "settings/prices/"),
}
"""Pages of the desk on which an amount stands in such an evening: the walk has read something."""
PART = re.compile(r"<(?:\w+:)?(\w+)>")


def an_evening_with_prizes(laptop: Client, currency: str) -> Event:
    """Everything that has to do with money: fees and receipts, prizes that are paid, gifts and their donors,
    an outlay, a box that is closed; and a screen for each board."""
    event = played(laptop, currency)
    gifts = {"gift-rows": "1", "gift-0-what": "Schinken", "gift-0-donor": "Huber", "gift-0-worth": "30"}
    rows: tuple[dict[str, str], ...] = (
        {"first": "1", "money": "50 %"},
        {"first": "2", "money": "20"},
        {"first": "3", "picks": "on"},
    )
    assert save(laptop, event, *rows, **gifts).status_code == 302
    event = Event.objects.get(pk=event.pk)
    state = prize_state(event)
    assert state is not None
    first = next(due for due in state.dues.values() if due.to_pay)
    giving.hand_over(event=event, entrant=first.entrant, seen=first.seen, key=NOBODY, by="Test")
    outlay = {"kind": "outlay", "amount": "12,50", "label": "Saal"}
    assert laptop.post(f"/desk/e/{event.pk}/cash/book/", outlay).status_code == 302
    count = {"counted": "1", "reason": "Probe", "close": "1"}
    assert laptop.post(f"/desk/e/{event.pk}/cash/count/", count).status_code == 302
    add_entrants(event, 1, EntrantState.EXPECTED)
    for board in BOARDS:
        Screen.objects.create(event=event, name=board.key, shows=board.key, data={"step": 2})
    return event


def a_table_for_money(laptop: Client, currency: str) -> Sitting:
    """Among friends, without an event; this browser writes there."""
    sitting = a_sitting()
    record(sitting, eine(1))
    laptop.cookies[credentials.cookie_name(sitting)] = credentials.claim(sitting, label="laptop")
    stakes = {"currency": currency, "unit": "5", "rate": "0,50", "paying": "everybody"}
    assert laptop.post(f"/t/{sitting.pk}/cash/", stakes).status_code == 302
    return sitting


def parts_of_addresses(event: Event) -> dict[str, list[Any]]:
    """What stands in the addresses of this event, by the name of the part."""
    receipt = CashEntry.objects.filter(event=event).exclude(receipt=None)[0]
    return {
        **{"number": [1, 2], "table": [1], "hand": [1], "part": [1], "entry": [receipt.pk]},
        "screen": list(Screen.objects.filter(event=event).values_list("pk", flat=True)),
        "kind": ["csv", "xlsx", "json", "points"],
        "what": ["hand", "sheet", "blank", "adjust"],
        **{"purpose": ["watch"], "shape": ["tall"]},
        "key": [paper.key for paper in PAPERS],
        **{"parked": [NOBODY], "phone": [NOBODY], "device": [NOBODY], "job": ["none"]},
        **{"grant": [1], "call": [1], "ruling": [1]},
    }


def addresses(event: Event, *tables: int) -> Iterator[tuple[str, str]]:
    """All that has something of this event or of these tables, with whatever can be asked for there."""
    parts = parts_of_addresses(event)
    for route in sorted(set(routes())):
        if not route.startswith(OF_AN_EVENT):
            continue
        named = PART.findall(route)[1:]
        unknown = [name for name in named if name not in parts]
        assert not unknown, f"{route}: what stands for {unknown}?"
        whose = tables if route.startswith("t/") else (event.pk,)
        for values in product(whose, *(parts[name] for name in named)):
            path = route
            for value in values:
                path = PART.sub(str(value), path, count=1)
            yield route, f"/{path}"


def spoken_in(answer: Any) -> Iterator[str]:
    """Everything in an answer that people can read."""
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    yield from _spoken(data, answer["Content-Type"])


def _spoken(data: bytes, kind: str) -> Iterator[str]:
    if "pdf" in kind or data.startswith(b"%PDF"):
        yield text_of(data)
    elif data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                yield from _spoken(packed.read(name), "text/html" if name.endswith(".html") else "")
    else:
        yield words(data.decode("utf-8", "replace"))


def euros_in(spoken: list[str]) -> list[str]:
    """Every place where the euro is named, with what stands around it."""
    euros = (match[0] for text in spoken for match in EURO.finditer(text))
    return [each for each in euros if "EUR · " not in each]


@pytest.mark.parametrize(("currency", "language"), [("ARS", "es"), ("CHF", "de"), ("ARS", "en")])
def test_no_address_of_an_event_in_another_currency_names_the_euro(
    laptop: Client, currency: str, language: str
) -> None:
    event, quick = an_evening_with_prizes(laptop, currency), a_table_for_money(laptop, currency)
    of_round = table(event.rounds.order_by("number")[0], 1)
    laptop.cookies["django_language"] = language
    statuses: dict[str, set[int]] = {}
    money_shown: set[str] = set()
    euros = {}
    for route, address in addresses(event, of_round.pk, quick.pk):
        answer = laptop.get(address)
        statuses.setdefault(route, set()).add(answer.status_code)
        if answer.status_code == 200:
            spoken = list(spoken_in(answer))
            money_shown |= {route} if any(currency in text for text in spoken) else set()
            if named := euros_in(spoken):
                euros[address] = named[:2]
    assert not euros
    unread = {route for route, codes in statuses.items() if not codes & {200, 405}}
    assert unread == {route for some in NOT_THERE.values() for route in some}
    desk = {route.removeprefix(DESK) for route in money_shown if route.startswith(DESK)}
    assert desk >= SHOW_MONEY
    assert "t/<int:pk>/cash/" in money_shown


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_what_a_hall_sees_of_official_results_names_no_euro_either(laptop: Client, language: str) -> None:
    event = an_evening_with_prizes(laptop, "CHF")
    finish_event(event=Event.objects.get(pk=event.pk))
    laptop.cookies["django_language"] = language
    walk = [address for route, address in addresses(event) if route.startswith("e/")]
    spoken = [text for address in walk for text in spoken_in(laptop.get(address))]
    assert not euros_in(spoken)
    assert any("CHF" in text for text in spoken)
