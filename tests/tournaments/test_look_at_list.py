"""The look at a list before it is written: ticks, cells, columns, and the way back to the text."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from tests.tournaments.pages import Answer
from tournaments.lists import rows_of_text
from tournaments.models import FIRST, Entrant, Event, Player
from tournaments.people.importing import packed, take_in
from tournaments.people.listing import rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

MAIL = "Hallo Peter,\n\n1. Hans Müller (SC Köln)\n2. Keller, Anna\n\nLiebe Grüße\nKarl Ober"


def fields(answer: Answer) -> dict[str, str]:
    """What a browser without script would send of the look: inputs, ticks and choices as they stand."""
    page = answer.text.partition('class="stack list-in"')[2].partition("</form>")[0]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name is None or (("checkbox" in tag or "radio" in tag) and "checked" not in tag):
            continue
        sent[name[1]] = html.unescape(value[1]) if value else ""
    for name, options in re.findall(r'<select name="([^"]+)">(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else ""
    return sent


def look(laptop: Client, event: Event, **sent: str) -> Answer:
    return laptop.post(f"/desk/e/{event.pk}/people/import/", sent)


def people(event: Event) -> list[tuple[str, str]]:
    return [(row.name, row.club) for row in rows(event)]


def test_a_mail_comes_in_as_its_people(laptop: Client, event: Event) -> None:
    answer = look(laptop, event, text=MAIL)
    page = answer.text
    assert "Looks like a greeting." in page
    assert page.index("Looks like a greeting.") < page.index("The list as it was understood")
    assert look(laptop, event, **fields(answer), confirm="1").status_code == 302
    assert people(event) == [("Hans Müller", "SC Köln"), ("Anna Keller", "")]


def test_a_cell_is_corrected_and_a_row_unticked(laptop: Client, event: Event) -> None:
    sent = fields(look(laptop, event, text=MAIL))
    sent |= {"cell-3-name": "Hans Möller", "cell-3-club": "SC Bonn", "cell-3-category": "Senioren"}
    del sent["in-4"]
    again = look(laptop, event, **sent, look="1")
    assert "not ticked" in again.text
    assert fields(again)["cell-3-name"] == "Hans Möller"
    assert not Entrant.objects.exists()
    assert look(laptop, event, **fields(again), confirm="1").status_code == 302
    assert people(event) == [("Hans Möller", "SC Bonn")]
    assert event.entrants.get().category == "Senioren"


def test_what_was_left_out_is_taken_after_all(laptop: Client, event: Event) -> None:
    sent = fields(look(laptop, event, text=MAIL))
    assert "in-7" not in sent
    assert look(laptop, event, **sent, **{"in-7": "1"}, confirm="1").status_code == 302
    assert ("Karl Ober", "") in people(event)


def test_a_row_that_cannot_be_taken_is_shown_again_and_nothing_is_written(
    laptop: Client, event: Event
) -> None:
    sent = fields(look(laptop, event, text=MAIL)) | {"cell-3-name": "", "cell-4-name": "x" * 61}
    answer = look(laptop, event, **sent, confirm="1")
    assert answer.status_code == 422
    assert "The name is missing." in answer.text
    assert not Entrant.objects.exists()
    right = fields(answer) | {"cell-3-name": "Hans", "cell-4-name": "Anna"}
    assert look(laptop, event, **right, confirm="1").status_code == 302
    assert people(event) == [("Hans", "SC Köln"), ("Anna", "")]


def test_columns_are_said_anew(laptop: Client, event: Event) -> None:
    table = "Name;Dings;Verein\nHans;Damen;SC Köln\nAnna;Herren;SC Bonn"
    sent = fields(look(laptop, event, text=table))
    assert (sent["columns"], sent["col-1"]) == ("name,,club", "")
    answer = look(laptop, event, **{**sent, "col-1": "category", "cell-2-name": "Nobody"}, look="1")
    again = fields(answer)
    assert (again["cell-2-category"], again["cell-2-name"]) == ("Damen", "Hans")
    assert look(laptop, event, **again, confirm="1").status_code == 302
    assert [entrant.category for entrant in event.entrants.order_by("number")] == ["Damen", "Herren"]


def test_back_to_the_text_and_forward_again_loses_nothing(laptop: Client, event: Event) -> None:
    sent = fields(look(laptop, event, text=MAIL)) | {"cell-3-club": "SC Bonn"}
    del sent["in-4"]
    page = look(laptop, event, **sent, back="1").text
    assert html.escape(MAIL).replace("&#x27;", "'") in page
    hidden = dict(re.findall(r'name="(before|decided)" value="([^"]*)"', page))
    carried = {name: html.unescape(value) for name, value in hidden.items()}
    again = fields(look(laptop, event, text=f"Rita Sommer\n{MAIL}", **carried))
    assert again["cell-4-club"] == "SC Bonn"
    assert "in-5" not in again
    assert look(laptop, event, **again, confirm="1").status_code == 302
    assert people(event) == [("Rita Sommer", ""), ("Hans Müller", "SC Bonn")]


def test_an_empty_result_says_what_to_do(laptop: Client, event: Event) -> None:
    page = look(laptop, event, text="Hallo zusammen,\n\nviele Grüße\nKarl").text
    assert "Nobody would be taken from this list." in page
    assert 'name="confirm"' not in page


def test_of_two_clubs_they_are_two_people(laptop: Client, event: Event) -> None:
    Player.objects.create(name="Hans Müller", club="SC Köln")
    answer = look(laptop, event, text="Hans Müller; SC Bonn\nAnna Keller; SC Bonn\nAnna Keller; SC Deutz")
    sent = fields(answer)
    assert sent["who-1-0"] == "new"  # proposed
    assert look(laptop, event, **sent, confirm="1").status_code == 302
    assert [club for _name, club in people(event)] == ["SC Bonn", "SC Bonn", "SC Deutz"]
    assert Player.objects.filter(name="Hans Müller").count() == 2


def test_a_name_twice_is_asked_and_never_dropped_in_silence(laptop: Client, event: Event) -> None:
    sent = fields(look(laptop, event, text="Anna Keller; SC Bonn\nAnna Keller; SC Bonn\nHans\nHans"))
    assert (sent["who-2-0"], sent["who-4-0"]) == ("skip", "skip")
    sent["who-2-0"] = "new"
    assert look(laptop, event, **sent, confirm="1").status_code == 302
    assert event.entrants.count() == 3


def test_somebody_of_the_same_name_as_a_participant_comes_in_with_a_tick(
    laptop: Client, event: Event
) -> None:
    take_in(tenant=FIRST, rows=rows_of_text("Anna Keller"), event=event)
    sent = fields(look(laptop, event, text="Anna Keller\nHans"))
    assert "in-1" not in sent
    assert look(laptop, event, **sent, **{"in-1": "1"}, confirm="1").status_code == 302
    assert event.entrants.count() == 3
    assert Player.objects.filter(name="Anna Keller").count() == 2


@pytest.mark.parametrize(
    "bad",
    [
        {"cell-3-number": "²"},
        {"col-0": "nonsense", "columns": "x"},
        {"in-99999": "1", "cell-99999-name": "Nobody"},
        {"cell-x-name": "?", "who-": "1", "col-": "1", "before": "AAAA", "decided": "{"},
        {"before": packed(rows_of_text("Anna")), "decided": "[1]"},
        {"cell-3-name": "\x00\u202e" * 40},
    ],
)
def test_bad_input_is_survived(laptop: Client, event: Event, bad: dict[str, str]) -> None:
    answer = look(laptop, event, **{**fields(look(laptop, event, text=MAIL)), **bad}, look="1")
    assert answer.status_code in (200, 422)


FIRST_NAMES = """Anna Bernd Claudia Dieter Elfriede Fritz Gisela Hubert Ingrid Joachim Klara Ludwig Monika
    Norbert
    Olga"""
LAST = """Abendroth Birkenfeld Czerny Dombrowski Eichhorn Fassbender Grünwald Holzapfel Immendorf Jankowski
    Kranich Lautenschlager Mohnhaupt Neugebauer Overbeck Pfannenschmidt Querfurth Rosenbaum Schlüter
    Tannhäuser"""


def test_three_hundred_rows_come_in_with_all_their_cells(laptop: Client, event: Event) -> None:
    text = "\n".join(f"{first} {last} (SC Köln)" for last in LAST.split() for first in FIRST_NAMES.split())
    sent = fields(look(laptop, event, text=text))
    assert len(sent) > 1200
    assert look(laptop, event, **{**sent, "cell-1-name": "Zoe Zabel"}, confirm="1").status_code == 302
    assert event.entrants.count() == 300


def test_the_register_takes_lists_the_same_way(laptop: Client, event: Event) -> None:
    answer = laptop.post("/desk/people/import/", {"text": MAIL})
    sent = fields(answer) | {"cell-3-name": "Hans Möller"}
    assert laptop.post("/desk/people/import/", {**sent, "confirm": "1"}).status_code == 302
    assert list(Player.objects.values_list("name", flat=True)) == ["Anna Keller", "Hans Möller"]
    back = laptop.post("/desk/people/import/", {**sent, "back": "1"}).text
    assert "1. Hans Müller (SC Köln)" in back
