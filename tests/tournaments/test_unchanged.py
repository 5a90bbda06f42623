"""A phone asks whether anything is new: one statement says no, and it never says so wrongly."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import hall
from tests.tournaments.asking import ask
from tests.tournaments.builders import close, eine, record
from tests.tournaments.visitors import a_stranger, a_writer
from tournaments.access import credentials
from tournaments.events.ground.log import note
from tournaments.events.plan.screens import create_screen
from tournaments.models import Credential, Event, Round, SeatRequest, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def live(sitting: Sitting) -> str:
    return f"{reverse('table', args=[sitting.pk])}?part=live"


def asked_again(browser: Client, address: str) -> tuple[int, int]:
    """Status and statements of the question after the first answer, whose tag the long way has made."""
    tag = ask(browser, address).headers["ETag"]
    with CaptureQueriesContext(connection) as captured:
        status = ask(browser, address, tag).status_code
    return status, len(captured)


@pytest.fixture
def here(event: Event) -> Sitting:
    return hall.table(hall.begin(event), 2)


def a_phone(sitting: Sitting) -> tuple[Client, Credential]:
    phone = a_writer(sitting)
    return phone, Credential.objects.latest("created_at")


def test_nothing_new_at_an_evening_takes_one_statement(sitting: Sitting) -> None:
    record(sitting, eine(1))
    for browser in (a_writer(sitting), a_stranger()):
        assert asked_again(browser, live(sitting)) == (304, 1)


@pytest.mark.event(here=16)
def test_nothing_new_at_a_table_of_an_event_takes_one_statement(here: Sitting) -> None:
    hall.play(here, 1)
    laptops = [] if os.environ.get("TEST_ENGINE") else [hall.laptop()]  # a federation has none
    for browser in (a_writer(here), a_stranger(), *laptops):
        assert asked_again(browser, live(here)) == (304, 1)


@pytest.mark.event(here=16)
def test_nothing_new_in_the_hall_takes_a_statement_and_a_screen_another(event: Event, here: Sitting) -> None:
    screen = create_screen(event=event, name="wall", shows="ranking")
    pages = {"": 1, "standings/": 1, "rounds/": 1, "p/1/": 1, f"board/{screen.pk}/": 2}
    for page, statements in pages.items():
        assert asked_again(a_stranger(), f"/e/{event.pk}/{page}?part=live") == (304, statements)


def replace(device: Credential) -> None:
    _phone, other = a_phone(device.sitting)
    Credential.objects.filter(pk=device.pk).update(replaced_by=other.pk)


def seat_asked(device: Credential) -> None:
    SeatRequest.objects.create(sitting=device.sitting, seat=1, number=1234, secret_hash="x" * 64)


def round_closed(device: Credential) -> None:
    round_ = device.sitting.round
    assert round_ is not None
    Round.objects.filter(pk=round_.pk).update(state="closed")


def by_groups(device: Credential) -> None:
    """The round is open for some groups only, and not for this one."""
    round_ = device.sitting.round
    assert round_ is not None
    groups = ["B"] * len(round_.seating["numbers"])
    seating: Any = {**round_.seating, "groups": groups, "ahead": ["A"]}
    Round.objects.filter(pk=round_.pk).update(opened_at=None, seating=seating)


CHANGES: dict[str, Callable[[Credential], object]] = {
    "a hand": lambda device: record(device.sitting, eine(2)),
    "handed in": lambda device: close(device.sitting),
    "put aside": lambda device: Sitting.objects.filter(pk=device.sitting_id).update(beside=1),
    "signed out": credentials.revoke,
    "another phone has the seat": replace,
    "has said whose it is": lambda device: Credential.objects.filter(pk=device.pk).update(seat=3),
    "has read a correction": lambda device: credentials.has_seen(device, 9),
    "somebody asks for a seat": seat_asked,
    "the round is over": round_closed,
    "the round is open for others only": by_groups,
}


@pytest.mark.event(here=16)
@pytest.mark.parametrize("what", CHANGES)
def test_whatever_changes_the_page_of_a_phone_is_news(here: Sitting, what: str) -> None:
    hall.play(here, 1)
    phone, device = a_phone(here)
    tag = ask(phone, live(here)).headers["ETag"]
    CHANGES[what](device)
    answer = ask(phone, live(here), tag)
    assert (answer.status_code, answer.headers["ETag"] != tag) == (200, True)
    assert ask(phone, live(here), answer.headers["ETag"]).status_code == 304  # both ways say the same


@pytest.mark.event(here=16)
def test_after_a_sheet_is_handed_in_its_event_is_looked_at(event: Event, here: Sitting) -> None:
    hall.play(here, 1)
    phone, _device = a_phone(here)
    open_tag = ask(phone, live(here)).headers["ETag"]
    note(event, "renamed")
    assert ask(phone, live(here), open_tag).status_code == 304
    close(here)
    tag = ask(phone, live(here)).headers["ETag"]
    note(event, "renamed")
    assert ask(phone, live(here), tag).status_code == 200


@pytest.mark.event(here=16)
def test_a_seat_request_of_another_table_is_no_news(here: Sitting) -> None:
    phone, _device = a_phone(here)
    tag = ask(phone, live(here)).headers["ETag"]
    assert here.round is not None
    _other, device = a_phone(hall.table(here.round, 3))
    seat_asked(device)
    assert ask(phone, live(here), tag).status_code == 304
