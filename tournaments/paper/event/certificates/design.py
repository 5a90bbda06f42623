"""What a design of certificates consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reportlab.lib.colors import HexColor

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.awards import Certificate
from tournaments.paper.event.certificates.words import LetterStyles
from tournaments.paper.page import Align, Area

GOLD, DEEP_GOLD, PALE_GOLD = HexColor(0xB8903A), HexColor(0x8A6A1F), HexColor(0xEFE6CE)
FELT, DEEP_FELT = HexColor(0x14583C), HexColor(0x0E3D2A)
SILVER, BRONZE = HexColor(0x8D949B), HexColor(0xA4682F)
MEDALS = {1: GOLD, 2: SILVER, 3: BRONZE}


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Where things stand on one size of page."""

    width: float
    height: float
    words: Area  # from the club to the day
    signatures: Area
    logo: Area
    align: Align = "centre"
    between: float = 0.0  # room kept free between the signatures, for a seal
    scale: float = 1.0  # of the words, where they have all the room they want


@dataclass(frozen=True, slots=True)
class Design:
    """One look. `ground` is the same on all pages, `inscribe` writes what belongs to one certificate."""

    style: LetterStyles
    sheet: Callable[[float, float, int, bool], PageLayout]  # of a page, a number of signatures, with a logo
    ground: Callable[[EventPdf, float, float], None]
    inscribe: Callable[[EventPdf, Certificate, PageLayout, int], None]  # with the number of signatures
