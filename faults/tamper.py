"""Two hundred changes behind the ledger's back, the guards taken away: `verify` notices every single one.

Changes of an evening are all in the database at once, each on a sheet of its own, so that one verification
has to name every one of these sheets and no other. Changes of the event are made and taken back one by one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from typing import Any

from faults.frame import Check, Stage, main

WEAKENED = ("sheets", "seats", "draws", "chain", "database")
"""A verification that leaves one of these out must be seen through."""


def run(stage: Stage) -> None:
    """Build, verify, change, verify, and compare."""
    os.environ["STAMMTISCH_DATA"] = str(stage.directory / "data")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from faults.filling import fill
    from tournaments.safekeeping.verifying import ALL, verify_database

    call_command("migrate", verbosity=0)
    filled = fill(stage.amount("entries"), stage.chance)
    stage.say(f"{filled} entries are there")
    checks = [check for check in ALL if check != stage.broken]
    began, busy = time.perf_counter(), time.process_time()
    untouched = verify_database(checks=checks)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    stage.figure(entries=untouched.entries, sheets=untouched.tables, draws=untouched.draws)
    stage.figure(cpu_s=round(busy, 1))  # what it takes of the processor, whoever else is there
    stage.within("seconds per 100,000 entries", seconds * 100_000 / untouched.entries, 20)
    stage.demand(untouched.in_order, f"reported in the untouched: {quoted(untouched.findings)[:3]}")
    planted = plant(stage, checks)
    stage.figure(planted=planted, noticed=planted - len(stage.breaches))


def plant(stage: Stage, checks: Collection[str]) -> int:
    """Every change, and what became of it; how many there were."""
    from django.db import connection, transaction

    from faults.planting import CHANGES, Planted, take_guards_away
    from tournaments.safekeeping.verifying import QUICK, verify_database

    quick = [check for check in QUICK if check in checks]
    rows_only = [check for check in quick if check != "database"]  # SQLite looks at its whole file each time
    waiting: dict[int, Planted] = {}  # of evenings, by sheet
    count = stage.amount("changes")
    look_for_guards(stage, checks)
    with transaction.atomic():
        with connection.cursor() as cursor:
            take_guards_away(cursor)
            for number in range(count - 1):
                change = CHANGES[number % len(CHANGES)]
                point = transaction.savepoint()
                planted = change(cursor, stage.chance)
                while planted.event is None and planted.sitting in waiting:
                    transaction.savepoint_rollback(point)
                    point = transaction.savepoint()
                    planted = change(cursor, stage.chance)
                if planted.event is None:
                    waiting[planted.sitting] = planted
                    continue
                asked = checks if planted.drawn else rows_only
                compare(stage, planted, verify_database(event=planted.event, checks=asked).findings)
                transaction.savepoint_rollback(point)
            result = verify_database(checks=quick)
            by_sheet: dict[Any, list[Any]] = {}
            for finding in result.findings:
                by_sheet.setdefault(finding.where.values.get("table"), []).append(finding)
            for sitting, change_there in waiting.items():
                compare(stage, change_there, by_sheet.pop(sitting, []))
            by_sheet.pop(None, None)  # the guards that are gone, and rows that point to nothing
            stage.demand(not by_sheet, f"reported where nothing was changed: {sorted(by_sheet)[:5]}")
        transaction.set_rollback(True)
    return count


def look_for_guards(stage: Stage, checks: Collection[str]) -> None:
    """The last of the changes: a guard is gone, and nothing else has happened yet."""
    from django.db import connection, transaction

    from tournaments.safekeeping.verifying import verify_database

    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER entry_no_update")
        asked = [check for check in checks if check == "database"]
        stage.demand(verify_database(checks=asked).findings, "a guard was taken away: not noticed")
        transaction.set_rollback(True)


def compare(stage: Stage, planted: Any, findings: list[Any]) -> None:
    """Was it noticed, and is the entry named?"""
    findings = [finding for finding in findings if "guard" not in finding.what.message]
    if not findings:
        stage.breach(f"not noticed: {planted.what}")
    elif planted.seq is not None and planted.seq not in [finding.seq for finding in findings]:
        stage.breach(f"entry {planted.seq} is not named: {planted.what}: {quoted(findings)[:2]}")


def quoted(findings: list[Any]) -> list[str]:
    from tournaments.safekeeping.verifying import spoken

    return [spoken(finding.sentence) for finding in findings]


CHECK = Check(
    name="tamper",
    goal="G13",
    what=__doc__ or "",
    run=run,
    amounts={"entries": 100_000, "changes": 200},
    quick={"entries": 5_000, "changes": 100},
    breaks=WEAKENED,
    seconds=900,
)

if __name__ == "__main__":
    main(CHECK)
