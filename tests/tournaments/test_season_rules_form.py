"""The rules that clubs really have, each typed into the form of the page and read back as they were."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.season_builders import a_season
from tournaments.desk import seasonforms
from tournaments.engines.plans.answers import answers, dumped
from tournaments.engines.season import SeasonRules
from tournaments.seasons import changing
from tournaments.seasons.gathering import rules_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

CUP = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
SIZES = [
    {"size": 40, "points": [20, 15, 11], "tail": 2},
    {"size": 80, "points": [30], "tail": 5},
    {"size": 120, "points": [40, 32], "tail": 6},
    {"size": 160, "points": [45, 36], "tail": 7},
    {"size": 200, "points": [50, 40], "tail": 8},
    {"size": 240, "points": [60, 48], "tail": 0},
]
PRACTICE: dict[str, dict[str, Any]] = {
    "B1 raw points": {"ties": []},
    "B2 best three of four": {
        **{"worth": "places", "place_points": CUP, "tail": 1},
        **{"best": 3, "always": ["final"]},
    },
    "B3 series": {"each_part": True, "best": 3, "ties": ["best_evening"]},
    "B4 drops by attendance": {
        **{"combine": "mean", "least": 25},
        **{"drop_from": 30, "drop_every": 5, "drop_most": 5},
    },
    "B4 the cup": {"announced_only": True, "best": 4},
    "B5 by at least 24 lists": {"combine": "mean", "divisor": "rounds", "least_divisor": 24},
    "B6 a minimum": {"combine": "mean", "least": 24, "least_at_end": True, "evenings": 50},
    "B7 first series": {"part": 1},
    "B7 twenty evenings": {"least": 20},
    "B8 rolling": {
        **{"combine": "mean", "divisor": "rounds", "months": 24},
        **{"least": 36, "least_of": "rounds", "smallest_field": 32},
    },
    "B8 states": {"per_group": 1, "negatives": "left_out", "final": "best", "final_places": 8},
    "B9 by size of the field": {
        **{"worth": "places", "place_points": [10, 6, 3], "larger": SIZES},
        "ties": ["table_places", "best_round"],
    },
    "B10 elsewhere": {"not_places": ["Wien", "Wiener Neustadt"]},
    "B10 here": {"places": ["Wien"]},
    "B11 every time": {"all_required": True},
    "B12 absent is 0": {"absent": "fixed", "absent_points": 0},
    "B13 per session": {"combine": "mean", "divisor": "rounds", "least": 25, "least_of": "rounds"},
    "B13 partners": {"best": 9, "least": 7, "least_partners": 2},
    "B14 bonus": {"drop": 1, "bonus": "evening", "presence_bonus": 10, "all_bonus": 40},
    "B14 root": {"worth": "root", "times": 100},
    "B15 duty": {"least": 8, "absence_penalty": 20},
    "B16 presence": {"worth": "presence", "final": "everybody", "final_least": 3},
    "B16 mean rank": {"worth": "rank", "combine": "mean", "least": 2},
    "B17 minus points that are fixed": {"absent": "fixed", "absent_points": -20, "low_wins": False},
    "ladies": {"category": ["Damen", "Jugend"], "outsiders": "move_up", "ties": ["head_to_head", "lot"]},
    "per hand": {"worth": "per_hand", "times": 40, "absent": "worst", "hosting_bonus": 5},
    "clubs": {"whom": "clubs", "club_best": 2},
    "every tie-break there is": {
        "ties": [
            *("most_evenings", "best_evening", "best_evenings", "worst_evening", "last_evening"),
            *("evenings_won", "sum_of_all", "mean_rank", "won", "head_to_head", "table_places", "lot"),
        ]
    },
}


def as_typed(rules: SeasonRules) -> dict[str, str]:
    """Everything that stands in the form of these rules, as a browser sends it."""
    form = seasonforms.rules_form(rules)
    sent = {question.name: _cell(question) for group in form.form.groups for question in group.questions}
    sent |= {tie.name: tie.chosen for tie in form.ties}
    for row in form.larger:
        at = f"larger_{row.number}"
        sent |= {f"{at}_size": row.size, f"{at}_points": row.points, f"{at}_tail": row.tail}
    return sent


def _cell(question: Any) -> str:
    if question.choices:
        return next((choice.value for choice in question.choices if choice.chosen), "")
    if question.kind == "flag":
        return "1" if question.on else "0"
    return str(question.value)


@pytest.mark.parametrize("name", PRACTICE)
def test_rules_of_clubs_can_be_typed(laptop: Client, name: str) -> None:
    wanted = answers(SeasonRules, PRACTICE[name])
    season = a_season()
    changing.change_rules(season=season, raw=dumped(SeasonRules(evenings=7)))
    answer = laptop.post(f"/desk/seasons/{season.pk}/rules/", as_typed(wanted))
    assert answer.status_code == 302, answer.text[-3000:]
    season.refresh_from_db()
    assert rules_of(season) == wanted
    shown = laptop.get(f"/desk/seasons/{season.pk}/rules/")
    assert shown.status_code == 200


@pytest.mark.parametrize(
    "cells",
    [
        {"larger_1_size": "viele", "larger_1_points": "3"},
        {"larger_1_size": "40", "larger_1_points": ""},
        {"larger_1_size": "40", "larger_1_points": "drei"},
        {"larger_1_size": "-4", "larger_1_points": "3"},
    ],
)
def test_a_list_that_is_none_is_refused_in_words(laptop: Client, cells: dict[str, str]) -> None:
    season = a_season()
    sent = {"worth": "places", "place_points": "3, 2", **cells}
    answer = laptop.post(f"/desk/seasons/{season.pk}/rules/", sent)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert f'value="{cells["larger_1_size"]}"' in answer.text


def test_what_is_unusual_is_unfolded(laptop: Client) -> None:
    season = a_season()
    path = f"/desk/seasons/{season.pk}/rules/"
    assert laptop.get(path).text.count('<details class="card" open>') == 0
    changing.change_rules(season=season, raw=dumped(SeasonRules(presence_bonus=5)))
    assert laptop.get(path).text.count('<details class="card" open>') == 1


def test_rules_that_contradict_each_other_are_refused_and_not_stored(laptop: Client) -> None:
    season = a_season()
    sent = {"worth": "places", "place_points": "3, 2", "larger_1_size": "20", "larger_1_points": "5, 4"}
    sent |= {"larger_2_size": "20", "larger_2_points": "9, 8"}
    before = dict(season.rules)
    answer = laptop.post(f"/desk/seasons/{season.pk}/rules/", sent)
    season.refresh_from_db()
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert season.rules == before


def test_a_list_beside_it_that_contradicts_itself_is_refused_and_named(laptop: Client) -> None:
    season = a_season()
    wrong = {"name": "Ladies", "rules": {"category": ["Ladies"], "absent": "worst", "announced_only": True}}
    with pytest.raises(Unreadable) as refused:
        changing.change_views(season=season, views=[wrong])
    assert [problem.code for problem in refused.value.problems] == ["absence_not_announced"]
    season.rules = {**season.rules, "ties": ["lot", "best_evening"]}  # stored by a program of before
    season.save()
    answer = laptop.post(f"/desk/seasons/{season.pk}/lists/", {"name_1": "Ladies", "category_1": "Ladies"})
    assert answer.status_code == 422
    assert "Ladies: Drawing lots decides everything that is left: put it last." in answer.text
    assert 'value="Ladies"' in answer.text  # what was typed is still there
    season.refresh_from_db()
    assert season.views == []
