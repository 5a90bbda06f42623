"""Caesar on the phone: every answer has its input, two taps make a hand, the sum stands before saving."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from scoring import fields_for
from scoring.flat import columns
from tests.scoring.caesar_vectors import played, special
from tests.tournaments.builders import a_sitting
from tests.tournaments.visitors import a_writer, answers, hand_form
from tournaments.models import Sitting
from tournaments.table.reading import sheet

HTMX = {"HX-Request": "true"}


def page(sitting: Sitting, writer: Client, raw: dict[str, Any] | None = None, **options: Any) -> str:
    query = {} if raw is None else {**answers(sitting, raw), "part": "preview"}
    return writer.get(f"/t/{sitting.pk}/", query, **options).text


def names(html: str) -> set[str]:
    """What the entry form asks."""
    form = html.split('<form id="entry"')[1].split("</form>")[0]
    return set(re.findall(r'<input[^>]*\bname="([^"]+)"', form)) - {
        "csrfmiddlewaretoken",
        "entry",
        "hand",
        "seen",
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "switches", [{}, {"unit": "points"}, {"contract_includes_melds": True}, {"win_writing": "winner_all"}]
)
def test_every_answer_of_a_hand_has_its_input(switches: dict[str, Any]) -> None:
    sitting = a_sitting("caesar", **switches)
    table = sitting.table()
    asked = [field for field in fields_for(sitting.game_value(), table) if not field.hidden]
    html = page(sitting, a_writer(sitting))
    assert names(html) == {column.name for column in columns(asked, table.seating)}
    for condition in re.findall(r"data-when='([^']*)'", html):
        json.loads(condition)


@pytest.mark.django_db
def test_the_sum_is_shown_before_it_is_saved() -> None:
    sitting = a_sitting("caesar")
    shown = page(sitting, a_writer(sitting), played(97, "A R4 J", "A Bella"), headers=HTMX)
    assert "10 + 5 + 2 = 17:6" in shown
    assert sheet(sitting).hands == ()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("raw", "totals"),
    [
        ({"maker": 1, "tens": 10}, (10, 6)),
        ({"maker": 2, "tens": 0}, (16, 0)),
        (special("durch", 2), (0, 25)),
        (special("revoke", 1, "B R3"), (0, 18)),
        (special("redeal"), (0, 0)),
    ],
)
def test_few_answers_make_a_hand(raw: dict[str, Any], totals: tuple[int, int]) -> None:
    sitting = a_sitting("caesar")
    assert a_writer(sitting).post(f"/t/{sitting.pk}/", hand_form(sitting, raw)).status_code == 302
    assert sheet(sitting).so_far.totals == totals


@pytest.mark.django_db
def test_a_hand_comes_back_for_correction_with_its_answers() -> None:
    sitting = a_sitting("caesar")
    writer = a_writer(sitting)
    writer.post(f"/t/{sitting.pk}/", hand_form(sitting, played(97, "2 R3 K*", "B Bella", maker=2)))
    html = writer.get(f"/t/{sitting.pk}/hand/1/").text
    fields = {"maker": "2", "bella": "2", "melds_1_side": "2", "melds_1_kind": "run", "melds_1_top": "K"}
    for name, value in {**fields, "melds_1_trump": "1", "melds_1_seat": "2"}.items():
        assert re.search(rf'name="{name}"[^>]*value="{value}" checked', html), name
    assert re.search(r'name="points"\s+value="97"', html)
    assert 'name="melds_1_length" value="3"' in html


@pytest.mark.django_db
def test_a_misdeal_without_cost_is_no_hand_of_the_round() -> None:
    sitting = a_sitting("caesar")
    writer = a_writer(sitting)
    writer.post(f"/t/{sitting.pk}/", hand_form(sitting, special("misdeal", 1)))
    assert [hand.label for hand in sheet(sitting).hands] == [""]
