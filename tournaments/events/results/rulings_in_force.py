"""What organisers have decided besides hands, from the database."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.engines.results.decisions import Decision
from tournaments.models import Event, Ruling


def rulings_in_force(event: Event) -> list[Ruling]:
    """All decisions that have not been withdrawn, oldest first."""
    return list(Ruling.objects.filter(event=event, withdrawn_at=None).select_related("round"))


def decisions_of(rulings: Iterable[Ruling]) -> list[Decision]:
    """The same as the standings take them, also of rulings that are not stored."""
    return [
        Decision(
            kind=ruling.kind,
            entrant=ruling.entrant_id,
            round=ruling.round.number if ruling.round else None,
            table=ruling.table,
            data=ruling.data,
            reason=ruling.reason,
        )
        for ruling in rulings
    ]
