"""Stages of matches: who met whom and how it ended, as a cross table or as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.events.brackets import THIRD_PLACE, BracketMatch, bracket, winner_of
from tournaments.events.decided import in_force, played_off
from tournaments.events.drafts import bracket_facts
from tournaments.hall.facts import Hall, Person
from tournaments.hall.words import of_whom, result
from tournaments.models import Round, RoundState
from tournaments.plans.declared import BRACKETS, Format
from tournaments.standings import Duel, Played, Standings
from tournaments.standings.knockout import Place, final_places


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everybody against everybody: rows and columns in the order of the ranking."""

    title: str
    people: tuple[Person, ...]
    ranks: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]  # results seen from the row; of return matches both, with a slash

    @property
    def lines(self) -> list[tuple[Person, str, tuple[str, ...]]]:
        """Person, place and results, row by row."""
        return list(zip(self.people, self.ranks, self.cells, strict=True))


def cross_tables(hall: Hall) -> list[CrossTable]:
    """A table for each group, or one for everybody where all meet all."""
    if hall.standings is None:
        return []
    found = []
    for number, plan in hall.plans.items():
        if plan.format == Format.ROUND_ROBIN:
            entrants = {
                e for one in hall.rounds if one.stage == number for t in one.tables for e in t.entrants
            }
            if entrants:
                found.append(_cross(hall, number, "", hall.standings.among(entrants)))
        elif plan.format == Format.GROUPS:
            for name, table in hall.groups.items():
                title = gettext("Group {name}").format(name=name)
                found.append(_cross(hall, number, title, table))
    return found


def _cross(hall: Hall, stage: int, title: str, table: Standings) -> CrossTable:
    met: dict[tuple[int, int], list[str]] = {}
    for one in hall.competition.played:
        if one.stage != stage or len(one.accounts) != 2 or not hall.known.round(one.round):
            continue
        first, other = one.accounts[0].entrants[0], one.accounts[1].entrants[0]
        met.setdefault((first, other), []).append(result(one, first))
        met.setdefault((other, first), []).append(result(one, other))
    order = [row.entrant for row in table.rows]
    return CrossTable(
        title=title,
        people=tuple(hall.people[one] for one in order),
        ranks=tuple("–" if row.rank is None else str(row.rank) for row in table.rows),
        cells=tuple(
            tuple(
                "×" if one == other else " / ".join(filter(None, met.get((one, other), ())))
                for other in order
            )
            for one in order
        ),
    )


@dataclass(frozen=True, slots=True)
class TreeSide:
    """One side of a match in a tree."""

    person: Person | None
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
    person: Person


@dataclass(frozen=True, slots=True)
class Tree:
    """A knockout as it stands."""

    title: str
    columns: tuple[TreeColumn, ...]
    places: tuple[PlaceLine, ...]
    champion: Person | None


def trees(hall: Hall) -> list[Tree]:
    """The knockout stages that have begun, the last first."""
    found = []
    for number in sorted(hall.plans, reverse=True):
        if hall.plans[number].format in BRACKETS and hall.known.shown:
            matches = matches_of(hall, number)
            if matches:
                found.append(_tree(hall, number, matches))
    return found


def places_of(hall: Hall) -> tuple[Place, ...]:
    """The certain places of the last stage, if it is a knockout."""
    drawn = [one.stage for one in hall.rounds]
    if not drawn or hall.plans[drawn[-1]].format not in BRACKETS or not hall.known.shown:
        return ()
    return final_places(_duels(matches_of(hall, drawn[-1])))


def matches_of(hall: Hall, stage: int) -> list[BracketMatch]:
    """The bracket of a stage, with the results that may be known."""
    rounds = [one for one in hall.rounds if one.stage == stage]
    first = (
        Round.objects.filter(event=hall.event.pk, stage__number=stage).exclude(state=RoundState.DRAWN).first()
    )
    if not rounds or first is None:
        return []
    ids = {one.number: one.entrant for one in hall.people.values()}
    drawn = [
        {**one, "sides": [side if isinstance(side, dict) else ids[side] for side in one["sides"]]}
        for one in bracket_facts(first.answer["facts"])
    ]
    played = played_of(hall, stage)
    low = hall.competition.rules.low_wins
    extra = played_off(in_force(hall.event))
    winners = {
        match: won
        for match, (one, _sitting) in played.items()
        if (won := winner_of(one, low_wins=low) or extra.get((one.round, one.table)))
    }
    plan = hall.plans[stage]
    return bracket(drawn, winners, third_place=plan.third_place and plan.format == Format.KNOCKOUT)


def played_of(hall: Hall, stage: int) -> dict[int, tuple[Played, int]]:
    """What has been played of each match, and on which sheet."""
    found = {}
    for one in hall.rounds:
        if one.stage != stage or not hall.known.round(one.number):
            continue
        for table in one.tables:
            if table.number in one.matches and table.played is not None:
                found[one.matches[table.number]] = (table.played, table.sitting)
    return found


def _tree(hall: Hall, stage: int, matches: Sequence[BracketMatch]) -> Tree:
    played = played_of(hall, stage)
    now = {
        one.matches[table.number]: table
        for one in hall.rounds
        if one.stage == stage
        for table in one.tables
        if table.number in one.matches
    }
    columns: dict[tuple[str, int], list[BracketMatch]] = {}
    for match in matches:
        columns.setdefault((match.stage, match.round), []).append(match)

    def side(match: BracketMatch, place: int) -> TreeSide:
        entrant = match.sides[place]
        there = played.get(match.number)
        score = result(there[0], entrant) if there and entrant is not None else ""
        return TreeSide(
            person=None if entrant is None else hall.people[entrant],
            waiting="" if entrant is not None else _source(match.sources[place]),
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

    places = final_places(_duels(matches))
    champion = next((one.entrant for one in places if one.first == one.last == 1), None)
    return Tree(
        title=hall.stage_names[stage],
        columns=tuple(
            TreeColumn(_title(key, len(there)), tuple(map(drawn, there))) for key, there in columns.items()
        ),
        places=tuple(
            PlaceLine(
                str(one.first) if not one.shared else f"{one.first}–{one.last}", hall.people[one.entrant]
            )
            for one in places
            if not one.open
        ),
        champion=None if champion is None else hall.people[champion],
    )


def _source(source: object) -> str:
    if not isinstance(source, Mapping):
        return ""
    ((what, number),) = source.items()
    if what == "winner":
        return gettext("Winner of match {number}").format(number=number)
    return gettext("Loser of match {number}").format(number=number)


def _title(key: tuple[str, int], matches: int) -> str:
    stage, number = key
    if stage == "winners":
        return of_whom(matches)
    if stage == "losers":
        return gettext("Lower bracket, round {number}").format(number=number)
    if stage == "third":
        return gettext("Match for third place")
    return gettext("Grand final") if number == 1 else gettext("Deciding match")


def _duels(matches: Iterable[BracketMatch]) -> list[Duel]:
    found = []
    for one in matches:
        third = one.number == THIRD_PLACE
        stage = "place" if third else one.stage
        duel = Duel(one.number, "winners", one.round, one.winner, one.loser, place=3 if third else 0)
        found.append(replace(duel, stage=stage))  # type: ignore[arg-type]  # the words of a bracket
    return found
