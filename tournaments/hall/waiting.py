"""Whom the hall is waiting for: tables that are not finished, and those that are slow."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from tournaments.events.rounds.running import tables_of
from tournaments.hall.facts import Hall
from tournaments.hall.words import progress, round_name
from tournaments.models import Round, RoundState

STEP = 15  # seconds: a table does not become slow from one second to the next


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that is still playing."""

    number: int
    sitting: int
    progress: str
    share: int  # hands played, in percent of those planned; 0 where none are planned
    slow: str  # "slow", "very_slow" or nothing


@dataclass(frozen=True, slots=True)
class Waiting:
    """The tables of the open round that are missing, the slowest first."""

    title: str
    missing: tuple[WaitingTable, ...]
    done: int
    all: int
    playing: bool  # a round is open


def waiting(hall: Hall, bucket: int) -> Waiting:
    """Who is missing at this moment, `bucket` × STEP seconds since 1970."""
    current = hall.current
    if current is None:
        return Waiting("", (), 0, 0, False)
    title = round_name(hall, current)
    if current.state != RoundState.OPEN:
        done = sum(table.done for table in current.tables)
        return Waiting(title, (), done, len(current.tables), False)
    round_ = Round.objects.get(event=hall.event.pk, number=current.number)
    now = datetime.datetime.fromtimestamp(bucket * STEP, datetime.UTC)
    states = tables_of(round_, now)
    missing = [
        WaitingTable(
            state.number,
            state.sitting,
            progress(state.hands, state.limit),
            min(100, 100 * state.hands // state.limit) if state.limit else 0,
            state.slow,
        )
        for state in sorted(
            states, key=lambda state: (1.0 if state.pace is None else state.pace, state.number)
        )
        if not state.complete
    ]
    return Waiting(title, tuple(missing), len(states) - len(missing), len(states), True)
