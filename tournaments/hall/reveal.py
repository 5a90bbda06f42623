"""The prize-giving: the final places from the bottom, one step at a time, and nothing beyond the step."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext

from tournaments.hall.facts import Hall
from tournaments.hall.matches import places_of
from tournaments.hall.words import spoken


@dataclass(frozen=True, slots=True)
class RevealLine:
    """Somebody and what he has."""

    name: str
    club: str
    total: str


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
        unit=gettext(table.criteria[0].name) if table and not places_of(hall) else "",
        provisional=bool(table and table.provisional),
    )


def reveal_steps(hall: Hall, start: int) -> list[RevealStep]:
    """The places from `start` up to the first, the last one first; whoever shares a place comes together."""
    if places := places_of(hall):
        grouped = [
            RevealStep(
                str(first) if first == last else f"{first}–{last}",
                tuple(
                    RevealLine(hall.people[e].name, hall.people[e].club, "") for e in (p.entrant for p in own)
                ),
            )
            for (first, last), own in groupby(places, key=lambda one: (one.first, one.last))
            if first <= start
        ]
        return grouped[::-1]
    table = hall.standings
    rows = [one for one in table.rows if one.rank is not None and one.rank <= start] if table else []
    steps = [
        RevealStep(
            str(rank),
            tuple(
                RevealLine(
                    hall.people[row.entrant].name,
                    hall.people[row.entrant].club,
                    spoken(row.values[0].shown),
                )
                for row in own
            ),
        )
        for rank, own in groupby(rows, key=lambda one: one.rank)
    ]
    return steps[::-1]
