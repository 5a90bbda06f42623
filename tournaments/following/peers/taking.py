"""What has come is taken in; and whoever counts official evenings hears of it, as if it had been led here."""

from __future__ import annotations

from collections.abc import Sequence

from config.database import writing
from tournaments.engines.eventlog import LogBatch
from tournaments.following.taking import Taken, take
from tournaments.models import Event
from tournaments.seasons import recording


def take_in(batches: Sequence[LogBatch], tenant: int) -> Taken:
    """As `take`; seasons with an evening that has become official, or is no longer, count it anew.

    Raises LogRefused.
    """
    with writing():
        known = dict(_official(batches))
        taken = take(batches, tenant)
        for pk, official in _official(batches):
            if known.get(pk) != official and (official is not None or pk in known):
                recording.event_changed(pk, by="")
    return taken


def _official(batches: Sequence[LogBatch]) -> list[tuple[int, object]]:
    """(event, since when its results are official)."""
    events = {batch.event for batch in batches}
    return list(Event.objects.filter(uid__in=events).values_list("pk", "finished_at"))
