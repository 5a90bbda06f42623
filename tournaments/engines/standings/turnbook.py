"""Every entrant's turns, round by round. All criteria look at them and at nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

from tournaments.engines.standings.choices import By
from tournaments.engines.standings.inputs import Competition, Competitor, Id, Rest, TableResult
from tournaments.engines.standings.resting import gone, resting
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.turns import ScoredTable, Turn, places, sheet_of, turns_of
from tournaments.engines.standings.values import Number

T = TypeVar("T")


class TurnBook:
    """All turns of a competition. `seed` is of the lots; empty: none are drawn."""

    def __init__(self, competition: Competition, seed: str = "") -> None:
        self.competition = competition
        self.rules: RankingRules = competition.rules
        self.seed = seed
        self.entrants: dict[Id, Competitor] = {entrant.id: entrant for entrant in competition.entrants}
        self.rounds: list[int] = sorted(
            {table.round for table in competition.played} | {rest.round for rest in competition.rests}
        )
        self.matched: bool = any(table.matched for table in competition.played)
        self.basis: By = self._basis()
        self.by_entrant: dict[Id, list[Turn]] = {entrant: [] for entrant in self.entrants}
        self._cache: dict[str, Any] = {}
        self._sheets: list[ScoredTable] = [sheet_of(played, self.rules) for played in competition.played]
        self._turns: list[list[tuple[Id, Turn]]] = [
            list(turns_of(sheet, self.rules)) for sheet in self._sheets
        ]
        self._of_round: dict[tuple[int, int], list[int]] = {}  # places of `_sheets`, by hall and round
        self._of_entrant: dict[Id, list[int]] = {}
        self._rests: dict[Id, list[Rest]] = {}
        self._resting: dict[tuple[int, int], list[Id]] = {}  # likewise
        self._file()
        self.scores: dict[Id, dict[int, Number]] = {}  # points of each round
        self.penalties: dict[Id, int] = {}  # points apart from any round
        self.match_penalties: dict[Id, int] = {}
        self.dropped: dict[Id, frozenset[int]] = {}
        for entrant in self.entrants:
            self._fill(entrant)
        self._adjust(self.entrants)
        self._drop(self.entrants)

    def going_on(self, competition: Competition, changed: Sequence[int]) -> tuple[TurnBook, set[Id]]:
        """The turns of a competition that differs from this one in what stands on some of its tables, at
        these places of `played`, and in nothing else; and whose turns may be others now.

        What nobody has touched is shared with this one, which stays as it is.
        """
        book = copy(self)
        book.competition, book._cache = competition, {}
        book._sheets, book._turns = list(self._sheets), list(self._turns)
        touched: set[Id] = set()
        for place in changed:
            played = competition.played[place]
            book._sheets[place] = sheet = sheet_of(played, self.rules)
            book._turns[place] = list(turns_of(sheet, self.rules))
            touched.update(entrant for entrant, _turn in book._turns[place])
            resting_then = self._resting.get((self._hall_of(played), played.round), ())
            touched.update(resting_then)  # a rest may be worth the mean of its round
        touched &= self.entrants.keys()
        book.by_entrant, book.scores = dict(self.by_entrant), dict(self.scores)
        book.penalties, book.match_penalties = dict(self.penalties), dict(self.match_penalties)
        book.dropped = dict(self.dropped)
        for entrant in touched:
            book.penalties.pop(entrant, None)
            book.match_penalties.pop(entrant, None)
            book.dropped.pop(entrant, None)
            book._fill(entrant)
        book._adjust(touched)
        book._drop(touched)
        return book, touched

    def _file(self) -> None:
        """Who sits at which tables, and rests in which rounds."""
        for place, played in enumerate(self.competition.played):
            self._of_round.setdefault((self._hall_of(played), played.round), []).append(place)
            for entrant in dict.fromkeys(entrant for entrant, _turn in self._turns[place]):
                self._of_entrant.setdefault(entrant, []).append(place)
        for rest in chain(self.competition.rests, gone(self.competition)):
            self._rests.setdefault(rest.entrant, []).append(rest)
            entrant_ = self.entrants.get(rest.entrant)
            hall = entrant_.hall if entrant_ is not None else 0
            self._resting.setdefault((hall, rest.round), []).append(rest.entrant)

    def _hall_of(self, played: TableResult) -> int:
        """In which of several halls a table stands; 0 where there is one."""
        return next(
            (
                self.entrants[entrant].hall
                for account in played.accounts
                for entrant in account.entrants
                if entrant in self.entrants
            ),
            0,
        )

    def _fill(self, entrant: Id) -> None:
        """The turns of an entrant by round, and what he has made in each."""
        turns = [
            turn
            for place in self._of_entrant.get(entrant, ())
            for who, turn in self._turns[place]
            if who == entrant
        ]
        for rest in self._rests.get(entrant, ()):
            there = self._of_round.get((self.entrants[entrant].hall, rest.round), ())
            sheets = [self._sheets[place] for place in there]
            turns.append(resting(rest, turns, sheets, self.rules))
        turns.sort(key=attrgetter("round"))
        scores: dict[int, Number] = {}
        for turn in turns:
            scores[turn.round] = scores.get(turn.round, 0) + turn.points
        self.by_entrant[entrant], self.scores[entrant] = turns, scores

    def _adjust(self, entrants: Collection[Id]) -> None:
        for adjustment in self.competition.adjustments:
            if adjustment.entrant not in entrants:
                continue
            scores = self.scores.get(adjustment.entrant, {})
            if adjustment.target == "match_points":
                penalties = self.match_penalties
            elif self.rules.penalty_in_round and adjustment.round in scores:
                scores[adjustment.round] += adjustment.points
                continue
            else:
                penalties = self.penalties
            penalties[adjustment.entrant] = penalties.get(adjustment.entrant, 0) + adjustment.points

    def _drop(self, entrants: Iterable[Id]) -> None:
        for entrant in entrants if self.rules.best_rounds else ():
            if len(self.scores[entrant]) > self.rules.best_rounds:
                self.dropped[entrant] = self._left_out(entrant)

    def _left_out(self, entrant: Id) -> frozenset[int]:
        """The rounds that do not count: the worst, of equal ones the earliest."""
        sign = -1 if self.rules.low_wins else 1
        scores = self.scores[entrant]
        worth = {} if self.basis is By.POINTS else self.by_round(entrant)
        order = sorted(
            scores, key=lambda number: (worth.get(number, 0), sign * scores[number], number), reverse=True
        )
        return frozenset(order[self.rules.best_rounds :])

    @property
    def low_wins(self) -> bool:
        """The fewer the better, also for the score that stands for an opponent."""
        return self.rules.low_wins and self.basis is By.POINTS

    def _basis(self) -> By:
        """What stands for a whole performance where opponents are counted: the first criterion, if it can."""
        first = self.rules.criteria[0]
        if first in (By.PLACEMENT, By.MATCH_POINTS, By.GAMES, By.POINTS):
            return first
        return By.MATCH_POINTS if self.matched else By.POINTS

    def by_round(self, entrant: Id) -> dict[int, Number]:
        """Round by round what the basis counts."""
        if self.basis is By.POINTS:
            return self.scores[entrant]
        worths: dict[int, Number] = {}
        for turn in self.by_entrant[entrant]:
            worths[turn.round] = worths.get(turn.round, 0) + self._worth(turn)
        return worths

    def _worth(self, turn: Turn) -> Number:
        match self.basis:
            case By.PLACEMENT:
                return self.placement(turn)
            case By.GAMES:
                return self.games(turn)[0]
            case _:
                return turn.match_points

    def counted(self, entrant: Id) -> Iterator[Turn]:
        """The turns that are not left out."""
        left_out = self.dropped.get(entrant)
        if left_out is None:
            return iter(self.by_entrant[entrant])
        return (turn for turn in self.by_entrant[entrant] if turn.round not in left_out)

    def points(self, entrant: Id) -> Number:
        """The sum of points of the rounds that count, with penalties."""
        scores = self.scores[entrant]
        left_out = self.dropped.get(entrant, ())
        total = sum(scores.values()) - sum(scores[number] for number in left_out)
        return total + self.penalties.get(entrant, 0)

    def match_points(self, entrant: Id) -> Number:
        """The sum of match points, with penalties."""
        return sum(turn.match_points for turn in self.counted(entrant)) + self.match_penalties.get(entrant, 0)

    def placement(self, turn: Turn) -> Number:
        """Placement points of a turn."""
        return turn.placement if turn.sheet is None else places(turn.sheet, self.rules)[turn.index]

    def games(self, turn: Turn) -> tuple[int, int]:
        """Games won and lost in a turn, walkovers and byes as the rules write them."""
        given = self.rules.forfeit_games
        match turn.kind:
            case "played" if turn.sheet is not None and turn.sheet.counts:
                accounts = turn.sheet.played.accounts
                won = accounts[turn.index].games
                return won, sum(account.games for account in accounts) - won
            case "won_walkover":
                return given, 0
            case "lost_walkover":
                return 0, given
            case "bye" if turn.match_points >= self.rules.win:
                return given, 0
            case _:
                return 0, 0

    def performance(self, entrant: Id) -> Number:
        """What somebody has of the basis."""
        match self.basis:
            case By.POINTS:
                return self.points(entrant)
            case By.MATCH_POINTS:
                return self.match_points(entrant)
            case By.PLACEMENT:
                return sum(map(self.placement, self.counted(entrant)))
            case _:
                return sum(self.games(turn)[0] for turn in self.by_entrant[entrant])

    def cached(self, name: str, make: Callable[[], T]) -> T:
        """Something the criteria keep between two questions."""
        if name not in self._cache:
            self._cache[name] = make()
        value: T = self._cache[name]
        return value
