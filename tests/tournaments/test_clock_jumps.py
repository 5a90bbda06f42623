"""The laptop's clock jumps during a round: nobody is put out, the order stays, nothing is negative."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from config import clockwatch, incidents
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import hand_form
from tournaments.access.desk import Actor
from tournaments.access.roles import Part
from tournaments.desk.alarms import alarms
from tournaments.events.rounds.running import tables_of
from tournaments.ledger import checking, overnight
from tournaments.models import Entry, Sitting

pytestmark = pytest.mark.django_db

HOUR, DAY, YEARS = (datetime.timedelta(hours=1), datetime.timedelta(days=1), datetime.timedelta(days=3653))


@pytest.fixture(autouse=True)
def nothing_has_happened() -> Iterator[None]:
    clockwatch.forget()
    incidents.forget()
    yield
    clockwatch.forget()
    incidents.forget()


def test_a_round_goes_on_whatever_the_clock_says() -> None:
    event = an_event(here=8)
    round_ = hall.begin(event)
    sitting, phone = hall.table(round_), hall.scan(event, 1)
    desk = Client(headers={"Host": "localhost", "Accept-Language": "en"})
    steps = [HOUR, -HOUR, DAY, -DAY, YEARS, -YEARS, -YEARS, YEARS]
    moment = timezone.now()
    clockwatch.look()
    for number, step in enumerate(steps, start=1):
        moment += step
        with time_machine.travel(moment, tick=True):
            answer = phone.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(1 + number % 4), number, seen=0))
            assert answer.status_code == 302, number
            assert phone.get(f"/t/{sitting.pk}/?part=live").status_code == 200
            paces = [table.pace for table in tables_of(round_)]
            assert all(pace is None or pace >= 0 for pace in paces)
            for page in ("", "rounds/", "rounds/1/", f"tables/1/{sitting.number}/", "alarms/"):
                answer = desk.get(f"/desk/e/{event.pk}/{page}")
                assert answer.status_code == 200, page
            assert "The laptop’s clock has jumped" in answer.text
            for page in ("", "standings/", "clock/"):
                assert phone.get(f"/e/{event.pk}/{page}").status_code == 200
            hands = phone.get(f"/t/{sitting.pk}/hands/")
            assert hands.status_code == 200
    entries = Entry.objects.filter(sitting=sitting).order_by("seq")
    assert [entry.hand_no for entry in entries] == list(range(1, len(steps) + 1))
    assert checking.check(sitting).in_order


def test_the_jump_is_said_with_its_length(event: object) -> None:
    desk = Client(headers={"Host": "localhost", "Accept-Language": "en"})
    desk.get("/desk/alarms/")
    with time_machine.travel(timezone.now() + 2 * DAY, tick=True):
        assert "has jumped ahead by 2 days" in desk.get("/desk/alarms/").text
    assert "has jumped back by 2 days" in desk.get("/desk/alarms/").text


@pytest.mark.parametrize("step", [DAY, YEARS, -DAY], ids=str)
def test_nobody_has_left_because_the_clock_was_set(step: datetime.timedelta) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    clockwatch.look()
    with time_machine.travel(timezone.now() + step, tick=True):
        clockwatch.look()
        assert overnight.close_left_open() == 0
        record(sitting, eine(2))
        assert overnight.close_left_open() == 0
    assert not Sitting.objects.get().sheethead.closed


def test_on_a_server_what_one_worker_has_met_is_told_to_operators_only(
    settings: Any,
) -> None:
    """Another worker would not say it: a line that comes and goes with every question helps no club."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    incidents.meet(incidents.Incident.SLOW_DISK)
    assert alarms(Actor("Anna", 7, 1, Part.OWNER)) == []
    assert [alarm.code for alarm in alarms(Actor("Ben", 8, None, operates=True))] == ["slow-disk"]
