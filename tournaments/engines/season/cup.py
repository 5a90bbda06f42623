"""The challenge cup: who holds it, and when it stays for ever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.engines.season.inputs import PersonId, SeasonEvening
from tournaments.engines.season.tables import SeasonTable, Unranked


@dataclass(frozen=True, slots=True, kw_only=True)
class CupRules:
    """This many wins make the cup one's own. 0: it always goes on."""

    in_a_row: int = 3
    in_all: int = 4
    within_period: bool = False  # only wins of the same period count together, of a year for example


class CupWin(NamedTuple):
    """The cup was won: `period` is what wins are counted within, a year for example."""

    person: PersonId
    period: int = 0


class CupHolder(NamedTuple):
    """After one win: how often in a row and in all, and whether the cup stays with its holder."""

    person: PersonId
    period: int
    in_a_row: int
    in_all: int
    keeps: bool


def holders(wins: Sequence[CupWin], rules: CupRules | None = None) -> tuple[CupHolder, ...]:
    """Win by win, in their order. A cup that stays is followed by a new one: everybody begins at nothing."""
    rules = rules or CupRules()
    history: list[CupHolder] = []
    counts: dict[PersonId, int] = {}
    row = 0
    last: PersonId | None = None
    period: int | None = None
    for win in wins:
        if rules.within_period and win.period != period:
            counts, row, last = {}, 0, None
        row = row + 1 if win.person == last else 1
        counts[win.person] = counts.get(win.person, 0) + 1
        keeps = bool(
            (rules.in_a_row and row >= rules.in_a_row)
            or (rules.in_all and counts[win.person] >= rules.in_all)
        )
        history.append(CupHolder(win.person, win.period, row, counts[win.person], keeps))
        last, period = win.person, win.period
        if keeps:
            counts, row, last = {}, 0, None
    return tuple(history)


def firsts_of(table: SeasonTable) -> tuple[tuple[SeasonEvening, tuple[PersonId, ...]], ...]:
    """Who was first of each evening among those on the list: one, partners, or several who are tied.

    Who is not eligible for a place wins no cup; the next one does.
    """
    firsts = []
    for place, evening in enumerate(table.evenings):
        if not evening.played:
            continue
        eligible = (row for row in table.rows if row.unranked is not Unranked.BARRED)
        ranks = {row.person: row.cells[place].rank for row in eligible}
        best = min((rank for rank in ranks.values() if rank is not None), default=None)
        firsts.append(
            (evening, tuple(person for person, rank in ranks.items() if rank is not None and rank == best))
        )
    return tuple(firsts)


def together(evening: SeasonEvening, people: Sequence[PersonId]) -> bool:
    """Have these people won as one, because they played together?"""
    partners = {result.person: set(result.partners) for result in evening.results}
    return all(set(people) - {person} <= partners.get(person, set()) for person in people)
