"""The standings of a whole event after one more hand: totals, places, ties, the final list with its rows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bench.figure import Figure, in_turns
from bench.inside import BESIDE, processor_time, sorting
from tournaments.engines.plans import StagePlan
from tournaments.engines.results.finals import FinalLayout, RunningPlaces
from tournaments.engines.standings import Account, Competition, Competitor, RankingRules, TableResult

GOALS = {150: 10, 600: 30, 1_400: 60, 14_000: 600}  # milliseconds of the machine for which they were set
ROUNDS = 4
HANDS = 12  # of a table in a round
TURNS = 15


def measure(*, short: bool = False) -> Iterator[Figure]:
    for people, goal in GOALS.items():
        if short and people != 1_400:
            continue
        evening = Evening(people)
        evening.after_a_hand()  # from nothing; every other goes on from the one before
        value, yardstick = in_turns(partial(processor_time, evening.after_a_hand), sorting, TURNS)
        what = f"standings of {people:,} people after one more hand"
        yield Figure(f"standings.{people}", what, value, "ms", yardstick, BESIDE, goal, size=people)


class Evening:
    """Tables of four in their last round."""

    def __init__(self, people: int) -> None:
        self.dice = random.Random(people)
        self.places = RunningPlaces()
        plans = {1: StagePlan()}
        self.layout = FinalLayout(plans, {1: ""}, brackets={}, groups={}, extra={}, seed="bench")
        everybody = list(range(1, people + 1))
        played: list[TableResult] = []
        for round_ in range(1, ROUNDS + 1):
            self.dice.shuffle(everybody)
            for table, start in enumerate(range(0, people - people % 4, 4), start=1):
                played.append(self.table(round_, table, everybody[start : start + 4]))
        self.field = Competition(
            tuple(Competitor(number, number=number) for number in range(1, people + 1)),
            tuple(played),
            rules=RankingRules(),
        )

    def table(self, round_: int, number: int, seats: list[int]) -> TableResult:
        last = round_ == ROUNDS
        sheet = TableResult(
            1, round_, number, tuple(Account((who,), 0) for who in seats), not last, False, HANDS
        )
        for _hand in range(HANDS - 4 * last):
            sheet = self.hand(sheet)
        return sheet

    def hand(self, sheet: TableResult) -> TableResult:
        """One of them wins, another one loses."""
        points = [self.dice.randint(10, 60), 0, 0, -self.dice.randint(10, 60)]
        self.dice.shuffle(points)
        accounts = tuple(
            replace(
                account,
                points=account.points + more,
                hands=(*account.hands, more),
                won=account.won + (more > 0),
                lost=account.lost + (more < 0),
            )
            for account, more in zip(sheet.accounts, points, strict=True)
        )
        return replace(sheet, accounts=accounts, number=sheet.number + 1)

    def after_a_hand(self) -> None:
        """Written at some table that is still playing."""
        tables = len(self.field.played) // ROUNDS
        at = self.dice.randrange(len(self.field.played) - tables, len(self.field.played))
        played = (*self.field.played[:at], self.hand(self.field.played[at]), *self.field.played[at + 1 :])
        self.field = replace(self.field, played=played)
        self.places.after(self.layout, self.field)
