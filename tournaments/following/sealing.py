"""The log goes on: a line for everything of an event that differs from what was sealed last."""

from __future__ import annotations

from tournaments.models import Event, EventLog


def seal(event: Event, *, whole: bool = False) -> EventLog:
    """The log of this event, level with its rows. The first call begins it; one without news asks two
    statements and writes nothing. Of an event that is led elsewhere nothing is written.

    `whole`: compare everything, whatever the revision says.
    """
    raise NotImplementedError


def seal_noted(event: Event) -> None:
    """Something was noted about this event in the transaction that ends: seal it, if anybody reads its log."""
    raise NotImplementedError
