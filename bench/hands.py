"""What a hand and the standings cost as an event grows: both must hardly notice it.

Runs in a process of its own, because settings are read once: `python -m bench.hands`.
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
from collections.abc import Iterator
from typing import Any

TABLES = (10, 100, 1000)
BEFORE = 3  # hands at every table
TIMES = 150  # hands measured in each event, in turn
PEOPLE = (150, 1400)
ROUNDS = 2
HANDS = 16


def measure() -> Iterator[dict[str, Any]]:
    """In a fresh interpreter with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as folder:
        environment = {**os.environ, "STAMMTISCH_DATA": folder}
        run = subprocess.run(
            [sys.executable, "-m", "bench.hands"], env=environment, capture_output=True, text=True, check=True
        )
    for line in run.stdout.splitlines():
        yield json.loads(line)


def main() -> None:
    """Measure and print; the database is the one the environment names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(hands()))
    print(json.dumps(ranks()))


def hands() -> dict[str, Any]:
    """One more hand, from the form to the disk, at events of different sizes, in turn."""
    from django.test import Client

    from tournaments import ledger
    from tournaments.access import credentials
    from tournaments.models import Sitting
    from tournaments.rehearsal.running import prepare

    chance = random.Random("bench")
    crews: dict[int, list[tuple[Client, str, int]]] = {}
    for tables in TABLES:
        event = prepare("cego-schwarzwald", 4 * tables)
        opened(event)
        crew: list[tuple[Client, str, int]] = []
        for sitting in Sitting.objects.filter(event=event).order_by("number"):
            for _hand in range(BEFORE):
                ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=a_hand(chance))
            if len(crew) < 10:
                browser = Client(headers={"host": "localhost"})
                browser.cookies[credentials.cookie_name(sitting)] = credentials.claim(sitting)
                crew.append((browser, f"/t/{sitting.pk}/", sitting.pk))
        crews[tables] = crew
    took: dict[int, list[float]] = {tables: [] for tables in TABLES}
    for turn in range(TIMES):
        for tables in TABLES:
            browser, path, _pk = crews[tables][turn % len(crews[tables])]
            number = BEFORE + 1 + turn // len(crews[tables])
            form = {"entry": str(uuid.uuid4()), "hand": str(number), **cells(a_hand(chance))}
            started = time.perf_counter()
            answer = browser.post(path, form)
            took[tables].append(time.perf_counter() - started)
            assert answer.status_code == 302, answer.status_code
    middle = {tables: statistics.median(seconds) for tables, seconds in took.items()}
    return {
        "measured": "hands in an event",
        **{f"ms at {tables} tables": round(1000 * value, 2) for tables, value in middle.items()},
        "ratio 1000 to 10": round(middle[TABLES[-1]] / middle[TABLES[0]], 2),
        "goal": "at most 1.2",
    }


def ranks() -> dict[str, Any]:
    """The standings after two rounds of 16 hands: the first time, and after one more hand."""
    from tournaments import ledger
    from tournaments.events.results.ranking import standings_of
    from tournaments.models import Sitting
    from tournaments.rehearsal.running import prepare

    figures: dict[str, Any] = {"measured": "standings"}
    chance = random.Random("bench")
    again: list[float] = []
    for people in PEOPLE:
        event = prepare("cego-schwarzwald", people)
        for _round in range(ROUNDS):
            round_ = opened(event)
            for sitting in Sitting.objects.filter(round=round_):
                for _hand in range(HANDS):
                    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=a_hand(chance))
            closed(round_)
        first = clocked(lambda event=event: standings_of(event))
        later = statistics.median(clocked(lambda event=event: standings_of(event)) for _time in range(5))
        again.append(later)
        figures |= {
            f"ms at {people}, first": round(1000 * first, 1),
            f"ms at {people}": round(1000 * later, 1),
        }
    figures["ratio of times to ratio of people"] = round(again[1] / again[0] / (PEOPLE[1] / PEOPLE[0]), 2)
    return figures


def opened(event: Any) -> Any:
    """The next round, drawn, published and open."""
    from tournaments.events.draw import drawing
    from tournaments.events.rounds import publishing, running

    drawing.draw_next(event, seed="bench")
    drawn = event.rounds.filter(state="drawn").order_by("number")[0]
    return running.open_round(publishing.publish(drawn))


def closed(round_: Any) -> None:
    """The round at its end."""
    from tournaments.events.rounds import running

    running.close_round(round_, reason="bench")


def clocked(work: Any) -> float:
    """Seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def a_hand(chance: random.Random) -> dict[str, Any]:
    """Any hand of Cego at a table of four."""
    return {"declarer": chance.randint(1, 4), "contract": "eine", "points": chance.randint(20, 70)}


def cells(raw: dict[str, Any]) -> dict[str, str]:
    """The same as the form sends it."""
    return {name: str(value) for name, value in raw.items()}


if __name__ == "__main__":
    main()
