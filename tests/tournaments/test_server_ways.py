"""On a server every link that somebody is shown may be followed, and no page that refuses is a dead end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings as django
from django.test import Client, RequestFactory
from django.urls import reverse

from config import errorpages
from tests.tournaments.club_builders import a_club, an_account_of, an_operator, belonging_to, browser_of
from tests.tournaments.crawling import links
from tests.tournaments.event_builders import an_event
from tests.tournaments.forgetting import nothing_kept
from tournaments.models import Club, Grant, Role

pytestmark = pytest.mark.django_db
WHO = ("owner", "organiser", "helper", "operator", "both", "beginner")


@pytest.fixture(autouse=True)
def federation(settings: Any) -> Any:
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    settings.LOCALE_PATHS = [settings.SERVER_WORDS, *django.LOCALE_PATHS]
    with nothing_kept():
        yield


@pytest.fixture
def desks() -> dict[str, Client]:
    """Everybody who has a desk on a server with two clubs."""
    club = a_club("Adler")
    with belonging_to(club):
        event = an_event(here=4)
    helper = an_account_of(club, Role.HELPER)
    Grant.objects.create(event=event, user=helper, role=Role.HELPER.value)
    return {
        "owner": browser_of(an_account_of(club, Role.OWNER)),
        "organiser": browser_of(an_account_of(club, Role.ORGANISER)),
        "helper": browser_of(helper),
        "operator": browser_of(an_operator()),
        "both": browser_of(an_account_of(club, Role.OWNER, is_superuser=True)),
        "beginner": browser_of(an_account_of(a_club("Tauben"), Role.OWNER)),
    }


@pytest.mark.parametrize("who", WHO)
def test_whatever_the_desk_shows_somebody_may_open(desks: dict[str, Client], who: str) -> None:
    desk = desks[who]
    home = desk.get("/desk/")
    assert home.status_code == 200
    addresses = {link for link in links("/desk/", home.text) if not link.startswith("/static/")}
    buttons = {reverse("desk-logout"), reverse("set_language")}
    answers = {address: desk.get(address, follow=True).status_code for address in addresses - buttons}
    assert {address: status for address, status in answers.items() if status != 200} == {}


def test_each_of_them_is_shown_what_is_theirs(desks: dict[str, Client]) -> None:
    shown = {who: set(links("/desk/", desk.get("/desk/").text)) for who, desk in desks.items()}
    of_club = {reverse(name) for name in ("desk-club", "desk-accounts", "desk-backups")}
    of_server = {reverse(name) for name in ("desk-clubs", "desk-accounts-server", "desk-backups")}
    assert of_club <= shown["owner"]
    assert of_server <= shown["operator"]
    assert of_club | of_server <= shown["both"]
    for who in ("organiser", "helper"):
        assert not shown[who] & (of_club | of_server), who
    assert reverse("desk-clubs") not in shown["owner"]


def test_who_runs_the_server_is_not_told_to_wait_for_an_organiser(desks: dict[str, Client]) -> None:
    page = desks["operator"].get("/desk/").text
    assert "This account runs the server" in page
    assert "Its organiser adds you" not in page


def test_how_the_server_stands_is_for_its_operators(desks: dict[str, Client]) -> None:
    for who, desk in desks.items():
        allowed = who in ("operator", "both")
        answer = desk.get(reverse("desk-laptop"))
        assert answer.status_code == (200 if allowed else 302), who
        assert allowed or answer["Location"] == reverse("desk-backups")
        assert (reverse("desk-laptop") in desk.get(reverse("desk-backups")).text) == allowed, who


@pytest.mark.parametrize("status", [400, 403, 404, 429, 500, 503])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_page_about_a_fault_has_a_way_on(status: int, method: str) -> None:
    """And none of them offers a list of all tables: a server has none for everybody."""
    for path in ("/", "/desk/people/?q=a&page=2"):
        request = RequestFactory().generic(method, path)
        page = errorpages.page(request, status, "sentence").content.decode()
        ways = links(path, page)
        if status == 429 and method == "GET":
            assert path in ways
        else:
            assert "/" in ways
            assert ("/desk/" in ways) == path.startswith("/desk/")
        assert "All tables" not in page


def test_the_club_a_server_begins_with_is_listed_once_it_has_a_name_or_an_event() -> None:
    stranger = browser_of()
    assert "The club of this server" not in stranger.get("/").text
    first = Club.objects.get(pk=1)
    assert "The club of this server" in browser_of(an_operator()).get("/desk/clubs/").text
    an_event(here=4)
    with nothing_kept():
        assert f"/c/{first.slug}/" in stranger.get("/").text
    first.name = "Adler"
    first.save()
    with nothing_kept():
        assert f"/c/{first.slug}/" in stranger.get("/").text
