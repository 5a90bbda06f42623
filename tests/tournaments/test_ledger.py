"""Hands go in once, in order, and only if the rules take them."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.utils import timezone

from scoring import Unreadable
from tests.tournaments.builders import (
    a_device,
    a_sitting,
    called,
    close,
    correct,
    eine,
    record,
    reopen,
    totals,
    undo,
)
from tests.tournaments.refusals import codes
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.models import Entry, LiveHand, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


# --- The ordinary evening


def test_a_hand_is_recorded_and_counts() -> None:
    sitting = a_sitting()
    recorded = record(sitting, eine(2), 1)
    assert not recorded.replay
    assert recorded.so_far.totals == (0, 6, 0, 0)
    assert totals(sitting) == [0, 6, 0, 0]
    hand = LiveHand.objects.get(sitting=sitting)
    assert (hand.hand_no, hand.points, hand.entry_id) == (1, [0, 6, 0, 0], recorded.entry.pk)
    assert hand.lines == [{"code": "contract", "points": [0, 6, 0, 0]}]


def test_hands_add_up_in_order() -> None:
    sitting = a_sitting()
    for declarer in (1, 2, 2):
        record(sitting, eine(declarer))
    assert totals(sitting) == [6, 12, 0, 0]
    assert [entry.seq for entry in ledger.history(sitting)] == [1, 2, 3]
    assert [entry.hand_no for entry in ledger.live_entries(sitting)] == [1, 2, 3]


def test_a_redeal_has_a_number_but_no_points() -> None:
    sitting = a_sitting()
    record(sitting, {"kind": "redeal"}, 1)
    assert record(sitting, eine(), 2).so_far.totals == (6, 0, 0, 0)


def test_an_entry_says_where_it_came_from() -> None:
    sitting = a_sitting()
    device = a_device(sitting)
    claimed = datetime.datetime(2026, 3, 1, 20, 15, 0, 123456, tzinfo=datetime.UTC)
    before = timezone.now()
    entry = record(sitting, eine(), credential=device, via="desk", base_seq=0, claimed_at=claimed).entry
    entry.refresh_from_db()
    assert (entry.credential, entry.via, entry.base_seq, entry.claimed_at) == (device, "desk", 0, claimed)
    assert before <= entry.at <= timezone.now()
    assert entry.boot_id
    assert entry.mono_ns > 0
    assert (entry.revision, entry.rules_version) == (1, 1)


def test_the_payload_is_written_as_the_game_writes_it() -> None:
    sitting = a_sitting()
    raw = {"points": 47, "declarer": 1, "contract": "eine", "kind": "played", "against_solo": False}
    assert record(sitting, raw).entry.payload == eine()


def test_a_line_that_was_cut_at_the_target_keeps_what_it_would_have_been_worth() -> None:
    from scoring import Line, say
    from tournaments.engines.sheets.derived import line_json

    assert line_json(Line("truco", say(""), (1, 0), (3, 0))) == {
        "code": "truco",
        "points": [1, 0],
        "claimed": [3, 0],
    }


# --- Sent again


def test_the_same_entry_sent_again_gives_the_same_answer_and_changes_nothing() -> None:
    sitting = a_sitting()
    once = uuid.uuid4()
    first = record(sitting, eine(), 1, entry_id=once)
    record(sitting, eine(2), 2)
    again = record(sitting, eine(), 1, entry_id=once)
    assert again.replay
    assert again.entry == first.entry
    assert again.so_far.totals == (6, 6, 0, 0)
    assert Entry.objects.filter(sitting=sitting).count() == 2


def test_a_retry_without_a_number_is_the_same_hand_too() -> None:
    sitting = a_sitting()
    once = uuid.uuid4()
    record(sitting, eine(), entry_id=once)
    assert record(sitting, eine(), entry_id=once).replay
    assert totals(sitting) == [6, 0, 0, 0]


def test_a_retry_is_answered_after_undo_correction_and_closing() -> None:
    sitting = a_sitting()
    undone, corrected = uuid.uuid4(), uuid.uuid4()
    record(sitting, eine(1), 1, entry_id=corrected)
    record(sitting, eine(2), 2, entry_id=undone)
    undo(sitting, 2)
    correct(sitting, 1, eine(3))
    close(sitting)
    assert record(sitting, eine(1), 1, entry_id=corrected).replay
    assert record(sitting, eine(2), 2, entry_id=undone).replay
    assert totals(sitting) == [0, 0, 6, 0]


@pytest.mark.parametrize(
    ("raw", "hand_no"),
    [(eine(2), 1), (eine(1), 2), ({"declarer": 9}, 1)],
    ids=["content", "number", "unreadable"],
)
def test_an_id_that_has_said_something_else_is_refused(raw: dict[str, Any], hand_no: int) -> None:
    sitting = a_sitting()
    once = uuid.uuid4()
    record(sitting, eine(1), 1, entry_id=once)
    with pytest.raises(ledger.IdReused) as refused:
        record(sitting, raw, hand_no, entry_id=once)
    assert refused.value.status == 422
    assert refused.value.entry.pk == once
    assert totals(sitting) == [6, 0, 0, 0]


def test_an_id_of_another_table_is_refused() -> None:
    here, there = a_sitting(), a_sitting()
    once = uuid.uuid4()
    record(here, eine(), 1, entry_id=once)
    with pytest.raises(ledger.IdReused):
        record(there, eine(), 1, entry_id=once)
    assert not Entry.objects.filter(sitting=there).exists()


def test_an_id_of_a_hand_cannot_be_used_for_an_undo() -> None:
    sitting = a_sitting()
    entry = record(sitting, eine(), 1).entry
    with pytest.raises(ledger.IdReused):
        ledger.undo_last(sitting=sitting, entry_id=entry.pk, hand_no=1)


# --- Two devices


def test_the_same_hand_from_another_device_is_a_confirmation() -> None:
    sitting = a_sitting()
    first = record(sitting, eine(), 1)
    second = record(sitting, {**eine(), "against_solo": False}, 1)
    assert second.replay
    assert second.entry == first.entry
    assert totals(sitting) == [6, 0, 0, 0]


def test_another_content_for_a_hand_that_is_there_is_a_conflict() -> None:
    sitting = a_sitting()
    first = record(sitting, eine(1), 1)
    record(sitting, eine(2), 2)
    with pytest.raises(ledger.HandTaken) as refused:
        record(sitting, eine(3), 1)
    assert (refused.value.entry, refused.value.hand_no) == (first.entry, 1)
    assert refused.value.status == 409
    assert totals(sitting) == [6, 6, 0, 0]


def test_a_conflict_shows_the_correction_and_not_what_it_replaced() -> None:
    sitting = a_sitting()
    record(sitting, eine(1), 1)
    corrected = correct(sitting, 1, eine(2))
    with pytest.raises(ledger.HandTaken) as refused:
        record(sitting, eine(1), 1)
    assert refused.value.entry == corrected.entry


@pytest.mark.parametrize("hand_no", [3, 99, 0, -1])
def test_a_hand_out_of_order_is_refused_with_the_number_that_is_expected(hand_no: int) -> None:
    sitting = a_sitting()
    record(sitting, eine(), 1)
    with pytest.raises(ledger.OutOfOrder) as refused:
        record(sitting, eine(), hand_no)
    assert (refused.value.hand_no, refused.value.expected) == (hand_no, 2)
    assert record(sitting, eine(), 2).so_far.totals == (12, 0, 0, 0)


# --- Refused by the rules


def test_an_impossible_hand_is_refused_with_everything_that_is_wrong() -> None:
    sitting = a_sitting()
    with pytest.raises(Unreadable) as refused:
        record(sitting, {"declarer": 7, "contract": "eine", "points": 80, "colour": "red"}, 1)
    assert codes(refused) == ["declarer_seat", "points_range", "unknown_key"]
    assert not Entry.objects.filter(sitting=sitting).exists()


def test_an_id_that_was_refused_may_be_used_for_the_corrected_hand() -> None:
    sitting = a_sitting()
    once = uuid.uuid4()
    with pytest.raises(Unreadable):
        record(sitting, eine(1, 80), 1, entry_id=once)
    assert not record(sitting, eine(1, 47), 1, entry_id=once).replay


def test_hands_are_judged_against_the_sheet_before_them() -> None:
    sitting = a_sitting(first_dealer=1)
    record(sitting, {**eine(), "dealer": 1})
    with pytest.raises(Unreadable) as refused:
        record(sitting, {**eine(), "dealer": 4})
    assert codes(refused) == ["dealer_order"]


def test_after_the_end_no_hand_is_taken() -> None:
    sitting = a_sitting(hands_per_round=2)
    record(sitting, eine())
    assert record(sitting, eine()).so_far.over
    with pytest.raises(Unreadable) as refused:
        record(sitting, eine())
    assert codes(refused) == ["round_full"]
    sitting.refresh_from_db()
    assert sitting.sheethead.over
    assert sitting.sheethead.games == [{"totals": [12, 0, 0, 0], "winner": [1]}]


# --- Taken back


def test_the_last_hand_can_be_taken_back_and_its_number_is_free_again() -> None:
    sitting = a_sitting()
    first = record(sitting, eine(1), 1)
    undone = undo(sitting, 1)
    assert undone.so_far.totals == (0, 0, 0, 0)
    assert undone.entry.supersedes == first.entry
    assert not LiveHand.objects.filter(sitting=sitting).exists()
    assert record(sitting, eine(2), 1).so_far.totals == (0, 6, 0, 0)


def test_taking_back_the_last_hand_of_a_finished_sheet_opens_it_again() -> None:
    sitting = a_sitting(hands_per_round=1)
    record(sitting, eine())
    assert not undo(sitting, 1).so_far.over
    sitting.refresh_from_db()
    assert not sitting.sheethead.over


@pytest.mark.parametrize("hand_no", [1, 3, 0])
def test_only_the_last_hand_can_be_taken_back(hand_no: int) -> None:
    sitting = a_sitting()
    record(sitting, eine())
    record(sitting, eine())
    with pytest.raises(ledger.OutOfOrder) as refused:
        undo(sitting, hand_no)
    assert refused.value.expected == 2
    assert totals(sitting) == [12, 0, 0, 0]


def test_a_second_undo_of_the_same_hand_does_not_take_back_the_one_before() -> None:
    sitting = a_sitting()
    record(sitting, eine())
    record(sitting, eine())
    undo(sitting, 2)
    with pytest.raises(ledger.OutOfOrder):
        undo(sitting, 2)
    assert totals(sitting) == [6, 0, 0, 0]


def test_nobody_takes_back_a_correction_he_has_not_seen() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    corrected = correct(sitting, 1, eine(2))
    with pytest.raises(ledger.HandTaken) as refused:
        undo(sitting, 1, base_seq=1)
    assert refused.value.entry == corrected.entry
    assert undo(sitting, 1, base_seq=2).entry.supersedes == corrected.entry


# --- Corrected


def test_a_correction_replaces_a_hand_and_what_follows_is_scored_anew() -> None:
    sitting = a_sitting()
    first = record(sitting, eine(1))
    record(sitting, eine(2))
    corrected = correct(sitting, 1, eine(1, 35))
    assert corrected.entry.supersedes == first.entry
    assert corrected.so_far.totals == (-2, 6, 0, 0)
    assert totals(sitting) == [-2, 6, 0, 0]
    assert ledger.live_entries(sitting)[0] == corrected.entry
    assert LiveHand.objects.get(sitting=sitting, hand_no=1).points == [-2, 0, 0, 0]


def test_a_correction_can_be_corrected() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    once = correct(sitting, 1, eine(2))
    twice = correct(sitting, 1, eine(3))
    assert twice.entry.supersedes == once.entry
    assert totals(sitting) == [0, 0, 6, 0]


def test_a_hand_can_be_corrected_to_a_redeal() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    assert correct(sitting, 1, {"kind": "redeal"}).so_far.totals == (0, 0, 0, 0)


def test_a_correction_to_what_is_there_writes_nothing() -> None:
    sitting = a_sitting()
    first = record(sitting, eine(1))
    same = correct(sitting, 1, eine(1))
    assert same.replay
    assert same.entry == first.entry


def test_a_correction_sent_again_gives_the_same_answer() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    once = uuid.uuid4()
    correct(sitting, 1, eine(2), entry_id=once)
    correct(sitting, 1, eine(3))
    assert correct(sitting, 1, eine(2), entry_id=once).replay
    assert totals(sitting) == [0, 0, 6, 0]


def test_nobody_corrects_a_correction_he_has_not_seen() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    first = correct(sitting, 1, eine(2), base_seq=1)
    with pytest.raises(ledger.HandTaken) as refused:
        correct(sitting, 1, eine(3), base_seq=1)
    assert refused.value.entry == first.entry
    assert totals(sitting) == [0, 6, 0, 0]


def test_a_correction_of_another_hand_meanwhile_is_no_obstacle() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    record(sitting, eine(2))
    correct(sitting, 1, eine(3), base_seq=2)
    assert correct(sitting, 2, eine(4), base_seq=2).so_far.totals == (0, 0, 6, 6)


@pytest.mark.parametrize("hand_no", [2, 0, -1])
def test_a_hand_that_is_not_there_cannot_be_corrected(hand_no: int) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    with pytest.raises(ledger.OutOfOrder):
        correct(sitting, hand_no, eine(2))


def test_a_correction_is_judged_against_the_sheet_before_its_hand() -> None:
    sitting = a_sitting(first_dealer=1)
    for dealer in (1, 2, 3):
        record(sitting, {**eine(), "dealer": dealer})
    with pytest.raises(Unreadable) as refused:
        correct(sitting, 2, {**eine(2), "dealer": 4})
    assert codes(refused) == ["dealer_order"]
    assert correct(sitting, 2, {**eine(2), "dealer": 2}).so_far.totals == (12, 6, 0, 0)


def test_a_correction_after_which_the_game_ends_too_early_is_refused_and_names_the_hands() -> None:
    sitting = a_sitting("cabo", seats=2, end_mode="limit")
    for points in (40, 30, 25, 2, 1):
        record(sitting, called(2, points, 0))
    with pytest.raises(Unreadable) as refused:
        correct(sitting, 1, called(2, 50, 0))  # 50 + 30 + 25 is more than 100
    (problem,) = refused.value.problems
    assert problem.code == "hands_after_end"
    assert problem.text.values["hands"] == (4, 5)
    assert totals(sitting) == [98, 0]
    undo(sitting, 5)
    undo(sitting, 4)
    assert correct(sitting, 1, called(2, 50, 0)).so_far.over


def test_a_correction_may_end_the_game_with_the_last_hand() -> None:
    sitting = a_sitting("cabo", seats=2, end_mode="limit")
    record(sitting, called(2, 50, 0))
    record(sitting, called(2, 40, 0))
    assert correct(sitting, 1, called(2, 50, 0)).replay
    corrected = correct(sitting, 2, called(1, 50, 49))
    assert corrected.so_far.over
    sitting.refresh_from_db()
    assert sitting.sheethead.games == [{"totals": [105, 0], "winner": [2]}]


# --- Closed


def test_a_closed_sheet_takes_nothing_until_it_is_opened_again() -> None:
    sitting = a_sitting()
    record(sitting, eine())
    close(sitting)
    sitting.refresh_from_db()
    assert sitting.sheethead.closed
    for attempt in (
        lambda: record(sitting, eine(), 2),
        lambda: correct(sitting, 1, eine(2)),
        lambda: undo(sitting, 1),
    ):
        with pytest.raises(ledger.SheetClosed):
            attempt()
    reopen(sitting)
    assert not Sitting.objects.get(pk=sitting.pk).sheethead.closed
    assert record(sitting, eine(), 2).so_far.totals == (12, 0, 0, 0)


def test_closing_twice_is_closing_once() -> None:
    sitting = a_sitting()
    first = close(sitting)
    second = close(sitting)
    assert second.replay
    assert second.entry == first.entry


def test_opening_again_twice_is_opening_once_and_an_open_sheet_cannot_be_opened() -> None:
    sitting = a_sitting()
    with pytest.raises(ledger.SheetOpen):
        reopen(sitting)
    close(sitting)
    first = reopen(sitting)
    assert reopen(sitting).entry == first.entry


def test_a_hand_that_is_there_is_confirmed_on_a_closed_sheet_too() -> None:
    sitting = a_sitting()
    record(sitting, eine(), 1)
    close(sitting)
    assert record(sitting, eine(), 1).replay


# --- Whose device


def test_a_revoked_device_writes_nothing_even_if_it_was_let_in_a_moment_ago() -> None:
    sitting = a_sitting()
    device = a_device(sitting)
    record(sitting, eine(), credential=device)
    type(device).objects.filter(pk=device.pk).update(revoked_at=timezone.now())
    with pytest.raises(ledger.NotThisDevice) as refused:
        record(sitting, eine(), credential=device)
    assert refused.value.status == 403


def test_a_device_of_another_table_writes_nothing_here() -> None:
    here, there = a_sitting(), a_sitting()
    with pytest.raises(ledger.NotThisDevice):
        record(here, eine(), credential=a_device(there))


# --- In order at the end


def test_everything_above_leaves_a_ledger_in_order() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    record(sitting, {"kind": "redeal"})
    correct(sitting, 1, eine(2))
    undo(sitting, 2)
    close(sitting)
    reopen(sitting)
    record(sitting, eine(3), 2)
    report = checking.check(sitting)
    assert report.in_order, report
    assert (report.entries, report.hands) == (7, 2)
