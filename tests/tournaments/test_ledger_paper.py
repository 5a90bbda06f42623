"""Totals from paper go in like a hand: once, in order, if the rules take them. Rounds have an end."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scoring import Unreadable
from tests.tournaments.builders import (
    a_sitting,
    called,
    close,
    correct,
    eine,
    paper,
    record,
    totals,
    undo,
    void,
)
from tests.tournaments.refusals import codes
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.models import Entry, LiveHand, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def played(sitting: Sitting) -> int:
    sitting.refresh_from_db()
    return sitting.sheethead.hands


def with_limit(limit: int, **more: Any) -> Sitting:
    sitting = a_sitting(**more)
    sitting.hands_limit = limit
    sitting.save()
    return Sitting.objects.get(pk=sitting.pk)


# --- Totals from paper


def test_a_table_without_a_phone_types_its_totals_and_goes_on_hand_by_hand() -> None:
    sitting = a_sitting()
    typed = paper(sitting, 16, 12, -4, 0, 7)
    assert (typed.entry.kind, typed.entry.hand_no) == ("paper", 1)
    assert typed.entry.payload == {"hands": 16, "points": [12, -4, 0, 7]}
    assert record(sitting, eine(2), 2).so_far.totals == (12, 2, 0, 7)
    assert totals(sitting) == [12, 2, 0, 7]
    assert played(sitting) == 17
    rows = LiveHand.objects.filter(sitting=sitting).order_by("hand_no")
    assert [(row.hand_no, row.hands, row.points) for row in rows] == [
        (1, 16, [12, -4, 0, 7]),
        (2, 1, [0, 6, 0, 0]),
    ]
    assert rows[0].lines == [{"code": "paper", "points": [12, -4, 0, 7]}]
    assert checking.check(sitting).in_order


def test_totals_may_stand_between_hands_and_more_than_once() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    paper(sitting, 6, 1, 2, 3, 4)
    record(sitting, {"kind": "redeal"})
    paper(sitting, 2, -1, -1, -1, -1)
    assert totals(sitting) == [6, 1, 2, 3]
    assert played(sitting) == 9
    assert [entry.kind for entry in ledger.live_entries(sitting)] == ["hand", "paper", "hand", "paper"]


def test_totals_sent_again_are_the_same_totals() -> None:
    sitting = a_sitting()
    once = uuid.uuid4()
    paper(sitting, 4, 1, 1, 1, 1, entry_id=once)
    record(sitting, eine())
    assert paper(sitting, 4, 1, 1, 1, 1, entry_id=once).replay
    assert paper(sitting, 4, 1, 1, 1, 1, hand_no=1).replay
    with pytest.raises(ledger.IdReused):
        paper(sitting, 5, 1, 1, 1, 1, entry_id=once)
    with pytest.raises(ledger.IdReused):
        record(sitting, eine(), entry_id=once)
    assert Entry.objects.filter(sitting=sitting).count() == 2


def test_of_paper_and_a_hand_for_the_same_place_the_first_stands() -> None:
    sitting = a_sitting()
    first = record(sitting, eine(), 1)
    with pytest.raises(ledger.HandTaken) as refused:
        paper(sitting, 1, 6, 0, 0, 0, hand_no=1)
    assert refused.value.entry == first.entry
    with pytest.raises(ledger.OutOfOrder):
        paper(sitting, 1, 6, 0, 0, 0, hand_no=3)


def test_totals_are_taken_back_like_a_hand() -> None:
    sitting = a_sitting()
    record(sitting, eine())
    typed = paper(sitting, 6, 1, 2, 3, 4)
    assert undo(sitting, 2).entry.supersedes == typed.entry
    assert totals(sitting) == [6, 0, 0, 0]
    assert played(sitting) == 1


def test_totals_are_put_right_and_what_follows_is_scored_anew() -> None:
    sitting = a_sitting(first_dealer=1)
    typed = paper(sitting, 6, 1, 2, 3, 4)
    record(sitting, eine(1))
    right = paper(sitting, 7, 0, 2, 3, 5, correcting=1)
    assert right.entry.kind == "paper"
    assert right.entry.supersedes == typed.entry
    assert totals(sitting) == [6, 2, 3, 5]
    assert played(sitting) == 8
    assert paper(sitting, 7, 0, 2, 3, 5, correcting=1).replay
    assert checking.check(sitting).in_order


def test_a_hand_before_them_is_corrected_and_the_totals_move_along() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    paper(sitting, 6, 1, 2, 3, 4)
    correct(sitting, 1, eine(1, 35))
    assert totals(sitting) == [-1, 2, 3, 4]


def test_a_hand_is_corrected_as_a_hand_and_totals_as_totals() -> None:
    sitting = a_sitting()
    hand, typed = record(sitting, eine()), paper(sitting, 6, 1, 2, 3, 4)
    for attempt, entry in (
        (lambda: correct(sitting, 2, eine()), typed.entry),
        (lambda: paper(sitting, 6, 1, 2, 3, 4, correcting=1), hand.entry),
    ):
        with pytest.raises(ledger.OtherKind) as refused:
            attempt()
        assert refused.value.entry == entry


def test_totals_the_game_cannot_have_are_refused() -> None:
    sitting = a_sitting(preset="braeunlingen")
    with pytest.raises(Unreadable) as refused:
        paper(sitting, 0, 5, 0, 0, 0)
    assert codes(refused) == ["range", "paper_sum"]
    round_of_8 = a_sitting(hands_per_round=8)
    record(round_of_8, eine())
    with pytest.raises(Unreadable) as refused:
        paper(round_of_8, 8, 0, 0, 0, 0)
    assert codes(refused) == ["paper_hands"]
    assert paper(round_of_8, 7, 0, 0, 0, 0).so_far.over
    with pytest.raises(Unreadable) as refused:
        paper(round_of_8, 1, 0, 0, 0, 0)
    assert codes(refused) == ["round_full"]


def test_games_finished_on_paper_are_typed_one_after_the_other() -> None:
    sitting = a_sitting("truco", seats=2, games_to_win=2)
    paper(sitting, 9, 30, 18)
    after = paper(sitting, 12, 21, 30).so_far
    assert len(after.earlier) == 2
    paper(sitting, 4, 10, 3)
    sitting.refresh_from_db()
    assert sitting.sheethead.games == [
        {"totals": [30, 18], "winner": [1]},
        {"totals": [21, 30], "winner": [2]},
        {"totals": [10, 3], "winner": None},
    ]
    assert played(sitting) == 25
    assert paper(sitting, 9, 30, 18, correcting=3).so_far.winners == (0,)
    with pytest.raises(Unreadable) as refused:
        paper(sitting, 1, 1, 1)
    assert codes(refused) == ["game_over"]


def test_totals_after_which_a_later_hand_has_no_place_are_refused() -> None:
    sitting = a_sitting("cabo", seats=2, end_mode="limit")
    paper(sitting, 3, 40, 0)
    record(sitting, called(2, 9, 0))
    with pytest.raises(Unreadable) as refused:
        paper(sitting, 3, 101, 0, correcting=1)
    assert codes(refused) == ["hands_after_end"]


def test_the_sheet_is_computed_again_from_its_entries() -> None:
    sitting = a_sitting()
    paper(sitting, 6, 1, 2, 3, 4)
    record(sitting, eine())
    LiveHand.objects.filter(sitting=sitting).update(hands=1)
    report = checking.check(sitting)
    assert [line for line in report.derived if line.startswith("hand 1")] != []
    checking.rebuild(sitting)
    assert checking.check(sitting).in_order
    assert ledger.replay(sitting).totals == (7, 2, 3, 4)


# --- A hand that was never played


def test_a_hand_is_taken_out_of_the_middle_and_the_others_keep_their_numbers() -> None:
    sitting = a_sitting()
    for seat in (1, 2, 3):
        record(sitting, eine(seat))
    gone = void(sitting, 2, reason="entered twice", via="desk", by="Erika")
    assert totals(sitting) == [6, 0, 6, 0]
    assert [entry.hand_no for entry in ledger.live_entries(sitting)] == [1, 3]
    assert gone.entry.supersedes.hand_no == 2
    assert played(sitting) == 2
    assert record(sitting, eine(4)).entry.hand_no == 4
    with pytest.raises(ledger.OutOfOrder):
        void(sitting, 2)
    with pytest.raises(ledger.HandTaken):
        record(sitting, eine(2), 2)
    assert checking.check(sitting).in_order


def test_what_was_taken_out_of_the_middle_by_mistake_is_put_back_in_its_place() -> None:
    sitting = a_sitting()
    for seat in (1, 2, 3):
        record(sitting, eine(seat))
    gone = void(sitting, 2)
    back = correct(sitting, 2, eine(2))
    assert back.entry.supersedes == gone.entry
    assert totals(sitting) == [6, 6, 6, 0]
    assert checking.check(sitting).in_order


def test_after_a_gap_the_last_hands_can_be_taken_back_and_their_numbers_are_free() -> None:
    sitting = a_sitting()
    for seat in (1, 2, 3):
        record(sitting, eine(seat))
    void(sitting, 2)
    undo(sitting, 3)
    assert record(sitting, eine(4)).entry.hand_no == 2
    assert totals(sitting) == [6, 0, 0, 6]
    assert checking.check(sitting).in_order


def test_a_table_takes_back_only_its_last_hand() -> None:
    sitting = a_sitting()
    record(sitting, eine())
    record(sitting, eine())
    with pytest.raises(ledger.OutOfOrder):
        undo(sitting, 1)


# --- Rounds of so many hands


def test_the_hand_after_the_last_of_the_round_is_refused() -> None:
    sitting = with_limit(3)
    record(sitting, eine())
    record(sitting, {"kind": "redeal"})
    paper(sitting, 2, 1, 1, 1, 1)
    for raw in (eine(), {"kind": "redeal"}):
        with pytest.raises(Unreadable) as refused:
            record(sitting, raw)
        assert codes(refused) == ["table_full"]
    assert played(sitting) == 3


def test_paper_has_not_more_hands_than_the_round() -> None:
    sitting = with_limit(3)
    record(sitting, eine())
    with pytest.raises(Unreadable) as refused:
        paper(sitting, 3, 1, 1, 1, 1)
    assert codes(refused) == ["paper_hands"]
    paper(sitting, 1, 1, 1, 1, 1)
    record(sitting, eine())
    with pytest.raises(Unreadable) as refused:
        paper(sitting, 2, 1, 1, 1, 1, correcting=2)
    assert codes(refused) == ["table_full"]


def test_hands_of_a_full_round_are_corrected_and_redeals_are_not_made_hands() -> None:
    sitting = with_limit(2)
    record(sitting, eine(1))
    record(sitting, {"kind": "redeal"})
    record(sitting, eine(2))
    assert correct(sitting, 3, eine(3)).so_far.totals == (6, 0, 6, 0)
    with pytest.raises(Unreadable) as refused:
        correct(sitting, 2, eine(4))
    assert codes(refused) == ["table_full"]
    correct(sitting, 3, {"kind": "redeal"})
    assert record(sitting, eine(4)).so_far.played == 2


def test_a_round_made_shorter_keeps_its_hands_and_their_corrections() -> None:
    sitting = with_limit(0)
    for seat in (1, 2, 3):
        record(sitting, eine(seat))
    Sitting.objects.filter(pk=sitting.pk).update(hands_limit=2)
    sitting = Sitting.objects.get(pk=sitting.pk)
    assert correct(sitting, 3, eine(4)).so_far.totals == (6, 6, 0, 6)
    with pytest.raises(Unreadable):
        record(sitting, eine())


def test_a_full_round_is_closed_like_any_other() -> None:
    sitting = with_limit(1)
    record(sitting, eine())
    close(sitting)
    sitting.refresh_from_db()
    assert sitting.sheethead.closed
    assert not sitting.sheethead.over
