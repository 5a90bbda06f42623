"""What draws are measured by: the count, the cases, the yardstick, the tables in the documentation."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import selection
from bench.annealing import NO_COMPILER, Cost, NoCompilerError, Problem, anneal, built, cost_of, everybody
from bench.draws import beside, cases, evenings, written
from tournaments.engines.draw import draw
from tournaments.engines.draw.request import request_from

ROOT = Path(__file__).parents[2]


def test_everything_is_counted_from_the_rounds_and_the_history() -> None:
    problem = Problem(
        people=8,
        sizes=[(4, 3), (4, 3)],
        seated=[range(7), range(1, 8)],
        history={(0, 1): 2, (5, 6): 1},
        apart=frozenset({(2, 3)}),
        clubs={4: "A", 5: "A", 1: "A"},
        together=frozenset({(0, 7), (1, 2)}),
        small={6: 2},
    )
    cost = cost_of(problem, [[[0, 1, 2, 3], [4, 5, 6]], [[1, 2, 4, 5], [3, 6, 7]]])
    assert cost.repeats == (3 - 1) + (2 - 1) + (2 - 1)  # 0 and 1, 5 and 6, 4 and 5; not 1 and 2
    assert cost.apart_met == 1
    assert cost.clubmates_met == 1  # in the first new round
    assert cost.split == 0  # 0 and 7 are never here at once
    assert cost.small_spread == 4  # 6 sat there four times, 0, 1 and 2 never


def test_all_cases_can_be_drawn_and_no_two_have_one_name() -> None:
    every = list(cases.cases())
    assert len(every) == 3 * (len(cases.WORKLOAD) + cases.BY_LOT) + 10
    assert len({(case.group, case.name) for case in every}) == len(every)
    for case in every:
        request_from(case.request)


def test_sizes_by_lot_are_the_same_in_every_run() -> None:
    shapes = cases.by_lot()
    assert shapes == cases.by_lot()
    assert len(shapes) == cases.BY_LOT
    assert shapes[0] == (80, [7, 6], 5)


def test_a_late_guest_missed_the_first_round() -> None:
    asked = request_from(cases.late_guest(24, [6], 4))
    assert len(asked.here) == 24
    assert asked.rounds == 3
    assert sorted(map(len, asked.played[0])) == [5, 6, 6, 6]


def test_the_yardstick_seats_whom_the_program_seats() -> None:
    request = cases.late_guest(14, [4], 3) | {"apart": [[2, 3]], "clubs": {"1": "A", "5": "A"}}
    facts: Any = draw(request).facts
    problem = beside.problem_of(request, facts["sitting_out"])
    rounds = beside.numbered(request, facts["rounds"])
    assert [sorted(people) for people in problem.seated] == [
        sorted(person for table in tables for person in table) for tables in rounds
    ]
    assert cost_of(problem, rounds).repeats == facts["repeats"]


def test_the_yardstick_finds_what_there_is() -> None:
    """Where nothing compiles it says so."""
    problem = everybody(9, [3], 4)
    if any(map(shutil.which, ("cc", "gcc", "clang"))):
        cost, rounds = anneal(problem, 5.0, 1)  # it ends with the first seating without a repeat
        assert cost.repeats == 0
        assert [sorted(person for table in tables for person in table) for tables in rounds] == [
            [*range(9)]
        ] * 4
    else:
        with pytest.raises(NoCompilerError):
            built()


def test_without_a_compiler_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoCompilerError, match=re.escape(NO_COMPILER)):
        built.__wrapped__()

    def without() -> Cost:
        raise AssertionError(built.__wrapped__())

    line = beside.plain(without)
    assert line == {"plain": None, "plain_missing": NO_COMPILER}


def test_people_come_and_go_in_an_evening() -> None:
    evening = evenings.Evening("small", 8, (4,), 3, {2: (9,)}, {3: (1,)})
    asked: list[dict[str, Any]] = []

    def by_numbers(request: dict[str, Any]) -> list[list[list[int]]]:
        asked.append(request)
        people = request["players"]
        return [[people[:4], people[4:]]]

    rounds = evenings.played(evening, by_numbers)
    assert [request["players"] for request in asked] == [[*range(1, 9)], [*range(1, 10)], [*range(2, 10)]]
    assert [request["leave"] for request in asked] == [[], [], [1]]
    assert [len(request["played"]) for request in asked] == [0, 1, 2]
    assert beside.cost_of_evening(rounds).repeats == 6 + 10 - 4 + 3 + 6  # counted on paper


def test_a_name_that_measures_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "--only", "24×6"])
    assert selection.asked_for() == "24×6"
    monkeypatch.setattr(sys, "argv", ["bench", "24×6"])
    with pytest.raises(SystemExit, match="ONLY"):
        selection.asked_for()
    with pytest.raises(SystemExit, match="Nothing"):
        selection.print_all([])


LINES: list[dict[str, Any]] = [
    {"measured": beside.MEASURED, "group": "list", "draw": "24×6×4", "bound": 24, "known": 24}
    | {"ours_0.5": 26, "ours_2": 24, "plain": 24, "ours_0.5_broken": 0, "ours_2_broken": 0, "plain_broken": 0}
    | {"seconds_0.5": 0.5, "seconds_2": 2.1},
    {"measured": beside.MEASURED, "group": "list, apart", "draw": "24×6×4", "bound": 24, "known": None}
    | {"ours_0.5": 27, "ours_2": 24, "plain": 24, "ours_0.5_broken": 1, "ours_2_broken": 0, "plain_broken": 0}
    | {"seconds_0.5": 0.6, "seconds_2": 2.2},
]


def test_the_summary_names_who_is_behind() -> None:
    every = {(line["group"], line["ours_seconds"]): line for line in beside.summed_up(LINES)}
    assert every["all", "0.5"]["behind"] == 2
    assert every["all", "0.5"]["worst"] == "24×6×4, list, apart"
    assert every["all", "0.5"]["worst_ratio"] == round(
        38 / 25, 3
    )  # a broken wish weighs as much as ten repeats
    assert every["all", "2"]["mean_ratio"] == 1
    assert every["list", "2"]["cases"] == 1
    assert every["all", "2"]["slowest"] == 2.2


def test_tables_of_the_documentation_come_from_the_lines() -> None:
    text = "a\n<!-- table: list -->\nold\n<!-- end -->\nb\n<!-- table: swiss -->\nstays\n<!-- end -->\n"
    new = written.rewritten(text, LINES)
    assert "| 24×6×4 | 24 | 24 | 26 | 24 | 24 | 27 | 24 | 24 | – | – | – |" in new
    assert "old" not in new
    assert "stays" in new  # no line tells of it


def test_every_table_of_the_documentation_can_be_written() -> None:
    marked = [mark["name"] for mark in written.MARKED.finditer((ROOT / "docs" / "draws.md").read_text())]
    assert set(marked) == set(written.TABLES)
