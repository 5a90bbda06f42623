"""Two helpers tap at the same moment: each prize goes into one pair of hands, and is booked once."""

from __future__ import annotations

import uuid

import pytest

from scoring import Unreadable
from tests.together import at_once
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_event_rounds import start
from tests.tournaments.test_prize_giving import EUR, by_place, place, set_plan
from tournaments import ledger
from tournaments.engines.plans.prizeplan import Gift, PrizeRow
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.choices import Undivided
from tournaments.models import CashEntry, Event, PrizeRecord, Sitting
from tournaments.prizes import giving
from tournaments.prizes.state import prize_state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


@pytest.fixture
def evening() -> Event:
    event = an_event(here=4)
    sitting = Sitting.objects.get(round=start(event))
    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1))
    return Event.objects.get(pk=event.pk)


def test_one_of_two_taps_pays(evening: Event) -> None:
    event = set_plan(evening, place(1, amount=100 * EUR))
    first = by_place(prize_state(event))[0]
    seen = prize_state(event).dues[first].seen

    def tap() -> PrizeRecord:
        return giving.hand_over(event=event, entrant=first, seen=seen, key=uuid.uuid4())

    answers = at_once(tap, tap, tap, but=(Unreadable,))
    assert sorted(type(answer).__name__ for answer in answers) == ["PrizeRecord", "Unreadable", "Unreadable"]
    assert (PrizeRecord.objects.count(), CashEntry.objects.count()) == (1, 1)


def test_the_same_tap_sent_twice_is_one(evening: Event) -> None:
    event = set_plan(evening, place(1, amount=100 * EUR))
    first = by_place(prize_state(event))[0]
    seen, key = prize_state(event).dues[first].seen, uuid.uuid4()

    def tap() -> PrizeRecord:
        return giving.hand_over(event=event, entrant=first, seen=seen, key=key)

    assert {record.pk for record in at_once(tap, tap)} == {key}
    assert CashEntry.objects.count() == 1


def test_a_gift_is_one_persons(evening: Event) -> None:
    event = set_plan(
        evening,
        PrizeRow(id="all", who=PrizeFor.EVERYBODY, picks=True),
        gifts=(Gift(id="ham", what="Schinken"), Gift(id="wine", what="Wein")),
        undivided=Undivided.BY_CRITERIA,
    )
    people = by_place(prize_state(event))

    def pick(who: int) -> PrizeRecord:
        return giving.choose(event=event, entrant=who, gift="ham", key=uuid.uuid4())

    answers = at_once(*(lambda who=who: pick(who) for who in people), but=(Unreadable,))
    assert sum(isinstance(answer, PrizeRecord) for answer in answers) == 1
    assert len(prize_state(event).taken()) == 1
