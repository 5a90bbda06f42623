"""Seasons in the page: the desk makes them, everybody reads them, nobody learns more than they may."""

from __future__ import annotations

import io
import zipfile
from datetime import time, timedelta

import pypdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from icalendar import Calendar

from tests.tournaments.season_builders import (
    BEGINS,
    a_played_event,
    a_season,
    an_evening,
    make_official,
    six_evenings,
    standings_of,
)
from tests.tournaments.visitors import a_stranger
from tournaments.engines.season import SeasonRules
from tournaments.events.plan.screens import create_screen
from tournaments.models import ClubSeason, EveningResult, Event, Player, SeasonDate, ShownAs
from tournaments.seasons import changing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

BEST_FOUR = SeasonRules(best=4, least=3)


@pytest.fixture
def desk(laptop: Client) -> Client:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return laptop


def text_at(browser: Client, path: str, status: int = 200, **query: str) -> str:
    answer = browser.get(path, query, headers={"accept-language": "en"})
    assert answer.status_code == status, path
    return answer.text


def test_a_season_is_made_from_usual_rules(desk: Client) -> None:
    assert "No season yet." in text_at(desk, "/desk/seasons/")
    answer = desk.post("/desk/seasons/new/", {"name": "Winter", "usual": "best"}, follow=True)
    season = ClubSeason.objects.get()
    assert season.rules["best"] == 10
    assert "Best 10 of 13" in answer.text
    assert "Winter" in text_at(desk, "/desk/seasons/")
    assert "Seasons" in text_at(desk, "/desk/")


def test_a_season_needs_a_name(desk: Client) -> None:
    answer = desk.post("/desk/seasons/new/", {"name": " ", "usual": "best"})
    assert answer.status_code == 422
    assert "The name is missing." in answer.text
    assert not ClubSeason.objects.exists()


def test_an_evening_is_typed_from_paper(desk: Client) -> None:
    season = a_season()
    Player.objects.create(name="Hans Müller", club="SC Endingen")
    path = f"/desk/seasons/{season.pk}/"
    answer = desk.post(f"{path}evenings/add/", {"day": "2026-11-20", "time": "19:30", "place": "Krone"})
    date_ = SeasonDate.objects.get()
    assert answer.headers["Location"] == f"{path}evenings/{date_.pk}/"
    listed = f"{path}evenings/{date_.pk}/list/"
    look = desk.post(listed, {"text": "1. Anna Keller 410\n2. Hans Mueller (SC Endingen) 90\nohne Punkte"})
    assert "There are no points in this line" in look.text
    assert "Are these the same people?" in look.text
    assert not EveningResult.objects.exists()
    rows = look.text.partition('name="rows" value="')[2].partition('"')[0]
    again = desk.post(listed, {"rows": rows, "confirm": "1"})
    assert again.status_code == 422, "a doubtful name is not decided"
    field = look.text.partition('name="who-')[2].partition('"')[0]
    known = Player.objects.get(name="Hans Müller")
    done = desk.post(listed, {"rows": rows, "confirm": "1", f"who-{field}": str(known.pk)}, follow=True)
    assert "2 results count." in done.text
    assert standings_of(season) == [(1, "Anna Keller", 410), (2, "Hans Müller", 90)]


@pytest.mark.parametrize("text", ["", "   ", "\x00", "a" * 5000])
def test_what_is_no_list_is_refused_in_words(desk: Client, text: str) -> None:
    season = a_season()
    date_ = an_evening(season)
    answer = desk.post(f"/desk/seasons/{season.pk}/evenings/{date_.pk}/list/", {"text": text})
    assert answer.status_code in (200, 422)
    assert not EveningResult.objects.exists()


def test_a_file_is_a_list_too(desk: Client) -> None:
    season = a_season()
    date_ = an_evening(season)
    file = SimpleUploadedFile("liste.csv", b"Platz;Name;Punkte\n1;Anna Keller;410\n2;Bert;-5\n")
    look = desk.post(f"/desk/seasons/{season.pk}/evenings/{date_.pk}/list/", {"file": file})
    assert "2 results would be taken." in look.text


def test_a_correction_moves_places_and_the_page_says_whose(desk: Client) -> None:
    season = six_evenings(BEST_FOUR)
    result = EveningResult.objects.get(points=300)
    path = f"/desk/seasons/{season.pk}/evenings/{result.evening_id}/results/{result.pk}/"
    refused = desk.post(path, {"points": "380", "reason": ""})
    assert refused.status_code == 422
    assert "Please enter a reason." in refused.text
    assert "as a whole number" in desk.post(path, {"points": "viel", "reason": "x"}).text
    done = desk.post(path, {"points": "380", "reason": "wrong column"}, follow=True)
    assert "2 places are others now." in done.text
    assert "Bert Maier: 3 → 2" in done.text


def test_the_rules_are_a_form_of_their_declaration(desk: Client) -> None:
    season = six_evenings()
    path = f"/desk/seasons/{season.pk}/rules/"
    shown = text_at(desk, path)
    assert "Only the best evenings count" in shown
    sent = {
        "worth": "places",
        "place_points": "25, 18, 15",
        "tail": "1",
        "best": "4",
        "kinds": "",
        "tie_1": "evenings_won",
        "tie_2": "",
    }
    look = desk.post(path, {**sent, "look": "1"})
    assert "points for places 25/18/15, then 1" in look.text
    assert ClubSeason.objects.get().rules["worth"] == "points"
    desk.post(path, sent)
    rules = ClubSeason.objects.get().rules
    assert (rules["worth"], rules["place_points"], rules["best"]) == ("places", [25, 18, 15], 4)
    assert rules["ties"] == ["evenings_won"]
    refused = desk.post(path, {**sent, "best": "-3"})
    assert refused.status_code == 422
    assert ClubSeason.objects.get().rules == rules


def test_rules_that_reward_staying_away_are_hinted_at(desk: Client) -> None:
    season = six_evenings(SeasonRules(best=4))
    assert 'class="notice"' in text_at(desk, f"/desk/seasons/{season.pk}/")


def test_what_does_not_count_is_struck_through(desk: Client) -> None:
    season = six_evenings(BEST_FOUR)
    page = text_at(a_stranger(), f"/season/{season.pk}/")
    assert "left-out" in page
    assert "1 still missing" in page
    assert "Without a place" in page
    assert page.index("Anna Keller") < page.index("Cora Ruf") < page.index("Bert Maier")


def test_everybody_learns_why(desk: Client) -> None:
    season = six_evenings(BEST_FOUR)
    anna = Player.objects.get(name="Anna Keller")
    page = text_at(a_stranger(), f"/season/{season.pk}/p/{anna.pk}/")
    assert "4 evenings count" in page
    assert "1,110" in page or "1110" in page
    assert text_at(a_stranger(), f"/season/{season.pk}/p/999999/", 404)
    assert "4 evenings count" in text_at(desk, f"/desk/seasons/{season.pk}/p/{anna.pk}/")


def test_names_are_shown_as_people_wish() -> None:
    season = six_evenings()
    Player.objects.filter(name="Anna Keller").update(shown_as=ShownAs.INITIALS.value)
    season.revision += 1
    season.save()
    page = text_at(a_stranger(), f"/season/{season.pk}/")
    assert "Anna Keller" not in page
    assert "A. K." in page
    assert "Anna Keller" not in text_at(a_stranger(), f"/season/{season.pk}/", of="chart")


def test_the_first_page_leads_to_the_seasons() -> None:
    season = six_evenings()
    assert f"/season/{season.pk}/" in text_at(a_stranger(), "/")
    ClubSeason.objects.update(listed=False)
    assert f"/season/{season.pk}/" not in text_at(a_stranger(), "/")


def test_a_season_may_be_the_desks_alone(desk: Client) -> None:
    season = six_evenings(listed=False)
    for path in ("", "season.ics", "p/1/"):
        assert a_stranger().get(f"/season/{season.pk}/{path}").status_code == 404
    assert desk.get(f"/desk/seasons/{season.pk}/").status_code == 200


def test_the_way_of_the_places_is_a_drawing() -> None:
    season = six_evenings()
    page = text_at(a_stranger(), f"/season/{season.pk}/", of="chart")
    assert page.count("<polyline") == 4
    anna = Player.objects.get(name="Anna Keller")
    followed = text_at(a_stranger(), f"/season/{season.pk}/", of="chart", who=str(anna.pk))
    assert followed.count("bump strong") == 1


def test_while_an_event_is_on_the_page_says_what_would_be() -> None:
    season = a_season()
    an_evening(season, {"Anna": 5, "Bert": 9}, number=1)
    event = a_played_event(day=BEGINS + timedelta(days=30))
    changing.add_date(season=season, day=event.day, event=event)
    page = text_at(a_stranger(), f"/season/{season.pk}/")
    assert "If it ended now" in page
    event.settings = {**event.settings, "standings": "frozen"}
    event.revision += 1
    event.save()
    hidden = text_at(a_stranger(), f"/season/{season.pk}/")
    assert "If it ended now" not in hidden
    assert "counts as soon as its results are official" in hidden


def test_a_screen_of_the_event_shows_its_season() -> None:
    season = a_season()
    an_evening(season, {"Anna": 5, "Bert": 9}, number=1)
    event = a_played_event(day=BEGINS + timedelta(days=30))
    screen = create_screen(event=event, name="Leinwand", shows="season")
    assert "belongs to no season" in text_at(a_stranger(), f"/e/{event.pk}/board/{screen.pk}/")
    changing.add_date(season=season, day=event.day, event=event)
    other = create_screen(event=event, name="Leinwand 2", shows="season")
    shown = text_at(a_stranger(), f"/e/{event.pk}/board/{other.pk}/")
    assert "Vereinsmeisterschaft" in shown
    assert "If it ended now" in shown


def test_the_dates_go_into_calendars() -> None:
    season = a_season()
    an_evening(season, number=1, time=time(19, 30), place="Löwen, Rötenbach")
    an_evening(season, number=2, time=None, label="Finale")
    answer = a_stranger().get(f"/season/{season.pk}/season.ics")
    assert answer.headers["Content-Type"].startswith("text/calendar")
    first, second = Calendar.from_ical(answer.content).walk("VEVENT")
    assert first["location"] == "Löwen, Rötenbach"
    assert first["dtstart"].dt.isoformat() == "2026-10-02T17:30:00+00:00"
    assert second["dtstart"].dt.isoformat() == "2026-10-16"
    assert "Finale" in str(second["summary"])


def test_the_list_goes_on_paper_and_into_files(desk: Client) -> None:
    season = six_evenings(BEST_FOUR)
    path = f"/desk/seasons/{season.pk}/"
    for key in ("wide", "narrow"):
        pdf = pypdf.PdfReader(io.BytesIO(desk.get(f"{path}paper/{key}.pdf").content))
        text = pdf.pages[0].extract_text()
        assert "Anna Keller" in text
        assert "1110" in text
        assert ("(90)" in text) == (key == "wide"), "what does not count stands in brackets"
    table = desk.get(f"{path}season.csv").content.decode("utf-8-sig")
    assert "Anna Keller" in table
    data = desk.get(f"{path}season.json").json()
    assert data["schema"] == "stammtisch-season"
    assert data["standings"][0]["total"] == 1110
    assert desk.get(f"{path}season.xlsx").content[:2] == b"PK"
    with zipfile.ZipFile(io.BytesIO(desk.get(f"{path}season.zip").content)) as site:
        page = site.read("index.html").decode()
    assert "Anna Keller" in page
    assert 'class="out"' in page
    assert desk.get(f"{path}season.doc").status_code == 404
    assert desk.get(f"{path}paper/round.pdf").status_code == 404


def test_lists_beside_it_are_made_in_the_page(desk: Client) -> None:
    season = six_evenings()
    Player.objects.filter(name__in=("Anna Keller", "Cora Ruf")).update(category="Damen")
    path = f"/desk/seasons/{season.pk}/lists/"
    refused = desk.post(path, {"category_1": "Damen"})
    assert refused.status_code == 422
    desk.post(path, {"name_1": "Damen", "category_1": "Damen"})
    page = text_at(a_stranger(), f"/season/{season.pk}/", of="1")
    assert "<b>Anna Keller</b>" in page
    assert "<b>Bert Maier</b>" not in page
    assert text_at(a_stranger(), f"/season/{season.pk}/", 404, of="7")


def test_an_event_is_added_and_becomes_official_at_the_desk(desk: Client) -> None:
    season = a_season()
    event = a_played_event()
    path = f"/desk/seasons/{season.pk}/"
    added = desk.post(f"{path}evenings/add/", {"event": str(event.pk)}, follow=True)
    assert "counts as soon as its results are official" in added.text
    for round_ in event.rounds.all():
        desk.post(f"/desk/e/{event.pk}/rounds/{round_.number}/close/", {"reason": "x"})
    make_official(Event.objects.get(pk=event.pk))
    Event.objects.filter(pk=event.pk).update(finished_at=None)
    desk.post(f"/desk/e/{event.pk}/finish/")
    page = text_at(desk, path)
    assert "the results are official and count" in page
    assert len(standings_of(season)) == 8


def test_the_season_ends_and_goes_on(desk: Client) -> None:
    season = six_evenings()
    path = f"/desk/seasons/{season.pk}/"
    desk.post(
        f"{path}head/", {"name": "Winter 26", "home": "", "seed": "Lotto 7", "listed": "1", "over": "1"}
    )
    season = ClubSeason.objects.get()
    assert (season.name, season.seed, season.listed) == ("Winter 26", "Lotto 7", True)
    assert season.over_at is not None
    page = text_at(desk, path)
    assert "The season is over." in page
    refused = desk.post(f"{path}head/", {"name": "x" * 200})
    assert refused.status_code == 422


def test_an_evening_is_taken_out_again(desk: Client) -> None:
    season = six_evenings()
    date_ = season.evenings.first()
    path = f"/desk/seasons/{season.pk}/evenings/{date_.pk}/"
    desk.post(f"{path}remove/", {"results": "1"})
    assert not date_.results.exists()
    desk.post(f"{path}remove/")
    assert season.evenings.count() == 5


@pytest.mark.parametrize("page", ["rules/", "head/", "lists/", "evenings/add/", ""])
def test_every_page_of_a_season_speaks_every_language(desk: Client, page: str) -> None:
    season = six_evenings(BEST_FOUR)
    for language in ("de", "en", "es"):
        answer = desk.get(f"/desk/seasons/{season.pk}/{page}", headers={"accept-language": language})
        assert answer.status_code == 200
