"""What organisers decide: declared like a game's rules, so that forms, files and paper come from it."""

from __future__ import annotations

import pytest
from hypothesis import given

from scoring import Seating, dump, read
from scoring.fields import AnswerKind, fields_of
from tests.standings.events import rules
from tournaments.engines.standings import (
    CRITERIA,
    STYLES,
    By,
    RankingRules,
    RankingStyle,
    criteria_of,
    problems,
    style,
)

FIELDS = fields_of(RankingRules)
NOBODY = Seating((0,))


def test_every_switch_is_explained_in_a_sentence() -> None:
    for field in FIELDS:
        assert field.ask.help.endswith("."), field.name
        assert field.ask.short


def test_every_choice_of_a_criterion_is_explained_in_a_sentence() -> None:
    for by in By:
        assert by.help.endswith("."), by
        assert by.short


def test_every_criterion_is_declared_once_and_known() -> None:
    assert set(CRITERIA) == set(By)
    for by, criterion in CRITERIA.items():
        assert (criterion.key, criterion.name, criterion.short, criterion.explain) == (
            by.value,
            by.label,
            by.short,
            by.help,
        )


def test_the_order_of_the_criteria_is_kept() -> None:
    by = [By.MATCH_POINTS, By.DIRECT, By.LOT]
    reading = read(FIELDS, {"criteria": [criterion.value for criterion in by]}, NOBODY)
    assert reading.problems == []
    assert [criterion.by for criterion in criteria_of(RankingRules(**reading.values))] == by


def test_a_criterion_stands_only_once() -> None:
    reading = read(FIELDS, {"criteria": ["points", "points"]}, NOBODY)
    assert [problem.field for problem in reading.problems] == ["criteria"]


@given(rules(By.POINTS, By.BEST_ROUND, By.LOT))
def test_rules_are_written_and_read_again(chosen: RankingRules) -> None:
    reading = read(FIELDS, dump(FIELDS, chosen), NOBODY)
    assert [problem.code for problem in reading.problems if problem.code != "not_asked"] == []
    unasked = {problem.field for problem in reading.problems}
    for field in FIELDS:
        if field.name not in unasked:
            assert reading.values[field.name] == getattr(chosen, field.name)


@pytest.mark.parametrize("ranking_style", STYLES, ids=lambda ranking_style: ranking_style.key)
def test_every_style_is_sound(ranking_style: RankingStyle) -> None:
    assert problems(ranking_style.rules) == []
    assert ranking_style.explain.endswith(".")
    reading = read(FIELDS, dump(FIELDS, ranking_style.rules), NOBODY)
    assert reading.problems == []
    assert RankingRules(**reading.values) == ranking_style.rules
    assert style(ranking_style.key) is ranking_style


def test_a_style_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError):
        style("golf")


@pytest.mark.parametrize(
    ("chosen", "codes"),
    [
        (RankingRules(), []),
        (RankingRules(criteria=(By.POINTS, By.LOT, By.BEST_ROUND)), ["lot_not_last"]),
        (RankingRules(criteria=(By.LOT,)), ["only_lot"]),
        (RankingRules(win=1, draw=2), ["match_points_order"]),
        (RankingRules(loss=2, draw=1), ["match_points_order"]),
    ],
)
def test_what_does_not_go_together_is_refused(chosen: RankingRules, codes: list[str]) -> None:
    assert [problem.code for problem in problems(chosen)] == codes


def test_a_list_of_criteria_is_a_list_of_choices() -> None:
    shape = FIELDS[0].shape
    assert (shape.kind, shape.item and shape.item.kind) == (AnswerKind.LIST, AnswerKind.CHOICE)
