"""Many clubs play on the same evening, as far as this machine goes: docs/scale.md has it on paper.

    python -m bench.saturday --json > lines.json && python -m bench.written lines.json
    python -m bench.saturday --evenings 4 --seconds 8 --most 100     # whether it works at all

PostgreSQL, several workers, an event with eight tables for each club. Hands come at their pace, phones at the
tables ask for news; twice as many in each turn, until hands come late or phones are told to come later. The
phones are played on the same processors, which is said with the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench import busy, web
from bench.audience import Outcome, evening
from bench.crowd import Question
from bench.figure import Figure, quantile
from bench.lines import as_json, in_words
from bench.parts import tidy_when_told_to_end
from faults.phone import Place, some_hands
from tests.server import RealServer

EVENINGS, TABLES = 200, 8
BETWEEN_HANDS = 40.0  # seconds, at each table
BETWEEN_QUESTIONS = 3.0  # of each phone at a table
FIRST, MOST = 200, 6400  # phones
SECONDS = 40
FIRST_TABLES, SETTLING = 40, 5.0
BORNE_LATER = 0.05  # of all questions
BORNE_HAND = 1.0  # seconds, 95 of 100
FLOOD_PHONES, FLOOD_HANDS = 16, 20
# What docs/scale.md reckons with, seconds of a processor.
QUESTION = 0.00088  # nine of ten with nothing new
HAND = 0.005
WORKER_MB, FLOOD = 300, 400
MADE = """
import json
from django.urls import reverse
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
from tournaments.access import credentials
from tournaments.models import Club, Sitting
places = []
for number in range({evenings}):
    club = Club.objects.create(slug=f"saturday-{{number}}", name=f"Saturday {{number}}")
    event = an_event(title=f"Saturday {{number}}", tenant=club.pk, here={people})
    begin(event)
    for sitting in Sitting.objects.filter(event=event).order_by("number"):
        secret = credentials.claim(sitting, "bench")
        cookie = credentials.cookie_name(sitting)
        places.append([sitting.pk, reverse("table", args=[sitting.pk]), cookie, secret])
print(json.dumps(places))
"""


@dataclass(frozen=True, slots=True)
class Crowded:
    """An evening with so many phones, and who was busy with it."""

    phones: int
    hands_due: float  # a second
    outcome: Outcome
    seconds: float
    load: busy.Load

    @property
    def hand(self) -> float:
        """Seconds within which 95 of 100 hands were said to be saved."""
        return quantile(self.outcome.hands, 0.95) if self.outcome.hands else float("inf")

    @property
    def questions(self) -> int:
        return sum(self.outcome.answers.values())

    @property
    def put_off(self) -> float:
        """The share of questions that were told to come later, or got no answer."""
        waved = self.outcome.answers.get("later", 0) + self.outcome.answers.get("silent", 0)
        return waved / max(1, self.questions)

    @property
    def borne(self) -> bool:
        good = not self.outcome.not_saved and self.hand <= BORNE_HAND and self.put_off <= BORNE_LATER
        return good and set(self.outcome.answers) <= {"200", "304", "later", "silent"}

    def in_words(self) -> str:
        """For whoever waits."""
        late = quantile(self.outcome.late, 0.95) if self.outcome.late else 0.0
        return (
            f"{self.phones} phones: {len(self.outcome.hands) / self.seconds:.1f} hands/s, 95 of 100 in "
            f"{1000 * self.hand:.0f} ms, {self.questions / self.seconds:.0f} questions/s, "
            f"{100 * self.put_off:.1f} % put off, asked {1000 * late:.0f} ms late; processors: {self.load}"
        )


def crowds(server: RealServer, places: Sequence[Place], most: int, seconds: float) -> Iterator[Crowded]:
    """Twice as many phones each time, until it is too many."""
    chance = {place.table: random.Random(place.table) for place in places}
    each = max(1, round(seconds / BETWEEN_HANDS))
    turns = max(1, (most // FIRST).bit_length() + 1)
    hands = {
        place.table: iter(some_hands(place.table, each * turns + 1, chance[place.table])) for place in places
    }
    # The first answers are slower: they do not count.
    first = [[web.saved(place, next(hands[place.table]), "postgresql")] for place in places[:FIRST_TABLES]]
    played(server, places, first, min(FIRST, most), SETTLING)
    phones = min(FIRST, most)
    while True:
        writers = [
            [web.saved(place, next(hands[place.table]), "postgresql") for _hand in range(each)]
            for place in places
        ]
        crowd = played(server, places, writers, phones, seconds)
        print(crowd.in_words(), file=sys.stderr, flush=True)
        yield crowd
        if not crowd.borne or phones >= most:
            return
        phones = min(2 * phones, most)


def played(
    server: RealServer,
    places: Sequence[Place],
    writers: Sequence[Sequence[Question]],
    phones: int,
    seconds: float,
) -> Crowded:
    """One turn."""
    wanted = ("Cookie", "X-Forwarded-Proto")
    watching = [
        {name: text for name, text in web.of_phone(place, "postgresql").items() if name in wanted}
        for place in places
    ]
    due = sum(map(len, writers)) / seconds
    with busy.measured(server) as load:
        began = time.monotonic()
        outcome = evening(server.port, writers, [place.path for place in places], phones, seconds, watching)
        took = time.monotonic() - began
    return Crowded(phones, due, outcome, took, load)


def flood(server: RealServer) -> float:
    """Hands a second, as many as all workers save."""
    lines: list[list[Question]] = []
    for place in web.open_tables(server, FLOOD_PHONES):
        hands = some_hands(place.table, FLOOD_HANDS, random.Random(place.table))
        lines.append([web.saved(place, hand, "postgresql") for hand in hands])
    return web.answered(server, lines, 200, 302).per_second


def figures(evenings: int, most: int, seconds: float, workers: int, cpus: int) -> Iterator[Figure]:
    """Of the largest crowd that was borne."""
    with web.served("postgresql", WORKERS=str(workers), PHONE_PACE="1") as server:
        opened = server.python(MADE.format(evenings=evenings, people=4 * TABLES))
        places = [Place(*place) for place in json.loads(opened)]
        tried = list(crowds(server, places, most, seconds))
        memory = busy.largest_mb(server)
        fast = flood(server)
    good = [crowd for crowd in tried if crowd.borne] or tried[:1]
    crowd = good[-1]
    around = f"{evenings} events, {len(places)} tables, {workers} workers; {crowd.load}"
    saved = len(crowd.outcome.hands) / crowd.seconds
    asked = crowd.questions / crowd.seconds
    bearable = (cpus - crowd.hands_due * HAND) * BETWEEN_QUESTIONS / QUESTION
    paper = asked * QUESTION + saved * HAND
    server_busy = crowd.load.program + crowd.load.database
    yield Figure(
        "saturday.phones",
        f"phones at tables that are borne ({around})",
        crowd.phones if crowd.borne else 0,
        "",
        bearable,
        f"on paper for {cpus} processors without the phones' own work",
        0.3,
        at_least=True,
    )
    yield Figure(
        "saturday.hands",
        f"hands saved while {crowd.phones} phones ask",
        saved,
        "1/s",
        crowd.hands_due,
        "played",
        0.9,
        at_least=True,
    )
    yield Figure(
        "saturday.late",
        f"a hand while {crowd.phones} phones ask, 95 of 100",
        1000 * crowd.hand,
        "ms",
        1000 * BORNE_HAND,
        "what is borne",
        1,
    )
    yield Figure(
        "saturday.busy",
        f"program and database, {asked:.0f} questions and {saved:.0f} hands a second",
        server_busy,
        "processors",
        paper,
        "on paper",
        2,
    )
    yield Figure("saturday.memory", "the largest process", memory, "MB", WORKER_MB, "on paper", 1)
    yield Figure(
        "saturday.flood",
        f"hands, as many as {workers} workers save",
        fast,
        "1/s",
        FLOOD,
        "on paper",
        0.5,
        at_least=True,
    )


def main() -> int:
    cpus = os.cpu_count() or 1
    parser = argparse.ArgumentParser(prog="python -m bench.saturday", description=__doc__)
    parser.add_argument("--evenings", type=int, default=EVENINGS, help="events, with eight tables each")
    parser.add_argument("--most", type=int, default=MOST, help="phones, in the last turn")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each turn")
    parser.add_argument("--workers", type=int, default=cpus)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if min(asked.evenings, asked.most, asked.seconds, asked.workers) <= 0:
        parser.error("every number has to be above 0")
    for figure in figures(asked.evenings, asked.most, asked.seconds, asked.workers, cpus):
        line = as_json(figure, part="saturday", machine=busy.machine()) if asked.json else in_words(figure)
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    tidy_when_told_to_end()
    sys.exit(main())
