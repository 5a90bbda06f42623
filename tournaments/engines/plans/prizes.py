"""Village prizes: ranks, the last, the middle, the best of a class, the best team; and how certificates look.

A prize is `{"for": "1", "prize": "120 €"}`. "for" is a rank, a span of ranks, a word for a place at the end
or in the middle, a class ("Damen", "2. Damen", "Klasse Damen") or a team ("Mannschaft", "2. Mannschaft").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, TypeVar

from scoring.fields import Ask, Between, Option
from scoring.problem import Problem
from scoring.text import mark as _
from scoring.text import say

Words = tuple[str, ...]

MOST = 60  # lines of prizes
SPAN = re.compile(r"(\d{1,4})\.?(?:\s*(?:-|–|bis|to|a)\s*(\d{1,4})\.?)?")
LAST: Words = (
    "last",
    "last place",
    "último puesto",
    "letzter",
    "letzte",
    "letzter platz",
    "último",
    "ultimo",
    "última",
)
SECOND_LAST: Words = ("second last", "vorletzter", "vorletzte", "penúltimo", "penultimo", "penúltima")
MIDDLE: Words = ("middle", "puesto del medio", "mitte", "mittlerer", "medio", "mitad")
TEAM: Words = ("team", "teams", "mannschaft", "mannschaften", "equipo", "equipos")
CLASS: Words = ("klasse", "class", "clase", "categoría", "categoria")
BEST: Words = ("best", "beste", "bester", "bestes", "mejor", "mejores")
NUMBERED = re.compile(r"(?:(\d{1,3})\.?\s+)?(.*?)(?:\s+(\d{1,3})\.?)?")


class CertificateDesign(Option):
    """How a certificate looks."""

    CLASSIC = "classic", _("Classic"), "", _("An ornamental border and a serif.")
    MODERN = "modern", _("Modern"), "", _("Clear, with a band of colour.")
    CARDS = "cards", _("Playing cards"), "", _("The four suits around it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatePlan:
    """What the certificates of an event look like, and who gets one."""

    design: Annotated[CertificateDesign, Ask(_("Design"), "", _("The border and the type."))] = (
        CertificateDesign.CLASSIC
    )
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
class Won:
    """A prize and who gets it; several where a rank is shared, nobody where there is no such place."""

    label: str  # "1", "last", "Damen": as it was written
    prize: str
    entrants: tuple[int, ...]  # of a team its members
    aim: Aim
    teams: tuple[str, ...] = ()  # that win it


@dataclass(frozen=True, slots=True)
class Aim:
    """Whom a prize is for, read from what was written."""

    kind: Literal["rank", "last", "second_last", "middle", "team", "class"]
    place: int = 1  # of the ranking, among the teams, in the class
    name: str = ""  # of the class, as it was written
    sure: bool = True  # False: no word says that it is a class


class PlacedTeam(Protocol):
    """A row of the standings of the teams, as far as prizes look at it."""

    @property
    def rank(self) -> int | None:
        """None: it has too few members."""

    @property
    def team(self) -> str:
        """Its name."""

    @property
    def members(self) -> tuple[int, ...]:
        """Who is in it."""


def problems(lines: Sequence[Mapping[str, str]], classes: Collection[str]) -> list[Problem]:
    """What keeps these lines from being prizes that somebody can win; `at` is a line's place from 1.

    `classes` are those that entrants have. A class nobody has yet is written with the word for it.
    """
    known = {name.casefold() for name in classes}
    wrong = []
    for place, line in enumerate(lines, start=1):
        label, prize = line["for"], line["prize"]
        if not prize:
            text = say(
                _("“{label}”: what is there to win? The right half of the line is empty."), label=label
            )
            wrong.append(Problem("prize", "half", text, (place,)))
        elif not label:
            text = say(_("“{prize}”: who gets it? The left half of the line is empty."), prize=prize)
            wrong.append(Problem("for", "half", text, (place,)))
        elif SPAN.fullmatch(label):
            wrong += _bad_span(label, place)
        else:
            aim = aim_of(label, known)
            if aim.kind == "class" and not aim.sure and aim.name.casefold() not in known:
                wrong.append(Problem("for", "nobody", _nobody(label, aim, classes), (place,)))
    if len(lines) > MOST:
        wrong.append(Problem("for", "too_many", say(_("Too many lines: {count} at most."), count=MOST)))
    return wrong


def _bad_span(label: str, place: int) -> list[Problem]:
    """Ranks that nobody can have."""
    span = SPAN.fullmatch(label)
    assert span is not None
    first, last = int(span[1]), int(span[2] or span[1])
    if first and first <= last < first + MOST:
        return []
    text = say(_("“{label}”: ranks begin with 1, and go from the better to the worse one."), label=label)
    return [Problem("for", "span", text, (place,))]


def _nobody(label: str, aim: Aim, classes: Collection[str]) -> Any:
    if classes:
        text = _("Nobody can win “{label}”: it is no rank, no team, and no class anybody has ({classes}).")
        return say(text, label=label, classes=", ".join(sorted(classes)))
    text = _("Nobody can win “{label}”: it is no rank and no team. If it is a class: “class {name}”.")
    return say(text, label=label, name=aim.name)


def aim_of(label: str, classes: Collection[str] = ()) -> Aim:
    """Whom a prize is for. `classes` (in small letters) are looked at before any word is."""
    word = " ".join(label.split())
    small = word.casefold()
    span = SPAN.fullmatch(small)
    if span:
        return Aim("rank", int(span[1]))
    if small in classes:
        return Aim("class", 1, word)
    for words, kind in ((LAST, "last"), (SECOND_LAST, "second_last"), (MIDDLE, "middle")):
        if small in words:
            return Aim(kind)  # type: ignore[arg-type]
    parts = NUMBERED.fullmatch(word)
    assert parts is not None  # every part of the pattern may be empty
    place = int(parts[1] or parts[3] or 1) or 1
    named, sure = parts[2], False
    for words in (BEST, CLASS):
        first, _space, rest = named.partition(" ")
        if rest and first.casefold() in words:
            named, sure = rest, sure or words is CLASS
    if named.casefold() in TEAM:
        return Aim("team", place)
    return Aim("class", place, named, sure)


def spread(lines: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Spans of ranks as one line for each rank."""
    expanded = []
    for line in lines:
        span = SPAN.fullmatch(line["for"].strip())
        if span and span[2]:
            first, last = int(span[1]), min(int(span[2]), int(span[1]) + MOST)
            expanded += [{"for": str(rank), "prize": line["prize"]} for rank in range(first, last + 1)]
        else:
            expanded.append(dict(line))
    return expanded


def award(
    lines: Sequence[Mapping[str, str]], rows: Sequence[Placed], teams: Sequence[PlacedTeam] = ()
) -> list[Won]:
    """Who gets what. Of equal ranks all are named with each prize of the places they share."""
    ranked = [row for row in rows if row.rank is not None]
    placed = [team for team in teams if team.rank is not None]
    classes = {row.category.casefold() for row in ranked if row.category}
    return [_won(line, aim_of(line["for"], classes), ranked, placed) for line in spread(lines)]


def _won(line: Mapping[str, str], aim: Aim, ranked: Sequence[Placed], teams: Sequence[PlacedTeam]) -> Won:
    if aim.kind == "team":
        best = _level(teams, aim.place - 1)
        members = tuple(member for team in best for member in team.members)
        return Won(line["for"], line["prize"], members, aim, tuple(team.team for team in best))
    among = ranked
    if aim.kind == "class":
        among = [row for row in ranked if row.category.casefold() == aim.name.casefold()]
    places = {"last": len(ranked) - 1, "second_last": len(ranked) - 2, "middle": (len(ranked) - 1) // 2}
    rows = _level(among, places.get(aim.kind, aim.place - 1))
    return Won(line["for"], line["prize"], tuple(row.entrant for row in rows), aim)


R = TypeVar("R", Placed, PlacedTeam)


def _level(ranked: Sequence[R], place: int) -> list[R]:
    """All who share the rank of this place (from 0)."""
    if not 0 <= place < len(ranked):
        return []
    return [row for row in ranked if row.rank == ranked[place].rank]
