"""A table calls the organisers: why, who comes, when it was over. One call at a time for each table.

Somebody who calls once more while he waits is answered with the call that is open.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground import log
from tournaments.events.ground.stages import event_of
from tournaments.lists import cleaned
from tournaments.lists.lengths import too_long
from tournaments.models import Call, Event, Sitting

LONGEST_NOTE = 120
LONGEST_NAME = 60


class CallReason(enum.StrEnum):
    """What somebody is called for."""

    RULES = "rules"
    WRONG = "wrong"
    MISSING = "missing"
    TECHNICAL = "technical"
    OTHER = "other"


def call(*, sitting: Sitting, reason: str, note: str = "", seat: int | None = None) -> Call:
    """Ask the organisers to come; of the table that waits already its open call.

    Raises Unreadable without a reason of the list, LookupError in a quick evening. The note is for those who
    come; it is not kept in the log.
    """
    event, note = event_of(sitting), cleaned(note)
    if reason not in set(CallReason):
        raise Unreadable([Problem("reason", "missing", say(_("Please choose why somebody should come.")))])
    if len(note) > LONGEST_NOTE:
        raise Unreadable([Problem("note", "length", too_long(LONGEST_NOTE))])
    with writing():
        log.touch(event)  # first, so that of two phones that call at once the second finds the call
        there = open_call(sitting)
        if there is not None:
            return there
        calling = Call.objects.create(sitting=sitting, seat=seat, reason=reason, note=note)
        _tell(sitting)
        log.note(event, "called", **_facts(calling))
        return calling


def withdraw(calling: Call) -> Call:
    """Nobody needs to come now; the table says so."""

    def say_so(now: Call) -> None:
        now.done_at = timezone.now()

    return _change(calling, "call_withdrawn", "", say_so)


def come(calling: Call, *, by: str) -> Call:
    """Somebody is on the way; of several who say so it is the first."""

    def say_so(now: Call) -> None:
        now.coming_at, now.coming = timezone.now(), by[:LONGEST_NAME]

    return calling if calling.coming_at is not None else _change(calling, "call_answered", by, say_so)


def finish(calling: Call, *, by: str) -> Call:
    """Somebody was there."""

    def say_so(now: Call) -> None:
        now.done_at = timezone.now()

    return _change(calling, "call_done", by, say_so)


def open_call(sitting: Sitting) -> Call | None:
    """The call of this table that waits."""
    return Call.objects.filter(sitting=sitting.pk, done_at=None).first()


def open_calls(event: Event) -> QuerySet[Call]:
    """All that wait, oldest first."""
    calls = Call.objects.filter(sitting__event=event.pk, done_at=None)
    return calls.select_related("sitting__round").order_by("at", "pk")


def _change(calling: Call, what: str, by: str, say_so: Callable[[Call], None]) -> Call:
    event = event_of(calling.sitting)
    with writing():
        log.touch(event)
        now = Call.objects.select_related("sitting__round").get(pk=calling.pk)
        if now.done_at is not None or (what == "call_answered" and now.coming_at is not None):
            return now
        say_so(now)
        now.save(update_fields=("coming_at", "coming", "done_at"))
        _tell(now.sitting)
        log.note(event, what, by=by, **_facts(now))
        return now


def _tell(sitting: Sitting) -> None:
    """The pages of the table are others now."""
    Sitting.objects.filter(pk=sitting.pk).update(beside=F("beside") + 1)


def _facts(calling: Call) -> dict[str, Any]:
    sitting = calling.sitting
    number = sitting.round.number if sitting.round else 0
    return {"round": number, "table": sitting.number, "sitting": sitting.pk, "why": calling.reason}
