"""A hall full of screens and phones, after one more hand: the standings, a board, the first page of an event.

A picture is made for all who look; what one of them waits for it stands beside a view that does nothing.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from bench import web, yard
from bench.crowd import Question
from bench.figure import Figure, in_turns
from tests.server import RealServer

GOALS = {150: 40, 600: 80, 1_400: 150}
MOMENT = 2.0  # seconds; as in tournaments/hall/facts.py: hands of a large event are shown together
LARGE = 400  # people; likewise
EMPTIES = 50
TURNS = 7
BESIDE = "an empty view"
MADE = """
import random, uuid
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.event_samples import people
from tests.tournaments.hall import begin, end
from tournaments import ledger
from tournaments.events.plan.screens import create_screen
from tournaments.models import Sitting
dice = random.Random(1)
event = an_event(title="Measured {people}")
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
screen = create_screen(event=event, name="Measured", shows="live")
print(event.pk, screen.pk)
"""
HAND = """
import random
from tests.tournaments.hall import play, table
from tournaments.models import Event
round_ = Event.objects.get(pk={event}).rounds.get(number=2)
play(table(round_, 1 + random.randrange({tables})), 1 + random.randrange(4))
"""


def measure(*, short: bool = False) -> Iterator[Figure]:
    with web.served() as server:
        for people, goal in GOALS.items():
            if short and people != min(GOALS):
                continue
            answer = server.manage("shell", "-v", "0", "-c", MADE.format(people=people))
            event, screen = map(int, answer.split()[-2:])
            for name, what, path in (
                ("ranking", "the standings", f"/e/{event}/standings/?part=live"),
                ("board", "a screen with standings", f"/e/{event}/board/{screen}/?part=live"),
                ("first", "the first page", f"/e/{event}/?part=live"),
            ):
                fresh = Fresh(server, event, people, path)
                fresh.after_a_hand()  # the first one reads everything
                value, yardstick = in_turns(fresh.after_a_hand, fresh.empty, 3 if short else TURNS)
                what = f"{what} of {people:,} people after one more hand"
                yield Figure(f"hall.{name}.{people}", what, value, "ms", yardstick, BESIDE, goal, size=people)


class Fresh:
    """Somebody who is the first to ask after a hand."""

    def __init__(self, server: RealServer, event: int, people: int, path: str) -> None:
        self.server, self.event, self.people, self.path = server, event, people, path

    def after_a_hand(self) -> float:
        """Milliseconds until he has the page."""
        if self.people >= LARGE:
            time.sleep(MOMENT)
        self.server.python(HAND.format(event=self.event, tables=self.people // 4))
        return self.asked(yard.EMPTY, self.path)[-1]  # on a line that is open already

    def empty(self) -> float:
        """Milliseconds of the yardstick, in the middle of many."""
        return statistics.median(self.asked(*[yard.EMPTY] * EMPTIES))

    def asked(self, *paths: str) -> list[float]:
        answers = web.answered(self.server, [[Question("GET", path) for path in paths]])
        return [seconds * 1000 for seconds in answers.took]
