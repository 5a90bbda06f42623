"""What is said to be still possible is possible, and what is said to be sure is sure."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.season.builders import asked, evenings, event, places, table_of
from tests.season.random_seasons import season_by_chance
from tournaments.engines.season import (
    Combining,
    Season,
    SeasonBy,
    SeasonEvening,
    SeasonResult,
    SeasonRules,
    Whom,
    Worth,
    season,
)

NAMES = ("A", "B", "C")
RULES = {"worth": Worth.PLACES, "place_points": (5, 2), "tail": 1}


def nights() -> list[tuple[SeasonResult, ...]]:
    """Every evening there can be: who comes, in which order, with a shared first place or without."""
    chosen: list[tuple[SeasonResult, ...]] = [()]
    for count in (1, 2, 3):
        for names in permutations(NAMES, count):
            chosen.append(tuple(SeasonResult(name, rank=n) for n, name in enumerate(names, start=1)))
    shared = tuple(SeasonResult(name, rank=1) for name in NAMES)
    return [*chosen, shared]


def endings(whole: Season, left: int) -> Iterator[Season]:
    for results in product(nights(), repeat=left):
        more = tuple(SeasonEvening(f"L{n}", results=night) for n, night in enumerate(results))
        yield replace(whole, evenings=(*whole.evenings, *more))


@pytest.mark.parametrize(
    "more",
    [
        {"evenings": 5},
        {"evenings": 5, "best": 3},
        {"evenings": 5, "best": 2, "least": 3},
        {"evenings": 5, "least": 4, "least_at_end": True},
        {"evenings": 5, "ties": (SeasonBy.BEST_EVENINGS, SeasonBy.LAST_EVENING)},
    ],
    ids=str,
)
def test_no_ending_leads_to_a_place_outside_the_bounds(more: dict[str, int]) -> None:
    legs = evenings({"A": [1, 1, 1], "B": [2, None, 2], "C": [3, 2, None]}, by="rank")
    whole = Season(legs, SeasonRules(**RULES, **more))  # type: ignore[arg-type]
    table = season(whole)
    bounds = {row.person: (row.outlook.best_place, row.outlook.worst_place) for row in table.rows}
    assert any(best is not None for best, _worst in bounds.values())
    for ending in endings(whole, 2):
        for row in season(ending).rows:
            best, worst = bounds[row.person]
            if row.rank is not None and row.last is not None:
                assert best is None or best <= row.rank
                assert worst is None or row.rank <= worst


def test_a_champion_is_certain_before_the_end() -> None:
    legs = [places({"A": 1, "B": 2, "C": 3}) for _ in range(4)]
    rules = {"worth": "places", "place_points": [25, 18, 15], "evenings": 5, "least": 3}
    reply = asked(rules=rules, events=legs)
    assert [row["still"]["best_place"] for row in reply["rows"]] == [1, 2, 2]
    assert [row["still"]["worst_place"] for row in reply["rows"]] == [1, 3, 3]
    assert "Place 1 is certain." in reply["rows"][0]["text"]
    assert "Can still reach place 2 at best." in reply["rows"][1]["text"]


def test_newcomers_are_thought_of_too() -> None:
    rules = {"worth": "places", "place_points": [25, 18], "evenings": 3}
    reply = asked(rules=rules, events=[places({"A": 1, "B": 2})])
    assert [row["still"]["worst_place"] for row in reply["rows"]] == [None, None]


def test_what_is_needed_to_pass_the_next_one_above() -> None:
    table = table_of({"A": [300, 200], "B": [250, 130]}, evenings=3)
    look = table.row("B").outlook
    assert (look.ahead, look.more) == ("A", 120)
    for more, ahead in ((119, "A"), (121, "B")):
        table = table_of({"A": [300, 200, -50], "B": [250, 130, -50 + more]}, evenings=3)
        assert table.rows[0].person == ahead
    reply = asked(rules={"evenings": 3}, events=[event({"A": 300, "B": 250}), event({"A": 200, "B": 130})])
    assert "To pass A, the last evening must be better by more than 120." in reply["rows"][1]["text"]


def test_where_the_best_count_nothing_is_promised_that_does_not_follow() -> None:
    full = {"A": [300, 200, 10], "B": [250, 130, 20]}
    look = table_of(full, best=2, evenings=4).row("B").outlook
    assert (look.more, look.improves_above) == (None, 130)
    assert table_of(full, evenings=3).row("B").outlook.more is None  # over
    assert table_of(full, combine=Combining.MEAN, evenings=4).row("B").outlook.more is None


def test_a_minimum_that_can_no_longer_be_reached_is_said() -> None:
    events = [event({"A": 10, "B": 10}), event({"A": 10}), event({"A": 10})]
    reply = asked(rules={"least": 3, "evenings": 4}, events=events)
    assert reply["rows"][1]["still"]["minimum_out_of_reach"]
    assert "can no longer be reached" in reply["rows"][1]["text"][-1]


@settings(max_examples=150)
@given(st.builds(random.Random, st.integers(0, 10**9)), st.integers(-9, 9), st.integers(-9, 9))
def test_the_arithmetic_holds_when_the_evening_comes(chance: random.Random, mine: int, theirs: int) -> None:
    """What was said of the last evening, when it has been played."""
    whole = season_by_chance(chance)
    played = tuple(
        replace(evening, kind="leg", place="", tables=()) for evening in whole.evenings if evening.played
    )
    rules = replace(
        whole.rules,
        worth=Worth.POINTS,
        whom=Whom.PEOPLE,
        part=0,
        evenings=len(played) + 1,
        kinds=(),
        places=(),
        smallest_field=0,
        members_only=False,
        category=(),
    )
    whole = replace(whole, evenings=played, rules=rules, over=None)
    table = season(whole)
    if table.remaining != 1:
        return
    for row in table.rows:
        look = row.outlook
        results = [SeasonResult(row.person, mine, announced=True)]
        if look.ahead is not None:
            results.append(SeasonResult(look.ahead, theirs, announced=True))
        last = SeasonEvening("last", results=tuple(results), kind="leg")
        after = season(replace(whole, evenings=(*played, last)))
        now = after.row(row.person)
        if look.improves_above is not None and row.total is not None and rules.absent.value == "nothing":
            assert now.total is not None
            apart = sum(line.points for line in now.lines) - sum(line.points for line in row.lines)
            better = mine < look.improves_above if rules.lowest_first else mine > look.improves_above
            gained = now.total - apart - row.total
            assert (gained != 0) == better
        if look.ahead is not None and look.more is not None:
            their = after.row(look.ahead)
            assert now.total is not None
            assert their.total is not None
            assert (now.total > their.total) == (mine - theirs > look.more)


def test_where_an_evening_can_cost_points_no_place_is_promised() -> None:
    rules = {"worth": "places", "place_points": [25, 18, -5], "evenings": 5, "least": 3}
    reply = asked(rules=rules, events=[places({"A": 1, "B": 2, "C": 3}) for _ in range(4)])
    assert {(row["still"]["best_place"], row["still"]["worst_place"]) for row in reply["rows"]} == {
        (None, None)
    }


def test_the_final_is_not_for_who_is_barred_and_for_all_only_if_the_rules_say_so() -> None:
    events = [event({"A": 3, "B": 2, "C": 1}), event({"A": 3, "C": 1})]
    people = [{"person": "A", "barred": "won the last cup"}]
    rules = {"least": 2, "final": "everybody", "final_least": 1}
    assert asked(rules=rules, events=events, people=people)["final"] == ["C", "B"]
    rules = {"least": 2, "final": "best", "final_places": 3}
    assert asked(rules=rules, events=events, people=people)["final"] == ["C"]


def test_the_best_round_of_penalty_points_is_the_lowest() -> None:
    rules = {"low_wins": True, "absent": "worst", "ties": ["best_round"]}
    parts = {"A": {"points": 9, "parts": [4, 5]}, "B": {"points": 9, "parts": [3, 6]}}
    reply = asked(rules=rules, events=[event(parts)])
    assert [row["person"] for row in reply["rows"]] == ["B", "A"]
