from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.engines.charts import (
    DASHES,
    MARK_WIDTH,
    band_chart,
    hand_ticks,
    line_chart,
    nice_step,
    spread,
)

TOTALS = st.lists(st.integers(-2000, 2000), min_size=1, max_size=60)
PLACES = st.lists(st.floats(0, 200), min_size=1, max_size=12)


def test_every_line_begins_at_nought_and_ends_at_its_total() -> None:
    chart = line_chart([[2, 4, 4], [0, -2, -6]], 340, 190)
    first, second = chart.curves
    assert first.parts[0][0] == second.parts[0][0] == (chart.left, chart.zero)
    assert first.end[0] == second.end[0] == chart.right
    assert (first.last, second.last) == (4, -6)
    assert first.end[1] < chart.zero < second.end[1], "y grows downwards"


def test_values_and_ticks_share_one_scale() -> None:
    chart = line_chart([[10, 20]], 340, 190)
    heights = {tick.value: tick.at for tick in chart.y_ticks}
    assert chart.curves[0].parts[0][2][1] == pytest.approx(heights[20])
    assert heights[0] == pytest.approx(chart.zero)


def test_a_further_game_begins_at_nought_again() -> None:
    chart = line_chart([[3, 5, 2, 4], [0, 1, 1, 1]], 340, 190, restarts=[2])
    first, second = chart.curves[0].parts
    assert len(first) == len(second) == 3
    assert second[0] == (chart.restarts[0], chart.zero)
    assert first[-1][0] == chart.restarts[0]


def test_a_sheet_without_hands_has_empty_lines() -> None:
    chart = line_chart([[], []], 340, 190)
    assert [curve.parts for curve in chart.curves] == [(((chart.left, chart.zero),),)] * 2
    assert chart.x_ticks == ()


def test_nobody_at_the_table_is_an_empty_chart() -> None:
    assert line_chart([], 340, 190).curves == ()


def test_twelve_lines_differ_without_colours() -> None:
    chart = line_chart([[number] for number in range(12)], 340, 190)
    assert len({curve.dash for curve in chart.curves}) == len(DASHES) == 12


def test_points_and_dashes_are_ready_for_svg() -> None:
    curve = line_chart([[1], [0]], 128, 44, left=20, right=8, top=2, bottom=2).curves[1]
    assert curve.svg_parts == ("20.0,42.0 120.0,42.0",)
    assert curve.svg_dash == "5 2"
    assert line_chart([[1]], 340, 190).curves[0].svg_dash == "none"


@given(st.lists(TOTALS, min_size=1, max_size=12), st.floats(200, 900), st.floats(80, 400))
def test_everything_stays_inside_the_drawing(series: list[list[int]], width: float, height: float) -> None:
    hands = min(map(len, series))
    chart = line_chart([totals[:hands] for totals in series], width, height)
    assert all(0 <= tick.at <= height for tick in chart.y_ticks)
    assert 2 <= len(chart.y_ticks) <= height // 26 + 3
    for curve in chart.curves:
        assert all(
            chart.left <= x <= chart.right + 0.01 and chart.top - 0.01 <= y <= chart.bottom + 0.01
            for part in curve.parts
            for x, y in part
        )


@given(PLACES, st.floats(1, 16))
def test_labels_never_stand_on_each_other(wanted: list[float], distance: float) -> None:
    assume(distance * (len(wanted) - 1) <= 200)
    placed = spread(wanted, distance, 0, 200)
    assert all(after - before >= distance - 1e-6 for before, after in pairwise(sorted(placed)))
    assert all(-1e-6 <= place <= 200 + 1e-6 for place in placed)


@given(PLACES, st.floats(1, 16))
def test_labels_keep_the_order_of_their_lines(wanted: list[float], distance: float) -> None:
    placed = spread(wanted, distance, 0, 200)
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    assert all(placed[earlier] <= placed[later] + 1e-6 for earlier, later in pairwise(order))


def test_labels_with_room_around_them_stay_where_they_want_to_be() -> None:
    assert spread([10, 50, 90], 12, 0, 100) == [10, 50, 90]
    assert spread([], 12, 0, 100) == []


def test_too_many_labels_share_what_there_is() -> None:
    assert spread([5, 5, 5], 12, 0, 12) == [0, 6, 12]


@pytest.mark.parametrize(
    ("span", "parts", "step"), [(0, 5, 1), (7, 5, 2), (95, 5, 20), (480, 5, 100), (3, 5, 1)]
)
def test_ticks_are_round_numbers(span: int, parts: int, step: int) -> None:
    assert nice_step(span, parts) == step


def test_hands_are_numbered_as_far_as_there_is_room() -> None:
    assert hand_ticks(5, 300) == (1, 2, 3, 4, 5)
    assert hand_ticks(60, 300) == (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)
    assert hand_ticks(0, 300) == ()


def test_a_band_lies_around_its_line_and_nought_need_not_be_there() -> None:
    chart = band_chart([1500, 1540, 1530], [300, 200, 150], 340, 170, marks=[(0, 2025), (2, 2026)])
    lines = chart.lines
    line, above, below = (curve.parts[0] for curve in lines.curves)
    assert all(over[1] < middle[1] < under[1] for over, middle, under in zip(above, line, below, strict=True))
    heights = [under[1] - over[1] for over, under in zip(above, below, strict=True)]
    assert [round(height / heights[0], 2) for height in heights] == [1.0, 0.67, 0.5]
    assert 0 not in {tick.value for tick in lines.y_ticks}
    assert all(lines.top <= y <= lines.bottom for _x, y in (*above, *below))
    assert [(tick.value, tick.at) for tick in lines.x_ticks] == [(2025, lines.left), (2026, lines.right)]
    assert len(chart.band.split()) == 6
    assert lines.curves[0].dash != lines.curves[1].dash


@given(st.lists(st.tuples(st.integers(-3000, 5000), st.integers(0, 900)), min_size=2, max_size=80))
def test_a_band_stays_on_its_chart_and_its_years_do_not_touch(values: list[tuple[int, int]]) -> None:
    middle, margins = [value for value, _margin in values], [margin for _value, margin in values]
    lines = band_chart(middle, margins, 340, 170, marks=[(at, 1990 + at) for at in range(len(values))]).lines
    for curve in lines.curves:
        assert all(lines.top - 0.01 <= y <= lines.bottom + 0.01 for _x, y in curve.parts[0])
    assert all(after.at - tick.at >= MARK_WIDTH for tick, after in pairwise(lines.x_ticks))
