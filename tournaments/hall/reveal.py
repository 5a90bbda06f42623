"""The prize-giving: the final places from the bottom, one step at a time, and nothing beyond the step."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext

from tournaments.hall.facts import Hall
from tournaments.hall.prizes import PrizeWon, prizes_won
from tournaments.hall.progress import reached
from tournaments.hall.words import spoken


@dataclass(frozen=True, slots=True)
class RevealLine:
    """Somebody and what he has."""

    name: str
    club: str
    total: str
    reached: str = ""  # instead of a total: the last match of a knockout


@dataclass(frozen=True, slots=True)
class RevealStep:
    """One place with all who share it, and what they win; or a prize that is not for a place."""

    place: str
    people: tuple[RevealLine, ...]
    prizes: tuple[str, ...] = ()
    besides: bool = False  # the prize of a class, a team, the last


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
    step = max(0, min(done, len(steps)))
    shown = steps[:step]
    finale = done > len(steps) > 0
    table = hall.standings
    return Reveal(
        done=min(done, len(steps) + 1) if steps else 0,
        all=len(steps),
        now=shown[-1] if shown and not finale else None,
        before=tuple(reversed(shown if finale else shown[:-1])),
        finale=finale,
        unit=gettext(table.criteria[0].name) if table else "",
        provisional=bool(table and (table.provisional or hall.disputed)),
    )


def reveal_steps(hall: Hall, start: int) -> list[RevealStep]:
    """First the prizes that are not for these places, then the places from `start` up to the first, the last
    one first; whoever shares a place comes together."""
    won = prizes_won(hall)
    places = _places(hall, start)
    named: set[int] = set()
    steps = []
    for place, entrants, people in reversed(places):
        prizes_here = [at for at, prize in enumerate(won) if prize.ranked and set(prize.entrants) & entrants]
        named.update(prizes_here)
        steps.append(RevealStep(place, people, tuple(won[at].price_for(entrants) for at in prizes_here)))
    besides = [prize for at, prize in enumerate(won) if at not in named and (prize.entrants or prize.teams)]
    return [*(_besides(hall, prize) for prize in reversed(besides)), *steps]


def _places(hall: Hall, start: int) -> list[tuple[str, set[int], tuple[RevealLine, ...]]]:
    """The places from the first down to `start`: what they are called, and who has them."""
    table = hall.standings
    if table is None or not table.begun:
        return []
    far = reached(hall, table)
    rows = [row for row in table.rows if row.rank is not None and row.rank <= start]
    places = []
    for _span, some in groupby(rows, key=lambda row: (row.rank, row.worst)):
        sharing = list(some)
        people = tuple(
            RevealLine(
                hall.people[row.entrant].name,
                hall.people[row.entrant].club,
                "" if table.parts[row.part].bracket else spoken(row.values[0].shown),
                far.get(row.entrant, ""),
            )
            for row in sharing
        )
        places.append((sharing[0].place, {row.entrant for row in sharing}, people))
    return places


def _besides(hall: Hall, won: PrizeWon) -> RevealStep:
    """A prize that is not for one of the places: without points, which would tell a place."""
    names = won.teams or tuple(hall.people[entrant].name for entrant in won.entrants)
    people = tuple(RevealLine(name, "", "") for name in names)
    return RevealStep(won.label, people, (won.price_for(won.entrants),), besides=True)
