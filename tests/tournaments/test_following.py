"""The log of an event: from it the event is built again elsewhere, the same in every fingerprint."""

from __future__ import annotations

import pytest

from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.following_builders import follow
from tests.tournaments.test_event_rounds import finish, play_all, start
from tournaments import exchange
from tournaments.models import Event, EventLine, EventLog

__all__ = ["blank_database", "elsewhere"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.event(here=12)]


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
