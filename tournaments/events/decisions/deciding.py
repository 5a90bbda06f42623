"""One decision of the organisers: one transaction, one line in the log, and in it what the decision moved.

Ranking a field twice takes long, and while somebody writes, everybody else waits. So what a decision would
move is found out before, and holds if nothing has come between (`stands_at`); else it is found out again.
Where something comes each time, the last look is taken while the others wait: no decision fails for that.
"""

from __future__ import annotations

from collections.abc import Callable

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.decisions.consequences import Consequences, compare, dumped, state_of
from tournaments.events.ground.links import fingerprints_of
from tournaments.events.ground.locking import locked_with_sheets
from tournaments.events.ground.log import note
from tournaments.events.ground.refusal import refuse_official
from tournaments.events.ground.stamps import stands_at
from tournaments.events.plan.judging import LONGEST_REASON
from tournaments.ledger import Refused
from tournaments.lists import cleaned
from tournaments.lists.lengths import too_long
from tournaments.models import Event
from tournaments.models.stored import Raw

LOOKS = 3  # before the field is ranked while everybody waits

Done = Raw
"""Values for the log."""
Expected = Callable[[Event], Consequences]
"""What a decision would move in the event as it stands; writes nothing. Raises Unreadable or Refused."""
Do = Callable[[Event], Done | None]
"""Decides it, inside the transaction; None where it had been decided before."""


def decide(
    *,
    event: Event,
    what: str,
    by: str,
    reason: str,
    expected: Expected,
    do: Do,
    on_sheets: bool = False,
) -> Consequences | None:
    """Do it, and keep what it has moved: exactly that, at its moment. None: it had been done before.

    `expected` says beforehand what `do` will move; `on_sheets`: `do` changes nothing but sheets. Raises
    Unreadable without a reason, and while the results are official.
    """
    reason = reason_given(reason)
    for _look in range(LOOKS):
        stamp = stands_at(event)
        try:
            now = Event.objects.get(pk=event.pk)
            moved = expected(now)
            shifts, prints = dumped(moved), fingerprints_of(now) if on_sheets else None
        except (Unreadable, Refused):
            break  # `do` says that better, and knows what has been done before
        with writing():
            event = locked_with_sheets(event)
            refuse_official(event)
            if stands_at(event) == stamp:
                done = do(event)
                if done is None:
                    return None
                note(event, what, prints, by=by, reason=reason, moved=shifts, **done)
                return moved
    with writing():
        event = locked_with_sheets(event)
        refuse_official(event)
        before, done = state_of(event), do(event)
        if done is None:
            return None
        moved = compare(event, before, state_of(event))
        note(event, what, by=by, reason=reason, moved=dumped(moved), **done)
        return moved


def reason_given(reason: str) -> str:
    """The reason without what cannot be seen; raises Unreadable where it is missing or too long."""
    reason = cleaned(reason)
    if not reason:
        raise Unreadable([Problem("reason", "missing", say(_("Please enter a reason.")))])
    if len(reason) > LONGEST_REASON:
        raise Unreadable([Problem("reason", "length", too_long(LONGEST_REASON))])
    return reason
