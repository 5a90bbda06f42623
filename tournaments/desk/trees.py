"""A knockout as a tree for the desk: every match grows out of the two before it. Drafts are shown, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.events.draw.knockout import bracket_of
from tournaments.events.ground.stages import rounds_of
from tournaments.events.results.brackets import BracketMatch
from tournaments.hall.matches import source_words
from tournaments.hall.words import of_whom
from tournaments.models import Stage


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a match: a name, or who it will be."""

    name: str
    waiting: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A match and the matches its sides come from; an empty place where somebody begins here."""

    number: int
    lines: tuple[Line, Line]
    table: int | None  # where it is played, or was
    before: tuple[Branch | None, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """One bracket: its last match is the root. `heads` name its columns from left to right."""

    title: str
    heads: tuple[str, ...]
    root: Branch


def trees_of(stage: Stage, names: Mapping[int, str]) -> tuple[Tree, ...]:
    """The brackets of a knockout stage: one, or upper, lower and final."""
    matches = bracket_of(stage)
    tables = {
        match: number
        for one in rounds_of(stage)
        for number, match in zip(one.seating["numbers"], one.seating.get("matches", ()), strict=False)
    }
    found = []
    double = any(one.stage == "losers" for one in matches)
    for kind in ("winners", "losers", "final", "third"):
        ours = {one.number: one for one in matches if one.stage == kind}
        if ours:
            last = max(ours.values(), key=lambda one: (one.round, one.number))
            found.append(
                Tree(
                    _title(kind, double), _heads(kind, last.round, double), _grown(last, ours, names, tables)
                )
            )
    return tuple(found)


def _grown(
    match: BracketMatch,
    ours: Mapping[int, BracketMatch],
    names: Mapping[int, str],
    tables: Mapping[int, int],
) -> Branch:
    before: list[Branch | None] = []
    for source in match.sources:
        number = source.get("winner", -1) if isinstance(source, Mapping) else -1
        before.append(_grown(ours[number], ours, names, tables) if number in ours else None)
    one, other = (
        Line(
            name=names[entrant] if entrant is not None else source_words(source),
            waiting=entrant is None,
            won=entrant is not None and entrant == match.winner,
        )
        for entrant, source in zip(match.sides, match.sources, strict=True)
    )
    return Branch(match.number, (one, other), tables.get(match.number), tuple(before) if any(before) else ())


def _title(kind: str, double: bool) -> str:
    titles = {
        "winners": gettext("Upper bracket") if double else "",
        "losers": gettext("Lower bracket"),
        "final": gettext("Grand final"),
        "third": gettext("Match for third place"),
    }
    return titles[kind]


def _heads(kind: str, rounds: int, double: bool) -> tuple[str, ...]:
    if kind == "winners" and not double:
        return tuple(of_whom(1 << (rounds - number)) for number in range(1, rounds + 1))
    if kind in ("winners", "losers"):
        return tuple(gettext("Round {number}").format(number=number) for number in range(1, rounds + 1))
    return ()
