"""Clubs come to a server, are kept by its operators and by their owners; nobody else sees any of it."""

from __future__ import annotations

import io
import json
import re
import uuid
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.allowances import Quota
from config.mail import MailServer
from tests.tournaments.builders import eine
from tests.tournaments.club_builders import (
    a_club,
    an_account_of,
    an_operator,
    browser_of,
    fill,
    let_it_leave,
)
from tests.tournaments.hall import laptop as the_laptop
from tests.tournaments.visitors import a_writer, hand_form, named
from tests.tournaments.working import work_off
from tournaments import exchange
from tournaments.clubs import exporting, keeping
from tournaments.models import FIRST, Club, ClubState, Event, Invitation, Player, Removal, Role, Sitting

pytestmark = pytest.mark.django_db
ASKED = {"name": "Los Treinta", "place": "Rosario", "contact": "ana@example.org", "wish": "Truco, 30 people."}


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    """Everything here happens on a federation's server."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")


@pytest.fixture
def operator() -> Client:
    return browser_of(an_operator())


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def owner(club: Club) -> Client:
    return browser_of(an_account_of(club))


def code_on(page: str) -> str:
    """The code of a link that is shown."""
    shown = re.search(r"/desk/invited/#([a-z0-9-]+)<", page)
    assert shown is not None, page
    return shown[1]


# --- asking for a place ------------------------------


def test_a_club_asks_and_only_operators_see_it(operator: Client) -> None:
    visitor = browser_of()
    answer = visitor.post("/clubs/request/", ASKED, follow=True)
    assert "answer by mail" in answer.text
    asked = Club.objects.get(name="Los Treinta")
    assert (asked.state, asked.contact, asked.listed) == (ClubState.ASKED, "ana@example.org", False)
    assert "Los Treinta" not in visitor.get("/").text
    assert "Los Treinta" in operator.get("/desk/clubs/").text
    assert "Truco, 30 people." in operator.get(f"/desk/clubs/{asked.pk}/").text


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", " ", "The name of the club is missing."),
        ("contact", "ana", "Please give an address for mail at which the club can be reached."),
        ("contact", "", "Please give an address for mail at which the club can be reached."),
        ("wish", "x" * 501, "At most 500 letters."),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_stays(field: str, value: str, sentence: str) -> None:
    answer = browser_of().post("/clubs/request/", {**ASKED, field: value})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "Rosario" in answer.text
    assert not Club.objects.filter(state=ClubState.ASKED).exists()


def test_three_requests_from_an_address_and_then_a_pause() -> None:
    statuses = [browser_of().post("/clubs/request/", ASKED).status_code for _time in range(4)]
    assert statuses == [302, 302, 302, 429]


def test_a_slip_costs_no_try() -> None:
    for _time in range(5):
        assert browser_of().post("/clubs/request/", {**ASKED, "contact": "x"}).status_code == 422
    assert browser_of().post("/clubs/request/", ASKED).status_code == 302


def test_so_many_wait_that_no_more_can_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_REQUESTS", 1)
    browser_of().post("/clubs/request/", ASKED)
    assert "So many clubs are waiting" in browser_of().post("/clubs/request/", ASKED).text


def test_a_server_where_nobody_may_ask_has_no_such_page(settings: Any) -> None:
    assert "/clubs/request/" in browser_of().get("/desk/login/").text
    settings.REQUESTS = False
    assert browser_of().get("/clubs/request/").status_code == 404
    assert browser_of().post("/clubs/request/", ASKED).status_code == 404
    assert "/clubs/request/" not in browser_of().get("/desk/login/").text


# --- operators answer ------------------------------


def asked() -> Club:
    return keeping.ask(**ASKED)


def test_a_club_that_is_let_in_has_an_address_and_a_link_that_works_once(operator: Client) -> None:
    row = asked()
    page = operator.post(f"/desk/clubs/{row.pk}/answer/", {"answer": "yes", "words": ""}).text
    row.refresh_from_db()
    assert (row.state, row.slug, row.listed) == (ClubState.OPEN, "los-treinta", True)
    code = code_on(page)
    assert Invitation.objects.get().role == Role.OWNER
    assert code not in operator.get(f"/desk/clubs/{row.pk}/").text
    again = operator.post(f"/desk/clubs/{row.pk}/answer/", {"answer": "yes"})
    assert again.status_code == 422
    assert "Somebody has answered this club already." in again.text


def test_a_club_that_is_refused_leaves_nothing(operator: Client) -> None:
    row = asked()
    without = operator.post(f"/desk/clubs/{row.pk}/answer/", {"answer": "no", "words": " "})
    assert without.status_code == 422
    page = operator.post(
        f"/desk/clubs/{row.pk}/answer/", {"answer": "no", "words": "We are full."}, follow=True
    ).text
    assert "please write to ana@example.org yourself" in page
    assert not Club.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_words_go_by_mail_where_there_is_a_server_for_it(
    operator: Client, answer: str, settings: Any
) -> None:
    settings.MAIL = MailServer(host="mail.example.org", sender="post@example.org")
    row = asked()
    operator.post(f"/desk/clubs/{row.pk}/answer/", {"answer": answer, "words": "Best wishes, Berta"})
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert "Best wishes, Berta" in letter.body
    assert ("/desk/invited/#" in letter.body) == (answer == "yes")


# --- operators keep clubs ------------------------------


def test_a_new_club_gets_an_address_from_its_name(operator: Client) -> None:
    for _time in range(3):
        page = operator.post("/desk/clubs/", {"name": "Cego-Straße Süd e. V.", "owner": "Berta"})
        code_on(page.text)
    slugs = set(Club.objects.exclude(pk=FIRST).values_list("slug", flat=True))
    assert slugs == {"cego-strasse-sued-e-v", "cego-strasse-sued-e-v-2", "cego-strasse-sued-e-v-3"}
    assert keeping.slug_from("斯卡特") == "verein"
    assert len(keeping.slug_from("Donaudampfschifffahrtsgesellschaftskapitäne am Rhein")) <= 40


def test_a_club_without_a_name_is_none(operator: Client) -> None:
    answer = operator.post("/desk/clubs/", {"name": "", "place": "Wien"})
    assert answer.status_code == 422
    assert "Wien" in answer.text


def test_a_closed_club_is_gone_at_once_and_everything_of_it_stays(operator: Client, club: Club) -> None:
    event = fill(club)
    member = browser_of(an_account_of(club, Role.ORGANISER))
    evening = Sitting.objects.filter(tenant=club, event=None).get()
    assert member.get("/desk/").status_code == 200
    assert browser_of().get(f"/e/{event.pk}/").status_code == 200
    without = operator.post(f"/desk/clubs/{club.pk}/switch/", {"on": "0", "reason": ""})
    assert "Please enter a reason" in without.text
    operator.post(f"/desk/clubs/{club.pk}/switch/", {"on": "0", "reason": "Does not answer"})
    assert member.get("/desk/").status_code == 403
    assert member.get("/desk/club/").status_code == 403
    for path in ("", "rounds/", "standings/", "clock/", "checksum/", "board/", "p/1/", "draw/1/", "qr.svg"):
        assert browser_of().get(f"/e/{event.pk}/{path}").status_code == 404, path
    assert browser_of().get(f"/j/{event.pk}/1/").status_code == 404
    assert browser_of().get(f"/api/events/{event.pk}.json").status_code == 404
    assert event.title not in browser_of().get("/api/events.json").text
    assert event.title not in browser_of().get("/").text
    assert browser_of().get(reverse("table", args=(evening.pk,))).status_code == 404
    assert browser_of().post(reverse("table", args=(evening.pk,)), {"hand": "2"}).status_code == 404
    assert "Does not answer" in operator.get(f"/desk/clubs/{club.pk}/").text
    operator.post(f"/desk/clubs/{club.pk}/switch/", {"on": "1", "reason": "It has answered"})
    assert member.get("/desk/").status_code == 200
    assert browser_of().get(f"/e/{event.pk}/").status_code == 200
    assert [notice.what for notice in club.notices.all()][:2] == ["opened", "closed"]


def test_limits_differ_for_one_club(operator: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.pk}/limits/"
    wrong = operator.post(address, {"events": "many"})
    assert wrong.status_code == 422
    assert 'value="many"' in wrong.text
    operator.post(address, {"events": "3", "bytes": "10", "people": "", "requests": "0", "reason": "A try"})
    club.refresh_from_db()
    assert club.limits == {"events": 3, "bytes": 10 * 1024 * 1024, "requests": 0}
    assert "A try" in operator.get(f"/desk/clubs/{club.pk}/").text
    operator.post(address, {"events": "", "bytes": "", "people": "", "requests": ""})
    club.refresh_from_db()
    assert club.limits == {}


def test_how_many_tables_a_day_is_said_on_a_page(operator: Client, owner: Client, club: Club) -> None:
    operator.post(f"/desk/clubs/{club.pk}/limits/", {"tables_a_day": "1"})
    club.refresh_from_db()
    assert club.limits == {"tables_a_day": 1}
    fill(club)
    assert "1 of 1" in owner.get("/desk/club/").text
    assert "No more tables today" in owner.post("/new/cego/", named()).text
    assert "No more tables can be opened today" in owner.get("/desk/door/").text
    operator.post(f"/desk/clubs/{club.pk}/limits/", {"tables_a_day": "0"})
    assert owner.post("/new/cego/", named()).status_code == 302
    assert "more table" not in owner.get("/desk/door/").text


def test_whether_robots_may_play_is_said_on_a_page(operator: Client, owner: Client, club: Club) -> None:
    address, form = (
        f"/desk/clubs/{club.pk}/limits/",
        {"preset": "cego-schwarzwald", "people": "40", "pause": "0"},
    )
    assert "none" in operator.get(f"/desk/clubs/{club.pk}/").text
    assert operator.post(address, {"robots": "17"}).status_code == 422
    operator.post(address, {"robots": "32"})
    answer = owner.post("/desk/rehearsal/", form)
    assert answer.status_code == 422
    assert "32" in answer.text
    operator.post(address, {"robots": "0"})
    assert "The operators of this server do not allow rehearsals" in owner.get("/desk/rehearsal/").text
    assert owner.post("/desk/rehearsal/", form).status_code == 403
    assert not Event.objects.filter(tenant=club).exists()
    operator.post(address, {"robots": ""})
    assert "do not allow" not in owner.get("/desk/rehearsal/").text


def test_two_thousand_clubs_are_looked_up_with_few_statements(
    operator: Client, django_assert_max_num_queries: Any
) -> None:
    now = timezone.now()
    Club.objects.bulk_create(
        Club(slug=f"club-{number}", name=f"Club {number:04}", place="Hier", opened_at=now)
        for number in range(2000)
    )
    with django_assert_max_num_queries(20):
        page = operator.get("/desk/clubs/").text
    assert page.count("Club 0") == 49  # and the one the server began with
    assert "Page 1 of 41" in page
    assert "Club 1234" in operator.get("/desk/clubs/?q=1234").text
    assert "Club 0120" in operator.get("/desk/clubs/?page=3").text
    assert "No club." in operator.get("/desk/clubs/?state=closed").text


def test_an_operator_sees_numbers_and_no_page_of_the_club(operator: Client, club: Club) -> None:
    event = fill(club)
    assert "This account runs the server." in operator.get("/desk/").text
    page = operator.get("/desk/clubs/").text
    assert "1 event" in page
    assert "12 people" in page
    assert operator.get(f"/desk/e/{event.pk}/").status_code == 404
    assert operator.get("/desk/club/").status_code == 403
    assert operator.post("/desk/club/export/").status_code == 403


@pytest.mark.parametrize("who", ["an owner", "a stranger"])
def test_nobody_else_keeps_clubs(who: str, owner: Client, club: Club) -> None:
    browser = owner if who == "an owner" else browser_of()
    for path in ("", f"{club.pk}/", f"{club.pk}/remove/"):
        assert browser.get(f"/desk/clubs/{path}").status_code in (302, 403)
    for path in ("", *(f"{club.pk}/{what}/" for what in ("answer", "link", "limits", "switch", "remove"))):
        assert browser.post(f"/desk/clubs/{path}", {"name": "X", "on": "0"}).status_code in (302, 403)
    assert Club.objects.count() == 2


def test_what_is_found_of_the_server_is_for_its_operators(operator: Client, owner: Client) -> None:
    assert owner.get("/desk/laptop/").headers["location"] == "/desk/backups/"
    assert "CLUB_EVENTS" in operator.get("/desk/laptop/").text


# --- the club's own page ------------------------------


def test_an_owner_says_how_the_club_is_called(owner: Client, club: Club) -> None:
    owner.post("/desk/club/", {"name": "Cegofreunde", "place": "Auggen"})
    club.refresh_from_db()
    assert (club.name, club.place, club.listed) == ("Cegofreunde", "Auggen", False)
    assert club.slug == "cegofreunde-muellheim"
    assert owner.post("/desk/club/", {"name": ""}).status_code == 422


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.HELPER])
def test_the_page_of_a_club_is_for_its_owners(club: Club, role: Role) -> None:
    browser = browser_of(an_account_of(club, role))
    for path in ("", f"export/{uuid.uuid4()}/", "leave/"):
        assert browser.get(f"/desk/club/{path}").status_code == 403
    assert browser.post("/desk/club/export/").status_code == 403
    assert browser.post("/desk/club/leave/", {"name": club.name}).status_code == 403
    assert "/desk/club/" not in browser.get("/desk/").text


def test_an_owner_sees_what_the_club_uses(owner: Client, club: Club) -> None:
    fill(club)
    Club.objects.filter(pk=club.pk).update(limits={"events": 2, "requests": 0})
    page = owner.get("/desk/club/").text
    assert "1 of 2" in page
    assert "12 of 5,000" in page
    assert "no limit" in page
    assert '<progress max="2" value="1"' in page
    assert "/desk/club/" in owner.get("/desk/").text


# --- limits ------------------------------

NEW_EVENT = {"title": "Herbst", "day": "2026-11-14"}
KIND = "/desk/new/kind/cego-schwarzwald/"


def limited(club: Club, **most: int) -> None:
    Club.objects.filter(pk=club.pk).update(limits=most)


def test_no_more_events_than_the_club_may_have(owner: Client, club: Club) -> None:
    fill(club)
    limited(club, events=1)
    answer = owner.post(KIND, NEW_EVENT)
    assert answer.status_code == 422
    assert "as many events as it may have on this server (1)" in answer.text
    assert "Herbst" in answer.text
    Event.objects.filter(tenant=club).update(archived_at=timezone.now())
    assert owner.post(KIND, NEW_EVENT).status_code == 302


def test_no_more_people_than_the_club_may_have(owner: Client, club: Club) -> None:
    fill(club)
    limited(club, people=12)
    assert "people in the register" in owner.post("/desk/people/", {"name": "Neu Einer"}).text
    list_of_two = {"text": "Zwei Neue\nDrei Neue\n", "confirm": "1"}
    answer = owner.post("/desk/people/import/", list_of_two)
    assert answer.status_code == 422
    assert "(12)" in answer.text
    assert Player.objects.filter(tenant=club, robot=False).count() == 12


def test_who_comes_to_an_event_that_has_begun_is_never_sent_away(owner: Client, club: Club) -> None:
    event = fill(club)
    limited(club, people=1, events=1, bytes=1)
    sent = owner.post(f"/desk/e/{event.pk}/people/", {"name": "Spät Gekommen"})
    assert sent.status_code == 302
    assert owner.post(f"/desk/e/{event.pk}/door/walk-in/", {"name": "Noch Später"}).status_code == 302
    sitting = event.sittings.select_related("sheethead").first()
    assert sitting is not None
    hands = sitting.sheethead.hands
    answer = a_writer(sitting).post(
        reverse("table", args=(sitting.pk,)), hand_form(sitting, eine(2), hands + 1)
    )
    assert answer.status_code == 302
    sitting.sheethead.refresh_from_db()
    assert sitting.sheethead.hands == hands + 1


def test_no_room_for_another_event(owner: Client, club: Club) -> None:
    event = fill(club)
    file = exchange.as_file(event)
    limited(club, bytes=1)
    upload = io.BytesIO(file)
    upload.name = "event.zip"
    answer = owner.post("/desk/take-in/", {"file": upload})
    assert answer.status_code == 422
    assert "used up its room" in answer.text
    assert "used up its room" in owner.post(KIND, NEW_EVENT).text


def test_a_limit_of_nought_is_none(owner: Client, club: Club) -> None:
    fill(club)
    limited(club, events=0, people=0, bytes=0)
    assert owner.post(KIND, NEW_EVENT).status_code == 302


def test_a_laptop_knows_no_limits(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    settings.CLUB_QUOTAS = dict.fromkeys(Quota, 1)
    laptop = the_laptop()
    for _time in range(2):
        assert laptop.post(KIND, NEW_EVENT).status_code == 302


def test_one_club_s_flood_is_its_own(owner: Client, club: Club) -> None:
    """Its own pages wait; another club's do not, and what is saved is saved."""
    event = fill(club)
    sitting = Sitting.objects.filter(tenant=club, event=None).get()
    other = a_club("Die anderen")
    neighbour = browser_of(an_account_of(other))
    limited(club, requests=5)
    statuses = [owner.get("/desk/").status_code for _time in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    refused = owner.get("/desk/")
    assert int(refused["Retry-After"]) > 0
    assert "of this club at the moment" in refused.text
    assert browser_of().get(f"/t/{sitting.pk}/").status_code in (404, 429)
    assert owner.post(f"/desk/e/{event.pk}/people/", {"name": "Spät Gekommen"}).status_code == 302
    assert neighbour.get("/desk/").status_code == 200


# --- everything as one file ------------------------------


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def exported(browser: Client) -> dict[str, bytes]:
    """The file of a club, once somebody has put it together."""
    address = browser.post("/desk/club/export/")["Location"]
    assert 'data-poll="' in browser.get(address).text
    work_off()
    assert "Save the file" in browser.get(address).text
    answer = browser.get(f"{address}?file")
    assert ".zip" in answer["Content-Disposition"]
    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert len(data) == int(answer["Content-Length"])
    return unpacked(data)


def test_everything_of_a_club_is_in_its_file_and_nothing_of_another(owner: Client, club: Club) -> None:
    fill(a_club("Die anderen"))
    event = fill(club)
    Player.objects.filter(name=f"Person 3 {club.pk}").update(contact="p3@example.org")
    file = exported(owner)
    assert {"LIESMICH.txt", "README.txt", "LEEME.txt", "club.json", "people.csv", "people.json"} <= set(file)
    folders = {name.partition("/")[0] for name in file if "/" in name}
    assert folders == {"events", "evenings", "rules"}
    people = json.loads(file["people.json"])
    assert len(people) == 12
    contacts = {person["name"]: person["contact"] for person in people}
    assert contacts[f"Person 3 {club.pk}"] == "p3@example.org"
    about = json.loads(file["club.json"])
    assert {account["role"] for account in about["accounts"]} == {"owner", "helper"}
    assert "Die anderen" not in b"".join(file.values()).decode("utf-8", "ignore")
    assert len({file[name] for name in ("LIESMICH.txt", "README.txt", "LEEME.txt")}) == 3
    (inside,) = [name for name in file if name.startswith("events/")]
    assert json.loads(unpacked(file[inside])["event.json"])["event"]["uid"] == str(event.uid)
    (evening,) = [name for name in file if name.startswith("evenings/") and name.endswith(".json")]
    table = json.loads(file[evening])
    assert [person["name"] for person in table["people"]] == [f"{name} {club.pk}" for name in "ABCD"]
    assert len(table["table"]["entries"]) == 1
    assert len(table["table"]["aside"]) == 2


def test_the_file_of_another_club_is_nobody_s(owner: Client, club: Club) -> None:
    address = owner.post("/desk/club/export/")["Location"]
    work_off()
    neighbour = browser_of(an_account_of(a_club("Die anderen")))
    assert neighbour.get(f"{address}?file")["Location"] == "/desk/club/"
    assert neighbour.get(address)["Location"] == "/desk/club/"


def test_an_event_of_the_file_is_taken_in_elsewhere(club: Club) -> None:
    event = fill(club)
    stream = io.BytesIO()
    exporting.write_club(club, stream)
    file = unpacked(stream.getvalue())
    (inside,) = [name for name in file if name.startswith("events/")]
    let_it_leave(club)
    call_command("club", "remove", club.slug, stdout=io.StringIO())
    assert not Event.objects.filter(uid=event.uid).exists()
    assert exchange.take_in(file[inside], tenant=FIRST).uid == event.uid


# --- leaving ------------------------------


def test_a_club_leaves_and_can_be_taken_back(owner: Client, operator: Client, club: Club) -> None:
    fill(club)
    wrong = owner.post("/desk/club/leave/", {"name": "yes"})
    assert wrong.status_code == 422
    page = owner.post("/desk/club/leave/", {"name": "cegofreunde müllheim "}, follow=True).text
    assert "The club is closed." in page
    assert owner.get("/desk/")["Location"] == "/desk/club/back/"
    assert operator.post(f"/desk/clubs/{club.pk}/remove/").status_code == 422
    assert Removal.objects.count() == 0
    helper = browser_of(an_account_of(club, Role.HELPER))
    assert helper.get("/desk/club/back/").status_code in (302, 403)
    assert helper.post("/desk/club/back/").status_code in (302, 403)
    owner.post("/desk/club/back/")
    assert owner.get("/desk/").status_code == 200
    club.refresh_from_db()
    assert (club.state, club.leaves_at) == (ClubState.OPEN, None)


def test_an_owner_can_log_in_to_take_it_back_and_nobody_else(club: Club) -> None:
    an_account_of(club, Role.OWNER, name="Anna")
    an_account_of(club, Role.HELPER, name="Berta")
    let_it_leave(club)
    sent = {"username": "Anna", "password": "ein gutes langes Wort"}
    assert browser_of().post("/desk/login/", sent, follow=True).redirect_chain[-1][0] == "/desk/club/back/"
    refused = browser_of().post("/desk/login/", {**sent, "username": "Berta"})
    assert refused.status_code == 422


def test_an_operator_removes_a_club_once_its_days_are_over(operator: Client, club: Club) -> None:
    fill(club)
    let_it_leave(club)
    assert f"/desk/clubs/{club.pk}/remove/" in operator.get(f"/desk/clubs/{club.pk}/").text
    assert "12 people" in operator.get(f"/desk/clubs/{club.pk}/remove/").text
    page = operator.post(f"/desk/clubs/{club.pk}/remove/", follow=True).text
    assert "is removed for good" in page
    assert not Club.objects.filter(pk=club.pk).exists()
    assert operator.get(f"/desk/clubs/{club.pk}/").status_code == 404


# --- at the terminal ------------------------------


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("club", *arguments, stdout=out)
    return out.getvalue()


def test_clubs_are_kept_at_the_terminal_too(tmp_path: Path) -> None:
    answer = command("new", "Los Treinta", "--place", "Rosario", "--owner", "Ana")
    assert "los-treinta: Los Treinta has a place." in answer
    assert "/desk/invited/#" in answer
    club = Club.objects.get(slug="los-treinta")
    fill(club)
    assert "los-treinta: Los Treinta, open, events 1, people 12" in command("list")
    command("close", "los-treinta", "--reason", "test")
    assert "los-treinta: Los Treinta, closed" in command("list")
    command("open", "los-treinta", "--reason", "test")
    file = tmp_path / "club.zip"
    command("export", "los-treinta", str(file))
    assert "club.json" in unpacked(file.read_bytes())
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="its days here are over"):
        command("remove", "los-treinta")
    let_it_leave(club)
    assert "los-treinta is removed: tables 3, entries 5." in command("remove", "los-treinta")
    with pytest.raises(CommandError, match="There is no club los-treinta"):
        command("close", "los-treinta", "--reason", "test")


def test_a_file_that_cannot_be_written_is_said(club: Club, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written"):
        command("export", club.slug, str(tmp_path / "nowhere" / "club.zip"))


# --- a laptop ------------------------------


def test_a_laptop_has_none_of_it(settings: Any, club: Club) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    laptop = the_laptop()
    paths = ("/desk/clubs/", f"/desk/clubs/{club.pk}/", "/desk/club/", "/desk/club/leave/", "/clubs/request/")
    assert {laptop.get(path).status_code for path in paths} == {404}
    page = laptop.get("/desk/").text
    assert "/desk/club" not in page
    with pytest.raises(CommandError, match="A laptop has one club"):
        command("list")


# --- three languages ------------------------------


@pytest.fixture
def pages(operator: Client, owner: Client, club: Club) -> dict[str, Client]:
    row = asked()
    keeping.close(club=a_club("Zu"), reason="test", by="test")
    return {
        "/clubs/request/": browser_of(),
        "/clubs/requested/": browser_of(),
        "/desk/clubs/": operator,
        f"/desk/clubs/{row.pk}/": operator,
        f"/desk/clubs/{club.pk}/": operator,
        f"/desk/clubs/{club.pk}/remove/": operator,
        "/desk/club/": owner,
        "/desk/club/leave/": owner,
    }


def test_every_page_speaks_three_languages(pages: dict[str, Client]) -> None:
    wrong = []
    for path, browser in pages.items():
        texts = set()
        for language in ("de", "en", "es"):
            answer = browser.get(path, headers={"accept-language": language})
            main = re.search(r"<main.*</main>", answer.text, re.S)
            assert main is not None, path
            texts.add(tuple(sorted(set(re.findall(r">([^<>]{12,})<", main[0])))))
            if answer.status_code != 200 or f'<html lang="{language}">' not in answer.text:
                wrong.append(f"{path} in {language}: {answer.status_code}")
        if len(texts) != 3:
            wrong.append(f"{path} is not in three languages")
    assert not wrong, "\n".join(wrong)
