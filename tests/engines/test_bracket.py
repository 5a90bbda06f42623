"""One model of a knockout: matches, where their sides come from, and who has come how far."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tournaments.engines.bracket import (
    THIRD_PLACE,
    Bracket,
    BracketMatch,
    Branch,
    MatchOutcome,
    bracket_size,
    played,
    read,
    written,
)
from tournaments.engines.draw.matches.knockout import bracket_order, double, single
from tournaments.speech.brackets import branch_name, comes_from, heads, of_whom, round_name


def drawn(entrants: int, *, twice: bool = False) -> list[BracketMatch]:
    """The bracket of so many entrants, called by their seeds from 1."""
    order = bracket_order(bracket_size(entrants))
    lines = [seed + 1 if seed < entrants else None for seed in order]
    return double(lines) if twice else single(lines)


def to_the_end(matches: list[BracketMatch], *, third_place: bool = False) -> Bracket:
    """The better seed wins every match."""
    winners: dict[int, int] = {}
    bracket = played(matches, winners, third_place=third_place)
    while bracket.playable:
        winners |= {match.number: min(filter(None, match.sides)) for match in bracket.playable}
        bracket = played(matches, winners, third_place=third_place)
    return bracket


def test_a_bracket_fills_as_it_is_played() -> None:
    bracket = played(drawn(5), {1: 5})
    assert [match.sides for match in bracket.matches] == [(4, 5), (1, 5), (2, 3), (None, None)]
    assert [match.number for match in bracket.playable] == [2, 3]
    assert bracket.champion is None
    assert [bracket.left(number) for number in (1, 2, 3)] == [8, 4, 2]


def test_losers_of_the_semifinals_play_for_the_third_place_last() -> None:
    bracket = played(drawn(4), {1: 1, 2: 2}, third_place=True)
    assert [(match.number, match.sides) for match in bracket.playable] == [(3, (1, 2)), (THIRD_PLACE, (4, 3))]
    (third,) = bracket.of(Branch.PLACE)
    assert third.place == 3
    assert third.origins == (MatchOutcome(1, won=False), MatchOutcome(2, won=False))


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13])
def test_somebody_wins_in_the_end(entrants: int) -> None:
    assert to_the_end(drawn(entrants), third_place=True).champion == 1
    assert to_the_end(drawn(entrants, twice=True)).champion == 1


def test_a_second_final_is_there_only_if_it_is_needed() -> None:
    final = played(drawn(2, twice=True), {1: 1, 2: 1})
    assert [match.number for match in final.of(Branch.FINAL)] == [2]
    again = played(drawn(2, twice=True), {1: 1, 2: 2})
    assert [match.number for match in again.of(Branch.FINAL)] == [2, 3]
    assert again.champion is None


@pytest.mark.parametrize("twice", [False, True])
def test_an_answer_of_the_draw_is_read_as_it_was_written(twice: bool) -> None:
    matches = drawn(13, twice=twice)
    answer = written(matches, lambda entrant: f"No. {entrant}")
    assert list(read(answer, lambda name: int(str(name).removeprefix("No. ")))) == matches


@pytest.mark.parametrize("entrants", [3, 4, 5, 6, 7, 8, 13])
@pytest.mark.parametrize("branch", [Branch.UPPER, Branch.LOWER])
def test_every_match_of_a_branch_stands_below_a_head(entrants: int, branch: Branch) -> None:
    """Nobody plays in the first round of a lower bracket where most have a bye."""
    bracket = played(drawn(entrants, twice=True), {})
    named = len(heads(bracket, branch))
    assert named == max(match.round for match in bracket.of(branch))


def test_a_bracket_in_words() -> None:
    with override("en"):
        _speaks_english()


def _speaks_english() -> None:
    bracket, twice = played(drawn(13), {}, third_place=True), played(drawn(8, twice=True), {})
    assert heads(bracket, Branch.UPPER) == ("Round of 16", "Quarter-finals", "Semi-finals", "Final")
    assert heads(twice, Branch.UPPER) == ("Round 1", "Round 2", "Round 3")
    assert round_name(bracket, Branch.PLACE, 1) == "Match for third place"
    assert round_name(twice, Branch.LOWER, 2) == "Lower bracket, round 2"
    assert (branch_name(bracket, Branch.UPPER), branch_name(twice, Branch.UPPER)) == ("", "Upper bracket")
    assert of_whom(64) == "Round of 64"
    assert comes_from(MatchOutcome(3, won=True)) == "Winner of match 3"
    assert comes_from(MatchOutcome(3, won=False)) == "Loser of match 3"
    assert comes_from(3) == ""
