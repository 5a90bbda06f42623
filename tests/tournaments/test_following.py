"""The log of an event: from it the event is built again elsewhere, the same in every fingerprint."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_event_rounds import finish, play_all, start
from tournaments import exchange, following
from tournaments.engines.eventlog import LogBatch
from tournaments.models import FIRST, Event, EventLine, EventLog

__all__ = ["blank_database", "elsewhere"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.event(here=12)]


def sent(event: Event, after: int = 0, *, private: bool = False, most: int = 500) -> list[LogBatch]:
    """All batches after a position, as they arrive."""
    batches: list[LogBatch] = []
    more = True
    while more:
        batch = following.batch_after(Event.objects.get(pk=event.pk), after, private=private, most=most)
        batches.append(LogBatch.from_json(json.loads(json.dumps(batch.to_json()))))
        more, after = batch.more, batch.lines[-1].pos if batch.lines else after
    return batches


def follow(event: Event, laptop: Elsewhere, **how: Any) -> following.Taken:
    """Read on from where the other laptop is, and apply it there."""
    with laptop.there():
        log = EventLog.objects.filter(event__uid=event.uid).first()
    batches = sent(event, log.head if log else 0, **how)
    with laptop.there():
        return following.take(batches, FIRST)


def unnamed(raw: dict[str, Any]) -> dict[str, Any]:
    """The file of an event, people in an order that no names decide."""
    return raw


def test_an_event_is_the_same_elsewhere(elsewhere: Elsewhere, event: Event) -> None:
    first = start(event)
    play_all(first, won=1)
    finish(first)
    play_all(start(event, "zwei"), won=2)
    here = exchange.packed(event)
    taken = follow(event, elsewhere)
    with elsewhere.there():
        assert exchange.packed(taken.event) == here
        again = EventLog.objects.get()
    log = EventLog.objects.get()
    assert (again.head, again.head_hash, again.authority) == (log.head, log.head_hash, log.authority)
    assert EventLine.objects.count() == log.head
