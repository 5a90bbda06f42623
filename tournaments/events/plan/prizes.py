"""Writing down what there is to win; what was there before can be brought back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.database import writing
from scoring import Unreadable
from tournaments.engines.plans import prizes
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import Event, Notice

PRIZES = "prizes"
Lines = Sequence[Mapping[str, str]]


def classes_of(event: Event) -> list[str]:
    """The classes that entrants have."""
    named = event.entrants.exclude(category="").values_list("category", flat=True)
    return sorted(set(named))


def change_prizes(*, event: Event, lines: Lines, by: str = "") -> Event:
    """Other prizes; raises Unreadable with every line that nobody could win."""
    with writing():
        event = locked(event)
        if problems := prizes.problems(lines, classes_of(event)):
            raise Unreadable(problems)
        return _stored(event, lines, by)


def undo_prizes(*, event: Event, by: str = "") -> Event:
    """The prizes as they were before the last change; once more, and they are as after it."""
    with writing():
        event = locked(event)
        last = last_change(event)
        return event if last is None else _stored(event, last.data["old"], by)


def last_change(event: Event) -> Notice | None:
    """The last change of the prizes that says what was there before."""
    changes = Notice.objects.filter(event=event, what=PRIZES).order_by("-pk")
    return next((notice for notice in changes[:1] if "old" in notice.data), None)


def _stored(event: Event, lines: Lines, by: str) -> Event:
    old, new = event.prizes, [dict(line) for line in lines]
    if new != old:
        event.prizes = new
        event.save(update_fields=("prizes",))
        note(event, PRIZES, by=by, old=old, new=new)
    return Event.objects.get(pk=event.pk)
