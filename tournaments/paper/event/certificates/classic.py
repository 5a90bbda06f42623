"""The classic one: a frame of interlaced lines as on old shares, scrolls in the corners, a seal."""

from __future__ import annotations

import math

from reportlab.lib.colors import Color

from tournaments.paper.canvas import EventPdf, Outline
from tournaments.paper.event.awards import Certificate
from tournaments.paper.event.certificates.design import (
    DEEP_GOLD,
    FELT,
    GOLD,
    MEDALS,
    PALE_GOLD,
    Design,
    PageLayout,
)
from tournaments.paper.event.certificates.ornaments import (
    SUITS,
    band,
    circle,
    laurel,
    leaf,
    polygon,
    rosette,
    scroll,
)
from tournaments.paper.event.certificates.words import LetterStyles, Type
from tournaments.paper.lettering import GREY, INK, WHITE, Face
from tournaments.paper.page import Area

EDGE = 26.0  # from the edge of the page to the frame
BAND = 22.0
SEAL = 37.0

STYLE = LetterStyles(
    ink=INK,
    club=Type(17, tracking=0.06, color=FELT, above=0.2),
    title=Type(66, tracking=0.05, color=FELT, above=0.12),
    event=Type(24, "italic", above=0.25),
    occasion=Type(15, "italic", color=GREY, above=0.25),
    team=Type(36, above=0.75),
    name=Type(50, above=0.5),
    member=Type(22, above=0.45),
    substitute=Type(14, "italic", color=GREY, above=0.5),
    rank=Type(42, color=DEEP_GOLD, above=0.42),
    award=Type(22, "italic", color=DEEP_GOLD, above=0.3),
    points=Type(18, above=0.4),
    text=Type(16, "italic", above=0.7),
    day=Type(15, color=GREY, above=0.9),
    divider=GOLD,
)


def sheet(width: float, height: float, signatures: int, logo: bool) -> PageLayout:
    """The words keep clear of the scrolls; the seal stands between the signatures."""
    upright = height > width
    inner = EDGE + BAND + (26 if upright else 62)
    foot = height - EDGE - BAND - (138 if upright else 106)
    top = EDGE + BAND + (36 if upright else 22)
    corner = Area(EDGE + BAND + 60, EDGE + BAND + 28, 96, 70)
    above = Area(width / 2 - 80, top + 10, 160, 76)
    start = top + 92 if upright and logo else top
    return PageLayout(
        width,
        height,
        Area(inner, start, width - 2 * inner, foot - start - 18),
        Area(inner + 8, foot, width - 2 * inner - 16, 80),
        above if upright else corner,
        between=2 * SEAL + 30 if signatures < 3 else 0.0,
        scale=1.12 if upright else 1.0,
    )


def ground(paper: EventPdf, width: float, height: float) -> None:
    """The frame and everything that is the same on all pages."""
    size = min(width, height)
    for shape in (*rosette(size * 0.37, size * 0.06, 24, 4), *rosette(size * 0.058, size * 0.006, 12, 2)):
        paper.shape(shape.at(width / 2, height * 0.5), stroke=PALE_GOLD, weight=0.45)
    _rules(paper, width, height)
    _bands(paper, width, height)
    for right in (False, True):
        for below in (False, True):
            _corner(paper, width, height, right=right, below=below)


def _rules(paper: EventPdf, width: float, height: float) -> None:
    for inset, weight, color in (
        (EDGE - 5, 0.6, GOLD),
        (EDGE, 2.4, FELT),
        (EDGE + BAND, 1.3, FELT),
        (EDGE + BAND + 4, 0.6, GOLD),
    ):
        paper.frame(inset, inset, width - 2 * inset, height - 2 * inset, weight, color)


def _bands(paper: EventPdf, width: float, height: float) -> None:
    """Interlaced lines along the four sides, between the corner fields."""
    start, mid = EDGE + BAND, EDGE + BAND / 2
    for length, x, y, angle in (
        (width - 2 * start, start, mid, 0.0),
        (width - 2 * start, start, height - mid, 0.0),
        (height - 2 * start, mid, start, 90.0),
        (height - 2 * start, width - mid, start, 90.0),
    ):
        waves = round(length / 26)
        for strand in band(length, BAND - 6, waves, 4):
            paper.shape(strand.at(x, y, angle=angle), stroke=FELT, weight=0.42)
        for strand in band(length, BAND - 13, waves * 2, 2):
            paper.shape(strand.at(x, y, angle=angle), stroke=GOLD, weight=0.55)


def _corner(paper: EventPdf, width: float, height: float, *, right: bool, below: bool) -> None:
    """A suit in a square field, and a scroll that grows out of it."""
    x = width - EDGE - BAND / 2 if right else EDGE + BAND / 2
    y = height - EDGE - BAND / 2 if below else EDGE + BAND / 2
    paper.fill(x - BAND / 2, y - BAND / 2, BAND, BAND, FELT)
    paper.frame(x - BAND / 2 + 2.5, y - BAND / 2 + 2.5, BAND - 5, BAND - 5, 0.6, GOLD)
    for part in SUITS[2 * below + right]:
        paper.shape(part.at(x, y, 11.5), fill=WHITE)

    def turned(shape: Outline) -> Outline:
        """From the upper left corner to this one."""
        return shape.mapped(lambda a, b: (width - a if right else a, height - b if below else b))

    origin = EDGE + BAND + 9
    for swap in (False, True):
        for shape in _flourish():
            placed = shape.mapped(lambda a, b: (b, a)) if swap else shape
            paper.shape(turned(placed.mapped(lambda a, b: (a + origin, b + origin))), fill=GOLD)
    paper.shape(turned(circle(origin + 3.5, origin + 3.5, 2.6)), fill=FELT)


def _flourish() -> list[Outline]:
    """Scrolls and leaves along one edge; its mirror image runs along the other one."""
    outlines = [
        scroll(31, 12.5, 12.5, 1.6, 205, 1.55, 2.3),
        scroll(58, 8.6, 8.6, 1.2, 195, 1.4, 1.8),
        leaf(17, 4.6).at(11, 6, angle=24),
        leaf(13, 3.6).at(43, 5.0, angle=-14),
        leaf(15, 3.4).at(66, 4.0, angle=8),
        leaf(11, 2.6).at(79, 4.4, angle=-4),
        circle(93, 4.2, 1.4),
        circle(98.5, 4.2, 0.9),
    ]
    return outlines


def inscribe(paper: EventPdf, certificate: Certificate, sheet: PageLayout, signatures: int) -> None:
    """The seal with the place, between the signatures."""
    if signatures >= 3:
        return
    x = sheet.width / 2 if signatures != 1 else sheet.signatures.x + SEAL + 10
    y = sheet.signatures.y + (34 if sheet.height > sheet.width else 30)
    medal = certificate.place if certificate.place in MEDALS else 0
    stamp = f"seal-{medal}-{x:.0f}-{y:.0f}"
    if not paper.has_stamp(stamp):
        with paper.stamp(stamp):
            _ribbons(paper, x, y)
            _seal(paper, x, y, MEDALS.get(certificate.place or 0, GOLD))
    paper.stamped(stamp)
    if certificate.place is not None and certificate.place < 1000:
        face = Face(
            SEAL * (0.6 if certificate.place < 10 else 0.5 if certificate.place < 100 else 0.38),
            family="serif",
        )
        paper.text(x, y + face.size * 0.32, str(certificate.place), face, "centre")
    else:
        for part in SUITS[0]:
            paper.shape(part.at(x, y, SEAL * 0.46), fill=GOLD)


def _ribbons(paper: EventPdf, x: float, y: float) -> None:
    for side in (-1, 1):
        ends = [(0.0, 0.0), (side * 15, 46), (side * 7, 41), (side * 1.5, 49), (side * -9, 6)]
        paper.shape(polygon([(x + side * 6 + a, y + 14 + b) for a, b in ends]), fill=FELT)


def _seal(paper: EventPdf, x: float, y: float, metal: Color) -> None:
    """A round seal with room for the place inside a wreath."""
    teeth = 36
    points = []
    for step in range(teeth * 2):
        far = SEAL if step % 2 == 0 else SEAL * 0.93
        angle = math.pi * step / teeth
        points.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    paper.shape(polygon(points), fill=metal)
    paper.shape(circle(x, y, SEAL * 0.86), stroke=WHITE, weight=0.9)
    for shape in rosette(SEAL * 0.83, SEAL * 0.7, 30, 2):
        paper.shape(shape.at(x, y), stroke=WHITE, weight=0.3)
    paper.shape(circle(x, y, SEAL * 0.68), fill=WHITE)
    for part in laurel(SEAL * 0.51, 8):
        paper.shape(part.at(x, y), fill=metal)


CLASSIC = Design(STYLE, sheet, ground, inscribe)
