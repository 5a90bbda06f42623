"""People over the years as pure functions: an evening added up, medals, records, ratings."""

from __future__ import annotations

import datetime

from scoring.text import say, vocabulary
from tournaments.engines.careers.best import best_of
from tournaments.engines.careers.evening import (
    CareerTable,
    ScoredHand,
    TriedContract,
    evening_of,
    message_of,
    words_of,
)
from tournaments.engines.careers.medals import MedalKind, Outing, medals
from tournaments.engines.careers.rating import STRANGER, Skill, rate, seeds, together

SOLO = ("cego", "Solo")
DAY = datetime.date(2026, 3, 7)


def a_hand(number: int, *points: int, declarer: int | None = None, won: bool | None = True) -> ScoredHand:
    tried = () if declarer is None else (TriedContract(SOLO, won, (declarer,)),)
    return ScoredHand(number, dict(enumerate(points)), tried=tried)


def four(sheet: int, *hands: ScoredHand) -> CareerTable:
    accounts = {account: (account + 1,) for account in range(4)}
    return CareerTable(sheet, accounts, {account: account + 1 for account in range(4)}, hands)


def test_an_evening_is_added_up_over_its_tables() -> None:
    first = four(7, a_hand(1, 6, -2, -2, -2, declarer=1), a_hand(2, 9, -3, -3, -3))
    second = four(
        8, a_hand(1, 12, -4, -4, -4, declarer=1, won=None), a_hand(2, -6, 2, 2, 2, declarer=1, won=False)
    )
    anna = evening_of([first, second])[1]
    assert (anna.points, anna.tables, anna.hands, anna.won) == (21, 2, 4, 3)
    assert (anna.best, anna.best_at) == (12, (8, 1))
    assert anna.streak == 3, "hands won one after the other go on at the next table"
    count = anna.tried[SOLO]
    assert (count.tried, count.won, count.open) == (3, 1, 1)
    assert anna.met == {2: 2, 3: 2, 4: 2}
    assert not anna.partners


def test_partners_are_who_shares_an_account_and_hands_sat_out_are_none_of_ours() -> None:
    pairs = CareerTable(
        1, {0: (1, 3), 1: (2, 4)}, {0: 1, 1: 2}, (ScoredHand(1, {0: 3, 1: 0}), ScoredHand(2, {1: 2}))
    )
    evening = evening_of([pairs])
    assert evening[1].partners == {3: 1}
    assert evening[1].met == {2: 1, 3: 1, 4: 1}
    assert (evening[1].hands, evening[2].hands) == (1, 2)


def test_where_few_points_are_good_the_fewest_win_a_hand_and_are_the_best() -> None:
    evening = evening_of([four(1, a_hand(1, 5, 0, 9, 3), a_hand(2, 2, 7, 0, 4))], low_wins=True)
    assert (evening[2].won, evening[2].best, evening[3].won) == (1, 0, 1)


def test_hands_on_paper_count_and_say_nothing_of_each() -> None:
    paper = ScoredHand(1, {0: 30, 1: -10, 2: -10, 3: -10}, count=8, alone=False)
    anna = evening_of([four(1, paper)])[1]
    assert (anna.points, anna.hands, anna.won, anna.best, anna.streak) == (30, 8, 0, None, 0)


def test_what_was_played_for_is_kept_so_that_it_can_be_said_in_every_language() -> None:
    mark = vocabulary("cego")
    words = words_of(say(mark("Solo")))
    assert words == ("cego", "Solo")
    assert getattr(message_of(words), "vocabulary", "") == "cego"


def outing(
    place: int | None, of: int = 20, day: datetime.date = DAY, streak: int = 0, event: bool = True
) -> Outing:
    return Outing(day, place, of, streak, event)


def test_medals() -> None:
    second = DAY + datetime.timedelta(days=7)
    won = {
        medal.kind: medal.number
        for medal in medals([outing(1), outing(1, day=second), outing(3, streak=6)], {2026: 3}, 2027)
    }
    assert won == {MedalKind.GOLD: 2, MedalKind.BRONZE: 1, MedalKind.AGAIN: 2, MedalKind.SERIES: 6}


def test_a_place_among_few_or_at_a_table_of_friends_is_no_medal() -> None:
    assert medals([outing(1, of=7), outing(1, of=4, event=False)], {}, 2027) == ()


def test_who_was_at_every_event_of_a_year_that_is_over() -> None:
    evenings = [outing(9, day=DAY + datetime.timedelta(days=7 * week)) for week in range(5)]
    kinds = [medal.kind for medal in medals(evenings, {2026: 5}, 2027)]
    assert MedalKind.FAITHFUL in kinds
    assert MedalKind.FAITHFUL not in [medal.kind for medal in medals(evenings, {2026: 6}, 2027)]
    assert MedalKind.FAITHFUL not in [medal.kind for medal in medals(evenings, {2026: 5}, 2026)]


def test_ten_evenings_are_ten_days() -> None:
    twice = [outing(9, day=DAY + datetime.timedelta(days=number // 2)) for number in range(20)]
    (medal,) = [medal for medal in medals(twice, {}, 2027) if medal.kind is MedalKind.EVENINGS]
    assert (medal.number, medal.day) == (10, DAY + datetime.timedelta(days=9))


def test_a_record_that_too_many_hold_is_none() -> None:
    assert best_of([]) is None
    assert best_of([(5, 1, 10), (7, 2, 11), (7, 2, 12), (7, 3, 12)]).holders == ((2, 11), (3, 12))
    assert best_of((7, person, 1) for person in range(4)) is None
    assert best_of([(5, 1, 10), (7, 2, 11)], low=True).value == 5


def test_ratings_know_equal_places_pairs_and_who_is_new() -> None:
    skills: dict[int, Skill] = {}
    rate(skills, [[1], [2], [3], [4]], [1, 2, 2, 4])
    assert skills[1].mu > skills[2].mu == skills[3].mu > skills[4].mu
    assert all(skill.sigma < STRANGER.sigma for skill in skills.values())
    rate(skills, [[1, 2], [5, 6]], [2, 1])
    assert skills[5] == skills[6]
    assert skills[5].number > STRANGER.number == 1500


def test_who_sat_alone_is_compared_with_nobody() -> None:
    skills: dict[int, Skill] = {}
    rate(skills, [[1], []], [1, 2])
    assert skills == {}


def test_a_replay_says_the_same_to_the_last_digit() -> None:
    tables = [([[1], [2], [3]], [1, 2, 3]), ([[2], [3], [1], [4]], [1, 1, 3, 4]), ([[4, 1], [2, 3]], [1, 2])]
    twice = []
    for _time in range(2):
        skills: dict[int, Skill] = {}
        for sides, places in tables:
            rate(skills, sides, places)
        twice.append(skills)
    assert twice[0] == twice[1]


def test_seeds_go_by_what_is_certain_and_leave_out_who_is_not_known() -> None:
    steady, lucky = Skill(28.0, 1.0), Skill(30.0, 8.0)
    assert seeds({1: lucky, 2: steady, 3: None, 4: steady}) == {2: 1, 4: 1, 1: 3}
    assert together([]) is None
    assert together([steady, steady]).mu == 28.0
