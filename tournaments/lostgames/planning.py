"""What an event takes besides its fees, stored beside its price list: a part under a key of its own."""

from __future__ import annotations

from typing import Any

from config.database import writing
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import Event


def store_plan(event: Event, key: str, new: Any, *, what: str, by: str) -> Event:
    """Another plan under this key, or none; the log has a line `what` if that is a change."""
    with writing():
        event = locked(event)
        old = event.money.get(key)
        if old != new:
            event.money = {name: value for name, value in event.money.items() if name != key}
            event.money |= {key: new} if new is not None else {}
            event.save(update_fields=("money",))
            note(event, what, by=by, old=old, new=new)
        return Event.objects.get(pk=event.pk)
