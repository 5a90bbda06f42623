"""A knockout as a tree for the desk: every match grows out of the two before it. Drafts are shown, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.engines.bracket import Bracket, BracketMatch, Branch
from tournaments.events.ground.stages import rounds_of
from tournaments.events.results.brackets import bracket_of, tables_of
from tournaments.models import Stage
from tournaments.speech.brackets import branch_name, comes_from, heads


@dataclass(frozen=True, slots=True)
class DraftSide:
    """One side of a match: a name, or who it will be."""

    name: str
    waiting: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Limb:
    """A match and the matches its sides come from; an empty place where somebody begins here."""

    number: int
    lines: tuple[DraftSide, DraftSide]
    table: int | None  # where it is played, or was
    before: tuple[Limb | None, ...]


@dataclass(frozen=True, slots=True)
class DraftTree:
    """One bracket: its last match is the root. `heads` name its columns from left to right."""

    title: str
    heads: tuple[str, ...]
    root: Limb


def trees_of(stage: Stage, names: Mapping[int, str]) -> tuple[DraftTree, ...]:
    """The brackets of a knockout stage: one, or upper, lower and final."""
    bracket = bracket_of(stage)
    tables = {
        match: table for round_ in rounds_of(stage) for table, match in tables_of(round_.seating).items()
    }
    return tuple(
        DraftTree(
            title=branch_name(bracket, branch),
            heads=heads(bracket, branch),
            root=_grown(bracket, max(matches, key=lambda match: (match.round, match.number)), names, tables),
        )
        for branch in Branch
        if (matches := bracket.of(branch))
    )


def _grown(
    bracket: Bracket, match: BracketMatch, names: Mapping[int, str], tables: Mapping[int, int]
) -> Limb:
    before = tuple(
        None if earlier is None else _grown(bracket, earlier, names, tables)
        for earlier in bracket.before(match)
    )
    first, second = (
        DraftSide(
            name=names[entrant] if entrant is not None else comes_from(origin),
            waiting=entrant is None,
            won=entrant is not None and entrant == match.winner,
        )
        for entrant, origin in zip(match.sides, match.origins, strict=True)
    )
    return Limb(match.number, (first, second), tables.get(match.number), before if any(before) else ())
