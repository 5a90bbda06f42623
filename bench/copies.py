"""What backups and the mirror cost: a backup of many entries, and how long hands wait meanwhile.

Runs in a process of its own, because settings are read once: `python -m bench.copies`. `measure_backup` and
`measure_mirror` can be called by whoever has set up Django with a database of his own.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ENTRIES = 50_000
TABLES = 500
DOZEN = 12
HANDS = 200  # measured with the mirror and without
GOAL_SECONDS = 2.0
GOAL_WAIT = 0.2


def measure() -> Iterator[dict[str, Any]]:
    """In a fresh interpreter with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        environment = {**os.environ, "STAMMTISCH_DATA": folder}
        run = subprocess.run(
            [sys.executable, "-m", "bench.copies"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    for line in run.stdout.splitlines():
        yield json.loads(line)


def main() -> None:
    """Measure and print; the database is the one the environment names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(measure_mirror()))
    print(json.dumps(measure_backup()))


def measure_backup(entries: int = ENTRIES, hands: int = HANDS) -> dict[str, Any]:
    """A backup, proven and on the disk, of a database with so many entries, and the longest that one of the
    hands waits that are entered while backups are made, one after the other."""
    from tournaments.safekeeping.backups.making import BackupReason, home, make
    from tournaments.safekeeping.backups.shelf import thin

    fill(entries)
    alone = [seconds for seconds, _size in (_timed_backup() for _again in range(3))]
    over = threading.Event()
    count = 0

    def go_on() -> None:
        nonlocal count
        while not over.is_set():
            make(home(), BackupReason.ASKED)
            thin(home())
            count += 1

    quiet = _waits(hands)
    thread = threading.Thread(target=go_on)
    thread.start()
    waits = _waits(hands)
    over.set()
    thread.join()
    return {
        "measured": "backup",
        "entries": entries,
        "seconds": round(statistics.median(alone), 2),
        "backups_meanwhile": count,
        "hand_longest_ms": round(1000 * max(waits), 1),
        "hand_longest_alone_ms": round(1000 * max(quiet), 1),
        "within_goal": max(alone) <= GOAL_SECONDS and max(waits) <= GOAL_WAIT,
    }


def measure_mirror(hands: int = HANDS) -> dict[str, Any]:
    """What a hand takes with the mirror, as a ratio of what it takes without; in turn, so that whatever else
    the machine does meets both."""
    from tournaments.safekeeping.mirror.mirroring import Mirroring
    from tournaments.safekeeping.mirror.writer import MirrorWriter

    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        without, mirrored, size = [], [], 0
        for _turn in range(4):
            without += _waits(hands // 4)
            mirroring = Mirroring(MirrorWriter(lambda: Path(folder)))
            mirroring.start()
            mirroring.begin_file()
            mirrored += _waits(hands // 4)
            mirroring.stop()
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    return {
        "measured": "mirror",
        "hands": hands,
        "hand_ms_without": round(1000 * statistics.median(without), 2),
        "hand_ms_with": round(1000 * statistics.median(mirrored), 2),
        "ratio": round(statistics.median(mirrored) / statistics.median(without), 3),
        "bytes_per_hand": size // hands,
    }


def _timed_backup() -> tuple[float, int]:
    from tournaments.safekeeping.backups.making import BackupReason, home, make

    began = time.perf_counter()
    _file, manifest = make(home(), BackupReason.ASKED)
    return time.perf_counter() - began, manifest.size


def _waits(hands: int) -> list[float]:
    """Seconds for each of so many hands, a dozen at each table, from the call to the disk."""
    from tournaments import ledger

    sitting, waits = _table(), []
    for number in range(hands):
        if number and number % DOZEN == 0:
            sitting = _table()
        raw = {"declarer": number % 4 + 1, "contract": "eine", "points": 47}
        began = time.perf_counter()
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw)
        waits.append(time.perf_counter() - began)
    return waits


def _table() -> Any:
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
    pattern = _table()
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


if __name__ == "__main__":
    main()
