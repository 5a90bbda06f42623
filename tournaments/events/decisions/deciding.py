"""One decision of the organisers: one transaction, one line in the log, and in it what the decision moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.decisions.consequences import Consequences, compare, dumped, state_of
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.events.ground.refusal import refuse_official
from tournaments.events.plan.judging import LONGEST_REASON, too_long
from tournaments.lists import cleaned
from tournaments.models import Event

Done = dict[str, Any]
"""Values for the log."""


def decide(
    *, event: Event, what: str, by: str, reason: str, do: Callable[[Event], Done | None]
) -> Consequences | None:
    """Do it, and keep what it moved. `do` says what it has done, or None: nothing (it had been done before).

    Raises Unreadable without a reason, and while the results are official.
    """
    reason = reason_given(reason)
    with writing():
        event = locked(event)
        refuse_official(event)
        before = state_of(event)
        done = do(event)
        if done is None:
            return None
        found = compare(event, before, state_of(event))
        note(event, what, by=by, reason=reason, moved=dumped(found), **done)
    return found


def reason_given(reason: str) -> str:
    """The reason without what cannot be seen; raises Unreadable where it is missing or too long."""
    reason = cleaned(reason)
    if not reason:
        raise Unreadable([Problem("reason", "missing", say(_("Please enter a reason.")))])
    if len(reason) > LONGEST_REASON:
        raise Unreadable([Problem("reason", "length", too_long(LONGEST_REASON))])
    return reason
