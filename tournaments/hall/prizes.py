"""Who gets which prize, as it stands: for the paper, the pages and the prize-giving alike."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.hall.facts import Hall
from tournaments.hall.matches import places_of
from tournaments.plans.prizes import Row, Won, award


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize, in words."""

    label: str
    prize: str
    winners: tuple[str, ...]
    nobody: str  # why nobody gets it; empty: somebody does
    note: str  # that it is shared
    ranked: bool  # for a place of the ranking; False: besides it


def final_rows(hall: Hall) -> list[Row]:
    """Everybody in the order of the prize-giving: a last knockout first, the ranking after it."""
    table = hall.standings
    if table is None:
        return []
    decided: dict[int, int] = {place.entrant: place.first for place in places_of(hall) if not place.open}
    rows = [Row(rank, entrant, hall.people[entrant].category) for entrant, rank in decided.items()]
    others = [row for row in table.rows if row.entrant not in decided]
    ranks = [row.rank for row in others if row.rank is not None]
    for row in others:
        ahead = sum(rank < row.rank for rank in ranks) if row.rank is not None else 0
        rank = None if row.rank is None else len(decided) + ahead + 1
        rows.append(Row(rank, row.entrant, row.about.category))
    return sorted(rows, key=lambda place: (place.rank is None, place.rank or 0))


def prizes_won(hall: Hall) -> list[Won]:
    """Every prize with who gets it as it stands; nothing where the ranking is not for these eyes."""
    if not hall.event.prizes or hall.standings is None:
        return []
    return award(hall.event.prizes, final_rows(hall), hall.teams)


def prize_lines(hall: Hall) -> list[PrizeLine]:
    """The prizes with the names the hall knows people by."""
    return [prize_line(won, {e: p.name for e, p in hall.people.items()}) for won in prizes_won(hall)]


def prize_line(won: Won, names: dict[int, str]) -> PrizeLine:
    """One prize in words."""
    winners = won.teams or tuple(names[entrant] for entrant in won.entrants)
    shared = gettext("shared") if len(winners) > 1 else ""
    nobody = "" if winners else _why_nobody(won)
    return PrizeLine(won.label, won.prize, winners, nobody, shared, won.aim.kind == "rank")


def _why_nobody(won: Won) -> str:
    match won.aim.kind:
        case "team":
            return gettext("no such team")
        case "class":
            return gettext("nobody in the class {name}").format(name=won.aim.name)
        case _:
            return gettext("nobody has this rank")
