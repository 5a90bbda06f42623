"""python -m schedules --minutes 30: better schedules for the catalogue."""

from __future__ import annotations

import argparse
import signal
import sys
import time

from schedules.catalogue import Case, Catalogue
from schedules.compiled import NoCompilerError
from schedules.searching import Finder, work
from tournaments.draw.catalogue.schedules import named


def main() -> None:
    """Look for better schedules as long as told, worst cases first; what is better is written."""
    parser = argparse.ArgumentParser(prog="python -m schedules", description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long to search (10)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other attempts (1)")
    parser.add_argument("--only", metavar="6x4", help="tables of these cases only, as in the catalogue")
    parser.add_argument("--rounds", type=int, help="cases of so many rounds only")
    parser.add_argument("--bounds", action="store_true", help="only write bounds and constructions anew")
    wanted = parser.parse_args()
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
    try:
        for _pause in work(
            Finder(catalogue, wanted.seed), cases, time.monotonic() + wanted.minutes * 60, say
        ):
            catalogue.write()
    except KeyboardInterrupt:
        say("interrupted")


def _meant(case: Case, wanted: argparse.Namespace) -> bool:
    sizes, rounds = case
    return wanted.only in (None, named(sizes)) and wanted.rounds in (None, rounds)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
