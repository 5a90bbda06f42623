"""The page of a season after a correction: two hundred people on thirteen evenings, beside an event's.

Whoever is the first to ask after a correction waits for the whole list; all after him get the same page.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench import web, yard
from bench.crowd import Question
from bench.figure import Figure, in_turns
from bench.hall import HAND, MADE
from tests.server import RealServer

PEOPLE, EVENINGS = 200, 13
GOAL = 8  # pages of one event: far fewer than there are evenings
TURNS = 7
BESIDE = "the standings of an event of 200 people after one more hand"
SEASON = """
import random
from datetime import date, timedelta
from tournaments.engines.season import SeasonRules
from tournaments.models import EveningResult, Player, SeasonDate
from tournaments.seasons import changing
dice = random.Random(1)
people = list(Player.objects.order_by("pk")[:{people}])
season = changing.create_season(tenant=1, name="Measured", rules=SeasonRules(evenings={evenings}, best=10))
for number in range({evenings}):
    evening = SeasonDate.objects.create(season=season, day=date(2026, 1, 1) + timedelta(weeks=number))
    there = dice.sample(people, int(0.7 * len(people)))
    EveningResult.objects.bulk_create(
        EveningResult(evening=evening, player=who, points=dice.randint(-400, 500)) for who in there
    )
print(season.pk)
"""
CORRECTED = """
from tournaments.models import EveningResult
from tournaments.seasons import entering
result = EveningResult.objects.order_by("?").first()
entering.correct_result(result=result, points=result.points + 1, reason="measured")
"""


def measure(*, short: bool = False) -> Iterator[Figure]:
    with web.served() as server:
        answer = server.manage("shell", "-v", "0", "-c", MADE.format(people=PEOPLE))
        event, _screen = map(int, answer.split()[-2:])
        answer = server.manage("shell", "-v", "0", "-c", SEASON.format(people=PEOPLE, evenings=EVENINGS))
        pages = SeasonPages(server, event, int(answer.split()[-1]))
        pages.after_a_hand()
        pages.after_a_correction()  # the first ones read everything
        value, yardstick = in_turns(pages.after_a_correction, pages.after_a_hand, 3 if short else TURNS)
        what = f"the page of a season of {PEOPLE} people and {EVENINGS} evenings after a correction"
        yield Figure(f"season.{PEOPLE}", what, value, "ms", yardstick, BESIDE, GOAL, size=PEOPLE)


class SeasonPages:
    """Somebody who is the first to ask."""

    def __init__(self, server: RealServer, event: int, season: int) -> None:
        self.server, self.event, self.season = server, event, season

    def after_a_correction(self) -> float:
        """Milliseconds until he has the list of the season."""
        self.server.python(CORRECTED)
        return self.asked(f"/season/{self.season}/")

    def after_a_hand(self) -> float:
        """Milliseconds until he has the standings of the event."""
        self.server.python(HAND.format(event=self.event, tables=PEOPLE // 4))
        return self.asked(f"/e/{self.event}/standings/")

    def asked(self, path: str) -> float:
        questions = [[Question("GET", each) for each in (yard.EMPTY, path)]]
        return web.answered(self.server, questions).took[-1] * 1000  # on a line that is open already
