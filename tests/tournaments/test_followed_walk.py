"""Every address × an event that is only followed here: whatever is sent, nothing of it changes; and all that
can be read is read."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse, HttpResponseBase
from django.test import Client
from django.urls import resolve, reverse

from tests.tournaments import hall
from tests.tournaments.builders import eine, put_aside, record
from tests.tournaments.crawling import crawl, links
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.following_builders import state
from tests.tournaments.test_desk_roles import EVERY, SAMPLES, Address, path_of
from tournaments.access.lookingon import FORM_PAGES, is_form_page
from tournaments.following.authority import hand_over
from tournaments.models import FIRST, Entry, Event, Membership, Parked, Role, Ruling, Screen

pytestmark = [pytest.mark.django_db, pytest.mark.long]

READ_PAGES = frozenset(
    (
        *("desk-cards", "desk-case", "desk-check-in", "desk-entrant", "desk-payer", "desk-people"),
        *("desk-organisers", "desk-screens"),
    )
)
"""Names of addresses: what has a form besides, and is read all the same."""


@pytest.fixture
def led() -> Event:
    """An evening in the middle."""
    event = an_event(here=8)
    round_ = hall.begin(event)
    record(hall.table(round_), eine(1))
    put_aside(hall.table(round_), eine(2), 1)
    return event


@pytest.fixture
def followed(led: Event) -> Event:
    """The same, and another laptop leads it."""
    hand_over(led, uuid.uuid4())
    return Event.objects.get(pk=led.pk)


def a_laptop() -> Client:
    """The desk itself."""
    return Client(headers={"host": "localhost", "accept-language": "en"}, raise_request_exception=False)


def values_for(event: Event) -> dict[str, Any]:
    """Real ones, where an address names something of the event."""
    sitting = event.sittings.order_by("number").first()
    assert sitting is not None
    aside = Parked.objects.filter(sitting=sitting).first()
    entry = Entry.objects.filter(sitting=sitting).first()
    screen = Screen.objects.filter(event=event).first()
    ruling = Ruling.objects.filter(event=event).first()
    return {
        "pk": event.pk,
        "screen": screen.pk if screen else 1,
        "ruling": ruling.pk if ruling else 1,
        "round": 1,
        "number": 1,
        "table": 1,
        "parked": aside.pk if aside else SAMPLES["uuid"],
        "entry": entry.pk if entry else SAMPLES["uuid"],
    }


def path_to(address: Address, event: Event) -> str:
    route, values = address.route, values_for(event)
    for part in address.route.split("<")[1:]:
        place = part.partition(">")[0]
        kind, _colon, name = place.rpartition(":")
        route = route.replace(f"<{place}>", str(values.get(name, SAMPLES[kind or "str"])), 1)
    return f"/{route}"


FORMS: tuple[dict[str, str], ...] = (
    {},
    {"reason": "Because", "yes": "1", "sure": "1", "title": "Another", "day": "2026-12-24", "do": "next"},
)


def an_owner() -> Client:
    """Who may do everything in the club that the event is of, on a server."""
    user = an_account("besitzt", is_superuser=True)
    Membership.objects.create(user=user, club_id=FIRST, role=Role.OWNER.value)
    return hall.logged_in(user, REMOTE_ADDR="192.168.178.77", raise_request_exception=False)


@pytest.mark.parametrize("profile", ["club", "federation"])
def test_no_address_of_the_desk_changes_an_event_that_is_led_elsewhere(
    followed: Event, profile: str, settings: Any
) -> None:
    settings.PROFILE = replace(settings.PROFILE, name=profile)
    browser = a_laptop() if profile == "club" else an_owner()
    before, wrong = state(followed), []
    page = browser.get(reverse("desk-event", args=(followed.pk,)))
    assert page.status_code == 200, "whoever walks may be there"
    for address in EVERY:
        if not address.of_event:
            continue
        path = path_to(address, followed)
        for form in FORMS:
            answer = browser.post(path, form)
            if answer.status_code >= 500:
                wrong.append(f"post {path}: {answer.status_code}")
        if state(followed) != before:
            wrong.append(f"{path} has changed something")
    assert not wrong, "\n".join(wrong)


def test_every_page_of_an_event_that_is_led_elsewhere_is_shown(led: Event) -> None:
    before = {path: page.status_code for path, page in pages_of(led).items()}
    assert len([path for path, status in before.items() if status == 200]) > 60
    hand_over(led, uuid.uuid4())
    pages = pages_of(led)
    after = {path: page.status_code for path, page in pages.items()}
    gone = [
        f"{path}: {after.get(path)}"
        for path, status in before.items()
        if status == 200 and after.get(path) != status and not is_form_page(path.partition("?")[0])
    ]
    assert not gone, "\n".join(gone)
    ways = [f"{path}: {way}" for path, page in pages.items() for way in ways_on(page) if is_form_page(way)]
    assert not ways, "\n".join(ways)


def test_of_every_page_with_a_form_is_known_whether_it_is_read() -> None:
    pages = set()
    for route in {address.route for address in EVERY if address.of_event}:
        path = path_of(route, Event(pk=1))
        taken = a_laptop().options(path).headers.get("Allow", "")  # nobody asks for them: what would be right
        if {"GET", "POST"} <= set(taken.split(", ")):
            pages.add(resolve(path).url_name)
    assert pages == FORM_PAGES | READ_PAGES
    assert not FORM_PAGES & READ_PAGES


def test_nobody_is_led_to_what_would_be_refused(led: Event) -> None:
    before = a_laptop().get(reverse("desk-settings", args=(led.pk,))).text
    hand_over(led, uuid.uuid4())
    settings = a_laptop().get(reverse("desk-settings", args=(led.pk,))).text
    forms = [path for path in links("/", before) if is_form_page(path)]
    assert forms
    assert not [path for path in forms if f'"{path}"' in settings]
    person = a_laptop().get(reverse("desk-entrant", args=(led.pk, 1))).text
    forms = re.findall(r'<form [^>]*method="post"[^>]*>(.*?)</form>', person.partition("<main")[2], re.DOTALL)
    assert forms
    assert all(form.startswith('<fieldset class="switched-off" disabled>') for form in forms)


def ways_on(page: HttpResponseBase) -> list[str]:
    """Where somebody gets by a tap."""
    if not isinstance(page, HttpResponse) or not page.headers.get("Content-Type", "").startswith("text/html"):
        return []
    return re.findall(r'<a\b[^>]*href="([^"?#]*)', page.content.decode())


def pages_of(event: Event) -> dict[str, HttpResponseBase]:
    """By address, of everything that is reached from its page for everybody and from its desk."""
    browser = a_laptop()
    starts = (reverse("desk-event", args=(event.pk,)), reverse("event", args=(event.pk,)))
    return crawl(browser, starts[0], limit=600) | crawl(browser, starts[1], limit=600)
