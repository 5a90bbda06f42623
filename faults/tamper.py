"""Two hundred changes behind the ledger's back, the guards taken away: `verify` notices every single one.

    python -m faults.tamper --changes 200 --entries 100000 --seed 1
    python -m faults.tamper --break chain     # a checker that leaves something out must be found out

Prints one line of JSON. Status 0: nothing was reported in the untouched database, and every change was noticed;
1: something was missed, or reported wrongly.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

WEAKENED = ("sheets", "seats", "ranks", "draws", "chain", "database")


def run(*, seed: int = 1, changes: int = 200, entries: int = 100_000, broken: str = "") -> dict[str, Any]:
    """In a fresh interpreter with a database of its own; the figures, with `ok`."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-tamper-") as folder:
        environment = {**os.environ, "STAMMTISCH_DATA": folder}
        command = [sys.executable, "-m", "faults.tamper", "--inside", "--seed", str(seed)]
        command += ["--changes", str(changes), "--entries", str(entries)]
        command += ["--break", broken] if broken else []
        ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    if not ran.stdout.strip():
        return {"measured": "tamper", "ok": False, "error": ran.stderr[-2000:]}
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return figures


def inside(seed: int, changes: int, entries: int, broken: str) -> dict[str, Any]:
    """Build, verify, change, verify after each change, and take it back."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction

    from faults import planting
    from faults.filling import fill
    from tournaments.safekeeping.verifying import ALL, QUICK, spoken, verify_database

    call_command("migrate", verbosity=0)
    chance = random.Random(seed)
    begun = time.perf_counter()
    filled = fill(entries, chance)
    building = time.perf_counter() - begun
    checks = [check for check in ALL if check != broken]
    begun = time.perf_counter()
    untouched = verify_database(checks=checks)
    seconds = time.perf_counter() - begun
    wrongly = [spoken(finding.sentence) for finding in untouched.findings]
    missed: list[str] = []
    unnamed: list[str] = []
    quick = [check for check in QUICK if check != broken]
    for number in range(changes):
        change = planting.CHANGES[number % len(planting.CHANGES)]
        with transaction.atomic():
            with connection.cursor() as cursor:
                planting.take_guards_away(cursor)
                planted = change(cursor, chance)
            needed = checks if planted.drawn else quick
            findings = verify_database(event=planted.event, checks=needed).findings
            transaction.set_rollback(True)
        # The guards are gone for every change: that alone is not what was planted.
        findings = [finding for finding in findings if "guard" not in finding.what.message]
        if not findings:
            missed.append(f"{number}: {planted.what}")
        elif planted.seq is not None and planted.seq not in [finding.seq for finding in findings]:
            unnamed.append(f"{number}: {planted.what}")
    return {
        "measured": "tamper",
        "entries": filled,
        "sheets": untouched.tables,
        "building_s": round(building, 1),
        "verify_s": round(seconds, 1),
        "per_second": round(untouched.entries / seconds),
        "reported in the untouched": len(wrongly),
        "planted": changes,
        "noticed": changes - len(missed),
        "entry not named": len(unnamed),
        "missed": missed[:10],
        "unnamed": unnamed[:10],
        "wrongly": wrongly[:10],
        "broken": broken,
        "seed": seed,
        "ok": not missed and not wrongly and not unnamed,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m faults.tamper", description=__doc__)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--break", dest="broken", choices=WEAKENED, default="")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    work = inside if options.inside else lambda *values: run(**dict(zip(NAMES, values, strict=True)))
    figures = work(options.seed, options.changes, options.entries, options.broken)
    print(json.dumps(figures))
    return 0 if figures["ok"] else 1


NAMES = ("seed", "changes", "entries", "broken")

if __name__ == "__main__":
    sys.exit(main())
