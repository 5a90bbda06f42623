"""The geometry of a chart of running totals: numbers in, places out. Paper and screen draw it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]


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

    @property
    def svg_parts(self) -> tuple[str, ...]:
        """The parts as the `points` of SVG polylines."""
        return tuple(" ".join(f"{x:.1f},{y:.1f}" for x, y in part) for part in self.parts)


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
) -> LineChart:
    """Lay out running totals: `series[account][hand]`, each account at nought before the first hand.

    The four margins are inside `width` and `height`; the right one is for the labels at the end of
    the lines. `restarts` are the hands (counted from 0) that open a further game.
    """
    hands = max((len(one) for one in series), default=0)
    x0, x1, y0, y1 = left, width - right, top, height - bottom
    values = [0, *(value for one in series for value in one)]
    step = nice_step(max(values) - min(values), max(2, int((y1 - y0) // 28)))
    low = math.floor(min(values) / step) * step
    high = max(math.ceil(max(values) / step) * step, low + step)

    def x_of(hand: float) -> float:
        return x0 + (x1 - x0) * hand / max(hands, 1)

    def y_of(value: int) -> float:
        return y1 - (y1 - y0) * (value - low) / (high - low)

    opens = [0, *sorted({hand for hand in restarts if 0 < hand < hands})]
    shapes = []
    for one in series:
        parts = []
        for start, stop in zip(opens, [*opens[1:], len(one)], strict=True):
            if start <= len(one):
                points = [(x_of(start), y_of(0))]
                points += [(x_of(hand + 1), y_of(one[hand])) for hand in range(start, min(stop, len(one)))]
                parts.append(tuple(points))
        shapes.append(tuple(parts))
    ends = [shape[-1][-1] for shape in shapes]
    labels = spread([y for _, y in ends], label_height, y0, y1)
    return LineChart(
        width=width,
        height=height,
        left=x0,
        right=x1,
        top=y0,
        bottom=y1,
        zero=y_of(0),
        y_ticks=tuple(Tick(value, y_of(value)) for value in range(low, high + 1, step)),
        x_ticks=tuple(Tick(hand, x_of(hand)) for hand in hand_ticks(hands, x1 - x0)),
        restarts=tuple(x_of(hand) for hand in opens[1:]),
        curves=tuple(
            Curve(shape, end, label, one[-1] if one else 0)
            for shape, end, label, one in zip(shapes, ends, labels, series, strict=True)
        ),
    )


def nice_step(span: int, parts: int) -> int:
    """The distance of ticks: 1, 2 or 5 times a power of ten, at most `parts` of them in the span."""
    least = max(1, math.ceil(span / parts))
    power = int("1" + "0" * (len(str(least)) - 1))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def hand_ticks(hands: int, width: float) -> tuple[int, ...]:
    """Hands to number below the chart: round numbers, never closer than they can be read."""
    step = nice_step(hands, max(1, int(width // 36)))
    return tuple(range(step, hands + 1, step))


def spread(wanted: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, `distance` apart, within low and high.

    Neighbours that touch form a block around the mean of what they wanted. When there is no room for
    all, they share what there is.
    """
    if not wanted:
        return []
    distance = min(distance, (high - low) / max(1, len(wanted) - 1)) if len(wanted) > 1 else distance
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    blocks: list[list[int]] = []
    tops: list[float] = []

    def place(block: list[int]) -> float:
        mean = sum(wanted[index] - offset * distance for offset, index in enumerate(block)) / len(block)
        return min(max(mean, low), high - (len(block) - 1) * distance)

    for index in order:
        block = [index]
        while blocks and tops[-1] + len(blocks[-1]) * distance > place(block) + 1e-9:
            block = [*blocks.pop(), *block]
            tops.pop()
        blocks.append(block)
        tops.append(place(block))
    places = [0.0] * len(wanted)
    for block, start in zip(blocks, tops, strict=True):
        for offset, index in enumerate(block):
            places[index] = start + offset * distance
    return places
