"""A hand has one number, wherever it is named: redeals and void deals are written down and not counted."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.test_match import vale_cuatro
from tournaments import ledger
from tournaments.table import exports, printing, reading
from tournaments.table.history import history
from tournaments.table.statistics import statistics

pytestmark = pytest.mark.django_db

CAESAR = {"maker": 1, "points": 100}
GAMES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("cego", eine(2), {"kind": "redeal"}),
    ("caesar", CAESAR, {"kind": "redeal"}),
    ("truco", vale_cuatro(1), {"kind": "void"}),
]
NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(("game", "hand", "redeal"), GAMES, ids=[example[0] for example in GAMES])
def test_history_chart_head_paper_and_file_count_alike(
    game: str, hand: dict[str, Any], redeal: dict[str, Any]
) -> None:
    sitting = a_sitting(game)
    for raw in (hand, redeal, redeal, hand):
        record(sitting, raw)
    view = reading.sheet(sitting)
    unit = view.unit
    assert [line.label for line in view.hands] == ["1", "", "", "2"]
    numbers = [event.what for event in history(sitting, view)]
    assert numbers == [f"{unit}{NBSP}2", f"{unit}{NBSP}–", f"{unit}{NBSP}–", f"{unit}{NBSP}1"]
    assert view.next_label == 3
    assert max(tick.value for tick in view.running_totals.lines.drawn().x_ticks) == 2
    assert statistics(view).hands == 2
    assert [row[0] for row in exports.rows(view)][1:] == ["1", "", "", "2"]
    assert [line.number for line in printing.filled(view).hands] == [1, None, None, 2]


def test_a_hand_that_was_taken_out_is_called_by_the_number_it_would_have() -> None:
    sitting = a_sitting("cego")
    for raw in (eine(1), {"kind": "redeal"}, eine(2), eine(3)):
        record(sitting, raw)
    ledger.void_hand(sitting=sitting, entry_id=uuid.uuid4(), hand_no=3)
    view = reading.sheet(sitting)
    assert view.hand_word(3) == f"{view.unit}{NBSP}2"
    assert view.hand_word(4) == f"{view.unit}{NBSP}2"


def test_points_without_a_reason_make_a_chart_too() -> None:
    sitting = a_sitting("truco")
    for points in (3, 4):
        record(sitting, {"kind": "quick", "quick": {"side": 1, "points": points}})
    chart = reading.sheet(sitting).running_totals.lines.drawn()
    assert len({x for curve in chart.curves for part in curve.parts for x, _y in part}) == 3
