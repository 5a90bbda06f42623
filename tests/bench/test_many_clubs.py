"""What is measured of thousands of clubs, and the table of docs/scale.md that it fills."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench import busy, saturday, scale, written
from bench.audience import Outcome
from bench.lines import as_json
from bench.saturday import Crowded
from tests.bench.test_figures import a_figure

GOOD = Crowded(
    400, 4.0, Outcome([0.1] * 20, 0, {"200": 20, "304": 380}, [0.01] * 400, [0.0]), 5.0, busy.Load()
)


def test_lines_of_many_clubs_go_into_their_own_document(tmp_path: Path) -> None:
    document, many = tmp_path / "performance.md", tmp_path / "scale.md"
    document.write_text(written.DOCUMENT.read_text())
    many.write_text(written.OF_MANY_CLUBS.read_text())
    figures = [a_figure("scale.hand.postgresql.1000000", 1.1), a_figure("saturday.late", 9.0, goal=1.0)]
    lines = [
        json.loads(as_json(figure, part=figure.name.partition(".")[0], machine="a laptop"))
        for figure in figures
    ]
    written.write(lines, document, many)
    rows = many.read_text().splitlines()
    hand = "| scale.hand.postgresql.1000000 | a page; beside: an empty view | 1.1 (1.1 ms) | at most 5 |"
    assert f"{hand} a laptop |" in rows
    assert "| saturday.late | a page; beside: an empty view | **9 (9 ms)** | at most 1 | a laptop |" in rows
    assert document.read_text() == written.DOCUMENT.read_text()
    assert len(rows) == len(written.OF_MANY_CLUBS.read_text().splitlines())  # no row more than there was


def test_every_figure_of_many_clubs_has_its_row() -> None:
    (mark,) = written.MARKED.finditer(written.OF_MANY_CLUBS.read_text())
    names = set(written.read(mark["rows"]))
    sizes = (1_000_000, 10_000_000)
    assert {f"scale.{part}.postgresql.{size}" for part in scale.PARTS for size in sizes} <= names
    assert {f"saturday.{what}" for what in ("phones", "hands", "late", "busy", "memory", "flood")} <= names


@pytest.mark.parametrize(
    ("outcome", "borne"),
    [
        ({}, True),
        ({"hands": [0.1] * 18 + [1.5] * 2}, False),
        ({"hands": []}, False),
        ({"not_saved": 1}, False),
        ({"answers": {"304": 90, "later": 10}}, False),
        ({"answers": {"304": 99, "silent": 1}}, True),
        ({"answers": {"304": 99, "500": 1}}, False),
    ],
)
def test_a_crowd_is_borne_as_long_as_hands_come_in_time(outcome: dict[str, Any], borne: bool) -> None:
    assert replace(GOOD, outcome=replace(GOOD.outcome, **outcome)).borne is borne


def test_sizes_are_numbers_above_nothing() -> None:
    assert scale.sizes("1000000,10000000") == (1_000_000, 10_000_000)
    with pytest.raises(argparse.ArgumentTypeError):
        scale.sizes("10,0")


def test_processes_say_what_they_have_used() -> None:
    assert busy.seconds_of(os.getpid()) > 0
    assert busy.seconds_of(2**22 + 1) == 0  # nobody has this number
    assert "processors" in busy.machine()
    assert str(busy.Load({"program": 1.234})) == "program 1.23, database 0.00, phones 0.00"
    assert saturday.MADE.format(evenings=1, people=32)
