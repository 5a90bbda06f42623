"""Places of a knockout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.standings.builders import duel
from tournaments.engines.bracket import BracketMatch, Branch, MatchOutcome
from tournaments.engines.draw.matches.knockout import double, single
from tournaments.engines.standings import final_places

Found = list[tuple[int, int, int]]
Draw = Callable[[Sequence[int | None]], list[BracketMatch]]


def places(*duels: BracketMatch) -> Found:
    return [(place.entrant, place.first, place.last) for place in final_places(duels)]


EIGHT = [duel(n, "winners", 1, n, 9 - n) for n in (1, 2, 3, 4)]
SEMIS = [duel(5, "winners", 2, 1, 4), duel(6, "winners", 2, 2, 3)]
FINAL = duel(7, "winners", 3, 2, 1)


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
    third = duel(8, "place", 1, 4, 3, place=3)
    assert places(*EIGHT, *SEMIS, FINAL, third)[2:4] == [(4, 3, 3), (3, 4, 4)]


def test_an_announced_match_for_the_third_place_leaves_it_open() -> None:
    waiting = [
        place for place in final_places([*EIGHT, *SEMIS, FINAL, duel(8, "place", 1, place=3)]) if place.open
    ]
    assert [place.entrant for place in waiting] == [3, 4]


def test_matches_for_the_fifth_and_the_seventh_place() -> None:
    consolation = [
        duel(8, "place", 1, 8, 7),
        duel(9, "place", 1, 6, 5),
        duel(10, "place", 2, 6, 8, place=5),
        duel(11, "place", 2, 7, 5, place=7),
    ]
    assert places(*EIGHT, *SEMIS, FINAL, *consolation)[4:] == [(6, 5, 5), (8, 6, 6), (7, 7, 7), (5, 8, 8)]


def test_who_is_out_early_knows_his_place_while_others_play() -> None:
    bracket = [*EIGHT, SEMIS[0], duel(6, "winners", 2), duel(7, "winners", 3)]
    assert places(*bracket) == [(4, 3, 4), (5, 5, 8), (6, 5, 8), (7, 5, 8), (8, 5, 8)]


def test_byes_make_the_first_round_smaller() -> None:
    """Six in a bracket of eight: two matches in the first round, 5 and 6 share the fifth place."""
    bracket = [duel(1, "winners", 1, 4, 5), duel(2, "winners", 1, 3, 6), *SEMIS, FINAL]
    assert places(*bracket)[4:] == [(5, 5, 6), (6, 5, 6)]


def test_a_bracket_that_ends_before_the_final_has_several_winners() -> None:
    assert places(*EIGHT, *SEMIS)[:2] == [(1, 1, 2), (2, 1, 2)]


def test_no_bracket_no_places() -> None:
    assert final_places([]) == ()


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 8, 12, 16])
@pytest.mark.parametrize("upsets", [False, True])
@pytest.mark.parametrize("draw", [single, double])
def test_every_bracket_of_the_draw_gives_every_place_once(draw: Draw, entrants: int, upsets: bool) -> None:
    """Played to the end, the better (or the worse) number wins; a second final only if it is needed."""
    size = 1 << (entrants - 1).bit_length()
    lines = [n if n <= entrants else None for n in _lines(size)]
    won: dict[int, tuple[int, int]] = {}
    duels: list[BracketMatch] = []
    for match in draw(lines):
        first, second = (
            won[origin.match][not origin.won] if isinstance(origin, MatchOutcome) else origin
            for origin in match.origins
        )
        again = match.branch == Branch.FINAL and match.round == 2
        if again and won[match.number - 1][0] == sides_of(duels, won):
            duels.append(match)
            continue
        winner = max(first, second) if upsets else min(first, second)
        won[match.number] = (winner, first + second - winner)
        duels.append(replace(match, sides=(first, second), winner=winner))
    knockout_places = final_places(duels)
    assert sorted(place.entrant for place in knockout_places) == list(range(1, entrants + 1))
    assert knockout_places[0].entrant == (entrants if upsets else 1)
    covered: list[int] = []
    for first, last in dict.fromkeys((place.first, place.last) for place in knockout_places):
        covered += range(first, last + 1)
        assert sum(place.first == first for place in knockout_places) == last - first + 1
    assert covered == list(range(1, entrants + 1))


def sides_of(duels: list[BracketMatch], won: dict[int, tuple[int, int]]) -> int:
    """The winner of the upper bracket."""
    return won[[match.number for match in duels if match.branch == Branch.UPPER][-1]][0]


def _lines(size: int) -> list[int]:
    order = [1]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) + 1 - seed)]
    return order
