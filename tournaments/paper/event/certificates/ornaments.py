"""Shapes to decorate with: suits, leaves, scrolls, fine interlaced lines as on banknotes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from tournaments.paper.canvas import Outline, Point

HEART = Outline(
    (
        ("M", ((0.0, 0.46),)),
        ("C", ((-0.12, 0.28), (-0.48, 0.08), (-0.48, -0.18))),
        ("C", ((-0.48, -0.36), (-0.36, -0.46), (-0.23, -0.46))),
        ("C", ((-0.11, -0.46), (-0.03, -0.38), (0.0, -0.27))),
        ("C", ((0.03, -0.38), (0.11, -0.46), (0.23, -0.46))),
        ("C", ((0.36, -0.46), (0.48, -0.36), (0.48, -0.18))),
        ("C", ((0.48, 0.08), (0.12, 0.28), (0.0, 0.46))),
        ("Z", ()),
    )
)
DIAMOND = Outline(
    (
        ("M", ((0.0, -0.5),)),
        ("C", ((0.1, -0.3), (0.24, -0.13), (0.38, 0.0))),
        ("C", ((0.24, 0.13), (0.1, 0.3), (0.0, 0.5))),
        ("C", ((-0.1, 0.3), (-0.24, 0.13), (-0.38, 0.0))),
        ("C", ((-0.24, -0.13), (-0.1, -0.3), (0.0, -0.5))),
        ("Z", ()),
    )
)
SPADE = Outline(
    (
        ("M", ((0.0, -0.5),)),
        ("C", ((0.12, -0.3), (0.46, -0.08), (0.46, 0.16))),
        ("C", ((0.46, 0.31), (0.35, 0.38), (0.24, 0.38))),
        ("C", ((0.14, 0.38), (0.07, 0.33), (0.03, 0.26))),
        ("C", ((0.04, 0.37), (0.09, 0.45), (0.18, 0.5))),
        ("L", ((-0.18, 0.5),)),
        ("C", ((-0.09, 0.45), (-0.04, 0.37), (-0.03, 0.26))),
        ("C", ((-0.07, 0.33), (-0.14, 0.38), (-0.24, 0.38))),
        ("C", ((-0.35, 0.38), (-0.46, 0.31), (-0.46, 0.16))),
        ("C", ((-0.46, -0.08), (-0.12, -0.3), (0.0, -0.5))),
        ("Z", ()),
    )
)


def circle(x: float, y: float, radius: float) -> Outline:
    """A full circle."""
    bend = radius * 0.5523
    return Outline(
        (
            ("M", ((x + radius, y),)),
            ("C", ((x + radius, y + bend), (x + bend, y + radius), (x, y + radius))),
            ("C", ((x - bend, y + radius), (x - radius, y + bend), (x - radius, y))),
            ("C", ((x - radius, y - bend), (x - bend, y - radius), (x, y - radius))),
            ("C", ((x + bend, y - radius), (x + radius, y - bend), (x + radius, y))),
            ("Z", ()),
        )
    )


CLUB_STEM = Outline(
    (
        ("M", ((0.0, -0.05),)),
        ("C", ((0.04, 0.2), (0.05, 0.42), (0.18, 0.5))),
        ("L", ((-0.18, 0.5),)),
        ("C", ((-0.05, 0.42), (-0.04, 0.2), (0.0, -0.05))),
        ("Z", ()),
    )
)
CLUB_PARTS = (circle(0.0, -0.28, 0.21), circle(-0.25, 0.09, 0.21), circle(0.25, 0.09, 0.21), CLUB_STEM)
"""Overlapping shapes: each is filled for itself."""

SUITS: tuple[tuple[Outline, ...], ...] = ((SPADE,), (HEART,), CLUB_PARTS, (DIAMOND,))
"""Spades, hearts, clubs, diamonds, each a unit high around (0, 0)."""


def polygon(points: Sequence[Point]) -> Outline:
    """Straight lines back to where they began."""
    first, *others = points
    return Outline((("M", (first,)), *(("L", (point,)) for point in others), ("Z", ())))


def line(points: Sequence[Point]) -> Outline:
    """Straight lines, open; close enough together they are a curve."""
    first, *others = points
    return Outline((("M", (first,)), *(("L", (point,)) for point in others)))


def leaf(length: float, width: float) -> Outline:
    """A pointed leaf from (0, 0) to the right."""
    return Outline(
        (
            ("M", ((0.0, 0.0),)),
            ("C", ((length * 0.25, -width), (length * 0.7, -width * 0.8), (length, 0.0))),
            ("C", ((length * 0.7, width * 0.35), (length * 0.25, width * 0.5), (0.0, 0.0))),
            ("Z", ()),
        )
    )


def brushed(curve: Callable[[float], Point], thick: Callable[[float], float], steps: int = 48) -> Outline:
    """A stroke of changing width along a curve; both are functions of 0 … 1."""
    left: list[Point] = []
    right: list[Point] = []
    for step in range(steps + 1):
        at = step / steps
        x, y = curve(at)
        a, b = curve(max(0.0, at - 0.001)), curve(min(1.0, at + 0.001))
        run = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        nx, ny = -(b[1] - a[1]) / run, (b[0] - a[0]) / run
        half = thick(at) / 2
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    return polygon([*left, *reversed(right)])


def scroll(
    x: float, y: float, outer: float, inner: float, start: float, turns: float, weight: float
) -> Outline:
    """A spiral that rolls in from the outer radius to the inner one; `start` in degrees, clockwise."""

    def curve(at: float) -> Point:
        radius = inner + (outer - inner) * (1 - at) ** 1.5
        angle = math.radians(start + 360 * turns * at)
        return x + radius * math.cos(angle), y + radius * math.sin(angle)

    return brushed(curve, lambda at: weight * (0.25 + 0.75 * math.sin(math.pi * min(1.0, 0.12 + at * 0.88))))


@cache
def rosette(radius: float, inner: float, petals: int, rings: int = 3) -> tuple[Outline, ...]:
    """Interlaced waves around a point, as on a share certificate."""
    shapes = []
    steps = petals * 24
    for ring in range(rings):
        points = []
        for step in range(steps + 1):
            angle = 2 * math.pi * step / steps
            wave = (1 + math.cos(petals * angle + 2 * math.pi * ring / rings)) / 2
            far = inner + (radius - inner) * wave
            points.append((far * math.cos(angle), far * math.sin(angle)))
        shapes.append(line(points))
    return tuple(shapes)


@cache
def band(length: float, height: float, waves: int, strands: int = 4) -> tuple[Outline, ...]:
    """Interlaced waves from (0, 0) to the right, around the middle of the band."""
    shapes = []
    steps = waves * 16
    for strand in range(strands):
        shift = 2 * math.pi * strand / strands
        points = [
            (length * step / steps, height / 2 * math.sin(2 * math.pi * waves * step / steps + shift))
            for step in range(steps + 1)
        ]
        shapes.append(line(points))
    return tuple(shapes)


def laurel(radius: float, leaves: int = 11) -> list[Outline]:
    """Two branches that open at the top, around (0, 0)."""
    outlines = []
    for mirrored in (False, True):
        for number in range(leaves):
            angle = 96 + 160 * number / (leaves - 1)
            x, y = radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))
            long = radius * (0.5 - 0.016 * number)
            for side, lean in ((1.0, 128.0), (-1.0, 62.0)):
                outline = leaf(long, long * 0.36 * side).at(x, y, angle=angle + lean - 5)
                outlines.append(outline.at(0, 0, mirrored=mirrored))
    return outlines


def star(points: int, outer: float, inner: float) -> Outline:
    """A star around (0, 0) with a point upwards."""
    return polygon(
        [
            (
                (outer if step % 2 == 0 else inner) * math.sin(math.pi * step / points),
                -(outer if step % 2 == 0 else inner) * math.cos(math.pi * step / points),
            )
            for step in range(2 * points)
        ]
    )


def divider(x: float, y: float, size: float) -> list[Outline]:
    """A diamond between two strokes that run out."""
    outlines = [DIAMOND.at(x, y, size * 1.25)]
    for side in (-1, 1):
        ends = [(0.0, -0.075), (9.0, 0.0), (0.0, 0.075)]
        outlines.append(polygon([(x + side * size * (1.15 + a), y + size * b) for a, b in ends]))
        outlines.append(circle(x + side * size * 0.85, y, size * 0.13))
    return outlines
