"""A page that can do what only papers of events need: curves, pictures, stamps, text upside down."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader

from tournaments.paper.lettering import Face, Run, clean, width_of
from tournaments.paper.logos import Logo
from tournaments.paper.page import Align, Pdf

Point = tuple[float, float]
SAID = {"M": "m", "L": "l", "C": "c", "Z": "h"}  # a step of a line, in a PDF
PAINTED = {(True, False): "f*", (False, True): "S", (True, True): "B*", (False, False): "n"}  # filled? drawn?


@dataclass(frozen=True, slots=True)
class Outline:
    """Closed or open lines and curves around a point of their own; y grows downwards."""

    steps: tuple[tuple[Literal["M", "L", "C", "Z"], tuple[Point, ...]], ...]

    def mapped(self, change: Callable[[float, float], Point]) -> Outline:
        """The shape with every point changed."""
        return Outline(tuple((kind, tuple(change(x, y) for x, y in points)) for kind, points in self.steps))

    def at(
        self, x: float, y: float, scale: float = 1.0, *, angle: float = 0.0, mirrored: bool = False
    ) -> Outline:
        """The shape somewhere else: mirrored left to right first, then turned (degrees, clockwise)."""
        cos, sin, flip = math.cos(math.radians(angle)), math.sin(math.radians(angle)), -1 if mirrored else 1
        return self.mapped(
            lambda a, b: (x + scale * (flip * a * cos - b * sin), y + scale * (flip * a * sin + b * cos))
        )

    def joined(self, others: Iterable[Outline]) -> Outline:
        """Several shapes as one."""
        return Outline((*self.steps, *(step for other in others for step in other.steps)))


class EventPdf(Pdf):
    """A PDF of papers of an event being drawn."""

    _chapter = ""  # named with its first page
    _level = 0

    @contextmanager
    def chapter(self, title: str) -> Iterator[None]:
        """Bookmarks inside stand below this one."""
        self._chapter, self._level = title, 1
        yield
        self._chapter, self._level = "", 0

    def bookmark(self, title: str, level: int = 0) -> None:
        if self._chapter:
            super().bookmark(self._chapter)
            self._chapter = ""
        super().bookmark(title, level + self._level)

    def shape(
        self, shape: Outline, *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.7
    ) -> None:
        """Draw a shape; holes are where an even number of its lines lies around."""
        self._canvas.setDash()
        self._canvas.setLineJoin(1)
        self._canvas.setLineCap(1)
        if fill is not None:
            self._canvas.setFillColor(fill)
        if stroke is not None:
            self._canvas.setStrokeColor(stroke)
            self._canvas.setLineWidth(weight)
        drawn = " ".join(self._steps(shape))
        self._canvas.addLiteral(f"n {drawn} {PAINTED[fill is not None, stroke is not None]}")
        self._canvas.setLineCap(0)

    def _steps(self, shape: Outline) -> Iterator[str]:
        for kind, points in shape.steps:
            places = " ".join(self._place(x, y) for x, y in points)
            yield f"{places} {SAID[kind]}"

    def picture(self, logo: Logo, x: float, y: float, width: float, height: float) -> None:
        """A picture as large as goes into a box, in its middle."""
        scale = min(width / logo.width, height / logo.height)
        wide, high = logo.width * scale, logo.height * scale
        left, top = x + (width - wide) / 2, y + (height - high) / 2
        self._canvas.drawImage(
            ImageReader(io.BytesIO(logo.data)),
            left + self._dx,
            self._height - top - high,
            wide,
            high,
            mask="auto",  # what is transparent in the picture
        )

    @contextmanager
    def stamp(self, name: str) -> Iterator[None]:
        """What is drawn inside is kept once in the file; `stamped` puts it on pages."""
        self._canvas.beginForm(name, 0, 0, 2000, 2000)
        yield
        self._canvas.endForm()

    def has_stamp(self, name: str) -> bool:
        """Is there such a stamp already?"""
        return bool(self._canvas.hasForm(name))

    def stamped(self, name: str) -> None:
        """Put a stamp on this page."""
        self._canvas.doForm(name)

    def spaced(
        self, x: float, y: float, text: str, face: Face, tracking: float, align: Align = "left"
    ) -> None:
        """Write on a baseline with extra room between the letters, in points."""
        text = clean(text)
        if not tracking or not text:
            self.text(x, y, text, face, align)
            return
        wide = width_of(text, face) + tracking * (len(text) - 1) * face.squeeze
        start = x - {"left": 0.0, "right": wide, "centre": wide / 2}[align]
        self._tracking = tracking
        self.write(start, y, Run(text, face))
        self._tracking = 0.0

    @contextmanager
    def turned(self, width: float, height: float) -> Iterator[None]:
        """Draw upside down on a page of this size."""
        self._canvas.saveState()
        self._canvas.translate(width, height)
        self._canvas.rotate(180)
        self.upside_down = True
        yield
        self.upside_down = False
        self._canvas.restoreState()
