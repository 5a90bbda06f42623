"""The page of the backups: what it says, who may do what, and where the place is chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config import reached
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.copies import data as data
from tests.tournaments.copies import keeper as keeper
from tests.tournaments.copies import pulled_out
from tests.tournaments.copies import stick as stick
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.hall import logged_in
from tournaments.desk.views import backups
from tournaments.models import Role
from tournaments.safekeeping import standing
from tournaments.safekeeping.backups import places
from tournaments.safekeeping.backups.troubles import CopyTrouble, Failure
from tournaments.safekeeping.keeper import CheckResult, Keeper, KeeperState
from tournaments.safekeeping.restoring import traces
from tournaments.safekeeping.restoring.traces import RestoreTrace

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("in_english")]
PAGE = "/desk/backups/"


@pytest.fixture(autouse=True)
def here(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> Keeper:
    """This test's keeper is the program's."""
    monkeypatch.setattr(standing, "keeper", keeper)
    monkeypatch.setattr(backups, "keeper", keeper)
    record(a_sitting(), eine(1))
    return keeper


def test_from_no_backup_to_a_checked_one_on_a_stick(laptop: Client, stick: Path) -> None:
    assert "No backup yet." in laptop.get(PAGE).text
    laptop.post("/desk/backups/now/")
    assert "on this laptop only" in laptop.get(PAGE).text
    answer = laptop.post("/desk/backups/place/", {"typed": str(stick), "key": "on"}, follow=True)
    text = answer.text
    assert "From now on copies go to STICK, too." in text
    assert "Last backup less than a minute ago on STICK, checked." in text
    assert "1 table · 1 entry" in text
    assert f"'{stick}/stammtisch/stammtisch-" in text
    place = places.second_place()
    assert place
    assert place.key
    with pulled_out(stick):
        text = laptop.get(PAGE).text
        assert "No backup on STICK: It is not plugged in." in text
        assert "The last one there:" not in text, "nobody remembers while no server runs"
    laptop.post("/desk/backups/place/", {"nowhere": "1"})
    assert places.second_place() is None


def test_a_place_that_is_none_is_said_with_what_was_typed(laptop: Client) -> None:
    answer = laptop.post("/desk/backups/place/", {"typed": "/nowhere/<b>"})
    assert answer.status_code == 422
    assert "There is no directory /nowhere/&lt;b&gt;" in answer.text


def test_the_live_part_is_asked_for_and_not_sent_twice(laptop: Client) -> None:
    first = laptop.get(PAGE, {"part": "live"})
    assert "<html" not in first.text
    again = laptop.get(PAGE, {"part": "live"}, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


def test_what_is_wrong_is_said_in_words_and_by_a_sign(
    laptop: Client, here: Keeper, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop.post("/desk/backups/place/", {"typed": str(stick)})
    problems = ("table 3, entry 2",)
    here.state = KeeperState(
        home=CopyTrouble(Failure.FULL),
        second=CopyTrouble(Failure.BROKEN),
        check=CheckResult(False, "2026-11-23T19:00:00+00:00", problems),
    )
    text = laptop.get(PAGE).text
    for words in ("There is no room left there.", "please take another one", "table 3, entry 2", "✗"):
        assert words in text
    monkeypatch.setattr(Keeper, "mirror_state", property(lambda keeper: None))
    assert "It has not begun" in laptop.get(PAGE).text


def test_a_restore_is_remembered_on_the_page(
    laptop: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "served_file", lambda: tmp_path / "club.sqlite3")
    trace = RestoreTrace("2026-11-23T19:00:00+00:00", "stammtisch-1.sqlite3", "", 3)
    traces.write(tmp_path / "club.sqlite3", trace)
    assert "was restored on" in laptop.get(PAGE).text


def test_organisers_see_how_it_is_and_change_nothing(settings: Any, stick: Path) -> None:
    settings.DESK_IN_WIFI = True
    organiser = an_account("olga", an_event(), Role.ORGANISER)
    browser = logged_in(organiser, headers={"accept-language": "en"})
    text = browser.get(PAGE).text
    assert "No backup yet." in text
    assert "Back up now" not in text
    for address in ("now", "check", "place"):
        assert browser.post(f"/desk/backups/{address}/", {"typed": str(stick)}).status_code == 403
    owner = logged_in(an_account("ines", is_superuser=True), headers={"accept-language": "en"})
    assert owner.post("/desk/backups/now/").status_code == 302
    answer = owner.post("/desk/backups/place/", {"typed": str(stick)})
    assert answer.status_code == 422
    assert "chosen on the laptop itself" in answer.text


def test_every_desk_has_a_line_about_it(laptop: Client) -> None:
    event = an_event()
    for address in ("/desk/", f"/desk/e/{event.pk}/"):
        assert "No backup yet." in laptop.get(address).text


def test_the_laptop_is_examined_and_a_phone_tries_the_wifi(
    laptop: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reached, "_last", None)  # no test before this has been a phone
    text = laptop.get("/desk/laptop/").text
    assert "No phone has tried yet." in text
    assert "/works/" in text
    assert "It works" in laptop.get("/works/").text
    assert "No phone has tried yet." in laptop.get("/desk/laptop/").text, "the laptop itself is no phone"
    phone = Client(REMOTE_ADDR="192.168.1.20")
    assert phone.get("/works/", headers={"host": "localhost"}).status_code == 200
    assert "A phone came through 0 min ago." in laptop.get("/desk/laptop/").text


def test_a_federations_page_says_who_takes_care(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    browser = logged_in(an_account("ines", is_superuser=True), headers={"accept-language": "en"})
    text = browser.get(PAGE).text
    assert "PostgreSQL" in text
    assert "Back up now" not in text
    assert browser.post("/desk/backups/now/").status_code == 302
    assert "No backup" not in browser.get("/desk/").text
