"""Village prizes: ranks, the last, the middle, the best of a category; and how certificates look.

A prize is `{"for": "1", "prize": "120 €"}`. "for" is a rank, a span of ranks, a word for a place
at the end or in the middle, or the name of a category.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from scoring.fields import Ask, Between, Option
from scoring.text import mark as _

MOST = 60  # lines of prizes
LONGEST = 80  # letters
SPAN = re.compile(r"(\d{1,4})\.?(?:\s*(?:-|–|bis|to|a)\s*(\d{1,4})\.?)?")
LAST = ("last", "letzter", "letzte", "letzter platz", "último", "ultimo", "última")
SECOND_LAST = ("second last", "vorletzter", "vorletzte", "penúltimo", "penultimo", "penúltima")
MIDDLE = ("middle", "mitte", "mittlerer", "medio", "mitad")


class Design(Option):
    """How a certificate looks."""

    CLASSIC = "classic", _("Classic"), "", _("An ornamental border and a serif.")
    MODERN = "modern", _("Modern"), "", _("Clear, with a band of colour.")
    CARDS = "cards", _("Playing cards"), "", _("The four suits around it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatePlan:
    """What the certificates of an event look like, and who gets one."""

    design: Annotated[Design, Ask(_("Design"), "", _("The border and the type."))] = Design.CLASSIC
    upright: Annotated[bool, Ask(_("Upright"), "", _("Portrait instead of landscape."))] = False
    places: Annotated[
        int,
        Ask(_("Places"), "", _("How many of the first get one; 0: everybody."), zero=_("everybody")),
        Between(0, 2000),
    ] = 3
    text: Annotated[str, Ask(_("A line of your own"), "", _("Below the place, for example a thank-you."))] = (
        ""
    )
    first_role: Annotated[str, Ask(_("First signature"), "", _("The role below the line."))] = ""
    second_role: Annotated[str, Ask(_("Second signature"), "", _("Empty: only one line."))] = ""


class Placed(Protocol):
    """A row of the standings, as far as prizes look at it."""

    @property
    def rank(self) -> int | None:
        """Competition rank; None: out of competition."""

    @property
    def entrant(self) -> int:
        """Who."""

    @property
    def category(self) -> str:
        """The category of the entrant."""


@dataclass(frozen=True, slots=True)
class Row:
    """The plainest thing that is placed."""

    rank: int | None
    entrant: int
    category: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """A prize and who gets it; several where a rank is shared, nobody where there is no such place."""

    label: str  # "1", "last", "Damen": as it was written
    prize: str
    entrants: tuple[int, ...]


def cleaned(raw: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The lines that say something, shortened to what fits on paper."""
    lines = []
    for one in raw[:MOST]:
        label = " ".join(str(one.get("for", "")).split())[:LONGEST]
        prize = " ".join(str(one.get("prize", "")).split())[:LONGEST]
        if label and prize:
            lines.append({"for": label, "prize": prize})
    return lines


def spread(lines: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Spans of ranks as one line for each rank."""
    found = []
    for one in lines:
        span = SPAN.fullmatch(one["for"].strip())
        if span and span[2]:
            first, last = int(span[1]), min(int(span[2]), int(span[1]) + MOST)
            found += [{"for": str(rank), "prize": one["prize"]} for rank in range(first, last + 1)]
        else:
            found.append(dict(one))
    return found


def award(lines: Sequence[Mapping[str, str]], rows: Sequence[Placed]) -> list[Won]:
    """Who gets what. Of equal ranks all are named with each prize of the places they share."""
    ranked = [row for row in rows if row.rank is not None]
    return [Won(one["for"], one["prize"], _winners(one["for"], ranked)) for one in spread(lines)]


def _winners(label: str, ranked: Sequence[Placed]) -> tuple[int, ...]:
    word = label.strip().casefold()
    span = SPAN.fullmatch(word)
    if span:
        return _at(ranked, int(span[1]) - 1)
    if word in LAST:
        return _at(ranked, len(ranked) - 1)
    if word in SECOND_LAST:
        return _at(ranked, len(ranked) - 2)
    if word in MIDDLE:
        return _at(ranked, (len(ranked) - 1) // 2)
    own = [row for row in ranked if row.category.casefold() == word]
    return tuple(row.entrant for row in own if row.rank == own[0].rank)


def _at(ranked: Sequence[Placed], place: int) -> tuple[int, ...]:
    """All who share the rank of this place (from 0)."""
    if not 0 <= place < len(ranked):
        return ()
    return tuple(row.entrant for row in ranked if row.rank == ranked[place].rank)
