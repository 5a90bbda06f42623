"""`make bench-short`: a few ratios beside those in bench/ratios.json; one that is worse by half is a failure.

For every change, on machines of others: ratios of one run only, and what seems worse is measured again. What
is slow only while others are busy is not slow three times; what was made slower is.

    python -m bench.short --write    # the ratios of today become those to compare with
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from bench.figure import Figure
from bench.lines import Change, amount
from bench.parts import PartFailedError, perform, tidy_when_told_to_end

RATIOS = Path(__file__).with_name("ratios.json")
PARTS = ("hand", "poll", "tablepage", "score_command", "standings")
LOOKS = 3
Measure = Callable[[str], Iterable[Figure]]


def best_of(looks: Iterable[Figure], so_far: Mapping[str, Figure]) -> dict[str, Figure]:
    """Of every figure the better one: a machine makes slower, never faster."""
    best = dict(so_far)
    for figure in looks:
        before = best.get(figure.name)
        if before is None or Change("", before.ratio, figure.ratio, figure.at_least).factor < 1:
            best[figure.name] = figure
    return best


def change_of(figure: Figure, known: Mapping[str, float]) -> Change:
    """Since the ratios were written; a figure that was not there then has not changed."""
    return Change(figure.name, known.get(figure.name, figure.ratio), figure.ratio, figure.at_least)


def look(measure: Measure, part: str, known: Mapping[str, float]) -> dict[str, Figure]:
    """The figures of a part: again while it fails or one of them seems worse, at most so often."""
    best: dict[str, Figure] = {}
    for left in reversed(range(LOOKS)):
        try:
            best = best_of(measure(part), best)
        except PartFailedError:
            if not left and not best:
                raise
            continue
        if not any(change_of(figure, known).worse for figure in best.values()):
            break
    return best


def compare(
    measure: Measure, parts: Iterable[str], known: Mapping[str, float]
) -> tuple[list[str], list[str]]:
    """A line for each figure, and what is wrong: worse by half, not measured, or gone."""
    lines: list[str] = []
    wrong: list[str] = []
    seen: set[str] = set()
    for part in parts:
        try:
            figures = look(measure, part, known)
        except PartFailedError as problem:
            wrong.append(f"{part} is not measured: {problem}")
            continue
        for name, figure in figures.items():
            change = change_of(figure, known)
            before = amount(change.before) if name in known else "new"
            lines.append(f"{name:<30} {before:>8} →{amount(change.now):>8}  {change.verdict}")
            if change.worse:
                factor, least = amount(change.factor), figure.beside
                wrong.append(f"{name} costs {factor} times what it cost beside {least}")
            seen.add(name)
    gone = sorted(set(known) - seen)
    if gone and not any("is not measured" in text for text in wrong):
        wrong.append(f"no longer measured: {', '.join(gone)}")
    return lines, wrong


def short_form(part: str) -> Iterable[Figure]:
    """All of it, or the reason why not."""
    return list(perform(part, short=True))


def write(measure: Measure, parts: Iterable[str], file: Path = RATIOS) -> int:
    """The middle of some looks at each part; how many ratios."""
    ratios: dict[str, list[float]] = {}
    for part in parts:
        for _look in range(LOOKS):
            for figure in measure(part):
                ratios.setdefault(figure.name, []).append(figure.ratio)
    middle = {name: float(f"{statistics.median(several):.3g}") for name, several in ratios.items()}
    file.write_text(json.dumps(middle, indent=1, sort_keys=True) + "\n")
    return len(middle)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.short", description=__doc__)
    parser.add_argument("--write", action="store_true", help="into bench/ratios.json")
    if parser.parse_args().write:
        print(f"{write(short_form, PARTS)} ratios are written.")
        return 0
    lines, wrong = compare(short_form, PARTS, json.loads(RATIOS.read_text()))
    print(*lines, sep="\n")
    if wrong:
        print("", *wrong, "If this is meant: make bench-short WRITE=1", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    tidy_when_told_to_end()
    sys.exit(main())
