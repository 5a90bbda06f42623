"""The codes that every game shares, on a game that uses every kind of question."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Unreadable, opening, parse, play, set_up
from scoring.dumping import dump
from scoring.fields import Ask, fields_of, shape_of
from scoring.flat import columns, from_flat, to_flat
from scoring.series import Series
from scoring.table import Parties, Seat, alone, two_sides
from tests.scoring.probe_game import PROBE, Record

RUN = {"side": 1, "kind": "run", "length": 4}

REFUSALS: list[tuple[Any, Any, str, tuple[int | str, ...]]] = [
    ([], None, "not_an_object", ()),
    ({}, "points", "missing", ()),
    ({"points": None}, "points", "missing", ()),
    ({"points": [1, None]}, "points", "missing", (2,)),
    ({"points": [1]}, "points", "length", ()),
    ({"points": 1}, "points", "length", ()),
    ({"points": "12"}, "points", "length", ()),
    ({"points": [1, 21]}, "points", "range", (2,)),
    ({"points": [1, True]}, "points", "range", (2,)),
    ({"points": [1, 1.0]}, "points", "range", (2,)),
    ({"points": [1, "1"]}, "points", "range", (2,)),
    ({"points": [1, 1], "kind": "lost"}, "kind", "unknown_option", ()),
    ({"points": [1, 1], "kind": 0}, "kind", "unknown_option", ()),
    ({"points": [1, 1], "dealer": 0}, "dealer", "range", ()),
    ({"points": [1, 1], "dealer": True}, "dealer", "range", ()),
    ({"points": [1, 1], "dealer": 5}, "dealer", "range", ()),
    ({"points": [1, 1], "refused": 1}, "refused", "range", ()),
    ({"points": [1, 1], "refused": None}, "refused", "missing", ()),
    ({"points": [1, 1], "remark": ""}, "remark", "range", ()),
    ({"points": [1, 1], "remark": "x" * 61}, "remark", "range", ()),
    ({"points": [1, 1], "remark": "a\u200bb"}, "remark", "range", ()),
    ({"points": [1, 1], "remark": "\ud800"}, "remark", "range", ()),
    ({"points": [1, 1], "losers": [1, 1]}, "losers", "length", ()),
    ({"points": [1, 1], "losers": [5]}, "losers", "range", (1,)),
    ({"points": [1, 1], "kind": "misdeal", "losers": [1]}, "losers", "not_asked", ()),
    ({"points": [1, 1], "price": 1}, "price", "unknown_key", ()),
    ({"points": [1, 1], "chain": {"calls": [], "caller": 1}}, "chain", "chain", ("calls",)),
    ({"points": [1, 1], "chain": {"calls": ["big"]}}, "chain", "missing", ("caller",)),
    (
        {"points": [1, 1], "chain": {"calls": ["big", "vast"], "caller": 1}},
        "chain",
        "unknown_option",
        ("calls", 2),
    ),
    ({"points": [1, 1], "chain": 3}, "chain", "not_an_object", ()),
    ({"points": [1, 1], "melds": [RUN] * 4}, "melds", "length", ()),
    ({"points": [1, 1], "melds": [RUN, {**RUN, "length": 9}]}, "melds", "run_length", (2, "length")),
    ({"points": [1, 1], "melds": [{"side": 1, "kind": "run"}]}, "melds", "missing", (1, "length")),
    ({"points": [1, 1], "melds": [{**RUN, "kind": "four"}]}, "melds", "not_asked", (1, "length")),
    ({"points": [1, 1], "melds": [{**RUN, "colour": 1}]}, "melds", "unknown_key", (1, "colour")),
    ({"points": [1, 1], "cards": [[1, 2, 3, 4], [], [], []]}, "cards", "cards_held", (1,)),
    ({"points": [1, 1], "cards": [[14], [], [], []]}, "cards", "range", (1, 1)),
]


@pytest.mark.parametrize(
    ("raw", "field", "code", "at"),
    [pytest.param(*row, id=f"{row[2]} {number}") for number, row in enumerate(REFUSALS)],
)
def test_a_refusal_has_a_code_and_a_place(raw: Any, field: Any, code: str, at: tuple[int | str, ...]) -> None:
    table = set_up(PROBE, 4)
    with pytest.raises(Unreadable) as refused:
        parse(PROBE, table, opening(table), raw)
    assert [(problem.field, problem.code, problem.at) for problem in refused.value.problems] == [
        (field, code, at)
    ]


@pytest.mark.parametrize(
    ("seats", "preset", "switches", "field", "code"),
    [
        (1, None, None, "seats", "table_size"),
        (True, None, None, "seats", "table_size"),
        ("4", None, None, "seats", "table_size"),
        (None, None, None, "seats", "table_size"),
        (4, "grand", None, "preset", "unknown_preset"),
        (4, 7, None, "preset", "unknown_preset"),
        (4, None, {"colour": 1}, "colour", "unknown_rule"),
        (4, None, {"target": 99}, "target", "range"),
        (4, None, {"melds": "yes"}, "melds", "range"),
        (4, None, [], None, "not_an_object"),
    ],
)
def test_a_table_that_cannot_be_set_up_says_why(
    seats: Any, preset: Any, switches: Any, field: str | None, code: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        set_up(PROBE, seats, preset, switches)
    assert [(problem.field, problem.code) for problem in refused.value.problems] == [(field, code)]


def test_everything_wrong_with_a_table_is_said_at_once() -> None:
    with pytest.raises(Unreadable) as refused:
        set_up(PROBE, 9, "grand", {"target": 99, "colour": 1})
    codes = sorted(problem.code for problem in refused.value.problems)
    assert codes == ["range", "table_size", "unknown_preset", "unknown_rule"]


def test_switches_start_from_the_preset() -> None:
    rules = set_up(PROBE, 4, "short", {"games_to_win": 2}).rules
    assert (rules.target, rules.games_to_win, rules.melds) == (5, 2, False)


def test_a_hand_is_cut_at_the_target_and_keeps_its_claim() -> None:
    table = set_up(PROBE, 4, "short")
    chain = {"calls": ["rest"], "caller": 2}
    so_far = opening(table)
    so_far = play(PROBE, table, so_far, parse(PROBE, table, so_far, {"points": [20, 0], "chain": chain}))
    lines = so_far.all_hands[0].lines
    assert [(line.points, line.claimed) for line in lines] == [((5, 0), (20, 0)), ((0, 0), (0, 3))]
    assert so_far.winners == (0,)


def test_a_row_left_empty_in_a_form_is_no_item() -> None:
    table = set_up(PROBE, 4)
    flat = columns(fields_of(Record), table.seating)
    cells = {"melds_1_side": "1", "melds_1_kind": "four", "melds_3_side": "2", "melds_3_kind": "four"}
    answers = from_flat(flat, cells)
    assert answers == {"melds": [{"side": 1, "kind": "four"}, {"side": 2, "kind": "four"}]}
    assert to_flat(flat, answers)["melds_2_side"] == "2"


def test_numbers_may_be_typed_with_a_real_minus_and_switches_in_several_ways() -> None:
    table = set_up(PROBE, 4)
    flat = columns(fields_of(Record), table.seating)
    cells = {"points_1": " −3 ", "points_2": "4", "refused": "on", "losers": "1 + 3"}
    assert from_flat(flat, cells) == {"points": [-3, 4], "refused": True, "losers": [1, 3]}


def test_somebody_forgotten_in_a_row_of_people_is_missing() -> None:
    table = set_up(PROBE, 4)
    answers = from_flat(columns(fields_of(Record), table.seating), {"points_2": "4"})
    assert answers == {"points": [None, 4]}


def test_a_type_outside_the_vocabulary_is_found_when_it_is_declared() -> None:
    for hint in (float, dict[str, int], int):
        with pytest.raises(TypeError):
            shape_of(hint)
    with pytest.raises(TypeError):
        fields_of(Ask)


def test_a_series_behaves_like_a_tuple_and_can_be_continued_twice() -> None:
    short = Series([1, 2])
    longer, other = short.then(3), short.then(4)
    every: tuple[object, ...] = (short, longer, other)
    assert every == ((1, 2), (1, 2, 3), (1, 2, 4))
    assert longer.then(5).then(6) == (1, 2, 3, 5, 6)
    assert (longer[0], longer[-1], longer[1:], list(longer), len(longer)) == (1, 3, (2, 3), [1, 2, 3], 3)
    assert hash(longer) == hash(Series([1, 2, 3]))
    assert repr(longer) == "(1, 2, 3)"
    with pytest.raises(IndexError):
        _ = short[2]


# --- parties and conditions ------------------------------------------------------------------------


def a_hand(seats: int = 4, **raw: Any) -> Any:
    table = set_up(PROBE, seats)
    return parse(PROBE, table, opening(table), {"points": [1] * table.seating.sides, **raw})


def refused_with(seats: int = 4, **raw: Any) -> list[tuple[str | None, str]]:
    with pytest.raises(Unreadable) as refused:
        a_hand(seats, **raw)
    return [(problem.field, problem.code) for problem in refused.value.problems]


def test_parties_are_the_seats_that_are_named_against_all_others() -> None:
    assert a_hand(callers=[4, 2]).callers == Parties((Seat(1), Seat(3)), (Seat(0), Seat(2)))
    assert a_hand(callers=[3]).callers == Parties((Seat(2),), (Seat(0), Seat(1), Seat(3)))
    assert dump(fields_of(PROBE.record), a_hand(callers=[4, 2]))["callers"] == [2, 4]


def test_who_sits_out_is_in_neither_party() -> None:
    assert a_hand(callers=[1, 2], rests=4).callers == Parties((Seat(0), Seat(1)), (Seat(2),))
    assert refused_with(callers=[1, 2], rests=2) == [("callers", "range")]
    assert refused_with(3, callers=[1, 2], rests=3) == [("callers", "length")]


@pytest.mark.parametrize(
    ("seats", "callers", "code"),
    [
        (4, [], "length"),
        (4, [1, 2, 3], "length"),
        (4, [1, 1], "length"),
        (4, [5], "range"),
        (4, ["1"], "range"),
        (4, "1", "length"),
        (4, None, "missing"),
        (2, [1, 2], "length"),
    ],
)
def test_parties_of_other_sizes_are_refused(seats: int, callers: Any, code: str) -> None:
    assert refused_with(seats, callers=callers) == [("callers", code)]


def test_parties_gain_for_every_seat_what_its_account_is() -> None:
    hand = a_hand(callers=[1], stake=2)
    assert hand.callers.gains(3, -1, alone(4)) == (3, -1, -1, -1)
    assert hand.callers.gains(3, -1, two_sides(4)) == (2, -2)


def test_parties_without_two_names_are_no_declaration() -> None:
    with pytest.raises(TypeError, match="parties need Against"):
        shape_of(Parties)


def test_a_number_from_a_threshold_on_asks_for_more() -> None:
    assert a_hand(stake=2, raised_by=1).raised_by == Seat(0)
    assert refused_with(stake=1, raised_by=1) == [("raised_by", "not_asked")]
    assert refused_with(raised_by=1) == [("raised_by", "not_asked")]


def test_one_of_two_conditions_is_enough() -> None:
    meld = {"side": 1, "kind": "four"}
    assert a_hand(refused=True, witness=3).witness == Seat(2)
    assert a_hand(refused=False, melds=[meld], witness=3).witness == Seat(2)
    assert refused_with(refused=False, witness=3) == [("witness", "not_asked")]
