"""Results and whole events as files, and the JSON for programs."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments.test_event_rounds import finish, play_all, start
from tests.tournaments.test_exchange import forget_everything
from tournaments import exchange
from tournaments.engines.plans import EventSettings, dumped
from tournaments.engines.plans.declared import StandingsShown
from tournaments.events.results.ranking import standings_of
from tournaments.jobs.limits import FILE_BYTES
from tournaments.models import Club, Event, Membership, Player, Role

THROUGH_PROXY = {"X-Forwarded-Proto": "https"}
pytestmark = [pytest.mark.django_db, pytest.mark.event(here=9)]


@pytest.fixture
def event(event: Event) -> Event:
    round_ = start(event)
    play_all(round_)
    finish(round_)
    return event


def test_the_spreadsheet_has_the_standings_and_every_table(laptop: Client, event: Event) -> None:
    answer = laptop.get(f"/desk/e/{event.pk}/files/results.xlsx")
    assert "2026-11-14-herbstturnier.xlsx" in answer["Content-Disposition"]
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    ranks, tables = (list(book[name].iter_rows(values_only=True)) for name in book.sheetnames)
    rows = standings_of(event).rows
    assert [row[0] for row in ranks[1:]] == [row.rank for row in rows]
    assert [row[6] for row in ranks[1:]] == [row.values[0].first for row in rows]
    assert len(tables) == 1 + 8  # one sits out


def test_csv_and_json_say_the_same(laptop: Client, event: Event) -> None:
    text = laptop.get(f"/desk/e/{event.pk}/files/results.csv").text
    data = json.loads(laptop.get(f"/desk/e/{event.pk}/files/results.json").content)
    names = {entrant["number"]: entrant["name"] for entrant in data["entrants"]}
    lines = [line.split(";") for line in text.strip().splitlines()[1:]]
    assert [line[2] for line in lines] == [names[row["number"]] for row in data["standings"]]
    assert all(isinstance(standing["values"][0], int) for standing in data["standings"])
    assert Fraction(data["standings"][0]["values"][0]) >= 0


def test_an_unknown_kind_of_file_is_not_found(laptop: Client, event: Event) -> None:
    assert laptop.get(f"/desk/e/{event.pk}/files/results.exe").status_code == 404


def test_the_web_page_stands_alone(laptop: Client, event: Event) -> None:
    packed = zipfile.ZipFile(io.BytesIO(laptop.get(f"/desk/e/{event.pk}/files/site.zip").content))
    page = packed.read("index.html").decode()
    assert sorted(packed.namelist()) == ["index.html", "site.css"]
    assert "//" not in page.replace("<!doctype html>", "")
    assert "<script" not in page
    for person in Player.objects.all():
        assert person.name in page


def test_initials_stay_initials_in_every_file(laptop: Client, event: Event) -> None:
    person = event.entrants.get(number=1).members.get().player
    Player.objects.filter(pk=person.pk).update(name="Zacharias Quendel", shown_as="initials")
    event.save()
    from tournaments.events.ground.log import touch

    touch(event)
    for kind in ("results.csv", "results.json"):
        text = laptop.get(f"/desk/e/{event.pk}/files/{kind}").text
        assert "Z. Q." in text
        assert "Quendel" not in text


def test_an_event_goes_out_of_one_page_and_into_another(laptop: Client, event: Event) -> None:
    before = [row.values for row in standings_of(event).rows]
    data = laptop.get(f"/desk/e/{event.pk}/files/event.zip").content
    forget_everything()
    answer = laptop.post("/desk/take-in/", {"file": SimpleUploadedFile("event.zip", data)})
    again = Event.objects.get()
    assert answer["Location"] == f"/desk/e/{again.pk}/"
    assert [row.values for row in standings_of(again).rows] == before


def test_on_a_server_organisers_send_large_files_by_a_ticket_of_their_page(
    event: Event, settings: Any
) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    Club.objects.filter(pk=1).update(limits={FILE_BYTES: 30_000})
    data = exchange.as_file(event)
    forget_everything()
    user = User.objects.create(username="Anna")
    Membership.objects.create(user=user, club_id=1, role=Role.ORGANISER.value)
    browser = Client(headers=THROUGH_PROXY)
    browser.force_login(user)
    page = browser.get("/desk/take-in/").text
    ticket = re.search(r'action="(\?ticket=[0-9a-f.]+)"', page)
    assert ticket is not None
    assert 'data-most="30000"' in page
    address = f"/desk/take-in/{ticket[1]}"
    large = browser.post(address, {"file": SimpleUploadedFile("event.zip", b"PK" + 40_000 * b"x")})
    assert large.status_code == 422
    assert "höchstens" in large.text
    half = browser.post(address, {"file": SimpleUploadedFile("event.zip", data[: len(data) // 2])})
    assert "nicht vollständig" in half.text
    taken = browser.post(address, {"file": SimpleUploadedFile("event.zip", data)})
    assert taken["Location"] == f"/desk/e/{Event.objects.get().pk}/"
    assert "ticket=" not in Client(headers=THROUGH_PROXY).get("/desk/take-in/", follow=True).text


@pytest.mark.parametrize("data", [b"", b"no event"])
def test_other_files_are_refused_with_a_sentence(laptop: Client, data: bytes) -> None:
    form = {"file": SimpleUploadedFile("event.zip", data)} if data else {}
    answer = laptop.post("/desk/take-in/", form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_programs_read_what_the_hall_sees(client: Client, event: Event) -> None:
    answer = client.get(f"/api/events/{event.pk}.json")
    data = answer.json()
    assert data["event"]["ranks_shown"] is True
    assert len(data["standings"]) == 9
    assert data["rounds"][0]["tables"][0]["accounts"]
    again = client.get(f"/api/events/{event.pk}.json", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    listed = client.get("/api/events.json").json()["events"]
    assert event.pk in [row["id"] for row in listed] or event.day.isoformat() < "2026"


def test_hidden_standings_are_hidden_from_programs_too(client: Client, event: Event) -> None:
    event.settings = dumped(EventSettings(standings=StandingsShown.FROZEN))
    event.save()
    data = client.get(f"/api/events/{event.pk}.json").json()
    assert data["event"]["ranks_shown"] is False
    assert data["standings"] == []
    assert not any(table["accounts"] for round_ in data["rounds"] for table in round_["tables"])


def test_no_such_event(client: Client) -> None:
    assert client.get("/api/events/4711.json").status_code == 404


def test_the_command_takes_an_event_in(
    event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.core.management import CommandError, call_command

    file = tmp_path / "event.zip"
    file.write_bytes(exchange.as_file(event))
    with pytest.raises(CommandError):
        call_command("take_in", str(file))
    forget_everything()
    call_command("take_in", str(file))
    assert "1 rounds, 2 tables" in capsys.readouterr().out
