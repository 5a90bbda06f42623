"""Criteria that count opponents.

Matches follow the regulations of the chess federation FIDE (Handbook C.07, in force from 1 March 2026; its
articles are named at the functions) with the points of the event instead of 1, ½, 0. At tables of more than
two there is no published standard: a round counts with the mean of the opponents, so that tables of three and
of four weigh the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tournaments.engines.standings.choices import By
from tournaments.engines.standings.inputs import Id
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.turns import Turn
from tournaments.engines.standings.values import Exact, Number, exact

Values = Mapping[Id, Exact]
LEAST_SHARE = Fraction(1, 3)


class Contribution(NamedTuple):
    """What one round adds: the mean score of the opponents, and whether it was missed of one's own accord."""

    score: Number
    voluntary: bool
    turn: Turn


def buchholz(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """8.1: the scores of the opponents, added up."""
    return {id_: _sum(part.score for part in contributions(turns, id_)) for id_ in ids}


def buchholz_cut(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """14.1: without the least significant value; by 16.5 a round missed of one's own accord goes first."""
    return {id_: _sum(part.score for part in _cut(turns, contributions(turns, id_))) for id_ in ids}


def buchholz_median(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """14.3: without the least and the most significant value."""
    medians: dict[Id, Exact] = {}
    for id_ in ids:
        left = sorted((part.score for part in _cut(turns, contributions(turns, id_))), reverse=turns.low_wins)
        medians[id_] = _sum(left[:-1])
    return medians


def _cut(turns: TurnBook, parts: list[Contribution]) -> list[Contribution]:
    if not parts:
        return parts
    sign = -1 if turns.low_wins else 1
    missed = [part for part in parts if part.voluntary]
    weakest = min(missed or parts, key=lambda part: sign * part.score)
    return [part for part in parts if part is not weakest]


def sonneborn(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """9.1: the score of each opponent by what was taken from him: all, half, or nothing."""
    totals: dict[Id, Exact] = {}
    for id_ in ids:
        total: Number = 0
        for part in contributions(turns, id_):
            turn = part.turn
            if turn.kind == "played" and turn.sheet is not None and not turn.sheet.played.matched:
                total += _taken_at_table(turns, turn)
            elif turn.result is not None:
                total += part.score * turn.result
        totals[id_] = exact(total, 2)
    return totals


def _taken_at_table(turns: TurnBook, turn: Turn) -> Number:
    """Twice the mean score of those one was ahead of, once of those who were level."""
    sheet = turn.sheet
    if sheet is None or turn.open:
        return 0
    sign = -1 if turns.rules.low_wins else 1
    mine = sheet.scores[turn.index] * sign
    summed: Number = 0
    count = 0
    for number, account in enumerate(sheet.played.accounts):
        if number == turn.index:
            continue
        theirs = sheet.scores[number] * sign
        for other in account.entrants:
            count += 1
            summed += score(turns, other) * (2 if theirs < mine else 1 if theirs == mine else 0)
    return exact(summed, count) if count else 0


def koya(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """9.2: match points made against those who have at least half of what was possible."""
    half = turns.rules.win * len(turns.rounds)  # of twice the match points
    totals: dict[Id, Exact] = {}
    for id_ in ids:
        total: Number = 0
        for turn in turns.by_entrant[id_]:
            if turn.result is None or not _met(turns, turn):
                continue
            others = _known(turns, turn)
            if others and all(2 * turns.match_points(other) >= half for other in others):
                total += turn.match_points
        totals[id_] = total
    return totals


def opponents_win(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The mean of the opponents' shares of match points, each at least one third; byes are left out."""
    means: dict[Id, Exact] = {}
    for id_ in ids:
        decided = [turn for turn in turns.by_entrant[id_] if turn.result is not None]
        shares = [_share(turns, other) for turn in decided for other in _known(turns, turn)]
        means[id_] = exact(sum(shares), len(shares)) if shares else 0
    return means


def _share(turns: TurnBook, id_: Id) -> Fraction:
    shares: dict[Id, Fraction] = turns.cached("share", dict)
    if id_ not in shares:
        met = [turn for turn in turns.by_entrant[id_] if turn.sheet is not None and turn.result is not None]
        possible = turns.rules.win * len(met)
        share = Fraction(sum(turn.match_points for turn in met)) / possible if possible else Fraction(0)
        shares[id_] = max(LEAST_SHARE, share)
    return shares[id_]


def contributions(turns: TurnBook, id_: Id) -> list[Contribution]:
    """Round by round what somebody's opponents are worth; see the class."""
    known: dict[Id, list[Contribution]] = turns.cached("contributions", dict)
    if id_ not in known:
        known[id_] = [
            part for turn in turns.by_entrant[id_] if (part := _contribution(turns, id_, turn)) is not None
        ]
    return known[id_]


def _contribution(turns: TurnBook, id_: Id, turn: Turn) -> Contribution | None:
    others = _known(turns, turn)
    if not _met(turns, turn):
        voluntary = turn.kind in ("absent", "lost_walkover")
        return Contribution(_dummy(turns, id_, others), voluntary, turn)
    if len(others) == 1:
        return Contribution(adjusted(turns, others[0]), False, turn)
    if not others:
        return None
    return Contribution(exact(sum(adjusted(turns, other) for other in others), len(others)), False, turn)


def _dummy(turns: TurnBook, id_: Id, scheduled: Sequence[Id]) -> Number:
    """16.4: a round not played counts with the own score, but no more than 16.4.1 and 16.4.2 allow."""
    own_score = score(turns, id_)
    if turns.basis is not By.MATCH_POINTS:
        return own_score
    if scheduled:
        return min(own_score, *(adjusted(turns, other) for other in scheduled))
    return min(own_score, turns.rules.draw * len(turns.rounds))


def _met(turns: TurnBook, turn: Turn) -> bool:
    """Played, or counted as played."""
    return turn.kind == "played" or (
        turns.rules.walkover_meets and turn.kind in ("won_walkover", "lost_walkover")
    )


def _known(turns: TurnBook, turn: Turn) -> list[Id]:
    return [other for other in turn.opponents() if other in turns.by_entrant]


def score(turns: TurnBook, id_: Id) -> Number:
    """What somebody has by the first criterion."""
    known: dict[Id, Number] = turns.cached("score", dict)
    if id_ not in known:
        known[id_] = turns.performance(id_)
    return known[id_]


def adjusted(turns: TurnBook, id_: Id) -> Number:
    """16.3: the score as it counts for others: rounds stayed away from at the end count as draws."""
    if turns.basis is not By.MATCH_POINTS:
        return score(turns, id_)
    known: dict[Id, Number] = turns.cached("adjusted", dict)
    if id_ not in known:
        total = score(turns, id_)
        for turn in reversed(turns.by_entrant[id_]):
            if turn.kind == "absent":
                total += turns.rules.draw - turn.match_points
            elif turn.kind != "lost_walkover":
                break
        known[id_] = total
    return known[id_]


def _sum(scores: Iterable[Number]) -> Number:
    """Exact sums: whole numbers and fractions apart, because fractions are slow."""
    whole = 0
    parts: dict[int, int] = {}
    for number in scores:
        if isinstance(number, int):
            whole += number
        else:
            parts[number.denominator] = parts.get(number.denominator, 0) + number.numerator
    if not parts:
        return whole
    common = lcm(*parts)
    return exact(
        whole * common + sum(numerator * (common // denominator) for denominator, numerator in parts.items()),
        common,
    )
