"""What backups and the mirror cost: a backup beside a bare copy, and hands while either is at work.

In this process, with the database the environment names (`bench.parts` gives an empty one).
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.evening import set_up
from bench.figure import Figure, in_turns, quantile

ENTRIES = (2_000, 20_000)
TABLES = 200
DOZEN = 12
HANDS = 60  # in each turn
LATEST = 0.95


def measure(short: bool = False) -> Iterator[Figure]:
    set_up()
    hands = HANDS // 4 if short else HANDS
    yield mirror(hands)
    present = 0
    for entries in ENTRIES[:1] if short else ENTRIES:
        fill(entries - present)
        present = entries
        yield backup(entries)
    yield hands_meanwhile(hands)


def backup(entries: int) -> Figure:
    """Made, proven and on the disk."""
    value, yardstick = in_turns(backup_time, copy_time, 3)
    return Figure(
        name=f"backup.{entries}",
        what=f"a backup of {entries:,} entries",
        value=value,
        unit="ms",
        yardstick=yardstick,
        beside="SQLite's copy of the file, on the disk",
        goal=8,
        size=entries,
    )


def hands_meanwhile(hands: int) -> Figure:
    """Hands that are entered while backups are made, one after the other."""
    value, yardstick = in_turns(lambda: latest(disturbed(hands)), lambda: latest(waits(hands)), 3)
    return Figure(
        name="backup.hands",
        what="a hand while backups are made, 95 of 100",
        value=value,
        unit="ms",
        yardstick=yardstick,
        beside="a hand without",
        goal=4,
    )


def mirror(hands: int) -> Figure:
    """Hands whose lines go to another disk, too."""
    value, yardstick = in_turns(
        lambda: statistics.median(mirrored(hands)), lambda: statistics.median(waits(hands))
    )
    return Figure(
        name="mirror.hand",
        what="a hand with the mirror",
        value=value * 1000,
        unit="ms",
        yardstick=yardstick * 1000,
        beside="a hand without",
        goal=1.6,  # a line more on another disk: the same as ever, beside a hand that has become cheap
    )


def backup_time() -> float:
    """Milliseconds of a backup."""
    from tournaments.safekeeping.backups.making import BackupReason, home, make
    from tournaments.safekeeping.backups.shelf import thin

    began = time.perf_counter()
    make(home(), BackupReason.ASKED)
    took = time.perf_counter() - began
    thin(home())
    return took * 1000


def copy_time() -> float:
    """Milliseconds of the barest copy that a power cut leaves whole."""
    from django.conf import settings

    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
        file = Path(folder) / "copy"
        began = time.perf_counter()
        source, copy = sqlite3.connect(settings.DATABASES["default"]["NAME"]), sqlite3.connect(file)
        source.backup(copy)
        copy.close()
        source.close()
        with file.open("rb") as written:
            os.fsync(written.fileno())
        return (time.perf_counter() - began) * 1000


def disturbed(hands: int) -> list[float]:
    """Seconds of each hand, while backups are made."""
    over = threading.Event()

    def go_on() -> None:
        while not over.is_set():
            backup_time()

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        return waits(hands)
    finally:
        over.set()
        thread.join()


def mirrored(hands: int) -> list[float]:
    """Seconds of each hand, with a mirror beside."""
    from tournaments.safekeeping.mirror.mirroring import Mirroring
    from tournaments.safekeeping.mirror.writer import MirrorWriter

    with tempfile.TemporaryDirectory() as folder:
        mirroring = Mirroring(MirrorWriter(lambda: Path(folder)))
        mirroring.start()
        mirroring.begin_file()
        try:
            return waits(hands)
        finally:
            mirroring.stop()


def waits(hands: int) -> list[float]:
    """Seconds for each of so many hands, a dozen at each table, from the call to the disk."""
    from tournaments import ledger

    sitting, took = a_table(), []
    for number in range(hands):
        if number and number % DOZEN == 0:
            sitting = a_table()
        raw = {"declarer": number % 4 + 1, "contract": "eine", "points": 47}
        began = time.perf_counter()
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw)
        took.append(time.perf_counter() - began)
    return took


def latest(took: list[float]) -> float:
    return quantile(took, LATEST) * 1000


def a_table() -> Any:
    """A quick evening of Cego."""
    from scoring import game_for, set_up
    from tournaments import ledger

    rules = set_up(game_for("cego"), seats=4, preset=None, switches={}, first_dealer=None).rules
    names = [f"{uuid.uuid4().hex[:8]} {seat}" for seat in range(4)]
    return ledger.open_sitting(
        game="cego", preset=game_for("cego").presets[0].key, rules=rules, names=names, first_dealer=None
    )


def fill(entries: int) -> None:
    """So many entries at many tables: one is played, and its rows are copied to the others.

    Entries are written past the ledger, with a chain of their own; its links are all a backup looks at.
    """
    from django.db import connection

    from tournaments.models import Entry, SheetHead, Sitting

    each = entries // TABLES
    pattern = a_table()
    for number in range(min(each, 20)):
        from tournaments import ledger

        raw = {"declarer": number % 4 + 1, "contract": "eine", "points": 47}
        ledger.record_hand(sitting=pattern, entry_id=uuid.uuid4(), raw=raw)
    played = list(Entry.objects.filter(sitting=pattern).order_by("seq"))
    columns = [field.attname for field in Sitting._meta.concrete_fields if not field.primary_key]
    facts = {column: getattr(pattern, column) for column in columns}
    sittings = Sitting.objects.bulk_create(Sitting(**facts) for _number in range(TABLES))
    rows, heads = [], []
    for sitting in sittings:
        previous = "start"
        for seq in range(1, each + 1):
            entry = played[seq % len(played)]
            copy = {field.attname: getattr(entry, field.attname) for field in Entry._meta.concrete_fields}
            digest = uuid.uuid4().hex * 2
            copy |= {"id": uuid.uuid4(), "sitting_id": sitting.pk, "seq": seq, "hand_no": seq}
            copy |= {"supersedes_id": None, "prev_hash": previous, "hash": digest}
            rows.append(Entry(**copy))
            previous = digest
        heads.append(SheetHead(sitting=sitting, head_seq=each, head_hash=previous, hands=each))
    Entry.objects.bulk_create(rows, batch_size=500)
    SheetHead.objects.bulk_create(heads)
    connection.close()
