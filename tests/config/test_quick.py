"""What `make quick` runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import quick


@pytest.fixture(scope="module")
def files() -> Mapping[str, Path]:
    return quick.python_files()


def nearest(changed: str, files: Mapping[str, Path]) -> str:
    near = quick.distances([changed], files)
    runs, _left = quick.choice(near, {}, budget=quick.UNKNOWN)
    return runs[0]


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("tests/draw/test_swiss.py", "tests/draw/test_swiss.py"),
        ("scoring/games/truco/__init__.py", "tests/scoring/test_truco.py"),
        ("tournaments/table/views/rules.py", "tests/tournaments/test_views_rules.py"),
        ("static/board.css", "tests/journeys/test_boards.py"),
    ],
)
def test_the_nearest_test_file_comes_first(changed: str, test: str, files: Mapping[str, Path]) -> None:
    assert nearest(changed, files) == test


def test_a_template_is_read_by_tests_of_its_pages(files: Mapping[str, Path]) -> None:
    near = quick.distances(["templates/desk/_door.html"], files)
    assert near["tests/tournaments/test_views_door.py"] < near["tests/tournaments/test_cards.py"]


def test_what_is_far_away_or_takes_long_is_left_for_the_whole_suite() -> None:
    near = {"changed": quick.CHANGED, "near": 1, "slow": 1, "far": 2}
    seconds = {"changed": 90.0, "near": 5.0, "slow": 20.0, "far": 1.0}
    assert quick.choice(near, seconds, budget=97.0) == (["changed", "near", "far"], ["slow"])
    assert quick.choice(near, seconds, budget=10.0) == (["changed"], ["near", "slow", "far"])
