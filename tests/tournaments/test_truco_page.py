"""Truco on the phone: every answer has its input, a falta is shown before saving, matches lie in fives."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from scoring import fields_for
from scoring.dumping import dump
from scoring.flat import columns
from tests.tournaments.builders import a_sitting, record
from tests.tournaments.visitors import a_writer, answers, hand_form
from tournaments.models import Sitting
from tournaments.table.reading import sheet
from tournaments.templatetags.tallies import counted_before, matchsticks

HTMX = {"HX-Request": "true"}


def page(sitting: Sitting, writer: Client, raw: dict[str, Any] | None = None, **options: Any) -> str:
    query = {} if raw is None else {**answers(sitting, raw), "part": "preview"}
    return writer.get(f"/t/{sitting.pk}/", query, **options).text


def names(html: str) -> set[str]:
    """What the entry form asks."""
    form = html.split('<form id="entry"')[1].split("</form>")[0]
    return set(re.findall(r'<input[^>]*\bname="([^"]+)"', form))


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["clasico", "sin_flor"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_every_answer_of_a_hand_has_its_input(seats: int, preset: str) -> None:
    sitting = a_sitting("truco", seats=seats, preset=preset)
    table = sitting.table()
    asked = [field for field in fields_for(sitting.game_value(), table) if not field.hidden]
    expected = {column.name for column in columns(asked, table.seating)} - {"round", "duel"}
    html = page(sitting, a_writer(sitting))
    assert expected <= names(html)
    assert names(html) - expected <= {"csrfmiddlewaretoken", "entry", "hand", "seen"}
    for condition in re.findall(r"data-when='([^']*)'", html):
        json.loads(condition)


@pytest.mark.django_db
def test_a_falta_is_shown_before_it_is_saved() -> None:
    sitting = a_sitting("truco")
    raw = {"envido": {"calls": ["falta"], "caller": 1, "answer": "quiero", "winner": 2}}
    shown = page(sitting, a_writer(sitting), raw, headers={**HTMX, "Accept-Language": "en"})
    assert "30" in shown
    assert "The chico goes to" in shown
    assert sheet(sitting).hands == ()


@pytest.mark.django_db
def test_the_duel_that_is_due_is_part_of_the_form() -> None:
    sitting = a_sitting("truco", seats=6, first_dealer=1)
    writer = a_writer(sitting)
    assert 'name="duel"' not in page(sitting, writer)
    record(sitting, {"truco": {"winner": 1}})
    html = page(sitting, writer)
    assert 'name="round" value="pica"' in html
    assert 'name="duel" value="1"' in html
    writer.post(
        f"/t/{sitting.pk}/",
        hand_form(sitting, {"round": "pica", "duel": 1, "truco": {"winner": 2}}, 2, seen=1),
    )
    assert 'name="duel" value="2"' in page(sitting, writer)
    now = sheet(Sitting.objects.get(pk=sitting.pk))
    assert [hand.points for hand in counted_before(now.hands, "2")] == [(0, 1)]


@pytest.mark.django_db
def test_a_correction_opens_with_what_was_entered() -> None:
    sitting = a_sitting("truco")
    raw = {
        "envido": {"calls": ["envido", "real"], "caller": 2, "answer": "no_quiero"},
        "truco": {"level": 2, "caller": 1, "winner": 2},
        "penalties": [{"kind": "false_flor", "by": 1, "against": 2}],
    }
    record(sitting, raw)
    view = sheet(sitting)
    assert dump(fields_for(view.game, view.table), view.hands[0].record) == raw
    html = a_writer(sitting).get(f"/t/{sitting.pk}/hand/1/").text
    assert 'name="envido_calls" value="envido+real"' in html
    for name, value in answers(sitting, raw).items():
        if name != "envido_calls":
            assert re.search(rf'name="{name}" value="{value}" checked', html), name


@pytest.mark.django_db
def test_the_end_of_a_chico_is_said_until_the_next_hand() -> None:
    sitting = a_sitting("truco")
    writer = a_writer(sitting)
    falta = {"envido": {"calls": ["falta"], "caller": 1, "answer": "quiero", "winner": 2}}
    record(sitting, falta)
    assert "chico-over" in page(sitting, writer)
    record(sitting, {"truco": {"winner": 1}}, 2)
    assert "chico-over" not in page(sitting, writer)


@pytest.mark.parametrize(
    ("total", "first", "last", "laid", "squares"),
    [
        (0, 0, 15, 0, 3),
        (7, 0, 15, 7, 3),
        (15, 15, 30, 0, 3),
        (25, 15, 30, 10, 3),
        (33, 15, 30, 15, 3),
        (8, 0, 8, 8, 2),
    ],
)
def test_matches_lie_in_squares_of_five(total: int, first: int, last: int, laid: int, squares: int) -> None:
    tally = matchsticks(total, first, last)
    assert sum(stick.laid for stick in tally.sticks) == laid
    assert len(tally.sticks) == last - first
    assert tally.width == 38 * squares - 6
    assert all(0 < stick.x2 < tally.width and 0 < stick.y2 < tally.height for stick in tally.sticks)


def test_many_points_make_several_rows() -> None:
    assert matchsticks(0, 0, 50).height > matchsticks(0, 0, 25).height


@pytest.mark.parametrize("number", ["", "1", "x", "99", "²"])
def test_a_round_without_earlier_parts_has_none(number: str) -> None:
    assert counted_before((), number) == []
