"""An event added up over its tables: records, series, and who did what most often."""

from __future__ import annotations

import datetime

from tournaments.engines.tallying import (
    Leader,
    PlayedAttempt,
    PlayedHand,
    TalliedHand,
    TalliedTable,
    Where,
    tally,
)

ANA, BEN, CARL, DORA = (1, "Ana"), (2, "Ben"), (3, "Carl"), (4, "Dora")
DAY = datetime.datetime(2026, 11, 14, 19, 0, tzinfo=datetime.UTC)


def hand(*points: int, tried: tuple[PlayedAttempt, ...] = (), sentence: str = "") -> PlayedHand:
    """A hand of Ana, Ben and so on; whoever gains has won."""
    people = (ANA, BEN, CARL, DORA)
    turns = (
        TalliedHand(who[1], (who,), worth, worth > 0) for who, worth in zip(people, points, strict=False)
    )
    return PlayedHand(tuple(turns), tried, sentence)


def table(round_: int, number: int, *hands: PlayedHand, minutes: int = 0) -> TalliedTable:
    begun = DAY + datetime.timedelta(hours=round_)
    ended = begun + datetime.timedelta(minutes=minutes)
    return TalliedTable(Where(round_, number), len(hands), (ANA, BEN), hands, begun, ended)


def test_nothing_is_counted_where_nothing_was_played() -> None:
    empty = tally([table(1, 1)])
    assert (empty.hands, empty.tables, empty.people, empty.minutes) == (0, 0, 0, 0)
    assert (empty.highest, empty.best, empty.worst, empty.streak, empty.choices) == (None,) * 4 + ((),)


def test_hands_tables_people_and_the_time_of_each_round_are_added_up() -> None:
    numbers = tally(
        [table(2, 1, hand(1, -1), minutes=20), table(1, 2, hand(1, -1), hand(1, -1), minutes=35), table(1, 1)]
    )
    assert (numbers.hands, numbers.tables, numbers.people, numbers.minutes) == (
        3,
        2,
        2,
        55,
    )


def test_records_say_who_where_and_why_and_how_many_others() -> None:
    numbers = tally(
        [
            table(2, 3, hand(8, -8, sentence="late")),
            table(1, 7, hand(8, -8, sentence="early"), hand(-2, 2)),
        ]
    )
    assert numbers.best is not None
    assert (numbers.best.who, numbers.best.points, numbers.best.where) == (
        "Ana",
        8,
        Where(1, 7),
    )
    assert (numbers.best.sentence, numbers.best.others) == ("early", 1)
    assert numbers.worst is not None
    assert (numbers.worst.who, numbers.worst.points) == ("Ben", -8)


def test_what_many_have_reached_is_no_record() -> None:
    numbers = tally([table(1, 1, *[hand(3, 0)] * 5, hand(0, 1))])
    assert numbers.best is None
    assert numbers.worst is None


def test_where_few_points_win_the_best_hand_is_the_lowest() -> None:
    numbers = tally([table(1, 1, hand(2, 30), hand(7, 12))], low_wins=True)
    points = [feat.points for feat in (numbers.best, numbers.worst, numbers.highest) if feat is not None]
    assert points == [2, 30, 30]


def test_a_series_goes_on_in_the_next_round() -> None:
    numbers = tally(
        [table(2, 1, hand(1, -1), hand(-1, 1)), table(1, 1, hand(-1, 1), hand(1, -1), hand(1, -1))]
    )
    assert numbers.streak == Leader(("Ana",), 3)
    assert tally([table(1, 1, hand(1, -1))]).streak is None


def test_what_was_played_for_is_counted_with_who_made_it_most() -> None:
    def solo(who: tuple[int, str], succeeded: bool | None) -> PlayedAttempt:
        return PlayedAttempt("Solo", succeeded, (who,))

    numbers = tally(
        [
            table(1, 1, hand(1, tried=(solo(ANA, True),)), hand(1, tried=(solo(BEN, False),))),
            table(1, 2, hand(1, tried=(solo(ANA, True), PlayedAttempt("Räuber", None, (BEN,))))),
        ]
    )
    solo_, raeuber = numbers.choices
    assert (solo_.tally.name, solo_.tally.tried, solo_.tally.won, solo_.tally.percent, solo_.most) == (
        "Solo",
        3,
        2,
        67,
        Leader(("Ana",), 2),
    )
    assert (raeuber.tally.judged, raeuber.most) == (False, Leader(("Ben",), 1))


def test_a_pair_is_named_once_and_a_crowd_not_at_all() -> None:
    pair = PlayedAttempt("Truco", True, ((9, "Eva"), (9, "Fred")))
    numbers = tally([table(1, 1, hand(1, tried=(pair,)))])
    assert numbers.choices[0].most == Leader(("Eva / Fred",), 1)
    crowd = [PlayedAttempt("Truco", True, ((key, str(key)),)) for key in range(1, 6)]
    assert tally([table(1, 1, hand(1, tried=tuple(crowd)))]).choices[0].most is None
