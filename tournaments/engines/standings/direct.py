"""Criteria that look only at those who are equal: the direct meeting, extra hands, the lot.

The answer is a place among them, from 1; nobody at all where the criterion does not apply.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from tournaments.engines.standings.inputs import Id
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.turns import sheet_of
from tournaments.engines.standings.values import Exact, Number, exact

Values = Mapping[Id, Exact]
FEW = 8


def direct(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Matches by the regulations of FIDE (C.07, article 6), tables by the rounds where all sat together."""
    return _matches(turns, ids) if turns.matched else _tables(turns, ids)


def _tables(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the rounds in which all who are equal sat at one table; nothing without such a round."""
    group = set(ids)
    totals: dict[Id, Number] = {}
    for turn in turns.by_entrant[ids[0]]:
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
            for entrant, points in here.items():
                totals[entrant] = totals.get(entrant, 0) + points
    return _places(totals, low=turns.rules.low_wins)


def _places(totals: Mapping[Id, Number], low: bool = False, first: int = 1) -> dict[Id, Exact]:
    """Places from the totals; equal totals share the better place."""
    order = sorted(totals.values(), reverse=not low)
    return {entrant: first + order.index(total) for entrant, total in totals.items()}


def _matches(turns: TurnBook, ids: Sequence[Id]) -> Values:
    met = _met(turns, ids)
    if not any(met.values()):
        return {}
    places: dict[Id, Exact] = {}
    _rank(met, list(ids), 1, turns.rules, places)
    return places


Met = Mapping[Id, Mapping[Id, Number]]


def _met(turns: TurnBook, ids: Sequence[Id]) -> Met:
    """Match points each has taken from each; 6.1.2: the mean if they met more than once."""
    group = set(ids)
    kinds = ("played", "won_walkover", "lost_walkover") if turns.rules.walkover_meets else ("played",)
    met: dict[Id, dict[Id, Number]] = {}
    for id_ in ids:
        taken: dict[Id, list[Number]] = {}
        for turn in turns.by_entrant[id_]:
            if turn.kind in kinds and turn.result is not None:
                for other in turn.opponents():
                    if other in group:
                        taken.setdefault(other, []).append(turn.match_points)
        met[id_] = {other: exact(sum(points), len(points)) for other, points in taken.items()}
    return met


def _rank(met: Met, group: list[Id], first: int, rules: RankingRules, places: dict[Id, Exact]) -> None:
    """6.1 where all have met; 6.2 and 6.3 where the missing meetings cannot take the first place from one."""
    while len(group) > 1:
        members = set(group)
        sure: dict[Id, Number] = {}
        missing: dict[Id, int] = {}
        for entrant in group:
            taken = [points for other, points in met[entrant].items() if other in members]
            sure[entrant], missing[entrant] = sum(taken), len(group) - 1 - len(taken)
        if not any(missing.values()):
            _by_points(met, sure, first, rules, places)
            return
        best = max(group, key=lambda entrant: sure[entrant])
        least = sure[best] + rules.loss * missing[best]
        if any(sure[entrant] + rules.win * missing[entrant] >= least for entrant in group if entrant != best):
            break
        places[best] = first
        first += 1
        group = [entrant for entrant in group if entrant != best]
    for entrant in group:
        places[entrant] = first


def _by_points(
    met: Met, sure: Mapping[Id, Number], first: int, rules: RankingRules, places: dict[Id, Exact]
) -> None:
    """By the points taken from each other; those who are still equal are compared among themselves."""
    order = sorted(sure, key=lambda entrant: sure[entrant], reverse=True)
    for _total, equal in groupby(order, key=lambda entrant: sure[entrant]):
        same = list(equal)
        if len(same) == len(order):
            places.update(dict.fromkeys(same, first))
        else:
            _rank(met, same, first, rules, places)
        first += len(same)


def playoff(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the extra hands in which everybody who is equal took part."""
    group = set(ids)
    totals: dict[Id, Number] = {}
    for played in turns.competition.playoffs:
        sheet = sheet_of(played, turns.rules)
        scores = {
            entrant: (account.games, score)
            for account, score in zip(played.accounts, sheet.scores, strict=True)
            for entrant in account.entrants
        }
        if played.finished and group <= scores.keys():
            by_games = played.matched and any(scores[entrant][0] for entrant in group)
            for entrant in group:
                totals[entrant] = totals.get(entrant, 0) + scores[entrant][0 if by_games else 1]
    return totals


def lot(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Drawn from the seed that was published: everybody can repeat it. Nothing without a seed.

    A lot that was drawn by hand among the same people counts instead.
    """
    by_hand = drawn_by_hand(turns, ids)
    if by_hand:
        return {entrant: place for place, entrant in enumerate(by_hand, start=1)}
    if not turns.seed:
        return {}
    numbers = {id_: turns.entrants[id_].on_lot for id_ in ids}
    places = {number: place for place, number in enumerate(drawn(turns.seed, numbers.values()), start=1)}
    return {entrant: places[number] for entrant, number in numbers.items()}


def drawn_by_hand(turns: TurnBook, ids: Sequence[Id]) -> tuple[Id, ...]:
    """The order of a lot that the organisers have drawn among these people; nothing where they have not."""
    return next((order for order in turns.competition.lots if set(order) == set(ids)), ())


def drawn(seed: str, numbers: Iterable[int]) -> list[int]:
    """The order of a lot. See `ticket`; the smallest is first."""
    ticket_of = tickets(seed, numbers)
    return sorted(ticket_of, key=ticket_of.__getitem__)


def tickets(seed: str, numbers: Iterable[int]) -> Mapping[int, str]:
    """The tickets of all who are equal, by their numbers in order."""
    group = tuple(sorted(numbers))
    return _few_tickets(seed, group) if len(group) <= FEW else _all_tickets(seed, group)


def _all_tickets(seed: str, group: tuple[int, ...]) -> dict[int, str]:
    everybody = "-".join(map(str, group)).encode()  # once: before the first hand everybody is equal
    drum = hmac.new(seed.encode("utf-8", "surrogatepass"), everybody, hashlib.sha256)
    ticket_of = {}
    for number in group:
        mac = drum.copy()
        mac.update(f"|{number}".encode())
        ticket_of[number] = mac.hexdigest()
    return ticket_of


_few_tickets = lru_cache(maxsize=2048)(_all_tickets)  # the same few are equal after many a hand


def ticket(seed: str, group: Sequence[int], number: int) -> str:
    """HMAC-SHA256 with the seed as key, of all who are equal and the one: `3-7-12|7`, in hexadecimal."""
    return tickets(seed, group)[number]
