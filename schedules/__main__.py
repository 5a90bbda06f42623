"""python -m schedules --minutes 30: better schedules for the catalogue."""

from __future__ import annotations

import argparse
import fcntl
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from schedules.catalogue import Case, Catalogue
from schedules.compiled import CACHE, NoCompilerError
from schedules.searching import Finder, work


def main() -> None:
    """Look for better schedules as long as told, worst cases first; what is better is written."""
    parser = argparse.ArgumentParser(prog="python -m schedules", description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long to search (10)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other attempts (1)")
    for name, meaning in (("seats", "seats at a table"), ("tables", "tables"), ("rounds", "rounds")):
        parser.add_argument(f"--{name}", type=int, metavar="N", help=f"only cases of so many {meaning}")
    parser.add_argument("--bounds", action="store_true", help="only write bounds and constructions anew")
    wanted = parser.parse_args()
    with alone():
        improve(wanted)


@contextmanager
def alone() -> Iterator[None]:
    """Two searches would overwrite what the other has written."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit("Another search is at work on the catalogue.")
        yield


def improve(wanted: argparse.Namespace) -> None:
    """Bounds first, then the search."""
    catalogue = Catalogue()
    say("bounds and constructions")
    catalogue.prepare(anew=wanted.bounds)
    if not wanted.bounds:
        try:
            search(catalogue, wanted)
        except NoCompilerError as problem:
            sys.exit(str(problem))
    say(f"{catalogue.write():,} bytes in {catalogue.file}")


def search(catalogue: Catalogue, wanted: argparse.Namespace) -> None:
    """Write now and then; Ctrl-C or kill ends it like the end of the time."""
    cases = [case for case in catalogue.cases() if _meant(case, wanted)]
    say(f"{len(cases)} cases")
    for stop in (signal.SIGINT, signal.SIGTERM):  # also where it was started in the background
        signal.signal(stop, signal.default_int_handler)
    finder = Finder(catalogue, wanted.seed)
    try:
        for _pause in work(finder, cases, time.monotonic() + wanted.minutes * 60, say):
            catalogue.write()
    except KeyboardInterrupt:
        say("interrupted")
    say(finder.progress(cases))


def _meant(case: Case, wanted: argparse.Namespace) -> bool:
    sizes, rounds = case
    figures = ((wanted.seats, sizes[0]), (wanted.tables, len(sizes)), (wanted.rounds, rounds))
    return all(asked in (None, figure) for asked, figure in figures)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
