"""Criteria that look only at those who are equal: the direct meeting, extra hands, the lot.

The answer is a place among them, from 1; nobody at all where the criterion does not apply.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from tournaments.engines.standings.inputs import Id
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.turns import sheet_of
from tournaments.engines.standings.values import Exact, Number, exact

Values = Mapping[Id, Exact]


def direct(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Matches by the regulations of FIDE (C.07, article 6), tables by the rounds where all sat together."""
    return _matches(board, ids) if board.matched else _tables(board, ids)


def _tables(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the rounds in which all who are equal sat at one table; nothing without such a round."""
    group = set(ids)
    totals: dict[Id, Number] = {}
    for turn in board.turns[ids[0]]:
        sheet = turn.sheet
        if sheet is None or turn.kind != "played" or not sheet.played.finished:
            continue
        here = {
            entrant: sheet.scores[number]
            for number, account in enumerate(sheet.played.accounts)
            for entrant in account.entrants
            if entrant in group
        }
        if len(here) == len(group):
            for one, points in here.items():
                totals[one] = totals.get(one, 0) + points
    return _places(totals, low=board.rules.low_wins)


def _places(totals: Mapping[Id, Number], low: bool = False, first: int = 1) -> dict[Id, Exact]:
    """Places from the totals; equal totals share the better place."""
    order = sorted(totals.values(), reverse=not low)
    return {one: first + order.index(total) for one, total in totals.items()}


def _matches(board: TurnBook, ids: Sequence[Id]) -> Values:
    met = _met(board, ids)
    if not any(met.values()):
        return {}
    found: dict[Id, Exact] = {}
    _rank(met, list(ids), 1, board.rules, found)
    return found


Met = Mapping[Id, Mapping[Id, Number]]


def _met(board: TurnBook, ids: Sequence[Id]) -> Met:
    """Match points each has taken from each; 6.1.2: the mean if they met more than once."""
    group = set(ids)
    kinds = ("played", "won_walkover", "lost_walkover") if board.rules.walkover_meets else ("played",)
    met: dict[Id, dict[Id, Number]] = {}
    for id_ in ids:
        taken: dict[Id, list[Number]] = {}
        for turn in board.turns[id_]:
            if turn.kind in kinds and turn.result is not None:
                for other in turn.opponents():
                    if other in group:
                        taken.setdefault(other, []).append(turn.match_points)
        met[id_] = {other: exact(sum(points), len(points)) for other, points in taken.items()}
    return met


def _rank(met: Met, group: list[Id], first: int, rules: RankingRules, found: dict[Id, Exact]) -> None:
    """6.1 where all have met; 6.2 and 6.3 where the missing meetings cannot take the first place from one."""
    while len(group) > 1:
        members = set(group)
        sure: dict[Id, Number] = {}
        missing: dict[Id, int] = {}
        for one in group:
            taken = [points for other, points in met[one].items() if other in members]
            sure[one], missing[one] = sum(taken), len(group) - 1 - len(taken)
        if not any(missing.values()):
            _by_points(met, sure, first, rules, found)
            return
        best = max(group, key=lambda one: sure[one])
        least = sure[best] + rules.loss * missing[best]
        if any(sure[one] + rules.win * missing[one] >= least for one in group if one != best):
            break
        found[best] = first
        first += 1
        group = [one for one in group if one != best]
    for one in group:
        found[one] = first


def _by_points(
    met: Met, sure: Mapping[Id, Number], first: int, rules: RankingRules, found: dict[Id, Exact]
) -> None:
    """By the points taken from each other; those who are still equal are compared among themselves."""
    order = sorted(sure, key=lambda one: sure[one], reverse=True)
    for _total, equal in groupby(order, key=lambda one: sure[one]):
        same = list(equal)
        if len(same) == len(order):
            found.update(dict.fromkeys(same, first))
        else:
            _rank(met, same, first, rules, found)
        first += len(same)


def playoff(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the extra hands in which everybody who is equal took part."""
    group = set(ids)
    totals: dict[Id, Number] = {}
    for played in board.competition.playoffs:
        sheet = sheet_of(played, board.rules)
        scores = {
            entrant: (account.games, score)
            for account, score in zip(played.accounts, sheet.scores, strict=True)
            for entrant in account.entrants
        }
        if played.finished and group <= scores.keys():
            by_games = played.matched and any(scores[one][0] for one in group)
            for one in group:
                totals[one] = totals.get(one, 0) + scores[one][0 if by_games else 1]
    return totals


def lot(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Drawn from the seed that was published: everybody can repeat it. Nothing without a seed.

    A lot that was drawn by hand among the same people counts instead.
    """
    by_hand = drawn_by_hand(board, ids)
    if by_hand:
        return {one: place for place, one in enumerate(by_hand, start=1)}
    if not board.seed:
        return {}
    numbers = {id_: board.entrants[id_].on_lot for id_ in ids}
    places = {number: place for place, number in enumerate(drawn(board.seed, numbers.values()), start=1)}
    return {one: places[number] for one, number in numbers.items()}


def drawn_by_hand(board: TurnBook, ids: Sequence[Id]) -> tuple[Id, ...]:
    """The order of a lot that the organisers have drawn among these people; nothing where they have not."""
    return next((order for order in board.competition.lots if set(order) == set(ids)), ())


def drawn(seed: str, numbers: Iterable[int]) -> list[int]:
    """The order of a lot. See `ticket`; the smallest is first."""
    found = tickets(seed, numbers)
    return sorted(found, key=found.__getitem__)


def tickets(seed: str, numbers: Iterable[int]) -> dict[int, str]:
    """The tickets of all who are equal, by their numbers in order."""
    group = sorted(numbers)
    everybody = "-".join(map(str, group)).encode()  # once: before the first hand everybody is equal
    drum = hmac.new(seed.encode("utf-8", "surrogatepass"), everybody, hashlib.sha256)
    found = {}
    for one in group:
        h_m_a_c = drum.copy()
        h_m_a_c.update(f"|{one}".encode())
        found[one] = h_m_a_c.hexdigest()
    return found


def ticket(seed: str, group: Sequence[int], one: int) -> str:
    """HMAC-SHA256 with the seed as key, of all who are equal and the one: `3-7-12|7`, in hexadecimal."""
    return tickets(seed, group)[one]
