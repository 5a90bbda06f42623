"""A table that everybody has left is closed next morning, loses nothing, and can be opened again."""

from __future__ import annotations

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import a_writer
from tournaments import ledger
from tournaments.ledger import checking, overnight
from tournaments.models import Entry, SheetHead, Sitting

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = datetime.datetime(2026, 5, 8, 19, 30, tzinfo=BERLIN)


def at(day: int, hour: int, minute: int = 0) -> datetime.datetime:
    return datetime.datetime(2026, 5, day, hour, minute, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("last", "now", "left"),
    [
        (at(8, 23), at(9, 3), False),  # four hours
        (at(8, 20), at(9, 2), False),  # six hours, and the evening is not over
        (at(8, 20), at(9, 6), True),
        (at(9, 1), at(9, 7, 30), True),  # it lasted until one: that was Friday's evening
        (at(9, 3), at(9, 8), False),  # five hours
        (at(9, 7), at(9, 23), False),  # the same day
        (at(9, 7), at(10, 6), True),
    ],
)
def test_an_evening_is_over_after_six_hours_and_in_another_morning(
    last: datetime.datetime, now: datetime.datetime, left: bool
) -> None:
    assert overnight.is_left(last, now) is left


def tomorrow() -> datetime.datetime:
    return timezone.now() + datetime.timedelta(days=1)


def is_closed(sitting: Sitting) -> bool:
    return SheetHead.objects.get(pk=sitting.pk).closed


def test_what_was_left_open_is_closed_once_and_everything_stays() -> None:
    sitting, empty = a_sitting(), a_sitting("cabo", seats=2)
    record(sitting, eine(1))
    assert overnight.close_left_open() == 0
    assert overnight.close_left_open(tomorrow()) == 2
    assert overnight.close_left_open(tomorrow()) == 0
    assert is_closed(sitting)
    assert is_closed(empty)
    assert SheetHead.objects.get(pk=sitting.pk).hands == 1
    assert checking.check(sitting).in_order
    page = Client(headers={"Accept-Language": "en"}).get(f"/t/{sitting.pk}/hands/").text
    assert "Sheet closed by itself" in page


def test_it_can_be_opened_again_and_then_stays_open_for_that_evening() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    overnight.close_left_open(tomorrow())
    phone = a_writer(sitting)
    phone.post(f"/t/{sitting.pk}/close/", {"again": "1"})
    assert not is_closed(sitting)
    record(sitting, eine(2))
    assert overnight.close_left_open() == 0


def test_sheets_of_an_event_are_left_to_its_organisers() -> None:
    hall.begin(an_event(here=4))
    assert overnight.close_left_open(tomorrow()) == 0


def test_whoever_comes_back_at_this_very_moment_goes_on_playing() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    seen = SheetHead.objects.get(pk=sitting.pk).head_seq
    record(sitting, eine(2))
    with pytest.raises(ledger.SheetInUse):
        ledger.close_silent_sheet(
            sitting=sitting, entry_id=Entry.objects.first().pk.__class__(int=7), seq=seen
        )
    assert not is_closed(sitting)


def test_the_first_page_says_of_which_evening_a_table_is() -> None:
    sitting = a_sitting()
    browser = Client(headers={"Accept-Language": "en"})
    assert re.search(r"today ·\s", browser.get("/").text)
    Sitting.objects.filter(pk=sitting.pk).update(created_at=timezone.now() - datetime.timedelta(days=1))
    assert re.search(r"yesterday ·\s", browser.get("/").text)
    Sitting.objects.filter(pk=sitting.pk).update(created_at=FRIDAY)
    assert re.search(r"05/08/2026 ·\s", browser.get("/").text)
