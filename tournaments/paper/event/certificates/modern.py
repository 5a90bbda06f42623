"""The modern one: a block of colour with the place in it, and calm large letters beside it."""

from __future__ import annotations

from reportlab.lib.colors import Color, HexColor

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.awards import Certificate
from tournaments.paper.event.certificates.design import (
    DEEP_FELT,
    FELT,
    GOLD,
    MEDALS,
    Design,
    PageLayout,
)
from tournaments.paper.event.certificates.ornaments import SUITS, circle, polygon
from tournaments.paper.event.certificates.words import LetterStyles, Type
from tournaments.paper.lettering import GREY, INK, WHITE, Face, fit
from tournaments.paper.page import Area

EDGE = 24.0
PART = 0.315  # of the longer edge: the block of colour
LIGHT = HexColor(0x1C6B4B)

STYLE = LetterStyles(
    ink=INK,
    club=Type(12.5, "sans", GREY, above=0.0, tracking=0.02),
    title=Type(38, "sans", FELT, bold=True, above=0.5),
    event=Type(19, "sans", above=0.45),
    occasion=Type(12.5, "sans", GREY, above=0.4),
    team=Type(34, "sans", bold=True, above=1.2),
    name=Type(40, "sans", bold=True, above=0.85),
    member=Type(19, "sans", above=0.6),
    substitute=Type(12.5, "sans", GREY, above=0.6),
    rank=Type(27, "sans", FELT, bold=True, above=0.7),
    award=Type(19, "sans", FELT, bold=True, above=0.45),
    points=Type(16, "sans", above=0.5),
    text=Type(15, "sans", above=0.9),
    day=Type(13, "sans", GREY, above=1.3),
    family="sans",
)


def _block(width: float, height: float) -> Area:
    """The block of colour: on the left of a page across, on top of an upright one; printers need a margin."""
    if height > width:
        return Area(EDGE, EDGE, width - 2 * EDGE, height * PART)
    return Area(EDGE, EDGE, width * PART, height - 2 * EDGE)


def sheet(width: float, height: float, signatures: int, logo: bool) -> PageLayout:
    """Everything stands on one line on the left."""
    block, upright = _block(width, height), height > width
    left = EDGE + 20 if upright else block.right + 46
    room = width - left - EDGE - 20
    top = block.bottom + 34 if upright else 44.0
    foot = height - 122
    place = Area(width - EDGE - 20 - 96, top - 6, 96, 70)
    return PageLayout(
        width,
        height,
        Area(left, top, room, foot - top - 8),
        Area(left, foot, room, 80),
        place,
        align="left",
        scale=1.16,
    )


def ground(paper: EventPdf, width: float, height: float) -> None:
    """The block: a pattern of suits that fades into the colour, and a band of gold beside it."""
    block = _block(width, height)
    upright = height > width
    paper.fill(block.x, block.y, block.width, block.height, FELT)
    paper.shape(
        polygon(
            [
                (block.x, block.y),
                (block.x + block.width * (0.62 if upright else 1.0), block.y),
                (block.x, block.y + block.height * (1.0 if upright else 0.9)),
            ]
        ),
        fill=DEEP_FELT,
    )
    step = 46.0
    for row in range(int(block.height / step) + 1):
        for column in range(int(block.width / step) + 1):
            x = (column + 0.5) * block.width / max(1, round(block.width / step))
            y = (row + 0.5) * block.height / max(1, round(block.height / step))
            if x < block.width and y < block.height:
                for part in SUITS[(row + column * 3) % 4]:
                    paper.shape(part.at(block.x + x, block.y + y, 19), fill=LIGHT)
    if upright:
        paper.fill(block.x, block.bottom, block.width, 5, GOLD)
    else:
        paper.fill(block.right, block.y, 5, block.height, GOLD)
    for number, suit in enumerate(SUITS):
        for part in suit:
            paper.shape(
                part.at(width - EDGE - 26 - (3 - number) * 20, height - EDGE - 6, 11), fill=_quiet(number)
            )


def _quiet(number: int) -> Color:
    return GOLD if number % 2 else FELT


def inscribe(paper: EventPdf, certificate: Certificate, sheet: PageLayout, signatures: int) -> None:
    """The place in a disc of gold, silver or bronze, as large as the block allows."""
    block = _block(sheet.width, sheet.height)
    x, y = block.x + block.width / 2, block.y + block.height / 2
    radius = min(block.width, block.height) * 0.335
    metal = MEDALS.get(certificate.place or 0, FELT)
    paper.shape(circle(x, y, radius * 1.14), fill=DEEP_FELT)
    paper.shape(circle(x, y, radius), fill=WHITE)
    paper.shape(circle(x, y, radius * 0.9), stroke=metal, weight=radius * 0.075)
    if certificate.place is None or certificate.place > 999:
        for part in SUITS[0]:
            paper.shape(part.at(x, y, radius * 0.95), fill=metal)
        return
    number = fit(str(certificate.place), Face(radius * 1.15, bold=True, squeeze=0.92), radius * 1.3)
    paper.text(x, y + number.face.size * 0.365, number.text, number.face, "centre")


MODERN = Design(STYLE, sheet, ground, inscribe)
