"""The tool that makes the catalogue: what of it is Python. The annealing itself is looked at by the bench."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schedules import compiled, searching, starts
from schedules.cases import MOST_ROUNDS, all_sizes, bound
from schedules.catalogue import Catalogue, WrongError
from schedules.compiled import Images, Rounds
from schedules.figures import EVEN, REPEAT, Figures, beginnings, cost, in_order, least_besides, meetings
from tests.draw import checker
from tests.draw.checker import repeats
from tournaments.engines.draw.catalogue.schedules import FILE, entries
from tournaments.engines.draw.chance import Chance

FOURS = [[[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 4, 5], [2, 3, 6, 7]], [[0, 1, 2, 3], [4, 5, 6, 7]]]
MIXED = [[[0, 1, 2], [3, 4]], [[0, 1, 3], [2, 4]], [[0, 1, 4], [2, 3]]]


def test_a_schedule_is_judged_by_repeats_thirds_and_small_tables() -> None:
    assert meetings(FOURS)[0, 1] == 3
    assert repeats(FOURS) == 16
    thirds = 4  # pairs 0-1, 2-3, 4-5, 6-7
    assert cost(FOURS) == 16 * REPEAT + thirds
    assert checker.small_seats(MIXED, range(5)) == [0, 0, 2, 2, 2]
    assert cost(MIXED) == 2 * REPEAT + 1 + 3 * EVEN
    assert list(beginnings(MIXED))[-1] == Figures(2, 1 + 3 * EVEN, 3, 2)
    assert [figures.repeats for figures in beginnings(FOURS)] == [0, 4, 16]


def test_no_schedule_is_better_than_the_least_that_is_counted_besides_repeats() -> None:
    assert least_besides((4, 4), 3) == 0
    assert least_besides((3, 2), 3) == EVEN  # six seats at a small table for five people
    assert least_besides((3, 2), 3) <= cost(MIXED) - 2 * REPEAT
    assert least_besides((4, 4), 7) == 28  # everybody with everybody three times


def test_rounds_are_ordered_so_that_beginnings_are_good() -> None:
    ordered: list[Any] = in_order(FOURS)
    assert sorted(ordered) == sorted(FOURS)
    assert [repeats(ordered[:many]) for many in (1, 2, 3)] == [0, 4, 16]
    assert repeats(FOURS[::2]) == 12


def test_rounds_develop_from_a_base_round() -> None:
    # Seven and a seventh who stays: every two meet once in a round robin of pairs.
    base = [[[7, 0], [1, 6], [2, 5], [3, 4]]]
    rounds = compiled.developed(base, starts.images(7, 1, 8))
    assert len(rounds) == 7
    assert repeats(rounds) == 0
    assert checker.everyone_once(rounds, [[]] * 7, range(8))


def test_where_more_sit_at_a_table_than_there_are_tables_groups_stay_together() -> None:
    for sizes in ((6,) * 5, (6,) * 4 + (5,), (7, 7, 6), (5, 4)):
        rounds = starts.blown_up(sizes, len(sizes))
        assert rounds is not None
        assert checker.everyone_once(rounds, [[]] * len(rounds), range(sum(sizes)))
        assert all(sorted(map(len, tables), reverse=True) == list(sizes) for tables in rounds)
    assert repeats(starts.blown_up((6,) * 5, 5) or []) == bound((6,) * 5, 5) == 20
    assert starts.blown_up((4,) * 5, 5) is None
    assert starts.blown_up((7,) * 6, 5) is None


def test_one_person_leaves_a_table_that_is_full_in_every_round() -> None:
    rounds = [[[0, 1, 2, 3], [4, 5, 6]], [[0, 4, 5, 1], [2, 3, 6]]]
    shorter = starts.without_one(rounds, Chance("test"))
    assert shorter is not None
    assert checker.everyone_once(shorter, [[], []], range(6))
    assert starts.without_one([[[0, 1, 2], [3, 4]], [[3, 4, 0], [1, 2]]], Chance("test")) is not None
    assert starts.without_one([[[0, 1], [2]], [[2, 1], [0]], [[0, 2], [1]]], Chance("test")) is None


def test_turns_give_about_as_many_rounds_as_are_wanted() -> None:
    for sizes in ((4,) * 6, (7,) * 2, (3, 2), (7,) * 6 + (6,) * 6):
        for rounds in range(2, MOST_ROUNDS + 1):
            for way in starts.turnings(sizes, rounds):
                images = starts.images(way.turns, way.cycles, sum(sizes))
                assert rounds - 1 <= way.base * len(images) + way.still
                assert all(sorted(image) == list(range(sum(sizes))) for image in images)


@pytest.mark.parametrize(
    ("sizes", "turns", "cycles"),
    [
        ((4,) * 6, 6, 4),
        ((4,) * 6, 3, 7),
        ((4,) * 6, 3, 8),
        ((4,) * 6, 5, 4),
        ((4,) * 4 + (3,) * 2, 2, 11),
        ((3, 2, 2), 2, 2),
    ],
)
def test_a_standing_round_is_what_it_turns_to(sizes: tuple[int, ...], turns: int, cycles: int) -> None:
    standing = starts.standing(sizes, turns, cycles, Chance("test"))
    assert standing is not None
    assert checker.everyone_once(standing, [[]], range(sum(sizes)))
    assert tuple(map(len, standing[0])) == sizes
    tables = set(map(frozenset, standing[0]))
    for image in starts.images(turns, cycles, sum(sizes)):
        assert {frozenset(image[person] for person in table) for table in tables} == tables


def test_there_is_no_standing_round_where_tables_do_not_work_out() -> None:
    assert starts.standing((4,) * 6, 7, 3, Chance("test")) is None
    assert starts.standing((5,) * 2, 3, 3, Chance("test")) is None


def test_rounds_of_an_orbit_turn_into_one_another() -> None:
    lengths = set()
    for number in range(60):
        drawn = starts.in_orbits((4,) * 6, 8, Chance("test", number))
        if drawn is not None:
            lengths.update(drawn.lengths)
            assert len(drawn.rounds) == sum(drawn.lengths) == 8
            assert checker.everyone_once(drawn.rounds, [[]] * 8, range(24))
            rounds = [set(map(frozenset, tables)) for tables in drawn.rounds]
            image = starts.images(drawn.turns, drawn.cycles, 24)[1]
            for tables in rounds:
                assert {frozenset(image[person] for person in table) for table in tables} in rounds
    assert {1, 2, 3} <= lengths


def test_columns_are_shifted() -> None:
    minus = starts.differences(5)
    shifts = [[shift * column % 5 for column in range(4)] for shift in range(5)]
    assert repeats(starts.shifted((4,) * 5, shifts, minus)) == 0
    for sizes in ((4,) * 5, (4, 4, 4, 3, 3), (4, 3, 3, 3, 3)):
        rounds = starts.shifted(sizes, [*shifts, shifts[0]], minus)
        assert checker.everyone_once(rounds, [[]] * 6, range(sum(sizes)))
        assert all(tuple(map(len, tables)) == sizes for tables in rounds)
        assert repeats(rounds) == sum(size * (size - 1) // 2 for size in sizes)


@pytest.mark.parametrize("order", [2, 6, 8, 9, 12])
def test_differences_are_those_of_a_group(order: int) -> None:
    minus = starts.differences(order)
    for row, column in zip(minus, zip(*minus, strict=True), strict=True):
        assert sorted(row) == sorted(column) == list(range(order))
    assert all(
        minus[minus[a][c]][minus[b][c]] == minus[a][b]
        for a in range(order)
        for b in range(order)
        for c in range(order)
    )


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """An empty one for two tables of four."""
    empty = Catalogue(tmp_path / "schedules.txt")
    sizes = (4, 4)
    empty.constructed = dict.fromkeys(all_sizes(), MOST_ROUNDS) | {sizes: 1}
    empty.bounds = {(every, rounds): 0 for every in all_sizes() for rounds in range(2, MOST_ROUNDS + 1)}
    return empty


def test_what_is_better_is_taken_with_its_beginnings_and_what_is_worse_never(catalogue: Catalogue) -> None:
    assert catalogue.offer(FOURS, (4, 4))
    assert {case: figures.cost for case, figures in catalogue.figures.items()} == {
        ((4, 4), 2): 4 * REPEAT,
        ((4, 4), 3): 16 * REPEAT + 4,
    }
    assert not catalogue.offer(FOURS, (4, 4))
    even = [*FOURS[:2], [[0, 1, 6, 7], [2, 3, 4, 5]]]
    assert catalogue.offer(even, (4, 4))
    assert catalogue.figures[(4, 4), 3].cost == cost(even) == 8 * REPEAT + 4
    assert not catalogue.offer(FOURS, (4, 4))


def test_the_file_holds_what_was_taken(catalogue: Catalogue) -> None:
    catalogue.offer(FOURS, (4, 4))
    written = catalogue.write()
    assert catalogue.file.stat().st_size == written
    again = Catalogue(catalogue.file)
    assert again.figures == catalogue.figures
    assert again.constructed.items() <= catalogue.constructed.items()
    assert list(catalogue.file.parent.iterdir()) == [catalogue.file]


def test_nothing_is_taken_that_is_no_schedule(catalogue: Catalogue) -> None:
    with pytest.raises(WrongError, match="twice"):
        catalogue.offer([FOURS[0], [[0, 1, 2, 2], [4, 5, 6, 7]]], (4, 4))
    with pytest.raises(WrongError, match="other sizes"):
        catalogue.offer([FOURS[0], [[0, 1, 2, 3, 4], [5, 6, 7]]], (4, 4))


class Idle:
    """Annealing that leaves everything as it is."""

    def improve(self, rounds: Rounds, *_course: float) -> Rounds:
        return rounds

    def improve_turning(self, base: Rounds, still: Rounds, images: Images, *_course: float) -> Rounds:
        return compiled.developed(base, images) + still

    def improve_shifts(self, shifts: list[list[int]], *_course: object) -> list[list[int]]:
        return shifts

    def improve_orbits(self, rounds: Rounds, *_course: object) -> Rounds:
        return rounds


@pytest.mark.parametrize("sizes", [(4, 4), (4, 4, 3), (5, 4, 4)])
def test_every_start_is_a_schedule_and_nothing_becomes_worse(
    catalogue: Catalogue, sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "Annealing", Idle)
    catalogue.constructed[sizes] = 1
    finder = searching.Finder(catalogue, seed=1)
    case = (sizes, 5)
    last = None
    for _attempt in range(len(searching.LATER) + 1):
        finder.attempt(case)
        assert last is None or catalogue.figures[case].cost <= last
        last = catalogue.figures[case].cost
    assert finder.attempts[case] == len(searching.LATER) + 1
    assert "repeats above the bounds; better by" in finder.progress([case])


def test_the_case_farthest_from_its_bound_is_next(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "Annealing", Idle)
    catalogue.offer(FOURS, (4, 4))
    finder = searching.Finder(catalogue, seed=1)
    cases = [((4, 4), 2), ((4, 4), 3)]
    assert min(cases, key=finder.priority) == ((4, 4), 3)
    finder.attempts[(4, 4), 3] = 5
    assert min(cases, key=finder.priority) == ((4, 4), 2)
    catalogue.bounds[(4, 4), 2] = catalogue.figures[(4, 4), 2].repeats
    assert min(cases, key=finder.priority) == ((4, 4), 3)


def test_what_is_stored_is_read_and_written_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    some = [
        line for line in FILE.read_text().splitlines() if line.startswith(("#", "4x5", "2x7+3x6", "10x3"))
    ]
    file.write_text("\n".join(some) + "\n")
    assert len(some) > 12
    Catalogue(file).write()
    assert file.read_text().splitlines() == some


def test_no_bound_of_the_program_is_above_what_is_known_or_below_what_is_stored() -> None:
    for entry in list(entries(FILE.read_text().splitlines()))[::4]:
        for rounds, stored, known in zip(
            range(entry.fewest, entry.most + 1), entry.bounds, entry.repeats, strict=True
        ):
            assert stored <= bound(entry.sizes, rounds) <= known, str(entry)


def test_without_a_compiler_a_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(compiled, "CACHE", tmp_path)
    with pytest.raises(compiled.NoCompilerError, match="install"):
        compiled.Annealing()
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho no such option >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(compiled.NoCompilerError, match="no such option"):
        compiled.Annealing()
