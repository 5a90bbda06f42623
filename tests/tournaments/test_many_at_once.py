"""Classes and teams for many, the club as the team, wishes by typing, names put right where they stand."""

from __future__ import annotations

import pytest
from django.test import Client

from tournaments.events.draw.requests import request_for
from tournaments.events.ground.stages import team_of
from tournaments.lists import rows_of_text
from tournaments.models import FIRST, Event, Notice, Player, Wish
from tournaments.people.importing import take_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

PEOPLE = "Anna Keller; SC Köln\nBernd Groß; SC Köln\nCarla Frei; SC Bonn\nDora Weiß; SC Bonn"


@pytest.fixture
def event(event: Event) -> Event:
    take_in(tenant=FIRST, rows=rows_of_text(PEOPLE), event=event, here=True)
    return event


def at(event: Event, rest: str = "") -> str:
    return f"/desk/e/{event.pk}/people/{rest}"


def values(event: Event, field: str) -> list[str]:
    return list(event.entrants.order_by("number").values_list(field, flat=True))


def test_a_class_for_those_who_are_ticked(laptop: Client, event: Event) -> None:
    ticked = list(event.entrants.order_by("number").values_list("pk", flat=True)[:2])
    page = laptop.get(at(event, "many/")).text
    assert "SC Bonn" in page
    form = {"who": ticked, "category": "Senioren", "set": "category"}
    assert laptop.post(at(event, "many/"), form).status_code == 302
    assert values(event, "category") == ["Senioren", "Senioren", "", ""]
    assert Notice.objects.filter(what="entrant_changed").count() == 2


def test_a_team_for_a_club_or_for_all_and_none_again(laptop: Client, event: Event) -> None:
    laptop.post(at(event, "many/"), {"club": "SC Bonn", "team": "Die Bonner", "set": "team"})
    assert values(event, "team") == ["", "", "Die Bonner", "Die Bonner"]
    laptop.post(at(event, "many/"), {"all": "1", "set": "team none"})
    assert values(event, "team") == ["", "", "", ""]


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ({"all": "1", "set": "category", "category": " "}, "Type the class or the team first."),
        ({"set": "team", "team": "A"}, "Nobody is chosen"),
        ({"all": "1", "set": "team", "team": "x" * 61}, "At most 60 letters."),
        ({"all": "1", "set": "name", "name": "x"}, "Choose a class or a team."),
        ({"who": ["x", "²", "99999"], "set": "team none"}, "Nobody is chosen"),
    ],
)
def test_what_does_not_go_is_said(laptop: Client, event: Event, form: dict[str, str], word: str) -> None:
    answer = laptop.post(at(event, "many/"), form)
    assert (answer.status_code, word in answer.text) == (422, True)
    assert values(event, "team") == ["", "", "", ""]


def test_the_club_is_the_team_of_whoever_has_none(event: Event) -> None:
    event.entrants.filter(number=1).update(team="Die A")
    assert [team_of(entrant) for entrant in event.entrants.order_by("number")][:2] == ["Die A", ""]
    event.settings = {**event.settings, "club_teams": True}
    event.save(update_fields=["settings"])
    event = Event.objects.get(pk=event.pk)
    event.entrants.filter(number=2).update(club="SC Deutz")
    teams = [team_of(entrant) for entrant in event.entrants.order_by("number")]
    assert teams == ["Die A", "SC Deutz", "SC Bonn", "SC Bonn"]


def test_wishes_are_typed_and_reach_the_draw(laptop: Client, event: Event) -> None:
    assert laptop.post(at(event, "apart/"), {"one": "2 · Bernd Groß", "other": "carla"}).status_code == 302
    form = {"one": "1", "other": "weiss", "together": "1"}
    assert laptop.post(at(event, "apart/"), form).status_code == 302
    page = " ".join(laptop.get(at(event)).text.split())
    assert "together: <bdi>Anna Keller</bdi> – <bdi>Dora Weiß</bdi>" in page
    people = list(event.entrants.all())
    request = request_for(event.stages.get(number=1), people, "x", [])
    assert (request["apart"], request["together"]) == ([[2, 3]], [[1, 4]])
    # The last wish of two counts.
    laptop.post(at(event, "apart/"), {"one": "1", "other": "4"})
    assert Wish.objects.filter(together=True).count() == 0
    wish = Wish.objects.get(entrant__number=1)
    laptop.post(at(event, "apart/"), {"wish": wish.pk})
    assert Wish.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("e", "fits several"),
        ("Nobody", "Nobody on the list"),
        ("", "Nobody on the list"),
        ("99", "Nobody on"),
    ],
)
def test_a_name_that_is_not_clear_stays_typed(laptop: Client, event: Event, typed: str, word: str) -> None:
    answer = laptop.post(at(event, "apart/"), {"one": typed, "other": "1 · Anna Keller"})
    assert (answer.status_code, word in answer.text) == (422, True)
    assert 'value="1 · Anna Keller"' in answer.text


@pytest.mark.parametrize("place", ["door", ""])
def test_a_name_is_put_right_where_it_stands(laptop: Client, event: Event, place: str) -> None:
    entrant = event.entrants.get(number=1)
    link = f"rename/?entry={entrant.pk}"
    page = laptop.get(f"/desk/e/{event.pk}/door/" if place else at(event)).text
    assert f"/people/{link}" in page
    person = Player.objects.get(name="Anna Keller")
    form = {"person": person.pk, "name": "Anna Kellermann"}
    answer = laptop.post(f"{at(event, link)}&at={place}", form)
    assert answer["Location"].endswith(f"/{place or 'people'}/#entry-{entrant.pk}")
    assert "Anna Kellermann" in laptop.get(at(event)).text
    bad = laptop.post(at(event, link), {"person": person.pk, "name": " "})
    assert (bad.status_code, "The name is missing." in bad.text) == (422, True)
    stranger = Player.objects.create(name="Somebody Else")
    assert laptop.post(at(event, link), {"person": stranger.pk, "name": "X"}).status_code == 422
    assert laptop.get(at(event, "rename/?entry=²")).status_code == 404
