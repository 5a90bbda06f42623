"""The round clock: what the desk does with it, and what phones are told."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.event_builders import add_entrants, an_event
from tournaments.events import clock, drawing, publishing, rounds
from tournaments.models import Event
from tournaments.plans import EventSettings, dumped

pytestmark = pytest.mark.django_db
NOON = datetime.datetime(2026, 11, 14, 12, 0, tzinfo=datetime.UTC)


def after(**passed: int) -> datetime.datetime:
    return NOON + datetime.timedelta(**passed)


@pytest.fixture
def event() -> Event:
    return an_event()


def test_a_clock_that_was_never_set_is_not_shown(event: Event):
    assert not clock.clock_of(event).shown


def test_when_a_round_is_closed_its_clock_is_gone_and_the_words_stay(event: Event):
    add_entrants(event, 4)
    drawing.draw_next(event)
    round_ = rounds.open_round(publishing.publish(event.rounds.get()))
    clock.set_minutes(event=event, minutes=45)
    clock.start(event=event)
    clock.announce(event=event, text="Kuchen am Tresen")
    rounds.close_round(round_, reason="late")
    face = clock.clock_of(event)
    assert (face.running, face.left, face.text) == (False, 0, "Kuchen am Tresen")


def test_it_counts_down_from_what_was_set(event: Event):
    clock.set_minutes(event=event, minutes=45)
    assert clock.clock_of(event, NOON).paused
    clock.start(event=event, now=NOON)
    face = clock.clock_of(event, after(minutes=10, seconds=1))
    assert (face.minutes, face.seconds) == (34, "59")
    assert face.ends is not None
    assert face.ends - face.now == (34 * 60 + 59) * 1000


def test_a_pause_takes_no_time_away(event: Event):
    clock.set_minutes(event=event, minutes=45)
    clock.start(event=event, now=NOON)
    clock.pause(event=event, now=after(minutes=15))
    assert clock.clock_of(event, after(hours=2)).left == 30 * 60
    clock.start(event=event, now=after(hours=2))
    assert clock.clock_of(event, after(hours=2, minutes=1)).left == 29 * 60


def test_minutes_are_added_whether_it_runs_or_stands(event: Event):
    clock.set_minutes(event=event, minutes=1)
    clock.add_minutes(event=event, minutes=1)
    clock.start(event=event, now=NOON)
    clock.add_minutes(event=event, minutes=1, now=NOON)
    assert clock.clock_of(event, NOON).left == 180
    clock.add_minutes(event=event, minutes=-5, now=NOON)
    assert clock.clock_of(event, NOON).over


def test_a_clock_that_has_run_down_gets_its_minutes_from_now(event: Event):
    clock.set_minutes(event=event, minutes=1)
    clock.start(event=event, now=NOON)
    clock.add_minutes(event=event, minutes=2, now=after(minutes=30))
    assert clock.clock_of(event, after(minutes=30)).left == 120


def test_without_minutes_it_begins_with_those_of_the_plan(event: Event):
    with pytest.raises(Unreadable):
        clock.start(event=event)
    Event.objects.update(settings=dumped(EventSettings(minutes=50)))
    clock.start(event=Event.objects.get(), now=NOON)
    assert clock.clock_of(event, NOON).left == 50 * 60


@pytest.mark.parametrize("minutes", [-1, 601])
def test_no_clock_for_days(event: Event, minutes: int):
    with pytest.raises(Unreadable):
        clock.set_minutes(event=event, minutes=minutes)


def test_only_the_desk_changes_its_stamp(event: Event):
    clock.set_minutes(event=event, minutes=5)
    clock.start(event=event, now=NOON)
    stamp = clock.clock_of(event, NOON).stamp
    assert clock.clock_of(event, after(minutes=1)).stamp == stamp
    clock.announce(event=event, text="Soup  is ready")
    face = clock.clock_of(event, NOON)
    assert (face.text, face.stamp != stamp) == ("Soup is ready", True)


def test_phones_are_told_only_what_is_new_and_always_the_time(event: Event, client: Client):
    clock.set_minutes(event=event, minutes=5)
    clock.start(event=event)
    answer = client.get(f"/e/{event.pk}/clock/")
    assert 'role="timer"' in answer.text
    stamp = clock.clock_of(event).stamp
    quiet = client.get(f"/e/{event.pk}/clock/", {"seen": stamp})
    assert (quiet.status_code, quiet.content) == (204, b"")
    assert int(quiet["X-Now"]) > NOON.timestamp()


def test_every_change_counts_and_is_noted(event: Event):
    before = Event.objects.get().revision
    clock.set_minutes(event=event, minutes=5, by="Uli")
    assert Event.objects.get().revision == before + 1
    assert event.notices.latest("at").by == "Uli"
