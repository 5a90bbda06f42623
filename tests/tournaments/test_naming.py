"""Two people of one name are two people, wherever they are named, and whoever types their name."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import hall_of
from tests.tournaments.visitors import named
from tournaments import exchange, ledger
from tournaments.events.ground.names import full_names_of, names_of
from tournaments.events.ground.stamps import stamp_of
from tournaments.exchange.exporting import packed
from tournaments.hall import gathering, persons
from tournaments.models import FIRST, Chair, Event, Member, Player, ShownAs, Sitting
from tournaments.models.naming import spelled, typed
from tournaments.people import register
from tournaments.people.listing import rows
from tournaments.table import reading

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=8)]

MAIER = "Hans Maier"


def maiers(*clubs: str) -> list[Player]:
    return [Player.objects.create(name=MAIER, club=club) for club in clubs]


@pytest.fixture
def event(event: Event) -> Event:
    """Eight people, of whom the first two are called the same."""
    for number, player in enumerate(maiers("Endingen", "Kenzingen"), start=1):
        Member.objects.filter(entrant__event=event, entrant__number=number).update(player=player)
    return event


def called(event: Event) -> list[str]:
    event.refresh_from_db()
    return [names_of(event)[entrant.pk] for entrant in event.entrants.filter(number__lte=3)]


def change(player: Player, **answers: Any) -> None:
    rest: dict[str, Any] = {
        "name": player.name,
        "club": player.club,
        "category": "",
        "contact": "",
        "pseudonym": "",
    }
    register.change_person(player=player, **{**rest, "shown_as": ShownAs.FULL.value, **answers})


# --- In an event --------------------------------------------------------------------------------------------


def test_two_of_one_name_are_told_apart_by_club_word_or_number_and_nobody_else_is(event: Event) -> None:
    third = event.entrants.get(number=3).members.get().player.name
    assert called(event) == ["Hans Maier (Endingen)", "Hans Maier (Kenzingen)", third]
    first, second = Player.objects.filter(name=MAIER).order_by("pk")
    change(second, club="Endingen", distinction="Bäcker")
    assert called(event) == ["Hans Maier (1)", "Hans Maier (Bäcker)", third]
    change(first, distinction="senior")
    assert called(event) == ["Hans Maier (senior)", "Hans Maier (Bäcker)", third]
    change(first, name="Karl Maier")
    assert called(event) == ["Karl Maier", MAIER, third]


def test_a_word_says_no_more_of_somebody_than_he_wishes(event: Event) -> None:
    for player in Player.objects.filter(name=MAIER):
        change(player, club="Endingen", distinction=f"Bäcker {player.pk}", shown_as=ShownAs.INITIALS.value)
    assert called(event)[:2] == ["H. M. (1)", "H. M. (2)"]
    assert "Bäcker" in full_names_of(event)[event.entrants.get(number=1).pk]


def test_who_plays_for_another_club_here_is_told_apart_by_that_one(event: Event) -> None:
    event.entrants.filter(number=1).update(club="Triberg")
    assert called(event)[0] == "Hans Maier (Triberg)"


def test_teams_of_one_name_are_told_apart_too(event: Event) -> None:
    event.entrants.filter(number__gt=6).update(name="Die Füchse")
    event.entrants.filter(number=7).update(club="Endingen")
    assert [names_of(event)[entrant.pk] for entrant in event.entrants.filter(number__gt=6)] == [
        "Die Füchse (Endingen)",
        "Die Füchse (8)",
    ]


def test_every_medium_calls_them_the_same(client: Client, event: Event) -> None:
    hall.begin(event)
    event.refresh_from_db()
    stamp = stamp_of(event.pk)
    assert stamp is not None
    seen = gathering.hall(stamp)
    chairs = Chair.objects.filter(sitting__event=event, player__name=MAIER).select_related("sitting")
    shown = {"Hans Maier (Endingen)", "Hans Maier (Kenzingen)"}
    assert {person.name for person in seen.people.values() if MAIER in person.name} == shown
    assert {
        seat.name for table in seen.rounds[0].tables for seat in table.seats if MAIER in seat.name
    } == shown
    assert {name for chair in chairs for name in reading.sheet(chair.sitting).names if MAIER in name} == shown
    assert {row.name for row in rows(event) if MAIER in row.name} == shown
    for path in ("", "round/1/", "round/1/?by=name", "p/1/", "?who=hans+maier", "?letter=M"):
        assert "Hans Maier (Endingen)" in client.get(f"/e/{event.pk}/{path}").text, path
    assert "Hans Maier (Endingen)" in client.get(f"/api/events/{event.pk}.json").text
    assert [person.number for person in persons.search(seen, "maier endingen")] == [1]


def test_in_a_large_hall_one_s_table_is_found_by_a_letter_too(client: Client) -> None:
    event = an_event(here=24)
    hall.begin(event)
    page = client.get(f"/e/{event.pk}/").text
    seen = hall_of(event)
    letters = persons.initials(seen)
    assert [unquote(letter) for letter in re.findall(r'<a href="\?letter=([^"]+)"', page)] == letters
    by_name = client.get(f"/e/{event.pk}/round/1/?by=name").text
    jumps = re.findall(r'<a href="#(n-\d+)">', by_name)
    assert len(jumps) == len(letters)
    assert all(f'<li id="{place}">' in by_name for place in jumps)
    listed = [person for letter in letters for person in persons.under(seen, letter)]
    assert sorted(person.number for person in listed) == list(range(1, 25))
    part = client.get(f"/e/{event.pk}/?part=found&letter={letters[1]}").text
    first = persons.under(seen, letters[1])[0]
    assert (first.name in part, "<html" in part) == (True, False)
    assert persons.finding(seen, first).line in part


# --- At a table ---------------------------------------------------------------------------------------------


def test_a_name_that_one_person_has_means_that_person() -> None:
    (hans,) = maiers("Endingen")
    sitting = a_sitting(names=(MAIER, "Eva", "Ida", "Udo"))
    assert sitting.chairs.get(seat=1).player == hans
    assert reading.sheet(sitting).names[0] == MAIER


@pytest.mark.both_engines
def test_of_two_the_table_says_which(client: Client) -> None:
    first, second = maiers("Endingen", "Kenzingen")
    with pytest.raises(Unreadable) as refused:
        a_sitting(names=(MAIER, "Eva", "Ida", "Udo"))
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [("name_ambiguous", (1,))]
    assert not Player.objects.filter(name="Eva").exists()
    sitting = a_sitting(names=("Hans Maier (Kenzingen)", "Eva", "Ida", "Udo"))
    assert sitting.chairs.get(seat=1).player == second
    assert reading.sheet(sitting).names[0] == MAIER
    senior = Player.objects.create(name=MAIER, club="Endingen", distinction="senior")
    everybody = (first, second, senior)
    assert [typed(FIRST, spelled(player)) for player in everybody] == [[player] for player in everybody]


def test_two_of_one_name_sit_at_one_table() -> None:
    maiers("Endingen", "Kenzingen")
    sitting = a_sitting(names=("Hans Maier (Kenzingen)", MAIER, "Ida", "Udo"), first_dealer=3)
    assert reading.sheet(sitting).names[:2] == ("Hans Maier (Kenzingen)", "Hans Maier (Endingen)")
    record(sitting, eine(1))
    played = reading.sheet(Sitting.objects.get(pk=sitting.pk))
    assert "Hans Maier (Kenzingen)" in played.hands[0].sentence


def test_a_name_with_a_club_that_nobody_has_is_somebody_new() -> None:
    maiers("Endingen", "Kenzingen")
    sitting = a_sitting(names=("Hans Maier (Triberg)", "Eva", "Ida", "Udo"))
    assert sitting.chairs.get(seat=1).player.name == "Hans Maier (Triberg)"


def test_the_page_asks_and_an_answer_is_a_tap(laptop: Client) -> None:
    maiers("Endingen", "Kenzingen")
    form = named((MAIER, "Eva", "Ida", "Udo"))
    page = laptop.post("/new/cego/", form)
    assert page.status_code == 422
    offered = re.findall(r'type="radio"\s+name="name_1"\s+value="([^"]+)"', page.text)
    assert sorted(offered) == ["Hans Maier (Endingen)", "Hans Maier (Kenzingen)"]
    assert laptop.post("/new/cego/", {**form, "name_1": [MAIER, offered[0]]}).status_code == 302


def test_a_stranger_learns_no_club(client: Client, settings: Any) -> None:
    maiers("Endingen", "Kenzingen")
    a_sitting(names=("Hans Maier (Endingen)", "Eva", "Ida", "Udo"))
    page = client.post("/new/cego/", named((MAIER, "Eva", "Ida", "Udo")), REMOTE_ADDR="192.168.1.9")
    assert page.status_code == 422
    assert "Endingen" not in page.text


def test_somebody_comes_whose_name_two_have() -> None:
    first, second = maiers("Endingen", "Kenzingen")
    sitting = a_sitting("cabo", seats=2, names=("Hans Maier (Endingen)", "Udo"))

    def seat(*names: str) -> None:
        line_up: dict[str, Any] = {"entry_id": uuid.uuid4(), "dealer": None, "hand_no": 1, "base_seq": 0}
        ledger.change_line_up(sitting=sitting, names=names, **line_up)

    seat(MAIER, "Udo", "Hans Maier (Kenzingen)")
    assert [chair.player for chair in sitting.chairs.order_by("seat")][::2] == [first, second]
    view = reading.sheet(sitting)
    assert view.names == ("Hans Maier (Endingen)", "Udo", "Hans Maier (Kenzingen)")


# --- From file to file --------------------------------------------------------------------------------------


def gone(event: Event) -> None:
    event.entrants.all().delete()
    event.delete()


@pytest.mark.both_engines
def test_two_of_one_name_in_a_file_stay_two_here(event: Event) -> None:
    data = exchange.as_file(event)
    gone(event)
    Player.objects.all().delete()
    taken = exchange.take_in(data, FIRST)
    assert called(taken)[:2] == ["Hans Maier (Endingen)", "Hans Maier (Kenzingen)"]


def test_who_of_a_file_is_known_here_is_said_by_name_and_club(event: Event) -> None:
    data = exchange.as_file(event)
    before = set(Player.objects.all())
    gone(event)
    taken = exchange.take_in(data, FIRST)
    assert set(Player.objects.all()) == before
    assert called(taken)[:2] == ["Hans Maier (Endingen)", "Hans Maier (Kenzingen)"]


@pytest.mark.parametrize(("club", "known"), [("Endingen", True), ("", True), ("Triberg", False)])
def test_of_another_club_it_is_somebody_else(event: Event, club: str, known: bool) -> None:
    Player.objects.filter(name=MAIER, club="Kenzingen").update(name="Karl")
    data = exchange.as_file(event)
    gone(event)
    Player.objects.filter(name=MAIER).update(club=club)
    (there,) = Player.objects.filter(name=MAIER)
    taken = exchange.take_in(data, FIRST)
    assert (taken.entrants.get(number=1).members.get().player == there) is known


def test_a_file_of_an_earlier_version_comes_in(event: Event) -> None:
    raw = packed(event)
    for person in raw["people"]:
        del person["distinction"], person["robot"]
    gone(event)
    assert called(exchange.take_in(json.dumps(raw).encode(), FIRST))[0] == "Hans Maier (Endingen)"
