"""Figures as lines, what they say as their subject grows, and the tables that are written from them."""

from __future__ import annotations

import json
import math
import re

import pytest

from bench import written
from bench.figure import Figure
from bench.lines import Change, amount, as_json, figure_of, growths, in_words, quantity


def a_figure(
    name: str = "page.table",
    value: float = 4.0,
    *,
    yardstick: float = 1.0,
    goal: float = 5.0,
    unit: str = "ms",
    at_least: bool = False,
    size: int | None = None,
) -> Figure:
    return Figure(name, "a page", value, unit, yardstick, "an empty view", goal, at_least, size)


def test_a_figure_comes_back_from_its_line() -> None:
    figure = a_figure(size=150, at_least=True)
    line = json.loads(as_json(figure, part="page"))
    assert figure_of(line) == figure
    assert (line["part"], line["ratio"], line["reached"]) == ("page", 4.0, False)


def test_a_line_for_people_says_all_of_it() -> None:
    assert re.split(r"  +", in_words(a_figure(value=12.5))) == [
        "page.table",
        "MISSED",
        "12.5",
        "at most 5",
        "a page: 12.5 ms; an empty view: 1 ms",
    ]
    rate = in_words(a_figure(value=300, yardstick=600, goal=0.4, unit="1/s", at_least=True))
    assert "reached" in rate
    assert "0.5  at least 0.4" in rate
    assert "a page: 300/s; an empty view: 600/s" in rate


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234.5, "1,234"), (100, "100"), (18.66, "18.7"), (5, "5"), (1.25, "1.25"), (0.0434, "0.043"), (0, "0")],
)
def test_numbers_have_three_digits(value: float, text: str) -> None:
    assert amount(value) == text


def test_a_number_without_a_unit_stands_alone() -> None:
    assert quantity(12, "") == "12"
    assert amount(math.inf) == "inf"


@pytest.mark.parametrize(
    ("before", "now", "at_least", "factor", "verdict"),
    [
        (4.0, 6.0, False, 1.5, "WORSE"),
        (4.0, 5.9, False, 1.475, "as before"),
        (6.0, 4.0, False, 2 / 3, "better"),
        (3.0, 2.0, True, 1.5, "WORSE"),
        (0.2, 0.4, True, 0.5, "better"),
        (0.0, 0.0, False, 1.0, "as before"),
        (0.0, 1.0, False, math.inf, "WORSE"),
    ],
)
def test_worse_by_half_is_worse(
    before: float, now: float, at_least: bool, factor: float, verdict: str
) -> None:
    change = Change("x", before, now, at_least)
    assert change.factor == pytest.approx(factor)
    assert change.verdict == verdict


def test_growth_is_an_exponent_of_the_size() -> None:
    sizes = {150: 10.0, 600: 20.0, 1400: 30.0}
    figures = [a_figure(f"hall.{size}.board", value, size=size) for size, value in sizes.items()]
    figures += [a_figure(f"rate.{size}", 1000 / size, at_least=True, size=size) for size in (10, 100)]
    figures += [a_figure("lonely.7", size=7), a_figure("plain")]
    grown = {growth.family: growth.exponent for growth in growths(figures)}
    assert grown == {
        "hall.board": pytest.approx(math.log(3) / math.log(1400 / 150)),
        "rate": pytest.approx(1),  # ten times the size, a tenth of the rate
    }


DOCUMENT = """# Speed

<!-- table: figures -->
| Figure | What, and beside what | Before | Now | Goal |
|---|---|---|---|---|
| page.table | old words | 18.7 (12 ms) | – | at most 5 |
| poll.same | a poll; beside: a 304 | 4 (3 ms) | 1.2 (1 ms) | at most 1.43 |
<!-- end -->

Words between.

<!-- table: growth -->
| Figure | Sizes | Small | Large | Exponent | Why above one |
|---|---|---|---|---|---|
| hall | 1 → 2 | 1 ms | 2 ms | 1.00 | because of the sorting |
<!-- end -->
"""


def test_a_table_keeps_what_no_line_speaks_of() -> None:
    lines = [json.loads(as_json(a_figure(value=9))), {"part": "hand", "failed": "no server"}]
    text = written.rewritten(DOCUMENT, lines)
    assert "| page.table | a page; beside: an empty view | 18.7 (12 ms) | **9 (9 ms)** | at most 5 |" in text
    assert "| poll.same | a poll; beside: a 304 | 4 (3 ms) | 1.2 (1 ms) | at most 1.43 |" in text
    assert "Words between." in text
    assert written.rewritten(text, lines) == text
    assert written.rewritten(DOCUMENT, []) == DOCUMENT


def test_a_comparison_says_what_was_before_and_reasons_stay() -> None:
    figures = [a_figure(f"hall.{size}", value, size=size) for size, value in ((1000, 4.0), (100, 2.0))]
    text = written.rewritten(
        DOCUMENT, [json.loads(as_json(figure, before=8.0, before_value=16.0)) for figure in figures]
    )
    rows = [line for line in text.splitlines() if line.startswith("| hall")]
    assert rows == [
        "| hall.100 | a page; beside: an empty view | 8 (16 ms) | 2 (2 ms) | at most 5 |",
        "| hall.1000 | a page; beside: an empty view | 8 (16 ms) | 4 (4 ms) | at most 5 |",
        "| hall | 100 → 1,000 | 2 ms | 4 ms | 0.30 | because of the sorting |",
    ]


def test_the_document_has_both_tables() -> None:
    names = [mark["name"] for mark in written.MARKED.finditer(written.DOCUMENT.read_text())]
    assert names == ["figures", "growth"]
