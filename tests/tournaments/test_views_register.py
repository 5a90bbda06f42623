"""The pages of the register: search, add, import, export, merge, hand over, forget."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from tests.tournaments.crawling import stored
from tests.tournaments.event_builders import an_event
from tournaments.lists import read_people, rows_of_file
from tournaments.models import Player
from tournaments.people import searching

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
REGISTER = "/desk/people/"


@pytest.fixture
def hans() -> Player:
    return Player.objects.create(name="Hans Müller", club="SC Köln", contact="h@m.example")


def form(**more: str) -> dict[str, str]:
    known = ("name", "club", "category", "contact", "pseudonym")
    return {**dict.fromkeys(known, ""), "shown_as": "full", **more}


def at(player: Player, more: str = "") -> str:
    return f"{REGISTER}{player.pk}/{more}"


def test_it_works(laptop: Client, hans: Player) -> None:
    page = laptop.get(REGISTER).text
    assert "Hans Müller" in page
    assert "h@m.example" in page
    assert "Hans Müller" not in laptop.get(REGISTER, {"q": "anna"}).text
    assert "Hans Müller" in laptop.get(REGISTER, {"q": "koeln"}).text


def test_somebody_is_added(laptop: Client) -> None:
    answer = laptop.post(REGISTER, form(name="Keller, Anna", shown_as="short"))
    assert answer["Location"] == REGISTER
    assert Player.objects.get().public_name == "Anna K."
    before = stored()
    answer = laptop.post(REGISTER, form(name="Anna Keller", club="SC Bonn"))
    assert answer.status_code == 422
    assert 'value="SC Bonn"' in answer.text
    assert laptop.post(REGISTER, {}).status_code == 422
    assert stored() == before


def test_what_is_known_is_put_right(laptop: Client, hans: Player) -> None:
    assert laptop.post(at(hans), form(name="Hans Möller", contact="new")).status_code == 302
    hans.refresh_from_db()
    assert (hans.name, hans.contact, hans.club) == ("Hans Möller", "new", "")
    assert laptop.post(at(hans), form(name="")).status_code == 422
    assert laptop.post(at(hans), form(name="Hans", shown_as="nonsense")).status_code == 422
    assert laptop.get(f"{REGISTER}999/").status_code == 404


def test_a_list_comes_into_the_register(laptop: Client, hans: Player) -> None:
    before = stored()
    answer = laptop.post(f"{REGISTER}import/", {"text": "Name;Telefon\nAnna;0171 1234567\nHans Mueller;"})
    rows = re.search(r'name="rows" value="([^"]+)"', answer.text)[1]  # type: ignore[index]
    assert stored() == before
    sent = {"rows": rows, "confirm": "1"}
    assert laptop.post(f"{REGISTER}import/", sent).status_code == 422
    assert laptop.post(f"{REGISTER}import/", {**sent, "who-3-0": str(hans.pk)}).status_code == 302
    assert Player.objects.get(name="Anna").contact == "0171 1234567"
    assert Player.objects.count() == 2
    assert laptop.post(f"{REGISTER}import/", {"text": ""}).status_code == 422


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_register_leaves_and_comes_again(hans: Player, language: str, kind: str) -> None:
    ways = ("full", "short", "initials", "pseudonym")
    Player.objects.bulk_create(
        Player(name=f"Person {way}", shown_as=way, pseudonym=f"The {way}", category="Damen") for way in ways
    )
    browser = Client(headers={"host": "localhost", "accept-language": language})
    answer = browser.get(f"{REGISTER}people.{kind}")
    listed = {row.names[0]: row for row in read_people(rows_of_file(answer.content)).rows}
    assert (listed["Hans Müller"].club, listed["Hans Müller"].contact) == ("SC Köln", "h@m.example")
    for way in ways:
        row = listed[f"Person {way}"]
        assert (row.shown, row.pseudonym, row.category, row.problems) == (way, f"The {way}", "Damen", ())


def test_two_entries_are_compared_and_made_one(laptop: Client, hans: Player) -> None:
    other = Player.objects.create(name="Hans Mueller")
    assert "Hans Mueller" in laptop.get(REGISTER, {"doubles": "1"}).text
    assert f"merge/?other={other.pk}" in laptop.get(at(hans)).text
    before = stored()
    assert "Hans Mueller" in laptop.get(at(hans, "merge/"), {"other": other.pk}).text
    assert stored() == before
    assert laptop.post(at(hans, "merge/"), {"other": other.pk}).status_code == 302
    assert [player.name for player in Player.objects.all()] == ["Hans Müller"]


@pytest.mark.parametrize("other", ["", "x", "999", "-1"])
def test_there_is_nobody_to_compare_with(laptop: Client, hans: Player, other: str) -> None:
    assert laptop.get(at(hans, "merge/"), {"other": other}).status_code == 404


def test_two_people_stay_two(laptop: Client) -> None:
    event = an_event(here=2)
    player, other = (entrant.members.get().player for entrant in event.entrants.all())
    answer = laptop.post(at(player, "merge/"), {"other": other.pk})
    assert answer.status_code == 422
    assert "They are two people." in answer.text


def test_the_other_entry_can_be_searched_for(laptop: Client, hans: Player) -> None:
    other = Player.objects.create(name="Johannes Müller-Lüdenscheidt")
    assert f"merge/?other={other.pk}" in laptop.get(at(hans), {"with": "luedenscheidt"}).text


def test_somebody_gets_what_is_known_of_him(laptop: Client, hans: Player) -> None:
    answer = laptop.get(at(hans, "data.json"))
    assert json.loads(answer.content)["contact"] == "h@m.example"
    assert "attachment" in answer["Content-Disposition"]


def test_somebody_is_forgotten_once_that_was_read(laptop: Client, hans: Player) -> None:
    before = stored()
    assert "cannot be undone" in laptop.get(at(hans, "forget/")).text
    assert stored() == before
    assert laptop.post(at(hans, "forget/")).status_code == 302
    hans.refresh_from_db()
    assert (hans.name, hans.contact) == (f"Anonymous {hans.pk}", "")
    page = laptop.get(at(hans)).text
    assert "This person has been made anonymous." in page
    assert "Save" not in page


def test_contacts_are_on_no_page_but_the_register_s(laptop: Client, hans: Player) -> None:
    event = an_event()
    laptop.post(f"/desk/e/{event.pk}/people/", {"name": "Hans Müller"})
    pages = (
        "/",
        "/new/cego/",
        f"/desk/e/{event.pk}/",
        f"/desk/e/{event.pk}/people/",
        f"/desk/e/{event.pk}/door/",
    )
    for address in (*pages, f"/desk/e/{event.pk}/people/1/", f"/desk/e/{event.pk}/people/entrants.csv"):
        assert "h@m.example" not in laptop.get(address).text, address


def test_the_register_stands_by_surname_with_letters_that_exist(laptop: Client) -> None:
    for name in ("Hans Maier", "Eva Bäcker", "Ursula von der Heide", "Anna Bauer"):
        Player.objects.create(name=name, club="Endingen")
    page = laptop.get(REGISTER).text
    names = re.findall(r"<b><bdi>([^<]+)</bdi></b>", page)
    assert names == ["Eva Bäcker", "Anna Bauer", "Hans Maier", "Ursula von der Heide"]
    assert re.findall(r'<a href="#letter-(\w)">', page) == ["B", "M", "V"]
    assert re.findall(r' id="letter-(\w)"', page) == ["B", "M", "V"]


def test_a_long_register_is_shown_letter_by_letter(laptop: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Hans Maier", "Eva Bäcker", "Anna Bauer", "Udo Zeh"):
        Player.objects.create(name=name)
    monkeypatch.setattr(searching, "ON_ONE_PAGE", 2)
    monkeypatch.setattr(searching, "PER_PAGE", 2)
    assert re.findall(r'<a href="\?letter=(\w)"', laptop.get(REGISTER).text) == ["B", "M", "Z"]
    page = laptop.get(REGISTER, {"letter": "Z"}).text
    assert re.findall(r"<b><bdi>([^<]+)</bdi></b>", page) == ["Udo Zeh"]
