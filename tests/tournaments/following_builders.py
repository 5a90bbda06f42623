"""One laptop reads what another one has sealed; what must be the same on both."""

from __future__ import annotations

import json
from typing import Any

from tests.tournaments.elsewhere import Elsewhere
from tournaments import exchange
from tournaments.engines.eventlog import LogBatch
from tournaments.events.ground.stamps import stamp_of
from tournaments.following.reading import batch_after
from tournaments.following.taking import Taken, take
from tournaments.models import FIRST, Event, EventLog


def arrived(batch: LogBatch) -> LogBatch:
    """As it arrives."""
    return LogBatch.from_json(json.loads(json.dumps(batch.to_json())))


def sent(event: Event, after: int = 0, *, private: bool = False, most: int = 500) -> list[LogBatch]:
    """All batches after a position."""
    batches: list[LogBatch] = []
    more = True
    while more:
        batch = batch_after(Event.objects.get(pk=event.pk), after, private=private, most=most)
        batches.append(arrived(batch))
        more, after = batch.more, batch.lines[-1].pos if batch.lines else after
    return batches


def follow(event: Event, laptop: Elsewhere, **how: Any) -> Taken:
    """Read on from where the other laptop is, and apply it there."""
    with laptop.there():
        log = EventLog.objects.filter(event__uid=event.uid).first()
    batches = sent(event, log.head if log else 0, **how)
    with laptop.there():
        return take(batches, FIRST)


def state(event: Event) -> dict[str, Any]:
    """Everything that must be the same wherever an event is. Of namesakes in the list of people either may be
    the first; what is left out is whose place each is."""
    log = EventLog.objects.get(event=event)
    assert stamp_of(event.pk) is not None
    file = exchange.packed(event)
    for line in file["cash"]:
        del line["receipt_series"]  # elsewhere receipts stand beside those given there
    return {
        "file": file,
        "log": (log.head, log.head_hash, log.epoch, str(log.authority)),
        "screens": list(event.screens.order_by("name").values_list("name", "shows", "data", "revision")),
        "clock": [(row.ends_at, row.left, row.text) for row in _clock(event)],
        "calls": _calls(event),
    }


def _clock(event: Event) -> list[Any]:
    row = getattr(event, "clock", None)
    return [row] if row is not None else []


def _calls(event: Event) -> list[Any]:
    rows = [row for sitting in event.sittings.all() for row in sitting.call_set.all()]
    return sorted((row.at, row.reason, row.note, row.coming, row.done_at) for row in rows)


def differing(here: Any, there: Any, path: str = "") -> list[str]:
    """Where two values differ, place by place."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        return [line for name in here for line in differing(here[name], there[name], f"{path}/{name}")]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        pairs = enumerate(zip(here, there, strict=True))
        return [line for at, (left, right) in pairs for line in differing(left, right, f"{path}/{at}")]
    return [] if here == there else [f"{path}: {here!r} / {there!r}"[:200]]
