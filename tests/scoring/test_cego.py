"""Cego: the rule tables, one row for each worked case, and what the laws of every game do not say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Seat, Unreadable, game_for, games_of, opening, parse, play, set_up
from scoring.games.cego.counting import count_pile, pile_sizes
from scoring.games.cego.declared import Pile
from scoring.games.cego.rules import Counting, Rules
from tests.scoring.cego_vectors import EACH_PAYS, PAIRS, VECTORS, hand, pile, sheet
from tests.scoring.codes import codes_in
from tests.scoring.vectors import Vector, play_sheet, rows

CEGO = game_for("cego")


@pytest.mark.parametrize("vector", rows(vector for vector in VECTORS if not vector.code))
def test_the_worked_cases_give_their_points(vector: Vector) -> None:
    so_far = play_sheet(vector.sheet)
    if vector.points is not None:
        assert so_far.all_hands[-1].points == vector.points
    if vector.finished is not None:
        assert so_far.over == vector.finished


@pytest.mark.parametrize("vector", rows(vector for vector in VECTORS if vector.code))
def test_the_worked_refusals_are_refused(vector: Vector) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(vector.sheet)
    assert vector.code in {problem.code for problem in refused.value.problems}


# --- piles ----------------------------------------------------------------------------------------

DEFENDERS_AND_GROUPS = [
    ("P4", {}, "K1 D4 R4 B4 H2 E29", 51),
    ("P7", {}, "K1 D1 R1 B1", 11),
    ("P9", {}, "E4", 1),
    ("P11", {}, "K2 D2 R3 B4 H1 E18", 38),
    ("P15", PAIRS, "K2 D2 R2 B2 H1 E19", 38),
    ("P18", {}, "K1 B1 H1", 10),
    ("P19", {}, "D1 R1 E1", 6),
    ("P20", {}, "E3", 1),
    ("P21", {}, "K1 E2", 5),
]


@pytest.mark.parametrize(
    ("rules", "cards", "points"),
    [pytest.param(*row[1:], id=row[0]) for row in DEFENDERS_AND_GROUPS],
)
def test_any_group_of_cards_counts_by_the_same_formula(
    rules: dict[str, str], cards: str, points: int
) -> None:
    counting = Counting(rules.get("counting", "threes"))
    assert count_pile(Pile(**pile(cards)), Rules(counting=counting), 4) == points


def by_hand(cards: list[int], counting: Counting) -> int:
    """The definition at the table: put the cards in groups, an empty counts 1, take off the group's price.

    Empties are left over, as the counters are told to: cards come with the full ones first.
    """
    size, price = (3, 2) if counting is Counting.THREES else (2, 1)
    points = 0
    for start in range(0, len(cards), size):
        group = cards[start : start + size]
        full = sum(max(value, 1) for value in group)
        points += full - (price if len(group) == size else 1)
    return points


@st.composite
def deals(draw: st.DrawFn) -> tuple[int, list[int], list[int]]:
    """Players, the declarer's cards and those of the defenders, as card values, highest first."""
    players = draw(st.sampled_from([3, 4]))
    pack = [5] * 7 + [4] * 4 + [3] * 4 + [2] * 4 + [0] * (32 if players == 3 else 35)
    size = draw(st.sampled_from(list(pile_sizes(players))))
    shuffled = draw(st.permutations(pack))
    return players, sorted(shuffled[:size], reverse=True), sorted(shuffled[size:], reverse=True)


def pile_of(cards: list[int]) -> Pile:
    """Kings and counting trumps are worth the same; which of them does not matter for the points."""
    fives = cards.count(5)
    return Pile(
        K=min(fives, 4),
        H=max(fives - 4, 0),
        D=cards.count(4),
        R=cards.count(3),
        B=cards.count(2),
        E=cards.count(0),
    )


@settings(max_examples=300, deadline=None)
@given(deals())
def test_declarer_and_defenders_share_70_points(deal: tuple[int, list[int], list[int]]) -> None:
    players, declarer, defenders = deal
    removed = 1 if players == 3 else 0
    mine = by_hand(declarer, Counting.THREES) + removed
    assert mine == count_pile(pile_of(declarer), Rules(), players)
    assert mine + by_hand(defenders, Counting.THREES) == 70


@settings(max_examples=300, deadline=None)
@given(deals())
def test_in_pairs_they_share_79_points(deal: tuple[int, list[int], list[int]]) -> None:
    players, declarer, defenders = deal
    rules = Rules(counting=Counting.PAIRS, pairs_three_players=True)
    mine = count_pile(pile_of(declarer), rules, players)
    if players == 4:
        assert mine == by_hand(declarer, Counting.PAIRS)
        assert mine + by_hand(defenders, Counting.PAIRS) == 79
        return
    # With three players a card may be left over; the declarer's half point is rounded down.
    with_removed = sorted([*declarer, 0, 0, 0], reverse=True)
    assert mine == by_hand(with_removed, Counting.PAIRS)
    # The defenders' half point is rounded up: a card left over costs them nothing.
    theirs = by_hand(defenders, Counting.PAIRS) + len(defenders) % 2
    assert mine + theirs == 79


# --- refusals -------------------------------------------------------------------------------------

REFEREE = {"revoke": "referee"}
LOST_AS_COUNTED = {"revoke": "lost_as_counted"}


def special(kind: str, contract: str, offender: int, **more: Any) -> dict[str, Any]:
    return hand(contract, kind=kind, offender=offender, **more)


REFUSALS: list[tuple[str, dict[str, Any]]] = [
    ("points_range", sheet(hand("eine", 71))),
    ("points_range", sheet(hand("eine", 4, sitting=2))),
    ("points_range", sheet(hand("eine", 70), seats=3, rules={"three_player_bonus": 0})),
    ("points_sum", sheet(hand("eine", 36, pile=pile("E10")))),
    ("card_count", sheet(hand("eine", pile=pile("K5 E5")))),
    ("card_count", sheet(hand("eine", pile=pile("E33"), sitting=2))),
    ("pile_size", sheet(hand("eine", pile=pile("E11")))),
    ("points_missing", sheet(hand("eine"))),
    ("points_missing", sheet(special("revoke", "eine", 2), rules=LOST_AS_COUNTED)),
    ("points_not_allowed", sheet(hand("bettel", 40, made=True))),
    ("points_not_allowed", sheet(hand("ultimo", 40, made=True))),
    ("points_not_allowed", sheet(special("revoke", "eine", 2, points=40))),
    ("points_not_allowed", sheet(special("revoke", "durchmarsch", 2, points=40), rules=LOST_AS_COUNTED)),
    ("march_conflict", sheet(hand("durchmarsch", 69, made=True))),
    ("march_conflict", sheet(hand("durchmarsch", made=False, pile=pile("K4 D4 R4 B4 H3 E35")))),
    ("tricks_range", sheet(hand("bettel", made=False, tricks=14))),
    ("tricks_range", sheet(hand("bettel", made=False, tricks=12))),
    ("tricks_conflict", sheet(hand("piccolo", made=False, tricks=1))),
    ("tricks_not_allowed", sheet(hand("ultimo", made=True, tricks=1))),
    ("declarer_seat", sheet({"declarer": 5, "contract": "eine", "points": 36})),
    ("declarer_seat", sheet({"contract": "eine", "points": 36})),
    ("declarer_seat", sheet(hand("eine", 36, sitting=1), seats=5)),
    ("vorhand", sheet(hand("cego", 47, dealer=2))),
    ("vorhand", sheet(hand("raeuber", losers=[2], dealer=2), preset="braeunlingen")),
    ("vorhand", sheet(hand("bettel", made=True, dealer=4, sitting=4) | {"declarer": 2}, seats=5)),
    ("three_players_special", sheet(hand("piccolo", made=True), seats=3)),
    ("three_players_special", sheet(hand("raeuber", losers=[2], sitting=4))),
    ("against_solo", sheet(hand("bettel", made=True, against_solo=True))),
    ("last_trick_twice", sheet(hand("drescher"))),
    ("last_trick_twice", sheet(hand("drescher", losers=[5], sitting=5), seats=5)),
    ("raeuber_loser", sheet(hand("raeuber"))),
    ("raeuber_loser", sheet(hand("raeuber", losers=[9]))),
    ("raeuber_loser", sheet(hand("raeuber", losers=[2, 2]))),
    ("raeuber_loser", sheet(hand("raeuber", losers=[1, 2, 3, 4]), rules={"raeuber_tie": "all_tied"})),
    ("raeuber_tie", sheet(hand("raeuber", losers=[1, 2]))),
    ("losers_not_allowed", sheet(hand("eine", 36, losers=[2]))),
    ("schinden_self", sheet(special("schinden", "eine", 1))),
    ("schinden_self", sheet(special("schinden", "solo", 2))),
    ("schinden_self", sheet({"kind": "schinden", "declarer": 1, "offender": 2})),
    ("schinden_self", sheet(special("schinden", "eine", 2), rules={"schinden_factor": 0})),
    ("not_offered", sheet(hand("halbe", 36))),
    ("not_offered", sheet(hand("durchmarsch", made=True), preset="schwarzwald")),
    ("not_offered", sheet(hand("drescher", losers=[2]), preset="schwarzwald")),
    ("table_size", sheet(hand("eine", 36), seats=2)),
    ("table_size", sheet(hand("eine", 36), seats=3, preset="schwarzwald")),
    ("table_size", sheet(hand("eine", 36), seats=5)),
    ("table_size", sheet(hand("eine", 36, sitting=2), preset="schwarzwald")),
    ("table_size", sheet(hand("eine", 36, sitting=2), seats=3)),
    ("table_size", sheet(hand("eine", 36, sitting=9))),
    ("dealer_order", sheet(hand("eine", 36, dealer=1), hand("eine", 36, dealer=3))),
    ("dealer_order", sheet({"kind": "redeal", "dealer": 1}, hand("eine", 36, dealer=2))),
    ("round_full", sheet(*[hand("eine", 36)] * 3, rules={"hands_per_round": 2})),
    ("counting_scheme", sheet(rules={"value_scheme": "fach10"})),
    ("counting_scheme", sheet(rules={"value_scheme": "difference5", **PAIRS})),
    ("pairs_three_players", sheet(seats=3, rules=PAIRS)),
    ("pairs_three_players", sheet(hand("eine", 36, sitting=2), rules=PAIRS)),
    ("contract_missing", sheet({"declarer": 1, "points": 36})),
    ("made_missing", sheet(hand("ultimo"))),
    ("made_not_allowed", sheet(hand("eine", 36, made=True))),
    ("offender_missing", sheet({"kind": "revoke", "declarer": 1, "contract": "eine"})),
    ("offender_seat", sheet(special("revoke", "eine", 9))),
    ("offender_seat", sheet(special("revoke", "eine", 5, sitting=5), seats=5)),
    ("offender_not_allowed", sheet(hand("eine", 36, offender=2))),
    ("ruling_missing", sheet(special("revoke", "eine", 2), rules=REFEREE)),
    ("ruling_range", sheet(special("revoke", "eine", 2, ruling=1000), rules=REFEREE)),
    ("ruling_not_allowed", sheet(special("revoke", "eine", 2, ruling=4))),
]


@pytest.mark.parametrize(
    ("code", "refused_sheet"),
    [pytest.param(code, raw, id=f"{code} {number}") for number, (code, raw) in enumerate(REFUSALS)],
)
def test_what_cannot_be_is_refused(code: str, refused_sheet: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        play_sheet(refused_sheet)
    assert {problem.code for problem in refused.value.problems} == {code} | also(code, refused_sheet)


def also(code: str, raw: dict[str, Any]) -> set[str]:
    """A missing bid has two names: it is missing, and Schinden cannot do without it."""
    return {"contract_missing"} if code == "schinden_self" and "contract" not in raw["hands"][-1] else set()


def test_every_refusal_of_the_game_is_in_the_table() -> None:
    codes = codes_in(Path(__file__).resolve().parents[2] / "scoring" / "games" / "cego")
    assert sorted(codes - {code for code, _sheet in REFUSALS}) == []


def test_everything_wrong_is_said_at_once() -> None:
    table = set_up(CEGO, 4)
    with pytest.raises(Unreadable) as refused:
        parse(CEGO, table, opening(table), {"declarer": 7, "contract": "pascha", "points": 36, "price": 1})
    codes = [(problem.field, problem.code) for problem in refused.value.problems]
    assert codes == [("declarer", "declarer_seat"), ("contract", "unknown_option"), ("price", "unknown_key")]


# --- revoke, Schinden, three players, sitting out -------------------------------------------------

SCHWARZWALD_8 = {"preset": "schwarzwald", "rules": {"schinden_factor": 8}}
BRAEUNLINGEN_ONE = {"settlement": "declarer_only", "schinden_factor": 8}

DECIDED = [
    ("a revoke at the single value, against a Solo", special("revoke", "eine", 1, against_solo=True), {}, -3),
    ("a Solo revoked by the player", special("revoke", "solo", 1), {}, -1),
    ("a Solo revoked by a defender", special("revoke", "solo", 2), {}, 2),
    ("an Ultimo revoked by the player", special("revoke", "ultimo", 1), {}, -24),
    ("a Bettel revoked by a defender", special("revoke", "bettel", 2), {}, 10),
    ("as counted, by a defender", special("revoke", "eine", 2, points=29), LOST_AS_COUNTED, 4),
    ("as counted, by the player who had won", special("revoke", "eine", 1, points=47), LOST_AS_COUNTED, -6),
    ("as counted, by a defender, half", special("revoke", "eine", 2, points=35), LOST_AS_COUNTED, 2),
    (
        "as counted, losses are single",
        special("revoke", "eine", 1, points=47),
        {**LOST_AS_COUNTED, "loss_scale": "single"},
        -2,
    ),
    ("the referee says −7", special("revoke", "eine", 2, ruling=-7), REFEREE, -7),
    ("the referee says nothing", special("revoke", "eine", 2, ruling=0), REFEREE, 0),
    (
        "Schinden with differences",
        special("schinden", "eine", 1) | {"declarer": 2},
        {"value_scheme": "difference5"},
        -80,
    ),
    (
        "a revoke with differences",
        special("revoke", "kleiner_mann", 2),
        {"value_scheme": "difference5"},
        30,
    ),
    (
        "as counted with differences",
        special("revoke", "eine", 2, points=47),
        {"value_scheme": "difference5", **LOST_AS_COUNTED},
        25,
    ),
    (
        "as counted with differences, half costs a flat 5",
        special("revoke", "eine", 1, points=35),
        {"value_scheme": "difference5", **LOST_AS_COUNTED},
        -5,
    ),
    (
        "Schinden with Fach",
        special("schinden", "halbe", 1) | {"declarer": 2},
        {"value_scheme": "fach10", "halbe": True, **PAIRS},
        -80,
    ),
    ("a revoke with Fach", special("revoke", "eine_leere", 2), {"value_scheme": "fach10", **PAIRS}, 20),
    ("pairs in steps, 45", hand("eine", 45), PAIRS, 4),
    ("pairs in steps, all tricks", hand("eine", 79), PAIRS, 16),
    ("pairs in steps, lost with 34", hand("eine", 34), PAIRS, -4),
    ("a flat Bürgermeister", hand("eine", 35), {"buergermeister": "flat", "buergermeister_flat": 7}, -7),
]


@pytest.mark.parametrize(("record", "rules", "value"), [pytest.param(*row[1:], id=row[0]) for row in DECIDED])
def test_what_the_documents_leave_open_is_decided(
    record: dict[str, Any], rules: dict[str, Any], value: int
) -> None:
    assert play_sheet(sheet(record, rules=rules)).totals == (value, 0, 0, 0)


def test_a_revoke_in_raeuber_makes_the_offender_the_loser() -> None:
    so_far = play_sheet(sheet(special("revoke", "raeuber", 3), rules=EACH_PAYS))
    assert so_far.totals == (5, 5, -15, 5)


def test_all_tied_losers_pay_and_the_caller_pays_more() -> None:
    rules = {**EACH_PAYS, "raeuber_tie": "all_tied", "raeuber_caller_factor": 2}
    assert play_sheet(sheet(hand("raeuber", losers=[1, 3]), rules=rules)).totals == (-20, 15, -10, 15)


def test_the_sitting_dealer_is_paid_like_a_defender() -> None:
    lost = hand("eine", 34, sitting=5, dealer=5)
    assert play_sheet(sheet(lost, seats=5, rules=EACH_PAYS)).totals == (-8, 2, 2, 2, 2)
    assert play_sheet(sheet(lost, seats=5)).totals == (-2, 0, 0, 0, 0)
    raeuber = hand("raeuber", losers=[2], sitting=5)
    assert play_sheet(sheet(raeuber, seats=5, rules=EACH_PAYS)).totals == (5, -20, 5, 5, 5)


def test_four_people_may_play_three_at_a_time() -> None:
    assert play_sheet(sheet(hand("eine", 36, sitting=4), rules=EACH_PAYS)).totals == (6, -2, -2, -2)
    counted = hand("eine", pile=pile("K2 D2 R1 B0 H2 E14"), sitting=4)
    assert play_sheet(sheet(counted)).totals == (-2, 0, 0, 0)


def test_a_redeal_needs_nobody_to_sit_out() -> None:
    assert play_sheet(sheet({"kind": "redeal"}, seats=5)).totals == (0,) * 5


def test_three_players_in_pairs_round_the_declarer_down() -> None:
    rules = {**PAIRS, "pairs_three_players": True}
    assert count_pile(Pile(E=12), Rules(counting=Counting.PAIRS), 3) == 7
    assert play_sheet(sheet(hand("eine", 7), seats=3, rules=rules)).totals == (-14, 0, 0)
    with pytest.raises(Unreadable):
        play_sheet(sheet(hand("eine", 6), seats=3, rules=rules))


def test_without_the_point_for_removed_cards_69_are_all_tricks() -> None:
    rules = {"three_player_bonus": 0}
    assert play_sheet(sheet(hand("durchmarsch", 69, made=True), seats=3, rules=rules)).totals == (48, 0, 0)
    assert play_sheet(sheet(hand("eine", 69), seats=3, rules=rules)).totals == (14, 0, 0)
    assert play_sheet(sheet(hand("eine", 4), seats=3, rules=rules)).totals == (-14, 0, 0)


# --- who deals ------------------------------------------------------------------------------------


def notes(*records: dict[str, Any], seats: int = 4, first_dealer: int | None = None) -> dict[str, int | None]:
    table = set_up(CEGO, seats, first_dealer=None if first_dealer is None else Seat(first_dealer - 1))
    so_far = opening(table)
    for raw in records:
        so_far = play(CEGO, table, so_far, parse(CEGO, table, so_far, raw))
    return {note.code: note.seat + 1 if note.seat is not None else None for note in CEGO.notes(so_far, table)}


def test_the_deal_goes_round_and_the_next_seat_is_vorhand() -> None:
    assert notes(first_dealer=4) == {"dealer": 4, "first": 1}
    assert notes(hand("eine", 36), first_dealer=4) == {"dealer": 1, "first": 2}
    assert notes(hand("eine", 36, dealer=2)) == {"dealer": 3, "first": 4}
    assert notes(hand("eine", 36)) == {}


def implied(**switches: Any) -> dict[str, tuple[str, bool]]:
    table = set_up(CEGO, 4, None, switches, Seat(3))
    return {answer.value: (answer.answer, answer.always) for answer in CEGO.implied(opening(table), table)}


def test_who_names_a_contract_of_vorhand_is_vorhand() -> None:
    assert implied(specials_seat="vorhand_raeuber") == {"raeuber": ("1", True)}
    specials = dict.fromkeys(("bettel", "piccolo", "raeuber", "drescher"), ("1", True))
    assert implied(specials_seat="vorhand") == {**specials, "cego": ("1", False)}  # it may be against a Solo
    assert implied(specials_seat="any") == {}
    table = set_up(CEGO, 4, None, {"specials_seat": "vorhand"})
    assert CEGO.implied(opening(table), table) == ()  # nobody knows who dealt


def test_after_a_redeal_the_same_dealer_deals() -> None:
    assert notes({"kind": "redeal", "dealer": 2}) == {"dealer": 2, "first": 3}


def test_at_five_the_dealer_sits_out() -> None:
    known = notes(hand("eine", 36, dealer=5, sitting=5), seats=5)
    assert known == {"dealer": 1, "first": 2, "sitting": 1}


def test_a_full_round_is_won_by_the_highest_total() -> None:
    hands = [hand("eine", 36), {"declarer": 2, "contract": "eine", "points": 36}]
    so_far = play_sheet(sheet(*hands, rules={"hands_per_round": 2}))
    assert games_of(so_far) == (((2, 2, 0, 0), (0, 1)),)
    assert notes(*hands) == {}
