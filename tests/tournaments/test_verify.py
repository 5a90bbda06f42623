"""`manage.py verify`: in order where nothing was changed, else the first wrong entry is named."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from config.database import writing
from tests.guards import unguarded
from tests.server import ROOT
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, close, correct, eine, record
from tests.tournaments.event_builders import an_event
from tournaments import exchange
from tournaments.engines import eventchain
from tournaments.events.ground.links import links_of, write_link
from tournaments.events.ground.log import note
from tournaments.ledger import chain
from tournaments.models import (
    FIRST,
    Chair,
    Credential,
    Entrant,
    Entry,
    Event,
    EventLink,
    LiveHand,
    Notice,
    Player,
    Round,
    SheetHead,
    Sitting,
)
from tournaments.people.privacy import anonymise
from tournaments.safekeeping.verifying import ALL, QUICK, spoken, verify_database

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def played(preset: str = "truco-swiss", here: int = 4) -> Event:
    """An event with a round that is over and one that has begun."""
    event = an_event(preset, here=here)
    round_ = hall.begin(event)
    hall.a_hand_everywhere(round_)
    hall.end(round_)
    hall.begin(event)
    return Event.objects.get(pk=event.pk)


def complaints(**more: Any) -> list[str]:
    return [
        spoken(finding.sentence, str) for finding in verify_database(**{"checks": QUICK, **more}).findings
    ]


def verify(*options: str) -> tuple[Any, str]:
    """Exit status and output."""
    output = io.StringIO()
    try:
        call_command("verify", *options, stdout=output)
    except SystemExit as end:
        return end.code, output.getvalue()
    return 0, output.getvalue()


def test_what_nobody_has_touched_is_in_order() -> None:
    event, sitting = played(), a_sitting()
    record(sitting, eine(1))
    correct(sitting, 1, eine(2))
    close(sitting)
    result = verify_database(checks=ALL)
    assert [spoken(finding.sentence, str) for finding in result.findings] == []
    assert (result.events, result.draws) == (1, event.rounds.count())
    assert result.entries == Entry.objects.count()
    assert result.tables == Sitting.objects.count()


def in_the_event() -> Sitting:
    return Sitting.objects.filter(round__number=1).order_by("number")[0]


def reversed_chairs() -> None:
    chairs = list(Chair.objects.filter(sitting=in_the_event()).order_by("seat")[:2])
    for chair, seat in ((chairs[0], 99), (chairs[1], 1), (chairs[0], 2)):
        Chair.objects.filter(pk=chair.pk).update(seat=seat)


def rewritten_sheet() -> None:
    """The whole sheet computed anew: only the chain of the event knows."""
    sitting = in_the_event()
    previous = chain.start_of(sitting)
    for entry in Entry.objects.filter(sitting=sitting).order_by("seq"):
        entry.mono_ns, entry.prev_hash = entry.mono_ns + 1, previous
        entry.hash = previous = chain.hash_of(entry)
        entry.save()
    SheetHead.objects.filter(sitting=sitting).update(head_hash=previous)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda: Entry.objects.filter(seq=1).update(via="import"),
            "entry 1: was changed after it was written",
        ),
        (lambda: Entry.objects.filter(seq=1).update(payload={"a": 1}), "entry 1: has not the content that"),
        (lambda: LiveHand.objects.update(points=[9, -9]), "stored [9, -9]"),
        (lambda: SheetHead.objects.update(games=[]), "round 1, table 1: sheet: games computed"),
        (reversed_chairs, "by the round, number"),
        (rewritten_sheet, "is not the one the event was closed with"),
        (lambda: Notice.objects.filter(what="drawn").update(reason="x"), "of the log was changed (drawn)"),
        (lambda: Notice.objects.order_by("pk")[1].delete(), "of the log was changed"),
        (lambda: Notice.objects.order_by("-pk")[0].delete(), "lines in the log: "),
        (lambda: Round.objects.filter(number=1).update(seed="luck"), "round 1 was changed: its seats"),
        (lambda: Entrant.objects.filter(number=1).update(ranked=False), "the list of entrants was changed"),
        (lambda: Event.objects.update(ranking={}), "rules, ranking or stages of the event were changed"),
        (lambda: EventLink.objects.filter(seq=2).update(prev_hash="0"), "link 2 of the event was changed"),
        (lambda: EventLink.objects.filter(seq=2).delete(), "link 3 of the event was changed"),
    ],
    ids=[
        *("via", "payload", "points", "totals", "chairs", "rewritten", "reason", "line", "last line", "seed"),
        *("entrant", "ranking", "link", "missing link"),
    ],
)
def test_every_change_is_found(change: Callable[[], object], sentence: str) -> None:
    played()
    with connection.cursor() as cursor, unguarded(cursor):
        change()
    assert any(sentence in complaint for complaint in complaints()), complaints()


def test_another_draw_than_was_asked_for_is_found() -> None:
    event = played()
    round_ = event.rounds.get(number=1)
    round_.request["parts"][0]["request"] = {**round_.request["parts"][0]["request"], "seed": "luck"}
    round_.save()
    assert not complaints()
    assert "round 1: another draw comes out of what was asked for" in complaints(checks=ALL)[0]


def test_a_device_of_another_table_is_found() -> None:
    here, there = a_sitting(), a_sitting()
    stranger = Credential.objects.create(sitting=there, secret_hash="x" * 64)
    entry = record(here, eine()).entry
    with connection.cursor() as cursor, unguarded(cursor):
        entry.credential = stranger
        entry.hash = chain.hash_of(entry)
        entry.save()
        SheetHead.objects.filter(sitting=here).update(head_hash=entry.hash)
    assert complaints() == [
        f"table {here.pk}: entry 1: was written by a device that had no right to this table"
    ]


def test_a_missing_guard_is_found() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER eventlink_no_update")
        else:
            cursor.execute("ALTER TABLE tournaments_eventlink DISABLE TRIGGER eventlink_no_change")
    assert ["the guard eventlink_no" in complaint for complaint in complaints()] == [True]


def test_links_are_not_changed_and_go_only_with_an_event_nobody_played() -> None:
    event = an_event(here=4)
    assert links_of(event)
    Event.objects.get(pk=event.pk).delete()
    assert not EventLink.objects.exists()


def test_forgetting_somebody_breaks_no_chain() -> None:
    event = played()
    before = links_of(event)[-1]
    player = Player.objects.order_by("pk")[0]
    Notice.objects.filter(event=event, what="drawn").update(reason=f"because of {player.name}")
    with writing():
        write_link(event)  # as if it had been written so
    anonymise(player=player)
    assert not [sentence for sentence in complaints() if "log" in sentence]
    assert eventchain.head_typed(links_of(event), eventchain.shown(before.hash))


def note_and_fail(event: Event) -> None:
    with writing():
        note(event, "drawn", rounds=[9])
        raise ZeroDivisionError


def test_a_transaction_that_fails_leaves_no_link() -> None:
    event = played()
    count = EventLink.objects.count()
    with pytest.raises(ZeroDivisionError):
        note_and_fail(event)
    assert EventLink.objects.count() == count
    assert not complaints()


def test_an_event_that_was_taken_in_has_the_chain_it_had() -> None:
    event = played()
    data, links = exchange.packed(event), links_of(event)
    with connection.cursor() as cursor, unguarded(cursor):
        for model in (LiveHand, SheetHead, Entry, Chair, EventLink, Sitting):
            model.objects.all().delete()
    Event.objects.get(pk=event.pk).delete()
    again = exchange.take_in(json.dumps(data, default=str).encode(), FIRST)
    assert links_of(again) == links
    assert complaints() == []


def test_the_command_says_it_in_sentences_and_by_its_status() -> None:
    event = played()
    status, output = verify("--quick")
    assert (status, output.startswith("Everything is in order.")) == (0, True)
    head = eventchain.shown(links_of(event)[-1].hash)
    assert verify("--quick", "--head", head.lower())[0] == 0
    assert verify("--quick", "--head", "0000 0000 0000")[0] == 1
    assert verify("--event", "99999")[0] == 2
    SheetHead.objects.filter(sitting=in_the_event()).update(hands=9)
    status, output = verify("--quick", "--event", str(event.pk), "--json")
    (finding,) = json.loads(output)["findings"]
    assert (status, finding["where"], finding["entry"]) == (1, "round 1, table 1", None)


@pytest.mark.django_db(transaction=True)
def test_a_file_is_read_and_not_touched(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":  # others have no file
        return
    played()
    file = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file)) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)
        copy.execute("UPDATE tournaments_sheethead SET hands = 9 WHERE head_seq > 0")
        copy.commit()
    before = file.read_bytes()
    # In a process of its own: a test may have no other connection than its own.
    command = [sys.executable, "manage.py", "verify", "--quick", "--json", "--file", str(file)]
    environment = {**os.environ, "STAMMTISCH_DATA": str(tmp_path / "data"), "LANG": "en"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert ", stored 9" in done.stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert file.read_bytes() == before


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert verify("--file", str(tmp_path / "nothing"))[0] == 2
