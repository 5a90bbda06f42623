"""What following costs: the laptop that leads, a server that fifty evenings come to, and one that is late.

Whoever sends is a process of its own with a database of its own, which writes down what it would send.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.evening import Evening, set_up
from bench.figure import Figure, in_turns

EVENTS = 50
SMALL = 8  # people of each
PEOPLE = 60  # of the evening that comes late
HANDS = 20  # at every table of it
SEATED = 32  # people of the evening that is followed
BETWEEN = 10  # hands from one question of a follower to the next
IN_TURN = 120  # hands of a turn
INSERTS = 300


def measure(short: bool = False) -> Iterator[Figure]:
    """In the short form few events."""
    set_up()
    yield leading(IN_TURN // 4 if short else IN_TURN)
    events = 4 if short else EVENTS
    yield arriving(
        f"following.pushed.{events}",
        f"entries of {events} evenings that are sent up at once",
        sent_by_others(events, SMALL, HANDS // 2),
        0.05,  # a small evening is more than its entries
    )
    people = 16 if short else PEOPLE
    yield arriving(
        f"following.late.{people}",
        f"entries of a laptop with {people} people that comes when the evening is over",
        sent_by_others(1, people, HANDS),
        0.2,
    )


def leading(hands: int) -> Figure:
    """Hands that the laptop that leads has time for, while somebody asks as often as a spare laptop does.

    What a question costs comes from hands after every ten of which somebody asks, beside hands alone.
    """
    from tournaments.following.peers.follower import BREATH

    often, yardstick = in_turns(lambda: played(hands, asked=True), lambda: played(hands, asked=False), 3)
    question = BETWEEN * (1 / often - 1 / yardstick)  # seconds
    return Figure(
        name="following.leading",
        what=f"hands beside a spare laptop asking every {BREATH:.0f} s (each time {1000 * question:.0f} ms)",
        value=yardstick * (1 - question / BREATH),
        unit="1/s",
        yardstick=yardstick,
        beside="hands of an event that nobody follows",
        goal=0.98,
        at_least=True,
    )


def played(hands: int, *, asked: bool) -> float:
    """Hands in a second, in an evening that has just begun."""
    from tournaments.following.reading import batch_after
    from tournaments.following.sealing import seal

    evening, head = Evening(SEATED, 0), 0
    if asked:
        head = seal(evening.event).head
    began = time.perf_counter()
    for number in range(hands):
        evening.record(number % evening.tables)
        if asked and number % BETWEEN == 0:
            head = batch_after(evening.event, head, private=True).head
    return hands / (time.perf_counter() - began)


def arriving(name: str, what: str, sent: list[list[Any]], goal: float) -> Figure:
    """Entries in a second, from the first part to the last event that is level."""
    from tournaments.following.peers.taking import take_in
    from tournaments.models import FIRST

    began = time.perf_counter()
    entries = sum(take_in(batches, FIRST).entries for batches in sent)
    took = time.perf_counter() - began
    return Figure(
        name=name,
        what=f"{what} ({took:.1f} s until level)",
        value=entries / took,
        unit="1/s",
        yardstick=inserts(),
        beside="rows inserted durably, one by one",
        goal=goal,
        at_least=True,
    )


def inserts() -> float:
    """Rows in a second."""
    from django.utils import timezone

    from config.database import writing
    from tournaments.models import Event, Notice

    event = Event.objects.order_by("pk")[0]
    began = time.perf_counter()
    for _row in range(INSERTS):
        with writing():
            Notice.objects.create(event=event, what="bench", data={}, at=timezone.now())
    return INSERTS / (time.perf_counter() - began)


def sent_by_others(events: int, people: int, hands: int) -> list[list[Any]]:
    """What another installation has to send of so many evenings."""
    from tournaments.engines.eventlog import LogBatch

    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as data:
        file = Path(data) / "sent.json"
        command = [sys.executable, "-m", "bench.following", str(events), str(people), str(hands), str(file)]
        subprocess.run(command, env={**os.environ, "STAMMTISCH_DATA": data}, check=True)
        sent = json.loads(file.read_text())
    return [[LogBatch.from_json(raw) for raw in batches] for batches in sent]


def write_down(events: int, people: int, hands: int, file: Path) -> None:
    """What this installation would send, as it travels."""
    from tournaments.following.reading import batch_after

    sent = []
    for _event in range(events):
        evening, after, batches = Evening(people, hands), 0, []
        while True:
            batch = batch_after(evening.event, after)
            batches.append(batch.to_json())
            if not batch.more:
                break
            after = batch.lines[-1].pos
        sent.append(batches)
    file.write_text(json.dumps(sent))


if __name__ == "__main__":
    set_up()
    _events, _people, _hands = map(int, sys.argv[1:4])
    write_down(_events, _people, _hands, Path(sys.argv[4]))
