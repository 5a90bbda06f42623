"""The first page and opening a table: the ordinary evening, then people and rules that cannot be."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import GAMES
from scoring.fields import AnswerKind, fields_of
from scoring.flat import columns
from tests.tournaments.builders import PEOPLE, a_sitting, close, eine, record
from tests.tournaments.visitors import a_stranger, named
from tournaments.access import credentials
from tournaments.models import Credential, Player, Sitting

pytestmark = pytest.mark.django_db

NEW = "/new/cego/"


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def alert(html: str) -> str:
    """What the page complains about."""
    notice = re.search(r'<div class="notice bad" role="alert">(.*?)</div>', html, re.S)
    return text(notice[1]) if notice else ""


def switches(html: str) -> dict[str, str]:
    """The rules as the form of the page would send them."""
    rules = {}
    for tag in re.findall(r'<input [^>]*name="rule-[^>]*>', html):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if attributes["type"] == "text" or " checked" in tag:
            rules[attributes["name"]] = attributes["value"]
    return rules


# --- the first page ------------------------------


def test_the_first_page_offers_every_game_and_shows_the_tables(client: Client) -> None:
    open_table, closed_table = a_sitting(), a_sitting("cabo", seats=2)
    close(closed_table)
    shown = client.get("/").text
    assert all(f'href="/new/{game.key}/"' in shown for game in GAMES)
    assert shown.index(f'href="/t/{open_table.pk}/"') < shown.index(f'href="/t/{closed_table.pk}/"')
    assert "Anna, Łukasz, Gökçe, Ñandú" in shown


def test_the_first_page_of_an_empty_club_is_no_empty_page(client: Client) -> None:
    assert 'class="empty"' in client.get("/").text


def test_the_first_page_asks_the_database_no_more_for_many_tables_than_for_one(client: Client) -> None:
    record(a_sitting(), eine())
    with CaptureQueriesContext(connection) as few:
        client.get("/")
    for _table in range(6):
        record(a_sitting("cabo", seats=5), {"caller": 1, "values": [1, 2, 3, 4, 5]})
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    assert len(many) == len(few) <= 5


# --- opening a table ------------------------------


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_the_form_of_a_new_table_can_be_sent_as_it_is(client: Client, game: str) -> None:
    """Only the names are missing; every switch is there with the value of the rule set."""
    shown = client.get(f"/new/{game}/").text
    plays = next(candidate for candidate in GAMES if candidate.key == game)
    asked = columns(fields_of(plays.rules), plays.accounts(plays.seats[0], plays.presets[0].rules))
    assert switches(shown).keys() == {f"rule-{column.name}" for column in asked}
    names = PEOPLE[: plays.seats[0]]
    form = {**named(names), "preset": plays.presets[0].key}
    answer = client.post(f"/new/{game}/", {**form, **switches(shown)})
    assert answer.status_code == 302
    sitting = Sitting.objects.get()
    assert sitting.table().rules == plays.presets[0].rules
    assert tuple(chair.player.name for chair in sitting.chairs.all()) == names


def test_the_device_that_opens_a_table_may_write_there_and_nowhere_else(client: Client) -> None:
    other = a_sitting()
    answer = client.post(NEW, named())
    sitting = Sitting.objects.first()
    assert answer["Location"] == f"/t/{sitting.pk}/"
    assert 'id="entry"' in client.get(f"/t/{sitting.pk}/").text
    assert 'id="entry"' not in client.get(f"/t/{other.pk}/").text
    assert 'id="entry"' not in a_stranger().get(f"/t/{sitting.pk}/").text


def test_the_secret_is_only_on_the_device(client: Client) -> None:
    answer = client.post(NEW, named())
    cookie = answer.cookies[credentials.cookie_name(Sitting.objects.get())]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == credentials.COOKIE_AGE
    assert len(cookie.value) >= 43  # 256 bits
    stored = Credential.objects.get()
    assert cookie.value not in (stored.secret_hash, stored.label, str(stored.id))
    assert cookie.value not in answer.text + client.get(answer["Location"]).text


@pytest.mark.parametrize("preset", ["schwarzwald", "braeunlingen"])
def test_choosing_a_rule_set_shows_its_switches(client: Client, preset: str) -> None:
    plays = GAMES[0]
    part = client.get(NEW, {"part": "rules", "preset": preset}, headers={"HX-Request": "true"}).text
    assert "<html" not in part
    client.post(NEW, {**named(), **switches(part), "preset": preset})
    sitting = Sitting.objects.get()
    assert (sitting.preset, sitting.table().rules) == (preset, plays.preset(preset).rules)


def test_one_changed_switch_is_kept_and_the_name_of_the_rules_says_so(client: Client) -> None:
    form = {**named(), **switches(client.get(NEW).text), "rule-ultimo_value": "30"}
    client.post(NEW, form)
    sitting = Sitting.objects.get()
    assert sitting.table().rules.ultimo_value == 30
    shown = a_stranger().get(f"/t/{sitting.pk}/", headers={"Accept-Language": "en"}).text
    assert "Baden 2006, changed" in shown


def test_the_next_evening_is_filled_in_as_the_last(client: Client) -> None:
    form = {**named(), **switches(client.get(NEW).text), "club": "Kartenfreunde", "rule-ultimo_value": "30"}
    client.post(NEW, {**form, "dealer": "3"})
    shown = client.get(NEW).text
    for name in ("Anna", "Łukasz", "Gökçe", "Ñandú", "Kartenfreunde"):
        assert f'value="{name}"' in shown
    assert re.search(r'name="dealer" value="3" checked', shown)
    assert switches(shown)["rule-ultimo_value"] == "30"


def test_free_seats_between_people_are_no_seats(client: Client) -> None:
    client.post(
        NEW, {"name_1": "Anna", "name_3": " Ben ", "name_5": "Cem", "dealer": "5", "preset": "baden2006"}
    )
    sitting = Sitting.objects.get()
    assert [chair.player.name for chair in sitting.chairs.all()] == ["Anna", "Ben", "Cem"]
    assert (sitting.seats, sitting.first_dealer) == (3, 3)


def test_the_first_seat_deals_unless_somebody_says_otherwise(client: Client) -> None:
    assert re.search(r'name="dealer" value="1" checked', client.get(NEW).text)
    client.post(NEW, {**named(), "dealer": ""})
    assert Sitting.objects.get().first_dealer == 1


def test_people_who_come_again_are_the_same_people(client: Client) -> None:
    client.post(NEW, named())
    client.post(NEW, named(("Łukasz", "Anna", "Zoë")))
    assert Player.objects.count() == 5
    assert client.get(NEW).text.count('<option value="Anna">') == 1


# --- tables that cannot be ------------------------------

WRONG: dict[str, dict[str, str]] = {
    "nobody": {f"name_{seat}": "" for seat in range(1, 6)},
    "too few": {"name_3": "", "name_4": ""},
    "twice": {"name_2": "anna"},
    "too long": {"name_2": "x" * 61},
    "only spaces": {f"name_{seat}": " \u200b " for seat in range(1, 6)},
    "nul": {"name_1": "An\0na"},
    "title too long": {"title": "x" * 121},
    "club too long": {"club": "x" * 121},
    "dealer is no number": {"dealer": "Anna"},
    "dealer before the first": {"dealer": "0"},
    "unknown rule set": {"preset": "hamburg2026"},
    "no rule set": {"preset": ""},
    "unknown switch": {"rule-fun": "1"},
    "unknown option": {"rule-settlement": "nobody"},
    "no number": {"rule-ultimo_value": "many"},
    "out of range": {"rule-ultimo_value": "1000"},
    "huge": {"rule-ultimo_value": "9" * 4000},
    "rules that contradict": {"rule-counting": "pairs", "rule-value_scheme": "difference5"},
    "six numbers are five": {"rule-contract_values": "1+2+3+4+5"},
}


@pytest.mark.parametrize("what", WRONG)
def test_a_table_that_cannot_be_is_refused_with_a_reason(client: Client, what: str) -> None:
    answer = client.post(NEW, {**named(), **WRONG[what]})
    assert answer.status_code == 422
    assert alert(answer.text)
    assert not Sitting.objects.exists()
    assert not Player.objects.exists()


def test_what_was_typed_is_still_there_after_a_refusal(client: Client) -> None:
    form = {**named(), **switches(client.get(NEW).text)}
    shown = client.post(NEW, {**form, "name_2": "Anna", "rule-ultimo_value": "77", "dealer": "2"}).text
    assert shown.count('value="Anna"') >= 2
    assert switches(shown)["rule-ultimo_value"] == "77"
    assert re.search(r'name="dealer" value="2" checked', shown)


def test_everything_that_is_wrong_is_said_at_once(client: Client) -> None:
    form = {**named(("Anna", "x" * 61, "Ben")), "rule-ultimo_value": "1000", "rule-rate_cent": "x"}
    shown = client.post(NEW, form).text
    complaint = shown.partition('role="alert">')[2].partition("</div>")[0]
    assert complaint.count("<li>") == 3
    assert "61" in complaint


def test_switches_nobody_may_hide_are_all_in_the_form() -> None:
    """A switch that the form cannot show could not be changed, and would be kept from the last evening."""
    for game in GAMES:
        assert all(
            field.shape.kind in (AnswerKind.CHOICE, AnswerKind.FLAG, AnswerKind.NUMBER, AnswerKind.LIST)
            for field in fields_of(game.rules)
        )


@pytest.mark.parametrize("key", ["chess", "Cego", "cego2", "probe"])
def test_there_is_no_table_for_a_game_nobody_knows(client: Client, key: str) -> None:
    assert client.get(f"/new/{key}/").status_code == 404
    assert client.post(f"/new/{key}/", named()).status_code == 404


def test_an_unknown_rule_set_in_the_address_is_no_trouble(client: Client) -> None:
    assert client.get(NEW, {"preset": "hamburg2026"}).status_code == 200
    assert client.get(NEW, {"preset": "set-99"}).status_code == 200
    assert client.get(NEW, {"preset": "set-x"}).status_code == 200
