"""Kinds of events: each can be played as it stands, and be drawn with as many people as clubs have."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import game_for, set_up
from tests.draw import checker
from tournaments.engines.draw import draw
from tournaments.engines.plans import EventSettings, Format, Leftover, StagePlan, dumped, stage_plan
from tournaments.engines.plans.fitting import playable_sizes, stage_problems, uneven_deals, usual_size
from tournaments.engines.plans.presets import PRESETS, EventPreset, blank, preset_for
from tournaments.engines.standings.rules import problems as ranking_problems

every_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
EVERY_GAME = ("cego", "caesar", "truco", "cabo", "ecarte")
NUMBERS = {
    "cego-schwarzwald": (28, 36, 84, 140),
    "cego-three": (33, 24, 12),
    "caesar-partners": (8, 16, 20, 42),
    "caesar-partners-standing": (8, 13, 20, 42),
    "caesar-pairs-standing": (8, 9, 21),
    "truco-groups": (12, 16, 32, 40),
    "truco-swiss": (9, 32, 80),
    "cabo-evening": (9, 13, 18, 30),
    "ecarte-matches": (5, 6, 8),
}


def rules_of(preset: EventPreset, switches: dict[str, Any]) -> Any:
    """The rules of a stage."""
    game = game_for(preset.game)
    return set_up(
        game, usual_size(game, game.preset(preset.rules).rules), preset.rules, {**preset.switches, **switches}
    ).rules


def request(preset: EventPreset, plan: StagePlan, people: int) -> dict[str, Any]:
    """What the first stage asks of the draw."""
    asked: dict[str, Any] = {"players": people, "seed": preset.key, "rounds": plan.rounds}
    match plan.format:
        case Format.TABLES:
            return {**asked, "format": "tables", "sizes": list(plan.sizes())}
        case Format.STANDING:
            sizes = [size // preset.settings.entrant for size in plan.sizes()]
            return {**asked, "rounds": 1, "format": "tables", "sizes": sizes}
        case Format.PARTNERS:
            return {**asked, "format": "partners"}
        case Format.PARTNERS_STANDING:
            return {**asked, "rounds": 1, "format": "partners_standing"}
        case Format.GROUPS:
            biggest = -(-people // plan.groups)
            return {**asked, "players": biggest, "rounds": 1, "format": "round_robin"}
        case Format.ROUND_ROBIN:
            return {**asked, "rounds": 1, "format": "round_robin"}
        case _:
            return {**asked, "rounds": 1, "format": "swiss"}


@every_preset
def test_every_preset_names_a_game_its_rules_and_stages_that_fit_them(preset: EventPreset) -> None:
    game = game_for(preset.game)
    assert preset.rules in {rules.key for rules in game.presets}
    for stage in preset.stages:
        rules = rules_of(preset, dict(stage.rules))
        assert stage_problems(game, rules, preset.settings, stage.plan) == []
        assert not uneven_deals(stage.plan)
    assert ranking_problems(preset.ranking) == []
    assert preset.ranking.low_wins == game.low_wins


@every_preset
def test_every_preset_is_drawn_with_numbers_as_clubs_have_them(preset: EventPreset) -> None:
    plan = preset.stages[0].plan
    for people in NUMBERS[preset.key]:
        asked = request(preset, plan, people)
        facts: Any = draw(asked).facts
        seated = range(1, asked["players"] + 1)
        assert checker.everyone_once(facts["rounds"], facts["sitting_out"], seated)
        if plan.format in (Format.TABLES, Format.STANDING):
            assert checker.sizes_allowed(facts["rounds"], asked["sizes"])
        if plan.format in (Format.TABLES, Format.PARTNERS):
            assert len(facts["rounds"]) == plan.rounds


def test_two_rounds_of_four_at_a_table_bring_nobody_together_twice() -> None:
    preset = preset_for("cego-schwarzwald")
    assert preset is not None
    facts: Any = draw(request(preset, preset.stages[0].plan, 84)).facts
    assert checker.repeats(facts["rounds"]) == 0


def test_five_rounds_with_changing_partners_bring_nobody_the_same_partner_twice() -> None:
    preset = preset_for("caesar-partners")
    assert preset is not None
    facts: Any = draw(request(preset, preset.stages[0].plan, 16)).facts
    partners, _opponents = checker.partner_counts(facts["rounds"])
    assert set(partners.values()) == {1}


def test_keys_are_different_and_an_unknown_one_is_none() -> None:
    assert len({preset.key for preset in PRESETS}) == len(PRESETS)
    assert preset_for("nothing") is None


@every_preset
def test_a_stored_plan_is_read_as_it_was(preset: EventPreset) -> None:
    for stage in preset.stages:
        assert stage_plan(dumped(stage.plan)) == stage.plan


# --- any game ------------------------------


@pytest.mark.parametrize("key", EVERY_GAME)
def test_an_event_of_any_game_begins_with_something_that_can_be_played(key: str) -> None:
    game = game_for(key)
    for named in game.presets:
        settings, stage, ranking = blank(game, named.rules)
        assert stage_problems(game, named.rules, settings, stage.plan) == []
        assert ranking_problems(ranking) == []
        assert ranking.low_wins == game.low_wins


def test_pairs_play_in_pairs_and_single_people_alone() -> None:
    assert [blank(game_for(key), game_for(key).presets[0].rules)[0].entrant for key in EVERY_GAME] == [
        1,
        2,
        2,
        1,
        1,
    ]


# --- what does not go together ------------------------------


def codes(key: str, plan: StagePlan, entrant: int = 1, preset: str | None = None) -> list[tuple[Any, str]]:
    game = game_for(key)
    problems = stage_problems(game, game.preset(preset).rules, EventSettings(entrant=entrant), plan)
    return [(problem.field, problem.code) for problem in problems]


def test_tables_of_a_size_the_rules_do_not_know_are_refused() -> None:
    assert 3 not in playable_sizes(game_for("cego"), game_for("cego").preset("schwarzwald").rules)
    smaller = StagePlan(rest=Leftover.SMALLER)
    assert codes("cego", smaller, preset="schwarzwald") == [("rest", "table_size")]
    assert codes("cego", smaller) == []
    assert codes("cego", StagePlan(size=6, rest=Leftover.SIT_OUT)) == [("size", "table_size")]


def test_changing_partners_need_two_pairs_who_enter_alone() -> None:
    plan = StagePlan(format=Format.PARTNERS)
    assert codes("caesar", plan) == []
    assert codes("truco", plan) == []
    assert codes("cego", plan) == [("format", "no_pairs")]
    assert codes("caesar", plan, entrant=2) == [("format", "entrant_fixed")]


def test_matches_need_two_sides_of_as_many_people_as_an_entry_has() -> None:
    plan = StagePlan(format=Format.SWISS)
    assert codes("truco", plan, entrant=2) == []
    assert codes("truco", plan, entrant=1) == []
    assert codes("ecarte", plan, entrant=2) == [("format", "no_match")]
    assert codes("cego", plan) == [("format", "no_match")]
    assert codes("truco", plan, entrant=4) == []


def test_entries_of_several_people_fill_their_tables() -> None:
    odd = StagePlan(size=5, rest=Leftover.SIT_OUT)
    assert codes("cabo", odd, entrant=2) == [("size", "entrants_split")]
    assert codes("cabo", StagePlan(size=4, rest=Leftover.SMALLER), entrant=2) == [("rest", "entrants_split")]
    assert codes("cabo", StagePlan(size=4, rest=Leftover.SIT_OUT), entrant=4) == [("size", "one_entry")]


def test_a_round_longer_than_the_rules_allow_is_refused() -> None:
    assert codes("caesar", StagePlan(format=Format.PARTNERS, hands=17)) == [("hands", "longer_than_rules")]
    assert codes("caesar", StagePlan(format=Format.PARTNERS, hands=12)) == []


def test_hands_that_do_not_go_round_are_noticed() -> None:
    assert uneven_deals(StagePlan(hands=22))
    assert not uneven_deals(StagePlan(hands=24))
    assert not uneven_deals(StagePlan(hands=0))
    assert uneven_deals(StagePlan(format=Format.PARTNERS, hands=14))
