"""Cabo: the rule tables, one row for each worked case, and what the laws of every game do not say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scoring import Unreadable, game_for, games_of, opening, parse, play, set_up
from scoring.games.cabo.cards import copies, decks, faces, hand_value, is_kamikaze
from tests.scoring.cabo_vectors import LIMIT, TWELVE, VECTORS, cards, hand, sheet
from tests.scoring.codes import codes_in
from tests.scoring.vectors import Vector, play_sheet, rows

CABO = game_for("cabo")


@pytest.mark.parametrize("vector", rows(vector for vector in VECTORS if not vector.code))
def test_the_worked_cases_give_their_points(vector: Vector) -> None:
    so_far = play_sheet(vector.sheet)
    totals, _winners = games_of(so_far)[-1]
    if vector.points is not None:
        assert so_far.all_hands[-1].points == vector.points
    if vector.totals is not None:
        assert totals == vector.totals
    if vector.finished is not None:
        assert so_far.over == vector.finished
    if vector.winner is not None:
        assert so_far.winners == tuple(account - 1 for account in vector.winner)


@pytest.mark.parametrize("vector", rows(vector for vector in VECTORS if vector.code))
def test_the_worked_refusals_are_refused(vector: Vector) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(vector.sheet)
    assert vector.code in {problem.code for problem in refused.value.problems}


# --- refusals -------------------------------------------------------------------------------------

KEEP: dict[str, Any] = {"wrong_exchange": "keep"}
BOTH = {"caller": 2, "values": [3, 1], "cards": [[1, 1], [1]]}

REFUSALS: list[tuple[str, dict[str, Any]]] = [
    ("caller_missing", sheet({"values": [3, 5]})),
    ("caller_seat", sheet({"caller": 3, "values": [3, 5]})),
    ("caller_seat", sheet({"caller": [1, 2], "values": [3, 5]})),
    ("value_missing", sheet({"caller": 1}, seats=2)),
    ("value_missing", sheet({"caller": 1, "values": [3, None]})),
    ("value_missing", sheet({"caller": 1, "cards": [[3], None]}, seats=2)),
    ("value_count", sheet({"caller": 1, "values": [3, 5]}, seats=3)),
    ("value_count", sheet({"caller": 1, "cards": [[3]]}, seats=2)),
    ("value_range", sheet({"caller": 1, "values": [3, 51]})),
    ("value_range", sheet({"caller": 1, "values": [3, -1]})),
    ("value_range", sheet({"caller": 1, "values": [3, 2.5]})),
    ("value_range", sheet("53 1* 2 3 4 5 6")),
    ("value_range", sheet("339 1*", **KEEP)),
    ("value_conflict", sheet(BOTH)),
    ("value_twice", sheet("50 50 1*")),
    ("value_twice", sheet("52 50 1* 2 3 4 5")),
    ("card_range", cards("14", "1")),
    ("card_range", cards("-1", "1")),
    ("card_copies", cards("13 13", "13")),
    ("card_copies", cards("0 0 0 0", "0", seats=7)),
    ("card_copies", {**cards("0 0 1 1 3 3 13", "0 1"), "rules": KEEP}),
    ("hand_size", cards("1 2 3 4 5", "1")),
    ("hand_size", cards("", "1")),
    ("kamikaze_cards", cards("12 12 13 11", "1", kamikaze=[1])),
    ("kamikaze_value", sheet("49k 1*")),
    ("kamikaze_unmarked", cards("13 12 13 12", "1")),
    ("kamikaze_off", sheet("50k 1*", kamikaze=False)),
    ("kamikaze_seat", sheet({"caller": 1, "values": [3, 5], "kamikaze": [3]})),
    ("kamikaze_list", sheet({"caller": 1, "values": [3, 50], "kamikaze": [2, 2]})),
    ("kamikaze_list", sheet({"caller": 1, "values": [3, 50], "kamikaze": 2})),
    ("game_over", sheet(*["3* 5"] * 2, rounds=1)),
    ("table_size", sheet(TWELVE + " 13")),
    ("range", sheet(seats=2, rounds=0)),
    ("range", sheet(seats=2, limit=0)),
]
SEVERAL = [
    ("kamikaze_twice", "value_twice", sheet("50k 50k 1*")),
    ("kamikaze_cards", "kamikaze_unmarked", cards("12 12 13 13", "1", kamikaze=[2])),
]


@pytest.mark.parametrize(
    ("code", "refused_sheet"),
    [pytest.param(code, raw, id=f"{code} {number}") for number, (code, raw) in enumerate(REFUSALS)],
)
def test_what_cannot_be_is_refused(code: str, refused_sheet: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(refused_sheet)
    assert {problem.code for problem in refused.value.problems} == {code}


@pytest.mark.parametrize(("first", "other", "refused_sheet"), SEVERAL)
def test_everything_wrong_is_said_at_once(first: str, other: str, refused_sheet: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(refused_sheet)
    assert {problem.code for problem in refused.value.problems} == {first, other}


def test_every_refusal_of_the_game_is_in_the_table() -> None:
    codes = codes_in(Path(__file__).resolve().parents[2] / "scoring" / "games" / "cabo")
    listed = {code for code, _sheet in REFUSALS} | {code for pair in SEVERAL for code in pair[:2]}
    assert sorted(codes - listed) == []


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rummy", [False, True])
@pytest.mark.parametrize(("seats", "expected"), [(6, 52), (7, 104), (12, 104)])
def test_a_second_deck_joins_from_seven_players_on(rummy: bool, seats: int, expected: int) -> None:
    assert sum(face.copies for face in faces(rummy, seats)) == expected
    assert decks(seats) == expected // 52


def test_the_rummy_deck_has_other_names_for_the_same_values() -> None:
    names = {face.name: face.value for face in faces(rummy=True, seats=4)}
    assert [names[card] for card in ("Joker", "A", "2", "10", "J", "Q", "K")] == [0, 1, 2, 10, 11, 12, 13]
    assert [face.name for face in faces(rummy=False, seats=4)] == [str(value) for value in range(14)]
    assert (copies(0, 4), copies(12, 4), copies(13, 7)) == (2, 4, 4)


def test_only_the_two_highest_pairs_are_a_kamikaze() -> None:
    assert is_kamikaze([13, 12, 13, 12])
    for other in ([13, 13, 13, 11], [12, 12, 13, 13, 0], [12, 13], []):
        assert not is_kamikaze(other)
    assert hand_value([13, 13, 13, 11]) == 50


# --- what the documents leave open ----------------------------------------------------------------


def test_fifty_points_alone_are_no_kamikaze() -> None:
    assert play_sheet(sheet("50 3* 8")).totals == (50, 0, 8)


def test_hands_may_grow_where_a_drawn_card_is_kept() -> None:
    raw = {**cards("1 2 3 4 5 6 7", "1"), "rules": KEEP}
    assert play_sheet(raw).totals == (28, 0)
    assert play_sheet(sheet("60 60 1*", **KEEP)).totals == (60, 60, 0)


def test_with_other_wins_a_tie_follows_the_rule_of_a_wrong_call() -> None:
    rules: dict[str, Any] = {"caller_tie": "other_wins", "lowest_other_zero": False}
    assert play_sheet(sheet("3* 3 8", **rules)).totals == (8, 3, 8)


def test_a_kamikaze_is_worth_50_whatever_the_limit() -> None:
    assert play_sheet(sheet("50k 20*", **LIMIT, limit=300)).totals == (0, 70)


def test_an_odd_limit_is_halved_downwards() -> None:
    assert play_sheet(sheet("50 0*", "1 0*", **LIMIT, limit=51)).totals == (25, 0)


def test_halving_can_be_switched_on_where_no_limit_ends_the_game() -> None:
    for mode in ("rounds", "open"):
        so_far = play_sheet(sheet("50 0*", "50 0*", end_mode=mode, exact_limit_halves="on"))
        assert so_far.totals == (50, 0)
        assert [line.code for line in so_far.hands[-1].lines][-1] == "halved"


def test_the_limit_itself_does_not_end_a_game_with_halving() -> None:
    rules: dict[str, Any] = {**LIMIT, "reset_once": True, "end_at_limit": True}
    so_far = play_sheet(sheet("50 0*", "50 0*", "50 0*", **rules))
    assert so_far.totals == (100, 0)
    assert not so_far.over


def test_an_open_game_never_ends() -> None:
    so_far = play_sheet(sheet(*["50 0*"] * 30, end_mode="open"))
    assert so_far.totals == (1500, 0)
    assert not so_far.over


def test_halving_once_is_counted_for_each_player() -> None:
    hands = ["50 0*", "50 0*", "0* 50", "0* 50"]
    assert play_sheet(sheet(*hands, **LIMIT, reset_once=True)).totals == (50, 50)


def test_the_second_edition_is_a_preset() -> None:
    second = {"preset": "second_edition"}
    assert play_sheet({**sheet("5* 3 8"), **second}).totals == (15, 3, 8)
    assert play_sheet({**sheet("50k 3* 8"), **second}).totals == (0, 50, 50)
    ended = play_sheet({**sheet("50 0*", "50 0*", "51 0*"), **second})
    assert games_of(ended) == (((101, 0), (1,)),)


# --- who starts, who deals ------------------------------------------------------------------------


def notes(*records: str) -> dict[str, tuple[int, ...]]:
    """The seats of each note; several where the lot decides."""
    table = set_up(CABO, len(hand(records[0])["values"]))
    so_far = opening(table)
    for written in records:
        so_far = play(CABO, table, so_far, parse(CABO, table, so_far, hand(written)))
    seats: dict[str, tuple[int, ...]] = {}
    for note in CABO.notes(so_far, table):
        named: Any = note.text.values.get("seats", () if note.seat is None else (note.seat,))
        seats[note.code] = tuple(seat + 1 for seat in named)
    return seats


def test_c69_the_winner_starts_and_the_loser_deals() -> None:
    assert notes("0* 12 20") == {"first": (1,), "dealer": (3,), "round": ()}


def test_c70_the_lower_total_starts_among_several_winners() -> None:
    known = notes("0* 30 18", "15* 5 5")
    assert known["first"] == (3,)
    assert known["dealer"] == (1,)


def test_the_higher_total_deals_among_several_losers() -> None:
    assert notes("0* 9 20", "0* 15 15")["dealer"] == (3,)


def test_the_lot_decides_among_equal_totals() -> None:
    assert notes("0* 15 15")["dealer"] == (2, 3)


def test_halving_a_total_is_no_part_of_the_round() -> None:
    table = set_up(CABO, 2, switches={"end_mode": "both"})
    so_far = opening(table)
    for written in ("50 0*", "50 0*"):
        so_far = play(CABO, table, so_far, parse(CABO, table, so_far, hand(written)))
    assert {note.code: note.seat for note in CABO.notes(so_far, table)} == {
        "first": 1,
        "dealer": 0,
        "round": None,
    }


def test_nobody_is_named_before_the_first_round_nor_after_the_last() -> None:
    table = set_up(CABO, 3)
    assert [note.code for note in CABO.notes(opening(table), table)] == ["round"]
    assert notes(*["3* 5 8"] * 5) == {}
