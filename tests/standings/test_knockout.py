"""Places of a knockout."""

from __future__ import annotations

import pytest

from tournaments.engines.draw.matches.knockout import double, single
from tournaments.engines.standings import Duel, final_places

Found = list[tuple[int, int, int]]


def places(*duels: Duel) -> Found:
    return [(one.entrant, one.first, one.last) for one in final_places(duels)]


EIGHT = [Duel(n, "winners", 1, n, 9 - n) for n in (1, 2, 3, 4)]
SEMIS = [Duel(5, "winners", 2, 1, 4), Duel(6, "winners", 2, 2, 3)]
FINAL = Duel(7, "winners", 3, 2, 1)


def test_losers_of_a_round_share_their_places() -> None:
    assert places(*EIGHT, *SEMIS, FINAL) == [
        (2, 1, 1),
        (1, 2, 2),
        (3, 3, 4),
        (4, 3, 4),
        (5, 5, 8),
        (6, 5, 8),
        (7, 5, 8),
        (8, 5, 8),
    ]


def test_a_match_for_the_third_place_decides_it() -> None:
    third = Duel(8, "place", 1, 4, 3, place=3)
    assert places(*EIGHT, *SEMIS, FINAL, third)[2:4] == [(4, 3, 3), (3, 4, 4)]


def test_an_announced_match_for_the_third_place_leaves_it_open() -> None:
    waiting = [one for one in final_places([*EIGHT, *SEMIS, FINAL, Duel(8, "place", 1, place=3)]) if one.open]
    assert [one.entrant for one in waiting] == [3, 4]


def test_matches_for_the_fifth_and_the_seventh_place() -> None:
    consolation = [
        Duel(8, "place", 1, 8, 7),
        Duel(9, "place", 1, 6, 5),
        Duel(10, "place", 2, 6, 8, place=5),
        Duel(11, "place", 2, 7, 5, place=7),
    ]
    assert places(*EIGHT, *SEMIS, FINAL, *consolation)[4:] == [(6, 5, 5), (8, 6, 6), (7, 7, 7), (5, 8, 8)]


def test_who_is_out_early_knows_his_place_while_others_play() -> None:
    bracket = [*EIGHT, SEMIS[0], Duel(6, "winners", 2), Duel(7, "winners", 3)]
    assert places(*bracket) == [(4, 3, 4), (5, 5, 8), (6, 5, 8), (7, 5, 8), (8, 5, 8)]


def test_byes_make_the_first_round_smaller() -> None:
    """Six in a bracket of eight: two matches in the first round, 5 and 6 share the fifth place."""
    bracket = [Duel(1, "winners", 1, 4, 5), Duel(2, "winners", 1, 3, 6), *SEMIS, FINAL]
    assert places(*bracket)[4:] == [(5, 5, 6), (6, 5, 6)]


def test_a_bracket_that_ends_before_the_final_has_several_winners() -> None:
    assert places(*EIGHT, *SEMIS)[:2] == [(1, 1, 2), (2, 1, 2)]


def test_no_bracket_no_places() -> None:
    assert final_places([]) == ()


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 8, 12, 16])
@pytest.mark.parametrize("upsets", [False, True])
@pytest.mark.parametrize("draw", [single, double])
def test_every_bracket_of_the_draw_gives_every_place_once(draw: object, entrants: int, upsets: bool) -> None:
    """Played to the end, the better (or the worse) number wins; a second final only if it is needed."""
    size = 1 << (entrants - 1).bit_length()
    lines = [n if n <= entrants else None for n in _lines(size)]
    won: dict[int, tuple[int, int]] = {}
    duels: list[Duel] = []
    for one in draw(lines):  # type: ignore[operator]
        sides = [side if isinstance(side, int) else won[side[1]][side[0] == "loser"] for side in one.sides]
        if one.stage == "final" and one.round == 2 and won[one.number - 1][0] == sides_of(duels, won):
            duels.append(Duel(one.number, one.stage, one.round))
            continue
        winner = max(sides) if upsets else min(sides)
        won[one.number] = (winner, sum(sides) - winner)
        duels.append(Duel(one.number, one.stage, one.round, *won[one.number]))
    found = final_places(duels)
    assert sorted(one.entrant for one in found) == list(range(1, entrants + 1))
    assert found[0].entrant == (entrants if upsets else 1)
    covered: list[int] = []
    for first, last in dict.fromkeys((one.first, one.last) for one in found):
        covered += range(first, last + 1)
        assert sum(one.first == first for one in found) == last - first + 1
    assert covered == list(range(1, entrants + 1))


def sides_of(duels: list[Duel], won: dict[int, tuple[int, int]]) -> int:
    """The winner of the upper bracket."""
    return won[[one.number for one in duels if one.stage == "winners"][-1]][0]


def _lines(size: int) -> list[int]:
    order = [1]
    while len(order) < size:
        order = [one for seed in order for one in (seed, 2 * len(order) + 1 - seed)]
    return order
