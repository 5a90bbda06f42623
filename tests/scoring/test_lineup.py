"""People who come, go and sit out: the game sees its seats, the sheet keeps everybody's account."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scoring import LineUp, Seat, Side, begun, game_for, refused_line_up, set_up
from scoring.lineup import Sheet

CABO = game_for("cabo")
CEGO = game_for("cego")


def cabo(seats: int = 3, **switches: Any) -> Sheet[Any, Any]:
    return begun(CABO, set_up(CABO, seats, None, switches))


def cego(seats: int = 4, **switches: Any) -> Sheet[Any, Any]:
    return begun(CEGO, set_up(CEGO, seats, None, switches, Seat(0)))


def after(sheet: Sheet[Any, Any], *raws: dict[str, Any]) -> Sheet[Any, Any]:
    for raw in raws:
        sheet = sheet.then(sheet.judged(raw))
    return sheet


def called(caller: int, *values: int) -> dict[str, Any]:
    return {"caller": caller, "values": list(values)}


def test_a_sheet_on_which_nobody_comes_or_goes_is_the_game_s_own() -> None:
    sheet = after(cabo(), called(1, 3, 5, 7))
    assert sheet.so_far is sheet.whole
    assert not sheet.changed


def test_who_sits_out_keeps_his_points_and_who_comes_begins_at_nought() -> None:
    sheet = after(cabo(), called(1, 3, 5, 7)).seated(LineUp((2, 3, 0)))
    assert sheet.whole.totals == (0, 5, 7, 0)
    assert sheet.so_far.totals == (7, 0, 0)
    sheet = after(sheet, called(2, 9, 2, 8))  # the newcomer calls and has the least
    assert sheet.whole.totals == (8, 5, 16, 0)
    back = after(sheet.seated(LineUp((0, 1, 2, 3))), called(2, 5, 1, 5, 5))
    assert back.whole.totals == (13, 5, 21, 5)
    assert [hand.points for hand in back.whole.all_hands] == [(0, 5, 7, 0), (8, 0, 9, 0), (5, 0, 5, 5)]
    assert back.whole.played == back.so_far.played == 3


def test_sentences_speak_of_places_and_not_of_seats() -> None:
    sheet = after(cabo().seated(LineUp((2, 0))), called(1, 6, 2))  # the caller has more: it costs him
    words = [value for line in sheet.whole.all_hands[0].lines for value in line.text.values.values()]
    seats = {int(value) for value in words if isinstance(value, Seat | Side)}
    assert 2 in seats
    assert 1 not in seats


def test_what_was_before_is_a_stretch_of_no_hands_with_its_reasons() -> None:
    sheet = after(cabo(), called(1, 3, 5, 7), called(2, 4, 1, 7)).seated(LineUp((2, 1)))
    (before,) = sheet.so_far.log
    assert (before.record.hands, before.points) == (0, (14, 5))
    assert {line.code for line in before.lines} == {
        line.code for hand in sheet.whole.all_hands for line in hand.lines
    }


def test_the_game_ends_for_everybody_on_the_sheet() -> None:
    sheet = after(cabo(), called(1, 3, 5, 7)).seated(LineUp((1, 2)))
    while not sheet.whole.over:
        sheet = after(sheet, called(1, 0, 40))
    assert sheet.whole.winners == (0,)  # who sits out has least
    assert sheet.so_far.over


def test_the_deal_begins_anew_where_the_table_says() -> None:
    sheet = after(cego(), {"declarer": 1, "contract": "eine", "points": 47, "dealer": 1})
    sheet = sheet.seated(LineUp((0, 1, 2, 3, 4), Seat(3)))
    assert CEGO.prefill(sheet.so_far, sheet.stretch.table) == {"dealer": 4, "sitting": 4}
    sheet = after(sheet, {"declarer": 5, "contract": "eine", "points": 47, "dealer": 4, "sitting": 4})
    assert sheet.whole.totals == (6, 0, 0, 0, 6)
    assert CEGO.prefill(sheet.so_far, sheet.stretch.table)["dealer"] == 5


@pytest.mark.parametrize(
    ("sheet", "line_up", "code"),
    [
        (cego(), LineUp((0, 1)), "table_size"),
        (cego(), LineUp((0, 1, 1)), "twice"),
        (cego(), LineUp((0, 1, 2, 3)), "unchanged"),
        (cabo(), LineUp(tuple(range(13))), "table_size"),
        (begun(game_for("truco"), set_up(game_for("truco"), 4)), LineUp((0, 1, 2, 4)), "fixed_people"),
        (begun(game_for("ecarte"), set_up(game_for("ecarte"), 2)), LineUp((1, 0)), "fixed_people"),
    ],
)
def test_who_cannot_go_on_is_told_why(sheet: Sheet[Any, Any], line_up: LineUp, code: str) -> None:
    assert code in {problem.code for problem in refused_line_up(sheet, line_up)}


def test_a_game_that_is_over_takes_nobody() -> None:
    sheet = cabo(2)
    while not sheet.whole.over:
        sheet = after(sheet, called(1, 0, 40))
    assert CABO.over_code in {problem.code for problem in refused_line_up(sheet, LineUp((0, 1, 2)))}


@pytest.mark.parametrize("seed", range(20))
def test_whatever_people_come_and_go_accounts_are_the_sum_of_the_hands_their_owners_played(seed: int) -> None:
    chance = random.Random(f"line-ups {seed}")
    to_the_limit = {"end_mode": "limit", "limit": 20, "reset_once": True}
    sheet = (cego(4), cabo(3, rounds=50), cabo(3, **to_the_limit))[seed % 3]
    owed: dict[int, int] = {}
    for _step in range(30):
        if sheet.whole.over:
            break
        if chance.random() < 0.3:
            places = list(range(min(sheet.size + chance.randrange(2), 8)))
            chance.shuffle(places)
            line_up = LineUp(tuple(places[: chance.randint(3, min(5, len(places)))]))
            if not list(refused_line_up(sheet, line_up)):
                sheet = sheet.seated(line_up)
            continue
        count = len(sheet.stretch.places)
        raw: dict[str, Any] = called(1, *[chance.randrange(5) for _seat in range(count)])
        if sheet.game is CEGO:
            raw = {"declarer": 1, "contract": "eine", "points": chance.choice((30, 47, 60))}
            raw |= {"sitting": 2} if count == 5 else {}
        sheet = after(sheet, raw)
        hand = sheet.whole.all_hands[-1]
        assert not any(hand.points[place] for place in range(sheet.size) if place not in sheet.stretch.places)
        for place, points in enumerate(hand.points):
            owed[place] = owed.get(place, 0) + points
    totals = sheet.whole.earlier[-1].totals if sheet.whole.over else sheet.whole.totals
    assert list(totals) == [owed.get(place, 0) for place in range(sheet.size)]
