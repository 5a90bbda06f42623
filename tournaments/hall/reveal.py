"""The prize-giving: the final places from the bottom, one step at a time, and nothing beyond the step."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext

from tournaments.hall.facts import Hall
from tournaments.hall.reached import reached
from tournaments.hall.winners import prize_words, winners
from tournaments.hall.words import spoken
from tournaments.plans.prizes import Won


@dataclass(frozen=True, slots=True)
class RevealLine:
    """Somebody and what he has."""

    name: str
    club: str
    total: str
    prizes: tuple[str, ...] = ()
    reached: str = ""  # instead of a total: the last match of a knockout


@dataclass(frozen=True, slots=True)
class RevealStep:
    """One place with all who share it."""

    place: str
    people: tuple[RevealLine, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """How far it is: what was told last, and what before, the best first."""

    done: int
    all: int  # steps; one more shows the whole list
    now: RevealStep | None
    before: tuple[RevealStep, ...]
    finale: bool  # everything is told: the list
    unit: str
    provisional: bool


def reveal(hall: Hall, done: int, start: int) -> Reveal:
    """So many steps of the places from `start` up to the first."""
    steps = reveal_steps(hall, start)
    told = max(0, min(done, len(steps)))
    shown = steps[:told]
    finale = done > len(steps) > 0
    table = hall.standings
    return Reveal(
        done=min(done, len(steps) + 1) if steps else 0,
        all=len(steps),
        now=shown[-1] if shown and not finale else None,
        before=tuple(reversed(shown if finale else shown[:-1])),
        finale=finale,
        unit=gettext(table.criteria[0].name) if table else "",
        provisional=bool(table and table.provisional),
    )


def reveal_steps(hall: Hall, start: int) -> list[RevealStep]:
    """What is told, step by step: prizes for those who stand behind `start`, prizes of teams, and then the
    places from `start` up to the first, the last one first; whoever shares a place comes together.
    """
    table = hall.standings
    if table is None or not table.begun:
        return []
    rows = [one for one in table.rows if one.rank is not None and one.rank <= start]
    won, far = winners(hall), reached(hall, table)
    prizes: dict[int, list[str]] = {}
    for one in won:
        if not one.teams:
            for entrant in one.entrants:
                prizes.setdefault(entrant, []).append(prize_words(one))
    steps = []
    for _place, own in groupby(rows, key=lambda one: (one.rank, one.worst)):
        there = list(own)
        people = tuple(
            RevealLine(
                hall.people[row.entrant].name,
                hall.people[row.entrant].club,
                "" if table.parts[row.part].bracket else spoken(row.values[0].shown),
                tuple(prizes.get(row.entrant, ())),
                far.get(row.entrant, ""),
            )
            for row in there
        )
        steps.append(RevealStep(there[0].place, people))
    told = {row.entrant for row in rows}
    return [*_special(hall, won, told), *reversed(steps)]


def _special(hall: Hall, won: Sequence[Won], told: Set[int]) -> list[RevealStep]:
    """Prizes that no place of the list announces: of teams, and of people further behind."""
    found = []
    for one in won:
        if one.teams:
            people = tuple(
                RevealLine(
                    name,
                    ", ".join(hall.people[who].name for who in row.members),
                    spoken(row.total.shown),
                    (one.prize,),
                )
                for name in one.teams
                for row in hall.teams
                if row.team == name
            )
            found.append(RevealStep(one.label, people))
        elif one.entrants and set(one.entrants) - told:
            lines = (hall.people[who] for who in one.entrants)
            people = tuple(RevealLine(who.name, who.club, "", (one.prize,)) for who in lines)
            found.append(RevealStep(_place_word(one), people))
    return found


def _place_word(won: Won) -> str:
    return won.label if won.rank is None else str(won.rank)
