"""What a table's page says after a correction or a taking back, and what its button takes back."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.builders import a_sitting, called, correct, eine, record, totals, undo, void
from tests.tournaments.visitors import a_writer, hand_form
from tournaments import ledger
from tournaments.models import Entry, Sitting, Via

pytestmark = [pytest.mark.django_db, pytest.mark.sitting("cego")]

BETTEL = {"declarer": 2, "contract": "bettel", "made": False}


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    """Anna has made an Eine (+6) twice, Łukasz one between."""
    for declarer in (1, 2, 1):
        record(sitting, eine(declarer))
    return sitting


def last_done(writer: Client, sitting: Sitting) -> str:
    """The part of the page that tells what was done last, without its marks."""
    html = writer.get(f"/t/{sitting.pk}/", headers={"accept-language": "en"}).text
    part = html.split('<div id="preview"')[1].split('<button type="button" class="unfold"')[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part.partition(">")[2])).split())


def taken_back(writer: Client, sitting: Sitting) -> dict[str, str]:
    """What the button of the page sends."""
    html = writer.get(f"/t/{sitting.pk}/").text
    form = html.split('<form id="undo"')[1].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def press(writer: Client, sitting: Sitting) -> None:
    answer = writer.post(f"/t/{sitting.pk}/undo/", taken_back(writer, sitting))
    assert answer.status_code == 302, answer.text


def test_a_correction_says_what_was_put_right_and_what_moved(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    assert last_done(writer, sitting).startswith("✓ Hand 3 saved")
    correct(sitting, 1, eine(1, 35))
    page = last_done(writer, sitting)
    assert page.startswith("✓ Hand 1 corrected")
    assert "47" in page.split("now")[0]
    assert "35" in page.split("now")[1]
    assert "Anna 12 → 4" in page
    assert "Łukasz" not in page
    assert page.endswith("Take the correction back")


def test_the_button_takes_back_exactly_the_correction(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    correct(sitting, 1, eine(1, 35))
    assert totals(sitting) == [4, 6, 0, 0]
    press(writer, sitting)
    assert totals(sitting) == [12, 6, 0, 0]
    assert len(ledger.live_entries(sitting)) == 3
    page = last_done(writer, sitting)
    assert page.startswith("Hand 1: correction taken back")
    assert "Anna 4 → 12" in page
    press(writer, sitting)  # after all
    assert totals(sitting) == [4, 6, 0, 0]


def test_a_hand_that_was_taken_back_can_be_entered_again(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    press(writer, sitting)
    assert totals(sitting) == [6, 6, 0, 0]
    page = last_done(writer, sitting)
    assert page.startswith("Hand 3 taken back")
    assert "Anna 12 → 6" in page
    assert page.endswith("Enter it again")
    press(writer, sitting)
    assert totals(sitting) == [12, 6, 0, 0]
    assert last_done(writer, sitting).startswith("✓ Hand 3 saved")


def test_the_only_hand_comes_back_too() -> None:
    sitting = a_sitting("cabo", seats=3)
    record(sitting, called(1, 3, 5, 8))
    undo(sitting, 1)
    writer = a_writer(sitting)
    assert "taken back" in last_done(writer, sitting)
    press(writer, sitting)
    assert totals(sitting) == [0, 5, 8]


def test_a_tap_that_is_sent_twice_takes_back_once(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    for change in (lambda: correct(sitting, 1, eine(1, 35)), lambda: undo(sitting, 3)):
        change()
        form = taken_back(writer, sitting)
        for _tap in range(2):
            assert writer.post(f"/t/{sitting.pk}/undo/", form).status_code == 302
        assert totals(sitting) == [12, 6, 0, 0]


def test_what_another_phone_has_put_right_meanwhile_stays(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    correct(sitting, 1, eine(1, 35))
    form = taken_back(writer, sitting)
    correct(sitting, 1, BETTEL)
    assert writer.post(f"/t/{sitting.pk}/undo/", form).status_code == 409
    assert totals(sitting)[0] == 6


def test_what_the_desk_has_put_right_the_table_does_not_undo(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    correct(sitting, 1, eine(1, 35), via=Via.DESK, reason="misheard")
    assert "Hand 1 corrected" in last_done(writer, sitting)
    assert "Take the correction back" not in last_done(writer, sitting)
    void(sitting, 2, via=Via.DESK, reason="never played")
    assert "Enter it again" not in last_done(writer, sitting)


@pytest.mark.parametrize("to", ["", "x", "00000000-0000-0000-0000-000000000000"])
def test_nothing_is_restored_from_elsewhere(sitting: Sitting, to: str) -> None:
    other = a_sitting("cego")
    record(other, eine(3))
    writer = a_writer(sitting)
    foreign = str(Entry.objects.get(sitting=other).pk)
    for where in (to, foreign) if to else (foreign,):
        form: dict[str, Any] = {"entry": "", "hand": "9", "to": where, "seen": "3"}
        assert writer.post(f"/t/{sitting.pk}/undo/", form).status_code in (409, 422)
    assert totals(sitting) == [12, 6, 0, 0]


def test_the_last_hand_is_taken_back_from_its_correction(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    html = writer.get(f"/t/{sitting.pk}/hand/3/").text
    form = dict(
        re.findall(r'name="(\w+)" value="([^"]*)"', html.split('<form id="undo-last"')[1].split("</form>")[0])
    )
    assert writer.post(f"/t/{sitting.pk}/undo/", form).status_code == 302
    assert totals(sitting) == [6, 6, 0, 0]
    assert 'id="undo-last"' not in writer.get(f"/t/{sitting.pk}/hand/1/").text


def test_the_next_hand_is_said_as_usual(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    correct(sitting, 1, eine(1, 35))
    writer.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(3), 4, seen=4))
    assert last_done(writer, sitting).startswith("✓ Hand 4 saved")
