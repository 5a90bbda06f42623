"""A sheet of several games: chicos of Truco, read and printed as a match."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.paper import text_of, watched
from tournaments.models import Sitting
from tournaments.paper.sheet import printed_sheet
from tournaments.table import printing, reading

pytestmark = pytest.mark.django_db


def vale_cuatro(winner: int) -> dict[str, Any]:
    """A hand worth four to a side."""
    return {"truco": {"level": 3, "caller": 1, "end": "played", "winner": winner}}


@pytest.fixture
def match() -> Sitting:
    """Chicos to 8: side 1 wins the first 8 : 0, side 2 leads 4 : 0 in the second."""
    sitting = a_sitting("truco", names=("Ana", "Luis", "Sofía", "Tomás"), target=8, games_to_win=2)
    for winner in (1, 1, 2):
        record(sitting, vale_cuatro(winner))
    return sitting


def test_games_won_count_before_the_points_of_the_game_in_progress(match: Sitting) -> None:
    view = reading.sheet(match)
    assert (view.won, view.games[-1].totals, view.places) == ((1, 0), (0, 4), (1, 2))


def test_the_paper_shows_the_games_won_and_the_points_of_each_game(match: Sitting) -> None:
    with translation.override("en"):
        paper = printing.filled(reading.sheet(match))
    assert [hand.opens for hand in paper.hands] == ["Chico 1", "", "Chico 2"]
    assert paper.games == ("Chico 1", "Chico 2")
    assert [(result.total, result.games) for result in paper.results] == [(1, (8, 0)), (0, (0, 4))]


def test_a_match_that_is_over_says_so_in_its_headline(
    match: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for winner in (1, 1):
        record(match, vale_cuatro(winner))
    paper = printing.filled(reading.sheet(match))
    assert [(result.total, result.games) for result in paper.results] == [(2, (8, 8)), (0, (0, 4))]
    with watched(monkeypatch) as written:
        data = printed_sheet(paper)
    assert written.overlapping() == []
    assert paper.closing == "Die Begegnung geht an Ana & Sofía, 2:0."
    decided = [
        hand.sentences[-1] for hand in paper.hands if hand.sentences[-1].startswith("Der Chico geht an")
    ]
    assert decided == ["Der Chico geht an Ana & Sofía, 8:0.", "Der Chico geht an Ana & Sofía, 8:4."]
    for text in ("Chico 1", "Chico 2", "Ergebnis"):
        assert text in text_of(data)


def test_a_sheet_of_one_game_has_neither() -> None:
    sitting = a_sitting("cego", rate_cent=0)
    record(sitting, eine(2))
    paper = printing.filled(reading.sheet(sitting))
    assert [hand.opens for hand in paper.hands] == [""]
    assert {result.remark for result in paper.results} == {""}
    assert [result.place for result in paper.results] == [2, 1, 2, 2]


@pytest.mark.parametrize(
    ("game", "switches", "rows"),
    [("caesar", {}, 16), ("cego", {}, None), ("cego", {"hands_per_round": 24}, 24), ("cabo", {}, None)],
)
def test_a_blank_sheet_has_the_rows_that_the_rules_fix(
    game: str, switches: dict[str, Any], rows: int
) -> None:
    sitting = a_sitting(game, seats=4, **switches)
    assert printing.blank_for(reading.sheet(sitting), qr=None, address=None).rows == rows
