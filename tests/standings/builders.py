"""Small competitions, written as one would on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.engines.bracket import BracketMatch, Branch, MatchOutcome
from tournaments.engines.standings import (
    Account,
    Adjustment,
    By,
    Competition,
    Competitor,
    Id,
    RankingRules,
    Rest,
    Standings,
    TableResult,
    standings,
)
from tournaments.engines.standings.values import Exact


def table(round_: int, points: Mapping[Any, int], number: int = 1, **more: Any) -> TableResult:
    """A finished table: `table(1, {1: 40, 2: -10})`; partners as a tuple; `hands`: {1: (30, 10), …}."""
    hands: Mapping[Any, Sequence[int]] = more.pop("hands", {})
    games: Mapping[Any, int] = more.pop("games", {})
    won: Mapping[Any, int] = more.pop("won", {})
    lost: Mapping[Any, int] = more.pop("lost", {})
    accounts = tuple(
        Account(
            who if isinstance(who, tuple) else (who,),
            total,
            tuple(hands.get(who, ())),
            games.get(who, 0),
            won=won.get(who, sum(hand > 0 for hand in hands.get(who, ()))),
            lost=lost.get(who, sum(hand < 0 for hand in hands.get(who, ()))),
        )
        for who, total in points.items()
    )
    facts: dict[str, Any] = {"stage": 1, "finished": True, "matched": False} | more
    return TableResult(round=round_, table=number, accounts=accounts, **facts)


def rounds(scores: Mapping[Id, Sequence[int]], **more: Any) -> list[TableResult]:
    """One table a round, person by person: `rounds({1: (90, 20), 2: (90, 40)})`."""
    count = len(next(iter(scores.values())))
    return [
        table(n + 1, {who: by_round[n] for who, by_round in scores.items()}, **more) for n in range(count)
    ]


def match(round_: int, id_: Id, other: Id, score: tuple[int, int] = (0, 0), **more: Any) -> TableResult:
    """A finished match."""
    games = more.pop("games", (0, 0))
    return table(
        round_, {id_: score[0], other: score[1]}, matched=True, games={id_: games[0], other: games[1]}, **more
    )


def hand_table(round_: int, hands: Mapping[Id, Sequence[int]], **more: Any) -> TableResult:
    """A table known hand by hand."""
    return table(round_, {who: sum(points) for who, points in hands.items()}, hands=hands, **more)


def duel(
    number: int,
    branch: str,
    depth: int,
    winner: int | None = None,
    loser: int | None = None,
    *,
    place: int = 0,
    sides: tuple[int | None, int | None] | None = None,
) -> BracketMatch:
    """A match of a bracket; where its sides have come from is of no importance for places."""
    nowhere = MatchOutcome(0, won=True)
    return BracketMatch(
        number, Branch(branch), depth, (nowhere, nowhere), sides or (winner, loser), winner, place
    )


def competition(
    *played: TableResult,
    by: Sequence[By] = (By.POINTS,),
    rests: Sequence[Rest] = (),
    adjustments: Sequence[Adjustment] = (),
    playoffs: Sequence[TableResult] = (),
    entrants: Sequence[Competitor] = (),
    **rules: Any,
) -> Competition:
    """Everybody who is named takes part."""
    ids = {
        entrant for each in (*played, *playoffs) for account in each.accounts for entrant in account.entrants
    }
    ids |= {rest.entrant for rest in rests}
    known = {entrant.id for entrant in entrants}
    everybody = (*entrants, *(Competitor(id_) for id_ in sorted(ids - known)))
    return Competition(
        everybody,
        played,
        tuple(rests),
        tuple(adjustments),
        RankingRules(criteria=tuple(by), **rules),
        tuple(playoffs),
    )


def values(ranking: Standings, by: By) -> dict[Id, Exact]:
    """What everybody has by a criterion."""
    place = [criterion.by for criterion in ranking.criteria].index(by)
    return {row.entrant: row.values[place].exact for row in ranking.rows}


def value_of(by: By, field: Competition) -> dict[Id, Exact]:
    """What everybody has by this criterion, whatever the order of the competition."""
    return values(standings(field), by)


def order(ranking: Standings) -> list[tuple[int | None, Id]]:
    """Places and entrants from the top."""
    return [(row.rank, row.entrant) for row in ranking.rows]
