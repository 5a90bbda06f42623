"""Criteria of somebody's own results: sums, rounds, hands. One idea per function, nothing else.

Each takes the board and the ids it is asked about, and answers with an exact value for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tournaments.engines.standings.inputs import Account, Id
from tournaments.engines.standings.rules import Short
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.turns import WON, Turn, places, to_planned
from tournaments.engines.standings.values import Exact, Number, exact

Values = Mapping[Id, Exact]


def points(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the rounds that count, with credits and penalties."""
    return {id_: board.points(id_) for id_ in ids}


def mean(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Points made at tables, with penalties, by hands played; none for who played too few."""
    found: dict[Id, Exact] = {}
    for id_ in ids:
        total, hands = board.penalties.get(id_, 0), 0
        for turn in board.counted(id_):
            if turn.kind == "played" and turn.sheet is not None:
                total += turn.sheet.played.accounts[turn.index].points
                hands += turn.sheet.hands
        enough = hands and hands >= board.rules.least_hands
        found[id_] = exact(total, hands) if enough else None
    return found


def scaled(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum where every finished table counts as if the planned hands had been played."""
    return {
        id_: sum(_scaled(board, turn) for turn in board.counted(id_)) + board.penalties.get(id_, 0)
        for id_ in ids
    }


def _scaled(board: TurnBook, turn: Turn) -> Number:
    sheet = turn.sheet
    if turn.kind != "played" or sheet is None or board.rules.short is Short.SCALED:
        return turn.points
    raw = sheet.played.accounts[turn.index].points
    return to_planned(raw, sheet.hands, sheet.played.planned) if sheet.played.finished else raw


def placement(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of the placement points."""
    return {id_: sum(map(board.placement, board.counted(id_))) for id_ in ids}


def points_for(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sheets alone: no credits, no penalties, no walkovers; matches as soon as they are finished."""
    return {id_: sum(account.points for account in _accounts(board, id_)) for id_ in ids}


def hands_won(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Hands won, where the hands are known."""
    return _of_hands(board, ids, lambda accounts: sum(account.won for account in accounts))


def hands_lost(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Hands lost, where the hands are known."""
    return _of_hands(board, ids, lambda accounts: sum(account.lost for account in accounts))


def hands_at_zero(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Hands with exactly 0, where the hands are known."""
    return _of_hands(board, ids, lambda accounts: sum(account.hands.count(0) for account in accounts))


def best_hand(board: TurnBook, ids: Sequence[Id]) -> Values:
    """All hands, the best first."""
    best_first = not board.rules.low_wins

    def ordered(accounts: Iterable[Account]) -> Exact:
        return tuple(sorted((hand for account in accounts for hand in account.hands), reverse=best_first))

    return _of_hands(board, ids, ordered)


def worst_hand(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The worst hand; none without a hand."""
    worst = max if board.rules.low_wins else min

    def found(accounts: Iterable[Account]) -> Exact:
        return worst((hand for account in accounts for hand in account.hands), default=None)

    return _of_hands(board, ids, found)


def _of_hands(board: TurnBook, ids: Sequence[Id], of: Callable[[Sequence[Account]], Exact]) -> Values:
    """A value of the hands; none where a sheet is known by its totals only."""
    found: dict[Id, Exact] = {}
    for id_ in ids:
        turns = [turn for turn in board.turns[id_] if turn.kind == "played"]
        accounts = [account for turn in turns if (account := turn.account) is not None]
        known = all(
            account.hands or account.won or account.lost or (turn.open and not account.points)
            for turn, account in zip(turns, accounts, strict=True)
        )
        found[id_] = of(accounts) if known else None
    return found


def best_round(board: TurnBook, ids: Sequence[Id]) -> Values:
    """All rounds, the best first."""
    best_first = not board.rules.low_wins
    return {id_: tuple(sorted(board.scores[id_].values(), reverse=best_first)) for id_ in ids}


def last_round(board: TurnBook, ids: Sequence[Id]) -> Values:
    """All rounds of the event, the last first; None for one that somebody was not in."""
    backwards = board.rounds[::-1]
    return {id_: tuple(board.scores[id_].get(number) for number in backwards) for id_ in ids}


def worst_round(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The worst round; none without a round."""
    worst = max if board.rules.low_wins else min
    return {id_: worst(board.scores[id_].values(), default=None) for id_ in ids}


def rounds_at_zero(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds played at a table with exactly 0."""
    return {
        id_: sum(turn.kind == "played" and not turn.open and turn.points == 0 for turn in board.turns[id_])
        for id_ in ids
    }


def tables_won(board: TurnBook, ids: Sequence[Id]) -> Values:
    """How often first at the table; one half where the first place was shared."""
    return {id_: exact(sum(_halves(board, turn) for turn in board.turns[id_]), 2) for id_ in ids}


def _halves(board: TurnBook, turn: Turn) -> int:
    sheet = turn.sheet
    if turn.kind != "played" or sheet is None or turn.open:
        return 0
    found = places(sheet, board.rules)
    if found[turn.index] < max(found):
        return 0
    return 2 if sheet.leaders == 1 else 1


def match_points(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The sum of match points."""
    return {id_: board.match_points(id_) for id_ in ids}


def games(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Games won, walkovers and byes as the rules write them."""
    return {id_: sum(board.games(turn)[0] for turn in board.turns[id_]) for id_ in ids}


def games_difference(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Games won minus games of the opponents."""
    found: dict[Id, Exact] = {}
    for id_ in ids:
        own = against = 0
        for turn in board.turns[id_]:
            won, lost = board.games(turn)
            own, against = own + won, against + lost
        found[id_] = own - against
    return found


def point_difference(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Points minus those of the opponents, walkovers and byes as the rules write them."""
    given = board.rules.forfeit_points
    found: dict[Id, Exact] = {}
    for id_ in ids:
        total = 0
        for turn in board.turns[id_]:
            if turn.kind == "won_walkover" or (turn.kind == "bye" and turn.match_points >= board.rules.win):
                total += given
            elif turn.kind == "lost_walkover":
                total -= given
            elif turn.kind == "played" and turn.sheet is not None and turn.sheet.counts:
                accounts = turn.sheet.played.accounts
                total += 2 * accounts[turn.index].points - sum(account.points for account in accounts)
        found[id_] = total
    return found


def wins(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds that gave as many match points as a win, with or without playing."""
    win = board.rules.win
    return {
        id_: sum(turn.result == WON and turn.match_points >= win for turn in board.turns[id_]) for id_ in ids
    }


def wins_played(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Matches won by playing."""
    return {
        id_: sum(turn.result == WON and turn.kind == "played" for turn in board.turns[id_]) for id_ in ids
    }


def progressive(board: TurnBook, ids: Sequence[Id]) -> Values:
    """The totals after every round, added up."""
    found: dict[Id, Exact] = {}
    for id_ in ids:
        by_round = board.by_round(id_)
        left = len(board.rounds)
        total: Number = 0
        for number in board.rounds:
            total += by_round.get(number, 0) * left  # a round counts in its own total and in every later one
            left -= 1
        found[id_] = total
    return found


def byes(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds in which the draw left somebody over."""
    return {id_: sum(turn.kind in ("bye", "sitting_out") for turn in board.turns[id_]) for id_ in ids}


def unplayed(board: TurnBook, ids: Sequence[Id]) -> Values:
    """Rounds of the event in which somebody did not play at a table."""
    return {
        id_: len(board.rounds) - len({turn.round for turn in board.turns[id_] if turn.kind == "played"})
        for id_ in ids
    }


def _accounts(board: TurnBook, id_: Id) -> Iterable[Account]:
    """Accounts that count: those of matches as soon as they are finished."""
    for turn in board.turns[id_]:
        account = turn.account
        if account is not None and turn.sheet is not None and turn.sheet.counts:
            yield account
