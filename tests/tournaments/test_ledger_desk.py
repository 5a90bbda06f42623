"""What organisers put right: with a reason, by name, on closed sheets too; and who sat on the wrong place."""

from __future__ import annotations

import datetime
import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from scoring import Unreadable
from tests.guards import unguarded
from tests.tournaments.builders import (
    PEOPLE,
    a_sitting,
    close,
    correct,
    eine,
    paper,
    record,
    totals,
    undo,
    void,
)
from tournaments import ledger
from tournaments.ledger import TableSeat, chain, checking
from tournaments.models import Chair, Entrant, Entry, Event, Player, Round, Sitting, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

DESK: dict[str, Any] = {"via": "desk", "by": "Erika", "reason": "points of two people mixed up"}


def people(sitting: Sitting) -> list[str]:
    return list(sitting.chairs.order_by("seat").values_list("player__name", flat=True))


def codes(refused: pytest.ExceptionInfo[Unreadable]) -> list[tuple[str | None, str]]:
    return [(problem.field, problem.code) for problem in refused.value.problems]


# --- Reasons


def test_a_correction_says_why_and_who() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    entry = correct(sitting, 1, eine(2), **DESK).entry
    entry.refresh_from_db()
    assert (entry.via, entry.by, entry.reason) == ("desk", "Erika", "points of two people mixed up")
    assert checking.check(sitting).in_order


def test_every_change_takes_a_reason() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    record(sitting, eine(1))
    given: dict[str, Any] = {"sitting": sitting, **DESK}
    entries = [
        paper(sitting, 2, 0, 0, 0, 0, **DESK).entry,
        void(sitting, 2, **DESK).entry,
        undo(sitting, 3, **DESK).entry,
        ledger.close_sheet(entry_id=uuid.uuid4(), **given).entry,
        ledger.reopen_sheet(entry_id=uuid.uuid4(), **given).entry,
    ]
    assert {(entry.by, entry.reason) for entry in entries} == {("Erika", DESK["reason"])}


def test_a_reason_that_was_changed_later_is_found() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    correct(sitting, 1, eine(2), **DESK)
    for column in ("reason", "by"):
        with connection.cursor() as cursor, unguarded(cursor):
            cursor.execute(f"UPDATE tournaments_entry SET {column} = 'x' WHERE seq = 2")
        assert "entry 2: was changed after it was written" in checking.check(sitting).ledger


def test_an_entry_without_a_reason_has_the_hash_it_always_had() -> None:
    facts: dict[str, Any] = {
        "id": uuid.UUID("11111111-2222-4333-8444-555555555555"),
        "seq": 3,
        "kind": "correct",
        "hand_no": 2,
        "supersedes_id": uuid.UUID("99999999-2222-4333-8444-555555555555"),
        "payload": {"declarer": 1, "contract": "eine", "points": 47},
        "digest": "58c8087c349c19eca1f0a2fb1c3196d509936597d8beaf73ae730d371bf55232",
        "base_seq": 2,
        "revision": 1,
        "rules_version": 1,
        "via": "own",
        "at": datetime.datetime(2026, 3, 1, 20, 15, 0, 123456, tzinfo=datetime.UTC),
        "boot_id": "b",
        "mono_ns": 5,
        "prev_hash": "0" * 64,
    }
    old = "9600acd9bd378cbd28f30de7e847dbda349bc8040c26db923588f372ca200fab"
    assert chain.hash_of(Entry(**facts)) == old
    assert chain.hash_of(Entry(**facts, reason="why")) != old
    assert chain.hash_of(Entry(**facts, by="Erika")) != old
    assert chain.digest_of("correct", 2, facts["payload"]) == facts["digest"]


def test_a_fingerprint_is_of_the_letters_themselves() -> None:
    """Who writes names otherwise, escaped for example, finds every old ledger damaged."""
    fingerprint = "30e431468378f40cafe7d42ddf509a0692e1ce210deb5132a4c776a0767edf8f"
    assert chain.digest_of("correct", 2, {"name": "Łukasz Groß"}) == fingerprint


@pytest.mark.parametrize(("field", "longest"), [("reason", 200), ("by", 60)])
def test_a_reason_that_is_too_long_is_refused_in_words(field: str, longest: int) -> None:
    sitting = a_sitting()
    record(sitting, eine())
    correct(sitting, 1, eine(2), **{field: "x" * longest})
    with pytest.raises(Unreadable) as refused:
        correct(sitting, 1, eine(3), **{field: "x" * (longest + 1)})
    assert codes(refused) == [(field, "length")]


def test_the_same_correction_sent_twice_is_one_entry_whatever_reason_the_second_gives() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    once = uuid.uuid4()
    first = correct(sitting, 1, eine(2), entry_id=once, **DESK)
    again = correct(sitting, 1, eine(2), entry_id=once, **DESK)
    assert again.replay
    assert again.entry == first.entry
    assert correct(sitting, 1, eine(2), entry_id=once, **{**DESK, "reason": "other"}).entry == first.entry
    assert Entry.objects.filter(sitting=sitting).count() == 2


def test_of_two_directors_who_save_at_once_the_second_is_told_what_stands_there_now() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    first = correct(sitting, 1, eine(2), base_seq=1, **DESK)
    with pytest.raises(ledger.HandTaken) as refused:
        correct(sitting, 1, eine(3), base_seq=1, **{**DESK, "by": "Franz"})
    assert (refused.value.entry, refused.value.entry.by) == (first.entry, "Erika")
    with pytest.raises(ledger.HandTaken):
        void(sitting, 1, base_seq=1, **DESK)
    assert totals(sitting) == [0, 6, 0, 0]


# --- A closed sheet


def test_organisers_put_a_closed_sheet_right_and_it_stays_closed() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    paper(sitting, 3, 1, 1, 1, 1)
    record(sitting, eine(1))
    close(sitting)
    correct(sitting, 1, eine(2), **DESK)
    paper(sitting, 3, 1, 1, 1, 2, correcting=2, **DESK)
    undo(sitting, 3, **DESK)
    assert totals(sitting) == [1, 7, 1, 2]
    sitting.refresh_from_db()
    assert sitting.sheethead.closed
    assert checking.check(sitting).in_order


@pytest.mark.parametrize(
    "origin",
    [{}, {"via": "desk", "by": "Erika"}, {"reason": "why"}, {"via": "desk", "reason": " \u200b "}],
    ids=["table", "desk", "reason", "blank"],
)
def test_without_the_desk_and_its_reason_a_closed_sheet_stays_as_it_is(origin: dict[str, str]) -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    close(sitting)
    for change in (
        lambda: correct(sitting, 1, eine(2), **origin),
        lambda: undo(sitting, 1, **origin),
        lambda: void(sitting, 1, **origin),
    ):
        with pytest.raises(ledger.SheetClosed):
            change()


def test_a_new_hand_needs_an_open_sheet_whoever_brings_it() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    close(sitting)
    for change in (lambda: record(sitting, eine(), **DESK), lambda: paper(sitting, 1, 0, 0, 0, 0, **DESK)):
        with pytest.raises(ledger.SheetClosed):
            change()


# --- What changes


def test_a_correction_can_be_looked_at_before_it_is_made() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    record(sitting, eine(1))
    paper(sitting, 3, 1, 1, 1, 1)
    seen = ledger.preview_correction(sitting=sitting, hand_no=1, raw=eine(2, 35))
    assert seen.before.totals == (13, 1, 1, 1)
    assert seen.after.totals == (7, -1, 1, 1)
    assert seen.moved == (-6, -2, 0, 0)
    on_paper = {"hands": 3, "points": [0, 0, 0, 0]}
    assert ledger.preview_correction(sitting=sitting, hand_no=3, raw=on_paper).moved == (-1, -1, -1, -1)
    assert ledger.preview_correction(sitting=sitting, hand_no=2, raw=None).moved == (-6, 0, 0, 0)
    assert Entry.objects.filter(sitting=sitting).count() == 3
    assert totals(sitting) == [13, 1, 1, 1]


def test_what_moves_is_told_over_all_games_of_a_sheet() -> None:
    sitting = a_sitting("truco", seats=2, games_to_win=2)
    paper(sitting, 9, 30, 18)
    paper(sitting, 3, 5, 5)
    seen = ledger.preview_correction(sitting=sitting, hand_no=1, raw={"hands": 9, "points": [20, 18]})
    assert seen.moved == (-10, 0)
    assert seen.after.totals == (25, 23)


def test_a_look_ahead_is_refused_as_the_correction_would_be() -> None:
    sitting = a_sitting()
    record(sitting, eine())
    with pytest.raises(Unreadable):
        ledger.preview_correction(sitting=sitting, hand_no=1, raw=eine(1, 80))
    with pytest.raises(ledger.OutOfOrder):
        ledger.preview_correction(sitting=sitting, hand_no=2, raw=eine())


# --- The wrong place


def exchange(first: TableSeat, second: TableSeat, **more: Any) -> ledger.Exchanged:
    entry_id = more.pop("entry_id", None) or uuid.uuid4()
    return ledger.exchange_people(left=first, right=second, entry_id=entry_id, **{**DESK, **more})


@pytest.fixture
def two_tables() -> tuple[Sitting, Sitting]:
    """Tables 1 and 2 of a round, start numbers 1 to 8 in seat order."""
    event = Event.objects.create(
        title="Cup", day=datetime.date(2026, 11, 14), game="cego", preset="baden2006", rules={}
    )
    stage = Stage.objects.create(event=event, number=1, plan={})
    one_round = Round.objects.create(
        event=event, stage=stage, number=1, state="open", drawn_at=timezone.now()
    )
    tables = []
    for number in (1, 2):
        sitting = a_sitting(names=PEOPLE[4 * number - 4 : 4 * number])
        Sitting.objects.filter(pk=sitting.pk).update(event=event, round=one_round, number=number)
        for chair in sitting.chairs.order_by("seat"):
            chair.entrant = Entrant.objects.create(event=event, number=4 * number - 4 + chair.seat)
            chair.save()
        tables.append(Sitting.objects.get(pk=sitting.pk))
    return tables[0], tables[1]


def test_two_people_of_a_table_exchange_their_places_and_the_hands_stay() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    exchanged = exchange(TableSeat(sitting, 1), TableSeat(sitting, 3))
    assert people(sitting) == [PEOPLE[2], PEOPLE[1], PEOPLE[0], PEOPLE[3]]
    assert totals(sitting) == [6, 0, 0, 0]
    assert exchanged.there is None
    assert (exchanged.here.entry.kind, exchanged.here.entry.reason, exchanged.here.entry.by) == (
        "people",
        DESK["reason"],
        "Erika",
    )
    assert exchanged.here.entry.payload["asked"] == {"seat": 1, "with": {"table": None, "seat": 3}}
    assert checking.check(sitting).in_order


def test_people_of_two_tables_of_a_round_exchange_their_places(two_tables: tuple[Sitting, Sitting]) -> None:
    first, second = two_tables
    record(first, eine(2))
    exchanged = exchange(TableSeat(first, 2), TableSeat(second, 4))
    assert people(first) == [PEOPLE[0], PEOPLE[7], PEOPLE[2], PEOPLE[3]]
    assert people(second) == [*PEOPLE[4:7], PEOPLE[1]]
    assert [chair.entrant.number for chair in second.chairs.order_by("seat")] == [5, 6, 7, 2]
    assert exchanged.here.entry.payload == {
        "asked": {"seat": 2, "with": {"table": 2, "seat": 4}},
        "people": [{"seat": 2, "was": 2, "is": 8}],
    }
    assert exchanged.there.entry.payload == {
        "asked": {"seat": 4, "with": {"table": 1, "seat": 2}},
        "people": [{"seat": 4, "was": 8, "is": 2}],
    }
    assert all(checking.check(sitting).in_order for sitting in two_tables)


def test_an_exchange_sent_again_changes_nothing_more(two_tables: tuple[Sitting, Sitting]) -> None:
    sitting, other = two_tables
    once = uuid.uuid4()
    exchange(TableSeat(sitting, 2), TableSeat(other, 4), entry_id=once)
    again = exchange(TableSeat(sitting, 2), TableSeat(other, 4), entry_id=once)
    assert again.here.replay
    assert again.there.replay
    assert people(sitting)[1] == PEOPLE[7]
    assert Entry.objects.count() == 2
    with pytest.raises(ledger.IdReused):
        exchange(TableSeat(sitting, 3), TableSeat(other, 4), entry_id=once)
    assert people(sitting)[2] == PEOPLE[2]


def test_two_directors_who_exchange_the_same_people_at_once_do_not_put_them_back(
    two_tables: tuple[Sitting, Sitting],
) -> None:
    sitting, other = two_tables
    exchange(TableSeat(sitting, 2, seen=0), TableSeat(other, 4, seen=0))
    for again in (
        (TableSeat(sitting, 2, seen=0), TableSeat(other, 4, seen=0)),
        (TableSeat(other, 4, seen=0), TableSeat(sitting, 2)),
    ):
        with pytest.raises(ledger.OutOfOrder):
            exchange(*again, by="Franz")
    assert people(sitting)[1] == PEOPLE[7]
    record(sitting, eine(1))
    exchange(TableSeat(sitting, 2, seen=1), TableSeat(other, 4, seen=1))
    assert people(sitting)[1] == PEOPLE[1]


def test_an_exchange_the_other_way_round_puts_everybody_back(two_tables: tuple[Sitting, Sitting]) -> None:
    first, second = two_tables
    exchange(TableSeat(first, 2), TableSeat(second, 4))
    exchange(TableSeat(second, 4), TableSeat(first, 2))
    assert people(first) + people(second) == list(PEOPLE[:8])
    assert all(checking.check(sitting).in_order for sitting in two_tables)


def test_a_closed_sheet_takes_an_exchange_and_stays_closed(two_tables: tuple[Sitting, Sitting]) -> None:
    sitting, other = two_tables
    close(sitting)
    exchange(TableSeat(sitting, 1), TableSeat(other, 1))
    sitting.refresh_from_db()
    assert sitting.sheethead.closed
    with pytest.raises(ledger.SheetClosed):
        exchange(TableSeat(sitting, 1), TableSeat(other, 1), via="own")
    assert people(sitting)[0] == PEOPLE[4]
    assert checking.check(sitting).in_order


def test_an_exchange_is_all_or_nothing(two_tables: tuple[Sitting, Sitting]) -> None:
    sitting, other = two_tables
    close(other)
    with pytest.raises(ledger.SheetClosed):
        exchange(TableSeat(sitting, 1), TableSeat(other, 1), via="own")
    assert people(sitting) + people(other) == list(PEOPLE[:8])
    assert not Entry.objects.filter(sitting=sitting).exists()


@pytest.mark.parametrize(
    ("seats", "more", "code"),
    [
        ((1, 2), {"reason": ""}, ("reason", "missing")),
        ((2, 2), {}, ("seat", "same_seat")),
        ((1, 9), {}, ("seat", "seat_empty")),
        ((0, 1), {}, ("seat", "seat_empty")),
    ],
    ids=["no_reason", "same", "beyond", "nought"],
)
def test_an_exchange_that_makes_no_sense_is_refused(
    seats: tuple[int, int], more: Any, code: tuple[str, str]
) -> None:
    sitting = a_sitting()
    with pytest.raises(Unreadable) as refused:
        exchange(TableSeat(sitting, seats[0]), TableSeat(sitting, seats[1]), **more)
    assert codes(refused) == [code]


def test_tables_of_different_evenings_do_not_exchange_people() -> None:
    with pytest.raises(Unreadable) as refused:
        exchange(TableSeat(a_sitting(), 1), TableSeat(a_sitting(names=PEOPLE[4:8]), 1))
    assert codes(refused) == [("seat", "other_round")]


def test_somebody_put_on_a_chair_behind_the_ledgers_back_is_found(
    two_tables: tuple[Sitting, Sitting],
) -> None:
    sitting, other = two_tables
    exchange(TableSeat(sitting, 2), TableSeat(other, 4))
    Chair.objects.filter(sitting=sitting, seat=2).update(entrant=Entrant.objects.get(number=3))
    report = checking.check(sitting)
    assert report.ledger == ()
    assert report.derived == ("seat 2: number 8 by the ledger, number 3 on the chair",)


def test_an_exchange_that_was_changed_later_is_found(two_tables: tuple[Sitting, Sitting]) -> None:
    sitting, other = two_tables
    exchange(TableSeat(sitting, 2), TableSeat(other, 4))
    entry = Entry.objects.get(sitting=sitting)
    payload = json.dumps({**entry.payload, "people": []})
    with connection.cursor() as cursor, unguarded(cursor):
        cursor.execute(
            "UPDATE tournaments_entry SET payload = %s WHERE sitting_id = %s", [payload, sitting.pk]
        )
    assert "entry 1: was changed after it was written" in checking.check(sitting).ledger


def test_forgetting_a_name_changes_no_exchange(two_tables: tuple[Sitting, Sitting]) -> None:
    sitting, other = two_tables
    exchange(TableSeat(sitting, 2), TableSeat(other, 4))
    Player.objects.filter(name=PEOPLE[7]).update(name="forgotten")
    assert checking.check(sitting).in_order
