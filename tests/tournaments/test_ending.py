"""How an evening or event ended: the page, its picture, and when there is none."""

from __future__ import annotations

import io
import re
import uuid
import zipfile

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournaments.builders import called, eine, record
from tests.tournaments.hall import begin, end, play_all
from tests.tournaments.visitors import a_stranger, a_writer
from tournaments.access.limits import PICTURES_PER_ADDRESS
from tournaments.events.plan import shelving
from tournaments.models import SAMPLE, Club, Event, Player, Round, ShownAs, Sitting
from tournaments.table import reading
from tournaments.table.ending import table_ending

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def browser(sitting: Sitting) -> Client:
    return a_writer(sitting, headers={"accept-language": "en"})


def close(browser: Client, sitting: Sitting) -> str:
    """The sheet is closed by hand; where that leads."""
    return browser.post(f"/t/{sitting.pk}/close/", {"entry": str(uuid.uuid4())})["Location"]


def shape_of(answer: object) -> tuple[int, int]:
    return Image.open(io.BytesIO(answer.content)).size  # type: ignore[attr-defined]


def test_closing_a_sheet_leads_to_how_it_ended(browser: Client, sitting: Sitting) -> None:
    for points in (47, 50, 52, 47):
        record(sitting, eine(2, points))
    address = close(browser, sitting)
    assert address == f"/t/{sitting.pk}/ending/"
    page = browser.get(address).text
    podium = re.findall(r'podium-name"><bdi>(.*?)</bdi>', page)
    assert podium[0].replace("\u00ad", "") == "Łukasz"
    assert "4 hands won in a row" in page
    assert "Made what was played for, 4 times of 4" in page
    assert f"/new/cego/?like={sitting.pk}" in page
    assert f"/new/cabo/?people={sitting.pk}" in page
    assert browser.get(f"/t/{sitting.pk}/").text.count(f"/t/{sitting.pk}/ending/") == 1


def test_an_evening_that_goes_on_says_so_and_has_no_picture(browser: Client, sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    page = browser.get(f"/t/{sitting.pk}/ending/").text
    assert "the evening goes on" in page
    assert "data-share" not in page
    assert browser.get(f"/t/{sitting.pk}/ending/tall.png").status_code == 404


def test_before_the_first_hand_there_is_no_ending(browser: Client, sitting: Sitting) -> None:
    assert browser.get(f"/t/{sitting.pk}/ending/")["Location"] == f"/t/{sitting.pk}/"
    assert close(browser, sitting) == f"/t/{sitting.pk}/"


def test_the_picture_is_drawn_once_and_not_as_often_as_somebody_likes(
    browser: Client, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(sitting, eine(1, 47))
    close(browser, sitting)
    tall = browser.get(f"/t/{sitting.pk}/ending/tall.png")
    assert (tall["Content-Type"], shape_of(tall)) == ("image/png", (1080, 1350))
    monkeypatch.setattr(PICTURES_PER_ADDRESS, "burst", 0)
    PICTURES_PER_ADDRESS.forget()
    assert browser.get(f"/t/{sitting.pk}/ending/tall.png").content == tall.content
    assert browser.get(f"/t/{sitting.pk}/ending/wide.png").status_code == 429
    assert browser.get(f"/t/{sitting.pk}/ending/square.png").status_code == 404


@pytest.mark.sitting("cabo")
def test_where_points_are_bad_the_best_hand_is_whose_others_got_most(
    browser: Client, sitting: Sitting
) -> None:
    record(sitting, called(1, 2, 20, 21, 22))
    record(sitting, called(2, 9, 5, 9, 9))
    close(browser, sitting)
    page = browser.get(f"/t/{sitting.pk}/ending/").text
    best = re.search(r'best-hand">(.*?)</section>', page, re.DOTALL)
    assert best
    assert "Anna" in best[1]
    assert "Gökçe" not in best[1]


def test_whoever_hides_his_name_is_not_in_what_is_sent(browser: Client, sitting: Sitting) -> None:
    Player.objects.filter(name="Anna").update(name="Anna Geheim", shown_as=ShownAs.INITIALS)
    record(sitting, eine(1, 47))
    close(browser, sitting)
    assert "Geheim" not in browser.get(f"/t/{sitting.pk}/ending/").text


def test_the_same_people_in_another_game(browser: Client, sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    page = browser.get(f"/new/ecarte/?people={sitting.pk}").text
    assert re.findall(r'name="name_\d"[^>]*value="([^"]*)"', page) == ["Anna", "Łukasz"]
    assert "Anna" not in a_stranger().get(f"/new/ecarte/?people={sitting.pk + 99}").text


@pytest.fixture
def over(first: Round) -> Event:
    """Everything is played."""
    event = first.stage.event
    while shelving.not_over(event) is not None:
        round_ = begin(event)
        play_all(round_, 1, 1)
        end(round_)
    return event


@pytest.mark.event(here=8)
def test_an_event_ends_when_its_results_are_official(laptop: Client, over: Event) -> None:
    stranger = a_stranger(headers={"accept-language": "en"})
    address = reverse("event-ending", args=(over.pk,))
    before = stranger.get(address).text
    assert "as soon as the results are official" in before
    assert "podium" not in before
    assert stranger.get(f"{address}tall.png").status_code == 404
    assert zipped(laptop, over).keys() == {"index.html", "site.css"}
    shelving.finish_event(event=over, by="Lea", reason="", knows=set())
    page = stranger.get(address).text
    assert page.count("podium-name") == 8
    assert shape_of(stranger.get(f"{address}wide.png")) == (1200, 630)
    assert address in stranger.get(f"/e/{over.pk}/").text
    assert address in laptop.get(f"/desk/e/{over.pk}/").text


def zipped(laptop: Client, event: Event, address: str = "") -> dict[str, bytes]:
    answer = laptop.get(f"/desk/e/{event.pk}/files/site.zip", {"address": address})
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.event(here=8)
@pytest.mark.parametrize(
    ("typed", "picture"),
    [
        ("verein.example/abend", "https://verein.example/abend/preview.png"),
        ("http://verein.example/abend/index.html", "http://verein.example/abend/preview.png"),
        ("", "preview.png"),
        ("javascript:alert(1)", "preview.png"),
        ("https://[", "preview.png"),
    ],
)
def test_the_page_for_the_web_site_has_a_preview(
    laptop: Client, over: Event, typed: str, picture: str
) -> None:
    shelving.finish_event(event=over, by="Lea", reason="", knows=set())
    files = zipped(laptop, over, typed)
    page = files["index.html"].decode()
    assert f'<meta property="og:image" content="{picture}">' in page
    assert Image.open(io.BytesIO(files["preview.png"])).size == (1200, 630)
    assert '<meta property="og:title" content="Herbstturnier">' in page


def test_what_is_made_up_says_so_wherever_it_goes(browser: Client, sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    close(browser, sitting)
    Sitting.objects.filter(pk=sitting.pk).update(tenant=a_sample_club())
    shown = table_ending(reading.sheet(Sitting.objects.get(pk=sitting.pk)))
    assert "made up" in shown.text
    assert "made up" in shown.printed.sample


def a_sample_club() -> Club:
    return Club.objects.get_or_create(pk=SAMPLE, defaults={"name": "Sample", "slug": "sample"})[0]
