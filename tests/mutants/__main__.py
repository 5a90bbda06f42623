"""`make mutants ONLY=scoring/games/truco`: how many mistakes its tests notice, and which they do not.

    python -m tests.mutants PATH ... [--minutes 10] [--tests PATH ...]

A path is a module or a folder. The tests are the nearest to it (tests/quick.py), or those that are named.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.durations import seconds_of_files
from tests.quick import ROOT, choice, distances, python_files

TESTS_SECONDS = (
    60.0  # of tests that are chosen here: once all of them, then only those that reach the mistake
)
VERDICTS = ("killed", "timeout", "survived", "unreached")
ELSEWHERE = ("tests/journeys/", "tests/faults/", "tests/config/", "tests/test_")


def modules_below(names: list[str]) -> list[str]:
    files = [
        file
        for name in names
        for file in (sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name])
    ]
    missing = [str(file) for file in files if not file.is_file()]
    if missing or not files:
        sys.exit(f"No such module: {', '.join(missing or names)}")
    return [str(file.resolve().relative_to(ROOT)) for file in files if "migrations" not in file.parts]


def tests_near(paths: list[str]) -> list[str]:
    near = distances(paths, python_files())
    inside = {path: distance for path, distance in near.items() if not path.startswith(ELSEWHERE)}
    return choice(inside, seconds_of_files(), TESTS_SECONDS)[0]


def report(lines: list[dict[str, Any]]) -> None:
    head, *tried = lines
    for mutant in tried:
        if mutant["diff"]:
            print(f"{mutant['verdict']}: {mutant['path']}:{mutant['line']} ({mutant['what']})")
            print(mutant["diff"])
    for path in sorted({mutant["path"] for mutant in tried}):
        print(path, words_of([mutant for mutant in tried if mutant["path"] == path]))
    print(f"{len(tried)} of {head['mutants']} mistakes tried with {head['tests']} tests:", words_of(tried))


def words_of(tried: list[dict[str, Any]]) -> str:
    counts = Counter(mutant["verdict"] for mutant in tried)
    noticed = counts["killed"] + counts["timeout"]
    share = f"{100 * noticed / len(tried):.0f} %" if tried else "–"
    return ", ".join(
        [
            share,
            *(f"{counts[verdict]} {verdict}" for verdict in ("killed", "timeout", "survived", "unreached")),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--only", action="append", default=[], help=argparse.SUPPRESS)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tests", nargs="*", default=[])
    asked = parser.parse_args()
    paths = modules_below([*asked.paths, *asked.only])
    tests = asked.tests or tests_near(paths)
    print(f"Tests: {' '.join(tests)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "tried.jsonl"
        options = [f"--mutate={path}" for path in paths]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "tests.mutants.loop"]
        command += [f"--mutants-seconds={60 * asked.minutes}"]
        done = subprocess.run([*command, f"--mutants-out={out}", *options, *tests], cwd=ROOT, check=False)
        if not out.is_file():
            sys.exit(done.returncode or 1)
        report([json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()])


if __name__ == "__main__":
    main()
