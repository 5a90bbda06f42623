"""Criteria of somebody's own results: sums, rounds, hands. One idea per function, nothing else.

Each takes the turns and the ids it is asked about, and answers with an exact value for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tournaments.engines.standings.choices import Short
from tournaments.engines.standings.inputs import Account, Id
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.turns import WON, Turn, places, to_planned
from tournaments.engines.standings.values import Exact, Number, exact

Values = Mapping[Id, Exact]


def points(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the rounds that count, with credits and penalties."""
    return {id_: turns.points(id_) for id_ in ids}


def mean(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Points made at tables, with penalties, by hands played; none for who played too few."""
    means: dict[Id, Exact] = {}
    for id_ in ids:
        total, hands = turns.penalties.get(id_, 0), 0
        for turn in turns.counted(id_):
            if turn.kind == "played" and turn.sheet is not None:
                total += turn.sheet.played.accounts[turn.index].points
                hands += turn.sheet.hands
        enough = hands and hands >= turns.rules.least_hands
        means[id_] = exact(total, hands) if enough else None
    return means


def scaled(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum where every finished table counts as if the planned hands had been played."""
    return {
        id_: sum(_scaled(turns, turn) for turn in turns.counted(id_)) + turns.penalties.get(id_, 0)
        for id_ in ids
    }


def _scaled(turns: TurnBook, turn: Turn) -> Number:
    sheet = turn.sheet
    if turn.kind != "played" or sheet is None or turns.rules.short is Short.SCALED:
        return turn.points
    raw = sheet.played.accounts[turn.index].points
    return to_planned(raw, sheet.hands, sheet.played.planned) if sheet.played.finished else raw


def placement(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the placement points."""
    return {id_: sum(map(turns.placement, turns.counted(id_))) for id_ in ids}


def points_for(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sheets alone: no credits, no penalties, no walkovers; matches as soon as they are finished."""
    return {id_: sum(account.points for account in _accounts(turns, id_)) for id_ in ids}


def hands_won(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Hands won, where the hands are known."""
    return _of_hands(turns, ids, lambda accounts: sum(account.won for account in accounts))


def hands_lost(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Hands lost, where the hands are known."""
    return _of_hands(turns, ids, lambda accounts: sum(account.lost for account in accounts))


def hands_at_zero(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Hands with exactly 0, where the hands are known."""
    return _of_hands(turns, ids, lambda accounts: sum(account.hands.count(0) for account in accounts))


def best_hand(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """All hands, the best first."""
    best_first = not turns.rules.low_wins

    def ordered(accounts: Iterable[Account]) -> Exact:
        return tuple(sorted((hand for account in accounts for hand in account.hands), reverse=best_first))

    return _of_hands(turns, ids, ordered)


def worst_hand(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The worst hand; none without a hand."""
    worst = max if turns.rules.low_wins else min

    def pick(accounts: Iterable[Account]) -> Exact:
        return worst((hand for account in accounts for hand in account.hands), default=None)

    return _of_hands(turns, ids, pick)


def _of_hands(turns: TurnBook, ids: Sequence[Id], of: Callable[[Sequence[Account]], Exact]) -> Values:
    """A value of the hands; none where a sheet is known by its totals only."""
    values: dict[Id, Exact] = {}
    for id_ in ids:
        played = [turn for turn in turns.by_entrant[id_] if turn.kind == "played"]
        accounts = [account for turn in played if (account := turn.account) is not None]
        known = all(
            account.hands or account.won or account.lost or (turn.open and not account.points)
            for turn, account in zip(played, accounts, strict=True)
        )
        values[id_] = of(accounts) if known else None
    return values


def best_round(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """All rounds, the best first."""
    best_first = not turns.rules.low_wins
    return {id_: tuple(sorted(turns.scores[id_].values(), reverse=best_first)) for id_ in ids}


def last_round(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """All rounds of the event, the last first; None for one that somebody was not in."""
    backwards = turns.rounds[::-1]
    return {id_: tuple(turns.scores[id_].get(number) for number in backwards) for id_ in ids}


def worst_round(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The worst round; none without a round."""
    worst = max if turns.rules.low_wins else min
    return {id_: worst(turns.scores[id_].values(), default=None) for id_ in ids}


def rounds_at_zero(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds played at a table with exactly 0."""
    return {
        id_: sum(
            turn.kind == "played" and not turn.open and turn.points == 0 for turn in turns.by_entrant[id_]
        )
        for id_ in ids
    }


def tables_won(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """How often first at the table; one half where the first place was shared."""
    return {id_: exact(sum(_halves(turns, turn) for turn in turns.by_entrant[id_]), 2) for id_ in ids}


def _halves(turns: TurnBook, turn: Turn) -> int:
    sheet = turn.sheet
    if turn.kind != "played" or sheet is None or turn.open:
        return 0
    worths = places(sheet, turns.rules)
    if worths[turn.index] < max(worths):
        return 0
    return 2 if sheet.leaders == 1 else 1


def match_points(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of match points."""
    return {id_: turns.match_points(id_) for id_ in ids}


def games(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Games won, walkovers and byes as the rules write them."""
    return {id_: sum(turns.games(turn)[0] for turn in turns.by_entrant[id_]) for id_ in ids}


def games_difference(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Games won minus games of the opponents."""
    differences: dict[Id, Exact] = {}
    for id_ in ids:
        total_won = total_lost = 0
        for turn in turns.by_entrant[id_]:
            won, lost = turns.games(turn)
            total_won, total_lost = total_won + won, total_lost + lost
        differences[id_] = total_won - total_lost
    return differences


def point_difference(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Points minus those of the opponents, walkovers and byes as the rules write them."""
    given = turns.rules.forfeit_points
    differences: dict[Id, Exact] = {}
    for id_ in ids:
        total = 0
        for turn in turns.by_entrant[id_]:
            if turn.kind == "won_walkover" or (turn.kind == "bye" and turn.match_points >= turns.rules.win):
                total += given
            elif turn.kind == "lost_walkover":
                total -= given
            elif turn.kind == "played" and turn.sheet is not None and turn.sheet.counts:
                accounts = turn.sheet.played.accounts
                total += 2 * accounts[turn.index].points - sum(account.points for account in accounts)
        differences[id_] = total
    return differences


def wins(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds that gave as many match points as a win, with or without playing."""
    win = turns.rules.win
    return {
        id_: sum(turn.result == WON and turn.match_points >= win for turn in turns.by_entrant[id_])
        for id_ in ids
    }


def wins_played(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Matches won by playing."""
    return {
        id_: sum(turn.result == WON and turn.kind == "played" for turn in turns.by_entrant[id_])
        for id_ in ids
    }


def progressive(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """The totals after every round, added up."""
    sums: dict[Id, Exact] = {}
    for id_ in ids:
        by_round = turns.by_round(id_)
        left = len(turns.rounds)
        total: Number = 0
        for number in turns.rounds:
            total += by_round.get(number, 0) * left  # a round counts in its own total and in every later one
            left -= 1
        sums[id_] = total
    return sums


def byes(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds in which the draw left somebody over."""
    return {id_: sum(turn.kind in ("bye", "sitting_out") for turn in turns.by_entrant[id_]) for id_ in ids}


def unplayed(turns: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds of the event in which somebody did not play at a table."""
    return {
        id_: len(turns.rounds) - len({turn.round for turn in turns.by_entrant[id_] if turn.kind == "played"})
        for id_ in ids
    }


def _accounts(turns: TurnBook, id_: Id) -> Iterable[Account]:
    """Accounts that count: those of matches as soon as they are finished."""
    for turn in turns.by_entrant[id_]:
        account = turn.account
        if account is not None and turn.sheet is not None and turn.sheet.counts:
            yield account
