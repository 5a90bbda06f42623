"""Which tables the hall waits for, and which of them are slow."""

from __future__ import annotations

import datetime

import pytest

from tests.tournaments.event_builders import an_event
from tournaments.events.draw import drawing
from tournaments.events.rounds import publishing, running
from tournaments.models import Event, Round, Ruling, RulingKind, SheetHead

pytestmark = pytest.mark.django_db
NOON = datetime.datetime(2026, 11, 14, 12, 0, tzinfo=datetime.UTC)
HOUR = NOON + datetime.timedelta(hours=1)


def hall(hands: list[int]) -> Round:
    """A round that was opened at noon; so many hands are written at each table."""
    event = an_event(here=4 * len(hands))
    round_ = running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    Round.objects.update(opened_at=NOON)
    for sitting, count in zip(round_.sittings.order_by("number"), hands, strict=True):
        SheetHead.objects.filter(pk=sitting.pk).update(hands=count)
    return Round.objects.get(pk=round_.pk)


def slow(round_: Round) -> list[str]:
    return [table.slow for table in running.tables_of(round_, HOUR)]


def test_slow_is_who_plays_three_quarters_of_the_halls_hands_and_very_slow_half() -> None:
    assert slow(hall([12, 12, 11, 8, 5])) == ["", "", "", "slow", "very_slow"]


def test_nobody_is_slow_before_the_hall_has_played_a_little() -> None:
    assert slow(hall([2, 2, 2, 0])) == [""] * 4


def test_who_is_done_is_not_slow() -> None:
    assert slow(hall([24, 24, 24, 10])) == ["", "", "", "very_slow"]


def test_the_hall_waits_for_no_table_that_was_decided_at_the_desk() -> None:
    round_ = hall([24, 3, 3])
    event = Event.objects.get()
    Ruling.objects.create(
        event=event,
        kind=RulingKind.WALKOVER,
        round=round_,
        table=2,
        data={"winner": event.entrants.all()[0].pk},
        reason="not there",
        at=NOON,
    )
    assert running.announcement(round_) == [3]
    Ruling.objects.update(withdrawn_at=HOUR)
    assert running.announcement(round_) == [2, 3]
