"""The results of an event of another installation as an evening of a season: JSON, CSV, XLSX."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import Unreadable
from tests.tournaments.season_builders import a_played_event, a_season, an_evening, make_official
from tournaments.models import EveningResult, Player, SeasonDate
from tournaments.seasons.resultfiles import rows_of_results

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def desk(laptop: Client) -> Client:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return laptop


def results_file(desk: Client, event: int, kind: str, language: str = "en") -> bytes:
    answer = desk.get(f"/desk/e/{event}/files/results.{kind}", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    data: bytes = answer.content
    return data


def upload(desk: Client, evening: SeasonDate, data: bytes, name: str) -> Any:
    path = f"/desk/seasons/{evening.season_id}/evenings/{evening.pk}/list/"
    return desk.post(path, {"file": SimpleUploadedFile(name, data)})


def confirmed(desk: Client, evening: SeasonDate, look: Any, **decided: str) -> Any:
    rows = look.text.partition('name="rows" value="')[2].partition('"')[0]
    path = f"/desk/seasons/{evening.season_id}/evenings/{evening.pk}/list/"
    return desk.post(path, {"rows": rows, "confirm": "1", **decided})


@pytest.mark.parametrize(
    ("kind", "language"), [("json", "en"), ("csv", "en"), ("csv", "de"), ("csv", "es"), ("xlsx", "de")]
)
def test_an_evening_elsewhere_counts_with_places_and_points(desk: Client, kind: str, language: str) -> None:
    event = make_official(a_played_event())
    raw = json.loads(results_file(desk, event.pk, "json"))
    at = raw["criteria"].index("points")
    names = {entrant["number"]: entrant["name"] for entrant in raw["entrants"]}
    expected = {names[row["number"]]: (row["rank"], row["values"][at]) for row in raw["standings"]}
    evening = an_evening(a_season())
    look = upload(desk, evening, results_file(desk, event.pk, kind, language), f"results.{kind}")
    assert look.status_code == 200, look.text[:2000]
    assert "8 results would be taken." in look.text
    assert not EveningResult.objects.exists()
    assert confirmed(desk, evening, look).status_code == 302
    results = {result.player.name: (result.rank, result.points) for result in evening.results.all()}
    assert results == expected
    assert Player.objects.count() == 8  # they were known by name and club


def test_partners_have_what_they_played_together() -> None:
    raw = {
        "schema": "stammtisch-results",
        "version": 1,
        "event": {"finished": True},
        "criteria": ["points"],
        "entrants": [
            {"number": 1, "name": "A / B", "members": ["A B", "C D"], "club": "SC", "category": ""},
        ],
        "standings": [{"rank": 1, "number": 1, "values": [12], "rounds": []}],
    }
    rows = rows_of_results(json.dumps(raw).encode())
    assert [row.cells for row in rows[1:]] == [("1", "A B", "SC", "", "12"), ("1", "C D", "SC", "", "12")]


def test_a_member_is_known_by_his_number(desk: Client) -> None:
    anna = Player.objects.create(name="Anna Huber-Keller", club_number="17")
    evening = an_evening(a_season())
    look = upload(
        desk, evening, b"Mitgliedsnummer;Name;Punkte\n17;Anna Keller;5\n;Bert Maier;3\n", "list.csv"
    )
    assert confirmed(desk, evening, look).status_code == 302
    assert evening.results.get(player=anna).points == 5


def test_a_doubtful_name_is_asked_about(desk: Client) -> None:
    event = make_official(a_played_event())
    data = results_file(desk, event.pk, "json")
    player = Player.objects.order_by("pk")[0]
    player.name = f"{player.name}e"
    player.save()
    evening = an_evening(a_season())
    look = upload(desk, evening, data, "results.json")
    assert "Are these the same people?" in look.text
    assert confirmed(desk, evening, look).status_code == 422
    field = look.text.partition('name="who-')[2].partition('"')[0]
    assert confirmed(desk, evening, look, **{f"who-{field}": str(player.pk)}).status_code == 302
    assert evening.results.filter(player=player).exists()


def good() -> dict[str, Any]:
    return {
        "schema": "stammtisch-results",
        "version": 1,
        "event": {"finished": True},
        "criteria": ["points"],
        "entrants": [{"number": 1, "name": "A B", "members": ["A B"], "club": "", "category": ""}],
        "standings": [{"rank": 1, "number": 1, "values": [12], "rounds": []}],
    }


BAD: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a season": lambda raw: raw.update(schema="stammtisch-season"),
    "newer": lambda raw: raw.update(version=2),
    "still running": lambda raw: raw.update(event={"finished": False}),
    "no event": lambda raw: raw.pop("event"),
    "no standings": lambda raw: raw.update(standings=[]),
    "an entry nobody knows": lambda raw: raw["standings"][0].update(number=9),
    "a list as a number": lambda raw: raw["entrants"][0].update(number=[]),
    "a name that is none": lambda raw: raw["entrants"][0].update(members=[7]),
    "half a letter": lambda raw: raw["entrants"][0].update(members=["\ud800"]),
    "a place without end": lambda raw: raw["standings"][0].update(rank=10**40),
    "no values": lambda raw: raw["standings"][0].update(values=[]),
    "many": lambda raw: raw.update(standings=raw["standings"] * 2_001),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_results_file_is_refused(desk: Client, what: str) -> None:
    raw = good()
    assert rows_of_results(json.dumps(raw).encode())
    BAD[what](raw)
    with pytest.raises(Unreadable):
        rows_of_results(json.dumps(raw).encode())
    answer = upload(desk, an_evening(a_season()), json.dumps(raw).encode(), "results.json")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
