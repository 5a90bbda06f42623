"""Tables and turns: what one round was worth to one entrant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.engines.standings.choices import MatchBy, Places, Short
from tournaments.engines.standings.inputs import Account, Id, TableResult
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.values import Number, exact, half_away

Kind = Literal["played", "won_walkover", "lost_walkover", "bye", "sitting_out", "absent"]

WON, DRAWN, LOST = 2, 1, 0
"""Results of a match, in halves of a win."""


@dataclass(slots=True)
class ScoredTable:
    """A table with the score of each account after the rule for short tables."""

    played: TableResult
    scores: list[Number]
    hands: int  # played; where only totals are known, those planned
    places: list[Number] | None = None  # placement points, once somebody asked
    leaders: int = 0  # accounts in first place, likewise

    @property
    def counts(self) -> bool:
        """A match counts as soon as it is finished, every other table hand by hand."""
        return self.played.finished or not self.played.matched


@dataclass(slots=True)
class Turn:
    """One entrant in one round: at a table, or resting."""

    round: int
    kind: Kind
    points: Number
    match_points: Number = 0
    result: int | None = None  # WON, DRAWN, LOST; None: not decided, or no match
    open: bool = False  # can still change
    sheet: ScoredTable | None = None
    index: int = 0  # of the account on the sheet
    placement: Number = 0  # of a rest; of a table it stands on the sheet

    @property
    def account(self) -> Account | None:
        """The account at the table, if it was played."""
        if self.sheet is None or self.kind != "played":
            return None
        return self.sheet.played.accounts[self.index]

    def opponents(self) -> list[Id]:
        """Who sat on the other side, or at the other places, of the table."""
        if self.sheet is None:
            return []
        others = list(self.sheet.played.accounts)
        del others[self.index]
        return [entrant for account in others for entrant in account.entrants]


def sheet_of(played: TableResult, rules: RankingRules) -> ScoredTable:
    """The table with its scores; a walkover has the score the rules give it."""
    if played.walkover is not None:
        given = [rules.forfeit_points * (played.walkover in account.entrants) for account in played.accounts]
        return ScoredTable(played, list[Number](given), 0)
    hands = played.number or max((len(account.hands) for account in played.accounts), default=0)
    if not hands and played.finished:
        hands = played.planned
    return ScoredTable(played, [_score(played, account, hands, rules) for account in played.accounts], hands)


def _score(played: TableResult, account: Account, hands: int, rules: RankingRules) -> Number:
    match rules.short:
        case Short.MEAN if hands:
            return exact(account.points, hands)
        case Short.SCALED if played.finished:
            return to_planned(account.points, hands, played.planned)
        case _:
            return account.points


def to_planned(points: int, hands: int, planned: int) -> int:
    """Points as if the planned hands had been played; halves away from zero."""
    if not hands or not planned or hands == planned:
        return points
    return half_away(Fraction(points * planned, hands))


def turns_of(sheet: ScoredTable, rules: RankingRules) -> Iterator[tuple[Id, Turn]]:
    """A turn for each entrant at the table. Partners who score together share it: nobody changes one."""
    played = sheet.played
    results = _results(played, rules)
    for index, account in enumerate(played.accounts):
        result = results[index]
        kind: Kind = "played"
        if played.walkover is not None:
            kind = "won_walkover" if played.walkover in account.entrants else "lost_walkover"
        turn = Turn(
            played.round,
            kind,
            sheet.scores[index],
            0 if result is None else (rules.loss, rules.draw, rules.win)[result],
            result,
            not played.finished and played.walkover is None,
            sheet,
            index,
        )
        for entrant in account.entrants:
            yield entrant, turn


def _results(played: TableResult, rules: RankingRules) -> Sequence[int | None]:
    """Who has won, lost or drawn; None where no match is decided."""
    if played.walkover is not None:
        return [WON if played.walkover in account.entrants else LOST for account in played.accounts]
    if not played.matched or not played.finished or len(played.accounts) != 2:
        return (None,) * len(played.accounts)
    first, second = played.accounts
    games = first.games - second.games
    points = (second.points - first.points) if rules.low_wins else (first.points - second.points)
    match rules.match_by:
        case MatchBy.POINTS:
            ahead = points
        case MatchBy.BOTH:
            ahead = games or points
        case MatchBy.GAMES:
            ahead = games if first.games or second.games else points
    return (WON, LOST) if ahead > 0 else (LOST, WON) if ahead < 0 else (DRAWN, DRAWN)


def places(sheet: ScoredTable, rules: RankingRules) -> list[Number]:
    """Placement points of each account; none before the table is finished."""
    if sheet.places is None:
        finished = sheet.played.finished or sheet.played.walkover is not None
        sheet.places = _placed(sheet, rules) if finished else [0] * len(sheet.scores)
    return sheet.places


def _placed(sheet: ScoredTable, rules: RankingRules) -> list[Number]:
    order = sorted(sheet.scores, reverse=not rules.low_wins)
    sheet.leaders = order.count(order[0]) if order else 0
    worth: dict[Number, Number] = {}
    for score in order:
        if score not in worth:  # equal results share the places from first to last: their mean
            first = order.index(score) + 1
            twice = first + first + order.count(score) - 1
            worth[score] = _place(len(order), twice, rules.places)
    return [worth[score] for score in sheet.scores]


def _place(count: int, twice: int, scheme: Places) -> Number:
    """Place k of n is worth n + 1 − 2k around zero, or n + 1 − k; `twice` is 2k."""
    return count + 1 - twice if scheme is Places.BALANCED else exact(2 * (count + 1) - twice, 2)
