"""Match-days in the page: the desk makes them, everybody reads them, a screen and a paper show them."""

from __future__ import annotations

import csv
import io
import json

import pypdf
import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.event_builders import DAY
from tests.tournaments.matchday_builders import a_hall, a_matchday, official
from tests.tournaments.season_builders import a_season
from tests.tournaments.visitors import a_stranger
from tournaments.events.ground.stages import settings_of
from tournaments.events.plan.screens import create_screen
from tournaments.models import Event, MatchDay, Player, SeasonDate, ShownAs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def desk(laptop: Client) -> Client:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return laptop


def text_at(browser: Client, path: str, status: int = 200) -> str:
    answer = browser.get(path, headers={"accept-language": "en"})
    assert answer.status_code == status, path
    return answer.text


def sent(name: str = "Final", day: str = DAY.isoformat(), **halls: str) -> dict[str, str]:
    lines = {f"hall_{number}": "" for number in range(1, 5)} | {
        f"event_{number}": "" for number in range(1, 5)
    }
    return {"name": name, "day": day, "listed": "1", **lines, **halls}


def test_the_desk_makes_a_match_day_and_a_hall_comes_later(desk: Client) -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    assert "No match-day yet." in text_at(desk, "/desk/matchdays/")
    assert "Match-days of several halls" in text_at(desk, "/desk/seasons/")
    form = sent(hall_1="Löwen", event_1=str(here.pk), hall_2="Krone")
    page = desk.post("/desk/matchdays/new/", form, follow=True).text
    assert "This ranking is not complete. Not here yet: Krone." in page
    assert "Löwen 8" in page
    assert "Krone 1" not in page
    matchday = MatchDay.objects.get()
    assert "Final" in text_at(desk, "/desk/matchdays/")
    answer = desk.post(
        f"/desk/matchdays/{matchday.pk}/halls/", {**form, "event_2": str(other.pk)}, follow=True
    )
    assert "Krone 1" in answer.text
    assert "Not official yet: Löwen and Krone." in answer.text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (sent(hall_1="Löwen"), "at least two halls"),
        (sent(name=" ", hall_1="Löwen", hall_2="Krone"), "The name is missing."),
        (sent(day="tomorrow", hall_1="Löwen", hall_2="Krone"), "Please enter a date"),
        (sent(hall_1="Löwen", hall_2="Krone", event_2="x"), "There is no such event."),
        ({}, "Please enter a date"),
    ],
)
def test_bad_input_is_answered_in_a_sentence_and_keeps_what_was_typed(
    desk: Client, form: dict[str, str], words: str
) -> None:
    answer = desk.post("/desk/matchdays/new/", form)
    assert answer.status_code == 422
    assert words in answer.text
    if form:
        assert 'value="Löwen"' in answer.text
    assert not MatchDay.objects.exists()


def test_everybody_reads_the_joint_ranking_and_is_told_what_is_new() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    matchday = a_matchday(here, other, None, names=("Löwen", "Krone", "Ochsen"))
    browser, path = a_stranger(), f"/matchday/{matchday.pk}/"
    page = text_at(browser, path)
    assert "Joint ranking" in page
    assert "not complete" in page
    assert "last hand" in page
    assert f'href="{path}"' in text_at(browser, f"/e/{here.pk}/standings/")
    reads = {"accept-language": "en"}
    live = browser.get(f"{path}?part=live", headers=reads)
    reads["if-none-match"] = live.headers["ETag"]
    assert browser.get(f"{path}?part=live", headers=reads).status_code == 304
    hall.play_all(hall.begin(other), 1)
    again = browser.get(f"{path}?part=live", headers=reads)
    assert again.status_code == 200
    assert "round 2" in again.text
    assert "different numbers of rounds" in again.text
    assert "different numbers of rounds" not in page


def test_what_a_hall_hides_is_not_in_the_list_for_everybody(desk: Client) -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    Event.objects.filter(pk=other.pk).update(settings={**other.settings, "standings": "frozen"}, revision=50)
    assert settings_of(Event.objects.get(pk=other.pk)).standings == "frozen"
    matchday = a_matchday(here, other, names=("Löwen", "Krone"))
    page = text_at(a_stranger(), f"/matchday/{matchday.pk}/")
    assert "Krone does not show its standings yet." in page
    assert "Krone 1" not in page
    assert "Krone 1" in text_at(desk, f"/desk/matchdays/{matchday.pk}/")


def test_who_wishes_another_name_has_it_here_too(desk: Client) -> None:
    here = a_hall("Löwen")
    Player.objects.filter(name="Löwen 1").update(shown_as=ShownAs.PSEUDONYM, pseudonym="Kreuzdame")
    Event.objects.filter(pk=here.pk).update(revision=50)
    matchday = a_matchday(here, None)
    path = f"/desk/matchdays/{matchday.pk}/ranking."
    answers = [
        text_at(a_stranger(), f"/matchday/{matchday.pk}/"),
        desk.get(f"{path}csv").content.decode("utf-8-sig"),
    ]
    answers.append(desk.get(f"{path}json").content.decode())
    for text in answers:
        assert "Kreuzdame" in text
        assert "Löwen 1" not in text


def test_a_match_day_of_the_desk_alone_is_nobody_elses(desk: Client) -> None:
    here = a_hall("Löwen")
    matchday = a_matchday(here, None, listed=False)
    stranger = a_stranger()
    text_at(stranger, f"/matchday/{matchday.pk}/", 404)
    text_at(stranger, f"/matchday/{2**70}/", 404)
    assert "/matchday/" not in text_at(stranger, f"/e/{here.pk}/standings/")
    assert "only at this desk" in text_at(desk, "/desk/matchdays/")


def test_paper_and_files_say_the_same_as_the_page(desk: Client) -> None:
    here, other = a_hall("Löwen", rounds=2), a_hall("Krone", rounds=2)
    matchday = a_matchday(here, other, None, names=("Löwen", "Krone", "Ochsen"))
    path = f"/desk/matchdays/{matchday.pk}/ranking."
    facts = json.loads(desk.get(f"{path}json").content)
    assert [hall_["state"] for hall_ in facts["halls"]] == ["running", "running", "expected"]
    assert facts["matchday"]["complete"] is False
    text = desk.get(f"{path}csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert [row[1] for row in rows[1:]] == [row["name"] for row in facts["standings"]]
    assert {row[3] for row in rows[1:]} == {"Löwen", "Krone"}
    paper = "\n".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(desk.get(f"{path}pdf").content)).pages
    )
    assert all(row["name"] in paper for row in facts["standings"])
    assert "This ranking is not complete." in paper
    assert "· not complete" in paper
    assert desk.get(f"{path}xlsx").status_code == 200
    text_at(desk, f"{path}exe", 404)


def test_a_screen_of_a_hall_shows_all_halls() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    screen = create_screen(event=here, name="wall", shows="matchday")
    path = f"/e/{here.pk}/board/{screen.pk}/"
    assert "hall of no match-day" in text_at(a_stranger(), path)
    a_matchday(here, other, names=("Löwen", "Krone"))
    Event.objects.filter(pk=here.pk).update(revision=50)
    wall = text_at(a_stranger(), path)
    assert "Krone 1" in wall
    assert "This ranking is not complete." in wall


def test_all_halls_are_added_to_a_season_as_one_evening(desk: Client) -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    season, matchday = a_season(), a_matchday(here, other, names=("Löwen", "Krone"))
    path = f"/desk/matchdays/{matchday.pk}/season/"
    assert desk.post(path, {"season": "99"}).status_code == 422
    page = desk.post(path, {"season": str(season.pk)}, follow=True).text
    assert "Kreismeisterschaft counts as soon as its results are official." in page
    assert f"/desk/matchdays/{matchday.pk}/" in page
    date_ = SeasonDate.objects.get()
    evening = text_at(desk, f"/desk/seasons/{season.pk}/evenings/{date_.pk}/")
    assert "match-day" in evening
    assert f"/matchday/{matchday.pk}/" in text_at(a_stranger(), f"/season/{season.pk}/")
    official(here, other)
    assert "Löwen 1" in text_at(a_stranger(), f"/season/{season.pk}/")
    answer = desk.post(f"/desk/matchdays/{matchday.pk}/delete/", follow=True)
    assert "Take it out there first." in answer.text
    desk.post(f"/desk/seasons/{season.pk}/evenings/{date_.pk}/remove/")
    desk.post(f"/desk/matchdays/{matchday.pk}/delete/")
    assert not MatchDay.objects.exists()
    assert Event.objects.count() == 2


def test_somebody_in_two_halls_is_named_on_the_page(desk: Client) -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    person = Player.objects.get(name="Löwen 3")
    other.entrants.get(number=1).members.update(player=person)
    matchday = a_matchday(here, other, names=("Löwen", "Krone"))
    words = "Löwen 3 is entered in Löwen and Krone: that is a mistake"
    assert words in text_at(desk, f"/desk/matchdays/{matchday.pk}/")
    assert words in text_at(a_stranger(), f"/matchday/{matchday.pk}/")
