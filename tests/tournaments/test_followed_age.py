"""Pages of an event that is led elsewhere say how old they are, once its laptop is silent."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import a_stranger
from tournaments.events.ground.hearing import HEADER
from tournaments.following.authority import hand_over
from tournaments.following.sealing import seal
from tournaments.models import FIRST, Event, EventLog, LogReader, LogSource, PairingKind, Screen

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

LEADER = uuid.UUID(int=7)


@pytest.fixture
def event() -> Event:
    """An evening in the middle."""
    event = an_event(here=8)
    round_ = hall.begin(event)
    record(hall.table(round_), eine(1))
    Screen.objects.create(event=event, name="Wand", shows="live")
    return event


def ago(**much: float) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(**much)


def taken(event: Event, when: datetime.datetime) -> None:
    hand_over(event, LEADER)
    EventLog.objects.filter(pk=event.pk).update(taken_at=when)


def pages(event: Event) -> list[str]:
    """What many look at, with what it asks again and again."""
    screen, table = event.screens.get(), event.sittings.order_by("number").first()
    assert table is not None
    parts = ("", "standings/", "rounds/", "corrections/", "numbers/", "p/1/", f"board/{screen.pk}/")
    public = [f"/e/{event.pk}/{part}" for part in parts]
    live = [f"{page}?part=live" for page in (*public, reverse("table", args=(table.pk,)))]
    return [*public, *live]


def ages(event: Event) -> dict[str, str | None]:
    browser = a_stranger()
    answers = {page: browser.get(page) for page in pages(event)}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {page: answer.headers.get(HEADER) for page, answer in answers.items()}


def test_an_event_that_is_led_here_has_no_age(event: Event) -> None:
    seal(event)
    assert set(ages(event).values()) == {None}


def test_what_was_level_just_now_has_no_age(event: Event) -> None:
    taken(event, ago(seconds=20))
    assert set(ages(event).values()) == {None}


def test_every_page_says_how_old_it_is(event: Event) -> None:
    taken(event, ago(minutes=3))
    shown = ages(event)
    assert all(age is not None and 180 <= int(age) < 240 for age in shown.values()), shown


def test_a_page_says_it_from_its_first_moment(event: Event) -> None:
    taken(event, ago(minutes=3))
    assert 'data-old="18' in a_stranger().get(f"/e/{event.pk}/").text
    assert 'data-old="18' in a_stranger().get(f"/e/{event.pk}/board/{event.screens.get().pk}/").text


def test_nothing_new_has_an_age_too_and_another_mark_each_minute(event: Event) -> None:
    browser, page = a_stranger(), f"/e/{event.pk}/standings/?part=live"
    taken(event, ago(minutes=3, seconds=5))
    tag = browser.get(page).headers["ETag"]
    same = browser.get(page, headers={"if-none-match": tag})
    assert (same.status_code, HEADER in same.headers) == (304, True)
    EventLog.objects.filter(pk=event.pk).update(taken_at=ago(minutes=4, seconds=5))
    assert browser.get(page, headers={"if-none-match": tag}).status_code == 200


def a_source(**more: object) -> None:
    LogSource.objects.create(
        club_id=FIRST,
        kind=PairingKind.SPARE,
        address="http://192.168.1.5:8000",
        name="Laptop eins",
        installation=LEADER,
        since=datetime.date(2020, 1, 1),
        made_at=ago(days=1),
        **more,
    )


def a_reader(**more: object) -> None:
    LogReader.objects.create(
        club_id=FIRST,
        kind=PairingKind.FEDERATION,
        name="Laptop eins",
        installation=LEADER,
        token_hash="x" * 64,
        made_at=ago(days=1),
        **more,
    )


@pytest.mark.parametrize(
    "heard",
    [lambda: a_source(contact_at=ago(seconds=5)), lambda: a_reader(seen_at=ago(seconds=5))],
    ids=["asked", "brought"],
)
def test_who_was_heard_of_makes_it_young(event: Event, heard: Callable[[], None]) -> None:
    taken(event, ago(minutes=3))
    heard()
    assert set(ages(event).values()) == {None}
