"""New events: from a preset, from nothing, like an earlier one."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from scoring import Unreadable, game_for
from tests.tournaments.event_builders import DAY, add_entrants, an_event
from tournaments.engines.plans import Format, Leftover, StagePlan, event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.presets import PRESETS, EventPreset
from tournaments.engines.plans.stages import StageDraft
from tournaments.engines.standings import By, RankingRules
from tournaments.events.plan.changing import rules_of
from tournaments.events.plan.creating import create_event, event_from_preset, event_like
from tournaments.models import EntrantState, Event, Member, Wish

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
LATER = date(2027, 2, 6)


def codes(**answers: Any) -> list[tuple[str | None, str]]:
    """What is wrong with such an event."""
    usual = {"title": "Herbst", "day": DAY, "game": "cego", "preset": "baden2006"}
    with pytest.raises(Unreadable) as refused:
        create_event(**{**usual, **answers})
    assert not Event.objects.exists()
    return [(problem.field, problem.code) for problem in refused.value.problems]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_an_event_from_a_preset_is_stored_whole(preset: EventPreset) -> None:
    event = event_from_preset(preset_key=preset.key, title="Herbst", day=DAY, place="Löwen", by="Anna")
    event = Event.objects.get(pk=event.pk)
    assert (event.title, event.place, event.day, event.game) == ("Herbst", "Löwen", DAY, preset.game)
    assert event_settings(event.settings) == preset.settings
    assert answers(RankingRules, event.ranking) == preset.ranking
    stages = list(event.stages.all())
    assert [stage_plan(stage.plan) for stage in stages] == [stage.plan for stage in preset.stages]
    assert [stage.rules for stage in stages] == [stage.rules for stage in preset.stages]
    assert [stage.number for stage in stages] == list(range(1, len(stages) + 1))
    for name, value in preset.switches.items():
        assert event.rules[name] == value
    notice = event.notices.get()
    assert (notice.what, notice.by) == ("created", "Anna")
    assert event.revision == 1


def test_an_event_from_nothing_takes_the_usual_answers() -> None:
    event = create_event(title="Abend", day=DAY, game="cabo", preset="standard")
    assert event_settings(event.settings).entrant == 1
    assert answers(RankingRules, event.ranking).low_wins
    assert not event.stages.exists()


def test_every_kind_of_answer_is_taken() -> None:
    event = create_event(
        title="  Großer\u202e   Preis ",
        day=DAY,
        game="cego",
        preset="baden2006",
        rules={"hands_per_round": 24},
        settings={"fee": 1200},
        stages=(
            {"rounds": 3},
            StagePlan(size=3, rest=Leftover.SIT_OUT),
            StageDraft(plan=StagePlan(), name=" Finale ", rules={"ultimo_value": 80}),
        ),
        ranking={"criteria": ["points", "lot"]},
        club="SV",
    )
    assert event.title == "Großer Preis"
    assert event.rules["hands_per_round"] == 24
    assert event.settings["fee"] == 1200
    assert [stage.plan.get("rounds") for stage in event.stages.all()] == [3, 2, 2]
    last = event.stages.get(number=3)
    assert (last.name, last.rules) == ("Finale", {"ultimo_value": 80})
    assert answers(RankingRules, event.ranking).criteria == (By.POINTS, By.LOT)


def test_the_switches_of_the_game_may_be_given_as_its_rules() -> None:
    rules = game_for("cego").preset("schwarzwald").rules
    event = create_event(title="Abend", day=DAY, game="cego", preset="schwarzwald", rules=rules)
    assert rules_of(event) == rules


def test_what_is_wrong_is_refused_and_nothing_is_stored() -> None:
    assert codes(title=" ") == [("title", "missing")]
    assert codes(title="x" * 121, place="y" * 121) == [("title", "length"), ("place", "length")]
    assert codes(game="skat") == [("game", "unknown_game")]
    assert codes(preset="none") == [("preset", "unknown_preset")]
    assert codes(rules={"ultimo_value": -1}) == [("ultimo_value", "range")]
    assert codes(settings={"entrant": 9}) == [("entrant", "range")]
    assert codes(stages=[{"format": "dance"}]) == [("format", "unknown_option")]
    assert codes(stages=[{"format": "partners"}]) == [("format", "no_pairs")]
    assert codes(stages=[StageDraft(name="x" * 61)]) == [("name", "length")]
    assert codes(ranking={"criteria": ["points", "lot", "mean"]}) == [("criteria", "lot_not_last")]


def test_the_place_of_a_stage_that_does_not_fit_is_told() -> None:
    with pytest.raises(Unreadable) as refused:
        create_event(
            title="x", day=DAY, game="cego", preset="baden2006", stages=[{}, {"format": Format.SWISS.value}]
        )
    assert [problem.at for problem in refused.value.problems] == [(2,)]


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(Unreadable):
        event_from_preset(preset_key="skat", title="x", day=DAY)


# --- like an earlier one ------------------------------


@pytest.fixture
def earlier() -> Event:
    event = an_event("truco-groups", here=3, club="SV", place="Löwen")
    entrant, other, _third = event.entrants.all()
    Wish.objects.create(event=event, entrant=entrant, other=other)
    event.entrants.update(paid=True, club="TSV", category="Damen")
    return event


def test_settings_come_along_without_people(earlier: Event) -> None:
    new = event_like(event=earlier, title="Frühjahr", day=LATER, people=False, place="Krone")
    assert (new.title, new.day, new.place, new.game) == ("Frühjahr", LATER, "Krone", "truco")
    assert (new.rules, new.settings, new.ranking) == (earlier.rules, earlier.settings, earlier.ranking)
    assert [(stage.plan, stage.rules) for stage in new.stages.all()] == [
        (stage.plan, stage.rules) for stage in earlier.stages.all()
    ]
    assert not new.entrants.exists()


def test_people_come_along_but_have_neither_come_nor_paid(earlier: Event) -> None:
    new = event_like(event=earlier, title="Frühjahr", day=LATER, people=True)
    assert new.entrants.count() == 3
    for entrant, before in zip(new.entrants.all(), earlier.entrants.all(), strict=True):
        assert (entrant.number, entrant.club, entrant.category) == (before.number, "TSV", "Damen")
        assert (entrant.state, entrant.paid) == (EntrantState.EXPECTED, False)
        assert [m.player_id for m in entrant.members.all()] == [m.player_id for m in before.members.all()]
    wish = Wish.objects.get(event=new)
    assert {wish.entrant.event_id, wish.other.event_id} == {new.pk}


def test_whoever_took_over_a_place_comes_instead_of_whom_he_replaced(earlier: Event) -> None:
    entrant = earlier.entrants.all()[0]
    gone = entrant.members.get(place=2)
    gone.until_round = 1
    gone.save()
    stranger = add_entrants(earlier, 1, names=("Zita", "Yves"))[0].members.get(place=1)
    Member.objects.create(entrant=entrant, player=stranger.player, place=2, from_round=2)
    new = event_like(event=earlier, title="Frühjahr", day=LATER, people=True)
    names = [m.player.name for m in new.entrants.get(number=entrant.number).members.all()]
    assert names[1] == "Zita"
    assert gone.player.name not in names
