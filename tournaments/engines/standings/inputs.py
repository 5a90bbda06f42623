"""What a table of standings is made from: people, score sheets as far as they have got, and the rules.

Nobody has a name here; whoever asks knows who number 17 is. Rounds count through the whole event, from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from tournaments.engines.standings.rules import RankingRules

Id = int
"""An entrant: a person, a pair, a team. The caller knows who it is."""

RestKind = Literal["bye", "sitting_out", "absent"]
Target = Literal["points", "match_points"]


@dataclass(frozen=True, slots=True)
class Account:
    """One account of a table's score sheet: one person, or partners who score together."""

    entrants: tuple[Id, ...]  # whom it counts for: one person; both partners where partners change; one pair
    points: int  # the sum of the sheet
    hands: tuple[int, ...] = ()  # points hand by hand; empty where only totals are known, as from paper
    games: int = 0  # games of the sheet won
    by_game: tuple[int, ...] = ()  # of a match of several games the points of each; `points` is their sum
    won: int = 0  # hands won: as declarer if the game says so, else hands with points above 0
    lost: int = 0  # hands lost, likewise


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table of one round, as far as it has got."""

    stage: int
    round: int  # through the whole event, from 1
    table: int
    accounts: tuple[Account, ...]
    finished: bool
    matched: bool  # two sides play for match points (round robin, Swiss, knockout)
    planned: int = 0  # hands planned; 0: open
    number: int = 0  # hands played, known one by one or not; 0: as many as the accounts have
    walkover: Id | None = None  # won without play by this entrant
    several: bool = False  # a match of several games: who wins more of them has won


@dataclass(frozen=True, slots=True)
class Rest:
    """Somebody who was in the round and did not play.

    A bye has nobody to play against in a round of matches; sitting out is the same at tables of individuals.
    Both are given by the draw, and the kind of the round decides which it is. Absent is who stays away of his
    own accord. `points` and `match_points` are what the director grants instead of what the rules say.
    """

    stage: int
    round: int
    entrant: Id
    kind: RestKind
    points: int | None = None
    match_points: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (below 0) or a credit, with its reason; `round` None: of the event as a whole."""

    entrant: Id
    round: int | None
    points: int
    reason: str
    target: Target = "points"


@dataclass(frozen=True, slots=True)
class Competitor:
    """What counts about somebody who is in the event."""

    id: Id
    category: str = ""
    team: str = ""
    club: str = ""
    withdrawn_after: int | None = None  # the last round he was in
    ranked: bool = True  # False: a fill-in or guest, out of competition
    number: int | None = None  # what stands on the lot, the same wherever the event is kept; None: the id
    hall: int = 0  # of several halls with one list: where he plays; a rest is worth what his hall has played

    @property
    def on_lot(self) -> int:
        """What a lot calls this entrant."""
        return self.id if self.number is None else self.number


@dataclass(frozen=True, slots=True)
class Competition:
    """All of it. `playoffs` are extra hands that decide a tie and count nowhere else; `lots` were drawn by
    hand, the winner first, and go before the computed one.
    """

    entrants: tuple[Competitor, ...]
    played: tuple[TableResult, ...]
    rests: tuple[Rest, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    rules: RankingRules = field(default_factory=RankingRules)
    playoffs: tuple[TableResult, ...] = ()
    lots: tuple[tuple[Id, ...], ...] = ()

    @property
    def rounds(self) -> int:
        """The last round anything is known of; 0 before the first."""
        return max([0, *(table.round for table in self.played), *(rest.round for rest in self.rests)])

    def until(self, last: int | None) -> Competition:
        """What was known when this round ended."""
        if last is None or last >= self.rounds:
            return self
        return replace(
            self,
            entrants=tuple(_still_in(entrant, last) for entrant in self.entrants),
            played=tuple(table for table in self.played if table.round <= last),
            rests=tuple(rest for rest in self.rests if rest.round <= last),
            adjustments=tuple(
                adjustment
                for adjustment in self.adjustments
                if adjustment.round is None or adjustment.round <= last
            ),
            playoffs=(),
            lots=(),
        )

    def of_round(self, number: int) -> Competition:
        """One round alone, as if it were the event."""
        return replace(
            self,
            played=tuple(table for table in self.played if table.round == number),
            rests=tuple(rest for rest in self.rests if rest.round == number),
            adjustments=tuple(adjustment for adjustment in self.adjustments if adjustment.round == number),
            playoffs=(),
            lots=(),
        )

    def of_stage(self, stage: int) -> Competition:
        """One stage alone; adjustments of the event as a whole stay."""
        played = tuple(table for table in self.played if table.stage == stage)
        rests = tuple(rest for rest in self.rests if rest.stage == stage)
        rounds = {table.round for table in played} | {rest.round for rest in rests}
        return replace(
            self,
            played=played,
            rests=rests,
            adjustments=tuple(
                adjustment
                for adjustment in self.adjustments
                if adjustment.round is None or adjustment.round in rounds
            ),
            playoffs=tuple(playoff for playoff in self.playoffs if playoff.stage == stage),
        )


def _still_in(competitor: Competitor, last: int) -> Competitor:
    """Nobody knew during these rounds that he would leave later."""
    if competitor.withdrawn_after is None or competitor.withdrawn_after < last:
        return competitor
    return replace(competitor, withdrawn_after=None)
