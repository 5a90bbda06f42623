"""Medals of an evening: each is won by what the hands say, and by nothing less."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tournaments.engines.eveningmedals import EveningMedal, EveningMedalKind, OwnHand, evening_medals

NOTHING = OwnHand(False)
WON = OwnHand(True)


def robbed(success: bool | None = None) -> OwnHand:
    return OwnHand(False, (("Räuber", success),))


def solo(success: bool) -> OwnHand:
    return OwnHand(success, (("Solo", success),))


@pytest.mark.parametrize(
    ("hands", "row"),
    [
        ([robbed(), robbed(), robbed(), robbed()], 4),
        ([robbed(), NOTHING, robbed(), WON, robbed()], 3),  # what others played in between is theirs
        ([robbed(), robbed(), solo(True), robbed(), robbed()], 0),
        ([robbed(), robbed(), robbed(False), robbed()], 0),
        ([robbed(), robbed()], 0),
    ],
)
def test_the_same_again_and_again(hands: Sequence[OwnHand], row: int) -> None:
    medals = evening_medals({0: hands, 1: [solo(False)]})
    assert [(medal.count, medal.what) for medal in medals] == ([(row, "Räuber")] if row else [])


def test_where_there_is_one_thing_to_play_for_doing_it_again_is_nothing() -> None:
    assert evening_medals({0: [robbed()] * 5, 1: [NOTHING] * 5}) == ()


def test_hands_won_in_a_row() -> None:
    hands = {0: [WON, WON, NOTHING, WON], 1: [NOTHING, WON, WON, WON, WON]}
    assert evening_medals(hands) == (EveningMedal(EveningMedalKind.SERIES, (1,), 4),)


def test_what_too_many_have_reached_is_no_medal() -> None:
    row = [WON] * 4
    assert evening_medals({0: row, 1: row})[0].who == (0, 1)
    assert evening_medals({0: row, 1: row, 2: row}) == ()


def test_everything_that_was_played_for_was_made() -> None:
    hands = {
        0: [solo(True), NOTHING, solo(True), solo(True), solo(True)],
        1: [solo(True)] * 4 + [solo(False)],
    }
    kinds = {medal.kind: medal for medal in evening_medals(hands)}
    assert kinds[EveningMedalKind.EVERYTHING] == EveningMedal(EveningMedalKind.EVERYTHING, (0,), 4)


def course(*ways: str) -> tuple[tuple[EveningMedalKind, tuple[int, ...], int, int], ...]:
    """The medals of the ways through an evening, a digit for each place."""
    places = {who: [int(place) for place in way] for who, way in enumerate(ways)}
    return tuple(
        (medal.kind, medal.who, medal.count, medal.step) for medal in evening_medals({}, places, least=4)
    )


def test_from_the_last_place_to_the_top() -> None:
    assert course("1113", "2222", "3331") == ((EveningMedalKind.BEHIND, (2,), 3, 2),)


def test_whoever_was_last_only_in_the_beginning_has_not_come_from_behind() -> None:
    assert course("2222", "1333", "3111") == ()


def test_in_front_all_the_time_means_alone() -> None:
    assert course("1111", "2222", "3333") == ((EveningMedalKind.THROUGHOUT, (0,), 4, 0),)
    assert course("1111", "1222", "3333") == ()


def test_in_front_at_the_very_last_moment() -> None:
    assert course("2221", "1112", "3333") == ((EveningMedalKind.LAST_STEP, (0,), 4, 0),)


def test_nobody_wins_a_medal_for_a_victory_that_is_shared() -> None:
    assert course("3331", "1111", "2222") == ()


def test_a_short_evening_has_no_course() -> None:
    assert evening_medals({}, {0: [1, 1], 1: [2, 2]}) == ()


def test_whoever_came_later_counts_from_then_on() -> None:
    places = {0: [1, 1, 1, 1], 1: [2, 2, 2, 2], 2: [3, 3]}
    assert evening_medals({}, places, least=4)[0].kind is EveningMedalKind.THROUGHOUT


def test_of_many_whoever_was_in_the_lower_half_comes_from_behind() -> None:
    places = {who: [who + 1, who + 1, who + 1] for who in range(1, 10)} | {0: [7, 3, 1]}
    (medal,) = evening_medals({}, places, least=3)
    assert (medal.kind, medal.count, medal.step) == (EveningMedalKind.BEHIND, 7, 0)
