"""The one of the card table: the page is a playing card, with a fan of cards and its index in the corners."""

from __future__ import annotations

import math

from reportlab.lib.colors import Color, HexColor

from tournaments.paper.canvas import EventPdf, Outline
from tournaments.paper.event.awards import Certificate
from tournaments.paper.event.certificates.design import GOLD, Design, PageLayout
from tournaments.paper.event.certificates.ornaments import SUITS, leaf, line
from tournaments.paper.event.certificates.words import LetterStyles, Type
from tournaments.paper.lettering import ACCENT, GREY, INK, WHITE, Face
from tournaments.paper.page import Area

EDGE, ROUND = 22.0, 22.0
WOOD, PAPER = HexColor(0x6B4A2B), HexColor(0xFDF9F1)
COLOURS: tuple[Color, ...] = (INK, ACCENT, INK, ACCENT)

STYLE = LetterStyles(
    ink=INK,
    club=Type(16, "serif", WOOD, tracking=0.04, above=0.2),
    title=Type(60, "italic", ACCENT, above=0.1),
    event=Type(23, "serif", above=0.2),
    occasion=Type(15, "italic", GREY, above=0.25),
    team=Type(34, "serif", above=0.7),
    name=Type(46, "serif", above=0.55),
    member=Type(21, "serif", above=0.45),
    substitute=Type(14, "italic", GREY, above=0.5),
    rank=Type(38, "italic", ACCENT, above=0.4),
    award=Type(21, "italic", ACCENT, above=0.3),
    points=Type(18, "serif", above=0.4),
    text=Type(16, "italic", above=0.6),
    day=Type(14.5, "serif", WOOD, above=0.9),
    divider=GOLD,
)


def sheet(width: float, height: float, signatures: int, logo: bool) -> PageLayout:
    """The words stand below the fan; the index keeps the corners."""
    upright = height > width
    fan = 150.0 if upright else 104.0
    top = EDGE + fan + (20 if upright else 6)
    side = EDGE + (38 if upright else 92)
    foot = height - EDGE - (142 if upright else 98)
    start = top + 66 if upright and logo else top
    return PageLayout(
        width,
        height,
        Area(side, start, width - 2 * side, foot - start - 4),
        Area(side + 16, foot, width - 2 * side - 32, 70),
        Area(width / 2 - 80, top - 6, 160, 68) if upright else Area(width - EDGE - 168, EDGE + 26, 96, 64),
        between=76.0,
        scale=1.14 if upright else 0.96,
    )


def ground(paper: EventPdf, width: float, height: float) -> None:
    """The card: two rounded lines, a fan of cards, a row of suits at the foot."""
    paper.shape(_rounded(width - 2 * EDGE, height - 2 * EDGE, ROUND).at(width / 2, height / 2), fill=PAPER)
    paper.frame(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE, 2.6, WOOD, radius=ROUND)
    inset = EDGE + 6
    paper.frame(inset, inset, width - 2 * inset, height - 2 * inset, 0.7, GOLD, radius=ROUND - 5)
    upright = height > width
    size = 92.0 if upright else 68.0
    _fan(paper, width / 2, EDGE + (190 if upright else 140), size, upright)
    _foot(paper, width / 2, height - EDGE - 6)
    for y in range(1, 3):
        _edge(paper, EDGE + 3, height * y / 3, 90)
        _edge(paper, width - EDGE - 3, height * y / 3, 90)


def _fan(paper: EventPdf, x: float, y: float, size: float, upright: bool) -> None:
    """Four cards in a fan, twigs of fir on both sides."""
    for side in (-1, 1):
        _twig(paper, x + side * size * 1.02, y - size * 0.98, size * 1.5, side)
    far = size * 1.32
    for number in range(4):
        angle = -30 + 20 * number
        turn = math.radians(angle)
        _card(paper, x + far * math.sin(turn), y - far * math.cos(turn), size, angle, number)


def _card(paper: EventPdf, x: float, y: float, size: float, angle: float, suit: int) -> None:
    """A card of this height with one large sign and two small ones."""
    wide, high = size * 0.66 / 2, size / 2
    outline = _rounded(2 * wide, 2 * high, size * 0.07).at(x, y, angle=angle)
    paper.shape(outline, fill=WHITE)
    paper.shape(outline, stroke=WOOD, weight=1.0)
    color = COLOURS[suit]
    for part in SUITS[suit]:
        paper.shape(part.at(0, 0, size * 0.34).at(x, y, angle=angle), fill=color)
        for turn in (0, 180):
            small = part.at(-wide + size * 0.1, -high + size * 0.12, size * 0.115)
            paper.shape(small.at(0, 0, angle=turn).at(x, y, angle=angle), fill=color)


def _rounded(width: float, height: float, round: float) -> Outline:
    """A rectangle with round corners around (0, 0)."""
    wide, high, bend = width / 2, height / 2, round * 0.45
    return Outline(
        (
            ("M", ((-wide + round, -high),)),
            ("L", ((wide - round, -high),)),
            ("C", ((wide - bend, -high), (wide, -high + bend), (wide, -high + round))),
            ("L", ((wide, high - round),)),
            ("C", ((wide, high - bend), (wide - bend, high), (wide - round, high))),
            ("L", ((-wide + round, high),)),
            ("C", ((-wide + bend, high), (-wide, high - bend), (-wide, high - round))),
            ("L", ((-wide, -high + round),)),
            ("C", ((-wide, -high + bend), (-wide + bend, -high), (-wide + round, -high))),
            ("Z", ()),
        )
    )


def _twig(paper: EventPdf, x: float, y: float, length: float, side: int) -> None:
    """A twig of fir that grows to the side."""
    green = HexColor(0x2F5D3A)
    points = [(x + side * length * at, y + 18 * math.sin(2.2 * at) - 4 * at) for at in _steps(14)]
    paper.shape(line(points), stroke=WOOD, weight=1.3)
    for place, (a, b) in enumerate(points[1:], start=1):
        long = length * (0.17 - 0.006 * place)
        for lean in (-42, 42):
            angle = lean if side > 0 else 180 - lean
            paper.shape(leaf(long, long * 0.13).at(a, b, angle=angle), fill=green)
            between = (points[place - 1][0] + a) / 2, (points[place - 1][1] + b) / 2
            paper.shape(leaf(long * 0.95, long * 0.13).at(*between, angle=angle), fill=green)
    paper.shape(leaf(length * 0.12, length * 0.014).at(*points[-1], angle=0 if side > 0 else 180), fill=green)


def _steps(count: int) -> list[float]:
    return [step / count for step in range(count + 1)]


def _foot(paper: EventPdf, x: float, y: float) -> None:
    """The four suits on the lower line of the frame."""
    paper.fill(x - 52, y - 10, 104, 20, WHITE)
    for number, suit in enumerate(SUITS):
        for part in suit:
            paper.shape(part.at(x + (number - 1.5) * 24, y + 3, 14), fill=COLOURS[number])


def _edge(paper: EventPdf, x: float, y: float, angle: float) -> None:
    """A small diamond on the frame."""
    paper.fill(x - 5, y - 11, 10, 22, WHITE)
    for part in SUITS[3]:
        paper.shape(part.at(x, y, 13), fill=GOLD)


def inscribe(paper: EventPdf, certificate: Certificate, sheet: PageLayout, signatures: int) -> None:
    """The index of the card: the place and a suit, above on the left, below on the right upside down."""
    suit = ((certificate.place or 1) - 1) % 4
    text = str(certificate.place) if certificate.place is not None and certificate.place < 1000 else ""
    face = Face(34 if len(text) < 3 else 25, family="serif", color=COLOURS[suit], squeeze=1.0)

    def index() -> None:
        x, y = EDGE + 38, EDGE + 44
        paper.text(x, y, text, face, "centre")
        for part in SUITS[suit]:
            paper.shape(part.at(x, y + 20 if text else y, 22), fill=COLOURS[suit])

    index()
    with paper.turned(sheet.width, sheet.height):
        index()


CARDS = Design(STYLE, sheet, ground, inscribe)
