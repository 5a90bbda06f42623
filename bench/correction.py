"""A hand put right at the desk: what it would move is shown first, and how long nobody else can write.

A penalty, too, and both in an event ten times as large: ranking the field is outside the lock.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time

from bench.evening import set_up
from bench.figure import Figure, in_turns
from bench.inside import BESIDE, processor_time, sorting

SIZES = (400, 1_000)
SHORT = (100,)
PREVIEW, LOCK = 100, 10  # milliseconds of the machine for which the goals were set, with 400 people
TURNS = 15


def measure(*, short: bool = False) -> Iterator[Figure]:
    set_up()
    held = Held()
    for people in SHORT if short else SIZES:
        yield from figures(people, held, 7 if short else TURNS)


class Held:
    """Milliseconds of processor time that this thread has spent inside the lock for writing."""

    def __init__(self) -> None:
        from config import database

        original = database.write_lock
        self.depth, self.spent = 0, 0.0

        @contextmanager
        def write_lock(using: str = "default") -> Iterator[None]:
            with original(using):
                began = thread_time()
                self.depth += 1
                try:
                    yield
                finally:
                    self.depth -= 1
                    if not self.depth:  # a hand inside a decision counts once
                        self.spent += (thread_time() - began) * 1000

        database.write_lock = write_lock

    def by(self, work: Callable[[], object]) -> float:
        """So much of it, and by this alone."""
        before = self.spent
        work()
        return self.spent - before


def figures(people: int, held: Held, turns: int) -> Iterator[Figure]:
    """In an event of so many people, whose second round is on."""
    from django.test import Client
    from django.urls import reverse

    from faults.phone import cells
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
    desk = Client(headers={"host": "localhost", "HX-Request": "true"})

    def number() -> int:
        return dice.randint(1, people // 4)

    def hand() -> dict[str, object]:
        return eine(dice.randint(1, 4), dice.randint(20, 70))

    def preview() -> None:
        address = reverse("desk-hand", args=(event.pk, 1, number(), 2))
        answer = desk.get(address, {"part": "preview", **cells(hand())})
        assert answer.status_code == 200, answer.status_code

    def correct() -> None:
        corrections.correct(
            sitting=table(first, number()),
            entry_id=uuid.uuid4(),
            raw=hand(),
            hand_no=2,
            base_seq=None,
            reason="misread",
        )

    def penalty() -> None:
        draft = rulings.RulingDraft(RulingKind.POINTS, entrant=dice.choice(entrants).pk, points=-number())
        rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="late")

    def plain() -> None:
        ledger.record_hand(sitting=table(round_, number()), entry_id=uuid.uuid4(), raw=hand())

    large = people / min(400, people)
    measured: list[tuple[str, str, Callable[[], float], float]] = [
        ("preview", "what a hand put right would move", lambda: processor_time(preview), PREVIEW * large),
        ("lock", "the lock held by a hand put right", lambda: held.by(correct), LOCK + large - 1),
        ("penalty", "the lock held by a penalty", lambda: held.by(penalty), 4 * LOCK * large),
        ("plain", "the lock held by a plain hand", lambda: held.by(plain), LOCK),
    ]
    for name, what, work, goal in measured:
        work()
        value, yardstick = in_turns(work, sorting, turns)
        what = f"{what}, {people:,} people"
        yield Figure(f"correction.{name}.{people}", what, value, "ms", yardstick, BESIDE, goal, size=people)
