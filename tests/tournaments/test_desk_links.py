"""Every link on every page of an event's desk leads somewhere, before anything is paid."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import urljoin

import pytest
from django.test import Client

from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin, end, play_all
from tests.tournaments.test_money_and_prizes import save
from tests.tournaments.test_views_event_setup import words
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_german")]

ASKED_FOR = re.compile(r"<form\b(?P<form>[^>]*)>|<a\b(?P<link>[^>]*)>")
ADDRESS = re.compile(r'(?:href|action)="([^"#]*)')


def asked_for(address: str, page: str) -> set[str]:
    """Where a press on a link leads, or on the button of a form that only asks."""
    attributes = [each["link"] or each["form"] or "" for each in ASKED_FOR.finditer(page)]
    places = [ADDRESS.search(each) for each in attributes if 'method="post"' not in each]
    leads = {urljoin(address, unescape(each[1])) for each in places if each}
    return {each for each in leads if each.startswith("/")}


def every_link(browser: Client, start: str) -> dict[str, int]:
    """From this page on: every address of the desk and every further one they name, with the answer."""
    answers: dict[str, int] = {}
    waiting = [start]
    while waiting:
        address = waiting.pop()
        if address in answers:
            continue
        answer = browser.get(address, follow=True)
        answers[address] = answer.status_code
        if address.startswith(start) and answer["Content-Type"].startswith("text/html"):
            waiting += asked_for(address, answer.text)
    return answers


def nobody_is_there() -> Event:
    return an_event()


def before_the_draw() -> Event:
    return an_event(here=8)


def with_a_fee(here: int = 8) -> Event:
    event = an_event(here=here)
    event.settings = {**event.settings, "fee": 1000}
    event.save()
    return event


def with_a_fee_for_nobody() -> Event:
    return with_a_fee(0)


def one_round_is_over() -> Event:
    event = with_a_fee()
    round_ = begin(event)
    play_all(round_, 1, 2)
    end(round_)
    return event


@pytest.mark.parametrize(
    "prepared", [nobody_is_there, before_the_draw, with_a_fee, with_a_fee_for_nobody, one_round_is_over]
)
def test_every_link_of_an_event_in_which_nothing_is_paid_leads_somewhere(
    laptop: Client, prepared: Callable[[], Event]
) -> None:
    event = prepared()
    if prepared is one_round_is_over:
        assert save(laptop, event, {"first": "1", "goods": "Korb"}).status_code == 302
    answers = every_link(laptop, f"/desk/e/{event.pk}/")
    assert not {address: status for address, status in answers.items() if status != 200}
    assert {f"/desk/e/{event.pk}/{page}" for page in ("cash/", "paper/", "prizes/")} <= answers.keys()


def test_the_box_says_when_there_will_be_something_to_print(laptop: Client) -> None:
    event = an_event(here=4)
    page = words(laptop.get(f"/desk/e/{event.pk}/cash/").text)
    assert "Den Kassenbericht gibt es mit der ersten Buchung" in page
    assert "Quittungen gibt es mit der ersten Zahlung" in page
    assert "Die Zahlungsliste gibt es, sobald in der Preisliste ein Startgeld steht" in page
    for what in ("payments", "receipts", "cash-report"):
        assert f"{what}.pdf" not in laptop.get(f"/desk/e/{event.pk}/cash/").text
    form = {"kind": "float", "amount": "100"}
    assert laptop.post(f"/desk/e/{event.pk}/cash/book/", form).status_code == 302
    page = words(laptop.get(f"/desk/e/{event.pk}/cash/").text)
    assert "Den Kassenbericht gibt es" not in page
    assert "Quittungen gibt es mit der ersten Zahlung" in page
