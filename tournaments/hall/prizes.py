"""Who gets which prize, as it stands: for the paper, the pages and the prize-giving alike."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.engines.plans.prizes import PlainPlaced, Won, award
from tournaments.hall.facts import Hall


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize, in words."""

    label: str
    prize: str
    winners: tuple[str, ...]
    nobody: str  # why nobody gets it; empty: somebody does
    note: str  # that it is shared
    ranked: bool  # for a place of the ranking; False: besides it


def prizes_won(hall: Hall) -> list[Won]:
    """Every prize with who gets it as it stands; nothing where the ranking is not for these eyes."""
    table = hall.standings
    if not hall.event.prizes or table is None or not table.begun:
        return []
    rows = [PlainPlaced(row.rank, row.entrant, row.about.category) for row in table.rows]
    return award(hall.event.prizes, rows, hall.teams)


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
