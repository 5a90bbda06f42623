"""Écarté: the rule tables, one row for each worked case, and what the laws of every game do not say.

Not in a record and so not here: E38 (a sheet never says that a game is finished), E56 (a cancelled game),
E57 and E58 (who bets and when is known to the table, not to the sheet).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scoring import SoFar, Table, Text, Unreadable, game_for, games_of, opening, parse, play, read, set_up
from scoring.fields import fields_of
from scoring.games.ecarte.declared import Extra, Record, Rules
from scoring.games.ecarte.stakes import pot
from scoring.table import Seat
from tests.scoring.codes import codes_in
from tests.scoring.ecarte_vectors import (
    AT_4_4,
    BETS,
    CHIPS,
    FIRST_DEAL,
    LATE,
    PT,
    VECTORS,
    deal,
    sheet,
    wins,
)
from tests.scoring.vectors import Vector, play_sheet, rows

ECARTE = game_for("ecarte")


@pytest.mark.parametrize("vector", rows(raw for raw in VECTORS if not raw.code))
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


@pytest.mark.parametrize("vector", rows(raw for raw in VECTORS if raw.code))
def test_the_worked_refusals_are_refused(vector: Vector) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(vector.sheet)
    assert {problem.code for problem in refused.value.problems} == {vector.code}


def table_of(raw: dict[str, Any]) -> Table[Rules]:
    return set_up(ECARTE, 2, raw.get("preset"), raw.get("rules"))


@pytest.mark.parametrize(
    ("raw", "chips"), [pytest.param(raw, chips, id=number) for number, raw, chips in CHIPS]
)
def test_settled_games_move_chips(raw: dict[str, Any], chips: list[int]) -> None:
    assert ECARTE.more(play_sheet(raw), table_of(raw), Extra())["chips"] == chips


@pytest.mark.parametrize(
    ("bets", "raw", "expected"),
    [pytest.param(bets, raw, expected, id=number) for number, bets, raw, expected in BETS],
)
def test_bets_are_settled_with_their_game(
    bets: list[tuple[str, int, int]], raw: dict[str, Any], expected: list[tuple[float, int]] | None
) -> None:
    wagers = [{"name": name, "on": on, "amount": amount} for name, on, amount in bets]
    table = table_of(raw)
    extra = Extra(**read(fields_of(Extra), {"bets": wagers}, table.seating).values)
    more = ECARTE.more(play_sheet(raw), table, extra)
    if expected is None:
        assert "bets" not in more
        return
    assert [(bet["net"], bet["returned"]) for bet in more["bets"]] == expected
    assert [bet["name"] for bet in more["bets"]] == [name for name, _on, _amount in bets]
    assert sum(bet["net"] for bet in more["bets"]) + more.get("house", 0) == 0


def test_bets_are_told_as_sentences() -> None:
    raw = sheet(*wins(5))
    wagers = [{"name": "P", "on": 1, "amount": 10}, {"name": "Q", "on": 2, "amount": 4}]
    table = table_of(raw)
    extra = Extra(**read(fields_of(Extra), {"bets": wagers}, table.seating).values)
    sentences = [bet["text"] for bet in ECARTE.more(play_sheet(raw), table, extra)["bets"]]
    assert [text.message for text in sentences] == ["{what}, {returned} come back", "{name} loses {amount}"]


# --- refusals -------------------------------------------------------------------------------------

HOYLE: dict[str, Any] = {"preset": "hoyle"}
FROM_B: dict[str, Any] = {"turned_king": True, "dealer": 2}

REFUSALS: list[tuple[str, dict[str, Any]]] = [
    ("declarer_missing", sheet({"result": "made"})),
    ("declarer_missing", sheet({"tricks": [2, 1], "king": 1}, **PT)),
    ("declarer_seat", sheet({"declarer": 3, "result": "made"})),
    ("not_asked", sheet({"declarer": 1, "tricks": [3, 2]}, **HOYLE)),
    ("not_asked", sheet(deal("A", "made", by=1))),
    ("not_asked", sheet(deal("A", "made", refused=True))),
    ("not_asked", sheet(deal("A", "made", unproposed=True))),
    ("not_asked", sheet(deal("A", "made", leader=1))),
    ("not_asked", sheet(deal("A", "3:2", result="made"), **PT)),
    ("tricks_missing", sheet({"declarer": 1})),
    ("tricks_missing", sheet({"declarer": 1}, **PT)),
    ("tricks_missing", sheet({}, **HOYLE)),
    ("tricks_missing", sheet({"declarer": 1, "tricks": [3, None]})),
    ("tricks_range", sheet(deal("A", "6:0"))),
    ("tricks_range", sheet(deal("A", "6:0"), **PT)),
    ("tricks_range", sheet({"declarer": 1, "tricks": [3, 2.5]})),
    ("tricks_count", sheet({"declarer": 1, "tricks": [5]})),
    ("tricks_sum", sheet(deal("", "2:2"), **HOYLE)),
    ("tricks_sum", sheet(deal("A", "3:3"), **PT)),
    ("deal_over", sheet(deal("A", "2:3", "A"), **PT)),
    ("deal_over", sheet(deal("A", "3:1", "A"), **PT)),
    ("deal_open", sheet(deal("A", "1:1", "A"), **PT)),
    ("deal_open", sheet(deal("A", "3:1"), preset="per_trick", max_points_per_deal=0)),
    ("result_kind", sheet(deal("A", "won"))),
    ("result_conflict", sheet(deal("A", "5:0", result="made"))),
    ("result_conflict", sheet(deal("", "3:2", result="failed", by=1), **HOYLE)),
    ("by_missing", sheet({"result": "made"}, **HOYLE)),
    ("by_not_allowed", sheet(deal("", "3:2", by=1), **HOYLE)),
    ("by_seat", sheet({"result": "made", "by": 0}, **HOYLE)),
    ("king_seat", sheet({"declarer": 1, "result": "made", "king": [1, 2]})),
    ("king_tricks", sheet(deal("A", "all", "B"))),
    ("king_tricks", sheet({"result": "all", "by": 2, "king": 1}, **HOYLE)),
    ("king_tricks", sheet(deal("B", "0:3", "A", **LATE), **PT)),
    ("king_turned", sheet(deal("A", "made", "A", turned_king=True))),
    ("king_missing", sheet(deal("A", "made", **LATE))),
    ("king_claim", sheet(deal("A", "made", "A", king_claim="later"))),
    ("late_king", sheet(deal("A", "made", "A", **LATE), late_king=False)),
    ("turned_king", sheet(deal("A", "made", turned_king=1))),
    ("dealer_missing", sheet(deal("A", "made", turned_king=True), turned_king=1)),
    ("dealer_seat", sheet(deal("A", "made", dealer=3))),
    ("proposal", sheet(deal("", "3:2", refused="yes"), **HOYLE)),
    ("proposal_both", sheet(deal("", "3:2", refused=True, unproposed=True, leader=1), **HOYLE)),
    ("leader_missing", sheet(deal("", "3:2", refused=True), **HOYLE)),
    ("leader_missing", sheet(deal("", "3:2", unproposed=True), **HOYLE)),
    ("leader_not_allowed", sheet(deal("", "3:2", leader=1), **HOYLE)),
    ("leader_seat", sheet(deal("", "3:2", refused=True, leader=3), **HOYLE)),
    ("first_missing", sheet(*AT_4_4, deal("A", "made", "B", **LATE))),
    ("first_conflict", sheet(*AT_4_4, deal("A", "made", "B", first=1))),
    ("first_conflict", sheet(*AT_4_4, deal("A", "made", "B", first="unknown"))),
    ("first_not_asked", sheet(*AT_4_4, deal("A", "made", first=1))),
    ("first_not_asked", sheet(FIRST_DEAL, deal("A", "2:1", first=1), **PT)),
    ("first_player", sheet(*AT_4_4, deal("A", "made", "B", first=3, **LATE))),
    ("game_over", sheet(*wins(6))),
    ("table_size", {"game": "ecarte", "seats": 3, "hands": []}),
    ("range", sheet(stake=-1)),
    ("range", sheet(target=1)),
]


@pytest.mark.parametrize(
    ("code", "refused_sheet"),
    [pytest.param(code, raw, id=f"{code} {number}") for number, (code, raw) in enumerate(REFUSALS)],
)
def test_what_cannot_be_is_refused(code: str, refused_sheet: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(refused_sheet)
    assert {problem.code for problem in refused.value.problems} == {code}


GOOD_BET = {"name": "P", "on": 1, "amount": 10}
BAD_BETS = [
    ("bet_amount", {**GOOD_BET, "amount": 0}),  # E59
    ("bet_amount", {**GOOD_BET, "amount": -10}),
    ("bet_amount", {"name": "P", "on": 1}),
    ("bet_on", {**GOOD_BET, "on": 3}),
    ("bet_on", {**GOOD_BET, "on": [1, 2]}),
    ("bet_name", {**GOOD_BET, "name": " "}),
]


@pytest.mark.parametrize(("code", "bet"), BAD_BETS)
def test_a_bet_that_cannot_be_is_refused(code: str, bet: dict[str, Any]) -> None:
    table = set_up(ECARTE, 2)
    problems = read(fields_of(Extra), {"bets": [GOOD_BET, bet]}, table.seating).problems
    assert [(problem.code, problem.at[0]) for problem in problems] == [(code, 2)]


def test_every_refusal_of_the_game_is_in_the_table() -> None:
    codes = codes_in(Path(__file__).resolve().parents[2] / "scoring" / "games" / "ecarte")
    listed = {code for code, _sheet in REFUSALS} | {vector.code for vector in VECTORS if vector.code}
    assert sorted(codes - listed - {code for code, _bet in BAD_BETS}) == []


# --- what the documents leave open ----------------------------------------------------------------


def points(*hands: dict[str, Any], preset: str | None = None, **rules: Any) -> tuple[int, ...]:
    """Of the last deal."""
    return play_sheet(sheet(*hands, preset=preset, **rules)).all_hands[-1].points


def test_the_classical_laws_need_no_declarer() -> None:
    assert points(deal("", "3:2"), **HOYLE) == (1, 0)
    assert points(deal("", "0:5"), **HOYLE) == (0, 2)
    assert points(deal("", "made", by=2), **HOYLE) == (0, 1)
    assert points(deal("", "failed", by=2), **HOYLE) == (1, 0)
    assert points(deal("", "all", by=1), **HOYLE) == (2, 0)
    assert points(deal("", "2:3", refused=True, leader=1), **HOYLE) == (0, 2)
    assert points(deal("", "2:3", unproposed=True, leader=1), **HOYLE) == (0, 2)
    assert points(deal("", "3:2", refused=True, leader=1), **HOYLE) == (1, 0)
    assert points(deal("", "0:5", refused=True, leader=1), **HOYLE) == (0, 2)
    assert points(deal("", "failed", by=1, refused=True, leader=1), **HOYLE) == (0, 2)
    assert points(deal("", "3:2", "B", refused=True, leader=2), **HOYLE) == (2, 1)
    assert points(deal("", "3:2", **FROM_B), **HOYLE) == (1, 1)


def test_a_king_before_the_first_card_can_end_the_game_at_once() -> None:
    for more in ({}, {"declarer": 1}, {"declarer": 1, "result": "made"}):
        so_far = play_sheet(sheet(*wins(4, 4), {"king": 2, **more}))
        assert games_of(so_far) == (((4, 5), (1,)),)
    assert points(*wins(0, 4), {**FROM_B}, turned_king=1) == (0, 1)


def test_what_is_cut_keeps_its_worth() -> None:
    lines = play_sheet(sheet(*wins(4, 2), deal("A", "all"))).all_hands[-1].lines
    assert [(line.points, line.claimed) for line in lines] == [((1, 0), (2, 0))]
    lines = play_sheet(sheet(*AT_4_4, deal("A", "made", "B"))).all_hands[-1].lines
    assert [(line.code, line.points, line.claimed) for line in lines] == [
        ("king", (0, 1), None),
        ("made", (0, 0), (1, 0)),
    ]
    lines = play_sheet(sheet(*AT_4_4, deal("A", "made", "B", first=1, **LATE))).all_hands[-1].lines
    assert [line.code for line in lines] == ["made", "king"]


def test_an_undecided_deal_counts_nothing_and_says_why() -> None:
    so_far = play_sheet(sheet(*AT_4_4, deal("A", "made", "B", first="unknown", **LATE), deal("A", "made")))
    undecided = so_far.all_hands[-2]
    assert [(line.code, line.points) for line in undecided.lines] == [("undecided", (0, 0))]
    assert games_of(so_far) == (((5, 4), (0,)),)


def test_the_most_of_one_deal_is_cut() -> None:
    lines = play_sheet(sheet(deal("A", "all", "A"), max_points_per_deal=2)).hands[0].lines
    assert [(line.points, line.claimed) for line in lines] == [((1, 0), None), ((1, 0), (2, 0))]


def test_a_line_that_was_cut_says_what_counted_and_why() -> None:
    def why(*hands: dict[str, Any], **rules: Any) -> tuple[Any, str]:
        values = play_sheet(sheet(*hands, **rules)).all_hands[-1].lines[-1].text.values
        reason = values["why"]
        assert isinstance(reason, Text)
        return values["counted"], reason.message

    assert why(deal("A", "all", "A"), max_points_per_deal=2) == (
        1,
        "more than {most} are not written for one deal",
    )
    assert why(*AT_4_4, deal("A", "all")) == (1, "that makes {target}")
    assert why(*AT_4_4, deal("A", "made", "A")) == (0, "the game was decided already")


def test_never_below_zero_looks_at_the_king_too() -> None:
    rules: dict[str, Any] = {"floor_at_zero": True}
    assert points(deal("A", "failed", "A"), **rules) == (0, 0)
    assert points(*wins(1), deal("A", "failed"), **rules) == (-1, 0)
    assert points(*wins(3), deal("A", "failed"), **rules) == (-2, 0)


def test_without_a_limit_every_trick_is_played_and_counted() -> None:
    rules: dict[str, Any] = {"preset": "per_trick", "max_points_per_deal": 0}
    assert points(deal("A", "3:2"), **rules) == (3, 2)
    assert points(deal("A", "2:3"), **rules) == (0, 3)
    assert points(deal("A", "4:1", "A"), **rules) == (5, 1)


def test_the_penalty_can_be_left_out() -> None:
    assert points(deal("A", "1:3"), preset="per_trick", pt_fail_penalty=0) == (1, 3)


def test_a_king_without_points_can_still_be_told() -> None:
    assert points(deal("A", "made", "A"), king_point=0) == (1, 0)


def test_games_follow_each_other_until_one_has_won_enough() -> None:
    so_far = play_sheet(sheet(*wins(5), *wins(0, 5), *wins(2), games_to_win=2))
    assert games_of(so_far) == (((5, 0), (0,)), ((0, 5), (1,)), ((2, 0), None))
    assert not so_far.over
    assert play_sheet(sheet(*wins(5), *wins(5), games_to_win=2)).winners == (0,)


def test_another_target_is_reached_later() -> None:
    so_far = play_sheet(sheet(*wins(6), target=7))
    assert not so_far.over
    assert play_sheet(sheet(*wins(7), target=7)).over


# --- the pot, the dealer --------------------------------------------------------------------------


def after(raw: dict[str, Any]) -> tuple[SoFar[Record], Table[Rules]]:
    table = set_up(ECARTE, 2, raw.get("preset"), raw.get("rules"), first_dealer=Seat(1))
    so_far = opening(table)
    for hand in raw["hands"]:
        so_far = play(ECARTE, table, so_far, parse(ECARTE, table, so_far, hand))
    return so_far, table


@pytest.mark.parametrize(
    ("hands", "left"),
    [
        pytest.param([], 6, id="start"),
        pytest.param([FIRST_DEAL], 3, id="E60"),
        pytest.param([deal("A", "2:0", "A")], 3, id="E62"),
        pytest.param([deal("A", "3:2")], 3, id="E63"),
        pytest.param([deal("A", "1:3")], 3, id="E65"),
        pytest.param([FIRST_DEAL, deal("B", "1:3")], 3, id="E67"),
    ],
)
def test_one_stake_stays_in_the_pot(hands: list[dict[str, Any]], left: int) -> None:
    so_far, table = after(sheet(*hands, **PT))
    assert pot(so_far, table.rules) == left


def test_the_winner_leads_and_the_loser_deals() -> None:
    assert ECARTE.prefill(*after(sheet())) == {"dealer": 2}
    assert ECARTE.prefill(*after(sheet(deal("A", "made")))) == {"dealer": 2}
    assert ECARTE.prefill(*after(sheet(deal("A", "failed")))) == {"dealer": 1}
    assert ECARTE.prefill(*after(sheet(FIRST_DEAL, **PT))) == {"dealer": 2}
    assert ECARTE.prefill(*after(sheet(*AT_4_4, deal("B", "made", "A", first="unknown", **LATE)))) == {
        "dealer": 1
    }
    assert ECARTE.prefill(*after(sheet(deal("", "3:2"), **HOYLE))) == {"dealer": 1}


def test_the_table_is_told_what_it_needs() -> None:
    def noted(raw: dict[str, Any]) -> list[tuple[str, int | None]]:
        return [(note.code, note.seat) for note in ECARTE.notes(*after(raw))]

    lead = [("dealer", 1), ("first", 0)]
    assert noted(sheet()) == [*lead, ("double", 0), ("double", 1)]
    assert noted(sheet(deal("A", "made"))) == [*lead, ("double", 1)]
    assert noted(sheet(deal("A", "made"), stake=0)) == lead
    assert noted(sheet(FIRST_DEAL, **PT)) == lead
    assert noted(sheet(*wins(5))) == []


def test_pot_and_bets_are_told() -> None:
    def asides(raw: dict[str, Any], *bets: tuple[str, int, int]) -> list[str]:
        wagers = [{"name": name, "on": on, "amount": amount} for name, on, amount in bets]
        so_far, table = after(raw)
        extra = Extra(**read(fields_of(Extra), {"bets": wagers}, table.seating).values)
        return [text.message for text in ECARTE.asides(so_far, table, extra)]

    assert asides(sheet()) == ["In the pot: {chips}"]
    assert asides(sheet(stake=0)) == []
    assert asides(sheet(), ("P", 1, 10)) == ["In the pot: {chips}", "{name} bets {amount} on {side}"]
    assert asides(sheet(*wins(5)), ("P", 1, 10)) == ["{name}: nobody bet against it, {returned} come back"]


def test_the_end_says_what_was_won() -> None:
    outcome = play_sheet(sheet(*wins(5))).earlier[0].outcome
    assert outcome.text.values["chips"] == 10
    assert "chips" not in play_sheet(sheet(*wins(5), stake=0)).earlier[0].outcome.text.message


def test_what_was_tried_and_made() -> None:
    def tried(raw: dict[str, Any], **rules: Any) -> bool | None:
        so_far, table = after(sheet(raw, **rules))
        attempts = ECARTE.attempts(so_far.all_hands[0], table)
        return attempts[0].success if attempts else None

    assert tried(deal("A", "made"))
    assert tried(deal("A", "failed")) is False
    assert tried(FIRST_DEAL, **PT)
    assert tried(deal("A", "1:3"), **PT) is False
    assert tried(deal("", "3:2"), **HOYLE) is None
