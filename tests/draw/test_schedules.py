"""The catalogue of best known schedules: every line is read and counted; nothing in it is trusted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.draw import checker
from tournaments.engines.draw import draw
from tournaments.engines.draw.catalogue import schedules
from tournaments.engines.draw.catalogue.designs import rounds_without_repeats
from tournaments.engines.draw.catalogue.partitions import partitions, rank, read, unrank, width, written
from tournaments.engines.draw.catalogue.schedules import CONSTRUCTED, ScheduleLine, best_known, known_repeats

ENTRIES = list(schedules.entries(schedules.FILE.read_text(encoding="ascii").splitlines()))
STORED = [entry for entry in ENTRIES if entry.code != CONSTRUCTED]

Rounds = list[list[list[int]]]


def counted(rounds: Rounds) -> Iterator[int]:
    """Repeats of the first round, of the first two and so on, each meeting looked at once."""
    met: set[int] = set()
    repeats = 0
    for tables in rounds:
        for table in tables:
            for place, a in enumerate(table):
                for b in table[place + 1 :]:
                    pair = a << 8 | b
                    if pair in met:
                        repeats += 1
                    met.add(pair)
        yield repeats


def test_every_stored_schedule_is_what_its_line_says() -> None:
    wrong = []
    for entry in STORED:
        schedule = entry.schedule(entry.most)
        assert schedule is not None
        people = list(range(sum(entry.sizes)))
        seated = all(
            sorted(person for table in tables for person in table) == people
            and tuple(map(len, tables)) == entry.sizes
            for tables in schedule.rounds
        )
        figures = tuple(counted(schedule.rounds))[entry.fewest - 1 :]
        if not seated or len(schedule.rounds) != entry.most or figures != entry.repeats:
            wrong.append(str(entry))
    assert wrong == []


@pytest.mark.parametrize("entry", STORED[:: max(1, len(STORED) // 40)], ids=lambda entry: str(entry)[:20])
def test_the_checker_of_all_draws_agrees(entry: ScheduleLine) -> None:
    for rounds in range(entry.fewest, entry.most + 1):
        schedule = best_known(entry.sizes, rounds)
        assert schedule is not None
        assert len(schedule.rounds) == rounds
        assert checker.everyone_once(schedule.rounds, [[]] * rounds, range(sum(entry.sizes)))
        assert checker.sizes_allowed(schedule.rounds, entry.sizes)
        assert checker.repeats(schedule.rounds) == schedule.repeats == known_repeats(entry.sizes, rounds)


def test_nothing_is_better_than_its_bound_and_more_rounds_have_no_fewer_repeats() -> None:
    last: dict[tuple[int, ...], tuple[int, int]] = {}
    for entry in ENTRIES:
        assert len(entry.bounds) == len(entry.repeats) == entry.most - entry.fewest + 1
        assert all(bound <= repeats for bound, repeats in zip(entry.bounds, entry.repeats, strict=True))
        most, repeats = last.get(entry.sizes, (1, 0))
        assert entry.fewest == most + 1, f"a gap before {entry}"
        uneven = entry.sizes[0] != entry.sizes[-1]  # a repeat less may cost small tables spread unevenly
        before = entry.repeats[:1] if uneven else (repeats,)
        assert (*before, *entry.repeats) == tuple(sorted((*before, *entry.repeats))), str(entry)
        last[entry.sizes] = entry.most, entry.repeats[-1]
    assert {most for most, _repeats in last.values()} == {12}


def test_all_sizes_are_there() -> None:
    expected = {
        (size,) * (tables - smaller) + (size - 1,) * smaller
        for size in range(3, 8)
        for tables in range(2, 13)
        for smaller in range(tables)
    }
    assert {entry.sizes for entry in ENTRIES} == expected


def test_what_is_said_to_be_constructed_is_constructed() -> None:
    for entry in ENTRIES:
        if entry.code == CONSTRUCTED:
            assert set(entry.repeats) == {0}
            places = len(entry.sizes) * entry.sizes[0]
            assert len(rounds_without_repeats(places, entry.sizes[0], entry.most)) == entry.most


@pytest.mark.parametrize(
    ("sizes", "rounds", "most"),
    [
        ((4,) * 6, 8, 12),
        ((6,) * 4, 4, 24),
        ((4,) * 5, 6, 6),
        ((5,) * 6, 4, 0),
        ((6,) * 5, 5, 20),
        ((6,) * 5, 6, 41),
        ((7,) * 5, 5, 40),
        ((6,) * 6, 8, 102),
        ((7,) * 10, 7, 0),
        ((7,) * 12, 7, 0),
        ((6,) * 6, 4, 2),
        ((5,) * 4, 5, 25),
        ((6, 6, 6, 5, 5, 5), 5, 7),
        ((5, 5, 5, 4), 6, 45),
        ((5, 4, 4), 5, 32),
    ],
)
def test_what_is_known_elsewhere_is_reached(sizes: tuple[int, ...], rounds: int, most: int) -> None:
    known = known_repeats(sizes, rounds)
    assert known is not None
    assert known <= most


def test_fewer_rounds_are_the_beginning_of_more() -> None:
    entry = next(entry for entry in STORED if entry.fewest < entry.most)
    whole, part = best_known(entry.sizes, entry.most), best_known(entry.sizes, entry.fewest)
    assert whole is not None
    assert part is not None
    assert whole.rounds[: entry.fewest] == part.rounds


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((4,) * 13, 3), ((8,) * 4, 3), ((4,) * 6, 13), ((4,) * 6, 1), ((4, 4, 2), 3), ((2, 2), 3), ((), 2)],
)
def test_what_is_not_in_the_catalogue_is_not_answered(sizes: tuple[int, ...], rounds: int) -> None:
    assert best_known(sizes, rounds) is None
    assert known_repeats(sizes, rounds) is None


def test_what_is_constructed_has_its_repeats_told_and_is_drawn_without_a_schedule() -> None:
    sizes, rounds = (4,) * 6, 7
    assert best_known(sizes, rounds) is None
    assert known_repeats(sizes, rounds) == 0
    assert draw({"players": 24, "sizes": [4], "rounds": 7}).facts["repeats"] == 0


@st.composite
def seatings(draw_from: st.DrawFn, most_rounds: int = 1) -> tuple[tuple[int, ...], Rounds]:
    """Some tables, larger ones first, and people at them in every round."""
    sizes = tuple(sorted(draw_from(st.lists(st.integers(2, 7), min_size=1, max_size=7)), reverse=True))
    rounds = []
    for _round in range(draw_from(st.integers(1, most_rounds))):
        people = draw_from(st.permutations(range(sum(sizes))))
        tables = []
        for size in sizes:
            tables.append(people[:size])
            people = people[size:]
        rounds.append(tables)
    return sizes, rounds


@given(seatings())
def test_a_round_is_a_number_and_comes_back(seating: tuple[tuple[int, ...], Rounds]) -> None:
    sizes, [tables] = seating
    number = rank(tables)
    text = written(number, width(sizes))
    assert len(text) == width(sizes)
    back = unrank(read(text), sizes)
    assert sorted(back) == sorted(sorted(table) for table in tables)
    assert tuple(map(len, back)) == sizes


@pytest.mark.parametrize("sizes", [(3, 3), (3, 2), (2, 2, 2), (3, 2, 2), (4, 3), (3,)])
def test_every_number_is_another_round(sizes: tuple[int, ...]) -> None:
    rounds = {tuple(sorted(map(tuple, unrank(number, sizes)))) for number in range(partitions(sizes))}
    assert len(rounds) == partitions(sizes)
    with pytest.raises(ValueError, match=str(partitions(sizes))):
        unrank(partitions(sizes), sizes)


def test_a_number_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="1"):
        written(85, 1)


@given(seatings(most_rounds=4))
def test_a_schedule_comes_back_with_people_renumbered(seating: tuple[tuple[int, ...], Rounds]) -> None:
    sizes, rounds = seating
    back = schedules.decoded(schedules.encoded(rounds, sizes), sizes, len(rounds))
    in_first = [person for table in rounds[0] for person in table]
    assert [person for table in back[0] for person in table] == sorted(in_first)
    for tables, again in zip(rounds, back, strict=True):
        assert {frozenset(in_first[place] for place in table) for table in again} == set(
            map(frozenset, tables)
        )
