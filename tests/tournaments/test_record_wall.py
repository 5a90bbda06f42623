"""The records of the club on a screen: as everybody may read them, and only where the club shows them."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.career_builders import NAMES, a_played_event, changed
from tournaments.careers import keeping
from tournaments.careers.switches import choose
from tournaments.hall import recordwall
from tournaments.models import Appearance, Event, Player, Screen
from tournaments.people import privacy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time_stands_still", "in_english")]

CLUB = 1


@pytest.fixture(autouse=True)
def event() -> Event:
    """An evening of a club that has played for three."""
    recordwall._figures.clear()
    for week in range(2):
        a_played_event(week, NAMES[:4], 1, 1, 1, 2)
    keeping.bring_up(CLUB)
    return a_played_event(3, NAMES[:4], 1, finish=False)


def wall(event: Event, language: str = "en") -> str:
    screen, _new = Screen.objects.get_or_create(event=event, name="A", defaults={"shows": "records"})
    browser = Client(headers={"Accept-Language": language})
    answer = browser.get(f"/e/{event.pk}/board/{screen.pk}/")
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def of_records() -> Player:
    """Who holds the best evening."""
    best = Appearance.objects.order_by("-points", "chapter__day").select_related("player").first()
    assert best is not None
    return best.player


def shows(*, public: bool = True) -> None:
    choose(CLUB, evenings=False, public=public, rating=False)


def test_the_desk_switches_it_on_and_the_wall_shows_it(event: Event) -> None:
    shows()
    desk = hall.laptop()
    screen = Screen.objects.create(event=event, name="A", shows="names")
    assert "Rekorde des Vereins" in html.unescape(desk.get(f"/desk/e/{event.pk}/screens/").text)
    desk.post(f"/desk/e/{event.pk}/screens/{screen.pk}/", {"do": "show", "board": "records"})
    screen.refresh_from_db()
    assert screen.shows == "records"
    page = wall(event)
    for words in (
        "Records of the club",
        "Longest series of wins",
        "3",
        "Best hand",
        "Abend 1",
        "Eine: most often",
    ):
        assert words in page


def test_a_club_that_does_not_show_its_records_shows_none(event: Event) -> None:
    shows(public=False)
    page = wall(event)
    assert "does not show its records to everybody" in page
    assert not [name for name in NAMES[:4] if name in page]


def test_a_club_of_which_nothing_is_counted_says_so(event: Event) -> None:
    shows()
    Event.objects.update(finished_at=None)
    keeping.bring_up(CLUB)
    assert "No evening of this game has been counted yet." in wall(event)


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        ({"pseudonym": "Roter Blitz", "shown_as": "pseudonym"}, "Roter Blitz"),
        ({"shown_as": "initials"}, "{first}."),
    ],
)
def test_whoever_has_a_wish_stands_there_as_he_wishes(event: Event, wish: dict[str, Any], shown: str) -> None:
    shows()
    holder = of_records()
    assert f" {holder.name} " in wall(event)
    changed(holder, **wish)
    recordwall._figures.clear()  # a moment later
    page = wall(event)
    assert shown.format(first=holder.name[0]) in page
    assert f" {holder.name} " not in page


def test_who_is_forgotten_is_nobody_on_the_wall(event: Event) -> None:
    shows()
    holder = of_records()
    name = holder.name
    privacy.anonymise(player=holder)
    keeping.bring_up(CLUB)
    assert f" {name} " not in wall(event)


def test_another_game_has_records_of_its_own(event: Event) -> None:
    shows()
    Event.objects.filter(pk=event.pk).update(game="truco")
    assert "No evening of this game has been counted yet." in wall(event)
