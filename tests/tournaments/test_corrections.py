"""Corrections by organisers: what they move is known before, kept afterwards, listed for everybody."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.utils import timezone, translation

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.builders import eine
from tournaments import ledger
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.plans import dumped as plan_dumped
from tournaments.events.decisions import corrections as correcting
from tournaments.events.decisions.consequences import Consequences, dumped, loaded
from tournaments.events.draw import drawing
from tournaments.events.ground.names import names_of
from tournaments.events.results.ranking import standings_of
from tournaments.events.words.moves import moved_view
from tournaments.hall.decisions import decision_rows
from tournaments.ledger.checking import check
from tournaments.models import Entry, EntryKind, Event, Notice, Round, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=16)]


def put_right(sitting: Sitting, hand_no: int = 1, raw: Any = None, **more: Any) -> Consequences | None:
    request: dict[str, Any] = {
        "sitting": sitting,
        "hand_no": hand_no,
        "entry_id": uuid.uuid4(),
        "raw": raw or eine(2),
        "base_seq": None,
        "reason": "Anna und Ben verwechselt",
        "by": "Karl",
    }
    return correcting.correct(**{**request, **more})


def ranks(event: Event) -> dict[int, int | None]:
    return {row.entrant: row.rank for row in standings_of(event).rows}


def test_the_preview_says_what_the_correction_then_does(event: Event, first: Round) -> None:
    sitting = hall.table(first, 3)
    before = ranks(event)
    seen = correcting.preview(sitting, 1, eine(2))
    assert not Notice.objects.filter(what=correcting.CORRECTED).exists()
    assert ranks(event) == before
    done = put_right(sitting)
    assert done == seen.moved
    after = ranks(event)
    assert {shift.entrant: (shift.rank_before, shift.rank_after) for shift in done.shifts if shift.moves} == {
        who: (before[who], after[who]) for who in before if before[who] != after[who]
    }
    assert [(total.before, total.after) for total in done.totals] == [(60, 30), (0, 30)]


def test_the_first_three_places_are_named(event: Event, first: Round) -> None:
    """Four have won the same, and the lot has decided between them: one of them is first already."""
    moved = [correcting.preview(hall.table(first, table), 1, eine(1, 60)).moved for table in (1, 2, 3, 4)]
    assert sum(consequences.podium for consequences in moved) >= 3
    assert correcting.preview(hall.table(first, 3), 1, eine(1)).moved == Consequences()


def test_prizes_that_others_get_are_named(event: Event, first: Round) -> None:
    event.prizes = [{"for": "1", "prize": "120 €"}, {"for": "last", "prize": "Mausefalle"}]
    event.save()
    sitting = hall.table(first, 3)
    leader = standings_of(event).rows[0].entrant
    winner = sitting.chairs.get(seat=2).entrant_id
    assert correcting.preview(sitting, 1, eine(1)).moved.prizes == ()
    done = put_right(sitting, 1, eine(2, 66))
    assert ("1", (leader,), (winner,)) in [(prize.label, prize.before, prize.after) for prize in done.prizes]
    with translation.override("en"):
        (line,) = [sentence for sentence in decision_rows(event)[0].moved if "120 €" in sentence]
    assert line.startswith("Prize for 1 (120 €): ")
    assert done is not None
    assert loaded(dumped(done)) == done


def test_rounds_drawn_from_the_standings_are_named(event: Event) -> None:
    plan = StagePlan(format=Format.STANDING, rounds=3)
    event.stages.filter(number=1).update(plan=plan_dumped(plan))
    round_ = hall.begin(event)
    hall.play_all(round_, 1, 2)
    hall.end(round_)
    assert correcting.preview(hall.table(round_), 1, eine(3)).moved.rounds == ()
    drawing.draw_next(event)
    seen = correcting.preview(hall.table(round_), 1, eine(3)).moved
    assert seen.rounds == (2,)
    with translation.override("en"):
        shown = moved_view(seen, names_of(event))
    assert shown.warnings == ("Round 2 is drawn from the standings before. Its seats stay as they are.",)


def test_rounds_drawn_by_lot_are_not(event: Event, first: Round) -> None:
    drawing.draw_next(event)
    assert correcting.preview(hall.table(first), 1, eine(2)).moved.rounds == ()


@pytest.mark.parametrize("reason", ["", "   ", "\u200b"])
def test_without_a_reason_nothing_is_put_right(event: Event, first: Round, reason: str) -> None:
    entries = Entry.objects.count()
    with pytest.raises(Unreadable) as refused:
        put_right(hall.table(first), reason=reason)
    assert [problem.field for problem in refused.value.problems] == ["reason"]
    assert Entry.objects.count() == entries


def test_the_same_correction_twice_is_one_entry_and_one_line(event: Event, first: Round) -> None:
    sitting, entry_id = hall.table(first), uuid.uuid4()
    entries = Entry.objects.count()
    assert put_right(sitting, entry_id=entry_id) is not None
    assert put_right(sitting, entry_id=entry_id) is None
    assert put_right(sitting) is None  # the same content under another id
    assert Entry.objects.count() == entries + 1
    assert len(decision_rows(event)) == 1


def test_of_two_directors_the_second_is_told_that_it_changed_meanwhile(event: Event, first: Round) -> None:
    sitting = hall.table(first)
    seen = sitting.sheethead.head_seq
    put_right(sitting, raw=eine(2), base_seq=seen)
    with pytest.raises(ledger.HandTaken):
        put_right(sitting, raw=eine(3), base_seq=seen)
    assert [entry.payload["declarer"] for entry in ledger.live_entries(sitting)] == [2, 1]
    assert len(decision_rows(event)) == 1
    put_right(sitting, raw=eine(3), base_seq=Sitting.objects.get(pk=sitting.pk).sheethead.head_seq)
    assert len(decision_rows(event)) == 2


def test_the_closed_sheet_stays_closed_and_its_chain_whole(event: Event, first: Round) -> None:
    sitting = hall.table(first)
    put_right(sitting)
    assert Sitting.objects.get(pk=sitting.pk).sheethead.closed
    assert check(sitting).in_order


def test_a_hand_can_be_taken_out_of_the_middle(event: Event, first: Round) -> None:
    sitting = hall.table(first)
    done = correcting.correct(
        sitting=sitting,
        hand_no=1,
        entry_id=uuid.uuid4(),
        raw=None,
        base_seq=None,
        reason="doppelt eingetragen",
        by="Karl",
    )
    assert [(total.before, total.after) for total in done.totals] == [(60, 30)]
    with translation.override("de"):
        (row,) = decision_rows(event)
    assert (row.what, row.after) == ("Spiel gestrichen", "")
    assert "+30" in row.before


def test_the_list_says_where_who_why_and_what_stood_there(event: Event, first: Round) -> None:
    sitting = hall.table(first, 3)
    people = list(sitting.chairs.order_by("seat").values_list("player__name", flat=True))
    put_right(sitting)
    with translation.override("de"):
        (row,) = decision_rows(event)
    assert (row.where, row.who) == ("Runde 1 · Tisch 3 · Spiel\N{NO-BREAK SPACE}1", "Karl")
    assert row.reason == "Anna und Ben verwechselt"
    assert f"({people[0]} +30)" in row.before
    assert f"({people[1]} +30)" in row.after
    assert (row.round, row.table, row.hand) == (1, 3, 1)
    assert row.moved
    assert all("Rang" in sentence or sentence.startswith("und ") for sentence in row.moved)


def test_a_later_correction_leaves_the_earlier_line_as_it_was(event: Event, first: Round) -> None:
    sitting = hall.table(first, 3)
    put_right(sitting)
    (before,) = decision_rows(event)
    put_right(sitting, raw=eine(4), reason="noch einmal")
    latest, earlier = decision_rows(event)
    assert (earlier.before, earlier.after, earlier.moved) == (before.before, before.after, before.moved)
    assert latest.before == earlier.after


def test_public_names_are_those_people_wish(event: Event, first: Round) -> None:
    from tournaments.models import Player, ShownAs

    sitting = hall.table(first, 3)
    put_right(sitting)
    Player.objects.update(shown_as=ShownAs.INITIALS.value)
    (public,), (desk,) = decision_rows(event), decision_rows(event, full_names=True)
    people = [player.name for player in Player.objects.all() if " " in player.name]
    assert not any(name in sentence for sentence in public.moved for name in people)
    assert [len(row.moved) for row in (public, desk)] == [len(public.moved)] * 2
    assert public.moved != desk.moved


def test_what_is_kept_can_be_read_again(event: Event, first: Round) -> None:
    seen = correcting.preview(hall.table(first, 2), 1, eine(2)).moved
    assert loaded(dumped(seen)) == seen


def test_once_the_results_are_official_nothing_is_corrected(event: Event, first: Round) -> None:
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    entries = Entry.objects.count()
    with pytest.raises(Unreadable) as refused:
        put_right(hall.table(first))
    assert refused.value.problems[0].code == "official"
    assert Entry.objects.count() == entries


def test_a_correction_that_the_rules_refuse_is_not_noted(event: Event, first: Round) -> None:
    with pytest.raises(Unreadable):
        put_right(hall.table(first), raw=eine(2, 900))
    assert decision_rows(event) == []


# --- what comes in late, tables that go on ---------------------------------------------------------------


def test_a_hand_that_comes_in_late_is_added_and_the_sheet_stays_closed(event: Event, first: Round) -> None:
    sitting, entry_id = hall.table(first, 2), uuid.uuid4()
    seen = correcting.preview_addition(sitting, EntryKind.HAND, eine(3)).moved
    request: dict[str, Any] = {
        "sitting": sitting,
        "kind": EntryKind.HAND,
        "entry_id": entry_id,
        "raw": eine(3),
    }
    done = correcting.add_late(**request, reason="Liste nachgereicht", by="Karl")
    assert done == seen
    assert correcting.add_late(**request, reason="Liste nachgereicht", by="Karl") is None
    now = Sitting.objects.get(pk=sitting.pk)
    assert (now.sheethead.hands, now.sheethead.closed) == (3, True)
    with translation.override("de"):
        (row,) = decision_rows(event)
    assert (row.what, row.before) == ("Nachgetragen", "")
    assert check(now).in_order


def test_totals_from_paper_come_in_late(event: Event, first: Round) -> None:
    sitting = hall.table(first, 2)
    raw = {"hands": 3, "points": [4, 0, -4, 10]}
    done = correcting.add_late(
        sitting=sitting,
        kind=EntryKind.PAPER,
        entry_id=uuid.uuid4(),
        raw=raw,
        reason="Handy war leer",
    )
    assert [(total.before, total.after) for total in done.totals] == [(60, 64), (0, -4), (0, 10)]
    again = correcting.correct(
        sitting=sitting,
        hand_no=3,
        entry_id=uuid.uuid4(),
        raw={"hands": 3, "points": [4, 0, -4, 8]},
        base_seq=None,
        reason="Zahl verlesen",
    )
    assert [(total.before, total.after) for total in again.totals] == [(10, 8)]


def test_while_the_round_is_open_hands_are_written_at_the_table(event: Event) -> None:
    round_ = hall.begin(event)
    with pytest.raises(Unreadable):
        correcting.add_late(
            sitting=hall.table(round_),
            kind=EntryKind.HAND,
            entry_id=uuid.uuid4(),
            raw=eine(),
            reason="nachgereicht",
        )


def test_a_table_that_handed_in_too_early_writes_on(event: Event) -> None:
    round_ = hall.begin(event)
    sitting = hall.table(round_)
    hall.play(sitting)
    correcting.close(sitting=sitting, entry_id=uuid.uuid4())
    request: dict[str, Any] = {"sitting": sitting, "entry_id": uuid.uuid4(), "by": "Karl"}
    with pytest.raises(Unreadable):
        correcting.reopen(**request, reason="")
    correcting.reopen(**request, reason="zu früh abgegeben")
    assert not Sitting.objects.get(pk=sitting.pk).sheethead.closed
    assert correcting.reopen(**request, reason="zu früh abgegeben") is None
    assert Notice.objects.filter(what=correcting.REOPENED).count() == 1
