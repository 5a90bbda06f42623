"""Hands from paper on screens, on paper, in files and in numbers: how many, and what they were worth."""

from __future__ import annotations

import csv
import io
import json
import uuid
from typing import Any

import pytest

from tests.tournaments.builders import a_sitting, close, correct, eine, paper, record, undo, void
from tests.tournaments.paper import text_of
from tests.tournaments.visitors import a_writer
from tournaments import ledger
from tournaments.models import Sitting
from tournaments.paper.sheet import numbers_page, printed_sheet
from tournaments.table import exports, history, printing, reading
from tournaments.table.gamelines import answer
from tournaments.table.statistics import statistics

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

DESK: dict[str, Any] = {"via": "desk", "by": "Erika", "reason": "two people mixed up"}


@pytest.fixture
def evening() -> Sitting:
    """A hand, a redeal, nine hands from paper, a hand."""
    sitting = a_sitting(first_dealer=1)
    record(sitting, eine(1))
    record(sitting, {"kind": "redeal"})
    paper(sitting, 9, 31, -14, 5, 8)
    record(sitting, eine(2))
    return Sitting.objects.get(pk=sitting.pk)


def view_of(sitting: Sitting) -> Any:
    return reading.sheet(Sitting.objects.get(pk=sitting.pk))


def test_the_list_of_hands_counts_on_over_them(evening: Sitting) -> None:
    view = view_of(evening)
    assert [(hand.number, hand.label, hand.count) for hand in view.hands] == [
        (1, "1", 1),
        (2, "", 0),
        (3, "2–10", 9),
        (4, "11", 1),
    ]
    assert view.hands[2].sentence == "From paper"
    assert view.hands[2].moves[1] == ("Łukasz", "−14", -14)
    assert (view.next_number, view.next_label) == (5, 12)
    assert view.hands[3].running == (37, -8, 5, 8)


def test_the_deal_goes_on_after_them(evening: Sitting) -> None:
    assert view_of(evening).seats[3].badges[0] == ("dealer", "deals"), "eleven hands after the first dealer"


def test_the_chart_gives_them_the_room_of_as_many_hands(evening: Sitting) -> None:
    chart = view_of(evening).running_totals.lines.drawn()
    xs = [x for x, _y in chart.curves[0].parts[0]]
    width = (chart.right - chart.left) / 11  # a redeal takes none
    assert [round((x - chart.left) / width) for x in xs] == [0, 1, 1, 10, 11]
    assert chart.x_ticks[-1].value == 10


def test_a_hand_taken_out_of_the_middle_is_not_shown_and_the_numbers_on_the_sheet_move_up(
    evening: Sitting,
) -> None:
    void(evening, 1, **DESK)
    view = view_of(evening)
    assert [(hand.number, hand.label) for hand in view.hands] == [(2, ""), (3, "1–9"), (4, "10")]
    assert view.next_number == 5
    shown = a_writer(evening, headers={"accept-language": "en"}).get(f"/t/{evening.pk}/").text
    assert 'name="hand" value="5"' in shown
    assert "Save Hand 11" in shown


def test_the_filled_sheet_says_which_hands_they_were(evening: Sitting) -> None:
    view = printing.filled(view_of(evening))
    assert [(hand.number, hand.hands) for hand in view.hands] == [(1, 1), (None, 1), (10, 9), (11, 1)]
    printed = text_of(printed_sheet(view))
    assert "2–10" in printed
    assert "From paper" in printed
    assert "−14" in printed


def test_the_evening_in_numbers_counts_them_and_knows_nothing_else_of_them(evening: Sitting) -> None:
    counted = statistics(view_of(evening))
    assert counted.hands == 11
    people = sorted(counted.people, key=lambda person: person.account)
    assert [(person.total, person.best) for person in people[:2]] == [(37, "+6"), (-8, "+6")]
    assert sum(choice.tried for choice in counted.choices) == 2
    assert text_of(numbers_page(printing.numbers(view_of(evening))))


def test_the_table_of_an_evening_has_one_row_for_them(evening: Sitting) -> None:
    heads, *rows = csv.reader(io.StringIO(exports.csv_of(view_of(evening))[1:]))
    cells = [dict(zip(heads, row, strict=True)) for row in rows]
    assert [row["Hand"] for row in cells] == ["1", "", "2–10", "11"]
    assert {cells[2][name] for name in ("declarer", "contract", "points")} == {""}
    assert (cells[2]["Anna"], cells[2]["Anna total"], cells[2]["Why"]) == ("31", "37", "From paper")


def test_the_file_for_programs_says_which_hands_are_known_by_their_totals_only(evening: Sitting) -> None:
    exported = json.loads(exports.json_of(view_of(evening)))
    assert exported["hands"][2] == {"paper": {"hands": 9, "points": [31, -14, 5, 8]}}
    scored = answer(json.dumps(exported).encode())
    assert scored["ok"]
    assert scored["games"] == [{"totals": [37, -8, 5, 8], "winner": None}]
    assert scored["hands"][2] == {
        "points": [31, -14, 5, 8],
        "lines": [{"code": "paper", "text": "From paper", "points": [31, -14, 5, 8]}],
    }


@pytest.mark.parametrize(
    ("stretch", "codes"),
    [
        ({"hands": 0, "points": [0, 0, 0, 0]}, [(1, "hands", "range")]),
        ({"hands": 2}, [(1, "points", "missing")]),
        ([], [(1, None, "not_an_object")]),
        ({"hands": 9, "points": [0, 0, 0, 0]}, [(1, "hands", "paper_hands")]),
    ],
)
def test_totals_that_cannot_be_are_refused_by_the_score_command_too(stretch: Any, codes: Any) -> None:
    sheet = {"game": "cego", "seats": 4, "rules": {"hands_per_round": 8}, "hands": [{"paper": stretch}]}
    scored = answer(json.dumps(sheet).encode())
    assert [(problem["hand"], problem["field"], problem["code"]) for problem in scored["problems"]] == codes


def test_a_hand_that_mentions_paper_besides_its_answers_is_refused() -> None:
    sheet = {"game": "cego", "seats": 4, "hands": [{**eine(), "paper": {"hands": 1, "points": [0, 0, 0, 0]}}]}
    scored = answer(json.dumps(sheet).encode())
    assert [(problem["field"], problem["code"]) for problem in scored["problems"]] == [
        ("paper", "unknown_key")
    ]


def events_of(sitting: Sitting) -> list[history.EventView]:
    return history.history(sitting, view_of(sitting))[::-1]


def test_history_says_what_was_typed_what_was_put_right_why_and_by_whom(evening: Sitting) -> None:
    paper(evening, 8, 31, -14, 5, 9, correcting=3, **DESK)
    correct(evening, 1, eine(3), **DESK)
    events = events_of(evening)
    assert [event.what.replace("\N{NO-BREAK SPACE}", " ") for event in events[2:]] == [
        "Hand 2–9",
        "Hand 10",
        "Hand 2–9 corrected",
        "Hand 1 corrected",
    ]
    assert events[2].sentence == "9 hands from paper: Anna +31, Łukasz −14, Gökçe +5, Ñandú +8"
    assert events[2].superseded
    assert events[4].sentence == "8 hands from paper: Anna +31, Łukasz −14, Gökçe +5, Ñandú +9"
    assert [(event.reason, event.by) for event in events[3:]] == [
        ("", ""),
        ("two people mixed up", "Erika"),
        ("two people mixed up", "Erika"),
    ]


def test_history_says_where_a_closed_sheet_was_put_right(evening: Sitting) -> None:
    close(evening)
    correct(evening, 1, eine(3), **DESK)
    ledger.reopen_sheet(sitting=evening, entry_id=uuid.uuid4())
    undo(evening, 4)
    assert [event.closed for event in events_of(evening)[4:]] == [False, True, False, False]
    shown = a_writer(evening, headers={"accept-language": "en"}).get(f"/t/{evening.pk}/hands/").text
    assert "two people mixed up" in shown
    assert "The sheet stayed closed." in shown
    assert "by Erika" in shown


def test_history_says_who_has_exchanged_places(evening: Sitting) -> None:
    ledger.exchange_people(
        left=ledger.TableSeat(evening, 1), right=ledger.TableSeat(evening, 3), entry_id=uuid.uuid4(), **DESK
    )
    event = events_of(evening)[-1]
    assert (event.what, event.sentence) == ("Seats swapped", "Seat 1 and seat 3")
    assert view_of(evening).people[:3] == ("Gökçe", "Łukasz", "Anna")
