"""All checks, one line of JSON each: `python -m faults --quick`, `--only crash,race`, `--red`."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from importlib import import_module

from faults.frame import BREACH, MISSING, SHARED, Check

CHECKS = (
    *("crash", "crashpoints", "powercut", "disk", "busy", "pauses", "clock", "migrate"),
    *("race", "offline", "phonekill", "wake", "pgkill", "failover", "rolling"),
    *("backup", "restore", "tamper", "coldstart"),
    *("fuzz", "bruteforce", "secrets", "load", "cached", "soak"),
)

QUICK = (  # on two processors in under five minutes
    *("crash", "crashpoints", "powercut", "disk", "busy", "pauses", "clock"),
    *(
        "race",
        "offline",
        "phonekill",
        "pgkill",
        "failover",
        "rolling",
        "backup",
        "restore",
        "tamper",
        "fuzz",
        "secrets",
        "cached",
    ),
)


def check_of(name: str) -> Check:
    """The check in the module of this name."""
    check: Check = import_module(f"faults.{name}").CHECK
    return check


def perform(check: Check, *options: str) -> tuple[int, str]:
    """In a process of its own: its status, and its line."""
    command = [sys.executable, "-m", f"faults.{check.name}", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout.strip()


def main() -> None:
    """Perform them one after the other; the status of the worst."""
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--red", action="store_true", help="the variants that must be seen through")
    parser.add_argument("--only", default="", help="names, with commas")
    asked = parser.parse_args()
    names = asked.only.split(",") if asked.only else QUICK if asked.quick else CHECKS
    checks = [check_of(name) for name in names]
    shared = tempfile.mkdtemp(prefix="stammtisch-faults-shared-")
    os.environ[SHARED] = shared
    try:
        sys.exit(run_red(checks) if asked.red else run_all(checks, quick=asked.quick, strict=asked.strict))
    finally:
        shutil.rmtree(shared, ignore_errors=True)


def run_all(checks: list[Check], *, quick: bool, strict: bool) -> int:
    """Every check, on each of its engines. What is not installed is passed over, unless nothing may be."""
    began = time.monotonic()
    options = [*(["--quick"] if quick else []), *(["--strict"] if strict else [])]
    failed, missing = [], []
    for check in checks:
        for engine in check.engines[:1] if quick else check.engines:
            status, line = perform(check, "--engine", engine, *options)
            print(line, flush=True)
            if status == MISSING:
                missing.append(check.name)
            elif status:
                failed.append(f"{check.name} ({engine})")
    if missing and os.environ.get("NOTHING_MAY_BE_SKIPPED"):
        failed += missing
    summary = {"checks": len(checks), "failed": failed, "not tried": missing}
    print(json.dumps({**summary, "seconds": round(time.monotonic() - began)}), flush=True)
    return 1 if failed else 0


def run_red(checks: list[Check]) -> int:
    """Every variant that breaks its word; each must be seen through, by a breach and not by an accident."""
    passed, seen = [], 0
    for check in checks:
        for variant in check.breaks:
            status, line = perform(check, "--quick", "--seed", "1", "--break", variant)
            first = (json.loads(line) if line else {}).get("first", [""])[0]
            print(json.dumps({"check": check.name, "break": variant, "status": status, "breach": first}))
            sys.stdout.flush()
            if status == BREACH:
                seen += 1
            else:
                passed.append(f"{check.name} --break {variant}")
    print(json.dumps({"check": "red", "goal": "G30", "ok": not passed, "seen": seen, "passed": passed}))
    return 1 if passed else 0


if __name__ == "__main__":
    main()
