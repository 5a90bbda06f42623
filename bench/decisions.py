"""How long a decision of the organisers keeps everybody else from writing: a hand put right, a penalty.

Processor time inside the one lock for writing, beside that of a plain hand in the same event. Ranking the
field is outside, so both must hardly notice how large the event is. Runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PEOPLE = (100, 400)
TIMES = 25


def measure() -> Iterator[dict[str, Any]]:
    """In a fresh interpreter with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        environment = {**os.environ, "STAMMTISCH_DATA": folder}
        run = subprocess.run(
            [sys.executable, "-m", "bench.decisions"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    for line in run.stdout.splitlines():
        yield json.loads(line)


class Held:
    """Milliseconds of processor time that this thread has spent inside the lock."""

    def __init__(self) -> None:
        from config import database

        original = database.write_lock
        self.depth, self.spent = 0, 0.0

        @contextmanager
        def write_lock(using: str = "default") -> Iterator[None]:
            with original(using):
                started = time.thread_time()
                self.depth += 1
                try:
                    yield
                finally:
                    self.depth -= 1
                    if not self.depth:  # a hand inside a decision counts once
                        self.spent += (time.thread_time() - started) * 1000

        database.write_lock = write_lock

    def by(self, *works: Callable[[], object]) -> float:
        """The median of these."""
        took = []
        for work in works:
            before = self.spent
            work()
            took.append(self.spent - before)
        return statistics.median(took)


def main() -> None:
    """Measure and print; the database is the one the environment names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    held = Held()
    for people in PEOPLE:
        print(json.dumps(decisions(held, people)))


def decisions(held: Held, people: int) -> dict[str, Any]:
    """In an event of so many people, whose second round is on."""
    from tests.tournaments.builders import eine
    from tests.tournaments.event_builders import a_round, add_entrants, an_event
    from tests.tournaments.hall import end, play_all, table
    from tournaments import ledger
    from tournaments.events.decisions import corrections, rulings
    from tournaments.models import RulingKind

    dice = random.Random(1)
    event = an_event(title=f"Bench {people}")
    entrants = add_entrants(event, people, names=[f"Person {people} {number}" for number in range(people)])
    first = a_round(event)
    play_all(first, 1, 2, 1)
    end(first)
    round_ = a_round(event)
    play_all(round_, 3, 1)

    def hand() -> dict[str, Any]:
        return eine(dice.randint(1, 4), dice.randint(20, 70))

    def correction(number: int) -> Callable[[], object]:
        about: dict[str, Any] = {"hand_no": 2, "base_seq": None, "reason": "misread"}
        return lambda: corrections.correct(
            sitting=table(first, number), entry_id=uuid.uuid4(), raw=hand(), **about
        )

    def penalty(number: int) -> Callable[[], object]:
        draft = rulings.RulingDraft(RulingKind.POINTS, entrant=entrants[number].pk, points=-number)
        return lambda: rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="late")

    def plain(number: int) -> Callable[[], object]:
        return lambda: ledger.record_hand(sitting=table(round_, number), entry_id=uuid.uuid4(), raw=hand())

    numbers = [1 + turn % (people // 4) for turn in range(TIMES)]
    took = {
        "a hand put right": held.by(*map(correction, numbers)),
        "a penalty": held.by(*map(penalty, numbers)),
        "a plain hand": held.by(*map(plain, numbers)),
    }
    return {
        "measured": "decisions",
        "what": f"inside the lock for writing, {people} people",
        "milliseconds": {name: round(value, 1) for name, value in took.items()},
        "ratio_put_right": round(took["a hand put right"] / took["a plain hand"], 1),
        "ratio_penalty": round(took["a penalty"] / took["a plain hand"], 1),
    }


if __name__ == "__main__":
    main()
