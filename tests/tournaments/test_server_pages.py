"""What a server with many clubs shows to strangers: its first page, a club's page, and to search engines."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_doors import a_guest
from tests.tournaments.visitors import a_stranger
from tournaments.models import Club, ClubState, Event, Sitting

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'csrfmiddlewaretoken" value="\w+"')
TODAY = timezone.localdate
DAY = datetime.timedelta(days=1)
TITLES = {"yesterday": -1, "today": 0, "tomorrow": 1, "in two months": 60, "last year": -365}


@pytest.fixture(autouse=True)
def federation(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    settings.PROFILE = replace(settings.PROFILE, name="federation")


@pytest.fixture
def visitor() -> Client:
    return a_stranger(headers={"Accept-Language": "en"})


def a_club(number: int = 1, **more: Any) -> Club:
    return Club.objects.create(**{"slug": f"verein-{number:04}", "name": f"Verein {number:04}", **more})


def an_event_of(club: Club, title: str, days: int = 0, **settings: Any) -> Event:
    event = an_event(title=title, day=TODAY() + days * DAY)
    Event.objects.filter(pk=event.pk).update(tenant=club, settings={**event.settings, **settings})
    event.refresh_from_db()
    return event


def test_two_thousand_clubs_are_listed_page_by_page_in_few_statements(visitor: Client) -> None:
    Club.objects.bulk_create(
        Club(slug=f"verein-{number:04}", name=f"Verein {number:04}", place="Überlingen")
        for number in range(2000)
    )
    for number in range(80):
        an_event_of(Club.objects.get(slug="verein-0001"), f"Turnier {number:02}", number % 5)
    with CaptureQueriesContext(connection) as captured:
        page = visitor.get("/").text
    assert len(captured) <= 5
    assert len(page) < 60_000
    assert "Verein 0000" in page
    assert "Verein 1999" not in page
    assert page.count("Turnier ") == 12
    assert "Verein 0024" in visitor.get("/?page=2").text
    for query in ("1999", "VEREIN 1999", "Überlingen 1999"):
        found_page = visitor.get("/", {"q": query}).text
        assert "Verein 1999" in found_page, query
        assert "Verein 1998" not in found_page
    for page_number in ("0", "-1", "x", "99999999999", "900"):
        assert visitor.get("/", {"page": page_number}).status_code == 200


def test_the_first_page_names_open_and_listed_clubs_only(visitor: Client) -> None:
    an_event_of(a_club(1), "Turnier eins")
    an_event_of(a_club(2, listed=False), "Turnier zwei")
    an_event_of(a_club(3, state=ClubState.CLOSED), "Turnier drei")
    an_event_of(a_club(4, state=ClubState.ASKED), "Turnier vier")
    page = visitor.get("/").text
    assert "Verein 0001" in page
    assert "Turnier eins" in page
    for word in ("Verein 0002", "Verein 0003", "Verein 0004", "Turnier zwei", "Turnier drei", "Turnier vier"):
        assert word not in page, word


def test_the_first_page_of_a_server_says_nothing_of_who_looks(visitor: Client) -> None:
    """So that a proxy may keep it for everybody."""
    club = a_club()
    guest = a_guest(club)
    pages = {
        TOKEN.sub("", browser.get("/", headers={"Accept-Language": "en"}).text)
        for browser in (visitor, guest)
    }
    assert len(pages) == 1


def test_a_club_shows_its_events_and_to_its_guests_its_tables(visitor: Client) -> None:
    club, other = a_club(1, name="Adler", place="Furtwangen"), a_club(2)
    for title, days in TITLES.items():
        an_event_of(club, f"Cup {title}", days)
    an_event_of(other, "Cup elsewhere")
    an_event_of(club, "Cup of the archive")
    Event.objects.filter(title="Cup of the archive").update(archived_at=timezone.now())
    a_sitting()
    Sitting.objects.update(tenant=club, title="Friday")
    page = visitor.get("/c/verein-0001/").text
    assert "Adler" in page
    assert "Furtwangen" in page
    for title in TITLES:
        assert f"Cup {title}" in page, title
    assert "Cup elsewhere" not in page
    assert "Cup of the archive" not in page
    assert "Friday" not in page
    assert "/new/cego/" not in page
    guest_page = a_guest(club).get("/c/verein-0001/").text
    assert "Friday" in guest_page
    assert "/new/cego/" in guest_page
    assert "Friday" not in a_guest(other).get("/c/verein-0001/").text


def test_what_a_club_has_played_has_pages(visitor: Client) -> None:
    club = a_club()
    for number in range(25):
        an_event_of(club, f"Cup {number:02}", -30 - number)
    first, second = visitor.get("/c/verein-0001/").text, visitor.get("/c/verein-0001/?page=2").text
    assert "Cup 00" in first
    assert "Cup 24" not in first
    assert "Cup 24" in second


@pytest.mark.parametrize("state", [ClubState.ASKED, ClubState.CLOSED])
def test_a_club_that_is_not_open_has_no_page(visitor: Client, state: ClubState) -> None:
    a_club(state=state)
    assert visitor.get("/c/verein-0001/").status_code == 404
    assert visitor.get("/c/nobody/").status_code == 404


def test_a_hidden_table_is_on_no_list_of_its_club() -> None:
    club = a_club()
    a_sitting()
    Sitting.objects.update(tenant=club, title="Friday", hidden_at=timezone.now())
    assert "Friday" not in a_guest(club).get("/c/verein-0001/").text


# --- search engines ------------------------------


def test_robots_are_kept_out_unless_a_club_lets_them_in(visitor: Client) -> None:
    club = a_club()
    shut, opened = an_event_of(club, "Shut"), an_event_of(club, "Open", indexed=True)
    archived = an_event_of(club, "Archived", indexed=True)
    Event.objects.filter(pk=archived.pk).update(archived_at=timezone.now())
    lines = visitor.get("/robots.txt").text.split("\n")
    assert "Disallow: /" in lines
    assert [line for line in lines if line.startswith("Allow")] == [f"Allow: /e/{opened.pk}/"]
    for path in ("", "standings/"):
        assert visitor.get(f"/e/{opened.pk}/{path}")["X-Robots-Tag"] == "all", path
        assert visitor.get(f"/e/{shut.pk}/{path}")["X-Robots-Tag"] == "noindex", path
        assert visitor.get(f"/e/{archived.pk}/{path}").headers.get("X-Robots-Tag") == "noindex", path
    for path in (f"/e/{opened.pk}/p/1/", f"/e/{opened.pk}/rounds/", "/", "/nowhere/", "/desk/login/"):
        assert visitor.get(path)["X-Robots-Tag"] == "noindex", path


def test_a_laptop_keeps_robots_out_whatever_an_event_says(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    event = an_event_of(a_club(), "Open", indexed=True)
    assert hall.laptop().get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
    assert hall.laptop().get(f"/e/{event.pk}/")["X-Robots-Tag"] == "noindex"


def test_only_a_server_asks_whether_search_engines_may_list_an_event(settings: Any) -> None:
    from tests.tournaments.test_doors import of_club
    from tournaments.models import Role

    club = a_club()
    event = an_event_of(club, "Cup")
    organiser = of_club(club, Role.OWNER)
    page = organiser.get(f"/desk/e/{event.pk}/settings/head/").text
    assert 'name="indexed"' in page
    form = {"title": "Cup", "day": event.day.isoformat(), "entrant": "1", "indexed": "1"}
    assert organiser.post(f"/desk/e/{event.pk}/settings/head/", form).status_code == 302
    event.refresh_from_db()
    assert event.settings["indexed"] is True
    settings.PROFILE = replace(settings.PROFILE, name="club")
    Event.objects.update(tenant=1)
    laptop = hall.laptop()
    assert 'name="indexed"' not in laptop.get(f"/desk/e/{event.pk}/settings/head/").text
    assert laptop.post(f"/desk/e/{event.pk}/settings/head/", {**form, "indexed": ""}).status_code == 302
    event.refresh_from_db()
    assert event.settings["indexed"] is True
