"""Who wishes to sit together sits together, round after round, and the others meet as if it were nothing."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tournaments.engines.draw import draw
from tournaments.engines.draw.tables.together import blocks


def rounds_of(**request: Any) -> tuple[list[list[list[int]]], dict[str, Any]]:
    facts = draw({"players": list(range(1, 17)), "seed": "x", **request}).facts
    return facts["rounds"], facts  # type: ignore[return-value]


def beside(tables: list[list[int]], a: int, b: int) -> bool:
    return any(a in table and b in table for table in tables)


@pytest.mark.parametrize(
    "request_",
    [
        {"rounds": 3, "together": [[1, 2], [5, 9]]},
        {"rounds": 2, "together": [[1, 2], [2, 3]]},
        {"rounds": 1, "together": [[1, 2]], "played": [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]]},
        {"players": list(range(1, 16)), "sizes": [4, 3], "rounds": 3, "together": [[1, 2], [14, 15]]},
        {"power": "swiss", "scores": {str(n): 20 - n for n in range(1, 17)}, "together": [[1, 16], [3, 9]]},
        {"power": "1-3-5-7", "scores": {str(n): 20 - n for n in range(1, 17)}, "together": [[1, 2]]},
    ],
)
def test_they_sit_together_in_every_round(request_: dict[str, Any]) -> None:
    rounds, facts = rounds_of(**request_)
    for tables in rounds:
        assert all(beside(tables, a, b) for a, b in request_["together"])
        people = [person for table in tables for person in table]
        assert sorted(people) == sorted(request_.get("players", range(1, 17)))
    assert facts["together_split"] == []


def test_the_others_do_not_meet_twice_for_that() -> None:
    couples = [[number, number + 1] for number in range(1, 40, 2)]
    for together in (couples, [[1, 2], [3, 4], [7, 9]]):
        _rounds, facts = rounds_of(players=list(range(1, 41)), rounds=3, together=together)
        assert (facts["repeats"], facts["together_split"]) == (0, [])


def test_apart_is_kept_beside_it() -> None:
    rounds, _facts = rounds_of(rounds=2, together=[[1, 2]], apart=[[1, 3], [2, 4]])
    for tables in rounds:
        assert not beside(tables, 1, 3)
        assert not beside(tables, 2, 4)


def test_more_than_a_table_holds_are_told() -> None:
    friends = [list(pair) for pair in combinations(range(1, 6), 2)]
    _rounds, facts = rounds_of(rounds=1, together=friends)
    assert facts["together_split"]


def test_blocks_are_as_large_as_a_table_at_most() -> None:
    assert sorted(map(sorted, blocks([(1, 2), (2, 3), (3, 4), (4, 5)], range(9), 4))) == [[1, 2, 3, 4]]
    assert blocks([(1, 99)], range(9), 4) == []


def test_a_wish_changes_no_draw_without_one() -> None:
    assert rounds_of(rounds=2)[0] == rounds_of(rounds=2, together=[])[0]
