"""Caesar: the rule tables, one row for each worked case, and what the laws of every game do not say.

The document's X5 to X9 and X12 to X14 need answers a record does not have (both sides' points, both sides
marked); the piles behind X6 to X9 are in the tests of the counter.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import SoFar, Table, Unreadable, game_for, games_of, opening, parse, play, set_up
from scoring.games.caesar.cards import Pile, can_be, count_pile
from scoring.games.caesar.deals import Declared, can_be_dealt
from scoring.games.caesar.declared import RANKS, Figure, Meld, Record, Rules
from scoring.table import Seat, Side
from tests.scoring.caesar_vectors import ROUND, VECTORS, melded, played, sheet, special
from tests.scoring.codes import codes_in
from tests.scoring.vectors import Vector, play_sheet, rows

CAESAR = game_for("caesar")


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
    assert {problem.code for problem in refused.value.problems} == {vector.code}


def points(*hands: dict[str, Any], **rules: Any) -> tuple[int, ...]:
    """Of the last hand."""
    return play_sheet(sheet(*hands, **rules)).all_hands[-1].points


# --- refusals -------------------------------------------------------------------------------------

RUN = {"side": 1, "kind": "run", "length": 3}
FIRST = {"equal_melds": "first_player"}
FROM_1, FROM_3 = played(97, dealer=1), played(97, dealer=3)

REFUSALS: list[tuple[str, dict[str, Any]]] = [
    ("maker_missing", sheet({"maker": 3, "points": 97})),
    ("side_missing", sheet(special("durch"))),
    ("side_missing", sheet(special("revoke"))),
    ("side_missing", sheet(special("misdeal"), preset="caesar_turnier")),
    ("side_missing", sheet(special("durch", 3))),
    ("not_asked", sheet(special("durch", 1, maker=1))),
    ("not_asked", sheet(special("redeal", None, "A Bella"))),
    ("not_asked", sheet(played(97, trick_taken=True))),
    ("not_asked", sheet({"maker": 1, "tens": 10}, unit="points")),
    ("not_asked", sheet({"maker": 1, "tens": 10}, contract_includes_melds=True)),
    ("misdeal_side", sheet(special("misdeal", 2, dealer=1))),
    ("dealer_seat", sheet(played(97, dealer=5))),
    ("dealer_order", sheet(FROM_1, FROM_3)),
    ("dealer_order", sheet(special("redeal", dealer=2), FROM_3)),
    ("dealer_missing", sheet(played(97, "A R3 K", "B R3 K"), **FIRST)),
    ("points_missing", sheet({"maker": 1})),
    ("points_range", sheet({"maker": 1, "points": True})),
    ("tens_range", sheet({"maker": 1, "tens": 17})),
    ("tens_range", sheet({"maker": 1, "tens": 7})),
    ("tens_conflict", sheet(played(97, tens=9))),
    ("tens_conflict", sheet(played(81, tens=8))),
    ("durch_question", sheet(played(162))),
    ("durch_conflict", sheet(special("durch", 1, points=0, trick_taken=False))),
    ("durch_conflict", sheet(special("durch", 1, points=162, trick_taken=True))),
    ("bella_side", sheet({**played(97), "bella": [1, 2]})),
    ("bella_seat", sheet(played(97, bella=1, bella_seat=2))),
    ("bella_seat", sheet(played(97, bella_seat=1))),
    ("bella_seat", sheet(played(97, bella_seat=0))),
    ("bella_holder", sheet(played(97, "1 R3 K*", "3 Bella"))),
    ("bella_holder", sheet(played(97, "A four K", "B Bella"))),
    ("bella_holder", sheet(played(97, "A four Q", "2 Bella"))),
    ("bella_holder", sheet(played(97, "A R3 K*", "B Bella"))),
    ("bella_holder", sheet(played(97, *["A R3 K?"] * 4, "B Bella"))),
    ("meld_side", sheet(played(97, melds=[{**RUN, "side": 3}]))),
    ("meld_side", sheet(played(97, melds=[{"kind": "run", "length": 3}]))),
    ("meld_kind", sheet(played(97, melds=[{**RUN, "kind": "pair"}]))),
    ("meld_kind", sheet(played(97, "A four 7"))),
    ("run_length", sheet(played(97, melds=[{**RUN, "length": 2}]))),
    ("run_length", sheet(played(97, melds=[{"side": 1, "kind": "run"}]))),
    ("run_length", sheet(played(97, melds=[{"side": 1, "kind": "four", "top": "K", "length": 4}]))),
    ("run_top", sheet(played(97, "A R8 K"))),
    ("four_top", sheet(played(97, "A four"))),
    ("meld_top", sheet(played(97, melds=[{**RUN, "top": "2"}]))),
    ("meld_seat", sheet(played(97, melds=[{**RUN, "seat": 2}]))),
    ("meld_seat", sheet(played(97, melds=[{**RUN, "seat": 5}]))),
    ("four_twice", sheet(played(97, "1 four A", "3 four A"))),
    ("meld_overlap", sheet(played(97, "A R3 K*", "A R3 Q*"))),
    ("meld_overlap", sheet(played(97, "A R3 K*", "B R4 A*"))),
    ("meld_overlap", sheet(played(97, "A four K", "B R3 A"), card_reuse=True)),
    ("meld_overlap", sheet(played(97, "A four 10", "B R5"), four_tens=100)),
    ("meld_overlap", sheet(played(97, *["A R3 K"] * 4))),
    ("j4_vs_r5", sheet(played(97, "A four J", "B R5"))),
    ("j4_vs_r5", sheet(played(97, "1 four J", "3 R6 A"))),
    ("hand_size", sheet(played(97, "1 R5 J", "1 R3 9", "1 Bella"))),
    ("hand_size", sheet(played(97, "1 four A", "1 four K", "1 R3 9"))),
    ("hand_size", sheet(played(97, "1 R4?", "1 R4?", "1 R3 9?"))),
    ("hand_size", sheet(played(97, "A R6 K", "A R6 K", "A R6 K"))),
    ("hand_size", sheet(played(97, "1 four A", "1 four 10", "1 Bella"), four_tens=100)),
    ("trickless_jack", sheet(played(162, "B R5*", trick_taken=False))),
    ("trickless_jack", sheet(played(0, "A four J", trick_taken=False))),
    ("trump_tie", sheet(played(97, "A R4 A*", "A R3 9", "B R4 A*"))),
    ("trickless_jack", sheet(played(162, *["B R3 K?"] * 4, trick_taken=False))),
    ("meld_ambiguous", sheet(played(97, "A R4 A", "B R4"))),
    ("meld_ambiguous", sheet(played(97, "A R3 K?", "B R3 K?"))),
    ("meld_ambiguous", sheet(played(97, "A R3 K", "B R3 K?"))),
    ("meld_ambiguous", sheet(played(97, "A R3 K?", "A R3 9?", "B R3 K?"))),
    ("meld_ambiguous", sheet(played(97, "A R3 K?", "B R3 K?"), equal_melds="split")),
    ("meld_ambiguous", sheet(played(97, "A R3 K?", "B R3 K?"), **FIRST)),
    ("meld_ambiguous", sheet(played(97, "A R3 K?", "A Bella", "B R3 K?"))),
    ("round_full", sheet(*[played(97)] * 2, hands_per_round=1)),
    ("table_size", {"game": "caesar", "seats": 3, "hands": []}),
    ("range", sheet(hands_per_round=-1)),
    ("length", sheet(played(97, melds=[RUN] * 9))),
]


@pytest.mark.parametrize(
    ("code", "refused_sheet"),
    [pytest.param(code, raw, id=f"{code} {number}") for number, (code, raw) in enumerate(REFUSALS)],
)
def test_what_cannot_be_is_refused(code: str, refused_sheet: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(refused_sheet)
    assert {problem.code for problem in refused.value.problems} == {code}


def test_every_refusal_of_the_game_is_in_the_table() -> None:
    codes = codes_in(Path(__file__).resolve().parents[2] / "scoring" / "games" / "caesar")
    listed = {code for code, _sheet in REFUSALS} | {vector.code for vector in VECTORS if vector.code}
    assert sorted(codes - listed) == []


def test_everything_wrong_is_said_at_once() -> None:
    wrong = {"points": 161, **melded("A four 9", "B R3 8"), "bella": 1, "bella_seat": 2}
    with pytest.raises(Unreadable) as refused:
        play_sheet(sheet(wrong))
    codes = {problem.code for problem in refused.value.problems}
    assert codes == {"maker_missing", "points_range", "meld_kind", "run_top", "bella_seat"}


# --- whether the cards can lie like that -------------------------------------------------------------


def test_an_open_run_may_hold_the_cards_of_bella() -> None:
    assert points(played(97, "1 R4*", "1 R3 9", "1 Bella")) == (10 + 5 + 2 + 2, 6)
    assert points({**played(97, "1 R4*", "1 R3?"), "bella": 1, "bella_seat": 1}) == (19, 6)
    assert points(played(97, "A four K", "A R3 J", "A Bella")) == (10 + 10 + 2 + 2, 6)


def test_trumps_are_asked_for_only_where_they_could_decide() -> None:
    assert points(played(97, "A R3 K", "B R3 K")) == (10, 6)
    assert points(played(97, "A R3 K?", "B R3 K*")) == (10, 8)
    assert points(played(97, "A R3 K?", "B R3 Q?")) == (12, 6)
    assert points(played(97, "1 R3 K?", "3 Bella", "B R3 K?")) == (12, 6)  # neither run can hold both cards


SEATS = CAESAR.accounts(4, Rules())


@given(st.permutations(range(32)), st.data())
def test_what_is_true_of_a_deal_can_be_dealt(cards: list[int], data: st.DataObject) -> None:
    """Whatever somebody leaves out: seats, highest cards, trumps."""
    hands = [set(cards[8 * seat : 8 * seat + 8]) for seat in range(4)]
    melds, bella = [], None
    for seat, hand in enumerate(hands):
        melds += [_vague(meld, data) for meld in _true_melds(Seat(seat), hand)]
        if {5, 6} <= hand:
            bella = Seat(seat)
    declared = Declared(
        melds=tuple(melds),
        bella=None if bella is None else SEATS.side_of(bella),
        bella_seat=bella if data.draw(st.booleans()) else None,
    )
    assert can_be_dealt(declared, SEATS)


def _true_melds(seat: Seat, hand: set[int]) -> list[Meld]:
    """Runs of one hand, none sharing a card; the suit with the cards 0 to 7 is trumps."""
    melds = []
    for suit in range(4):
        run: list[int] = []
        for rank in range(9):
            if rank < 8 and suit * 8 + rank in hand:
                run.append(rank)
                continue
            if len(run) >= 3:
                top = RANKS[run[-1]]
                melds.append(
                    Meld(
                        side=SEATS.side_of(seat),
                        kind=Figure.RUN,
                        length=len(run),
                        top=top,
                        trump=suit == 0,
                        seat=seat,
                    )
                )
            run = []
    return melds


def _vague(meld: Meld, data: st.DataObject) -> Meld:
    for name in data.draw(st.sets(st.sampled_from(("seat", "top", "trump")))):
        unknown: dict[str, Any] = {name: None}
        meld = replace(meld, **unknown)
    return meld


def test_nobody_waits_for_a_deal_that_is_hard_to_find() -> None:
    """The longest search of all declarations a form takes ends where it was told to."""
    hard = Declared(
        melds=tuple(Meld(side=Side(0), kind=Figure.RUN, length=4) for _run in range(5)), card_reuse=True
    )
    assert can_be_dealt(hard, SEATS)
    assert not can_be_dealt(replace(hard, card_reuse=False), SEATS)


# --- the control totals ---------------------------------------------------------------------------


def test_the_card_parts_of_a_hand_are_always_16_or_25() -> None:
    for maker, value, rounding in product((1, 2), range(163), ("low_side_up", "maker_up")):
        if can_be(value):
            asked = {"trick_taken": True} if value in (0, 162) else {}
            assert sum(points(played(value, maker=maker, **asked), tens_rounding=rounding)) == 16
    assert sum(points(special("durch", 2))) == 25
    assert sum(points(special("revoke", 2))) == 16


def test_p5_and_p6_a_round_adds_up() -> None:
    assert sum(games_of(play_sheet(sheet(*ROUND)))[0][0]) == 14 * 16 + 2 * 25 == 274
    assert sum(games_of(play_sheet(sheet(*[played(97)] * 16)))[0][0]) == 16 * 16 == 256


# --- piles ----------------------------------------------------------------------------------------

FULL = Pile(aces=4, tens=4, kings=4, queens=4, jacks=4, trump_jack=True, trump_nine=True, last_trick=True)
P2 = Pile(aces=2, tens=2, kings=1, queens=2, jacks=1, trump_jack=True, trump_nine=True, last_trick=True)
P3 = Pile(aces=2, tens=2, kings=3, queens=2, jacks=3)


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        pytest.param(FULL, 162, id="P1"),
        pytest.param(P2, 96, id="P2"),
        pytest.param(P3, 66, id="P3"),
        pytest.param(Pile(last_trick=True), 10, id="P4"),
        pytest.param(Pile(), 0, id="nothing"),
    ],
)
def test_piles_are_counted(pile: Pile, expected: int) -> None:
    assert count_pile(pile) == expected


@pytest.mark.parametrize("pile", [Pile(aces=5), Pile(kings=-1), Pile(trump_jack=True)])
def test_a_pile_has_no_more_cards_than_there_are(pile: Pile) -> None:
    with pytest.raises(ValueError, match="Pile"):
        count_pile(pile)


@pytest.mark.parametrize(
    ("value", "last_trick"),
    [(8, True), (9, True), (11, True), (161, True), (1, False), (151, False), (153, False), (162, False)],
)
def test_x7_to_x9_totals_that_do_not_exist(value: int, last_trick: bool) -> None:
    assert not can_be(value, last_trick)
    assert can_be(162 - value, not last_trick) is False


def test_only_1_and_161_never_occur() -> None:
    assert [value for value in range(163) if not can_be(value)] == [1, 161]
    assert can_be(10, True)
    assert can_be(162, True)
    assert not can_be(162, False)


# --- what the documents leave open ----------------------------------------------------------------


def test_tens_alone_are_enough() -> None:
    for tens in range(8, 17):
        assert points({"maker": 2, "tens": tens}) == (16 - tens, tens)
    assert points({"maker": 1, "tens": 0, **melded("A R3 K")}) == (2, 16)
    assert points({"maker": 1, "tens": 9}, win_writing="winner_all") == (16, 0)
    assert points(played(97, tens=10)) == (10, 6)
    assert points(played(70, tens=0)) == (0, 16)


CARRY = {"tie_81": "carry"}


def test_the_makers_half_waits_for_the_next_winner() -> None:
    tie = played(81)
    assert points(tie, **CARRY) == (0, 8)
    assert points(tie, played(97), **CARRY) == (18, 6)
    assert points(tie, played(70), **CARRY) == (0, 24)
    assert points(tie, tie, played(97, maker=2), **CARRY) == (6, 10 + 16)
    assert points(tie, special("durch", 2), **CARRY) == (0, 33)
    assert points(tie, special("revoke", 2), **CARRY) == (24, 0)
    assert points(tie, special("redeal"), played(97), **CARRY) == (18, 6)
    assert points(tie, played(97), played(97), **CARRY) == (10, 6)
    assert points(tie, **CARRY, unit="points") == (0, 81)


def test_a_tie_with_meldungen_follows_the_same_switch() -> None:
    rules = {"contract_includes_melds": True}
    assert points(played(71, "A R3 K"), **rules, tie_81="split") == (7 + 2, 9)
    assert points(played(71, "A R3 K"), **rules, tie_81="carry") == (2, 9)


def test_moved_meldungen_follow_the_trickless_side_too() -> None:
    hand = special("durch", 1, "B R4 10", "B Bella")
    assert points(hand, loser_melds="to_opponents") == (30, 2)
    assert points(hand, loser_melds="void") == (25, 2)


def test_the_winner_keeps_what_he_has_when_the_loser_does_not() -> None:
    assert points(played(97, "B R3 K"), loser_melds="void") == (10, 8)
    assert points(played(70, "B R3 K"), loser_melds="void") == (0, 18)


def test_nines_and_tens_can_be_switched_on() -> None:
    rules = {"four_nines": 150, "four_tens": 100}
    assert points(played(97, "A four 9", "B four A"), **rules) == (25, 6)
    assert points(played(97, "A four 10", "B four Q"), **rules) == (10, 16)


def test_halves_are_rounded_down_one_by_one() -> None:
    rules = {"equal_melds": "split"}
    assert points(played(97, "A R4 A", "A R3 9", "B R4 A"), **rules) == (10 + 2 + 1, 6 + 2)
    assert points(played(97, "A R4 A", "B R4 A"), **rules, unit="points") == (97 + 25, 65 + 25)


def test_the_first_player_wins_an_equal_comparison() -> None:
    assert points(played(97, "A R3 K", "B R3 K", dealer=1), **FIRST) == (10, 8)
    assert points(played(97, "A R3 K", "B R3 K", dealer=4), **FIRST) == (12, 6)
    assert points(played(97, "3 R3 K", "4 R3 K", dealer=1), **FIRST) == (12, 6)
    assert points(played(97, "1 R3 K", "2 R3 K*", dealer=4), **FIRST) == (10, 8)


def test_cards_may_be_used_twice_where_the_club_allows_it() -> None:
    assert points(played(97, "1 four J", "1 R4 A"), card_reuse=True) == (35, 6)
    assert points(played(97, "1 four J", "1 R5 A"), card_reuse=True) == (40, 6)


def test_values_alone_compare_long_runs_by_what_they_are_worth() -> None:
    rules = {"meld_height": "value_only"}
    assert points(played(97, "A R6 K", "B R5 A"), **rules) == (10, 6)
    assert points(played(97, "A R6 K", "B R5 A"), **rules, long_runs="jass") == (25, 6)
    assert points(played(97, "A four Q", "B four A"), **rules) == (10, 6)
    assert points(played(97, "A R3 K*", "B R3 9*"), **rules) == (10, 6)
    assert points(played(97, "A R3", "B R3"), **rules) == (10, 6)


def test_a_misdeal_can_cost_the_hand() -> None:
    turnier = {"misdeal": "lost"}
    assert points(special("misdeal", 2), **turnier) == (16, 0)
    assert points(special("misdeal")) == (0, 0)
    assert play_sheet(sheet(special("misdeal", 1))).hands[0].lines == ()


def test_a_redeal_is_no_hand_of_the_round() -> None:
    so_far = play_sheet(sheet(special("redeal"), special("misdeal"), played(97), hands_per_round=1))
    assert so_far.over


def test_equal_totals_share_a_full_round() -> None:
    so_far = play_sheet(sheet(played(97), played(97, maker=2), hands_per_round=2))
    assert so_far.winners == (0, 1)


# --- who deals, what is said ----------------------------------------------------------------------


def after(*hands: dict[str, Any], **rules: Any) -> tuple[SoFar[Record], Table[Rules]]:
    table = set_up(CAESAR, 4, None, rules)
    so_far = opening(table)
    for raw in hands:
        so_far = play(CAESAR, table, so_far, parse(CAESAR, table, so_far, raw))
    return so_far, table


def test_the_deal_goes_round_and_stays_after_a_redeal() -> None:
    assert CAESAR.prefill(*after()) == {}
    assert CAESAR.prefill(*after(FROM_3)) == {"dealer": 4}
    assert CAESAR.prefill(*after(FROM_3, played(97))) == {"dealer": 1}
    assert CAESAR.prefill(*after(special("misdeal", 1, dealer=3))) == {"dealer": 3}
    assert CAESAR.prefill(*after(special("misdeal", 1, dealer=3), misdeal="lost")) == {"dealer": 4}


def test_the_table_is_told_what_it_needs() -> None:
    seats = {note.code: note.seat for note in CAESAR.notes(*after(FROM_3))}
    assert seats == {"dealer": 3, "first": 0, "round": None}
    assert [note.code for note in CAESAR.notes(*after(played(81), **CARRY))] == ["round", "waiting"]
    assert CAESAR.notes(*after(played(97), hands_per_round=1)) == ()


def test_the_first_line_adds_up() -> None:
    so_far, _table = after(played(97, "A R4 J", "A Bella"))
    assert [line.code for line in so_far.hands[0].lines] == ["won", "meld", "bella"]
    assert so_far.hands[0].lines[0].text.values["sum"] == "10 + 5 + 2 = 17:6"
    so_far, _table = after(played(97))
    assert "sum" not in so_far.hands[0].lines[0].text.values


def test_what_was_tried_and_made() -> None:
    def succeeded(raw: dict[str, Any]) -> bool | None:
        so_far, table = after(raw)
        attempts = CAESAR.attempts(so_far.hands[0], table)
        return attempts[0].success if attempts else None

    assert succeeded(played(97))
    assert succeeded(played(162, trick_taken=False))
    assert succeeded(played(0, trick_taken=False)) is False
    assert succeeded(played(81)) is False
    assert succeeded(special("revoke", 1)) is None
