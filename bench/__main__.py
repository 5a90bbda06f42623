"""`make bench`: every figure in a line, `ONLY=name` those of a part; `python -m bench --help` for the rest.

The status is 2 if a part could not be measured, and with --strict 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence

from bench.figure import Figure
from bench.lines import amount, as_json, growths, in_words
from bench.parts import PartFailedError, names, perform, tidy_when_told_to_end


def parts_asked_for(only: str) -> list[str]:
    """Names with commas between them; nothing means everything."""
    known = names()
    asked = only.split(",") if only else known
    if not set(asked) <= set(known):
        sys.exit(f"Nothing is measured by the name {only}. There are: {', '.join(known)}.")
    return asked


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", default="", help="names of parts, with commas")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each figure")
    parser.add_argument("--short", action="store_true", help="seconds instead of minutes, and rougher")
    parser.add_argument("--strict", action="store_true", help="end with 1 if a goal is missed")
    asked = parser.parse_args()
    figures: list[Figure] = []
    failed: list[str] = []
    took: dict[str, float] = {}
    for part in parts_asked_for(asked.only):
        began = time.monotonic()
        try:
            for figure in perform(part, short=asked.short):
                figures.append(figure)
                print(as_json(figure, part=part) if asked.json else in_words(figure), flush=True)
        except PartFailedError as problem:
            failed.append(part)
            words = (
                json.dumps({"part": part, "failed": str(problem)}) if asked.json else broken(part, problem)
            )
            print(words, flush=True)
        took[part] = round(time.monotonic() - began, 1)
    print(*[json.dumps({"took": took})] if asked.json else summary(figures, failed, took), sep="\n")
    missed = any(not figure.reached for figure in figures)
    return 2 if failed else 1 if asked.strict and missed else 0


def broken(part: str, problem: PartFailedError) -> str:
    """That a part is not measured, and why."""
    return "\n    ".join([f"{part:<30} FAILED", *str(problem).splitlines()])


def summary(figures: Sequence[Figure], failed: Sequence[str], took: Mapping[str, float]) -> list[str]:
    """What stands below the figures."""
    lines = [""]
    for growth in growths(figures):
        sizes = f"{growth.smallest.size:,} to {growth.largest.size:,}"
        lines.append(f"{growth.family:<30} grows from {sizes} with exponent {growth.exponent:.2f}")
    missed = [figure.name for figure in figures if not figure.reached]
    parts = ", ".join(f"{part} {amount(seconds)}" for part, seconds in took.items())
    lines.append(f"{len(figures)} figures in {amount(sum(took.values()))} s ({parts})")
    lines.append(f"missed: {', '.join(missed) or 'none'}; not measured: {', '.join(failed) or 'none'}")
    return lines


if __name__ == "__main__":
    tidy_when_told_to_end()
    sys.exit(main())
