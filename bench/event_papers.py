"""What the papers of an event cost, beside a bare reportlab canvas with the same letters, lines and pictures.

Everything that is printed between the door and the prizes, in one file. What our file draws is written down
once (`recorded`) and then drawn again by nothing but calls of reportlab (`Bare`): the yardstick lays out
nothing and is told what the codes look like.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from PIL import Image
from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from bench.figure import Figure, in_turns

if TYPE_CHECKING:
    from tournaments.paper.event import Document

PEOPLE, MANY = 150, 1500
GOAL, GOAL_OF_MANY = (
    1.5,
    2,
)  # of ten times as many there is more that a bare canvas need not order and look up
Step = tuple[str, tuple[Any, ...]]
Point = tuple[float, float]


def measure(*, short: bool = False) -> Iterator[Figure]:
    """Everything of 150 people, then of ten times as many."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEV", "1")
    import django

    django.setup()
    yield figure(PEOPLE, turns=2 if short else 5)
    if not short:
        yield figure(MANY, turns=1)


def figure(people: int, turns: int) -> Figure:
    """All papers of so many people."""
    from tournaments.paper.event import printed

    documents = every_paper(people)
    steps = recorded(documents)

    def ours() -> float:
        forget()
        return _processor(lambda: printed(*documents))

    value, yardstick = in_turns(ours, lambda: _processor(lambda: bare(steps)), turns)
    return Figure(
        f"papers.{people}",
        f"everything on paper for {people} people in one file, printed for the first time",
        value * 1000,
        "ms",
        yardstick * 1000,
        "a bare reportlab canvas with the same letters, lines and pictures",
        GOAL if people == PEOPLE else GOAL_OF_MANY,
        size=people,
    )


def _processor(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def forget() -> None:
    """What was measured and drawn for an earlier file is not known."""
    from tournaments.paper import lettering, page
    from tournaments.paper.event.certificates import words
    from tournaments.paper.sheet import blank

    memories = {
        lettering: ("held", "_thousandths", "name_lines"),
        page: ("qr_rows", "qr_path"),
        words: ("_has_all",),
        blank: ("_entry",),
    }
    for module, names in memories.items():
        for name in names:
            if hasattr(module, name):  # an older commit may not have it
                getattr(module, name).cache_clear()


def every_paper(people: int) -> list[Document]:
    """The lists, cards, sheets and certificates of an event."""
    from tests.tournaments import event_samples as samples
    from tests.tournaments import money_samples
    from tournaments.paper.event import read_logo

    picture = io.BytesIO()
    Image.effect_noise((1600, 900), 90).convert("RGB").save(picture, "JPEG")
    logo = read_logo(picture.getvalue())
    tables = len(samples.tables(people))
    return [
        samples.participants(people),
        samples.participants(people, door=True),
        samples.seating(people, "name"),
        samples.seating(people, "table"),
        samples.cards(tables, "flat"),
        samples.cards(tables, "tent"),
        samples.score_sheets(people),
        samples.results(people),
        samples.standings(people, 5),
        samples.crosses(1, 20),
        samples.knockout(32, double=True),
        samples.corrections(40),
        money_samples.gifts(people),
        samples.protocol(people),
        *(
            samples.certificates(people, design=design, logo=logo)
            for design in ("classic", "modern", "cards")
        ),
    ]


# --- The yardstick ------------------------------------------------------------------------------------------


def recorded(documents: Sequence[Document]) -> list[Step]:
    """All that is drawn for these documents, each step the name of a function of `Bare` and its values."""
    from tournaments.paper.canvas import EventPdf, Outline
    from tournaments.paper.lettering import INK, Run
    from tournaments.paper.page import HAIR, dark_runs, qr_rows

    steps: list[Step] = []

    class Recorder(EventPdf):
        """Draws as always and writes down what."""

        def note(self, name: str, *values: Any) -> None:
            steps.append((name, values))

        def page(self, width: float, height: float) -> None:
            super().page(width, height)
            self.note("page", width, height)

        def bookmark(self, title: str, level: int = 0) -> None:
            super().bookmark(title, level)
            self.note("bookmark", title, level + self._level)

        def write(self, x: float, y: float, run: Run) -> None:
            super().write(x, y, run)
            face = run.face
            place = (x + self._dx, self._height - y)
            self.note("text", place, run.text, face.font, face.size, face.squeeze, face.color, self._tracking)

        def rule(
            self, x0: float, y0: float, x1: float, y1: float, weight: float = HAIR, color: Color = INK
        ) -> None:
            super().rule(x0, y0, x1, y1, weight, color)
            ends = (x0 + self._dx, self._height - y0, x1 + self._dx, self._height - y1)
            self.note("line", ends, weight, color)

        def fill(self, x: float, y: float, width: float, height: float, color: Color) -> None:
            super().fill(x, y, width, height, color)
            self.note("fill", (x + self._dx, self._height - y - height, width, height), color)

        def frame(
            self,
            x: float,
            y: float,
            width: float,
            height: float,
            weight: float = HAIR,
            color: Color = INK,
            radius: float = 0,
        ) -> None:
            super().frame(x, y, width, height, weight, color, radius)
            place = (x + self._dx, self._height - y - height, width, height)
            self.note("frame", place, weight, color, radius)

        def disc(self, x: float, y: float, radius: float, color: Color, filled: bool = True) -> None:
            super().disc(x, y, radius, color, filled)
            self.note("disc", x + self._dx, self._height - y, radius, color, filled)

        def polyline(
            self, points: Sequence[Point], weight: float, color: Color, dash: Sequence[float] = ()
        ) -> None:
            super().polyline(points, weight, color, dash)
            moved = [(x + self._dx, self._height - y) for x, y in points]
            drawn = [("L" if index else "M", point) for index, point in enumerate(moved)]
            self.note("path", drawn, None, color, weight, list(dash))

        def qr(self, x: float, y: float, size: float, content: str, error: Any = "m") -> None:
            super().qr(x, y, size, content, error)
            rows = qr_rows(content, error)
            edge = size / len(rows)
            boxes: list[tuple[float, float, float, float]] = []
            for line, row in enumerate(rows):
                low = self._height - y - (line + 1) * edge
                boxes += [
                    (x + self._dx + start * edge, low, length * edge, edge)
                    for start, length in dark_runs(row)
                ]
            self.note("boxes", boxes, INK)

        def shape(
            self,
            shape: Outline,
            *,
            fill: Color | None = None,
            stroke: Color | None = None,
            weight: float = 0.7,
        ) -> None:
            super().shape(shape, fill=fill, stroke=stroke, weight=weight)
            drawn = [
                (kind, tuple(number for x, y in points for number in (x + self._dx, self._height - y)))
                for kind, points in shape.steps
            ]
            self.note("path", drawn, fill, stroke, weight, [])

        def picture(self, logo: Any, x: float, y: float, width: float, height: float) -> None:
            super().picture(logo, x, y, width, height)
            scale = min(width / logo.width, height / logo.height)
            wide, high = logo.width * scale, logo.height * scale
            left, low = x + (width - wide) / 2 + self._dx, self._height - y - (height + high) / 2
            self.note("picture", logo.data, left, low, wide, high)

        @contextmanager
        def stamp(self, name: str) -> Iterator[None]:
            self.note("begin_form", name)
            with super().stamp(name):
                yield
            self.note("end_form")

        def stamped(self, name: str) -> None:
            super().stamped(name)
            self.note("form", name)

        @contextmanager
        def turned(self, width: float, height: float) -> Iterator[None]:
            self.note("turn", width, height)
            with super().turned(width, height):
                yield
            self.note("turn_back")

    drawing = import_module("tournaments.paper.event.drawing")
    with patch.object(drawing, "EventPdf", Recorder):
        drawing.drawn(*documents)
    return steps


def bare(steps: Sequence[Step]) -> bytes:
    """The file with these steps."""
    drawing = Bare()
    for name, values in steps:
        getattr(drawing, name)(*values)
    return drawing.save()


class Bare:
    """A canvas of reportlab, used as its handbook says."""

    def __init__(self) -> None:
        from tournaments.paper.lettering import PLAIN_FONT

        self.out = io.BytesIO()
        self.canvas = Canvas(
            self.out,
            pageCompression=1,
            invariant=1,
            initialFontName=PLAIN_FONT,  # type: ignore[arg-type]
        )
        self.begun = False
        self.marks = 0
        self.pictures: dict[bytes, ImageReader] = {}

    def save(self) -> bytes:
        self.canvas.save()
        return self.out.getvalue()

    def page(self, width: float, height: float) -> None:
        if self.begun:
            self.canvas.showPage()
        self.begun = True
        self.canvas.setPageSize((width, height))

    def bookmark(self, title: str, level: int) -> None:
        self.marks += 1
        self.canvas.bookmarkPage(str(self.marks))
        self.canvas.addOutlineEntry(title, str(self.marks), level)

    def text(
        self, place: Point, text: str, font: str, size: float, squeeze: float, color: Color, tracking: float
    ) -> None:
        line = self.canvas.beginText(*place)
        line.setFont(font, size)
        line.setHorizScale(100 * squeeze)
        line.setFillColor(color)
        line.setCharSpace(tracking)
        line.textOut(text)
        self.canvas.drawText(line)

    def line(self, ends: tuple[float, float, float, float], weight: float, color: Color) -> None:
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeColor(color)
        self.canvas.setDash()
        self.canvas.line(*ends)

    def fill(self, place: tuple[float, float, float, float], color: Color) -> None:
        self.canvas.setFillColor(color)
        self.canvas.rect(*place, stroke=0, fill=1)

    def frame(
        self, place: tuple[float, float, float, float], weight: float, color: Color, radius: float
    ) -> None:
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeColor(color)
        self.canvas.setDash()
        self.canvas.roundRect(*place, radius, stroke=1, fill=0)

    def disc(self, x: float, y: float, radius: float, color: Color, filled: bool) -> None:
        self.canvas.setLineWidth(0.7)
        self.canvas.setFillColor(color)
        self.canvas.setStrokeColor(color)
        self.canvas.setDash()
        self.canvas.circle(x, y, radius, stroke=int(not filled), fill=int(filled))

    def path(
        self,
        drawn: Sequence[tuple[str, tuple[float, ...]]],
        fill: Color | None,
        stroke: Color | None,
        weight: float,
        dash: list[float],
    ) -> None:
        path = self.canvas.beginPath()
        drawing: dict[str, Any] = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for kind, numbers in drawn:
            drawing[kind](*numbers)
        self.canvas.setDash(dash)
        if fill is not None:
            self.canvas.setFillColor(fill)
        if stroke is not None:
            self.canvas.setStrokeColor(stroke)
            self.canvas.setLineWidth(weight)
        self.canvas.drawPath(path, stroke=int(stroke is not None), fill=int(fill is not None), fillMode=0)

    def boxes(self, boxes: Sequence[tuple[float, float, float, float]], color: Color) -> None:
        path = self.canvas.beginPath()
        for box in boxes:
            path.rect(*box)
        self.canvas.setFillColor(color)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def picture(self, data: bytes, x: float, y: float, width: float, height: float) -> None:
        if data not in self.pictures:
            self.pictures[data] = ImageReader(io.BytesIO(data))
        self.canvas.drawImage(self.pictures[data], x, y, width, height, mask="auto")

    def begin_form(self, name: str) -> None:
        self.canvas.beginForm(name, 0, 0, 2000, 2000)

    def end_form(self) -> None:
        self.canvas.endForm()

    def form(self, name: str) -> None:
        self.canvas.doForm(name)

    def turn(self, width: float, height: float) -> None:
        self.canvas.saveState()
        self.canvas.translate(width, height)
        self.canvas.rotate(180)

    def turn_back(self) -> None:
        self.canvas.restoreState()


if __name__ == "__main__":
    for each in measure():
        print(each.name, f"{each.value:.0f} ms", f"{each.yardstick:.0f} ms", f"{each.ratio:.2f}", flush=True)
