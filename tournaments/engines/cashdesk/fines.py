"""What a misdeal, a revoke or coming late costs in a club: a short list, counted by hand; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.engines.amounts import MOST
from tournaments.engines.cashdesk.kinds import Destination

MOST_FINES, LONGEST = 6, 40
KEY = "fines"


@dataclass(frozen=True, slots=True)
class Fine:
    """One line: for what, how much in smallest units, and which pot it feeds."""

    name: str
    amount: int
    feeds: Destination = Destination.CLUB


def fines_of(money: Mapping[str, Any]) -> tuple[Fine, ...]:
    """From the money of an event; what cannot be read is no fine."""
    raw = money.get(KEY)
    fines = [_fine(line) for line in raw[:MOST_FINES]] if isinstance(raw, list) else []
    return tuple(fine for fine in fines if fine is not None)


def fines_json(fines: Iterable[Fine]) -> list[dict[str, Any]]:
    """As the money of an event keeps it."""
    return [{"name": fine.name, "amount": fine.amount, "feeds": fine.feeds.value} for fine in fines]


def _fine(raw: object) -> Fine | None:
    try:
        if not isinstance(raw, Mapping):
            return None
        name, amount = str(raw["name"])[:LONGEST], raw["amount"]
        if not name or isinstance(amount, bool) or not isinstance(amount, int) or not 0 < amount <= MOST:
            return None
        return Fine(name, amount, Destination(raw["feeds"]))
    except (LookupError, ValueError):
        return None
