"""Letters on paper: the fonts, the colours, and text that fits its place."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournaments.paper.titles import NO_BREAK as NO_BREAK
from tournaments.paper.titles import clean as clean

INK = HexColor(0x16161A)
ACCENT = HexColor(0x9B1C31)  # the red of the suits; in black and white a dark grey
GREY = HexColor(0x5F5F68)
FAINT = HexColor(0x9A9AA3)  # letters to circle
PALE = HexColor(0xB4B4BC)  # rules between rows
WHITE = HexColor(0xFFFFFF)
TINT = HexColor(0xF3F1EE)  # a ground that survives a photocopier


PLAIN_FONT, BOLD_FONT = "StammtischSans", "StammtischSans-Bold"
SERIF_FONT, ITALIC_FONT = "StammtischSerif", "StammtischSerif-Italic"
ELLIPSIS = "…"
COUNTED = re.compile(r"(?<=\d) (?=[^\W\d_]|[€%])")

Family = Literal["sans", "serif", "italic"]


LETTER_CASE = threading.Lock()
"""Whoever takes letters out of the fonts holds it: their reader has one place in the file for everybody."""


@cache
def load_fonts() -> None:
    """Register the fonts once per process; a file holds those it uses."""
    folder = Path(__file__).parent / "fonts"
    pdfmetrics.registerFont(TTFont(PLAIN_FONT, str(folder / "DejaVuSans.ttf")))
    pdfmetrics.registerFont(TTFont(BOLD_FONT, str(folder / "DejaVuSans-Bold.ttf")))
    pdfmetrics.registerFont(TTFont(SERIF_FONT, str(folder / "EBGaramond-Regular.ttf")))
    pdfmetrics.registerFont(TTFont(ITALIC_FONT, str(folder / "EBGaramond-Italic.ttf")))


@dataclass(frozen=True, slots=True)
class Face:
    """How a text looks. `squeeze` 0.9 is the condensed cut of the font, drawn from the normal one."""

    size: float
    bold: bool = False
    color: Color = field(default=INK, hash=False)  # no width depends on it
    squeeze: float = 0.9
    family: Family = "sans"

    @property
    def font(self) -> str:
        if self.family != "sans":
            return SERIF_FONT if self.family == "serif" else ITALIC_FONT
        return BOLD_FONT if self.bold else PLAIN_FONT

    @property
    def leading(self) -> float:
        """From baseline to baseline."""
        return self.size * 1.28

    def sized(self, factor: float) -> Face:
        """The same face, larger or smaller."""
        return replace(self, size=self.size * factor)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one face."""

    text: str
    face: Face


@lru_cache(maxsize=4_000)
def held(text: str) -> str:
    """A number and what it counts stand on one line."""
    return COUNTED.sub(NO_BREAK, clean(text))


def width_of(text: str, face: Face) -> float:
    """How wide a text prints."""
    return 0.001 * face.size * _thousandths(text, face.font) * face.squeeze


@lru_cache(maxsize=4_000)
def _thousandths(text: str, font: str) -> float:
    """How wide a text is in thousandths of the size of its letters. Layouts try words in many sizes."""
    load_fonts()
    return pdfmetrics.stringWidth(text, font, 1000)


def fit(text: str, face: Face, width: float, least: float = 5.5) -> Run:
    """The text as it goes into a width: smaller, then narrower, then cut with an ellipsis."""
    text = clean(text)
    wide = width_of(text, face)
    if wide <= width:
        return Run(text, face)
    face = replace(face, size=max(min(least, face.size), face.size * width / wide))
    if width_of(text, face) > width:
        squeeze = max(face.squeeze * 0.86, face.squeeze * width / width_of(text, face))
        face = replace(face, squeeze=squeeze)
    if width_of(text, face) <= width * 1.0001:
        return Run(text, face)
    beginning = text
    while beginning and width_of(beginning.rstrip() + ELLIPSIS, face) > width:
        beginning = beginning[:-1]
        while beginning and unicodedata.combining(text[len(beginning)]):
            beginning = beginning[:-1]
    return Run(beginning.rstrip(" ,;-–") + ELLIPSIS if beginning else "", face)


def fit_lines(text: str, face: Face, width: float, least: float) -> list[Run]:
    """A name on one or two lines: whole words, smaller where that helps, the second line cut if need be."""
    text = clean(text)
    size = face.size
    while size >= least:
        smaller = replace(face, size=size)
        lines = _at_a_space(text, smaller, width) or wrap(text, smaller, width)
        if len(lines) <= 2 and all(width_of(word, smaller) <= width for word in _words(text)):
            return [Run(line, smaller) for line in lines]
        size -= 0.2
    small = replace(face, size=min(least, face.size))
    first = next(iter(_words(text)), "")
    if width_of(first, small) > width:
        return [fit(text, small, width, least)]
    first = wrap(text, small, width)[0]
    return [Run(first, small), fit(text[len(first) :], small, width, least)]


@lru_cache(maxsize=4_000)
def name_lines(text: str, face: Face, width: float) -> tuple[str, ...]:
    """A name, a club, a pair as lines of one size: whole words, two alike rather than one long and one short.

    Of several people each is kept together as long as one of them fits on a line.
    """
    text = held(text)
    if width_of(text, face) <= width:
        return (text,)
    for sign in ("·", "/", "&"):
        people = text.split(f" {sign} ")
        if len(people) > 1:
            return tuple(_person_by_person(people, sign, face, width))
    return tuple(_at_a_space(text, face, width) or wrap(text, face, width))


def _person_by_person(people: Sequence[str], sign: str, face: Face, width: float) -> Iterator[str]:
    line = ""
    for place, person in enumerate(people):
        person += f" {sign}" if place < len(people) - 1 else ""
        if line and width_of(f"{line} {person}", face) <= width:
            line = f"{line} {person}"
            continue
        *whole, line = [*([line] if line else []), *name_lines(person, face, width)]
        yield from whole
    yield line


def longest_piece(text: str, face: Face) -> float:
    """The width of the longest part of a text that is not broken."""
    return max((width_of(word, face) for word in _words(held(text).replace("/", "/ "))), default=0.0)


def _at_a_space(text: str, face: Face, width: float) -> list[str] | None:
    """One line, or two of much the same length broken between words; None when that does not fit."""
    words = text.split(" ")
    cuts = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    if width_of(text, face) <= width or not cuts:
        return [text] if width_of(text, face) <= width else None
    best = min(cuts, key=lambda lines: max(width_of(line, face) for line in lines))
    return best if all(width_of(line, face) <= width for line in best) else None


def _words(text: str) -> list[str]:
    """What a line may end with."""
    return text.replace("-", "- ").split(" ")


def wrap(text: str, face: Face, width: float) -> list[str]:
    """Lines of at most this width, broken at spaces and after hyphens; a longer word is cut up."""
    return [" ".join(run.text for run in line) for line in wrap_runs([Run(text, face)], width)]


def wrap_evenly(text: str, face: Face, width: float) -> list[str]:
    """As many lines as needed, but of much the same length: no single word on the last one."""
    lines = wrap(text, face, width)
    low, high = width / 2, width
    for _ in range(6 if len(lines) > 1 else 0):
        middle = (low + high) / 2
        narrower = wrap(text, face, middle)
        if len(narrower) == len(lines):
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def wrap_runs(runs: Sequence[Run], width: float) -> list[list[Run]]:
    """Words of several faces as lines; each run of a line is followed by a space."""
    lines: list[list[Run]] = [[]]
    used = 0.0
    for run in runs:
        space = width_of(" ", run.face)
        for word in held(run.text).split(" "):
            for piece, glued in _pieces(word, run.face, width):
                wide = width_of(piece, run.face)
                gap = 0.0 if glued or not lines[-1] else space
                if lines[-1] and used + gap + wide > width:
                    lines.append([])
                    used, gap, glued = 0.0, 0.0, False
                last = lines[-1][-1] if lines[-1] else None
                if last is not None and last.face == run.face:
                    lines[-1][-1] = Run(last.text + ("" if glued else " ") + piece, run.face)
                else:
                    lines[-1].append(Run(piece, run.face))
                used += gap + wide
    return lines


def _pieces(word: str, face: Face, width: float) -> Iterator[tuple[str, bool]]:
    """A word where it may be broken: after hyphens, and anywhere when it is wider than the line."""
    if word and width_of(word, face) <= width and not any(sign in word[1:] for sign in "-–/"):
        yield word, False
        return
    start = 0
    for index, char in enumerate(word):
        last = index == len(word) - 1
        full = not last and width_of(word[start : index + 2], face) > width
        if last or full or (char in "-–/" and index > start):
            yield word[start : index + 1], start > 0
            start = index + 1


def shortened(text: str, face: Face, width: float, most: int) -> list[str]:
    """The text as at most so many lines, the last one cut with an ellipsis."""
    lines = wrap(text, face, width)
    if len(lines) <= most:
        return [line for line in lines if line]
    last = lines[most - 1]
    while last and width_of(last + " " + ELLIPSIS, face) > width:
        last = last.rpartition(" ")[0]
    return [*lines[: most - 1], f"{last} {ELLIPSIS}".strip()]


def word_or_sign(word: str, sign: str, face: Face, width: float) -> Run:
    """A column head where it can be read, else its sign."""
    run = fit(word, face, width, least=face.size * 0.86)
    return run if run.text == clean(word) else Run(sign, face)
