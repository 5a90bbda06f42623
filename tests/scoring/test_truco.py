"""Truco: the rule tables, one row for each worked case, and what the laws of every game do not say."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scoring import (
    Hand,
    Line,
    Seat,
    Side,
    SoFar,
    Table,
    Unreadable,
    game_for,
    games_of,
    opening,
    parse,
    parse_paper,
    play,
    set_up,
)
from scoring.games.truco.cards import RANKS, SUITS, Card, cards, envido, flor, hand_winner, trick_winner
from scoring.games.truco.deal import due, duellists
from scoring.games.truco.declared import Record, RoundKind
from scoring.games.truco.rules import FaltaMode, Rules
from scoring.games.truco.value import Measure, falta_span
from scoring.series import Series
from tests.scoring.codes import codes_in
from tests.scoring.truco_vectors import (
    CASES,
    FALTA,
    Case,
    duel,
    hand,
    interference,
    penalty,
    truco,
)
from tests.scoring.truco_vectors import envido as calls
from tests.scoring.truco_vectors import flor as flores

TRUCO = game_for("truco")


def after(table: Table[Rules], totals: tuple[int, ...], *records: Record) -> SoFar[Record]:
    """A chico in progress with these totals and hands."""
    nothing = (0,) * table.seating.sides
    return SoFar(Series(Hand(record, (), nothing) for record in records), totals)


def start(case: Case) -> tuple[Table[Rules], SoFar[Record]]:
    table = set_up(TRUCO, case.seats, switches=case.rules)
    if not any(case.start) and not case.pica:
        return table, opening(table)
    redonda = parse(TRUCO, table, opening(table), hand(**({"gallo": 1} if case.seats == 3 else {})))
    return table, after(table, case.start, *([redonda] if case.pica else []))


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES if case.code is None])
def test_the_worked_cases_give_their_points(case: Case) -> None:
    table, so_far = start(case)
    for raw in case.hands:
        so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
    totals, winners = games_of(so_far)[-1]
    last = so_far.all_hands[-1]
    if case.totals is not None:
        assert totals == case.totals
    if case.points is not None:
        assert last.points == case.points
    if case.worth is not None:
        assert max(last.lines[0].claimed or last.lines[0].points) == case.worth
    if case.winner is not None:
        assert tuple(side + 1 for side in winners or ()) == case.winner


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES if case.code])
def test_the_worked_refusals_are_refused(case: Case) -> None:
    table, so_far = start(case)
    with pytest.raises(Unreadable) as refused:
        parse(TRUCO, table, so_far, case.hands[0])
    assert {problem.code for problem in refused.value.problems} == {case.code}


# --- refusals -------------------------------------------------------------------------------------

THREE: dict[str, Any] = {"seats": 3}
SIX: dict[str, Any] = {"seats": 6}
DUELS: dict[str, Any] = {"seats": 6, "pica": True}
NO_FLOR: dict[str, Any] = {"rules": {"with_flor": False}}
NO_CALLS = {**calls("E quiero"), "calls": []}

REFUSALS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("round_kind", {**duel(1, 1)}, {}),
    ("round_kind", {**duel(1, 1)}, SIX),
    ("round_kind", hand(), DUELS),
    ("round_kind", duel(2, 1), DUELS),
    ("round_kind", duel(4, 1), DUELS),
    ("round_kind", hand(round="pica"), DUELS),
    ("round_kind", hand(duel=1), SIX),
    ("round_kind", hand(round="later"), SIX),
    ("round_kind", duel(1, 1), {**DUELS, "rules": {"pica_start": 5}}),
    ("round_kind", {"kind": "void", "round": "pica", "duel": 2}, DUELS),
    ("mano_seat", hand(mano=5), {}),
    ("gallo_missing", hand(), THREE),
    ("gallo_missing", hand(gallo=None), THREE),
    ("gallo_seat", hand(gallo=4), THREE),
    ("gallo_not_allowed", hand(gallo=1), {}),
    ("gallo_not_allowed", hand(gallo=1), {"seats": 3, "rules": {"gallo": "fixed"}}),
    ("void_points", {"kind": "void", "truco": truco()}, {}),
    ("void_points", {"kind": "quick", "quick": {"side": 1, "points": 2}, "truco": truco()}, {}),
    ("quick_missing", {"kind": "quick"}, {}),
    ("quick_side", {"kind": "quick", "quick": {"points": 2}}, {}),
    ("quick_side", {"kind": "quick", "quick": {"side": 3, "points": 2}}, {}),
    ("quick_points", {"kind": "quick", "quick": {"side": 1}}, {}),
    ("quick_points", {"kind": "quick", "quick": {"side": 1, "points": 61}}, {}),
    ("void_points", {"kind": "void", "penalties": penalty("false_flor", 1, 2)}, {}),
    ("flor_off", hand(flor=flores("alone", 1, 0)), NO_FLOR),
    ("flor_off", hand(penalties=penalty("pido_flor_right", 1, 2)), NO_FLOR),
    ("flor_off", duel(1, 1, penalties=penalty("false_flor", 1, 2)), {**DUELS, **NO_FLOR}),
    ("flor_course", hand(flor={**flores("alone", 1, 0), "course": "bluff"}), {}),
    ("flor_course", hand(flor={"winner": 1}), {}),
    ("flor_winner", hand(flor={"course": "alone"}), {}),
    ("flor_winner", hand(flor=flores("alone", 1, 0, winner=3)), {}),
    ("flores_range", hand(flor=flores("alone", 0, 0)), {}),
    ("flores_range", hand(flor=flores("alone", 3, 0)), {}),
    ("flores_range", hand(flor=flores("compared", 1, 2)), {"seats": 2}),
    ("flores_players", hand(flor=flores("compared", 2, 1), gallo=1), THREE),
    ("flores_players", hand(flor=flores("compared", 1, 2, winner=2), gallo=1), THREE),
    ("flores_players", duel(1, 1, flor=flores("alone", 2, 0)), DUELS),
    ("flores_course", hand(flor=flores("alone", 1, 1)), {}),
    ("flores_course", hand(flor=flores("compared", 1, 0)), {}),
    ("flor_and_envido", hand(flor=flores("alone", 1, 0), envido=calls("E quiero")), {}),
    ("envido_calls", hand(envido=NO_CALLS), {}),
    ("envido_calls", hand(envido=calls(" ".join("E" * 101) + " quiero")), {}),
    ("envido_caller", hand(envido=calls("E quiero", caller=3)), {}),
    ("envido_answer", hand(envido={**calls("E quiero"), "answer": "perhaps"}), {}),
    ("envido_winner", hand(envido={**calls("E no quiero"), "answer": "quiero"}), {}),
    ("envido_winner_not_allowed", hand(envido={**calls("E no quiero"), "winner": 1}), {}),
    ("envido_after_falta", hand(envido=calls("F E quiero")), {}),
    ("envido_after_falta", hand(envido=calls("F F no quiero")), {}),
    ("envido_classic", hand(envido=calls("R E quiero")), {"rules": {"envido_chain": "classic"}}),
    ("envido_classic", hand(envido=calls("E E E quiero")), {"rules": {"envido_chain": "classic"}}),
    ("envido_misannounced", hand(envido=calls("E no quiero", misannounced=True)), {}),
    ("truco_missing", {}, {}),
    ("truco_missing", {"envido": calls("E quiero")}, {}),
    ("truco_missing", {"envido": calls(FALTA)}, {"rules": {"end_check": "end_of_hand"}}),
    ("truco_level", hand(truco={"level": 4, "winner": 1}), {}),
    ("truco_caller", hand(truco={"level": 1, "winner": 1}), {}),
    ("truco_caller", hand(truco={"level": 1, "winner": 1, "caller": 0}), {}),
    ("truco_caller_not_allowed", hand(truco={"winner": 1, "caller": 1}), {}),
    ("truco_end", hand(truco={"winner": 1, "end": "slept"}), {}),
    ("truco_winner", hand(truco={"level": 0}), {}),
    ("truco_refused", hand(truco=truco(0, 1, "refused")), {}),
    ("truco_credit", hand(truco=truco(1, 2, "refused")), {}),
    ("truco_credit", hand(truco=truco(2, 1, "refused", caller=1)), {}),
    ("truco_credit", hand(truco=truco(1, 2, "refused", caller=1), gallo=2), THREE),
    ("penalty_kind", hand(penalties=penalty("late", 1, 2)), {}),
    ("penalty_side", hand(penalties=penalty("false_flor", 1, 1)), {}),
    ("penalty_side", hand(penalties=penalty("false_flor", 1, 3)), {}),
    ("penalty_side", hand(penalties=penalty("false_flor", 1, 2), gallo=3), THREE),
    ("penalty_list", hand(penalties=penalty("false_flor", 1, 2) * 4), {}),
    ("interference_round", hand(penalties=interference(1)), {}),
    ("interference_round", hand(penalties=interference(1)), SIX),
    (
        "pido_flor_both",
        hand(penalties=penalty("pido_flor_right", 1, 2) + penalty("pido_flor_right", 2, 1)),
        {},
    ),
    (
        "pido_flor_announced",
        hand(flor=flores("compared", 1, 1), penalties=penalty("pido_flor_right", 1, 2)),
        {"seats": 2},
    ),
    (
        "pido_flor_announced",
        hand(flor=flores("alone", 2, 0), penalties=penalty("pido_flor_wrong", 2, 1)),
        {},
    ),
    (
        "false_flor_counted",
        hand(flor=flores("alone", 1, 0), penalties=penalty("false_flor", 2, 1)),
        {"seats": 2},
    ),
]


def refused_with(raw: dict[str, Any], seats: int = 4, pica: bool = False, **more: Any) -> set[str]:
    table, so_far = start(Case("", (), seats=seats, pica=pica, rules=more.get("rules", {})))
    with pytest.raises(Unreadable) as refused:
        parse(TRUCO, table, so_far, raw)
    return {problem.code for problem in refused.value.problems}


@pytest.mark.parametrize(
    ("code", "raw", "where"),
    [pytest.param(*row, id=f"{row[0]} {number}") for number, row in enumerate(REFUSALS)],
)
def test_what_cannot_be_is_refused(code: str, raw: dict[str, Any], where: dict[str, Any]) -> None:
    assert refused_with(raw, **where) == {code}


@pytest.mark.parametrize(
    ("code", "seats", "rules"),
    [
        ("table_size", 5, {}),
        ("table_size", 7, {}),
        ("range", 4, {"target": 1}),
        ("range", 4, {"pido_flor_fail": 5}),
        ("range", 4, {"envido_on_fold": 2}),
        ("unknown_option", 4, {"gallo": "none"}),
        ("unknown_rule", 4, {"muestra": True}),
    ],
)
def test_tables_that_cannot_be_are_refused(code: str, seats: int, rules: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        set_up(TRUCO, seats, switches=rules)
    assert {problem.code for problem in refused.value.problems} == {code}


def test_what_is_no_hand_need_not_say_which_round_it_was() -> None:
    """A duel is due; a deal thrown in, or a hand that was only looked at, names no round at all."""
    table, so_far = start(Case("", (), seats=6, pica=True))
    assert due(so_far, table) == (RoundKind.PICA, 1)
    for raw in ({"kind": "void"}, {"kind": "quick", "quick": {"side": 1, "points": 2}}):
        assert parse(TRUCO, table, so_far, raw).round is RoundKind.REDONDA


def test_after_totals_from_paper_nobody_knows_which_round_is_due() -> None:
    table, so_far = start(Case("", (), seats=6, pica=True))
    from_paper = play(TRUCO, table, so_far, parse_paper(TRUCO, table, so_far, {"hands": 3, "points": [2, 1]}))
    assert due(from_paper, table) is None
    for raw in (hand(), duel(1, 1), duel(3, 1)):
        assert parse(TRUCO, table, from_paper, raw).duel == raw.get("duel")


def test_every_refusal_of_the_game_is_in_the_table() -> None:
    codes = codes_in(Path(__file__).resolve().parents[2] / "scoring" / "games" / "truco")
    assert sorted(codes - {code for code, _raw, _where in REFUSALS}) == []


def test_everything_wrong_is_said_at_once() -> None:
    raw = {"envido": {**calls("F E quiero"), "misannounced": True}, "truco": {"level": 9}, "duel": 1}
    assert refused_with(raw) == {"envido_after_falta", "truco_level", "truco_winner", "round_kind"}


# --- cards ----------------------------------------------------------------------------------------

ENVIDOS = [
    ("T001", "7e 6e 1b", 33),
    ("T002", "7e 6b 1o", 7),
    ("T003", "12e 11b 10c", 0),
    ("T004", "12e 11e 10b", 20),
    ("T005", "12e 11e 5b", 20),
    ("T006", "7b 10b 3o", 27),
    ("T007", "1c 2c 7e", 23),
    ("T008", "10o 11o 7e", 20),
    ("T009", "7e 6e 4e", 33),
    ("T010", "5e 6e 1o", 31),
]
FLORES = [
    ("T011", "5o 6o 7o", 38),
    ("T012", "10c 11c 12c", 20),
    ("T013", "7e 6e 4e", 37),
    ("T014", "4e 3e 2e", 29),
    ("T015", "12o 11o 1o", 21),
    ("T016", "7e 6e 5b", None),
]


@pytest.mark.parametrize(("held", "count"), [pytest.param(*row[1:], id=row[0]) for row in ENVIDOS])
def test_the_envido_of_a_hand(held: str, count: int) -> None:
    assert envido(cards(held)) == count


@pytest.mark.parametrize(("held", "count"), [pytest.param(*row[1:], id=row[0]) for row in FLORES])
def test_the_flor_of_a_hand(held: str, count: int | None) -> None:
    assert flor(cards(held)) == count


@pytest.mark.parametrize(
    "held", [pytest.param("7e 7e 1b", id="T017"), pytest.param("8e 6e 1b", id="T018"), "xe 1e 2e", "1x 2e 3e"]
)
def test_cards_that_cannot_be_are_refused(held: str) -> None:
    with pytest.raises(ValueError, match=r"pack|twice"):
        cards(held)


def test_all_hands_together_are_as_the_rules_count_them() -> None:
    pack = [Card(rank, suit) for rank, suit in product(RANKS, SUITS)]
    hands = [
        (first, two, three)
        for place, first in enumerate(pack)
        for other, two in enumerate(pack[place + 1 :], start=place + 1)
        for three in pack[other + 1 :]
    ]
    assert len(hands) == 9880
    assert {envido(held) for held in hands} == {*range(8), *range(20, 34)}
    counts = [flor(held) for held in hands if flor(held) is not None]
    assert len(counts) == 480
    assert set(counts) == set(range(20, 39))


def test_the_fourteen_steps_of_a_trick() -> None:
    order = "1e 1b 7e 7o 3e 2e 1o 12e 11e 10e 7c 6e 5e 4e"
    assert [card.step for card in cards(order)] == list(range(14, 0, -1))
    assert {card.step for card in cards("7c 7b")} == {4}
    assert {card.step for card in cards("1o 1c")} == {8}


TRICKS = [
    ("T092", "AA", "A"),
    ("T093", "A=", "A"),
    ("T094", "=B", "B"),
    ("T095", "==B", "B"),
    ("T096", "===", "A"),
    ("T097", "==", "A"),
    ("T098", "ABA", "A"),
    ("T099", "ABB", "B"),
    ("T100", "AB=", "A"),
    ("T101", "BA=", "B"),
    ("T102", "B=", "B"),
]


@pytest.mark.parametrize(("tricks", "winner"), [pytest.param(*row[1:], id=row[0]) for row in TRICKS])
def test_who_wins_a_hand_by_its_tricks(tricks: str, winner: str) -> None:
    assert hand_winner(tricks, mano="A") == winner


@pytest.mark.parametrize(
    "tricks", [pytest.param("AB", id="T103"), pytest.param("AAB", id="T104"), "", "A", "A=B", "=A=", "===="]
)
def test_runs_of_tricks_that_cannot_be_are_refused(tricks: str) -> None:
    with pytest.raises(ValueError, match="tricks"):
        hand_winner(tricks, mano="A")


def test_three_pardas_are_for_mano() -> None:
    assert [hand_winner("===", mano) for mano in "AB"] == ["A", "B"]


def trick(*plays: str) -> str:
    return trick_winner([(play[0], cards(play[1:])[0]) for play in plays])


def test_t105_two_equal_cards_of_one_side_are_no_parda() -> None:
    assert trick("A3o", "A3b", "B2e") == "A"
    assert trick("A3o", "B3b", "A2e") == "="
    assert trick("A12o", "B11e") == "A"


# --- rounds and duels -----------------------------------------------------------------------------

REDONDA = RoundKind.REDONDA, None
DUEL = RoundKind.PICA, 1
ROUNDS = [
    ("T118", None, (0, 0), {}, REDONDA),
    ("T119", None, (3, 4), {}, DUEL),
    ("T120", None, (24, 10), {}, DUEL),
    ("T121", None, (25, 10), {}, REDONDA),
    ("T122", None, (14, 3), {"pica_limit": 15}, DUEL),
    ("T123", None, (15, 3), {"pica_limit": 15}, REDONDA),
    ("T124", None, (3, 4), {"pica_start": 5}, REDONDA),
    ("T125", None, (3, 5), {"pica_start": 5}, DUEL),
    ("T126", 3, (3, 4), {}, REDONDA),
    ("no limit", None, (29, 4), {"pica_limit": 0}, DUEL),
    ("next duel", 1, (26, 4), {}, (RoundKind.PICA, 2)),
]


@pytest.mark.parametrize(
    ("last", "totals", "rules", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ROUNDS]
)
def test_which_round_is_due(
    last: int | None, totals: tuple[int, int], rules: dict[str, Any], expected: tuple[RoundKind, int | None]
) -> None:
    table = set_up(TRUCO, 6, switches=rules)
    records = [Record()] if any(totals) else []
    records += [Record(round=RoundKind.PICA, duel=last)] if last else []
    assert due(after(table, totals, *records), table) == expected


def test_there_are_duels_only_with_six_and_eight() -> None:
    for seats, expected in ((2, REDONDA), (4, REDONDA), (6, DUEL), (8, DUEL)):
        table = set_up(TRUCO, seats)
        assert due(after(table, (3, 4), Record()), table) == expected


def test_everybody_fights_one_opponent_and_mano_begins() -> None:
    for seats in (6, 8):
        for mano in range(seats):
            pairs = [duellists(Seat(mano), number, seats) for number in range(1, seats // 2 + 1)]
            assert pairs[0][0] == mano
            assert sorted(seat for pair in pairs for seat in pair) == list(range(seats))
            assert all((challenger + other) % 2 for challenger, other in pairs)


# --- the match ------------------------------------------------------------------------------------


def won(side: int) -> list[dict[str, Any]]:
    """A chico that this side wins in one hand."""
    return [{"envido": calls(FALTA, side)}]


def match(*hands: dict[str, Any], seats: int = 4, **rules: Any) -> SoFar[Record]:
    table = set_up(TRUCO, seats, switches=rules)
    so_far = opening(table)
    for raw in hands:
        so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
    return so_far


def test_t148_two_chicos_win_the_match() -> None:
    so_far = match(*won(1), *won(1))
    assert so_far.winners == (0,)
    assert games_of(so_far) == (((30, 0), (0,)), ((30, 0), (0,)))


def test_t149_the_third_chico_decides() -> None:
    so_far = match(*won(1), *won(2))
    assert not so_far.over
    assert match(*won(1), *won(2), *won(2)).winners == (1,)


def test_t150_after_two_chicos_no_third_is_played() -> None:
    with pytest.raises(Unreadable) as refused:
        match(*won(1), *won(1), *won(2))
    assert {problem.code for problem in refused.value.problems} == {"game_over"}


def test_t151_t152_a_chico_has_exactly_one_winner_at_the_target() -> None:
    for start_at in product(range(26, 30), repeat=2):
        for raw in (hand(truco=truco(3, side), envido=calls("R R quiero", 3 - side)) for side in (1, 2)):
            table = set_up(TRUCO, 4)
            so_far = play(
                TRUCO, table, after(table, start_at), parse(TRUCO, table, after(table, start_at), raw)
            )
            totals, winners = games_of(so_far)[-1]
            assert winners is not None
            assert len(winners) == 1
            assert sorted(totals)[1] == totals[winners[0]] == 30
            assert sorted(totals)[0] < 30


def test_a_single_chico_and_another_target() -> None:
    so_far = match(*won(2), games_to_win=1, target=15)
    assert games_of(so_far) == (((0, 15), (1,)),)
    assert so_far.over


def test_a_cut_line_keeps_what_it_was_worth() -> None:
    table = set_up(TRUCO, 4)
    raw = hand(envido=calls("R R quiero"), truco=truco(3, 2))
    so_far = play(TRUCO, table, after(table, (28, 27)), parse(TRUCO, table, after(table, (28, 27)), raw))
    assert [(line.points, line.claimed) for line in so_far.earlier[0].hands[-1].lines] == [
        ((2, 0), (6, 0)),
        ((0, 0), (0, 4)),
    ]


def test_the_end_of_the_hand_decides_where_that_is_the_rule() -> None:
    table = set_up(TRUCO, 4, switches={"end_check": "end_of_hand", "games_to_win": 1})
    so_far = after(table, (28, 27))
    tie = hand(envido=calls("E quiero"), truco=truco(2, 2))
    so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, tie))
    assert so_far.totals == (30, 30)
    assert not so_far.over
    more = hand(envido=calls(FALTA, 2))  # at least 1, although nothing is missing any more
    more["truco"] = truco(1, 1)
    so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, more))
    assert games_of(so_far) == (((32, 31), (0,)),)


def test_two_of_a_rotating_gallo_who_cross_together_are_told_apart_by_what_they_had() -> None:
    table = set_up(TRUCO, 3, switches={"games_to_win": 1})
    so_far = after(table, (28, 29, 0))
    raw = hand(gallo=3, envido=calls("R quiero"), truco=truco(3, 3))
    so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
    assert games_of(so_far) == (((30, 30, 0), (1,)),)


def test_a_tie_of_a_rotating_gallo_is_played_on_until_one_leads() -> None:
    table = set_up(TRUCO, 3, switches={"games_to_win": 1})
    so_far = after(table, (29, 29, 20))
    for gallo, winner, totals in ((3, 1, (30, 30, 20)), (3, 2, (31, 31, 20)), (2, 2, (31, 32, 20))):
        assert not so_far.over
        raw = hand(gallo=gallo, truco=truco(3 if gallo == 2 else 0, winner))
        so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
        assert games_of(so_far)[-1][0] == totals
    assert so_far.winners == (1,)


# --- what the documents leave open ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "rules", "worth"),
    [
        (flores("compared", 1, 1), {"flor_vs_flor": "fixed4"}, 4),
        (flores("contraflor_quiero", 1, 1), {"flor_vs_flor": "fixed4"}, 6),
        (flores("alone", 2, 0), {"same_side_flores": "total3"}, 3),
        (flores("compared", 2, 2), {"same_side_flores": "total3"}, 6),
        (flores("contraflor_achico", 1, 2), {"same_side_flores": "total3"}, 3),
        (flores("resto_achico", 1, 2), {"achico_rule": "plus_one"}, 7),
        (flores("contraflor_resto_achico", 1, 1), {"achico_rule": "plus_one"}, 6),
        (flores("achico", 1, 1), {"achico_rule": "plus_one"}, 3),
        (flores("resto_quiero", 1, 1), {"resto_adds_flores": False}, 30),
        ({"course": "compared", "winner": 1}, {}, 6),
    ],
)
def test_flores_by_other_rules(block: dict[str, Any], rules: dict[str, Any], worth: int) -> None:
    so_far = match(hand(flor=block), **rules)
    line = so_far.all_hands[-1].lines[0]
    assert (line.claimed or line.points)[0] == worth


def test_flor_and_envido_may_count_together_where_that_is_the_rule() -> None:
    raw = hand(flor=flores("alone", 1, 0), envido=calls("E quiero", 2))
    assert match(raw, flor_cancels_envido=False).totals == (4, 2)


def test_folding_without_an_envido_may_cost_one_more() -> None:
    fold = truco(1, 2, "folded")
    assert match(hand(truco=fold), envido_on_fold=1).totals == (0, 3)
    assert match(hand(truco=fold, envido=calls("E quiero")), envido_on_fold=1).totals == (2, 2)
    assert match(hand(truco=truco(1, 1, "refused")), envido_on_fold=1).totals == (1, 0)


def test_envido_is_raised_as_often_as_they_like() -> None:
    table, so_far = start(Case("", (), seats=4))
    raw = hand(envido=calls(" ".join("E" * 20) + " no quiero"))
    assert parse(TRUCO, table, so_far, raw).envido.calls == ("envido",) * 20


def test_the_classic_chain_takes_the_eleven_of_the_table() -> None:
    chains = ["E", "R", "F", "E E", "E R", "E F", "R F", "E E R", "E E F", "E R F", "E E R F"]
    for text in chains:
        match(hand(envido=calls(f"{text} no quiero")), envido_chain="classic")
    tried = [" ".join(word) for length in range(1, 6) for word in product("ERF", repeat=length)]
    taken = []
    for text in tried:
        try:
            match(hand(envido=calls(f"{text} no quiero")), envido_chain="classic")
            taken.append(text)
        except Unreadable:
            pass
    assert sorted(taken) == sorted(chains)


def test_a_refused_envido_goes_to_the_last_caller_and_calls_alternate() -> None:
    assert match(hand(envido=calls("E R no quiero", caller=1))).totals == (1, 2)
    gallo = hand(gallo=3, envido=calls("E R no quiero", caller=3), truco=truco(0, 3))
    assert match(gallo, seats=3).totals == (2, 2, 1)


@pytest.mark.parametrize(
    ("mode", "spans"),
    [
        (FaltaMode.LEADER, [(False, 10, 30), (False, 15, 30), (False, 20, 30), (False, 20, 30)]),
        (FaltaMode.WINNER_TAKES_CHICO, [(True, 5, 30), (True, 5, 30), (True, 5, 30), (True, 15, 30)]),
        (FaltaMode.MALAS_CHICO, [(True, 5, 30), (False, 15, 30), (False, 20, 30), (False, 20, 30)]),
        (FaltaMode.MALAS_HALF, [(True, 5, 15), (False, 15, 30), (False, 20, 30), (False, 20, 30)]),
        (FaltaMode.LEADER_HALF, [(False, 10, 15), (False, 15, 30), (False, 20, 30), (False, 20, 30)]),
        (FaltaMode.OWN_HALF, [(True, 5, 15), (True, 5, 15), (True, 5, 15), (True, 15, 30)]),
    ],
)
def test_a_falta_reaches_from_somebody_s_score_to_a_goal(
    mode: FaltaMode, spans: list[tuple[bool, int, int]]
) -> None:
    """Whose score it is, is said: both in the malas, the leader at the half, beyond it, the winner at it."""
    rules = replace(TRUCO.presets[0].rules, falta_mode=mode)
    assert (rules.half, rules.target) == (15, 30)
    standings = [
        Measure(5, 10, False),
        Measure(5, 15, False),
        Measure(5, 20, False),
        Measure(15, 20, False),
    ]
    assert [falta_span(rules, standing) for standing in standings] == spans


def test_a_falta_of_the_pair_is_measured_by_its_higher_account() -> None:
    table = set_up(TRUCO, 3, switches={"falta_mode": "winner_takes_chico"})
    so_far = after(table, (10, 4, 20))
    raw = hand(gallo=3, envido=calls(FALTA, 2), truco=truco(0, 3))
    record = parse(TRUCO, table, so_far, raw)
    (line, *_others) = TRUCO.score(record, so_far.totals, table)
    assert line.points == (20, 20, 0)


def test_the_fixed_gallo_sits_on_seat_one() -> None:
    table = set_up(TRUCO, 3, switches={"gallo": "fixed"})
    assert table.seating.seats_of(Side(0)) == (0,)
    assert table.seating.seats_of(Side(1)) == (1, 2)


def test_points_of_a_hidden_flor_move_over_in_every_block() -> None:
    raw = hand(
        flor=flores("alone", 1, 0, winner=2),
        truco=truco(1, 2),
        penalties=penalty("pido_flor_right", 1, 2),
    )
    so_far = match(raw)
    assert so_far.totals == (8, 0)
    assert [line.code for line in so_far.hands[-1].lines] == ["flor", "truco", "pido_flor"]


def test_interference_comes_after_the_points_of_the_duel() -> None:
    table = set_up(TRUCO, 6)
    so_far = after(table, (0, 24), Record())
    raw = {"round": "pica", "duel": 1, "envido": calls(FALTA, 2), "penalties": interference(2)}
    so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
    assert games_of(so_far) == (((0, 30), (1,)),)


def test_a_void_deal_moves_nothing_and_is_dealt_again() -> None:
    so_far = match(hand(mano=2), {"kind": "void", "mano": 3})
    assert so_far.hands[-1].lines == ()
    assert so_far.totals == (1, 0)
    assert TRUCO.prefill(so_far, set_up(TRUCO, 4))["mano"] == 3


# --- whose deal, and how a total is said ----------------------------------------------------------


def known(table: Table[Rules], *hands: dict[str, Any]) -> dict[str, Any]:
    so_far = opening(table)
    for raw in hands:
        so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
    return dict(TRUCO.prefill(so_far, table))


def test_mano_moves_on_with_the_deal() -> None:
    table = set_up(TRUCO, 4, first_dealer=Seat(3))
    assert known(table) == {"mano": 1}
    assert known(table, hand()) == {"mano": 2}
    assert known(table, hand(mano=4)) == {"mano": 1}
    assert known(table, *won(1)) == {"mano": 2}
    assert known(set_up(TRUCO, 4), hand()) == {}


def test_the_gallo_deals_and_moves_on() -> None:
    table = set_up(TRUCO, 3)
    assert known(table) == {}
    assert known(table, hand(gallo=3, truco=truco(0, 3))) == {"gallo": 1, "mano": 2}
    assert known(set_up(TRUCO, 3, first_dealer=Seat(1))) == {"gallo": 2, "mano": 3}


def test_a_round_of_duels_is_one_deal() -> None:
    table = set_up(TRUCO, 6, first_dealer=Seat(0))
    assert known(table) == {"mano": 2}
    assert known(table, hand()) == {"mano": 3, "round": "pica", "duel": 1}
    assert known(table, hand(), duel(1, 1)) == {"mano": 3, "round": "pica", "duel": 2}
    assert known(table, hand(), duel(1, 1), duel(2, 1), duel(3, 1)) == {"mano": 4}
    short = set_up(TRUCO, 6, switches={"target": 6}, first_dealer=Seat(0))
    assert known(short, hand(), duel(1, 1, envido=calls(FALTA))) == {"mano": 4}  # the chico is over


def test_the_table_is_told_what_is_due() -> None:
    table = set_up(TRUCO, 6, first_dealer=Seat(0))
    notes = {note.code: note for note in TRUCO.notes(after(table, (3, 4), Record(mano=Seat(5))), table)}
    assert notes["first"].seat == 0
    assert notes["round"].text.values == {"duel": 1, "duels": 3, "seat": 0, "other": 3}
    assert TRUCO.notes(match(*won(1), *won(1)), set_up(TRUCO, 4)) == ()
    # Nobody knows who dealt: who sits opposite whom is known all the same.
    table = set_up(TRUCO, 6)
    nameless = {note.code: note for note in TRUCO.notes(after(table, (3, 4), Record()), table)}
    assert nameless["round"].text.values == {"duel": 1, "duels": 3, "seat": 0, "other": 3}


@pytest.mark.parametrize(
    ("total", "target", "points", "half"),
    [
        pytest.param(0, 30, 0, "malas", id="nothing"),
        pytest.param(14, 30, 14, "malas", id="the last malas"),
        pytest.param(15, 30, 0, "buenas", id="T116"),
        pytest.param(25, 30, 10, "buenas", id="T117"),
        pytest.param(7, 15, 7, "malas", id="odd target"),
        pytest.param(8, 15, 0, "buenas", id="odd target, buenas"),
    ],
)
def test_a_total_in_malas_and_buenas(total: int, target: int, points: int, half: str) -> None:
    table = set_up(TRUCO, 2, switches={"target": target})
    text = TRUCO.mark(after(table, (total, 0)), Side(0), table)
    assert text.values == {"points": points}
    assert text.message == "{points} " + half


def test_marks_are_of_the_game_in_progress() -> None:
    table = set_up(TRUCO, 4)

    def marks(so_far: SoFar[Record]) -> list[tuple[int, str]]:
        texts = TRUCO.more(so_far, table, None)["marks"]
        return [(text.values["points"], text.message.split()[-1]) for text in texts]

    assert marks(after(table, (12, 18))) == [(12, "malas"), (3, "buenas")]
    assert marks(match(*won(1))) == [(0, "malas"), (0, "malas")]
    assert marks(match(*won(1), *won(1))) == [(15, "buenas"), (0, "malas")]


def test_a_line_says_who_gets_what_for_what() -> None:
    so_far = match(hand(envido=calls("E R quiero", 2)))
    line: Line = so_far.hands[-1].lines[0]
    assert line.text.message == "{points} to {side}: {what}"
    assert line.text.values["side"] == (1,)
    assert replace(line, claimed=None) == line


@pytest.mark.parametrize(
    ("raw", "tried"),
    [
        ({"truco": {"level": 0, "end": "played", "winner": 1}}, []),
        ({"truco": {"level": 2, "caller": 1, "end": "played", "winner": 2}}, [("Retruco", 0, False)]),
        ({"truco": {"level": 3, "caller": 2, "end": "refused", "winner": 2}}, [("Vale cuatro", 1, True)]),
        (
            {
                "envido": {"calls": ["envido", "real"], "caller": 1, "answer": "no_quiero"},
                "truco": {"level": 0, "end": "played", "winner": 1},
            },
            [("Envido", 0, False)],
        ),
        (
            {
                "envido": {
                    "calls": ["envido"],
                    "caller": 2,
                    "answer": "quiero",
                    "winner": 2,
                    "misannounced": True,
                },
                "truco": {"level": 0, "end": "played", "winner": 1},
            },
            [("Envido", 1, False)],
        ),
    ],
)
def test_what_was_called_and_whether_it_paid(raw: dict[str, Any], tried: list[tuple[str, int, bool]]) -> None:
    table = set_up(TRUCO, 4)
    so_far = play(TRUCO, table, opening(table), parse(TRUCO, table, opening(table), raw))
    attempts = TRUCO.attempts(so_far.all_hands[0], table)
    assert [(attempt.what.message, attempt.seats[0], attempt.success) for attempt in attempts] == tried


def test_points_without_a_reason_are_counted_and_marked_but_are_no_hand() -> None:
    table = set_up(TRUCO, 6, first_dealer=Seat(5))
    so_far = opening(table)
    quick = parse(TRUCO, table, so_far, {"kind": "quick", "quick": {"side": 2, "points": 5}})
    so_far = play(TRUCO, table, so_far, quick)
    assert so_far.totals == (0, 5)
    assert [line.code for line in so_far.hands[0].lines] == ["quick"]
    assert not TRUCO.counts(quick, table)
    assert due(so_far, table) == (RoundKind.REDONDA, None), "the first round is still to be played"
    assert TRUCO.prefill(so_far, table)["mano"] == 1, "the deal has not moved"


def test_points_without_a_reason_are_cut_at_the_target() -> None:
    table = set_up(TRUCO, 4, switches={"games_to_win": 1})
    so_far = opening(table)
    for _time in range(2):
        raw = {"kind": "quick", "quick": {"side": 1, "points": 20}}
        so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
    (game,) = so_far.earlier
    assert (game.totals, so_far.winners) == ((30, 0), (Side(0),))
    assert game.hands[1].lines[0].claimed == (20, 0)
