"""`make bench-scale`: what the same work costs with 10,000 entries in the database and with a million.

    python -m bench.scale --only postgresql --entries 1000000,10000000

A server beside a server: the same program, the same season, one database small and one large. Each figure is
the large one beside the small one; the goal is that nobody feels the difference. `--json` gives lines for
`python -m bench.written`, which fills the table of docs/scale.md.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench import busy, web
from bench.crowd import Question
from bench.figure import Figure, in_turns
from bench.lines import as_json, in_words
from bench.parts import tidy_when_told_to_end
from faults.phone import Place, some_hands
from tests.patience import PATIENCE
from tests.server import RealServer

GOAL = 1.2
SMALL = 10_000
LARGE = 1_000_000
TIMES = 40
TURNS = 5
MADE = "from bench.filling import main_of_backstage; main_of_backstage({entries})"
HANDS = 600  # of a table: as many as all turns need
PARTS = ("hand", "table", "standings", "person", "front")


@dataclass
class Laden:
    """A server with so much in its database, and one table that goes on."""

    engine: str
    server: RealServer
    event: int
    person: int
    entries: int
    place: Place
    hands: Iterator[Question]
    took: float = 0.0  # seconds to fill it

    def milliseconds(self, question: Callable[[], Question]) -> float:
        """In the middle of many, one after the other."""
        questions = [question() for _time in range(TIMES)]
        answers = web.answered(self.server, [questions], 200, 302)
        return 1000 * statistics.median(answers.took)

    def get(self, path: str, *, private: bool = False) -> Question:
        """A page as a visitor sees it, or whoever writes there."""
        headers = web.of_phone(self.place, self.engine)
        wanted = {"X-Forwarded-Proto"} | ({"Cookie"} if private else set())
        return Question("GET", path, {name: value for name, value in headers.items() if name in wanted})

    def ask(self, part: str) -> Question:
        """What is measured."""
        match part:
            case "hand":
                return next(self.hands)
            case "table":
                return self.get(self.place.path, private=True)
            case "standings":
                return self.get(f"/e/{self.event}/standings/")
            case "person":
                return self.get(f"/e/{self.event}/p/{self.person}/")
        return self.get("/")


@contextlib.contextmanager
def laden(engine: str, entries: int) -> Iterator[Laden]:
    """A server with a database of this size."""
    with web.served(engine) as server:
        began = time.monotonic()
        facts = json.loads(server.python(MADE.format(entries=entries), PATIENCE + entries / 5000))
        took = time.monotonic() - began
        (place,) = web.open_tables(server, 1)
        hands = some_hands(place.table, HANDS, random.Random(entries))
        questions = (web.saved(place, hand, engine) for hand in hands)
        yield Laden(engine, server, facts["event"], facts["person"], facts["entries"], place, questions, took)


def measured(engine: str, small: int, large: int, only: str) -> Iterator[Figure]:
    """All parts on one engine."""
    with laden(engine, small) as little, laden(engine, large) as much:
        print(f"{engine}: {much.entries:,} entries in {much.took:.0f} s", file=sys.stderr, flush=True)
        for part in PARTS:
            if only in ("", engine, part, f"{part}.{engine}"):
                value, beside = in_turns(
                    lambda part=part: much.milliseconds(lambda: much.ask(part)),  # type: ignore[misc]
                    lambda part=part: little.milliseconds(lambda: little.ask(part)),  # type: ignore[misc]
                    TURNS,
                )
                what = f"{part} with {much.entries:,} entries, {engine}"
                with_few = f"with {little.entries:,}"
                yield Figure(
                    f"scale.{part}.{engine}.{large}",
                    what,
                    value,
                    "ms",
                    beside,
                    with_few,
                    GOAL,
                    size=much.entries,
                )


def sizes(text: str) -> tuple[int, ...]:
    """Numbers with commas between them."""
    numbers = tuple(int(number) for number in text.split(","))
    if min(numbers) <= 0:
        raise argparse.ArgumentTypeError("sizes are above 0")
    return numbers


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument(
        "--only", default="", help="an engine, a part, or both: postgresql, hand, hand.postgresql"
    )
    parser.add_argument("--small", type=int, default=SMALL)
    parser.add_argument("--entries", type=sizes, default=(LARGE,), help="one size or more, with commas")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--strict", action="store_true", help="end with 1 if a goal is missed")
    asked = parser.parse_args()
    known = {*web.ENGINES, *PARTS, *(f"{part}.{engine}" for part in PARTS for engine in web.ENGINES)}
    if asked.only and asked.only not in known:
        sys.exit(f"Nothing is measured by the name {asked.only}. There are: {', '.join(sorted(known))}.")
    missed = []
    for engine in web.ENGINES:
        if asked.only in (engine, "", *PARTS) or asked.only.endswith(f".{engine}"):
            for large in asked.entries:
                for figure in measured(engine, asked.small, large, asked.only):
                    line = as_json(figure, part="scale", machine=busy.machine())
                    print(line if asked.json else in_words(figure), flush=True)
                    missed += [] if figure.reached else [figure.name]
    return 1 if asked.strict and missed else 0


if __name__ == "__main__":
    tidy_when_told_to_end()
    sys.exit(main())
