"""Écarté: chips. Pot and stake of the players, bets of spectators at even money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.games.ecarte.declared import (
    TRICKS,
    Bet,
    DoubleBasis,
    DoubleStake,
    Extra,
    Record,
    Rules,
    Scoring,
)
from scoring.hands import Finished, Hand, Log, SoFar, entered
from scoring.table import Side, Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("ecarte")

GAINS = ("turned_king", "king", "tricks")


def has_won_a_point(log: Log[Record], player: int) -> bool:
    """Ever booked a point in this game, whatever was lost later; on paper: as far as the totals show it."""
    return any(line.points[player] > 0 for hand in log for line in hand.lines)


def times(log: Log[Record], totals: tuple[int, ...], loser: int, rules: Rules) -> int:
    """How many stakes the loser pays; where every trick is a point single deals are paid instead."""
    if rules.scoring is Scoring.PER_TRICK:
        return 1
    match rules.double_stake:
        case DoubleStake.OFF:
            return 1
        case DoubleStake.DOUBLE:
            ever = rules.double_basis is DoubleBasis.POINTS_EVER_WON
            won = has_won_a_point(log, loser) if ever else totals[loser] > 0
            return 1 if won else 2
        case DoubleStake.TREBLE_DOUBLE_SINGLE:
            return 3 if totals[loser] <= 0 else 2 if totals[loser] <= 2 else 1


def winnings(log: Log[Record], totals: tuple[int, ...], winner: Side, rules: Rules) -> int:
    """What the winner of a game gains and the loser pays, over all; of deals on paper nothing is known."""
    if rules.scoring is Scoring.PER_TRICK:
        return _by_deal(entered(log), winner, rules)
    return rules.stake * times(log, totals, 1 - winner, rules)


def _gains(hand: Hand[Record]) -> tuple[int, int]:
    """Points won in a deal, without a penalty."""
    lines = [line.points for line in hand.lines if line.code in GAINS]
    return sum(points[0] for points in lines), sum(points[1] for points in lines)


def _drawn(hands: Sequence[Hand[Record]], rules: Rules) -> Iterator[tuple[int, int]]:
    """(player, chips) a won deal draws from the pot, in which one stake stays for the winner of the game."""
    left = rules.stake
    for hand in hands:
        gains = _gains(hand)
        if gains[0] != gains[1]:
            player = int(gains[1] > gains[0])
            chips = min(left, gains[player])
            left -= chips
            yield player, chips


def _by_deal(hands: Sequence[Hand[Record]], winner: Side, rules: Rules) -> int:
    """Every deal draws from the pot as many chips as points, without a trick the loser pays a stake more."""
    chips = [-rules.stake, -rules.stake]
    pot = 2 * rules.stake
    for player, drawn in _drawn(hands[:-1], rules):
        chips[player] += drawn
        pot -= drawn
    chips[winner] += pot
    for hand in hands:
        for player in (0, 1):
            if _without_trick(hand, player, rules):
                chips[player] -= rules.stake
                chips[1 - player] += rules.stake
    return chips[winner]


def _without_trick(hand: Hand[Record], player: int, rules: Rules) -> bool:
    """Lost a deal without a trick; a deal broken off because the game was decided asks nobody to pay."""
    tricks, gains = hand.record.tricks, _gains(hand)
    if tricks is None or tricks[player] or gains[player] >= gains[1 - player]:
        return False
    limit = rules.max_points_per_deal
    return sum(tricks) == TRICKS or bool(limit and gains[1 - player] >= limit)


def pot(so_far: SoFar[Record], rules: Rules) -> int:
    """What lies in the pot of the game in progress."""
    drawn = _drawn(entered(so_far.log), rules) if rules.scoring is Scoring.PER_TRICK else ()
    return 2 * rules.stake - sum(chips for _player, chips in drawn)


def chips(so_far: SoFar[Record], table: Table[Rules]) -> list[int]:
    """What both players have gained or paid in the games that are settled."""
    gains = [0, 0]
    for game in so_far.earlier:
        for winner in game.outcome.winners:
            gained = winnings(game.log, game.totals, winner, table.rules)
            gains[winner] += gained
            gains[1 - winner] -= gained
    return gains


@dataclass(frozen=True, slots=True)
class Settled:
    """A bet after its game: what it gained or cost, and what came back because nobody took it."""

    bet: Bet
    net: int | float
    returned: int
    levy: int | float = 0


def settle(bets: Sequence[Bet], winner: Side, factor: int, levy: int) -> list[Settled]:
    """Even money up to the smaller of both sums; the heavier side takes back its latest bets first."""
    sums = [sum(bet.amount for bet in bets if bet.on == side) for side in (0, 1)]
    uncovered = [max(0, staked - against) for staked, against in zip(sums, reversed(sums), strict=True)]
    results = []
    for bet in reversed(bets):
        returned = min(bet.amount, uncovered[bet.on])
        uncovered[bet.on] -= returned
        gain = (bet.amount - returned) * factor
        commission = _percent(gain, levy) if bet.on == winner else 0
        results.append(Settled(bet, gain - commission if bet.on == winner else -gain, returned, commission))
    return results[::-1]


def _percent(amount: int, percent: int) -> int | float:
    """A whole number where it is one."""
    return amount * percent // 100 if amount * percent % 100 == 0 else amount * percent / 100


def settled(bets: Sequence[Bet], game: Finished[Record], rules: Rules) -> list[Settled]:
    """The bets on a game that has been decided."""
    winner = game.outcome.winners[0]
    factor = times(game.log, game.totals, 1 - winner, rules) if rules.side_bet_double else 1
    return settle(bets, winner, factor, rules.side_bet_levy)


def more(so_far: SoFar[Record], table: Table[Rules], extra: Extra) -> Mapping[str, Any]:
    """Chips of the players, and the bets as soon as their game, the first of the sheet, is decided."""
    answer: dict[str, Any] = {"chips": chips(so_far, table)}
    if extra.bets and so_far.earlier:
        results = settled(extra.bets, so_far.earlier[0], table.rules)
        answer["bets"] = [
            {"name": result.bet.name, "net": result.net, "returned": result.returned, "text": _spoken(result)}
            for result in results
        ]
        if table.rules.side_bet_levy:
            answer["house"] = sum(result.levy for result in results)
    return answer


def asides(so_far: SoFar[Record], table: Table[Rules], extra: Extra) -> Sequence[Text]:
    """The pot of the game in progress, and every bet: open until its game is decided, then settled."""
    sentences = []
    if table.rules.stake and not so_far.over:
        sentences.append(say(_("In the pot: {chips}"), chips=pot(so_far, table.rules)))
    if so_far.earlier:
        sentences += [_spoken(result) for result in settled(extra.bets, so_far.earlier[0], table.rules)]
    else:
        message = _("{name} bets {amount} on {side}")
        sentences += [say(message, name=bet.name, amount=bet.amount, side=bet.on) for bet in extra.bets]
    return sentences


def _spoken(result: Settled) -> Text:
    if not result.net and result.returned:
        message = _("{name}: nobody bet against it, {returned} come back")
        return say(message, name=result.bet.name, returned=result.returned)
    message = _("{name} wins {amount}") if result.net >= 0 else _("{name} loses {amount}")
    text = say(message, name=result.bet.name, amount=abs(result.net))
    if result.returned:
        return say(_("{what}, {returned} come back"), what=text, returned=result.returned)
    return text
