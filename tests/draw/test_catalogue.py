"""The data files are not trusted: every base round is developed here, by hand, and looked at."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.draw import checker
from tournaments.draw import catalogue
from tournaments.draw.designs import rounds_without_repeats
from tournaments.draw.fields import field, prime_power
from tournaments.draw.whist import whist

FOLDER = Path(catalogue.__file__).parent
TABLES = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))
WHIST = json.loads((FOLDER / "whist.json").read_text(encoding="utf-8"))


def developed(entry: dict[str, Any]) -> list[list[list[int]]]:
    """All rounds of an entry, from what the file says about itself."""
    next_point, first = {}, 0
    for length in entry["cycles"]:
        for place in range(length):
            next_point[first + place] = first + (place + 1) % length
        first += length
    rounds = []
    for base in entry["base"]:
        for _turn in range(entry["turns"]):
            rounds.append(base)
            base = [[next_point[point] for point in table] for table in base]
    return rounds


@pytest.mark.parametrize("entry", TABLES["rounds"], ids=lambda one: f"{one['people']}x{one['size']}")
def test_nobody_meets_twice_in_the_catalogue(entry: dict[str, Any]) -> None:
    rounds = developed(entry)
    people = range(entry["people"])
    assert checker.everyone_once(rounds, [[]] * len(rounds), people)
    assert checker.sizes_allowed(rounds, [entry["size"]])
    assert checker.repeats(rounds) == 0
    stored = catalogue.starters()[entry["people"], entry["size"]]
    assert [[list(t) for t in one] for one in stored.rounds()] == rounds
    assert len(stored) == len(rounds)


def test_every_entry_says_where_it_comes_from() -> None:
    assert TABLES["source"]
    assert WHIST["source"]
    keys = [(entry["people"], entry["size"]) for entry in TABLES["rounds"]]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("people", sorted({*map(int, WHIST["first"]), 4, 5, 9, 29, 37, 41, 49, 53, 61, 81}))
def test_whist_everybody_is_partner_once_and_opponent_twice(people: int) -> None:
    found = whist(people)
    assert found is not None
    rounds = [tables for tables, _out in found]
    assert len(rounds) == (people - 1 if people % 4 == 0 else people)
    assert checker.everyone_once(rounds, [out for _tables, out in found], range(people))
    partners, opponents = checker.partner_counts(rounds)
    pairs = [frozenset(two) for two in combinations(range(people), 2)]
    assert partners == Counter(dict.fromkeys(pairs, 1))
    assert opponents == Counter(dict.fromkeys(pairs, 2))


@pytest.mark.parametrize("people", [3, 6, 7, 1000])
def test_there_is_no_whist_for_other_numbers(people: int) -> None:
    assert whist(people) is None


KNOWN = {  # (people, size): rounds in which nobody needs to meet twice
    **{(16, 4): 5, (20, 4): 5, (24, 4): 7, (28, 4): 9, (32, 4): 10, (36, 4): 11, (40, 4): 13},
    **{(9, 3): 4, (15, 3): 7, (21, 3): 10, (27, 3): 13, (25, 5): 6, (30, 5): 6, (49, 7): 8, (36, 6): 3},
    **{(64, 4): 21, (100, 4): 25, (144, 4): 12, (200, 4): 25, (33, 3): 15, (12, 3): 4, (8, 2): 7},
}


@pytest.mark.parametrize(("people", "size"), KNOWN)
def test_constructions_reach_the_known_number_of_rounds(people: int, size: int) -> None:
    rounds = rounds_without_repeats(people, size, KNOWN[people, size])
    assert len(rounds) == KNOWN[people, size]
    assert checker.everyone_once(rounds, [[]] * len(rounds), range(people))
    assert checker.sizes_allowed(rounds, [size])
    assert checker.repeats(rounds) == 0


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_constructions_never_repeat_whatever_is_asked(size: int) -> None:
    for tables in range(1, 40):
        rounds = rounds_without_repeats(tables * size, size, 9)
        assert rounds
        assert len(rounds) <= 9
        assert checker.everyone_once(rounds, [[]] * len(rounds), range(tables * size))
        assert checker.repeats(rounds) == 0


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_finite_fields_are_fields(q: int) -> None:
    numbers = field(q)
    everything = range(q)
    for a in everything:
        assert numbers.plus[a][0] == a
        assert numbers.times[a][1 % q] == a
        assert sorted(numbers.plus[a]) == list(everything)
        if a:
            assert sorted(numbers.times[a]) == list(everything)
        for b in everything:
            for c in (1, q - 1):
                product = numbers.times[c][numbers.plus[a][b]]
                assert product == numbers.plus[numbers.times[c][a]][numbers.times[c][b]]
    powers, power = set(), 1
    for _step in range(q - 1):
        power = numbers.times[power][numbers.primitive()]
        powers.add(power)
    assert len(powers) == q - 1


def test_there_is_no_field_with_six_elements() -> None:
    assert prime_power(6) is None
    with pytest.raises(ValueError, match="6"):
        field(6)
