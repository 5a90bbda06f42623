"""The round clock: what the desk does with it, and what phones are told."""

from __future__ import annotations

import datetime
import html
import re

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.event_builders import add_entrants
from tournaments.engines.plans import EventSettings, dumped
from tournaments.events.draw import drawing
from tournaments.events.rounds import clock, publishing
from tournaments.events.rounds import running as rounds
from tournaments.models import Event

pytestmark = pytest.mark.django_db
NOON = clock.Moment(datetime.datetime(2026, 11, 14, 12, 0, tzinfo=datetime.UTC), 1_000_000, "boot")


def after(jump: int = 0, boot: str = "boot", **passed: int) -> clock.Moment:
    """So much later; the time of day has besides gained so many seconds."""
    time = datetime.timedelta(**passed)
    wall = NOON.wall + time + datetime.timedelta(seconds=jump)
    return clock.Moment(wall, NOON.ticks + round(time.total_seconds() * 1000), boot)


def test_a_clock_that_was_never_set_is_not_shown(event: Event) -> None:
    assert not clock.clock_of(event).shown


def test_when_a_round_is_closed_its_clock_is_gone_and_the_words_stay(event: Event) -> None:
    add_entrants(event, 4)
    drawing.draw_next(event)
    round_ = rounds.open_round(publishing.publish(event.rounds.get()))
    clock.set_minutes(event=event, minutes=45)
    clock.start(event=event)
    clock.announce(event=event, text="Kuchen am Tresen")
    rounds.close_round(round_, reason="late")
    face = clock.clock_of(event)
    assert (face.running, face.left, face.text) == (False, 0, "Kuchen am Tresen")


def test_it_counts_down_from_what_was_set(event: Event) -> None:
    clock.set_minutes(event=event, minutes=45)
    assert clock.clock_of(event, NOON).paused
    clock.start(event=event, now=NOON)
    face = clock.clock_of(event, after(minutes=10, seconds=1))
    assert (face.minutes, face.seconds) == (34, "59")
    assert face.ends is not None
    assert face.ends - face.now == (34 * 60 + 59) * 1000


def test_a_pause_takes_no_time_away(event: Event) -> None:
    clock.set_minutes(event=event, minutes=45)
    clock.start(event=event, now=NOON)
    clock.pause(event=event, now=after(minutes=15))
    assert clock.clock_of(event, after(hours=2)).left == 30 * 60
    clock.start(event=event, now=after(hours=2))
    assert clock.clock_of(event, after(hours=2, minutes=1)).left == 29 * 60


def test_minutes_are_added_whether_it_runs_or_stands(event: Event) -> None:
    clock.set_minutes(event=event, minutes=1)
    clock.add_minutes(event=event, minutes=1)
    clock.start(event=event, now=NOON)
    clock.add_minutes(event=event, minutes=1, now=NOON)
    assert clock.clock_of(event, NOON).left == 180
    clock.add_minutes(event=event, minutes=-5, now=NOON)
    assert clock.clock_of(event, NOON).over


def test_a_clock_that_has_run_down_gets_its_minutes_from_now(event: Event) -> None:
    clock.set_minutes(event=event, minutes=1)
    clock.start(event=event, now=NOON)
    clock.add_minutes(event=event, minutes=2, now=after(minutes=30))
    assert clock.clock_of(event, after(minutes=30)).left == 120


def test_without_minutes_it_begins_with_those_of_the_plan(event: Event) -> None:
    with pytest.raises(Unreadable):
        clock.start(event=event)
    Event.objects.update(settings=dumped(EventSettings(minutes=50)))
    clock.start(event=Event.objects.get(), now=NOON)
    assert clock.clock_of(event, NOON).left == 50 * 60


@pytest.mark.parametrize("minutes", [-1, 601])
def test_no_clock_for_days(event: Event, minutes: int) -> None:
    with pytest.raises(Unreadable):
        clock.set_minutes(event=event, minutes=minutes)


def test_only_the_desk_changes_its_stamp(event: Event) -> None:
    clock.set_minutes(event=event, minutes=5)
    clock.start(event=event, now=NOON)
    stamp = clock.clock_of(event, NOON).stamp
    assert clock.clock_of(event, after(minutes=1)).stamp == stamp
    clock.announce(event=event, text="Soup  is ready")
    face = clock.clock_of(event, NOON)
    assert (face.text, face.stamp != stamp) == ("Soup is ready", True)


def test_phones_are_told_only_what_is_new_and_always_the_time(event: Event, client: Client) -> None:
    clock.set_minutes(event=event, minutes=5)
    clock.start(event=event)
    answer = client.get(f"/e/{event.pk}/clock/")
    assert 'role="timer"' in answer.text
    (stamp,) = re.findall(r'data-stamp="([^"]*)"', answer.text)
    quiet = client.get(f"/e/{event.pk}/clock/", headers={"If-None-Match": html.unescape(stamp)})
    assert (quiet.status_code, quiet.content) == (304, b"")
    assert int(quiet["X-Now"]) > NOON.wall.timestamp()


def test_every_change_counts_and_is_noted(event: Event) -> None:
    before = Event.objects.get().revision
    clock.set_minutes(event=event, minutes=5, by="Uli")
    assert Event.objects.get().revision == before + 1
    assert event.notices.latest("at").by == "Uli"


# --- The time of day jumps


@pytest.fixture
def running(event: Event) -> Event:
    """Forty-five minutes from noon on."""
    clock.set_minutes(event=event, minutes=45)
    clock.start(event=event, now=NOON)
    return event


@pytest.mark.parametrize("jump", [3600, -3600, 86_400 * 365], ids=["on", "back", "a year"])
def test_a_jump_of_the_time_of_day_takes_nothing_from_the_round(running: Event, jump: int) -> None:
    face = clock.clock_of(running, after(minutes=10, jump=jump))
    assert (face.left, face.jumped) == (35 * 60, jump)
    assert face.ends is not None
    assert face.ends - face.now == 35 * 60 * 1000
    assert face.ends_at == after(minutes=45, jump=jump).wall  # what people read on the wall
    clock.pause(event=running, now=after(minutes=10, jump=jump))
    assert clock.clock_of(running, after(minutes=10, jump=jump)).left == 35 * 60


def test_the_phones_scale_does_not_jump_and_they_are_told_to_look_again(running: Event) -> None:
    before, face = (clock.clock_of(running, after(minutes=10, jump=jump)) for jump in (0, 3600))
    assert (before.now, before.ends) == (face.now, face.ends)
    assert before.stamp != face.stamp


def test_two_seconds_are_no_jump(running: Event) -> None:
    before, face = (clock.clock_of(running, after(minutes=10, jump=jump)) for jump in (0, 2))
    assert (face.jumped, face.stamp) == (0, before.stamp)


def test_more_minutes_begin_from_what_is_left_and_from_the_new_time(running: Event) -> None:
    moment = after(minutes=10, jump=3600)
    clock.add_minutes(event=running, minutes=1, now=moment)
    face = clock.clock_of(running, moment)
    assert (face.left, face.jumped) == (36 * 60, 0)


def test_after_a_restart_of_the_machine_the_time_of_day_has_to_do(running: Event) -> None:
    again = clock.Moment(after(minutes=10).wall, 5, "another boot")
    face = clock.clock_of(running, again)
    assert (face.left, face.jumped) == (35 * 60, 0)


def test_the_desk_is_told_once_and_the_hall_is_not(
    running: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "this_moment", lambda: after(minutes=10, jump=3723))
    laptop = Client(headers={"Host": "localhost", "Accept-Language": "en"})
    assert "jumped forward by 1:02:03" in laptop.get(f"/desk/e/{running.pk}/rounds/").text
    assert "jumped" not in client.get(f"/e/{running.pk}/").text
    monkeypatch.setattr(clock, "this_moment", lambda: after(minutes=10, jump=-60))
    assert "jumped back by 0:01:00" in laptop.get(f"/desk/e/{running.pk}/rounds/").text
