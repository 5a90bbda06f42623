"""The end of an evening as a picture that people send to their friends: a card on green felt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from reportlab.lib.colors import HexColor

from tournaments.engines.charts import spread
from tournaments.paper.canvas import EventPdf, Outline
from tournaments.paper.lettering import ACCENT, Face, Run, fit, name_lines, shortened, width_of, wrap_runs
from tournaments.paper.page import Align, Area
from tournaments.paper.raster import as_png
from tournaments.paper.sheet.inputs import PrintedEnding, PrintedPlace

FELT, CARD, INK, QUIET = HexColor(0x14583C), HexColor(0xFFFDF8), HexColor(0x17201B), HexColor(0x566059)
LINE, NOUGHT = HexColor(0xD9D2C3), HexColor(0xA9A18F)
HEIGHTS = (1.0, 0.76, 0.58)  # of the podium, from the first on
STEPS = (FELT, HexColor(0x3F7A61), HexColor(0x5F8A7B))
LINES = (ACCENT, FELT, HexColor(0xB0501A), HexColor(0x2A4F8F), HexColor(0x7D2B6B), HexColor(0x6B6413))
TALL, WIDE = (1080.0, 1350.0), (1200.0, 630.0)
MARGIN, RADIUS, ROUND = 40.0, 44.0, 0.5523  # how far a quarter of a circle is bent
SUITS = (("♠", INK), ("♥", ACCENT), ("♣", INK), ("♦", ACCENT))
LISTED, BESIDE_CURVE = 7, 3  # places behind the podium that are named
PEOPLE = re.compile(r" [&/] ")  # between those who score together
DRAWN = 6  # lines
MEDALS = 3


@dataclass(frozen=True, slots=True)
class _Sizes:
    """How large letters are, in pixels of the picture."""

    title: float
    small: float
    name: float
    points: float


LARGE, SMALL = _Sizes(74, 27, 40, 58), _Sizes(52, 21, 28, 40)


def ending_picture(ending: PrintedEnding, *, wide: bool = False) -> bytes:
    """The picture as PNG."""
    width, height = WIDE if wide else TALL
    paper = EventPdf(title=ending.title, author=ending.club)
    paper.page(width, height)
    paper.fill(0, 0, width, height, FELT)
    paper.shape(rounded(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, RADIUS), fill=CARD)
    inner = Area(MARGIN + 56, MARGIN + 50, width - 2 * MARGIN - 112, height - 2 * MARGIN - 100)
    (_wide if wide else _tall)(paper, inner, ending)
    return as_png(paper.save())


def _tall(paper: EventPdf, area: Area, ending: PrintedEnding) -> None:
    y = _head(paper, area, ending, LARGE, lines=2)
    foot = _foot(paper, area, ending, LARGE)
    words = list(_words(ending, area.width, LARGE.small * 1.12))
    start = foot - 34 - sum(step for _runs, step in words)
    curve = 230.0 if _has_curve(ending) else 0.0
    behind = ending.places[3 : 3 + (BESIDE_CURVE if curve else LISTED)]
    rows = LARGE.small * 1.6 * len(behind)
    podium = min(start - y - curve - rows - 50, 620.0)
    y = _podium(paper, Area(area.x, y + 10, area.width, podium), ending.places, LARGE) + 8
    for place in behind:
        y += LARGE.small * 1.6
        _place(paper, area, y, place, LARGE.small)
    if curve:
        _curve(paper, Area(area.x, y + 40, area.width, start - y - 64), ending, LARGE.small * 0.9)
    _write(paper, area.x, start, words)


def _wide(paper: EventPdf, area: Area, ending: PrintedEnding) -> None:
    half = area.width * 0.53
    left = Area(area.x, area.y, half, area.height)
    right = Area(area.x + half + 44, area.y, area.width - half - 44, area.height)
    y = _head(paper, left, ending, SMALL, lines=2)
    _podium(paper, Area(left.x, y + 6, half, left.bottom - y - 6), ending.places, SMALL)
    foot = _foot(paper, right, ending, SMALL, align="right")
    words = list(_words(ending, right.width, SMALL.small))
    room = sum(step for _runs, step in words)
    while words and room > right.height * 0.58:
        room -= words.pop()[1]
    start = foot - 20 - room
    if _has_curve(ending):
        _curve(paper, Area(right.x, right.y, right.width, start - right.y - 24), ending, SMALL.small * 0.85)
    else:
        y = right.y
        for place in ending.places[3 : 3 + min(LISTED, int((start - right.y - 20) / (SMALL.small * 1.7)))]:
            y += SMALL.small * 1.7
            _place(paper, right, y, place, SMALL.small)
    _write(paper, right.x, start, words)


# --- pieces ---------------------------------------------------------------------------------------------


def _head(paper: EventPdf, area: Area, ending: PrintedEnding, sizes: _Sizes, lines: int) -> float:
    """What was played and when, and what the evening is called; returns where it ends."""
    above = ending.sample or " · ".join(filter(None, (ending.game, ending.date, ending.played)))
    y = area.y + sizes.small
    paper.fitted(area.x, y, above, Face(sizes.small, color=ACCENT if ending.sample else QUIET), area.width)
    face = Face(sizes.title, color=INK, squeeze=1.0, family="serif")
    if width_of(ending.title, face) > area.width:
        face = face.sized(0.78)
    for line in shortened(ending.title, face, area.width, lines):
        y += face.size * 1.06
        paper.fitted(area.x, y, line, face, area.width)
    return y + sizes.small * 0.7


def _foot(paper: EventPdf, area: Area, ending: PrintedEnding, sizes: _Sizes, align: Align = "left") -> float:
    """The club, and the suits; returns where it begins."""
    y = area.bottom
    face = Face(sizes.small * 0.95, color=QUIET)
    x = area.right
    for suit, color in reversed(SUITS):
        x -= paper.text(x, y, suit, Face(sizes.small * 1.05, color=color, squeeze=1.0), "right") + 8
    name = paper.text(x - 6, y, "Stammtisch", face, "right")
    if align == "left":
        paper.fitted(area.x, y, ending.club, Face(sizes.small, bold=True, color=INK), x - name - area.x - 40)
    return y - sizes.small


def _podium(paper: EventPdf, area: Area, places: Sequence[PrintedPlace], sizes: _Sizes) -> float:
    """The first three as steps, the first in the middle; returns where they end."""
    three = _three(places)
    order = [three[at] for at in (1, 0, 2) if at < len(three)] if len(three) > 2 else three
    gap = 14.0
    wide = min((area.width - gap * (len(order) - 1)) / len(order), area.width * 0.42)
    left = area.x + (area.width - wide * len(order) - gap * (len(order) - 1)) / 2
    faces = [Face(sizes.name, bold=step == 0, color=INK) for step, _place in order]
    names = [_name(place.name, face, wide - 8) for face, (_step, place) in zip(faces, order, strict=True)]
    rooms = [sum(run.face.size * 1.14 for run in lines) + 18 for lines in names]
    high = min(
        (area.height - room) / HEIGHTS[step] for room, (step, _place) in zip(rooms, order, strict=True)
    )
    for at, (step, place) in enumerate(order):
        x, tall = left + at * (wide + gap), high * HEIGHTS[step]
        top = area.bottom - tall
        paper.shape(rounded(x, top, wide, tall, 18, below=False), fill=STEPS[step])
        up = top - 16
        for run in reversed(names[at]):
            paper.text(x + wide / 2, up, run.text, run.face, "centre")
            up -= run.face.size * 1.14
        number = Face(sizes.points * 0.62, color=CARD, squeeze=1.0, family="serif")
        paper.text(x + wide / 2, top + number.size * 1.15, f"{place.place}.", number, "centre")
        paper.fitted(
            x + wide / 2,
            area.bottom - sizes.points * 0.5,
            place.points,
            Face(sizes.points, bold=True, color=CARD),
            wide - 16,
            "centre",
            least=sizes.points * 0.4,
        )
    return area.bottom


def _three(places: Sequence[PrintedPlace]) -> list[tuple[int, PrintedPlace]]:
    """Who stands on which step; of the same place of the same height."""
    first: dict[str, int] = {}
    for at, place in enumerate(places[:3]):
        first.setdefault(place.place, at)
    return [(first[place.place], place) for place in places[:3]]


def _name(name: str, face: Face, width: float) -> list[Run]:
    """Whole, as large as it goes on a few lines; each of several people begins one of his own if he can."""
    for factor, most in ((1.0, 2), (0.86, 2), (0.86, 3), (0.72, 3), (0.62, 4), (0.55, 5)):
        smaller = face.sized(factor)
        lines = name_lines(name, smaller, width)
        if len(lines) <= most and all(width_of(line, smaller) <= width for line in lines):
            return [Run(line, smaller) for line in lines]
    smaller = face.sized(0.55)
    return [fit(line, smaller, width, smaller.size * 0.8) for line in shortened(name, smaller, width, 5)]


def _place(paper: EventPdf, area: Area, y: float, place: PrintedPlace, size: float) -> None:
    """Somebody who is not on the podium, on a line."""
    plain = Face(size, color=INK)
    points = paper.text(area.right, y, place.points, Face(size, bold=True, color=INK), "right")
    paper.text(area.x, y, f"{place.place}.", Face(size, color=QUIET))
    paper.fitted(area.x + size * 2, y, place.name, plain, area.width - points - size * 3, least=size * 0.7)
    paper.rule(area.x, y + size * 0.5, area.right, y + size * 0.5, 1.5, LINE)


def _words(ending: PrintedEnding, width: float, size: float) -> Iterator[tuple[list[Run], float]]:
    """The best hand and the medals, line by line, with the room each takes."""
    plain, bold = Face(size, color=INK), Face(size, bold=True, color=INK)
    if ending.best is not None:
        who, points, why = ending.best
        label = Run(f"{gettext('Best hand')}:", Face(size, color=QUIET))
        for line in wrap_runs(
            [label, Run(who, bold), Run(points, Face(size, bold=True, color=ACCENT))], width
        )[:2]:
            yield line, size * 1.4
        face = Face(size * 1.08, color=INK, squeeze=1.0, family="italic")
        for text in shortened(why, face, width, 2):
            yield [Run(text, face)], face.size * 1.22
    star = Run("★", Face(size, color=ACCENT))
    for at, (title, who) in enumerate(ending.medals[:MEDALS]):
        lines = wrap_runs([star, Run(f"{who}:", bold), Run(title, plain)], width)[:3]
        for row, line in enumerate(lines):
            room = 1.28 if row else 1.9 if at == 0 and ending.best is not None else 1.46
            yield line, size * room


def _write(paper: EventPdf, x: float, y: float, words: Sequence[tuple[list[Run], float]]) -> None:
    for runs, step in words:
        y += step
        paper.runs(x, y, runs)


def _has_curve(ending: PrintedEnding) -> bool:
    return len(ending.curves) > 1 and max(len(values) for _name, values in ending.curves) > 2


def _curve(paper: EventPdf, area: Area, ending: PrintedEnding, size: float) -> None:
    """How it went: a line for each, with a name at its end."""
    curves = [(name, values) for name, (_whole, values) in zip(_short(ending), ending.curves, strict=True)][
        :DRAWN
    ]
    if area.height < 60:
        return
    face = Face(size, color=QUIET)
    room = min(max(width_of(name, face) for name, _values in curves) + 26, area.width * 0.34)
    right, bottom = area.right - room, area.bottom
    values = [value for _name, each in curves for value in each] + [0] * ending.from_nought
    low, high = min(values), max(values)
    steps = max(len(each) for _name, each in curves) - (0 if ending.from_nought else 1)

    def place(step: int, value: int) -> tuple[float, float]:
        share = (value - low) / (high - low) if high > low else 0.5
        return area.x + (right - area.x) * step / max(steps, 1), bottom - (bottom - area.y) * share

    if ending.from_nought:
        paper.rule(area.x, place(0, 0)[1], right, place(0, 0)[1], 1.5, LINE)
    ends = [place(len(each) - (0 if ending.from_nought else 1), each[-1]) for _name, each in curves if each]
    labels = spread([y for _x, y in ends], size * 1.15, area.y, bottom)
    drawn = list(zip(curves, ends, labels, strict=True))
    for at, ((name, each), end, label) in reversed(list(enumerate(drawn))):
        color, weight = LINES[at], 7.0 if at == 0 else 4.0
        for part in _parts(each, ending):
            paper.polyline([place(step, value) for step, value in part], weight, color, DASHES[at])
        paper.disc(end[0], end[1], weight * 1.25, color)
        paper.rule(end[0] + 12, end[1], right + 20, label, 1.5, NOUGHT) if abs(
            label - end[1]
        ) > size else None
        named = fit(name, Face(size, bold=at == 0, color=color), room - 26, size * 0.7)
        paper.text(right + 24, label + size * 0.36, named.text, named.face)


def _short(ending: PrintedEnding) -> list[str]:
    """First names at the ends of the lines, where they say who is meant."""
    names = [name for name, _values in ending.curves]
    first = [
        " & ".join(person.split()[0] for person in PEOPLE.split(name) if person.split()) for name in names
    ]
    people = [person for name in first for person in name.split(" & ")]
    return first if len(set(people)) == len(people) and all(first) else names


DASHES: tuple[tuple[float, ...], ...] = ((), (), (16, 8), (5, 7), (24, 8, 5, 8), (12, 5))


def _parts(values: Sequence[int], ending: PrintedEnding) -> Iterator[list[tuple[int, int]]]:
    """The line in one piece, or where each game begins at nought in as many."""
    if not ending.from_nought:
        yield list(enumerate(values))
        return
    opens = [0, *ending.restarts]
    for start, stop in zip(opens, [*opens[1:], len(values)], strict=True):
        yield [(start, 0), *((step + 1, values[step]) for step in range(start, stop))]


def rounded(x: float, y: float, width: float, height: float, radius: float, *, below: bool = True) -> Outline:
    """A rectangle with round corners; without `below` its lower ones are square."""
    r = min(radius, width / 2, height / 2)
    k = r * (1 - ROUND)
    right, bottom = x + width, y + height
    low = r if below else 0.0
    bent = k if below else 0.0
    return Outline(
        (
            ("M", ((x + r, y),)),
            ("L", ((right - r, y),)),
            ("C", ((right - k, y), (right, y + k), (right, y + r))),
            ("L", ((right, bottom - low),)),
            ("C", ((right, bottom - bent), (right - bent, bottom), (right - low, bottom))),
            ("L", ((x + low, bottom),)),
            ("C", ((x + bent, bottom), (x, bottom - bent), (x, bottom - low))),
            ("L", ((x, y + r),)),
            ("C", ((x, y + k), (x + k, y), (x + r, y))),
            ("Z", ()),
        )
    )
