"""What a decision has moved is true of its moment, and is found out while others write."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from config import database
from scoring import Unreadable
from tests import together
from tests.tournaments import hall
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import a_round, an_event
from tournaments import ledger
from tournaments.events.decisions import consequences, corrections, deciding, exchanges, rulings
from tournaments.events.decisions.consequences import Consequences, State, compare, loaded, state_of
from tournaments.models import EntryKind, Event, Notice, Round, RulingKind, SheetHead, Sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]

Look = Callable[..., Any]


@pytest.fixture
def event() -> Event:
    """Sixteen people at four tables: a round that is over, another that is on."""
    event = an_event(here=16)
    first = a_round(event)
    hall.play_all(first, 1, 1)
    hall.end(first)
    hall.play_all(a_round(event), 2)
    return event


@pytest.fixture
def first(event: Event) -> Round:
    return event.rounds.get(number=1)


@pytest.fixture
def second(event: Event) -> Round:
    return event.rounds.get(number=2)


def correct(round_: Round, table: int = 3, **more: Any) -> Consequences | None:
    request: dict[str, Any] = {"hand_no": 1, "raw": eine(2), "base_seq": None, "reason": "misread"}
    return corrections.correct(
        sitting=hall.table(round_, table), entry_id=uuid.uuid4(), **{**request, **more}
    )


def add_late(round_: Round, kind: EntryKind = EntryKind.HAND) -> Consequences | None:
    totals = {"hands": 2, "points": [30, -10, -10, -10]}
    return corrections.add_late(
        sitting=hall.table(round_, 3),
        kind=kind,
        entry_id=uuid.uuid4(),
        raw=eine(4) if kind is EntryKind.HAND else totals,
        reason="found in a pocket",
    )


def reopen(round_: Round) -> Consequences | None:
    sitting = hall.table(round_, 3)
    corrections.close(sitting=sitting, entry_id=uuid.uuid4())
    return corrections.reopen(sitting=sitting, entry_id=uuid.uuid4(), reason="one more")


def exchange(round_: Round) -> Consequences | None:
    there, elsewhere = (hall.table(round_, table).chairs.get(seat=table).entrant for table in (3, 2))
    assert there is not None
    assert elsewhere is not None
    return exchanges.exchange(
        round_=Round.objects.get(pk=round_.pk),
        first=there.pk,
        second=elsewhere.pk,
        entry_id=uuid.uuid4(),
        reason="wrong table",
    )


def penalty(event: Event, points: int = -40, entrant: int = 0) -> Consequences | None:
    entrant = entrant or event.entrants.order_by("number")[0].pk
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=entrant, points=points)
    return rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="late")


def last_log(event: Event) -> Consequences:
    return loaded(Notice.objects.filter(event=event).order_by("pk").last().data["moved"])


def looks(monkeypatch: pytest.MonkeyPatch, look: Look) -> None:
    """Something happens each time the field is ranked for a decision."""
    original = consequences.places

    def places(*asked: Any, **more: Any) -> Any:
        look()
        return original(*asked, **more)

    monkeypatch.setattr(consequences, "places", places)


def decisions_of(event: Event) -> dict[str, Callable[[], Consequences | None]]:
    """Of every kind one, to be made in this order: each of them moves something."""
    first, second = event.rounds.order_by("number")
    return {
        corrections.CORRECTED: lambda: correct(first),
        corrections.TAKEN_OUT: lambda: correct(second, raw=None),
        corrections.ADDED: lambda: add_late(first),
        f"{corrections.ADDED}, from paper": lambda: add_late(first, EntryKind.PAPER),
        exchanges.EXCHANGED: lambda: exchange(first),
        rulings.MADE: lambda: penalty(event),
        rulings.WITHDRAWN: lambda: rulings.withdraw(ruling=event.rulings.get(), reason="by mistake"),
        corrections.REOPENED: lambda: reopen(second),
    }


def test_nobody_waits_while_the_field_is_ranked(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []
    looks(monkeypatch, lambda: held.append(connection.in_atomic_block))
    for name, decision in decisions_of(event).items():
        held.clear()
        assert decision() is not None, name
        assert held == [False, False], name


def test_a_hand_between_look_and_decision_is_in_what_the_log_says(
    event: Event, second: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time at another seat, so that places are others than those that were looked at."""
    arrived: list[State] = []
    seats = itertools.cycle((3, 4, 3, 2))

    def meanwhile() -> None:
        if not arrived:
            hall.play(hall.table(second, 4), *[next(seats)] * 2)
            arrived.append(state_of(Event.objects.get(pk=event.pk)))

    looks(monkeypatch, meanwhile)
    for name, decision in decisions_of(event).items():
        arrived.clear()
        moved = decision()
        now = Event.objects.get(pk=event.pk)
        assert moved == last_log(event) == compare(now, arrived[0], state_of(now)), name
        assert moved or name == corrections.REOPENED


def test_where_hands_arrive_at_every_look_the_last_one_is_taken_inside(
    event: Event, first: Round, second: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[bool] = []
    before: list[State] = []

    def meanwhile() -> None:
        held.append(connection.in_atomic_block)
        if not held[-1]:
            hall.play(hall.table(second, 4), 3)
            before[:] = [state_of(Event.objects.get(pk=event.pk))]

    looks(monkeypatch, meanwhile)
    moved = correct(first)
    monkeypatch.undo()
    assert held == [False, False] * deciding.LOOKS + [True, True]
    now = Event.objects.get(pk=event.pk)
    assert moved == last_log(event) == compare(now, before[0], state_of(now))


def test_of_two_penalties_at_once_the_second_begins_where_the_first_ends(event: Event) -> None:
    leader = event.entrants.order_by("number")[0].pk
    before = state_of(event)
    together.at_once(lambda: penalty(event, -40, leader), lambda: penalty(event, -7, leader))
    decisions = [
        loaded(notice.data["moved"]) for notice in Notice.objects.filter(what=rulings.MADE).order_by("pk")
    ]
    assert len(decisions) == 2
    (first_before, first_after), (second_before, second_after) = (
        next((shift.total_before, shift.total_after) for shift in moved.shifts if shift.entrant == leader)
        for moved in decisions
    )
    assert first_after == second_before
    whole = compare(Event.objects.get(pk=event.pk), before, state_of(event))
    assert [(shift.total_before, shift.total_after) for shift in whole.shifts if shift.entrant == leader] == [
        (first_before, second_after)
    ]


def test_of_two_corrections_of_one_hand_at_once_one_is_refused(event: Event, first: Round) -> None:
    base = hall.table(first, 3).sheethead.head_seq
    answers = together.at_once(
        lambda: correct(first, raw=eine(2), base_seq=base),
        lambda: correct(first, raw=eine(3), base_seq=base),
        but=(ledger.HandTaken,),
    )
    assert sum(isinstance(answer, ledger.HandTaken) for answer in answers) == 1
    assert Notice.objects.filter(what=corrections.CORRECTED).count() == 1


def test_what_others_write_meanwhile_is_not_told_as_moved_by_a_correction(
    event: Event, first: Round, second: Round
) -> None:
    """While phones write at other tables, only the corrected one gets other totals."""
    people = set(hall.table(first, 3).chairs.values_list("entrant", flat=True))

    def corrects() -> None:
        for turn in range(12):
            correct(first, raw=eine(1 + turn % 4, 31 + turn))

    def writes(table: int) -> None:
        for turn in range(10):
            hall.play(hall.table(second, table), 1 + turn % 4)

    together.at_once(corrects, *[lambda table=table: writes(table) for table in (1, 2, 4)])
    notices = Notice.objects.filter(what=corrections.CORRECTED).order_by("pk")
    assert len(notices) == 12
    for notice in notices:
        moved = loaded(notice.data["moved"])
        assert {(total.round, total.table) for total in moved.totals} <= {(1, 3)}
        others = [shift for shift in moved.shifts if shift.entrant not in people]
        assert all(shift.total_before == shift.total_after for shift in others)


def may_write(sitting: Sitting) -> bool:
    """Could another phone begin to write at this table, without waiting?"""
    try:
        if connection.vendor == "sqlite":
            free = database._lock.acquire(blocking=False)
            if free:
                database._lock.release()
            return free
        with transaction.atomic():
            return SheetHead.objects.select_for_update(nowait=True).filter(sitting=sitting.pk).exists()
    except OperationalError:
        return False


def test_no_table_writes_between_the_last_look_and_the_log(
    event: Event, first: Round, second: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    free: list[bool] = []
    original = ledger.correct_hand

    def correct_hand(**asked: Any) -> Any:
        free.extend(together.at_once(lambda: may_write(hall.table(second, 4))))
        return original(**asked)

    assert together.at_once(lambda: may_write(hall.table(second, 4))) == [True]
    monkeypatch.setattr(ledger, "correct_hand", correct_hand)
    correct(first)
    assert free == [False]


def test_a_refused_decision_leaves_nothing(event: Event, first: Round) -> None:
    with pytest.raises(Unreadable):
        correct(first, raw={"declarer": 9})
    with pytest.raises(ledger.OutOfOrder):
        correct(first, hand_no=7)
    assert not Notice.objects.filter(what=corrections.CORRECTED).exists()


def test_a_decision_that_is_sent_again_is_told_once(event: Event, first: Round) -> None:
    """Also where what it took out is not there any more."""
    entry = uuid.uuid4()
    request: dict[str, Any] = {
        "sitting": hall.table(first, 3),
        "hand_no": 2,
        "base_seq": None,
        "reason": "misread",
    }
    assert corrections.correct(entry_id=entry, raw=None, **request)
    assert corrections.correct(entry_id=entry, raw=None, **request) is None
    assert Notice.objects.filter(what=corrections.TAKEN_OUT).count() == 1
