"""All criteria in one table: what each is called, which way it counts, and how it is computed."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engines.standings import direct, opponents, performance
from tournaments.engines.standings.choices import By
from tournaments.engines.standings.inputs import Id
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.values import Exact

Compute = Callable[[TurnBook, Sequence[Id]], Mapping[Id, Exact]]


class Better(enum.Enum):
    """Which value is ahead."""

    MORE = "more"
    FEWER = "fewer"
    AS_POINTS = "as_points"  # the direction of the game
    AS_SCORE = "as_score"  # that of the first criterion, where opponents are counted


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion. Its wording stands at the option of the organiser's list, so that both are the same."""

    by: By
    better: Better
    compute: Compute
    among_equals: bool = False  # computed for those who are equal only, not for everybody
    needs_all: bool = False  # skipped where it is not known of everybody who is equal
    percent: bool = False
    by_others: bool = False  # depends on what others have, too

    @property
    def key(self) -> str:
        return self.by.value

    @property
    def name(self) -> str:
        return self.by.label

    @property
    def short(self) -> str:
        return self.by.short

    @property
    def explain(self) -> str:
        return self.by.help

    def descending(self, rules: RankingRules, basis: By) -> bool:
        """The highest value is first; `basis` is what opponents are counted by."""
        match self.better:
            case Better.MORE:
                return True
            case Better.FEWER:
                return False
            case Better.AS_POINTS:
                return not rules.low_wins
            case Better.AS_SCORE:
                return not (rules.low_wins and basis is By.POINTS)


_MORE, _FEWER, _POINTS, _SCORE = Better.MORE, Better.FEWER, Better.AS_POINTS, Better.AS_SCORE

CRITERIA: dict[By, Criterion] = {
    criterion.by: criterion
    for criterion in (
        Criterion(By.POINTS, _POINTS, performance.points),
        Criterion(By.MEAN, _POINTS, performance.mean),
        Criterion(By.SCALED, _POINTS, performance.scaled),
        Criterion(By.PLACEMENT, _MORE, performance.placement),
        Criterion(By.MATCH_POINTS, _MORE, performance.match_points),
        Criterion(By.GAMES, _MORE, performance.games),
        Criterion(By.GAMES_DIFFERENCE, _MORE, performance.games_difference),
        Criterion(By.POINT_DIFFERENCE, _POINTS, performance.point_difference),
        Criterion(By.POINTS_FOR, _POINTS, performance.points_for),
        Criterion(By.BEST_ROUND, _POINTS, performance.best_round),
        Criterion(By.LAST_ROUND, _POINTS, performance.last_round),
        Criterion(By.WORST_ROUND, _POINTS, performance.worst_round),
        Criterion(By.BEST_HAND, _POINTS, performance.best_hand, needs_all=True),
        Criterion(By.WORST_HAND, _POINTS, performance.worst_hand, needs_all=True),
        Criterion(By.HANDS_WON, _MORE, performance.hands_won, needs_all=True),
        Criterion(By.HANDS_LOST, _FEWER, performance.hands_lost, needs_all=True),
        Criterion(By.HANDS_AT_ZERO, _MORE, performance.hands_at_zero, needs_all=True),
        Criterion(By.ROUNDS_AT_ZERO, _MORE, performance.rounds_at_zero),
        Criterion(By.TABLES_WON, _MORE, performance.tables_won),
        Criterion(By.WINS, _MORE, performance.wins),
        Criterion(By.WINS_PLAYED, _MORE, performance.wins_played),
        Criterion(By.DIRECT, _FEWER, direct.direct, among_equals=True),
        Criterion(By.BUCHHOLZ, _SCORE, opponents.buchholz, by_others=True),
        Criterion(By.BUCHHOLZ_CUT, _SCORE, opponents.buchholz_cut, by_others=True),
        Criterion(By.BUCHHOLZ_MEDIAN, _SCORE, opponents.buchholz_median, by_others=True),
        Criterion(By.SONNEBORN, _SCORE, opponents.sonneborn, by_others=True),
        Criterion(By.KOYA, _MORE, opponents.koya, by_others=True),
        Criterion(By.PROGRESSIVE, _SCORE, performance.progressive),
        Criterion(By.OPPONENTS_WIN, _MORE, opponents.opponents_win, percent=True, by_others=True),
        Criterion(By.BYES, _FEWER, performance.byes),
        Criterion(By.UNPLAYED, _FEWER, performance.unplayed),
        Criterion(By.PLAYOFF, _POINTS, direct.playoff, among_equals=True),
        Criterion(By.LOT, _FEWER, direct.lot, among_equals=True),
    )
}


def criteria_of(rules: RankingRules) -> tuple[Criterion, ...]:
    """The criteria an organiser has chosen, in their order."""
    return tuple(CRITERIA[by] for by in rules.criteria)
