"""The data files are not trusted: every base round is developed here, by hand, and looked at."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from tests.draw import checker
from tournaments.engines.draw import catalogue
from tournaments.engines.draw.catalogue.designs import columns_across, rounds_without_repeats
from tournaments.engines.draw.catalogue.fields import field, prime_power
from tournaments.engines.draw.partners.whist import nearly_whist, whist

FOLDER = Path(catalogue.__file__).parent
TABLES = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))
OFFSETS = json.loads((FOLDER / "offsets.json").read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("entry", TABLES["rounds"], ids=lambda entry: f"{entry['people']}x{entry['size']}")
def test_nobody_meets_twice_in_the_catalogue(entry: dict[str, Any]) -> None:
    rounds = developed(entry)
    people = range(entry["people"])
    assert checker.everyone_once(rounds, [[]] * len(rounds), people)
    assert checker.sizes_allowed(rounds, [entry["size"]])
    assert checker.repeats(rounds) == 0
    stored = catalogue.starters()[entry["people"], entry["size"]]
    assert [[list(t) for t in tables] for tables in stored.rounds()] == rounds
    assert len(stored) == len(rounds)


def test_every_entry_says_where_it_comes_from() -> None:
    assert TABLES["source"]
    assert WHIST["source"]
    assert OFFSETS["source"]
    keys = [(entry["people"], entry["size"]) for entry in TABLES["rounds"]]
    assert len(set(keys)) == len(keys)


# Every number of four or one more up to 100 but 93; a few beyond that are put together from smaller ones.
WHISTS = [n for n in range(4, 101) if n % 4 < 2 and n != 93] + [112, 116, 145]


@pytest.mark.parametrize("people", WHISTS)
def test_whist_everybody_is_partner_once_and_opponent_twice(people: int) -> None:
    complete = whist(people)
    assert complete is not None
    rounds = [tables for tables, _out in complete]
    assert len(rounds) == (people - 1 if people % 4 == 0 else people)
    assert checker.everyone_once(rounds, [out for _tables, out in complete], range(people))
    partners, opponents = checker.partner_counts(rounds)
    pairs = [frozenset(two) for two in combinations(range(people), 2)]
    assert partners == Counter(dict.fromkeys(pairs, 1))
    assert opponents == Counter(dict.fromkeys(pairs, 2))


@pytest.mark.parametrize("people", sorted(map(int, WHIST["resting"])))
def test_two_or_three_sit_out_in_turn_and_nobody_is_partner_twice(people: int) -> None:
    complete = nearly_whist(people, people)
    assert complete is not None
    rounds, resting = [tables for tables, _out in complete], [out for _tables, out in complete]
    assert len(rounds) == people
    assert checker.everyone_once(rounds, resting, range(people))
    partners, opponents = checker.partner_counts(rounds)
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2
    uneven = []
    for count in range(1, people + 1):
        out = [person for people_out in resting[:count] for person in people_out]
        spread = checker.times_spread(out.count(person) for person in range(people))
        assert (nearly_whist(people, count) is None) == (spread > 1)
        uneven += [count] * (spread > 1)
    assert uneven == ([people // 2] if people % 8 == 6 else [])
    assert nearly_whist(people, people + 1) is None


@pytest.mark.parametrize("entry", WHIST["holes"], ids=lambda entry: f"{entry['kind']} {entry['moduli']}")
def test_first_rounds_with_a_hole_have_every_difference(entry: dict[str, Any]) -> None:
    elements = list(product(*map(range, entry["moduli"])))
    hole = {
        tuple(sum(k * step[f] for k, step in zip(times, entry["hole"], strict=True)) % m for f, m in moduli)
        for moduli in [list(enumerate(entry["moduli"]))]
        for times in product(range(max(entry["moduli"])), repeat=len(entry["hole"]))
    }
    staying = 0 if entry["kind"] == "frame" else len(hole)
    points = Counter(point for table in entry["first"] for point in table)
    seated = [p for p in range(len(elements)) if staying or elements[p] not in hole]
    assert points == Counter([*seated, *range(len(elements), len(elements) + staying)])
    partners, opponents = checker.partner_counts([entry["first"]])
    for counts, times in ((partners, 1), (opponents, 2)):
        differences = Counter(
            tuple((x - y) % m for x, y, m in zip(elements[a], elements[b], entry["moduli"], strict=True))
            for pair, often in counts.items()
            for a, b in (sorted(pair), sorted(pair, reverse=True))
            for _time in range(often)
            if max(a, b) < len(elements)
        )
        assert differences == Counter(dict.fromkeys(set(elements) - hole, times))


@pytest.mark.parametrize(
    "entry",
    OFFSETS["across"],
    ids=lambda entry: f"{entry['tables']}: {len(entry['offsets'])}x{len(entry['offsets'][0])}",
)
def test_columns_never_repeat_a_difference(entry: dict[str, Any]) -> None:
    moduli, unit = entry["moduli"], 1
    rows = []
    for row in entry["offsets"]:
        assert all(0 <= number < entry["tables"] for number in row)
        parts = []
        for number in row:
            left, digits = number, []
            for modulus in reversed(moduli):
                digits.append(left % modulus)
                left //= modulus
            parts.append(digits[::-1])
        rows.append(parts)
    for modulus in moduli:
        unit *= modulus
    assert unit == entry["tables"]
    for c, e in combinations(range(len(rows[0])), 2):
        differences = {
            tuple((x - y) % m for x, y, m in zip(row[c], row[e], moduli, strict=True)) for row in rows
        }
        assert len(differences) == len(rows)


@pytest.mark.parametrize("tables", sorted({entry["tables"] for entry in OFFSETS["across"]}))
@pytest.mark.parametrize("size", [3, 5, 7, 8, 10])
def test_rounds_across_columns_have_no_repeats(tables: int, size: int) -> None:
    rounds = columns_across(tables, size, 40)
    assert len(rounds) >= min(4, tables // 3) or (tables, size) == (10, 10)
    assert checker.everyone_once(rounds, [[]] * len(rounds), range(tables * size))
    assert checker.sizes_allowed(rounds, [size])
    assert checker.repeats(rounds) == 0


@pytest.mark.parametrize("people", [3, 6, 7, 1000])
def test_there_is_no_whist_for_other_numbers(people: int) -> None:
    assert whist(people) is None


KNOWN = {  # (people, size): rounds in which nobody needs to meet twice
    **{(16, 4): 5, (20, 4): 5, (24, 4): 7, (28, 4): 9, (32, 4): 10, (36, 4): 11, (40, 4): 13},
    **{(9, 3): 4, (15, 3): 7, (21, 3): 10, (27, 3): 13, (25, 5): 6, (30, 5): 6, (49, 7): 8, (36, 6): 3},
    **{(64, 4): 21, (100, 4): 25, (144, 4): 12, (200, 4): 25, (33, 3): 15, (12, 3): 4, (8, 2): 7},
    **{(100, 10): 4, (70, 7): 7, (96, 8): 8, (112, 8): 8, (60, 6): 8},
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
