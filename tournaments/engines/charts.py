"""The geometry of a chart of running totals: numbers in, places out. Paper and screen draw it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

Point = tuple[float, float]

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 2),
    (1.2, 2),
    (8, 2, 1.5, 2),
    (10, 3),
    (3, 1.5),
    (8, 2, 1.5, 2, 1.5, 2),
    (2.5, 4),
    (14, 2.5, 4, 2.5),
    (1, 1),
    (6, 1.5, 3, 1.5),
    (14, 6),
)
"""Strokes and gaps, one pattern for each of twelve lines: they differ without colours."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One mark on an axis."""

    value: int
    at: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One account: a polyline for each game of the sheet, and where its label stands."""

    parts: tuple[tuple[Point, ...], ...]
    end: Point
    label_y: float  # the middle of the label, pushed apart from its neighbours
    last: int
    dash: tuple[float, ...]

    @property
    def svg_parts(self) -> tuple[str, ...]:
        """The parts as the `points` of SVG polylines."""
        return tuple(" ".join(f"{x:.1f},{y:.1f}" for x, y in part) for part in self.parts)

    @property
    def svg_dash(self) -> str:
        """The pattern as an SVG `stroke-dasharray`."""
        return " ".join(f"{length:g}" for length in self.dash) or "none"


@dataclass(frozen=True, slots=True)
class LineChart:
    """Places from the upper left corner, y downwards. Labels stand right of `right`."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    zero: float
    y_ticks: tuple[Tick, ...]
    x_ticks: tuple[Tick, ...]
    restarts: tuple[float, ...]  # where a further game begins at nought
    curves: tuple[Curve, ...]


def line_chart(
    series: Sequence[Sequence[int]],
    width: float,
    height: float,
    *,
    left: float = 28.0,
    right: float = 96.0,
    top: float = 8.0,
    bottom: float = 18.0,
    label_height: float = 12.0,
    restarts: Sequence[int] = (),
    widths: Sequence[int] = (),
) -> LineChart:
    """Lay out running totals: `series[account][hand]`, each account at nought before the first hand.

    The four margins are inside `width` and `height`; the right one is for the labels at the end of
    the lines. `restarts` are the hands, counted from 0, that open a further game: the lines jump back
    to nought before them. `widths` says how many hands each of them stands for; empty: one each.
    """
    steps = max((len(totals) for totals in series), default=0)
    after = [0, *accumulate(widths or [1] * steps)]  # hands played after so many steps
    hands = after[-1]
    x0, x1, y0, y1 = left, width - right, top, height - bottom
    values = [0, *(value for totals in series for value in totals)]
    step = nice_step(max(values) - min(values), max(2, int((y1 - y0) // 26)))
    low = math.floor(min(values) / step) * step
    high = max(math.ceil(max(values) / step) * step, low + step)

    def across(played: int) -> float:
        return x0 + (x1 - x0) * played / max(hands, 1)

    def place(steps_before: int, value: int) -> Point:
        return across(after[steps_before]), y1 - (y1 - y0) * (value - low) / (high - low)

    opens = sorted({0, *(hand for hand in restarts if 0 < hand < steps)})
    shapes = [_parts(totals, opens, place) for totals in series]
    ends = [shape[-1][-1] for shape in shapes]
    labels = spread([y for _, y in ends], label_height, y0, y1)
    return LineChart(
        width=width,
        height=height,
        left=x0,
        right=x1,
        top=y0,
        bottom=y1,
        zero=place(0, 0)[1],
        y_ticks=tuple(Tick(value, place(0, value)[1]) for value in range(low, high + 1, step)),
        x_ticks=tuple(Tick(hand, across(hand)) for hand in hand_ticks(hands, x1 - x0)),
        restarts=tuple(place(hand, 0)[0] for hand in opens[1:]),
        curves=tuple(
            Curve(shape, end, label, totals[-1] if totals else 0, DASHES[index % len(DASHES)])
            for index, (shape, end, label, totals) in enumerate(
                zip(shapes, ends, labels, series, strict=True)
            )
        ),
    )


@dataclass(frozen=True, slots=True)
class BandChart:
    """One line and how far it may be off: `lines` has it, then the upper and the lower edge of its band."""

    lines: LineChart
    band: str  # the `points` of an SVG polygon


def band_chart(
    values: Sequence[int],
    margins: Sequence[int],
    width: float,
    height: float,
    *,
    left: float = 40.0,
    right: float = 44.0,
    top: float = 8.0,
    bottom: float = 18.0,
    label_height: float = 12.0,
    marks: Sequence[tuple[int, int]] = (),
) -> BandChart:
    """Lay out values that begin anywhere, at least two of them; nought need not be on it.

    `marks` are numbers below it: the value, counted from 0, that one stands under, and the number. Of two
    that would touch the later one is left out.
    """
    x0, x1, y0, y1 = left, width - right, top, height - bottom
    ups = [value + margin for value, margin in zip(values, margins, strict=True)]
    downs = [value - margin for value, margin in zip(values, margins, strict=True)]
    step = nice_step(max(ups) - min(downs), max(2, int((y1 - y0) // 26)))
    low = math.floor(min(downs) / step) * step
    high = max(math.ceil(max(ups) / step) * step, low + step)

    def across(at: int) -> float:
        return x0 + (x1 - x0) * at / (len(values) - 1)

    def down(value: int) -> float:
        return y1 - (y1 - y0) * (value - low) / (high - low)

    shapes = [
        tuple((across(at), down(value)) for at, value in enumerate(line)) for line in (values, ups, downs)
    ]
    labels = spread([shape[-1][1] for shape in shapes], label_height, y0, y1)
    ticks: list[Tick] = []
    for at, number in marks:
        if not ticks or across(at) - ticks[-1].at >= MARK_WIDTH:
            ticks.append(Tick(number, across(at)))
    lines = LineChart(
        width=width,
        height=height,
        left=x0,
        right=x1,
        top=y0,
        bottom=y1,
        zero=y1,
        y_ticks=tuple(Tick(value, down(value)) for value in range(low, high + 1, step)),
        x_ticks=tuple(ticks),
        restarts=(),
        curves=tuple(
            Curve((shape,), shape[-1], label, line[-1], DASHES[min(place, 1)])
            for place, (shape, label, line) in enumerate(
                zip(shapes, labels, (values, ups, downs), strict=True)
            )
        ),
    )
    return BandChart(lines, " ".join(f"{x:.1f},{y:.1f}" for x, y in (*shapes[1], *reversed(shapes[2]))))


MARK_WIDTH = 34.0  # of a year below a chart


def _parts(
    totals: Sequence[int], opens: Sequence[int], place: Callable[[int, int], Point]
) -> tuple[tuple[Point, ...], ...]:
    """The polylines of one account, cut where a further game begins."""
    return tuple(
        (place(start, 0), *(place(hand + 1, totals[hand]) for hand in range(start, min(stop, len(totals)))))
        for start, stop in zip(opens, [*opens[1:], len(totals)], strict=True)
        if start <= len(totals)
    )


def nice_step(span: int, parts: int) -> int:
    """The distance of ticks: 1, 2 or 5 times a power of ten, at most `parts` of them in the span."""
    least = max(1, math.ceil(span / parts))
    power = int("1" + "0" * (len(str(least)) - 1))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def hand_ticks(hands: int, width: float) -> tuple[int, ...]:
    """Hands to number below the chart: round numbers, never closer than they can be read."""
    step = nice_step(hands, max(1, int(width // 24)))
    return tuple(range(step, hands + 1, step))


def spread(wanted: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, `distance` apart, within low and high.

    Neighbours that touch form a block around the mean of what they wanted. When there is no room for
    all, they share what there is.
    """
    if len(wanted) > 1:
        distance = min(distance, (high - low) / (len(wanted) - 1))
    blocks: list[list[int]] = []
    starts: list[float] = []

    def start_of(block: Sequence[int]) -> float:
        mean = sum(wanted[index] - offset * distance for offset, index in enumerate(block)) / len(block)
        return max(min(mean, high - (len(block) - 1) * distance), low)

    for index in sorted(range(len(wanted)), key=lambda line: (wanted[line], line)):
        block = [index]
        while blocks and starts[-1] + len(blocks[-1]) * distance > start_of(block):
            block = [*blocks.pop(), *block]
            starts.pop()
        blocks.append(block)
        starts.append(start_of(block))
    places = [0.0] * len(wanted)
    for block, start in zip(blocks, starts, strict=True):
        for offset, index in enumerate(block):
            places[index] = start + offset * distance
    return places
