"""Opening a table on a server: only through the door of a club, and never in another one."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from config.allowances import Quota
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_account
from tests.tournaments.visitors import a_stranger, named
from tournaments.access import doors, limits
from tournaments.models import FIRST, Club, ClubState, Doors, Membership, Player, Role, Sitting

pytestmark = pytest.mark.django_db

NEW = "/new/cego/"


@pytest.fixture(autouse=True)
def federation(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    settings.PROFILE = replace(settings.PROFILE, name="federation")


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="adler", name="Cegofreunde Adler", place="Furtwangen")


def a_guest(club: Club) -> Client:
    """Somebody who came through the door of this club."""
    browser = a_stranger()
    assert browser.post("/door/", {"code": doors.code_of(club)})["Location"] == f"/c/{club.slug}/"
    return browser


def of_club(club: Club, role: Role, name: str = "") -> Client:
    user = an_account(name or f"{club.slug}-{role}")
    Membership.objects.create(user=user, club=club, role=role.value)
    return hall.logged_in(user)


def opened(browser: Client) -> bool:
    before = Sitting.objects.count()
    browser.post(NEW, named())
    return Sitting.objects.count() > before


def test_a_stranger_opens_no_table_on_a_server_however_often_he_asks() -> None:
    stranger = a_stranger()
    assert {stranger.post(NEW, named()).status_code for _try in range(110)} == {403}
    assert not Sitting.objects.exists()
    assert not Player.objects.exists()


def test_whoever_comes_without_a_door_is_told_what_is_needed(club: Club) -> None:
    answer = a_stranger().get(NEW, headers={"Accept-Language": "en"})
    assert answer.status_code == 403
    assert 'action="/door/"' in answer.text
    assert "/desk/login/" in answer.text


@pytest.mark.parametrize("typed", [str, str.upper, lambda code: code.replace("-", " ")])
def test_the_code_of_a_club_opens_tables_in_this_club(club: Club, typed: Any) -> None:
    browser = a_stranger()
    answer = browser.post("/door/", {"code": typed(doors.code_of(club))})
    assert answer["Location"] == "/c/adler/"
    cookie = answer.cookies[doors.COOKIE]
    assert cookie["httponly"]
    assert cookie["max-age"] == 30 * 24 * 3600
    assert opened(browser)
    assert Sitting.objects.get().tenant_id == club.pk


def test_a_code_has_twelve_letters_and_each_club_its_own(club: Club) -> None:
    other = Club.objects.create(slug="loewe", name="Löwe")
    code = doors.code_of(club)
    assert len(code.replace("-", "")) == 12
    assert doors.code_of(other) != code
    assert doors.behind(code) == club


def test_a_wrong_code_opens_nothing_and_guessing_ends(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.DOORS_PER_ADDRESS, "burst", 3)
    stranger = a_stranger()
    statuses = [stranger.post("/door/", {"code": "aaaa-bbbb-cccc"}).status_code for _try in range(5)]
    assert statuses == [403] * 3 + [429] * 2
    assert stranger.post("/door/", {"code": doors.code_of(club)}).status_code == 429
    assert not opened(stranger)


def test_a_new_link_makes_the_old_one_and_its_cookies_worthless(club: Club) -> None:
    browser, old = a_guest(club), doors.code_of(club)
    assert opened(browser)
    doors.renew(club)
    assert not opened(browser)
    assert a_stranger().post("/door/", {"code": old}).status_code == 403
    club.refresh_from_db()
    assert opened(a_guest(club))


def test_after_thirty_days_a_device_comes_in_anew(club: Club) -> None:
    browser = a_guest(club)
    value = browser.cookies[doors.COOKIE].value
    with time_machine.travel(timezone.now() + datetime.timedelta(days=31)):
        later = a_stranger()
        later.cookies[doors.COOKIE] = value
        assert not opened(later)


@pytest.mark.parametrize("way", ["closed", "accounts", "nobody"])
def test_a_closed_club_or_a_closed_door_lets_nobody_in(club: Club, way: str) -> None:
    browser = a_guest(club)
    if way == "closed":
        Club.objects.update(state=ClubState.CLOSED)
    else:
        doors.change(club, Doors(way))
    assert not opened(browser)
    assert a_stranger().post("/door/", {"code": doors.code_of(club)}).status_code == 403


def test_accounts_open_tables_in_their_own_club_unless_nobody_may(club: Club) -> None:
    doors.change(club, Doors.ACCOUNTS)
    helper = of_club(club, Role.HELPER)
    assert opened(helper)
    assert Sitting.objects.get().tenant_id == club.pk
    doors.change(club, Doors.NOBODY)
    assert not opened(helper)


def test_a_forged_cookie_opens_nothing(club: Club) -> None:
    for value in ("", "1:2", f"[{club.pk}, 1]", doors.code_of(club)):
        browser = a_stranger()
        browser.cookies[doors.COOKIE] = value
        assert not opened(browser), value


def test_a_club_has_its_number_of_tables_a_day(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(limits={Quota.TABLES: 2})
    browser = a_guest(club)
    assert opened(browser)
    assert opened(browser)
    answer = browser.post(NEW, named(), headers={"Accept-Language": "en"})
    assert answer.status_code == 429
    assert "No more tables today" in answer.text
    day = datetime.timedelta(days=1, minutes=1)
    Sitting.objects.update(created_at=timezone.now() - day)
    assert opened(browser)


def test_many_tables_at_once_are_slowed_down_for_the_whole_club(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.NEW_TABLES_OF_CLUB, "burst", 1)
    assert opened(a_guest(club))
    assert not opened(a_guest(club))
    other = Club.objects.create(slug="loewe", name="Löwe")
    assert opened(a_guest(other))


def test_names_of_a_club_are_shown_to_its_people_and_to_nobody_of_another_club(club: Club) -> None:
    other = Club.objects.create(slug="loewe", name="Löwe")
    sitting = a_sitting(names=("Zoë Zunder", "Ben", "Ida", "Jo"))
    Sitting.objects.update(tenant=club)
    record(sitting, eine(1))
    assert "Zoë Zunder" in of_club(club, Role.HELPER).get(NEW).text
    # Who came through the door is as a guest in the club's Wi-Fi: who has never written here reads no name.
    assert "Zoë Zunder" not in a_guest(club).get(NEW).text
    assert "Zoë Zunder" not in a_guest(other).get(NEW).text
    assert "Zoë Zunder" not in of_club(other, Role.OWNER).get(NEW).text


def test_on_a_laptop_there_is_no_door_and_no_club_page(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    laptop = hall.laptop()
    first = Club.objects.get(pk=FIRST)
    for path in ("/door/", f"/c/{first.slug}/", "/desk/door/", "/desk/door/paper.pdf"):
        assert laptop.get(path).status_code == 404, path
    assert laptop.get("/own/")["Location"] == "/"


# --- at the desk ------------------------------


def test_the_door_page_has_link_code_and_paper_and_makes_new_ones(club: Club) -> None:
    organiser, code = of_club(club, Role.ORGANISER), doors.code_of(club)
    page = organiser.get("/desk/door/").text
    assert f"/door/#{code}" in page
    assert "data:image/svg+xml" in page
    paper = organiser.get("/desk/door/paper.pdf")
    assert paper.content.startswith(b"%PDF")
    organiser.post("/desk/door/renew/")
    assert code not in organiser.get("/desk/door/").text
    organiser.post("/desk/door/", {"doors": "nobody"})
    club.refresh_from_db()
    assert club.doors == Doors.NOBODY
    assert organiser.post("/desk/door/", {"doors": "everybody"}).status_code == 422


def test_a_helper_and_another_club_do_not_touch_the_door(club: Club) -> None:
    other = Club.objects.create(slug="loewe", name="Löwe")
    code = doors.code_of(club)
    for browser in (of_club(club, Role.HELPER), of_club(other, Role.OWNER)):
        browser.post("/desk/door/renew/")
        assert code not in browser.get("/desk/door/").text
    club.refresh_from_db()
    assert doors.code_of(club) == code
