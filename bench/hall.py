"""What a hall full of phones costs: three hundred readers while hands are saved, and pages of large events.

Every time stands beside that of a view that does nothing, asked in the same run: machines differ, ratios
less.
"""

from __future__ import annotations

import http.client
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.server import RealServer

SIZES = (150, 600, 1400)
READERS = 300
EVERY = 4.5  # seconds between two questions of a phone
SECONDS = 18.0
HANDS_EVERY = 4.0  # seconds: 38 tables that write 24 hands an hour each
ROUND_TRIPS = 200
FRESH = 7
MOMENT = 2.0  # seconds; as in tournaments/hall/facts.py
EMPTY = "/favicon.ico"
MADE = """
import random, uuid
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.event_samples import people
from tests.tournaments.hall import begin, end
from tournaments import ledger
from tournaments.models import Sitting
dice = random.Random(1)
event = an_event(title="Messung {people}")
names = [f"{{name}} {{at}}" for at, name in enumerate(people(575) * 3)]
add_entrants(event, {people}, names=names[:{people}])
def hands(round_, count):
    for sitting in Sitting.objects.filter(round=round_):
        for _hand in range(count):
            raw = eine(dice.randint(1, 4), dice.randint(20, 70))
            ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=raw)
first = begin(event)
hands(first, 4)
end(first)
hands(begin(event), 3)
print(event.pk)
"""
HAND = """
import time
from tests.tournaments.hall import play, table
from tournaments.models import Event
round_ = Event.objects.get(pk={event}).rounds.get(number=2)
for number in range({hands}):
    play(table(round_, 1 + number % 30), 1 + number % 3)
    time.sleep({pause})
"""


def measure() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        server = RealServer(Path(directory) / "data", fresh=True)
        try:
            server.start()
            for people in SIZES:
                event = int(shell(server, MADE.format(people=people)))
                yield from pages(server, event, people)
                if people == SIZES[0]:
                    yield readers(server, event)
        finally:
            server.kill()


def shell(server: RealServer, code: str) -> str:
    return server.manage("shell", "-v", "0", "-c", code).split()[-1]


class Reader:
    """A phone that asks again, with the tag of what it has; every one has an address of its own."""

    def __init__(self, server: RealServer, path: str, number: int = 1) -> None:
        address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.line = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=20, source_address=(address, 0)
        )
        self.path = path
        self.tag = ""
        self.bytes = 0  # of the last answer

    def ask(self) -> tuple[int, float]:
        """Status, seconds."""
        started = time.perf_counter()
        headers = {"Host": "localhost", "Accept-Encoding": "gzip"}
        if self.tag:
            headers["If-None-Match"] = self.tag
        self.line.request("GET", self.path, headers=headers)
        answer = self.line.getresponse()
        self.bytes = len(answer.read())
        self.tag = answer.headers.get("ETag", self.tag)
        return answer.status, time.perf_counter() - started


def middle(server: RealServer, path: str, *, tagged: bool = False) -> float:
    """Milliseconds of one question, asked one after the other."""
    reader = Reader(server, path)
    reader.ask()
    if not tagged:
        reader.tag = ""
    took = []
    for _turn in range(ROUND_TRIPS):
        took.append(reader.ask()[1])
        if not tagged:
            reader.tag = ""
    return statistics.median(took) * 1000


def pages(server: RealServer, event: int, people: int) -> Iterator[dict[str, Any]]:
    """The standings after a hand, when they are kept already, and when nothing is new."""
    empty = middle(server, EMPTY)
    for name in ("standings/", ""):
        path = f"/e/{event}/{name}?part=live"
        fresh = []
        for _hand in range(FRESH):
            time.sleep(MOMENT)  # hands of a large event are shown together
            server.manage("shell", "-v", "0", "-c", HAND.format(event=event, hands=1, pause=0))
            fresh.append(Reader(server, path).ask()[1] * 1000)
        cached, same = middle(server, path), middle(server, path, tagged=True)
        yield {
            "measured": "hall",
            "what": f"{name or 'first page'}, {people} people",
            "milliseconds": {
                "after a hand": round(statistics.median(fresh), 1),
                "kept": round(cached, 2),
                "nothing new": round(same, 2),
                "empty view": round(empty, 2),
            },
            "ratio_after_a_hand": round(statistics.median(fresh) / empty, 1),
            "ratio_kept": round(cached / empty, 1),
            "ratio_nothing_new": round(same / empty, 1),
        }


def readers(server: RealServer, event: int) -> dict[str, Any]:
    """Phones on the first page while tables write; a tenth of them reads the standings."""
    paths = [f"/e/{event}/{'standings/' if n % 10 == 0 else ''}?part=live" for n in range(READERS)]
    phones = [Reader(server, path, number) for number, path in enumerate(paths)]
    answers: list[tuple[int, float]] = []
    late: list[float] = []
    end = time.monotonic() + SECONDS

    def follow(group: list[Reader], offset: float) -> None:
        """Asks for some phones in turn, each when it is due."""
        due = time.monotonic() + offset
        while True:
            for phone in group:
                if due > end:
                    return
                pause = due - time.monotonic()
                if pause > 0:
                    time.sleep(pause)
                else:
                    late.append(-pause)
                answers.append(phone.ask())
                due += EVERY / len(group)

    crowd = 12
    threads = [
        threading.Thread(target=follow, args=(phones[at::crowd], EVERY * at / len(phones)))
        for at in range(crowd)
    ]
    code = HAND.format(event=event, hands=int(SECONDS / HANDS_EVERY), pause=HANDS_EVERY)
    writer = threading.Thread(target=server.manage, args=("shell", "-v", "0", "-c", code))
    for thread in (writer, *threads):
        thread.start()
    for thread in (*threads, writer):
        thread.join()
    took = {
        status: sorted(seconds * 1000 for which, seconds in answers if which == status)
        for status in (200, 304)
    }
    return {
        "measured": "hall",
        "what": f"{READERS} phones, a question every {EVERY} s, a hand every {HANDS_EVERY} s",
        "questions_per_second": round(len(answers) / SECONDS),
        "nothing_new": round(len(took[304]) / len(answers), 2),
        "other_answers": sum(status not in took for status, _seconds in answers),
        "milliseconds": {
            "nothing new, median": share(took[304], 0.5),
            "nothing new, 95 of 100": share(took[304], 0.95),
            "news, median": share(took[200], 0.5),
            "news, 95 of 100": share(took[200], 0.95),
        },
        "kilobytes_of_news": round(phones[1].bytes / 1000, 1),
        "asked_late_seconds": round(max(late, default=0.0), 2),
    }


def share(ordered: list[float], part: float) -> float | None:
    """So many of all were not slower."""
    return round(ordered[int(part * (len(ordered) - 1))], 1) if ordered else None
