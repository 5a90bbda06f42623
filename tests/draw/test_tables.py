"""Individuals at tables: every schedule goes through the independent checker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from scoring import Unreadable
from tests.draw import checker
from tournaments.engines.draw import Watch, about_meetings, draw
from tournaments.engines.draw.declared import AnswerJson
from tournaments.engines.draw.evenness import unevenness

ROOT = Path(__file__).resolve().parents[2]

WORKLOADS: list[tuple[int, list[int], int, int]] = [  # people, sizes, rounds, best known repeats
    *[(16, [4], 5, 0), (20, [4], 5, 0), (24, [4], 6, 0), (24, [4], 7, 0), (28, [4], 9, 0), (32, [4], 8, 0)],
    *[(32, [4], 10, 0), (36, [4], 8, 0), (40, [4], 6, 0), (40, [4], 13, 0), (48, [4], 8, 0)],
    *[(64, [4], 10, 0), (100, [4], 6, 0), (144, [4], 2, 0), (150, [4, 3], 3, 0), (200, [4], 5, 0)],
    *[(15, [3], 7, 0), (27, [3], 9, 0), (27, [3], 13, 0), (33, [3], 3, 0), (30, [5], 5, 0), (25, [5], 6, 0)],
    *[(36, [6], 3, 0), (50, [4, 3], 5, 0), (42, [4, 3], 4, 0), (37, [4, 3], 6, 0), (1400, [4], 3, 0)],
    *[(20, [4], 6, 6), (36, [4], 11, 0), (21, [3], 10, 0), (30, [5], 6, 0), (49, [7], 8, 0)],
]


def seated(watch: Watch | None = None, **request: Any) -> dict[str, Any]:
    """The facts of a draw as they look after JSON."""
    facts: dict[str, Any] = json.loads(json.dumps(draw({"seed": "hall", **request}, watch).facts))
    return facts


def impatient(done: int, total: int, best: int) -> bool:
    """Stops a search the first time it reports."""
    return True


def check(facts: dict[str, Any], people: list[Any], sizes: list[int], played: checker.Rounds) -> None:
    """Everything a draw says about itself, computed anew."""
    rounds = facts["rounds"]
    every = [*played, *rounds]
    assert checker.everyone_once(rounds, facts["sitting_out"], people)
    assert checker.sizes_allowed(rounds, sizes)
    assert facts["repeats"] == checker.repeats(every)
    assert facts["bound"] <= facts["repeats"]
    assert facts["most_meetings"] == max(checker.pair_counts(every).values())
    seats = max(len(table) for tables in rounds for table in tables)
    assert facts["seats_spread"] == checker.seats_spread(every, people, seats)
    assert facts["smaller_tables_spread"] == checker.times_spread(checker.small_seats(every, people))
    assert facts["first_dealer_spread"] == checker.times_spread(checker.times_first(every, people))
    at_tables = checker.times_at_tables(
        [[t if len(t) > 1 else [] for t in tables] for tables in every], people
    )
    assert facts["most_at_one_table"] == max(max(times.values(), default=0) for times in at_tables)
    assert facts["most_at_one_table_bound"] <= facts["most_at_one_table"]
    for tables in rounds:  # small tables stay where they are in the hall
        assert [len(table) for table in tables] == sorted(map(len, tables), reverse=True)


@pytest.mark.parametrize(("people", "sizes", "rounds", "known"), WORKLOADS)
def test_workloads_reach_the_best_known_values(
    people: int, sizes: list[int], rounds: int, known: int
) -> None:
    facts = seated(players=people, sizes=sizes, rounds=rounds)
    check(facts, list(range(1, people + 1)), sizes, [])
    assert len(facts["rounds"]) == rounds
    assert facts["repeats"] <= known
    assert facts["smaller_tables_spread"] <= 1
    assert facts["first_dealer_spread"] <= 1
    if len(sizes) == 1:
        assert facts["seats_spread"] <= 1
        assert facts["bound"] >= checker.people_bound(people, sizes[0], rounds)


@pytest.mark.parametrize("people", [42, 50, 150])
def test_nobody_sits_at_a_smaller_table_twice_while_there_are_others(people: int) -> None:
    facts = seated(players=people, sizes=[4, 3], rounds=3)
    assert max(checker.small_seats(facts["rounds"], range(1, people + 1))) == 1


def test_round_by_round_on_top_of_what_was_played() -> None:
    people, played = list(range(1, 43)), list[Any]()
    for number in range(6):
        facts = seated(players=42, sizes=[4, 3], rounds=1, played=played, seed=number)
        check(facts, people, [4, 3], played)
        assert facts["repeats"] == 0
        assert facts.get("played", []) == played
        played = [*played, *facts["rounds"]]
    assert max(checker.small_seats(played, people)) <= 2
    assert checker.times_spread(checker.small_seats(played, people)) <= 1


@pytest.mark.parametrize(
    ("people", "sizes", "rounds"),
    [(16, [4], 5), (24, [4], 7), (32, [4], 10), (40, [4], 13), (27, [3], 13), (37, [4, 3], 6), (25, [5], 6)],
)
def test_round_by_round_is_as_good_as_all_at_once(people: int, sizes: list[int], rounds: int) -> None:
    played: checker.Rounds = []
    for number in range(rounds):
        facts = seated(players=people, sizes=sizes, rounds=1, played=played, seed=f"round {number}")
        check(facts, list(range(1, people + 1)), sizes, played)
        played = [*played, *facts["rounds"]]
    assert checker.repeats(played) == 0
    assert facts["smaller_tables_spread"] <= 1


def test_nobody_sits_out_twice_before_everybody_once() -> None:
    played: checker.Rounds = []
    out: list[int] = []
    for number in range(11):
        facts = seated(players=18, sizes=[4], rounds=1, played=played, seed=number)
        played = [*played, *facts["rounds"]]
        out += facts["sitting_out"][0]
        counts = [out.count(person) for person in range(1, 19)]
        assert max(counts) - min(counts) <= 1


def test_all_at_once_sitting_out_is_fair_too() -> None:
    facts = seated(players=42, sizes=[4], rounds=5)
    check(facts, list(range(1, 43)), [4], [])
    out = [person for people in facts["sitting_out"] for person in people]
    assert len(out) == len(set(out)) == 10
    assert facts["repeats"] == 0


def test_wishes_are_kept_where_they_can_be() -> None:
    pairs = [[2 * k + 1, 2 * k + 2] for k in range(16)]
    clubs = {str(person): f"club {person % 8}" for person in range(1, 33)}
    facts = seated(players=32, sizes=[4], rounds=6, apart=pairs, clubs=clubs)
    check(facts, list(range(1, 33)), [4], [])
    assert facts["repeats"] == 0
    assert facts["apart_met"] == []
    assert facts["clubmates_met"] == facts["clubmates_bound"] == 0
    for first, second in pairs:
        assert frozenset((first, second)) not in checker.pair_counts(facts["rounds"])


def test_what_cannot_be_kept_is_said() -> None:
    drawn = draw({"players": 4, "rounds": 2, "apart": [[1, 2]], "clubs": {"1": "A", "3": "A"}})
    assert drawn.facts["apart_met"] == [[1, 2]]
    assert drawn.facts["clubmates_met"] == drawn.facts["clubmates_bound"] == 1
    assert drawn.facts["repeats"] == drawn.facts["bound"] == 6
    assert len(drawn.sentences) == 3


def test_a_large_club_meets_as_little_as_possible() -> None:
    facts = seated(players=40, sizes=[4], rounds=4, clubs={str(person): "A" for person in range(1, 16)})
    assert facts["clubmates_met"] == facts["clubmates_bound"] == 5
    assert facts["repeats"] == 0


def test_substitutes_and_late_guests() -> None:
    first = seated(players=["Anna", "Bert", 3, 4, 5, 6, 7, 8], rounds=1)
    played = first["rounds"]
    facts = seated(
        players=["Anna", "Bert", 3, 4, 5, 6, 7, 8], rounds=2, played=played, leave=["Bert"], join=["Cleo"]
    )
    check(facts, ["Anna", 3, 4, 5, 6, 7, 8, "Cleo"], [4], played)


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [
        ({"players": 5, "sizes": [4, 3]}, "no_seating", "4 or 6"),
        ({"players": 2, "sizes": [4, 3]}, "no_seating", "3"),
        ({"players": 3, "sizes": [4]}, "no_seating", "at least 4"),
        ({"players": 4999, "sizes": [4, 6]}, "no_seating", "4998 or 5000"),
        ({"players": 4, "leave": [1, 2, 3, 4]}, "no_seating", "Nobody"),
        ({"players": 0}, "no_seating", "Nobody"),
        ({"players": 1_000_000}, "too_many", "5000"),
        ({"players": 10**400}, "too_many", "5000"),
        ({"players": list(range(1_000_000))}, "too_many", "5000"),
        ({"players": 5000, "rounds": 200}, "too_many", "200000"),
        ({"players": [1, "1"]}, "twice", ""),
        ({"players": None}, "missing", ""),
        ({"players": 4.0}, "not_a_list", ""),
        ({"players": [[1]]}, "bad_id", ""),
        ({"players": True}, "not_a_list", ""),
        ({"players": 8, "rounds": 0}, "out_of_range", ""),
        ({"players": 8, "rounds": 10**9}, "out_of_range", ""),
        ({"players": 8, "sizes": []}, "sizes", ""),
        ({"players": 8, "sizes": [1]}, "sizes", ""),
        ({"players": 8, "sizes": ["4"]}, "sizes", ""),
        ({"players": 8, "seed": 1.5}, "bad_seed", ""),
        ({"players": 8, "format": "chess"}, "unknown_format", "swiss"),
        ({"players": 8, "format": ["tables"]}, "unknown_format", "swiss"),
        ({"players": 8, "leave": [9]}, "unknown_player", "9"),
        ({"players": 8, "apart": [[1, 9]]}, "unknown_player", "9"),
        ({"players": 8, "apart": [[1]]}, "not_a_list", ""),
        ({"players": 8, "clubs": {"9": "A"}}, "unknown_player", "9"),
        ({"players": 8, "clubs": []}, "not_a_mapping", ""),
        ({"players": 8, "scores": {"1": "x"}}, "not_a_mapping", ""),
        ({"players": 8, "played": [[[1, 2, 3, 4], [1, 5, 6, 7]]]}, "twice", "1"),
        ({"players": 8, "played": [[1, 2]]}, "not_a_list", ""),
        ({"players": 8, "wine": 1}, "unknown_key", "wine"),
        ({"players": 8, "power": "best"}, "unknown_power", "1-3-5-7"),
        ({"players": 8, "scores": {}, "rounds": 2}, "no_seating", "one round"),
        ({"players": 8, "aces": 1}, "not_yes_or_no", "aces"),
    ],
)
def test_refusals(request_: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(Unreadable) as refused:
        draw(request_)
    (problem,) = refused.value.problems
    assert problem.code == code
    assert words in problem.text.message.format(**problem.text.values)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(Unreadable) as refused:
        draw({"players": "x", "rounds": -1, "sizes": 4, "seed": [], "double": 7, "x": 1})
    assert len(refused.value.problems) == 6


# --- against exhaustive search ----------------------------------------------------------------------


def seatings(people: frozenset[int], sizes: tuple[int, ...]) -> Iterator[list[frozenset[int]]]:
    """All ways to seat people at tables of these sizes, each once."""
    if not people:
        yield []
        return
    first = min(people)
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(sorted(people - {first}), size - 1):
            table = frozenset((first, *others))
            for more in seatings(people - table, tuple(rest)):
                yield [table, *more]


def bits(seating: list[frozenset[int]]) -> int:
    """The pairs of a seating as a set of bits."""
    return sum(1 << (16 * a + b) for table in seating for a, b in combinations(sorted(table), 2))


def true_optimum(people: int, sizes: tuple[int, ...], rounds: int) -> int:
    """The fewest repeats of all, by looking at every second and third round."""
    every = list(seatings(frozenset(range(people)), sizes))
    first = every[0]
    pairs = [bits(seating) for seating in every]
    opening = pairs[0]
    if rounds == 2:
        return min((opening & second).bit_count() for second in pairs)
    kinds: dict[tuple[str, int], list[int]] = {}  # second rounds that differ by more than names
    for seating, second in zip(every, pairs, strict=True):
        kind = sorted(sorted(((len(t), len(t & u)) for t in first), reverse=True) for u in seating)
        kinds.setdefault((str(kind), (opening & second).bit_count()), []).append(second)
    return min(
        (opening & second).bit_count() + ((opening | second) & third).bit_count()
        for group in kinds.values()
        for second in (group if len(every) < 600 else group[:3])
        for third in pairs
    )


@pytest.mark.parametrize("rounds", [2, 3])
@pytest.mark.parametrize(
    ("people", "sizes"),
    [(6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)), (10, (4, 3, 3)), (10, (5, 5)), (8, (5, 3))],
)
def test_small_draws_are_true_optima(people: int, sizes: tuple[int, ...], rounds: int) -> None:
    facts = seated(players=people, sizes=sorted(set(sizes), reverse=True), rounds=rounds)
    optimum = true_optimum(people, sizes, rounds)
    assert facts["bound"] <= optimum
    assert facts["repeats"] == optimum


# --- any request ------------------------------------------------------------------------------------


@st.composite
def evenings(draw_: st.DrawFn) -> dict[str, Any]:
    """Sizes, people, rounds already played by whoever was there, people who leave and come."""
    sizes = draw_(st.sampled_from([[3], [4], [5], [4, 3], [3, 4], [4, 5], [5, 4, 3], [6, 5], [2]]))
    people = draw_(st.integers(max(sizes) * (max(sizes) if len(sizes) > 1 else 1), 36))
    order = draw_(st.permutations(range(1, people + 1)))
    played = []
    for _round in range(draw_(st.integers(0, 3))):
        there = order[: draw_(st.integers(0, people))]
        played.append([there[at : at + sizes[0]] for at in range(0, len(there), sizes[0])])
        order = draw_(st.permutations(order))
    return {
        "players": people,
        "sizes": sizes,
        "rounds": draw_(st.integers(1, 5)),
        "seed": draw_(st.text(max_size=5) | st.integers()),
        "played": played,
        "leave": sorted(draw_(st.sets(st.integers(1, people), max_size=3))),
        "join": [people + 1 + k for k in range(draw_(st.integers(0, 3)))],
        "apart": draw_(st.lists(st.permutations(range(1, people + 1)).map(lambda p: p[:2]), max_size=2)),
        "clubs": {str(person): "A" for person in order[: draw_(st.integers(0, 4))]},
    }


@settings(max_examples=25, deadline=None)
@given(evenings())
def test_any_evening(evening: dict[str, Any]) -> None:
    before = json.dumps(evening)
    try:
        facts = seated(impatient, **evening)
    except Unreadable as refused:
        codes = {problem.code for problem in refused.problems}
        event("refused")
    else:
        codes = set()
    assert codes <= {"no_seating"}
    if codes:
        return
    here = [p for p in [*range(1, evening["players"] + 1), *evening["join"]] if p not in evening["leave"]]
    check(facts, here, evening["sizes"], evening["played"])
    assert json.dumps(evening) == before
    assert len(facts["rounds"]) == evening["rounds"]
    met = checker.pair_counts(facts["rounds"])
    for pair in evening["apart"]:
        assert (met[frozenset(pair)] > 0) == (sorted(pair) in [sorted(two) for two in facts["apart_met"]])
    assert seated(impatient, **evening) == facts


# --- the same everywhere ----------------------------------------------------------------------------

SAME = [
    {
        "players": 26,
        "sizes": [4, 3],
        "rounds": 7,
        "seed": "Sommerfest",
        "apart": [[1, 2]],
        "clubs": {"3": "A", "4": "A"},
    },
    {"format": "partners", "players": 14, "rounds": 6, "seed": 5},
    {"format": "swiss", "players": 51, "rounds": 3, "seed": "x", "scores": {"1": 2, "5": 0.5}},
    {"format": "knockout", "players": 11, "seed": "x", "double": True, "clubs": {"1": "A", "2": "A"}},
    {"format": "round_robin", "players": 7, "seed": "\ud800"},
    {"players": 40, "scores": {"1": 9, "2": 8}, "seed": "x", "played": [[[1, 2, 3, 4]]]},
]
SCRIPT = """
import json, sys
from tournaments.engines.draw import Watch, about_meetings, draw
from tournaments.engines.draw.declared import AnswerJson
from tournaments.engines.draw.evenness import unevenness
for request in json.load(sys.stdin):
    print(json.dumps(draw(request).facts))
"""


def test_the_same_answer_in_every_process() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            input=json.dumps(SAME),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(answers) == 1
    assert len(answers.pop().splitlines()) == len(SAME)


def test_another_seed_is_another_draw() -> None:
    drawings = {json.dumps(seated(players=16, rounds=2, seed=seed)["rounds"]) for seed in ("a", "b", 1, 2)}
    assert len(drawings) == 4


def test_a_search_can_be_watched_and_stopped() -> None:
    reports: list[tuple[int, int, int]] = []

    def watch(done: int, total: int, best: int) -> bool:
        reports.append((done, total, best))
        return len(reports) == 3

    drawn = draw({"players": 20, "rounds": 6, "effort": 50}, watch)
    assert len(reports) == 3
    assert reports == sorted(reports)
    facts = json.loads(json.dumps(drawn.facts))
    check(facts, list(range(1, 21)), [4], [])
    assert facts["stopped"] is True
    assert "stopped" in drawn.sentences[-1].message
    assert "stopped" not in seated(players=20, rounds=6)


def test_a_request_of_another_order_of_keys_is_the_same() -> None:
    request: dict[str, Any] = {"players": 17, "sizes": [4], "rounds": 4, "seed": "x"}
    assert seated(**request) == seated(**dict(reversed(list(request.items()))))


# --- proven, and known --------------------------------------------------------------------------------


def test_best_known_is_told_apart_from_what_is_proven() -> None:
    facts = seated(players=24, rounds=8)
    assert facts["bound"] <= facts["best_known"] <= facts["repeats"]
    assert seated(players=24, rounds=4)["best_known"] == 0
    assert seated(players=25, rounds=4)["best_known"] is None  # somebody sits out
    assert seated(players=24, rounds=1, played=seated(players=24)["rounds"])["best_known"] is None
    assert seated(players=24, rounds=2, together=[[1, 2]])["best_known"] is None


@pytest.mark.parametrize(
    ("again", "bound", "known", "sentence"),
    [
        (0, 0, None, "Nobody meets anybody twice."),
        (12, 12, 12, "fewer are not possible"),
        (18, 12, 18, "the program knows no better seating (at least"),
        (18, 0, 18, "the program knows no better seating."),
        (20, 12, 18, "at least {bound} cannot be avoided."),
        (20, 0, None, "no seating with fewer was found."),
    ],
)
def test_the_sentence_says_what_is_proven_and_what_is_known(
    again: int, bound: int, known: int | None, sentence: str
) -> None:
    assert sentence in about_meetings(again, bound, known).message


def test_only_what_is_not_even_is_said() -> None:
    even: AnswerJson = {"smaller_tables_spread": 1, "first_dealer_spread": 1, "most_at_one_table": 2}
    even["most_at_one_table_bound"] = 1

    def spoken(**more: int) -> list[Any]:
        facts: Any = {**even, **more}
        return [sentence.values for sentence in unevenness(facts)]

    assert spoken() == []
    assert [values["count"] for values in spoken(smaller_tables_spread=4)] == [4]
    assert spoken(most_at_one_table=5, most_at_one_table_bound=2) == [{"count": 5}]
