"""Stages of matches: who met whom and how it ended, as a cross table or as a tree."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.engines.bracket import Bracket, BracketMatch
from tournaments.engines.plans.declared import BRACKETS, Format
from tournaments.engines.standings import Standings, StandingsRow, TableResult
from tournaments.hall.facts import EntrantFacts, Hall
from tournaments.hall.words import result
from tournaments.speech.brackets import comes_from, round_name


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everybody against everybody: rows and columns in the order of the ranking."""

    title: str
    people: tuple[EntrantFacts, ...]
    ranks: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]  # results seen from the row; of return matches both, with a slash

    @property
    def lines(self) -> list[tuple[EntrantFacts, str, tuple[str, ...]]]:
        """Person, place and results, row by row."""
        return list(zip(self.people, self.ranks, self.cells, strict=True))


def cross_tables(hall: Hall) -> list[CrossTable]:
    """A table for each group, or one for everybody where all meet all."""
    if hall.standings is None:
        return []
    tables = []
    for number, plan in hall.plans.items():
        if plan.format == Format.ROUND_ROBIN:
            entrants = {
                entrant
                for round_ in hall.rounds
                if round_.stage == number
                for table in round_.tables
                for entrant in table.entrants
            }
            if entrants:
                tables.append(_cross(hall, number, "", hall.of_stage(number, {"": sorted(entrants)})[""]))
        elif plan.format == Format.GROUPS:
            for name, table in hall.groups.items():
                title = gettext("Group {name}").format(name=name)
                tables.append(_cross(hall, number, title, table))
    return tables


def _cross(hall: Hall, stage: int, title: str, table: Standings) -> CrossTable:
    met: dict[tuple[int, int], list[str]] = {}
    for meeting in hall.competition.played:
        if meeting.stage != stage or len(meeting.accounts) != 2 or not hall.known.round(meeting.round):
            continue
        first, second = meeting.accounts[0].entrants[0], meeting.accounts[1].entrants[0]
        met.setdefault((first, second), []).append(result(meeting, first))
        met.setdefault((second, first), []).append(result(meeting, second))
    order = [row.entrant for row in table.rows]
    return CrossTable(
        title=title,
        people=tuple(hall.people[entrant] for entrant in order),
        ranks=tuple(row.place for row in table.rows),
        cells=tuple(
            tuple(
                "×" if entrant == rival else " / ".join(filter(None, met.get((entrant, rival), ())))
                for rival in order
            )
            for entrant in order
        ),
    )


@dataclass(frozen=True, slots=True)
class TreeSide:
    """One side of a match in a tree."""

    person: EntrantFacts | None
    waiting: str  # who it will be, while nobody knows
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """One match of a tree."""

    number: int
    sides: tuple[TreeSide, TreeSide]
    table: int | None  # where it is played, or was
    sitting: int | None
    on: bool


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """The matches of one round of a tree."""

    title: str
    matches: tuple[TreeMatch, ...]


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place that is certain: `1`, `3`, `5–8`."""

    place: str
    person: EntrantFacts


@dataclass(frozen=True, slots=True)
class Tree:
    """A knockout as it stands."""

    title: str
    columns: tuple[TreeColumn, ...]
    places: tuple[PlaceLine, ...]
    champion: EntrantFacts | None


def trees(hall: Hall) -> list[Tree]:
    """The knockout stages that have begun, the last first."""
    begun = []
    for number in sorted(hall.plans, reverse=True):
        if hall.plans[number].format in BRACKETS and hall.known.shown:
            bracket = bracket_of(hall, number)
            if bracket.matches:
                begun.append(_tree(hall, number, bracket))
    return begun


def over(hall: Hall) -> bool:
    """The event ends with a knockout, and somebody has won it."""
    table = hall.standings
    return bool(table and table.parts and table.parts[-1].bracket and table.rows[0].place == "1")


def bracket_of(hall: Hall, stage: int) -> Bracket:
    """The bracket of a stage, with the results that may be known."""
    drawn = hall.layout.brackets.get(stage)
    if drawn is None or not any(round_.stage == stage for round_ in hall.rounds):
        return Bracket()
    return drawn.standing(hall.competition, hall.layout.extra, hall.known.last if hall.known.shown else 0)


def played_of(hall: Hall, stage: int) -> dict[int, tuple[TableResult, int]]:
    """What has been played of each match, and on which sheet."""
    results = {}
    for round_ in hall.rounds:
        if round_.stage != stage or not hall.known.round(round_.number):
            continue
        for table in round_.tables:
            if table.number in round_.matches and table.played is not None:
                results[round_.matches[table.number]] = (table.played, table.sitting)
    return results


def _tree(hall: Hall, stage: int, bracket: Bracket) -> Tree:
    played = played_of(hall, stage)
    now = {
        round_.matches[table.number]: table
        for round_ in hall.rounds
        if round_.stage == stage
        for table in round_.tables
        if table.number in round_.matches
    }

    def side(match: BracketMatch, place: int) -> TreeSide:
        entrant = match.sides[place]
        there = played.get(match.number)
        score = result(there[0], entrant) if there and entrant is not None else ""
        return TreeSide(
            person=None if entrant is None else hall.people[entrant],
            waiting="" if entrant is not None else comes_from(match.origins[place]),
            score=score.partition(":")[0],
            won=match.winner is not None and match.winner == entrant,
        )

    def drawn(match: BracketMatch) -> TreeMatch:
        table = now.get(match.number)
        return TreeMatch(
            number=match.number,
            sides=(side(match, 0), side(match, 1)),
            table=table.number if table else None,
            sitting=table.sitting if table else None,
            on=table is not None and match.winner is None,
        )

    rows = _rows_of(hall, stage)
    champion = next((row.entrant for row in rows if row.place == "1"), None)
    return Tree(
        title=hall.stage_names[stage],
        columns=tuple(
            TreeColumn(round_name(bracket, branch, number), tuple(map(drawn, matches)))
            for (branch, number), matches in bracket.columns.items()
        ),
        places=tuple(PlaceLine(row.place, hall.people[row.entrant]) for row in rows if not row.provisional),
        champion=None if champion is None else hall.people[champion],
    )


def _rows_of(hall: Hall, stage: int) -> list[StandingsRow]:
    """Who was in this bracket and no further, as the final list has them."""
    table = hall.standings
    if table is None:
        return []
    return [row for row in table.rows if row.rank is not None and table.parts[row.part].stage == stage]
