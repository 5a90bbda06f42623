"""Decisions about people of a season, and the list of the final: in the page, appended, taken back."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.tournaments.event_builders import an_event
from tests.tournaments.season_builders import a_season, an_evening, six_evenings, standings_of
from tournaments.engines.season import Finalists, SeasonRules
from tournaments.models import ClubSeason, Entrant, Event, Player, SeasonNotice
from tournaments.people.merging import merge
from tournaments.seasons import deciding, recording
from tournaments.seasons.decided import decisions_of
from tournaments.seasons.filing import whole_season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

FINAL = SeasonRules(final=Finalists.BEST, final_places=2)


@pytest.fixture
def desk(laptop: Client) -> Client:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return laptop


def number(name: str) -> int:
    return Player.objects.get(name=name).pk


def test_points_are_taken_away_and_given_back(desk: Client) -> None:
    season = a_season()
    an_evening(season, {"Anna Keller": 30, "Bert Maier": 20})
    path = f"/desk/seasons/{season.pk}/decisions/"
    sent = {"do": "points", "person": str(number("Anna Keller")), "points": "-20", "reason": "came late"}
    for wrong in ({"reason": " "}, {"points": "many"}, {"points": "0"}, {"person": "77777"}):
        answer = desk.post(path, {**sent, **wrong})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    desk.post(path, sent)
    assert standings_of(season) == [(1, "Bert Maier", 20), (2, "Anna Keller", 10)]
    shown = desk.get(f"/desk/seasons/{season.pk}/").text
    assert "Anna Keller: by decision -20." in shown
    assert "2 places are others now." in shown
    assert "came late" in desk.get(f"/season/{season.pk}/").text
    (key,) = decisions_of(season).points
    for _again in range(2):
        desk.post(path, {"do": "points_back", "key": key})
    assert standings_of(season) == [(1, "Anna Keller", 30), (2, "Bert Maier", 20)]
    assert SeasonNotice.objects.filter(what="points_back").count() == 1


def test_somebody_has_no_place_until_that_is_taken_back(desk: Client) -> None:
    season = six_evenings()
    path = f"/desk/seasons/{season.pk}/decisions/"
    anna = str(number("Anna Keller"))
    assert desk.post(path, {"do": "barred", "person": anna, "reason": ""}).status_code == 422
    desk.post(path, {"do": "barred", "person": anna, "reason": "won the last cup"})
    assert (None, "Anna Keller", 1050) in standings_of(season)
    assert "won the last cup" in desk.get(path).text
    desk.post(path, {"do": "let_in", "person": anna})
    assert standings_of(season)[0] == (1, "Anna Keller", 1050)


def test_a_decision_follows_somebody_who_is_put_together() -> None:
    season = a_season()
    an_evening(season, {"Uwe Kraus": 300, "Vera Held": 400}, 1)
    an_evening(season, {"Ulrich Kraus": 200}, 2)
    gone, keep = number("Ulrich Kraus"), number("Uwe Kraus")
    deciding.give_points(season=season, person=gone, points="-50", reason="phone")
    merge(keep=Player.objects.get(pk=keep), gone=Player.objects.get(pk=gone))
    recording.people_merged(season.whose, keep, gone)
    assert standings_of(season)[0] == (1, "Uwe Kraus", 450)
    lines = whole_season(ClubSeason.objects.get())["log"]
    assert [line["data"]["person"] for line in lines if line["what"] == "merged"] == [0]


def test_the_list_of_the_final_is_entered_in_an_event(desk: Client) -> None:
    season = six_evenings(FINAL)
    event = an_event(here=0, title="Finale")
    path = f"/desk/seasons/{season.pk}/final/"
    (first, second, third) = [name for _rank, name, _total in standings_of(season)][:3]
    shown = desk.get(path).text
    assert first in shown
    assert f"{third} does not come" not in shown
    desk.post(path, {"person": str(number(second)), "declines": "1"})
    shown = desk.get(path, {"event": str(event.pk)}).text
    assert f"{third} does not come" in shown
    assert f"{second} comes after all" in shown
    assert "2 people of this list would be entered in Finale." in shown
    assert not Entrant.objects.filter(event=event).exists()
    for _again in range(2):
        answer = desk.post(path, {"event": str(event.pk), "enter": "1"})
        assert answer.status_code == 302
    people = (
        Entrant.objects.filter(event=event).order_by("number").values_list("members__player__name", flat=True)
    )
    assert list(people) == [first, third]
    desk.post(path, {"person": str(number(second))})
    assert f"{second} does not come" in desk.get(path).text


def test_what_is_no_event_is_refused(desk: Client) -> None:
    season = six_evenings(FINAL)
    path = f"/desk/seasons/{season.pk}/final/"
    for event in ("", "77777", "x"):
        assert desk.post(path, {"event": event, "enter": "1"}).status_code == 422
    assert not Event.objects.exists()
    assert "know no final" in desk.get(f"/desk/seasons/{a_season('Other').pk}/final/").text


def test_the_list_of_the_final_is_printed_and_handed_on(desk: Client) -> None:
    season = six_evenings(FINAL)
    path = f"/desk/seasons/{season.pk}/final"
    (first, second, third) = [name for _rank, name, _total in standings_of(season)][:3]
    desk.post(f"{path}/", {"person": str(number(second)), "declines": "1"})
    assert f"{path}.pdf" in desk.get(f"{path}/").text
    paper = desk.get(f"{path}.pdf")
    text = " ".join(PdfReader(io.BytesIO(paper.content)).pages[0].extract_text().split())
    assert "List of the final" in text
    assert first in text
    assert third in text
    assert second not in text
    rows = desk.get(f"{path}.csv").content.decode("utf-8-sig").splitlines()
    assert rows[0].split(";") == ["No.", "Name", "Club", "Rank", "Total"]
    assert [row.split(";")[:4] for row in rows[1:]] == [["1", first, "", "1"], ["2", third, "", "3"]]
    assert desk.get(f"{path}.xlsx").status_code == 200
    assert desk.get(f"{path}.exe").status_code == 404
