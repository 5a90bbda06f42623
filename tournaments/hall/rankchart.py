"""Everybody's way up and down: places round by round, as lines that can be followed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

ROW = 20.0
LEFT = 26.0
RIGHT = 166.0
TOP = 24.0
BOTTOM = 6.0


@dataclass(frozen=True, slots=True)
class Bump:
    """One way through the rounds, and where its name stands."""

    entrant: int
    points: str  # of an SVG polyline
    dots: tuple[tuple[float, float], ...]
    y: float  # of its name
    last: int  # place after the last round
    strong: bool
    place: int  # among the strong ones, from 0: its colour and pattern


@dataclass(frozen=True, slots=True)
class RankChart:
    """Places from the upper left corner, y downwards."""

    width: float
    height: float
    left: float
    right: float
    columns: tuple[tuple[int, float], ...]  # (round, x)
    rows: tuple[tuple[int, float], ...]  # (place, y)
    lines: tuple[Bump, ...]  # the weak ones first, so that the strong ones lie above them


@dataclass(frozen=True, slots=True)
class FollowedChart:
    """The chart with its words: what it shows, heads of its columns with their x, whom a line leads to."""

    title: str
    chart: RankChart
    heads: tuple[tuple[str, float], ...]
    lines: tuple[tuple[Bump, str, int], ...]


def rank_chart(
    ranks: Mapping[int, Sequence[int | None]],
    rounds: Sequence[int],
    *,
    strong: Collection[int] = (),
    most: int = 40,
    width: float = 520.0,
) -> RankChart:
    """The chart of `ranks[entrant][round]`; at most `most` lines, the best ones and those that are strong.

    Names stand in one column in the order of the last round, each in a row of its own: shared places
    do not lie on one another.
    """
    placed = {entrant: places for entrant, places in ranks.items() if places and places[-1] is not None}
    order = sorted(placed, key=lambda entrant: (placed[entrant][-1] or 0, entrant))
    shown = [entrant for number, entrant in enumerate(order) if number < most or entrant in strong]
    worst = max([2, *(rank for entrant in shown for rank in placed[entrant] if rank is not None)])
    rows = max(len(shown), min(worst, most))  # who was further down is drawn in the last row
    x0, x1 = LEFT, width - RIGHT
    step = (x1 - x0) / max(len(rounds) - 1, 1)
    high = TOP + ROW / 2

    def x(number: int) -> float:
        return x0 + step * number if len(rounds) > 1 else x1

    def y(rank: int) -> float:
        return high + ROW * (min(rank, rows) - 1)

    lines = []
    colours = 0
    for row, entrant in enumerate(shown):
        places = placed[entrant]
        dots = [(x(number), y(rank)) for number, rank in enumerate(places[:-1]) if rank is not None]
        name = high + ROW * row
        dots.append((x(len(places) - 1), name))
        lines.append(
            Bump(
                entrant=entrant,
                points=" ".join(f"{px:.1f},{py:.1f}" for px, py in dots),
                dots=tuple(dots),
                y=name,
                last=places[-1] or 0,
                strong=entrant in strong,
                place=colours if entrant in strong else 0,
            )
        )
        colours += entrant in strong
    marks = sorted({1, *range(5, rows + 1, 5)})
    return RankChart(
        width=width,
        height=TOP + BOTTOM + ROW * rows,
        left=x0,
        right=x1,
        columns=tuple((number, x(place)) for place, number in enumerate(rounds)),
        rows=tuple((mark, y(mark)) for mark in marks),
        lines=tuple(sorted(lines, key=lambda line: (line.strong, -line.y))),
    )
