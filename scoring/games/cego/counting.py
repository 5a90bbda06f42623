"""Cego: from a pile to card points, and what points are possible."""

from __future__ import annotations

from scoring.games.cego.declared import Pile
from scoring.games.cego.rules import Counting, Rules


def count_pile(pile: Pile, rules: Rules, players: int) -> int:
    """The declarer's card points, with three players including the point for the removed cards.

    Threes: a group of three is worth its value less 2, an empty counting 1; one or two cards left over
    cost 1 once. Pairs: less 1 per pair. With three players the three removed empties join the pile.
    """
    removed = 3 if players == 3 else 0
    cards, empties = pile.cards + removed, pile.E + removed
    if rules.counting is Counting.PAIRS:
        return pile.raw_value + empties - (cards + 1) // 2
    points = pile.raw_value + empties - 2 * (cards // 3) - (1 if cards % 3 else 0)
    return points - (1 - rules.three_player_bonus) if players == 3 else points


def all_points(rules: Rules, players: int) -> int:
    """The declarer's points when he took every trick."""
    if rules.counting is Counting.PAIRS:
        return 79
    return 69 + rules.three_player_bonus if players == 3 else 70


def possible_points(points: int, rules: Rules, players: int) -> bool:
    """Can a declarer end with these points? Ten (three players: twelve) cards are his before the first
    trick, so the lowest values cannot occur; in pairs one trick less than all already costs 2."""
    low, high = lowest_points(rules, players), all_points(rules, players)
    return low <= points <= high and not (rules.counting is Counting.PAIRS and points == high - 1)


def lowest_points(rules: Rules, players: int) -> int:
    """The points of a declarer without a trick who laid down nothing but empties."""
    return count_pile(Pile(E=12 if players == 3 else 10), rules, players)


def pile_sizes(players: int) -> range:
    """Cards a declarer's pile can have: the blind and whole tricks."""
    return range(12, 52, 3) if players == 3 else range(10, 55, 4)


def is_won(points: int, rules: Rules) -> bool:
    """More than half of 70, or 40 of 79."""
    return points >= (40 if rules.counting is Counting.PAIRS else 36)


def is_buergermeister(points: int, rules: Rules) -> bool:
    """Exactly half of 70; 79 cannot be halved."""
    return rules.counting is Counting.THREES and points == 35


def step(points: int, rules: Rules) -> int:
    """The multiplier: the points of the side that won, in steps of five. 70 is a step of its own."""
    if rules.counting is Counting.PAIRS:
        return (max(points, 79 - points) - 40) // 5 + 1
    if points == 70:
        return 8
    return 1 if points == 35 else (max(points, 70 - points) - 31) // 5
