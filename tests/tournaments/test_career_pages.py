"""Pages about the years: for organisers with everything, for everybody as the club and each person wish."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.career_builders import NAMES, a_played_event, changed, person
from tests.tournaments.club_builders import a_club, an_account_of, belonging_to, browser_of
from tests.tournaments.visitors import a_stranger
from tournaments.careers import asking, keeping
from tournaments.careers.switches import choose, switches_of
from tournaments.careers.words import rating_view
from tournaments.engines.careers.rating import Skill
from tournaments.models import FIRST, Appearance, Club, ClubState, Entrant, Job, Player, Role, ShownAs
from tournaments.people import parting, privacy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def years() -> None:
    """Three evenings of eight people, counted, which everybody may see."""
    choose(FIRST, evenings=False, public=True, rating=True)
    for week in range(3):
        a_played_event(week)
    keeping.bring_up(FIRST)


def visitor() -> Client:
    return a_stranger(headers={"accept-language": "en"}, REMOTE_ADDR="192.0.2.7")


def address(name: str) -> str:
    return reverse("person-years", args=(person(name).pk,))


@pytest.mark.usefixtures("years")
def test_organisers_see_somebodys_years(laptop: Client) -> None:
    page = laptop.get(f"/desk/people/{person('Anna').pk}/years/").text
    for words in ("Cego", "3 evenings since", "What was played", "At a table with", "Abend 3", "Rating", "±"):
        assert words in page, words


@pytest.mark.usefixtures("years")
def test_the_rating_has_a_curve_with_its_band_on_both_pages(laptop: Client) -> None:
    row = Appearance.objects.filter(player=person("Anna")).exclude(mu=None).latest("chapter__day")
    now = rating_view(Skill(row.mu or 0, row.sigma or 0))
    for page in (
        laptop.get(f"/desk/people/{person('Anna').pk}/years/").text,
        visitor().get(address("Anna")).text,
    ):
        assert "Rating, evening by evening" in page
        assert page.count('class="band"') == 1
        assert page.count('class="edge" points=') == 2, "the band has a shape, not only a colour"
        assert f"now {now}" in page.replace("&nbsp;", " ")
        assert ">2025<" in page
    choose(FIRST, evenings=False, public=True, rating=False)
    assert 'class="band"' not in laptop.get(f"/desk/people/{person('Anna').pk}/years/").text


def test_one_rating_is_no_curve(laptop: Client) -> None:
    choose(FIRST, evenings=False, public=True, rating=True)
    a_played_event()
    keeping.bring_up(FIRST)
    page = laptop.get(f"/desk/people/{person('Anna').pk}/years/").text
    assert "±" in page
    assert 'class="band"' not in page


@pytest.mark.usefixtures("years")
def test_organisers_see_the_records_of_the_club(laptop: Client) -> None:
    page = laptop.get("/desk/years/").text
    for words in ("Best evening", "Ratings", "±", "As everybody sees it"):
        assert words in page, words


def test_what_is_not_counted_yet_is_said_and_counted_when_asked_for(laptop: Client) -> None:
    a_played_event()
    assert "1 event or evening is not counted yet." in laptop.get("/desk/years/").text
    assert not Job.objects.exists(), "who looks writes nothing"
    laptop.post("/desk/years/count/")
    assert Job.objects.filter(kind=asking.KIND).count() == 1
    assert "They are being counted." in laptop.get("/desk/years/").text


def test_the_club_chooses_what_counts(laptop: Client) -> None:
    laptop.post("/desk/years/switches/", {"evenings": "1", "rating": "1"})
    chosen = switches_of(FIRST)
    assert (chosen.evenings, chosen.public, chosen.rating) == (True, False, True)
    laptop.post("/desk/years/switches/", {})
    assert not switches_of(FIRST).evenings


# --- For everybody ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("years")
def test_everybody_sees_what_the_club_shows() -> None:
    page = visitor().get("/years/")
    assert page.status_code == 200
    assert address("Anna") in page.text
    assert visitor().get(address("Anna")).status_code == 200
    assert "/desk/" not in visitor().get(address("Anna")).text


@pytest.mark.usefixtures("years")
def test_nobody_sees_it_where_the_club_does_not() -> None:
    choose(FIRST, evenings=False, public=False, rating=True)
    assert visitor().get("/years/").status_code == 404
    assert visitor().get(address("Anna")).status_code == 404


@pytest.mark.usefixtures("years")
def test_whoever_counts_numbers_finds_nobody() -> None:
    number = person("Anna").pk
    for guess in (f"{number}", f"{number}-aaaaaaaaaaaaaaaa", address("Bert").split("-")[1]):
        assert visitor().get(f"/years/{guess}/").status_code == 404
    wrong = address("Anna").replace(f"/{number}-", f"/{person('Bert').pk}-")
    assert visitor().get(wrong).status_code == 404


@pytest.mark.usefixtures("years")
@pytest.mark.parametrize(
    "wish",
    [{"shown_as": ShownAs.INITIALS}, {"minor": True}, {"unlisted": True}],
    ids=lambda wish: next(iter(wish)),
)
def test_whoever_wants_none_has_no_page(wish: dict[str, Any]) -> None:
    changed(person("Anna"), name="Anna Keller", **wish)
    keeping.bring_up(FIRST)
    there = reverse("person-years", args=(person("Anna Keller").pk,))
    assert visitor().get(there).status_code == 404
    page = visitor().get("/years/").text
    assert there not in page
    if "unlisted" not in wish:
        assert "Keller" not in page
        assert "Keller" not in visitor().get(address("Bert")).text


@pytest.mark.usefixtures("years")
def test_a_pseudonym_is_all_that_everybody_reads() -> None:
    changed(person("Anna"), name="Anna Keller", shown_as=ShownAs.PSEUDONYM, pseudonym="Karo")
    keeping.bring_up(FIRST)
    page = visitor().get(reverse("person-years", args=(person("Anna Keller").pk,))).text
    assert "Karo" in page
    assert "Keller" not in page


@pytest.mark.usefixtures("years")
def test_who_is_forgotten_has_no_page_and_others_keep_theirs() -> None:
    gone = address("Anna")
    privacy.anonymise(player=person("Anna"))
    keeping.bring_up(FIRST)
    assert visitor().get(gone).status_code == 404
    page = visitor().get(address("Bert")).text
    assert "Anonymous" not in page
    assert "Anna" not in page


@pytest.mark.usefixtures("years")
def test_on_a_server_a_club_has_its_own_address(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    browser = a_stranger(headers={"accept-language": "en"}, REMOTE_ADDR="192.0.2.7")
    assert browser.get("/years/").status_code == 404
    assert browser.get("/c/nobody/years/").status_code == 404


# --- Seeds --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("years")
def test_seeds_are_taken_after_a_look(laptop: Client) -> None:
    event = a_played_event(9, NAMES[:4], finish=False)
    assert "Seeding from ratings" in laptop.get(f"/desk/e/{event.pk}/people/").text
    there = f"/desk/e/{event.pk}/people/ratings/"
    page = laptop.get(there)
    assert page.status_code == 200
    seeds = [part.split('"')[0] for part in page.text.split('name="seed" value="')[1:]]
    assert len(seeds) == 4
    assert laptop.post(there, {"seed": [*seeds[:-1], "7-x", "nonsense"]}).status_code == 422
    assert not Entrant.objects.filter(event=event, rating__isnull=False).exists()
    assert "4 entrants are seeded anew." in laptop.post(there, {"seed": seeds}, follow=True).text
    assert "The seeding is like this already." in laptop.get(there).text


def test_without_ratings_there_is_nothing_to_take(laptop: Client) -> None:
    event = a_played_event(finish=False)
    assert laptop.get(f"/desk/e/{event.pk}/people/ratings/").status_code == 404
    assert "Seeding from ratings" not in laptop.get(f"/desk/e/{event.pk}/people/").text


# --- Two clubs ----------------------------------------------------------------------------------------------


@pytest.fixture
def two_clubs(settings: Any) -> tuple[Club, Club]:
    """On a server: each has played an event that is counted, and shows everybody its years."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    clubs = a_club("Cegofreunde Nord"), a_club("Cegofreunde Süd")
    for club in clubs:
        with belonging_to(club):
            a_played_event(0, [f"{name} {club.slug}" for name in NAMES[:4]], 1, 1, 1)
        choose(club.pk, evenings=True, public=True, rating=True)
        keeping.bring_up(club.pk)
    return clubs


def test_a_club_sees_its_own_years_and_nobody_elses(two_clubs: tuple[Club, Club]) -> None:
    ours, theirs = two_clubs
    browser = browser_of(an_account_of(ours, Role.OWNER))
    page = browser.get("/desk/years/").text
    assert ours.slug in page
    assert theirs.slug not in page
    stranger = Player.objects.filter(tenant=theirs).order_by("pk")[0]
    for path in ("years/", "part/"):
        assert browser.get(f"/desk/people/{stranger.pk}/{path}").status_code == 404
    row = parting.part(
        origin=stranger, evenings=[evening.key for evening in parting.evenings_of(stranger)], name="Neu"
    )
    assert browser.post(f"/desk/people/partings/{row.pk}/back/").status_code == 404
    mine = Player.objects.filter(tenant=ours).order_by("pk")[0]
    sent = {"evening": [parting.evenings_of(mine)[0].key], "other": str(stranger.pk), "sure": "1"}
    assert browser.post(f"/desk/people/{mine.pk}/part/", sent).status_code == 404
    browser.post("/desk/years/switches/", {})
    assert switches_of(theirs.pk).public


def test_everybody_finds_a_clubs_years_from_its_page(two_clubs: tuple[Club, Club]) -> None:
    ours, theirs = two_clubs
    browser = browser_of()
    assert f"/c/{ours.slug}/years/" in browser.get(f"/c/{ours.slug}/").text
    page = browser.get(f"/c/{ours.slug}/years/").text
    assert f"Anna {ours.slug}" in page
    assert theirs.slug not in page
    somebody = Player.objects.filter(tenant=ours).order_by("pk")[0]
    assert browser.get(reverse("person-years", args=(somebody.pk,))).status_code == 200
    Club.objects.filter(pk=ours.pk).update(state=ClubState.CLOSED)
    assert browser.get(reverse("person-years", args=(somebody.pk,))).status_code == 404
    assert browser.get(f"/c/{ours.slug}/years/").status_code == 404
