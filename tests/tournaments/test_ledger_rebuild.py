"""`manage.py rebuild` finds what somebody changed behind the ledger's back, and puts totals right again."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring import Game, Hand, Line, SoFar, Table, game_for, play, say
from scoring.series import Series
from tests.guards import unguarded
from tests.tournaments.builders import a_sitting, called, close, correct, eine, record, totals, undo
from tournaments import ledger
from tournaments.ledger import chain, checking
from tournaments.ledger.derived import WrongSum, audit
from tournaments.models import SAMPLE, Entry, LiveHand, Player, SheetHead, Sitting
from tournaments.sample import keeping, tables

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def rebuild(*options: str) -> tuple[Any, str]:
    """Exit status and output."""
    output = StringIO()
    try:
        call_command("rebuild", *options, stdout=output, stderr=output)
    except SystemExit as end:
        return end.code, output.getvalue()
    return 0, output.getvalue()


def tamper(statement: str, *values: Any) -> None:
    """Change entries as somebody could who owns the file."""
    with connection.cursor() as cursor, unguarded(cursor):
        cursor.execute(statement, values)


def an_evening() -> Sitting:
    """Seven entries, three hands that count."""
    sitting = a_sitting()
    record(sitting, eine(1))
    record(sitting, eine(2))
    correct(sitting, 1, eine(3))
    record(sitting, {"kind": "redeal"})
    record(sitting, eine(4, 35))
    undo(sitting, 4)
    close(sitting)
    return sitting


# --- In order


def test_the_evenings_of_the_sample_are_in_order() -> None:
    keeping.want()
    tables.evening_that_is_on()
    tables.evening_that_is_over()
    assert rebuild("--check") == (0, "2 tables, 24 entries: all in order.\n")


def test_the_evenings_of_the_sample_have_everything_to_look_at() -> None:
    keeping.want()
    cego, cabo = tables.evening_that_is_on(), tables.evening_that_is_over()
    assert {entry.kind for entry in ledger.history(cego)} == {"hand", "correct", "void"}
    assert [entry.via for entry in ledger.history(cego)] == ["demo"] * 18
    hands = ledger.live_records(cego)
    assert len(hands) == 15
    assert sum(not game_for("cego").counts(hand, cego.table()) for hand in hands) == 1
    assert len({hand.contract for hand in hands if hand.contract}) >= 9
    heads = SheetHead.objects.in_bulk([cego.pk, cabo.pk])
    assert not heads[cego.pk].closed
    assert (heads[cabo.pk].over, heads[cabo.pk].closed) == (True, True)
    names = set(Player.objects.filter(tenant=SAMPLE).values_list("name", flat=True))
    assert names == {*tables.CEGO_PEOPLE, *tables.CABO_PEOPLE}


def test_a_sheet_can_be_checked_alone_and_as_json() -> None:
    here, there = an_evening(), a_sitting()
    SheetHead.objects.filter(sitting=there).update(hands=1)
    code, output = rebuild("--check", "--json", "--sitting", str(here.pk))
    facts = json.loads(output)
    head = ledger.history(here)[-1].hash
    assert code == 0
    assert facts == {
        "sitting": here.pk,
        "game": "cego",
        "entries": 7,
        "hands": 3,
        "head": head,
        "ledger": [],
        "derived": [],
    }
    code, output = rebuild("--check", "--json")
    assert code == 1
    assert [bool(json.loads(line)["derived"]) for line in output.splitlines()] == [False, True]


def test_a_table_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError, match="no table 99"):
        call_command("rebuild", "--check", "--sitting", "99")


def test_nothing_is_put_right_while_a_server_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.serverlock.is_served", lambda: True)
    for command in ("rebuild", "demo"):
        with pytest.raises(CommandError, match="server is running"):
            call_command(command)
    assert rebuild("--check")[0] == 0


# --- Totals that are not what the ledger says


@pytest.mark.parametrize(
    ("spoil", "finding"),
    [
        (lambda s: SheetHead.objects.filter(sitting=s).update(games=[]), "games computed"),
        (lambda s: SheetHead.objects.filter(sitting=s).update(closed=False), "closed computed True"),
        (lambda s: SheetHead.objects.filter(sitting=s).update(head_hash="x"), "head_hash computed"),
        (lambda s: SheetHead.objects.filter(sitting=s).update(over=True), "over computed False"),
        (lambda s: SheetHead.objects.filter(sitting=s).delete(), "sheet: nothing stored"),
        (lambda s: LiveHand.objects.filter(hand_no=2).update(points=[0, 7, 0, 0]), "stored [0, 7, 0, 0]"),
        (
            lambda s: LiveHand.objects.filter(hand_no=2).update(lines=[]),
            "hand 2: computed [0, 6, 0, 0], other",
        ),
        (
            lambda s: LiveHand.objects.filter(hand_no=3).delete(),
            "hand 3: computed [0, 0, 0, 0], nothing stored",
        ),
        (
            lambda s: LiveHand.objects.filter(hand_no=3).update(hand_no=9),
            "hand 9: stored, but not in the ledger",
        ),
        (
            lambda s: LiveHand.objects.filter(hand_no=2).update(revision=0, points=[1, 0, 0, 0]),
            "stored [1, 0, 0, 0] (rules 0, now 1)",
        ),
    ],
    ids=[
        "games",
        "closed",
        "head_hash",
        "over",
        "no_head",
        "points",
        "lines",
        "hand_gone",
        "hand_too_many",
        "revision",
    ],
)
def test_a_wrong_total_is_found_and_put_right(spoil: Callable[[Sitting], object], finding: str) -> None:
    sitting = an_evening()
    spoil(sitting)
    code, output = rebuild("--check")
    assert code == 1
    assert finding in output
    assert "with wrong totals" in output
    assert rebuild("--check")[0] == 1  # checking changes nothing
    code, output = rebuild()
    assert code == 0
    assert finding in output
    assert "put right" in output
    assert rebuild("--check") == (0, "1 tables, 7 entries: all in order.\n")


def test_points_that_a_newer_revision_did_not_change_are_in_order() -> None:
    an_evening()
    LiveHand.objects.update(revision=0)
    assert rebuild("--check")[0] == 0
    rebuild()
    assert set(LiveHand.objects.values_list("revision", flat=True)) == {1}


def test_the_next_hand_puts_totals_right_too() -> None:
    sitting = a_sitting()
    record(sitting, eine())
    SheetHead.objects.update(head_seq=0, head_hash="", hands=0)
    LiveHand.objects.all().delete()
    record(sitting, eine(), 2)
    assert totals(sitting) == [12, 0, 0, 0]
    assert rebuild("--check")[0] == 0


# --- A ledger somebody has been at


@pytest.mark.parametrize(
    ("statement", "values", "finding"),
    [
        (
            "UPDATE tournaments_entry SET payload = %s WHERE seq = 2",
            [json.dumps(eine(4))],
            "entry 2: was changed",
        ),
        ("UPDATE tournaments_entry SET payload = %s WHERE seq = 2", [json.dumps(eine(4))], "not the content"),
        ("UPDATE tournaments_entry SET via = 'desk' WHERE seq = 1", [], "entry 1: was changed"),
        ("UPDATE tournaments_entry SET claimed_at = at WHERE seq = 1", [], "entry 1: was changed"),
        ("UPDATE tournaments_entry SET prev_hash = hash WHERE seq = 4", [], "entry 4: does not continue"),
        ("UPDATE tournaments_entry SET kind = 'gift' WHERE seq = 7", [], "“gift” is unknown"),
        (
            "UPDATE tournaments_entry SET hand_no = 5 WHERE seq = 4",
            [],
            "hand of hand 5 does not fit (hands so far: 2)",
        ),
        (
            "UPDATE tournaments_entry SET supersedes_id = NULL WHERE seq = 3",
            [],
            "entry 3: does not supersede",
        ),
        (
            "UPDATE tournaments_entry SET seq = seq + 10 WHERE seq = 7",
            [],
            "follows entry 6; something is missing",
        ),
        ("DELETE FROM tournaments_entry WHERE seq = 7", [], "head_seq computed 6, stored 7"),
        ("UPDATE tournaments_sitting SET first_dealer = 3", [], "entry 1: does not continue the chain"),
        ("UPDATE tournaments_sitting SET game = 'whist'", [], "cannot be computed: KeyError 'whist'"),
        (
            "UPDATE tournaments_sitting SET rules = %s",
            ['{"solo_won": "two"}'],
            "entry 1: cannot be read: range",
        ),
    ],
    ids=[
        "payload",
        "digest",
        "via",
        "claimed",
        "link",
        "kind",
        "hand_no",
        "supersedes",
        "hole",
        "tail",
        "sitting",
        "game",
        "rules",
    ],
)
def test_a_changed_ledger_is_found(statement: str, values: Any, finding: str) -> None:
    an_evening()
    tamper(statement, *values)
    code, output = rebuild("--check")
    assert code == 1
    assert finding in output


def test_rules_changed_under_the_hands_are_found_even_if_no_total_moves() -> None:
    sitting = an_evening()
    Sitting.objects.filter(pk=sitting.pk).update(rules={**sitting.rules, "ultimo_value": 99})
    code, output = rebuild("--check")
    assert code == 1
    assert "entry 1: does not continue the chain" in output


def test_an_entry_in_the_middle_that_is_gone_is_found() -> None:
    sitting = a_sitting()
    for _each in range(3):
        record(sitting, eine())
    LiveHand.objects.filter(hand_no=2).delete()
    tamper("DELETE FROM tournaments_entry WHERE seq = 2")
    code, output = rebuild("--check")
    assert code == 1
    assert "entry 3: follows entry 1; something is missing" in output
    assert "entry 3: does not continue the chain" in output


def test_totals_are_not_computed_from_a_damaged_ledger() -> None:
    sitting = an_evening()
    tamper("UPDATE tournaments_entry SET payload = %s WHERE seq = 2", json.dumps(eine(2, 70)))
    stored = totals(sitting)
    code, output = rebuild()
    assert code == 1
    assert "1 with a damaged ledger (left alone)" in output
    assert totals(sitting) == stored


@pytest.mark.parametrize(
    "payload", [{"declarer": 9}, {**eine(), "against_solo": False}], ids=["refused", "wordy"]
)
def test_a_record_the_game_would_not_write_is_found_even_with_a_matching_chain(
    payload: dict[str, Any],
) -> None:
    sitting = a_sitting()
    entry = record(sitting, eine()).entry
    entry.payload = payload
    entry.digest = chain.digest_of(entry.kind, entry.hand_no, payload)
    entry.hash = chain.hash_of(entry)
    tamper(
        "UPDATE tournaments_entry SET payload = %s, digest = %s, hash = %s",
        json.dumps(payload),
        entry.digest,
        entry.hash,
    )
    code, output = rebuild("--check")
    assert code == 1
    assert (
        "cannot be read: " if payload == {"declarer": 9} else "is not written as the game writes it"
    ) in output


def test_entries_after_the_closing_or_the_end_are_found() -> None:
    sitting = a_sitting("cabo", seats=2, rounds=1)
    record(sitting, called(1, 0, 9))
    close(sitting)
    last = ledger.history(sitting)[-1]
    intruder = Entry(
        id=uuid.uuid4(),
        sitting=sitting,
        seq=3,
        kind="hand",
        hand_no=2,
        payload=called(1, 0, 9),
        digest=chain.digest_of("hand", 2, called(1, 0, 9)),
        revision=1,
        rules_version=1,
        via="own",
        at=last.at,
        boot_id="",
        mono_ns=0,
        prev_hash=last.hash,
    )
    intruder.hash = chain.hash_of(intruder)
    intruder.save(force_insert=True)
    assert "entry 3: the sheet was closed" in rebuild("--check")[1]


def test_missing_guards_are_found() -> None:
    with connection.cursor() as cursor:
        on = "" if connection.vendor == "sqlite" else " ON tournaments_entry"
        name = checking.TRIGGERS[connection.vendor][0]
        cursor.execute(f"DROP TRIGGER {name}{on}")
    code, output = rebuild("--check")
    assert code == 1
    assert f"guard {name} is missing" in output


# --- The sum that is not a sum


def test_a_game_that_adds_up_wrongly_stops_the_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = a_sitting()
    record(sitting, eine())

    def miscounted(game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], record: Any) -> SoFar[Any]:
        return replace(play(game, table, so_far, record), totals=(99, 0, 0, 0))

    monkeypatch.setattr("scoring.lineup.play", miscounted)
    with pytest.raises(WrongSum, match="not the sum of their lines"):
        record(sitting, eine(), 2)
    assert Entry.objects.count() == 1
    assert rebuild("--check")[0] == 0


@pytest.mark.parametrize(
    ("line", "points", "message"),
    [((3, 0, 0, 0), (4, 0, 0, 0), "not the sum"), ((4, -1, -1, -1), (4, -1, -1, -1), "do not cancel out")],
    ids=["hand", "zero_sum"],
)
def test_a_hand_that_does_not_add_up_or_cancel_out_is_a_bug(
    line: tuple[int, ...], points: tuple[int, ...], message: str
) -> None:
    sitting = a_sitting(preset="braeunlingen")  # everybody pays or is paid
    assert record(sitting, eine()).so_far.totals == (75, -25, -25, -25)
    hand = Hand(None, (Line("contract", say(""), line),), points)
    with pytest.raises(WrongSum, match=message):
        audit(sitting, SoFar(Series((hand,)), line))
