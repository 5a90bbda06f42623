"""`make bench-compare REF=v1`: what this tree costs beside an older commit, part by part, on this machine.

The older commit is checked out beside this one and measured by the bench of today, which is copied into it
with those of its helpers that were not there yet: both are asked the same questions, by the same lines, under
the same libraries. What it cannot be asked (a
part that needs what was not there yet) is named. Both take turns. A figure that seems worse by half is looked
at again, both sides; if it stays so, the status is 1. It counts as worse only if its value is dearer too: a
ratio also grows when the yardstick has become cheaper.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.__main__ import parts_asked_for
from bench.figure import Figure
from bench.lines import Change, amount, as_json, quantity
from bench.parts import ROOT, PartFailedError, perform, tidy_when_told_to_end

LOOKS = 2
HELPERS = ("faults", "tests")
Figures = dict[str, Figure]
Measure = Callable[[], Figures]


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure of both trees."""

    before: Figure
    now: Figure

    @property
    def change(self) -> Change:
        """Of the ratios."""
        return Change(self.now.name, self.before.ratio, self.now.ratio, self.now.at_least)

    @property
    def dearer(self) -> bool:
        """Is the value itself worse, whatever became of the yardstick?"""
        return Change(self.now.name, self.before.value, self.now.value, self.now.at_least).factor > 1

    @property
    def worse(self) -> bool:
        return self.change.worse and self.dearer


@contextmanager
def checked_out(ref: str) -> Iterator[Path]:
    """The tree of a commit, with the bench of today in it."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        tree = Path(directory) / "before"
        git("worktree", "add", "--detach", "--quiet", str(tree), ref)
        try:
            bring_bench(tree)
            # A start that has to compile first is slower, and not because of the program.
            folders = [
                name for name in ("config", "scoring", "tournaments", "tests") if (tree / name).exists()
            ]
            subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], cwd=tree, check=False)
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def bring_bench(tree: Path) -> None:
    """That of today, and what it needs of phones and servers where there was nothing of this name."""
    shutil.rmtree(tree / "bench", ignore_errors=True)
    shutil.copytree(ROOT / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in HELPERS:
        for file in (ROOT / folder).rglob("*.py"):
            place = tree / file.relative_to(ROOT)
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, place)


def git(*command: str) -> None:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip() or f"git {' '.join(command)} ended with {done.returncode}")


def figures_of(part: str, root: Path, *, short: bool) -> Figures:
    """By name; those that were measured before it failed, if it fails, and why."""
    figures: Figures = {}
    try:
        for figure in perform(part, short=short, root=root):
            figures[figure.name] = figure
    except PartFailedError as problem:
        where = "before" if root != ROOT else "now"
        reason = str(problem).splitlines()[-1]
        print(f"{part}: {where} not measured to its end: {reason}", file=sys.stderr, flush=True)
    return figures


def pairs(before: Measure, now: Measure) -> tuple[list[Pair], list[Figure]]:
    """What both have, after a second look at what seems worse; and what only this tree has."""
    best: dict[str, Pair] = {}
    alone: Figures = {}
    for _look in range(LOOKS):
        old, new = before(), now()
        for name, figure in new.items():
            if name not in old:
                alone[name] = figure
                continue
            pair = Pair(old[name], figure)
            if name not in best or pair.change.factor < best[name].change.factor:
                best[name] = pair
        if not any(pair.worse for pair in best.values()):
            break
    return list(best.values()), [figure for name, figure in alone.items() if name not in best]


def in_words(pair: Pair) -> str:
    """One line."""
    change, unit = pair.change, pair.now.unit
    verdict = "yardstick cheaper" if change.worse and not pair.dearer else change.verdict
    values = f"{quantity(pair.before.value, unit)} → {quantity(pair.now.value, unit)}"
    return (
        f"{change.name:<30} {verdict:<17} {amount(change.before):>8} →{amount(change.now):>8}"
        f"  × {amount(change.factor):<7}{pair.now.what}: {values}"
    )


def lines_of(part: str, measures: Mapping[str, Measure], *, as_lines: bool) -> tuple[list[str], list[str]]:
    """The lines of a part, and the names of what has become worse."""
    both, alone = pairs(measures["before"], measures["now"])
    worse = [pair.now.name for pair in both if pair.worse]
    if as_lines:
        lines = [
            as_json(pair.now, part=part, before=pair.before.ratio, before_value=pair.before.value)
            for pair in both
        ]
        return lines + [as_json(figure, part=part) for figure in alone], worse
    words = [in_words(pair) for pair in both]
    return words + [
        f"{figure.name:<30} new               {amount(figure.ratio):>18}" for figure in alone
    ], worse


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__)
    parser.add_argument("ref", help="a commit, a tag or a branch")
    parser.add_argument("--only", default="", help="names of parts, with commas")
    parser.add_argument("--short", action="store_true", help="seconds instead of minutes, and rougher")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each figure")
    asked = parser.parse_args()
    worse: list[str] = []
    with checked_out(asked.ref) as tree:
        for part in parts_asked_for(asked.only):
            roots = {"before": tree, "now": ROOT}
            measures = {
                name: partial(figures_of, part, root, short=asked.short) for name, root in roots.items()
            }
            lines, names = lines_of(part, measures, as_lines=asked.json)
            worse += names
            for line in lines:
                print(line, flush=True)
    last = {"worse": worse} if asked.json else f"Worse by half or more: {', '.join(worse) or 'nothing'}"
    print(json.dumps(last) if asked.json else f"\n{last}")
    return 1 if worse else 0


if __name__ == "__main__":
    tidy_when_told_to_end()
    sys.exit(main())
