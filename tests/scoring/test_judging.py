"""What a judge remembers, and what he leaves out, changes nothing of what he says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import (
    GAMES,
    Game,
    Problem,
    SoFar,
    Table,
    Unreadable,
    fields_for,
    game_for,
    judging,
    opening,
    parse,
    play,
    read,
    set_up,
)
from scoring.judging import Judge, judge_of
from tests.scoring.probe_game import PROBE
from tests.scoring.strategies import answers, sheets

ALL = (*GAMES, PROBE)
CEGO, CABO, CAESAR, TRUCO = (game_for(key) for key in ("cego", "cabo", "caesar", "truco"))
every_game = pytest.mark.parametrize("game", ALL, ids=[game.key for game in ALL])
EINE = {"declarer": 1, "contract": "eine", "points": 47}


def by_all_rules(game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], raw: Any) -> list[Problem]:
    """Every rule is asked about every hand."""
    reading = read(fields_for(game, table), raw, table.seating)
    record = game.record(**reading.values)
    problems = list(reading.problems)
    if so_far.over:
        problems.append(judging.is_over(game))
    for check in game.checks:
        if not check.needs & reading.broken:
            problems += check.find(record, so_far, table)
    return problems


def refused(judge: Judge[Any, Any], so_far: SoFar[Any], raw: Any) -> list[Problem]:
    try:
        judge.parse(so_far, raw)
    except Unreadable as refusal:
        return list(refusal.problems)
    return []


@every_game
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_judge_says_what_all_rules_say(game: Game[Any, Any], data: st.DataObject) -> None:
    drawn = data.draw(sheets(game, at_most=3))
    table, so_far = drawn.table, drawn.so_far
    for _hand in range(3):
        raw = data.draw(answers(fields_for(game, table), table.seating))
        wrong = by_all_rules(game, table, so_far, raw)
        assert refused(Judge(game, table), so_far, raw) == wrong  # never seen before
        known = judge_of(game, table)
        assert refused(known, opening(table), raw) == by_all_rules(game, table, opening(table), raw)
        assert refused(known, so_far, raw) == wrong  # remembered from another sheet
        if not wrong:
            record = known.parse(so_far, raw)
            assert known.play(so_far, record) == Judge(game, table).play(so_far, record)


def test_a_hand_known_to_the_judge_is_refused_when_it_does_not_fit_the_sheet() -> None:
    table = set_up(CEGO, 4, switches={"hands_per_round": 2})
    so_far = opening(table)
    raw = {**EINE, "dealer": 1}
    so_far = play(CEGO, table, so_far, parse(CEGO, table, so_far, raw))
    with pytest.raises(Unreadable, match="dealer_order"):
        parse(CEGO, table, so_far, raw)
    so_far = play(CEGO, table, so_far, parse(CEGO, table, so_far, {**raw, "dealer": 2}))
    with pytest.raises(Unreadable, match="round_full"):
        parse(CEGO, table, so_far, raw)


def test_a_hand_is_worth_what_the_sheet_leaves_of_it() -> None:
    table = set_up(TRUCO, 4, switches={"target": 6})
    raw = {"truco": {"level": 3, "caller": 1, "end": "played", "winner": 1}}
    so_far = opening(table)
    for points, claimed in (((4, 0), None), ((2, 0), (4, 0))):
        so_far = play(TRUCO, table, so_far, parse(TRUCO, table, so_far, raw))
        (line,) = so_far.all_hands[-1].lines
        assert (line.points, line.claimed) == (points, claimed)


def test_answers_that_python_takes_for_equal_are_not_the_same() -> None:
    table = set_up(CABO, 2)
    assert parse(CABO, table, opening(table), {"caller": 1, "values": [1, 2]})
    for caller in (True, 1.0):
        with pytest.raises(Unreadable, match="caller_seat"):
            parse(CABO, table, opening(table), {"caller": caller, "values": [1, 2]})


def test_a_hand_that_comes_again_is_the_same_value() -> None:
    table = set_up(CAESAR, 4)
    once, again = (parse(CAESAR, table, opening(table), {"maker": 1, "points": 90}) for _time in range(2))
    assert once is again
    sheets_of_both = [play(CAESAR, table, opening(table), record) for record in (once, again)]
    assert sheets_of_both[0].hands[0] is sheets_of_both[1].hands[0]


def test_no_judge_remembers_more_than_all_together_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST", 10)
    judge_of.cache_clear()
    table = set_up(CAESAR, 4)
    first = parse(CAESAR, table, opening(table), {"maker": 1, "points": 50})
    for points in range(51, 90):
        parse(CAESAR, table, opening(table), {"maker": 1, "points": points})
    assert judge_of(CAESAR, table).remembered <= 10
    assert parse(CAESAR, table, opening(table), {"maker": 1, "points": 50}) is not first


def test_remembering_is_given_up_where_hands_do_not_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_IN_VAIN", 5)
    table = set_up(CABO, 2, switches={"rounds": 77})
    judge: Judge[Any, Any] = Judge(CABO, table)
    for value in range(8):
        judge.parse(opening(table), {"caller": 1, "values": [value, 9]})
    assert judge.remembered == 0
