"""Several writers at the same moment: exactly one wins, everybody is told the truth."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import pytest
from django.db.models import QuerySet

from scoring import columns_for
from scoring.flat import to_flat
from tests import together
from tests.patience import PATIENCE
from tests.tournaments.builders import (
    PEOPLE,
    a_device,
    a_sitting,
    close,
    correct,
    eine,
    put_aside,
    record,
    totals,
    undo,
)
from tournaments import ledger
from tournaments.ledger import checking, corrections, folding
from tournaments.models import Answer, Credential, Entry, EntryKind, Parked, ParkedDecision, Sitting

AT_ONCE = 4
ROUNDS = 5

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


@pytest.fixture(params=["lock", "constraints"])
def decided_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With our locks, and without: then only the database's unique constraints stand between the writers."""
    if request.param == "constraints":
        monkeypatch.setattr("config.database.write_lock", lambda using="default": nullcontext())
        monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **options: self)
    return str(request.param)


def at_once(*writers: Callable[[], ledger.Recorded]) -> list[ledger.Recorded | ledger.Refused]:
    """What each of them is told, all starting together."""
    return together.at_once(*writers, but=(ledger.Refused,))


def written(answers: Sequence[ledger.Recorded | ledger.Refused]) -> list[ledger.Recorded]:
    return [recorded for recorded in answers if isinstance(recorded, ledger.Recorded) and not recorded.replay]


def test_the_same_entry_sent_several_times_at_once_is_one_hand(decided_by: str) -> None:
    sitting = a_sitting()
    for number in range(1, ROUNDS + 1):
        once = uuid.uuid4()
        answers = at_once(*[lambda: record(sitting, eine(), number, entry_id=once)] * AT_ONCE)  # noqa: B023
        assert len(written(answers)) == 1
        assert {answer.entry.pk for answer in answers} == {once}
    assert totals(sitting) == [6 * ROUNDS, 0, 0, 0]
    assert checking.check(sitting).in_order


def test_of_different_results_for_the_same_hand_one_wins_and_the_others_are_told_which(
    decided_by: str,
) -> None:
    sitting = a_sitting()
    for number in range(1, ROUNDS + 1):
        answers = at_once(*[lambda seat=seat: record(sitting, eine(seat), number) for seat in (1, 2, 3, 4)])  # noqa: B023
        (winner,) = written(answers)
        losers = [refusal for refusal in answers if isinstance(refusal, ledger.HandTaken)]
        assert len(losers) == 3
        assert {(loser.entry.pk, loser.hand_no) for loser in losers} == {(winner.entry.pk, number)}
    assert sum(totals(sitting)) == 6 * ROUNDS
    assert checking.check(sitting).in_order


def sent(sitting: Sitting, raw: dict[str, Any], number: int, device: Credential) -> Any:
    """A hand of a phone: counted, or put aside."""
    asked: dict[str, Any] = {"sitting": sitting, "entry_id": uuid.uuid4(), "hand_no": number}
    asked["credential"] = device
    try:
        return ledger.record_hand(raw=raw, **asked)
    except ledger.HandTaken as refused:
        cells = to_flat(columns_for(sitting.game_value(), sitting.table()), raw)
        return ledger.put_aside(kind=EntryKind.HAND, cells=cells, refused=refused, **asked)


def test_of_several_phones_with_different_hands_one_wins_and_nothing_of_the_others_is_lost(
    decided_by: str,
) -> None:
    sitting = a_sitting()
    devices = [a_device(sitting) for _seat in range(AT_ONCE)]
    for number in range(1, ROUNDS + 1):
        answers = at_once(
            *[
                lambda seat=seat, device=device: sent(sitting, eine(seat), number, device)  # noqa: B023
                for seat, device in enumerate(devices, start=1)
            ]
        )
        (winner,) = [answer for answer in answers if isinstance(answer, ledger.Recorded)]
        losers = [answer for answer in answers if isinstance(answer, Parked)]
        assert len(losers) == AT_ONCE - 1
        declarers = {int(parked.raw["declarer"]) for parked in losers} | {winner.entry.payload["declarer"]}
        assert declarers == set(range(1, AT_ONCE + 1))
    assert len(ledger.undecided(sitting)) == ROUNDS * (AT_ONCE - 1)
    assert sum(totals(sitting)) == 6 * ROUNDS
    assert checking.check(sitting).in_order


def test_the_same_hand_put_aside_several_times_at_once_is_there_once(decided_by: str) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    device, entry_id = a_device(sitting), uuid.uuid4()
    send = lambda: put_aside(sitting, eine(2), 1, entry_id, credential=device)  # noqa: E731
    answers = together.at_once(*[send] * AT_ONCE)
    assert {answer.pk for answer in answers} == {entry_id}
    assert len(ledger.undecided(sitting)) == 1


def test_of_two_who_decide_at_once_one_is_told_that_it_is_decided(decided_by: str) -> None:
    sitting = a_sitting()
    for number in range(1, ROUNDS + 1):
        record(sitting, eine(1))
        parked = put_aside(sitting, eine(2), number)
        devices = [a_device(sitting) for _phone in range(2)]
        both = [
            lambda answer=answer, device=device: ledger.settle(
                parked=parked,  # noqa: B023
                answer=answer,
                credential=device,
            )
            for answer, device in zip((Answer.STAYS, Answer.INSTEAD), devices, strict=True)
        ]
        answers = together.at_once(*both, but=(ledger.Refused,))
        (decision,) = [answer for answer in answers if isinstance(answer, ParkedDecision)]
        (refusal,) = [answer for answer in answers if isinstance(answer, ledger.Refused)]
        assert isinstance(refusal, ledger.Decided)
        assert ParkedDecision.objects.get(parked=parked) == decision
    assert sum(totals(sitting)) == 6 * ROUNDS
    assert checking.check(sitting).in_order


def test_the_same_result_from_several_devices_is_one_hand_and_confirmations(decided_by: str) -> None:
    sitting = a_sitting()
    answers = at_once(*[lambda: record(sitting, eine(), 1)] * AT_ONCE)
    assert len(written(answers)) == 1
    assert len({answer.entry.pk for answer in answers}) == 1
    assert totals(sitting) == [6, 0, 0, 0]


def test_of_two_corrections_of_the_same_hand_one_wins(
    decided_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    seen = threading.Barrier(2)  # both have looked at the hand before either writes
    original = folding.live_entry

    def look(sitting: Sitting, hand_no: int) -> Entry | None:
        entry = original(sitting, hand_no)
        seen.wait(PATIENCE)
        return entry

    monkeypatch.setattr(corrections, "live_entry", look)
    answers = at_once(lambda: correct(sitting, 1, eine(2)), lambda: correct(sitting, 1, eine(3)))
    (winner,) = written(answers)
    (loser,) = [refusal for refusal in answers if isinstance(refusal, ledger.HandTaken)]
    assert loser.entry == winner.entry
    assert totals(sitting) in ([0, 6, 0, 0], [0, 0, 6, 0])
    assert checking.check(sitting).in_order


def test_an_undo_and_the_next_hand_at_once_leave_a_sheet_in_order(decided_by: str) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    for _round in range(ROUNDS):
        hands = len(ledger.live_entries(sitting))
        answers = at_once(lambda: undo(sitting, hands), lambda: record(sitting, eine(2), hands + 1))  # noqa: B023
        assert len(written(answers)) == 1
        assert [refused.code for refused in answers if isinstance(refused, ledger.Refused)] == [
            "out_of_order"
        ]
        if len(ledger.live_entries(sitting)) == 0:
            record(sitting, eine(1))
    assert checking.check(sitting).in_order


def test_closing_and_a_hand_at_once_leave_no_hand_after_the_closing(decided_by: str) -> None:
    sitting = a_sitting()
    answers = at_once(lambda: close(sitting), lambda: record(sitting, eine(), 1))
    assert Counter(type(answer).__name__ for answer in answers) in (
        Counter(Recorded=2),
        Counter(Recorded=1, SheetClosed=1),
    )
    assert checking.check(sitting).in_order


def test_one_id_at_two_tables_at_once_is_written_at_one(decided_by: str) -> None:
    here, there = a_sitting(), a_sitting()
    for number in range(1, ROUNDS + 1):
        once = uuid.uuid4()
        answers = at_once(
            lambda: record(here, eine(), entry_id=once),  # noqa: B023
            lambda: record(there, eine(), entry_id=once),  # noqa: B023
        )
        assert len(written(answers)) == 1
        assert [refused.code for refused in answers if isinstance(refused, ledger.Refused)] == ["id_reused"]
        assert Entry.objects.count() == number
    assert checking.check(here).in_order
    assert checking.check(there).in_order


def test_the_same_new_name_at_two_tables_at_once_is_one_person(decided_by: str) -> None:
    def opening() -> ledger.Recorded:
        sitting = a_sitting(names=("Ásgeir", "Đorđe", "Ștefan", "Žofie"))
        return record(sitting, eine(), credential=a_device(sitting))

    answers = at_once(*[opening] * AT_ONCE)
    assert len(written(answers)) == AT_ONCE
    people = {
        tuple(sorted(answer.entry.sitting.chairs.values_list("player", flat=True))) for answer in answers
    }
    assert len(people) == 1


def test_of_directors_who_exchange_the_same_people_at_once_one_is_heard(decided_by: str) -> None:
    sitting = a_sitting()
    desk: dict[str, Any] = {"via": "desk", "by": "Erika", "reason": "wrong seats"}
    first, second = ledger.TableSeat(sitting, 1, seen=0), ledger.TableSeat(sitting, 2, seen=0)

    def exchange() -> ledger.Recorded:
        return ledger.exchange_people(left=first, right=second, entry_id=uuid.uuid4(), **desk).here

    answers = at_once(*[exchange] * AT_ONCE)
    assert len(written(answers)) == 1
    assert Counter(type(answer) for answer in answers)[ledger.OutOfOrder] == AT_ONCE - 1
    assert list(sitting.chairs.order_by("seat").values_list("player__name", flat=True)[:2]) == list(
        PEOPLE[1::-1]
    )
    assert checking.check(sitting).in_order


def test_of_directors_who_correct_a_hand_at_once_one_is_heard(decided_by: str) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    close(sitting)
    answers = at_once(
        *[
            lambda seat=seat: correct(
                sitting, 1, eine(seat), base_seq=2, via="desk", by=f"director {seat}", reason="misread"
            )
            for seat in (2, 3, 4)
        ]
    )
    (winner,) = written(answers)
    assert [type(answer) for answer in answers if answer is not winner] == [ledger.HandTaken] * 2
    assert {refusal.entry.by for refusal in answers if isinstance(refusal, ledger.HandTaken)} == {
        winner.entry.by
    }
    assert checking.check(sitting).in_order
