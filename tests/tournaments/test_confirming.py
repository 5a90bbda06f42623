"""Who confirms a list, who disputes it, what that is worth, and until when."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from scoring import Unreadable, opening
from tests import together
from tests.guards import unguarded
from tests.tournaments.builders import a_device, a_sitting, called, close, correct, eine, record, reopen, undo
from tests.tournaments.event_builders import an_event
from tournaments import ledger
from tournaments.events.draw import drawing
from tournaments.events.rounds import publishing, running
from tournaments.ledger import chain, checking
from tournaments.models import Credential, Entry, EntryKind, SheetHead, Sitting
from tournaments.rehearsal.robots import made_up

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

DESK: dict[str, Any] = {"via": "desk", "by": "Erika", "reason": "asked all four"}


def phone(sitting: Sitting, seat: int | None) -> Credential:
    """The phone of a seat."""
    device = a_device(sitting)
    device.seat = seat
    device.save()
    return device


def head(sitting: Sitting) -> SheetHead:
    return SheetHead.objects.get(sitting=sitting)


def confirm(sitting: Sitting, seat: int, **more: Any) -> ledger.Recorded:
    """Somebody confirms the list as it is at this moment."""
    given = {"entry_id": uuid.uuid4(), "base_seq": head(sitting).head_seq, **more}
    return ledger.confirm_list(sitting=sitting, seat=seat, **given)


def confirm_hand(sitting: Sitting, number: int, seat: int, **more: Any) -> ledger.Recorded:
    given = {"entry_id": uuid.uuid4(), "base_seq": head(sitting).head_seq, **more}
    return ledger.confirm_hand(sitting=sitting, hand_no=number, seat=seat, **given)


def dispute(sitting: Sitting, seat: int, reason: str = "Hand 1 was mine", **more: Any) -> ledger.Recorded:
    given = {"entry_id": uuid.uuid4(), "base_seq": head(sitting).head_seq, **more}
    return ledger.dispute(sitting=sitting, seat=seat, reason=reason, **given)


def resolve(sitting: Sitting, **more: Any) -> ledger.Recorded:
    given = {"entry_id": uuid.uuid4(), "base_seq": head(sitting).head_seq, **DESK, **more}
    return ledger.resolve(sitting=sitting, **given)


def an_event_table() -> Sitting:
    """A table of an open round."""
    event = an_event(here=8)
    running.open_round(publishing.publish(drawing.draw_next(event, seed="x")[0]))
    return Sitting.objects.filter(event=event).order_by("number")[0]


def handed_in(writer: int | None = 1) -> Sitting:
    """Two hands, written by the phone of this seat, and the sheet is handed in."""
    sitting = a_sitting()
    device = phone(sitting, writer)
    record(sitting, eine(1), credential=device)
    record(sitting, eine(2), credential=device)
    close(sitting)
    return sitting


# --- The list


def test_somebody_else_confirms_the_list() -> None:
    sitting = handed_in()
    recorded = confirm(sitting, 3)
    assert recorded.entry.payload == {"seat": 3, "phone": "turned", "wrote": [1], "totals": [6, 6, 0, 0]}
    there = head(sitting)
    assert (there.agreed, there.confirmed_by, there.confirmed_at) == ("confirmed", [3], recorded.entry.at)
    assert checking.check(sitting).in_order


def test_on_his_own_phone_it_is_said_to_be_his() -> None:
    sitting = handed_in()
    assert confirm(sitting, 3, credential=phone(sitting, 3)).entry.payload["phone"] == "own"


def test_who_has_written_it_all_does_not_confirm_it() -> None:
    sitting = handed_in()
    with pytest.raises(ledger.WroteIt):
        confirm(sitting, 1)
    assert head(sitting).agreed == ""


def test_a_phone_that_has_changed_its_seat_is_no_phone_of_its_own() -> None:
    sitting = a_sitting()
    device = phone(sitting, 1)
    record(sitting, eine(1), credential=device)
    record(sitting, eine(2), credential=phone(sitting, 4))
    close(sitting)
    device.seat = 3
    device.save()
    assert confirm(sitting, 3, credential=device).entry.payload["phone"] == "turned"


def test_where_several_have_written_two_of_them_vouch_for_each_other() -> None:
    sitting = a_sitting()
    for seat in (1, 2):
        record(sitting, eine(seat), credential=phone(sitting, seat))
    close(sitting)
    confirm(sitting, 1)
    assert head(sitting).agreed == ""
    confirm(sitting, 2)
    assert (head(sitting).agreed, head(sitting).confirmed_by) == ("confirmed", [1, 2])


def test_partners_are_one_side() -> None:
    sitting = a_sitting("caesar", seats=4)
    game, table = sitting.game_value(), sitting.table()
    record(sitting, made_up(game, table, opening(table), Random(7)), credential=phone(sitting, 1))
    close(sitting)
    with pytest.raises(ledger.WroteIt):
        confirm(sitting, 3)
    confirm(sitting, 2)
    assert head(sitting).agreed == "confirmed"


def test_an_open_sheet_is_not_confirmed_yet() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    with pytest.raises(ledger.SheetOpen):
        confirm(sitting, 2)


def test_nobody_confirms_what_he_has_not_seen() -> None:
    sitting = handed_in()
    seen = head(sitting).head_seq
    correct(sitting, 1, eine(3), **DESK)
    with pytest.raises(ledger.ListChanged):
        confirm(sitting, 3, base_seq=seen)
    with pytest.raises(ledger.ListChanged):
        confirm(sitting, 3, base_seq=None)
    with pytest.raises(Unreadable, match="seat_empty"):
        confirm(sitting, 5)


def test_what_others_say_does_not_hold_up_a_confirmation() -> None:
    sitting = handed_in()
    seen = head(sitting).head_seq
    confirm(sitting, 3)
    confirm(sitting, 4, base_seq=seen)
    assert head(sitting).confirmed_by == [3, 4]


@pytest.mark.parametrize("change", ["correction", "taking out", "opening", "exchange"])
def test_whatever_changes_the_list_makes_its_confirmation_void(change: str) -> None:
    sitting = handed_in()
    confirm(sitting, 3)
    match change:
        case "correction":
            correct(sitting, 1, eine(3), **DESK)
        case "taking out":
            ledger.void_hand(sitting=sitting, entry_id=uuid.uuid4(), hand_no=1, **DESK)
        case "opening":
            reopen(sitting)
            assert head(sitting).agreed == ""
            close(sitting)
        case _:
            left, right = ledger.TableSeat(sitting, 1), ledger.TableSeat(sitting, 2)
            ledger.exchange_people(left=left, right=right, entry_id=uuid.uuid4(), **DESK)
    assert (head(sitting).agreed, head(sitting).confirmed_by, head(sitting).confirmed_at) == ("", [], None)
    confirm(sitting, 3)
    assert head(sitting).agreed == "confirmed"
    assert checking.check(sitting).in_order


def test_said_twice_it_is_said_once() -> None:
    sitting, entry_id = handed_in(), uuid.uuid4()
    before = head(sitting).head_seq
    first = confirm(sitting, 3, entry_id=entry_id)
    again = confirm(sitting, 3, entry_id=entry_id)
    once_more = confirm(sitting, 3, base_seq=before)
    assert [first.replay, again.replay, once_more.replay] == [False, True, True]
    assert {recorded.entry.pk for recorded in (first, again, once_more)} == {entry_id}
    with pytest.raises(ledger.IdReused):
        confirm(sitting, 4, entry_id=entry_id)


def test_organisers_confirm_with_a_reason() -> None:
    sitting = handed_in()
    with pytest.raises(Unreadable, match="missing"):
        confirm(sitting, ledger.ORGANISERS)
    with pytest.raises(Unreadable, match="missing"):
        confirm(sitting, ledger.ORGANISERS, via="desk")
    confirm(sitting, ledger.ORGANISERS, **DESK)
    assert (head(sitting).agreed, head(sitting).confirmed_by) == ("confirmed", [0])


# --- One hand


def test_a_hand_is_confirmed_by_somebody_else() -> None:
    sitting = a_sitting()
    record(sitting, eine(1), credential=phone(sitting, 1))
    with pytest.raises(ledger.WroteIt):
        confirm_hand(sitting, 1, 1)
    confirm_hand(sitting, 1, 2)
    assert confirm_hand(sitting, 1, 3).replay
    assert head(sitting).confirmed_hands == [1]
    with pytest.raises(ledger.OutOfOrder):
        confirm_hand(sitting, 2, 2)
    correct(sitting, 1, eine(2))
    assert head(sitting).confirmed_hands == []
    assert checking.check(sitting).in_order


def test_the_same_hand_from_another_seats_phone_confirms_it() -> None:
    sitting = a_sitting()
    first, second = phone(sitting, 1), phone(sitting, 2)
    written = record(sitting, eine(1), 1, credential=first)
    for _again in range(2):
        entry_id = uuid.uuid4()
        for _sent in range(2):
            recorded = record(sitting, eine(1), 1, credential=second, entry_id=entry_id)
            assert (recorded.entry, recorded.replay) == (written.entry, True)
    assert [entry.kind for entry in ledger.history(sitting)] == ["hand", "confirm"]
    assert head(sitting).confirmed_hands == [1]
    assert checking.check(sitting).in_order


def test_the_same_phone_or_one_of_nobody_confirms_nothing_by_sending_again() -> None:
    sitting = a_sitting()
    device = phone(sitting, 1)
    for credential in (device, device, phone(sitting, None), None):
        record(sitting, eine(1), 1, credential=credential)
    assert [entry.kind for entry in ledger.history(sitting)] == ["hand"]


def test_a_confirmed_hand_of_an_event_is_put_right_by_organisers_only() -> None:
    sitting = an_event_table()
    device = phone(sitting, 1)
    record(sitting, eine(1), credential=device)
    confirm_hand(sitting, 1, 2)
    for change in (
        lambda: undo(sitting, 1, credential=device),
        lambda: correct(sitting, 1, eine(2), credential=device),
    ):
        with pytest.raises(ledger.HandConfirmed):
            change()
    correct(sitting, 1, eine(2), **DESK)
    assert head(sitting).confirmed_hands == []


# --- Disputes


def test_a_dispute_is_a_state_of_its_own_until_it_is_settled() -> None:
    sitting = handed_in()
    confirm(sitting, 3)
    entry = dispute(sitting, 4, totals=[0, 12, 0, 0]).entry
    assert (entry.payload["should"], entry.payload["totals"], entry.reason) == (
        [0, 12, 0, 0],
        [6, 6, 0, 0],
        "Hand 1 was mine",
    )
    assert head(sitting).agreed == "disputed"
    confirm(sitting, 2)
    assert head(sitting).agreed == "disputed"
    correct(sitting, 1, eine(2), **DESK)
    assert head(sitting).agreed == "disputed"
    resolve(sitting)
    assert (head(sitting).agreed, head(sitting).confirmed_by) == ("confirmed", [0])
    assert resolve(sitting).replay
    assert checking.check(sitting).in_order


def test_a_dispute_keeps_nobody_from_playing_on() -> None:
    sitting = a_sitting()
    device = phone(sitting, 1)
    record(sitting, eine(1), credential=device)
    dispute(sitting, 2, hand_no=1)
    record(sitting, eine(2), credential=device)
    close(sitting)
    assert head(sitting).agreed == "disputed"
    assert head(sitting).hands == 2


def test_who_disputed_it_may_say_that_it_is_right_after_all() -> None:
    sitting = handed_in()
    mine = phone(sitting, 4)
    dispute(sitting, 4, credential=mine)
    confirm(sitting, 4)  # on another phone than he disputed it: everybody could say that
    assert head(sitting).agreed == "disputed"
    confirm(sitting, 4, credential=mine)
    assert (head(sitting).agreed, head(sitting).confirmed_by) == ("confirmed", [4])


def test_the_same_dispute_twice_is_one() -> None:
    sitting = handed_in()
    first = dispute(sitting, 4)
    assert dispute(sitting, 4).entry == first.entry
    assert not dispute(sitting, 4, "Hand 2, too").replay
    with pytest.raises(Unreadable, match="missing"):
        dispute(sitting, 4, "")
    with pytest.raises(Unreadable, match="incomplete"):
        dispute(sitting, 4, totals=[1])
    with pytest.raises(ledger.OutOfOrder):
        dispute(sitting, 4, hand_no=7)


def test_organisers_settle_what_they_have_seen() -> None:
    sitting = an_event_table()
    record(sitting, eine(1), credential=phone(sitting, 1))
    with pytest.raises(ledger.NothingDisputed):
        resolve(sitting)
    dispute(sitting, 2)
    seen = head(sitting).head_seq
    dispute(sitting, 3)
    with pytest.raises(ledger.ListChanged):
        resolve(sitting, base_seq=seen)
    with pytest.raises(Unreadable, match="missing"):
        resolve(sitting, reason="")
    with pytest.raises(ledger.NothingDisputed):
        resolve(sitting, via="own")
    resolve(sitting)
    assert head(sitting).agreed == ""  # not handed in yet: settled, not confirmed


def test_a_quick_evening_settles_its_disputes_itself() -> None:
    sitting = handed_in()
    dispute(sitting, 4)
    resolve(sitting, via="own", by="")
    assert head(sitting).agreed == ""
    confirm(sitting, 4)
    assert head(sitting).agreed == "confirmed"


def test_other_totals_than_were_confirmed_are_found() -> None:
    sitting = handed_in()
    confirm(sitting, 3)
    entry = Entry.objects.get(sitting=sitting, kind=EntryKind.CONFIRM)
    assert not checking.check(sitting).derived
    with connection.cursor() as cursor, unguarded(cursor):
        entry.payload["totals"] = [600, 6, 0, 0]
        entry.digest = chain.digest_of(entry.kind, None, entry.payload)
        entry.hash = chain.hash_of(entry)
        entry.save()
        SheetHead.objects.filter(sitting=sitting).update(head_hash=entry.hash)
    (sentence,) = checking.check(sitting).derived
    assert sentence == "entry 4: says {'totals': [600, 6, 0, 0]}, computed {'totals': [6, 6, 0, 0]}"


def test_a_head_that_claims_a_confirmation_is_put_right() -> None:
    sitting = handed_in()
    SheetHead.objects.filter(sitting=sitting).update(agreed="confirmed", confirmed_by=[3])
    assert len(checking.check(sitting).derived) == 2
    checking.rebuild(sitting)
    assert head(sitting).agreed == ""


# --- At the same moment


@pytest.mark.django_db(transaction=True)
def test_a_confirmation_and_a_correction_at_once_leave_no_list_confirmed_that_nobody_saw() -> None:
    for _round in range(4):
        sitting = handed_in()
        seen = head(sitting).head_seq
        together.at_once(
            lambda: confirm(sitting, 3, base_seq=seen),  # noqa: B023
            lambda: correct(sitting, 1, eine(3), **DESK),  # noqa: B023
            but=(ledger.Refused,),
        )
        assert head(sitting).agreed == ""
        assert checking.check(sitting).in_order


@pytest.mark.django_db(transaction=True)
def test_two_who_confirm_at_once_are_both_heard_and_one_id_once() -> None:
    sitting, entry_id = handed_in(), uuid.uuid4()
    seen = head(sitting).head_seq
    together.at_once(
        *[lambda: confirm(sitting, 3, base_seq=seen, entry_id=entry_id)] * 3,
        lambda: confirm(sitting, 4, base_seq=seen),
        but=(ledger.Refused,),
    )
    assert sorted(head(sitting).confirmed_by) == [3, 4]
    assert Entry.objects.filter(sitting=sitting, kind=EntryKind.CONFIRM).count() == 2


# --- Whatever happens


SEATS = st.integers(1, 2)


class SpokenOf(RuleBasedStateMachine):
    """Hands, corrections and what people say about them, in any order."""

    @initialize()
    def open(self) -> None:
        self.sitting = a_sitting("cabo", seats=2, end_mode="limit", limit=60, exact_limit_halves="off")
        self.devices = {seat: phone(self.sitting, seat) for seat in (1, 2)}
        self.disputed: set[int] = set()

    @rule(caller=SEATS, low=st.sampled_from([0, 7]), seat=SEATS, number=st.none() | st.integers(1, 3))
    def write(self, caller: int, low: int, seat: int, number: int | None) -> None:
        self._try(record, called(caller, low, 20), number, credential=self.devices[seat])

    @rule(caller=SEATS, number=st.integers(1, 3))
    def correct(self, caller: int, number: int) -> None:
        self._try(correct, number, called(caller, 3, 9), **DESK)

    @rule(number=st.integers(1, 3))
    def undo(self, number: int) -> None:
        self._try(undo, number)

    @rule()
    def close(self) -> None:
        self._try(close)

    @rule()
    def reopen(self) -> None:
        self._try(reopen)

    @rule(seat=SEATS, on_phone=st.booleans(), behind=st.integers(0, 2))
    def confirm(self, seat: int, on_phone: bool, behind: int) -> None:
        seen = max(0, head(self.sitting).head_seq - behind)
        device = self.devices[seat] if on_phone else None
        if self._try(confirm, seat, base_seq=seen, credential=device):
            self.disputed.discard(seat)

    @rule(seat=SEATS, number=st.integers(1, 3))
    def confirm_one(self, seat: int, number: int) -> None:
        self._try(confirm_hand, number, seat)

    @rule(seat=SEATS, number=st.none() | st.integers(1, 3))
    def dispute(self, seat: int, number: int | None) -> None:
        if self._try(dispute, seat, hand_no=number):
            self.disputed.add(seat)

    @rule(via=st.sampled_from(["desk", "own"]))
    def resolve(self, via: str) -> None:
        if self._try(resolve, via=via):
            self.disputed.clear()

    def _try(self, say: Any, *answers: Any, **more: Any) -> bool:
        try:
            say(self.sitting, *answers, **more)
        except (ledger.Refused, Unreadable):
            return False
        return True

    @invariant()
    def what_is_confirmed_is_what_the_hands_come_to(self) -> None:
        there = head(self.sitting)
        agreement = ledger.agreement_of(self.sitting, ledger.standing(self.sitting))
        if there.agreed == "confirmed":
            assert there.closed
            totals = list(ledger.replay(self.sitting).totals)
            for entry in agreement.confirmations:
                assert entry.payload.get("games", [entry.payload])[-1]["totals"] == there.games[-1]["totals"]
            assert totals == there.games[-1]["totals"] or there.over
            wrote = {entry.credential.seat for entry in ledger.live_entries(self.sitting) if entry.credential}
            vouched = set(there.confirmed_by)
            assert 0 in vouched or len(vouched | wrote) > 1 or not wrote

    @invariant()
    def a_confirmed_hand_was_seen_by_two(self) -> None:
        live = {entry.hand_no: entry for entry in ledger.live_entries(self.sitting)}
        for number in head(self.sitting).confirmed_hands:
            by = Entry.objects.filter(sitting=self.sitting, kind="confirm", hand_no=number).latest("seq")
            writer = live[number].credential
            assert writer is None or writer.seat != by.payload["seat"]

    @invariant()
    def what_is_disputed_is_said_to_be(self) -> None:
        assert (head(self.sitting).agreed == "disputed") == bool(self.disputed)

    @invariant()
    def nothing_is_to_be_put_right(self) -> None:
        assert checking.check(self.sitting).in_order


def test_a_confirmed_list_says_what_was_played_whatever_happened_before() -> None:
    run_state_machine_as_test(
        SpokenOf,
        settings=settings(
            max_examples=12,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
