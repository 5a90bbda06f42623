"""Écarté on the phone: every answer has its input, two taps make a deal, pot and bets stand on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring import fields_for
from scoring.flat import columns
from tests.tournaments.builders import a_sitting
from tests.tournaments.visitors import a_writer, answers, hand_form
from tournaments.models import Sitting
from tournaments.table.reading import sheet

HTMX = {"HX-Request": "true"}
MADE = {"declarer": 1, "result": "made"}


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
@pytest.mark.parametrize("late_king", [True, False])
@pytest.mark.parametrize("turned_king", [0, 1])
@pytest.mark.parametrize("preset", ["standard", "per_trick", "hoyle"])
def test_every_answer_of_a_deal_has_its_input(preset: str, turned_king: int, late_king: bool) -> None:
    sitting = a_sitting("ecarte", seats=2, preset=preset, turned_king=turned_king, late_king=late_king)
    table = sitting.table()
    asked = [field for field in fields_for(sitting.game_value(), table) if not field.hidden]
    assert names(page(sitting, a_writer(sitting))) == {
        column.name for column in columns(asked, table.seating)
    }


@pytest.mark.django_db
def test_two_taps_make_a_deal() -> None:
    sitting = a_sitting("ecarte", seats=2)
    writer = a_writer(sitting)
    assert "+1" in page(sitting, writer, MADE, headers=HTMX)
    assert writer.post(f"/t/{sitting.pk}/", hand_form(sitting, MADE)).status_code == 302
    assert sheet(Sitting.objects.get(pk=sitting.pk)).so_far.totals == (1, 0)


@pytest.mark.django_db
def test_the_pot_and_the_double_stake_are_seen() -> None:
    sitting = a_sitting("ecarte", seats=2, first_dealer=1)
    html = page(sitting, a_writer(sitting), headers={"Accept-Language": "en"})
    assert "In the pot: 10" in html
    assert html.count('class="badge double"') == 2


@pytest.mark.django_db
def test_a_deal_comes_back_for_correction_with_its_answers() -> None:
    sitting = a_sitting("ecarte", seats=2)
    writer = a_writer(sitting)
    raw = {"declarer": 2, "tricks": [3, 2], "king": 1, "king_claim": "after_trick"}
    writer.post(f"/t/{sitting.pk}/", hand_form(sitting, raw))
    html = writer.get(f"/t/{sitting.pk}/hand/1/").text
    for name, value in {"declarer": "2", "king": "1", "king_claim": "after_trick"}.items():
        assert re.search(rf'name="{name}"[^>]*value="{value}" checked', html), name
    assert 'name="tricks_1" value="3"' in html
