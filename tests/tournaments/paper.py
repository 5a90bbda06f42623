"""Reading PDFs back: their words, their fonts, their QR codes, and where every word stands."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pypdf
import pytest
import zxingcpp
from django.utils import translation
from PIL import Image, ImageDraw

from tournaments.paper.lettering import Run, width_of
from tournaments.paper.page import Pdf

LONGEST_NAME = "Maximiliane Freifrau von und zu Hohenlohe-Langenburg-Weikers"
NAMES = (
    "Łukasz Żółć",
    "Đorđe Šarić",
    "Gökçe Yıldız",
    "Žižka Ñandú-Peña",
    "Ion Ştefănescu",
    LONGEST_NAME,
    "Őry Gábor",
    "Nguyễn Thị Hồng",
    "Karl-Heinz Müller-Lüdenscheidt",
    "Jo",
    "Zoë ♠♥♦♣",
    "Wolfeschlegelsteinhausenbergerdorff" + "x" * 25,
)
"""Twelve people who are hard on a sheet of paper."""


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters on a page, with the box it fills."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Word) -> bool:
        """Do the two boxes share more than a hair?"""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return self.page == other.page and across > 0.6 and down > 0.6


@dataclass(slots=True)
class Written:
    """Everything that was written while a sheet was drawn."""

    words: list[Word] = field(default_factory=list)
    sizes: dict[int, tuple[float, float]] = field(default_factory=dict)

    def outside(self, margin: float = 20.0) -> list[Word]:
        """Words that leave the page or run into its edge, where printers cannot print."""
        return [
            word
            for word in self.words
            if word.left < margin
            or word.top < margin
            or word.right > self.sizes[word.page][0] - margin
            or word.bottom > self.sizes[word.page][1] - margin
        ]

    def overlapping(self) -> list[tuple[str, str]]:
        """Pairs of words that stand on each other."""
        ordered = sorted(self.words, key=lambda word: (word.page, word.top))
        pairs = []
        for place, word in enumerate(ordered):
            for other in ordered[place + 1 :]:
                if other.page != word.page or other.top > word.bottom:
                    break
                if word.touches(other):
                    pairs.append((word.text, other.text))
        return pairs


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """Note where every run of letters goes, and how large the pages are."""
    written = Written()
    write, page = Pdf.write, Pdf.page

    def noting_write(self: Pdf, x: float, y: float, run: Run) -> None:
        size, left = run.face.size, x + self._dx
        right = left + width_of(run.text, run.face)
        box = (left, y - 0.72 * size, right, y + 0.14 * size)
        if self.upside_down:
            width, height = written.sizes[self.pages]
            box = (width - box[2], height - box[3], width - box[0], height - box[1])
        written.words.append(Word(self.pages, run.text, *box))
        write(self, x, y, run)

    def noting_page(self: Pdf, width: float, height: float) -> None:
        page(self, width, height)
        written.sizes[self.pages] = (width, height)

    with monkeypatch.context() as patch:
        patch.setattr(Pdf, "write", noting_write)
        patch.setattr(Pdf, "page", noting_page)
        yield written


@contextmanager
def wordy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language that needs two fifths more letters than English for everything."""
    speak = translation._trans.gettext  # type: ignore[attr-defined]

    def longer(message: str) -> str:
        translated = str(speak(message))
        extra = "ö" * -(-2 * len(re.sub(r"\{\w+\}", "", translated)) // 5)
        return translated + (" " if " " in translated else "") + extra if translated else translated

    with monkeypatch.context() as patch:
        patch.setattr(translation._trans, "gettext", longer)  # type: ignore[attr-defined]
        yield


def reader(data: bytes) -> pypdf.PdfReader:
    """The opened file."""
    return pypdf.PdfReader(io.BytesIO(data))


@lru_cache(maxsize=8)
def text_of(data: bytes) -> str:
    """All words of all pages, one space between them. To read takes long: once for each file."""
    return plain(" ".join(page.extract_text() for page in reader(data).pages))


def plain(text: str) -> str:
    """Without line ends: a sentence may be broken anywhere."""
    return " ".join(text.split())


def glued(text: str) -> str:
    """Without any space at all."""
    return "".join(text.split())


def fonts_of(data: bytes) -> dict[str, bool]:
    """The names of all fonts a file refers to, and whether they are embedded."""
    embedded = {}
    for page in reader(data).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            described = font.get_object().get("/FontDescriptor", {})
            embedded[str(font.get_object()["/BaseFont"])] = "/FontFile2" in described
    return embedded


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as a phone sees it."""

    text: str
    level: str  # of error correction: L, M, Q, H
    width: float  # of its dark square, in points


def codes_of(data: bytes, scale: float = 3.0) -> list[str]:
    """What a phone reads from the dark rectangles of each page."""
    return [code.text for code in seen_codes(data, scale)]


def seen_codes(data: bytes, scale: float = 3.0) -> list[Code]:
    """The codes of all pages, whichever way up they stand."""
    return [code for page in reader(data).pages for code in _read(page, scale)]


def _read(page: pypdf.PageObject, scale: float) -> Iterator[Code]:
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    image = Image.new("L", (int(width * scale), int(height * scale)), 255)
    draw = ImageDraw.Draw(image)
    for x, y, wide, high in _rectangles(page):
        box = (x * scale, (height - y - high) * scale, (x + wide) * scale - 1, (height - y) * scale - 1)
        draw.rectangle([round(edge) for edge in box], fill=0)
    for code in zxingcpp.read_barcodes(image):
        corners = code.position
        across = corners.top_right.x - corners.top_left.x, corners.top_right.y - corners.top_left.y
        yield Code(code.text, code.ec_level, math.hypot(*across) / scale)


Matrix = tuple[float, float, float, float, float, float]


def _rectangles(page: pypdf.PageObject) -> Iterator[tuple[float, float, float, float]]:
    """The rectangles of paths that have hundreds of them, where they stand on the page."""
    pending: list[tuple[float, float, float, float]] = []
    here: Matrix = (1, 0, 0, 1, 0, 0)
    saved: list[Matrix] = []
    content = page.get_contents()
    for operands, operator in content.operations if content is not None else []:
        if operator == b"q":
            saved.append(here)
        elif operator == b"Q":
            here = saved.pop()
        elif operator == b"cm":
            here = _within(here, [float(operand) for operand in operands])
        elif operator == b"re":
            x, y, wide, high = (float(operand) for operand in operands)
            pending.append(_placed(here, x, y, wide, high))
        elif operator in (b"f", b"f*", b"S", b"n", b"B"):
            if len(pending) > 100:
                yield from pending
            pending = []


def _within(outer: Matrix, inner: Sequence[float]) -> Matrix:
    """First the inner change of places, then the outer one."""
    a, b, c, d, e, f = inner
    m, n, o, p, q, r = outer
    return (
        *(a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p),
        *(e * m + f * o + q, e * n + f * p + r),
    )


def _placed(here: Matrix, x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = here
    ends = [(a * u + c * v + e, b * u + d * v + f) for u, v in ((x, y), (x + wide, y + high))]
    left, right = sorted(end[0] for end in ends)
    low, up = sorted(end[1] for end in ends)
    return left, low, right - left, up - low
