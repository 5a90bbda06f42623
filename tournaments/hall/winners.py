"""Who has won which prize, by the final list: the same on boards, papers and pages."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.hall.facts import Hall
from tournaments.plans.prizes import Row, Won, award


def winners(hall: Hall) -> list[Won]:
    """All prizes of the event and who gets them; nothing before there is a ranking."""
    table = hall.standings
    if table is None or not table.begun:
        return []
    rows = [Row(row.rank, row.entrant, row.about.category) for row in table.rows]
    return award(hall.event.prizes, rows, hall.teams)


def prize_words(won: Won) -> str:
    """`120 €`, `80 € (shared)`, `Damen: flowers`."""
    shared = len(won.teams or won.entrants) > 1
    prize = gettext("{prize} (shared)").format(prize=won.prize) if shared else won.prize
    return prize if won.rank is not None else f"{won.label}: {prize}"
