"""The search counts right: what it says an exchange costs is what it costs, and the total stays true."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draw import checker
from tournaments.engines.draw import draw
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.arrangement import (
    APART,
    CLUB,
    EVEN,
    REPEAT,
    SeatArrangement,
    meeting_counts,
)
from tournaments.engines.draw.tables.mending import Mending
from tournaments.engines.draw.tables.tempering import IMPOSSIBLE, Tempering, gumbel_lots


@st.composite
def evenings(draw_from: st.DrawFn) -> dict[str, Any]:
    """What a plan is made from, with all conditions there are."""
    sizes = draw_from(
        st.lists(st.integers(2, 5), min_size=2, max_size=4).map(lambda s: sorted(s, reverse=True))
    )
    people = sum(sizes) + draw_from(st.integers(0, 2))  # the last ones sit out
    person = st.integers(0, people - 1)
    pairs = st.lists(
        st.tuples(person, person).filter(lambda pair: pair[0] < pair[1]), unique=True, max_size=4
    )
    orders = draw_from(st.lists(st.permutations(range(sum(sizes))), min_size=1, max_size=3))
    met = draw_from(
        st.dictionaries(st.tuples(person, person).filter(lambda p: p[0] < p[1]), st.integers(1, 3))
    )
    return {
        "people": people,
        "rounds": [cut(order, sizes) for order in orders],
        "met": met,
        "apart": draw_from(pairs),
        "small": draw_from(st.lists(st.integers(0, 3), min_size=people, max_size=people)),
        "clubs": draw_from(st.lists(st.sampled_from(["", "A", "B"]), min_size=people, max_size=people)),
    }


def cut(order: list[int], sizes: list[int]) -> list[list[int]]:
    """People in this order at tables of these sizes."""
    left = list(order)
    return [[left.pop() for _seat in range(size)] for size in sizes]


def plan_of(evening: dict[str, Any]) -> SeatArrangement:
    met = meeting_counts(evening["people"], evening["met"], evening["apart"])
    return SeatArrangement(met, evening["rounds"], evening["small"], evening["clubs"])


def cost(evening: dict[str, Any], rounds: list[list[list[int]]]) -> int:
    """What these rounds cost, from the definitions: nothing of the search is used."""
    total, met, small = 0, dict(evening["met"]), list(evening["small"])
    full = max(len(table) for tables in rounds for table in tables)
    for number, tables in enumerate(rounds):
        for table in tables:
            for a, b in combinations(sorted(table), 2):
                times = met.get((a, b), 0)
                met[a, b] = times + 1
                total += REPEAT + times - 1 if times else 0
                total += APART if (a, b) in evening["apart"] else 0
                club = evening["clubs"][a]
                total += CLUB if number == 0 and club and club == evening["clubs"][b] else 0
            for person in table if len(table) < full else []:
                small[person] += 1
    return int(total + EVEN * sum(times * times for times in small))


@given(evenings())
@settings(max_examples=60)
def test_every_exchange_costs_what_it_is_said_to_cost(evening: dict[str, Any]) -> None:
    plan = plan_of(evening)
    assert plan.cost == cost(evening, evening["rounds"])
    search = Tempering([plan], Chance("test"))
    for number, tables in enumerate(evening["rounds"]):
        costs = search._costs(number)[0]
        at = {person: place for place, table in enumerate(tables) for person in table}
        for a, b in combinations(range(evening["people"]), 2):
            if a not in at or b not in at or at[a] == at[b]:
                assert costs[a, b] > IMPOSSIBLE / 2
                continue
            changed = [[list(table) for table in seating] for seating in evening["rounds"]]
            changed[number] = [[{a: b, b: a}.get(person, person) for person in table] for table in tables]
            assert costs[a, b] == costs[b, a] == cost(evening, changed) - plan.cost


@given(evenings(), st.integers(0, 99))
@settings(max_examples=40)
def test_the_best_is_what_it_is_said_to_be(evening: dict[str, Any], seed: int) -> None:
    plans = [plan_of(evening) for _each in range(3)]
    tempering = Tempering(plans, Chance(seed))
    tempering.run(1_000_000, 0)
    assert cost(evening, plans[0].rounds(tempering.best)) == tempering.best_cost <= plans[0].cost
    plan = plan_of(evening)
    before = plan.cost
    mending = Mending(plan, Chance(seed))
    mending.run(300_000, 0)
    assert plan.cost == cost(evening, plan.rounds())
    assert cost(evening, plan.rounds(mending.best)) == mending.best_cost <= before


@given(evenings(), st.data())
@settings(max_examples=30)
def test_who_is_held_stays_where_he_is(evening: dict[str, Any], data: st.DataObject) -> None:
    seated = [person for table in evening["rounds"][0] for person in table]
    pair = tuple(sorted(data.draw(st.permutations(seated))[:2]))
    plans = [
        SeatArrangement(
            meeting_counts(evening["people"], {}, ()),
            evening["rounds"],
            evening["small"],
            evening["clubs"],
            [pair],
        )
        for _each in range(2)
    ]
    began = plans[0].where.copy()
    tempering = Tempering(plans, Chance("held"))
    tempering.run(500_000, -1)
    for where in (*tempering.where, tempering.best):
        assert (where[:, pair] == began[:, pair]).all()
        assert ((where < 0) == (began < 0)).all()
    assert plans[0].met[pair] == 0


def test_the_lots_are_the_same_on_every_machine() -> None:
    lots = (gumbel_lots() * 256).astype(np.int64)
    assert (lots / 256 == gumbel_lots()).all()
    assert sha256(lots.tobytes()).hexdigest()[:16] == "6f098ebe970d91d7"


def test_the_temperatures_are_shared_out_anew_and_none_is_lost() -> None:
    plans = [plan_of_lots(number) for number in range(8)]
    tempering = Tempering(plans, Chance("levels"))
    tempering.run(20_000_000, -1)
    assert sorted(tempering.level) == list(range(8))
    assert tempering.level != list(range(8))


def plan_of_lots(number: int) -> SeatArrangement:
    """24 people at tables of six, four rounds by lot."""
    chance = Chance("plan", number)
    rounds = [cut(chance.shuffled(range(24)), [6] * 4) for _round in range(4)]
    return SeatArrangement(meeting_counts(24, {}, ()), rounds, [0] * 24, [""] * 24)


def test_what_designs_leave_open_is_found_from_lots_alone() -> None:
    """24 people at tables of six, four rounds: 24 repeats, which is the bound."""
    plans = [plan_of_lots(number) for number in range(16)]
    tempering = Tempering(plans, Chance("lots alone"))
    tempering.run(180_000_000, 24 * REPEAT)
    assert checker.repeats(plans[0].rounds(tempering.best)) == 24


def test_who_draws_one_round_at_a_time_has_something_left_in_the_end() -> None:
    """Seventeen people, later three more, and three who leave early, in fours and threes."""
    came, left = {2: [18, 19], 4: [20]}, {3: [5], 5: [2, 11]}
    here, played = list(range(1, 18)), list[Any]()
    for number in range(6):
        here = [person for person in [*here, *came.get(number, [])] if person not in left.get(number, [])]
        request = {"players": here, "sizes": [4, 3], "rounds": 1, "played": played, "ahead": 5 - number}
        facts: Any = draw(request).facts
        played = [*played, *facts["rounds"]]
    assert checker.repeats(played) <= 3
