"""Totals from paper: what the games still know after them, and what they cannot know any more."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import (
    PaperTotals,
    Seat,
    SoFar,
    Unreadable,
    game_for,
    games_of,
    opening,
    parse,
    parse_paper,
    play,
    set_up,
)
from scoring.games.truco.deal import due
from scoring.table import Table

Raw = dict[str, Any]
EINE = {"declarer": 1, "contract": "eine", "points": 47}


def table_of(key: str, seats: int, dealer: int | None = None, **switches: Any) -> Table[Any]:
    return set_up(game_for(key), seats, None, switches, None if dealer is None else Seat(dealer - 1))


def sheet(key: str, table: Table[Any], *answers: Raw) -> SoFar[Any]:
    """What was said one after the other; `{"paper": n, "points": […]}` are totals from paper."""
    game, so_far = game_for(key), opening(table)
    for raw in answers:
        if "paper" in raw:
            record: Any = parse_paper(game, table, so_far, {"hands": raw["paper"], "points": raw["points"]})
        else:
            record = parse(game, table, so_far, raw)
        so_far = play(game, table, so_far, record)
    return so_far


def refused(
    key: str, table: Table[Any], raw: Raw, *answers: Raw
) -> list[tuple[str | None, str, tuple[Any, ...]]]:
    with pytest.raises(Unreadable) as unreadable:
        sheet(key, table, *answers, raw)
    return [(problem.field, problem.code, problem.at) for problem in unreadable.value.problems]


def notes(key: str, table: Table[Any], so_far: SoFar[Any]) -> dict[str, int | None]:
    notes_now = game_for(key).notes(so_far, table)
    return {note.code: None if note.seat is None else note.seat + 1 for note in notes_now}


def on_paper(hands: int, *points: int) -> Raw:
    return {"paper": hands, "points": list(points)}


def test_a_stretch_from_paper_is_one_line_and_many_hands() -> None:
    so_far = sheet("cego", table_of("cego", 4), on_paper(16, 12, -4, 0, 7), EINE)
    assert so_far.totals == (18, -4, 0, 7)
    assert (so_far.number, so_far.played, len(so_far.hands)) == (17, 17, 1)
    stretch, hand = so_far.all_hands
    assert stretch.record == PaperTotals(hands=16, points=(12, -4, 0, 7))
    assert [(line.code, line.points) for line in stretch.lines] == [("paper", (12, -4, 0, 7))]
    assert hand.points == (6, 0, 0, 0)


def test_the_deal_goes_on_after_as_many_hands_as_were_on_paper() -> None:
    table = table_of("cego", 4, dealer=1)
    assert notes("cego", table, sheet("cego", table, EINE, on_paper(6, 0, 0, 0, 0)))["dealer"] == 4
    table = table_of("caesar", 4, dealer=2)
    assert notes("caesar", table, sheet("caesar", table, on_paper(5, 60, 20)))["dealer"] == 3
    table = table_of("truco", 4, dealer=4)
    assert notes("truco", table, sheet("truco", table, on_paper(2, 3, 5)))["dealer"] == 2
    table = set_up(game_for("ecarte"), 2, "hoyle", None, Seat(0))
    assert notes("ecarte", table, sheet("ecarte", table, on_paper(3, 2, 1)))["dealer"] == 2
    assert notes("ecarte", table, sheet("ecarte", table, on_paper(2, 1, 1)))["dealer"] == 1


def test_where_the_last_hand_decides_who_deals_nobody_is_named() -> None:
    table = table_of("cabo", 3, dealer=1)
    assert "dealer" in notes("cabo", table, opening(table))
    assert "dealer" not in notes("cabo", table, sheet("cabo", table, on_paper(2, 10, 20, 30)))
    table = table_of("ecarte", 2, dealer=1)
    assert "dealer" not in notes("ecarte", table, sheet("ecarte", table, on_paper(2, 1, 1)))


def test_after_paper_no_dealer_is_out_of_turn() -> None:
    table = table_of("cego", 4, dealer=1)
    so_far = sheet("cego", table, {**EINE, "dealer": 1}, on_paper(2, 0, 0, 0, 0), {**EINE, "dealer": 3})
    assert notes("cego", table, so_far)["dealer"] == 4
    assert refused("cego", table, {**EINE, "dealer": 1}, {**EINE, "dealer": 1}) == [
        ("dealer", "dealer_order", ())
    ]


def test_a_round_is_filled_by_hands_on_paper_too() -> None:
    table = table_of("cego", 4, hands_per_round=8)
    so_far = sheet("cego", table, on_paper(7, 1, 2, 3, 4), EINE)
    assert games_of(so_far) == (((7, 2, 3, 4), (0,)),)
    assert sheet("cego", table, EINE, on_paper(7, 1, 2, 3, 4)).winners == (0,)
    assert refused("cego", table, on_paper(8, 0, 0, 0, 0), EINE) == [("hands", "paper_hands", ())]


def test_rounds_of_cabo_are_counted_on() -> None:
    table = table_of("cabo", 2, end_mode="rounds", rounds=4)
    so_far = sheet("cabo", table, on_paper(2, 12, 30))
    (note,) = game_for("cabo").notes(so_far, table)
    assert note.text.values == {"number": 3, "rounds": 4}
    assert sheet("cabo", table, on_paper(4, 12, 30)).winners == (0,)
    assert refused("cabo", table, on_paper(2, -1, 30)) == [("points", "paper_total", (1,))]


def test_a_total_that_would_have_been_halved_cannot_stand_on_paper() -> None:
    table = table_of("cabo", 2, end_mode="limit", limit=100)
    assert refused("cabo", table, on_paper(3, 20, 100)) == [("points", "paper_total", (2,))]
    assert sheet("cabo", table, on_paper(3, 20, 101)).winners == (0,)


def test_a_chico_that_was_finished_on_paper_is_won_by_its_rules() -> None:
    table = table_of("truco", 2)
    so_far = sheet("truco", table, on_paper(9, 30, 18), on_paper(4, 7, 12))
    assert games_of(so_far) == (((30, 18), (0,)), ((7, 12), None))
    assert [finished.number for finished in so_far.earlier] == [9]
    assert (so_far.number, so_far.played) == (4, 13)
    assert refused("truco", table, on_paper(9, 31, 18)) == [("points", "paper_total", (1,))]
    assert refused("truco", table, on_paper(9, 30, 30)) == [("points", "paper_total", (2,))]


def test_points_may_go_beyond_the_target_where_they_are_not_cut() -> None:
    table = table_of("truco", 2, end_check="end_of_hand", games_to_win=1)
    assert sheet("truco", table, on_paper(9, 33, 31)).winners == (0,)


def test_with_pica_pica_neither_round_nor_dealer_are_known_until_somebody_says_so() -> None:
    table = table_of("truco", 6, dealer=1)
    so_far = sheet("truco", table, on_paper(4, 5, 5))
    assert due(so_far, table) is None
    assert not {"dealer", "first", "round"} & set(notes("truco", table, so_far))
    assert game_for("truco").prefill(so_far, table) == {}
    duel = {"mano": 1, "round": "pica", "duel": 2, "truco": {"level": 0, "end": "played", "winner": 1}}
    went_on = sheet("truco", table, on_paper(4, 5, 5), duel)
    assert due(went_on, table) == ("pica", 3)
    again = sheet("truco", table, on_paper(4, 30, 5))
    assert due(again, table) == ("redonda", None), "a new chico begins with a redonda"


def test_what_waits_in_caesar_does_not_wait_across_paper() -> None:
    table = table_of("caesar", 4, tie_81="carry")
    equal = {"maker": 1, "points": 81}
    assert "waiting" in notes("caesar", table, sheet("caesar", table, equal))
    assert "waiting" not in notes("caesar", table, sheet("caesar", table, equal, on_paper(1, 8, 8)))


def test_a_game_of_ecarte_is_cut_on_paper_as_it_is_by_hand() -> None:
    table = table_of("ecarte", 2, games_to_win=2)
    so_far = sheet("ecarte", table, on_paper(5, 5, 3), on_paper(2, 1, 2))
    assert games_of(so_far) == (((5, 3), (0,)), ((1, 2), None))
    assert refused("ecarte", table, on_paper(5, 6, 3)) == [("points", "paper_total", (1,))]
    assert refused("ecarte", table, on_paper(5, 5, 5)) == [("points", "paper_total", (2,))]


def test_the_double_stake_goes_by_what_paper_shows() -> None:
    table = table_of("ecarte", 2, stake=5)
    more = game_for("ecarte").more
    extra = game_for("ecarte").extra()
    assert more(sheet("ecarte", table, on_paper(5, 5, 0)), table, extra)["chips"] == [10, -10]
    assert more(sheet("ecarte", table, on_paper(5, 5, 1)), table, extra)["chips"] == [5, -5]


def test_deals_on_paper_draw_nothing_from_the_pot() -> None:
    table = set_up(game_for("ecarte"), 2, "per_trick", None)
    so_far = sheet("ecarte", table, on_paper(2, 3, 2))
    assert game_for("ecarte").more(so_far, table, game_for("ecarte").extra())["chips"] == [0, 0]
    (sentence,) = game_for("ecarte").asides(so_far, table, game_for("ecarte").extra())
    assert sentence.values == {"chips": 6}


def test_points_that_do_not_cancel_out_are_refused_where_they_must() -> None:
    table = table_of("cego", 4, settlement="each_pays")
    assert refused("cego", table, on_paper(3, 5, -4, 0, 0)) == [("points", "paper_sum", ())]
    assert sheet("cego", table, on_paper(3, 5, -5, 0, 0)).totals == (5, -5, 0, 0)


def test_a_hand_after_the_last_of_the_round_is_refused_and_so_is_a_redeal() -> None:
    table = Table(table_of("cego", 4).seating, table_of("cego", 4).rules, None, 3)
    redeal = {"kind": "redeal"}
    assert sheet("cego", table, redeal, EINE, on_paper(2, 0, 0, 0, 0)).played == 3
    for raw in (EINE, redeal):
        assert refused("cego", table, raw, redeal, EINE, on_paper(2, 0, 0, 0, 0)) == [
            (None, "table_full", ())
        ]
    assert refused("cego", table, on_paper(3, 0, 0, 0, 0), EINE) == [("hands", "paper_hands", ())]
