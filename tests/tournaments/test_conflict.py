"""Two phones with different contents for one hand: one message, both versions, and a choice."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.builders import correct, eine, paper, record, totals
from tests.tournaments.pages import Answer
from tests.tournaments.visitors import a_writer, hand_form
from tournaments import ledger
from tournaments.models import EntryKind, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.sitting("cego")]

ENGLISH = {"accept-language": "en"}
SOLO = {"declarer": 2, "contract": "solo", "points": 52}


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    record(sitting, eine(1))
    return sitting


def sends(writer: Client, sitting: Sitting, raw: dict[str, Any], hand: int, path: str = "") -> Any:
    """A phone that has seen the first hand only."""
    return writer.post(f"/t/{sitting.pk}/{path}", hand_form(sitting, raw, hand, seen=1), headers=ENGLISH)


def rows(answer: Answer) -> dict[str, list[str]]:
    """The table of both versions."""
    html = answer.text.split('class="preview versions"')[1].split("</table>")[0]
    cells_of = {}
    for row in html.split("<tr")[2:]:
        cells = [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        ]
        cells_of[cells[0]] = cells[1:]
    return cells_of


def choose(writer: Client, sitting: Sitting, answer: str) -> int:
    """A tap on one of the answers; the status of what comes."""
    (parked,) = ledger.undecided(sitting)
    seen = len(ledger.history(sitting))
    path = f"/t/{sitting.pk}/aside/{parked.pk}/"
    return writer.post(path, {"answer": answer, "seen": str(seen)}, headers=ENGLISH).status_code


def test_both_versions_stand_side_by_side_with_fresh_totals(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    answer = sends(writer, sitting, SOLO, 2)
    assert answer.status_code == 409
    shown = rows(answer)
    assert "Anna" not in shown  # neither moves her
    assert shown["Łukasz"] == ["0 → 0", "+8 → 8"]
    assert shown["Gökçe"] == ["+6 → 6", "0 → 0"]
    assert "Gökçe" in shown[""][0]
    assert "Łukasz" in shown[""][1]
    html = answer.text
    assert html.count('role="alert"') == 2  # the message, and the hidden one for a laptop that is silent
    assert "another phone entered something else than this phone. Which is right?" in html
    for word in ("The sheet is right", "The other one is right", "Both were played", "Decide later"):
        assert word in html
    seats = html.split('class="seats')[1].split("</ol>")[0]
    assert [int(total) for total in re.findall(r"seat-total[^>]*>(\d+)", seats)] == [6, 0, 6, 0]


def test_mine_is_taken_as_a_correction(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    sends(writer, sitting, SOLO, 2)
    assert choose(writer, sitting, "instead") == 302
    assert totals(sitting) == [6, 8, 0, 0]
    assert [entry.kind for entry in ledger.history(sitting)] == [
        EntryKind.HAND,
        EntryKind.HAND,
        EntryKind.CORRECT,
    ]


def test_leaving_it_so_changes_nothing(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    sends(writer, sitting, SOLO, 2)
    assert choose(writer, sitting, "stays") == 302
    assert totals(sitting) == [6, 0, 6, 0]


def test_totals_are_those_after_everything_that_was_played_since(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    record(sitting, eine(3))
    shown = rows(sends(writer, sitting, SOLO, 2))
    assert shown["Gökçe"] == ["+6 → 12", "0 → 6"]


def test_two_who_correct_the_same_hand_choose_too(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    correct(sitting, 1, eine(3))
    answer = sends(writer, sitting, SOLO, 1, "hand/1/")
    assert answer.status_code == 409
    assert rows(answer)["Łukasz"] == ["0 → 0", "+8 → 8"]
    assert "Both were played" not in answer.text  # there was one hand, and it was put right
    assert choose(writer, sitting, "instead") == 302
    assert totals(sitting) == [0, 8, 0, 0]


def test_what_a_third_has_corrected_meanwhile_is_shown_again(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    sends(writer, sitting, SOLO, 2)
    (parked,) = ledger.undecided(sitting)
    correct(sitting, 2, eine(4))
    path = f"/t/{sitting.pk}/aside/{parked.pk}/"
    answer = writer.post(path, {"answer": "instead", "seen": "2"}, headers=ENGLISH)
    assert answer.status_code == 409
    assert rows(answer)["Ñandú"] == ["+6 → 6", "0 → 0"]


def test_what_cannot_be_this_hand_says_why_and_cannot_be_taken(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    answer = sends(writer, sitting, {"declarer": 2, "contract": "solo"}, 2)
    assert answer.status_code == 409
    assert "The declarer’s points are missing." in unescape(answer.text)
    assert "The sheet is right" in answer.text
    assert "The other one is right" not in answer.text
    assert choose(writer, sitting, "instead") == 403


def test_what_is_no_hand_at_all_does_not_become_the_next_one(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    record(sitting, eine(3))
    answer = sends(writer, sitting, {"declarer": 2}, 2)
    assert answer.status_code == 422
    assert "has just been entered differently on another phone" in answer.text
    assert 'name="hand" value="2"' in answer.text
    assert not ledger.undecided(sitting)


def test_hands_on_paper_are_left_to_their_totals(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    paper(sitting, 3, 6, 0, 0, 0)
    answer = sends(writer, sitting, SOLO, 2)
    assert answer.status_code == 409
    assert "The other one is right" not in answer.text
    assert "Both were played" in answer.text


def test_after_a_refused_undo_the_form_is_that_of_the_next_hand(sitting: Sitting) -> None:
    writer = a_writer(sitting)
    correct(sitting, 1, eine(3))
    answer = writer.post(f"/t/{sitting.pk}/undo/", {"hand": "1", "seen": "1"}, headers=ENGLISH)
    assert answer.status_code == 409
    form = answer.text.partition('<form id="entry"')[2].partition("</form>")[0]
    assert 'name="hand" value="2"' in form
