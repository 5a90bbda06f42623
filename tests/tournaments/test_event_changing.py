"""What organisers may change, until when, and what is written about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from scoring import Unreadable, game_for
from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import DAY, a_round, add_entrants, an_event
from tournaments.engines.plans import Leftover, StagePlan, event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.stages import StageDraft
from tournaments.engines.standings import By, RankingRules
from tournaments.events.plan import changing, shelving, staging
from tournaments.models import Event, RoundState, Sitting
from tournaments.table import reading

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
PLAN = StagePlan(rounds=2, hands=24, rest=Leftover.SIT_OUT)
SCHWARZWALD = game_for("cego").preset("schwarzwald").rules


def refused(call: Callable[[], Any]) -> list[tuple[str | None, str]]:
    with pytest.raises(Unreadable) as refusal:
        call()
    return [(problem.field, problem.code) for problem in refusal.value.problems]


def notices(event: Event) -> list[str]:
    return [notice.what for notice in event.notices.all() if notice.what != "created"]


def a_played_event() -> Event:
    """One round of eight people, one hand at table 1."""
    event = an_event(here=8)
    a_round(event)
    record(event.sittings.get(number=1), eine(1))
    return event


# --- head ------------------------------


def head(event: Event, **changes: Any) -> dict[str, Any]:
    return {"event": event, "title": event.title, "day": event.day, "settings": event.settings, **changes}


def test_the_head_changes_and_the_log_says_from_what_to_what() -> None:
    event = an_event(place="Löwen")
    later = date(2026, 11, 21)
    changed = changing.change_head(
        **head(event, title="Winter", day=later, settings={"fee": 800}, by="Anna", place="Löwen")
    )
    assert (changed.title, changed.day, event_settings(changed.settings).fee) == ("Winter", later, 800)
    last = event.notices.last()
    assert last is not None
    assert (last.what, last.by) == ("head_changed", "Anna")
    assert last.data["old"] == {"title": "Herbstturnier", "day": DAY.isoformat(), "fee": 0}
    assert last.data["new"] == {"title": "Winter", "day": later.isoformat(), "fee": 800}


def test_nothing_is_noted_where_nothing_changes() -> None:
    event = an_event()
    revision = event.revision
    changing.change_head(**head(event))
    changing.change_ranking(event=event, ranking=event.ranking)
    changing.change_rules(event=event, preset="schwarzwald", rules=SCHWARZWALD)
    staging.change_stage(event=event, number=1, stage=PLAN)
    assert notices(event) == []
    event.refresh_from_db()
    assert event.revision == revision + 1  # it was created


def test_a_title_is_needed() -> None:
    event = an_event()
    assert refused(lambda: changing.change_head(**head(event, title=" "))) == [("title", "missing")]


def test_pairs_cannot_become_single_people_once_there_are_entries() -> None:
    event = an_event("truco-swiss")
    changing.change_head(**head(event, settings={"entrant": 1}))
    event.refresh_from_db()
    add_entrants(event, 1)
    assert refused(lambda: changing.change_head(**head(event, settings={"entrant": 2}))) == [
        ("entrant", "entrants_there")
    ]


def test_entries_of_a_size_that_the_stages_cannot_seat_are_refused() -> None:
    event = an_event("caesar-partners")
    assert refused(lambda: changing.change_head(**head(event, settings={"entrant": 2}))) == [
        ("format", "entrant_fixed")
    ]


# --- before and after the first hand ------------------------------

CHANGES: dict[str, Callable[[Event, str], Any]] = {
    "ranking": lambda event, reason: changing.change_ranking(
        event=event, ranking={"criteria": ["points"]}, reason=reason, by="Anna"
    ),
    "rules": lambda event, reason: changing.change_rules(
        event=event, preset="baden2006", rules=game_for("cego").presets[0].rules, reason=reason, by="Anna"
    ),
    "stage": lambda event, reason: staging.change_stage(
        event=event,
        number=1,
        stage={**event.stages.get(number=1).plan, "hands": 20},
        reason=reason,
        by="Anna",
    ),
    "new stage": lambda event, reason: staging.add_stage(event=event, stage=PLAN, reason=reason, by="Anna"),
    "replaced": lambda event, reason: staging.replace_rest(
        event=event, number=1, stage=PLAN, reason=reason, by="Anna"
    ),
}
every_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@every_change
def test_before_the_first_hand_no_reason_is_needed(change: Callable[[Event, str], Any]) -> None:
    event = an_event(here=8)
    a_round(event)
    change(event, "")
    assert len(notices(event)) == 3  # published, opened, changed


@every_change
def test_after_the_first_hand_a_reason_is_needed_and_stands_in_the_log(
    change: Callable[[Event, str], Any],
) -> None:
    event = a_played_event()
    before = notices(event)
    assert refused(lambda: change(event, "  ")) == [("reason", "missing")]
    assert refused(lambda: change(event, "x" * 201)) == [("reason", "length")]
    assert notices(event) == before
    change(event, "der Saal schließt um elf")
    last = event.notices.last()
    assert last is not None
    assert (last.reason, last.by) == ("der Saal schließt um elf", "Anna")
    assert "new" in last.data


# --- rules ------------------------------


def test_blank_sheets_follow_the_rules_and_written_ones_keep_theirs() -> None:
    event = a_played_event()
    changing.change_rules(
        event=event, preset="baden2006", rules=game_for("cego").presets[0].rules, reason="so war es gemeint"
    )
    written, blank = event.sittings.order_by("number")
    assert (written.preset, written.rules["ultimo_value"]) == ("schwarzwald", 80)
    assert (blank.preset, blank.rules["ultimo_value"]) == ("baden2006", 24)
    assert changing.rules_of(Event.objects.get(pk=event.pk)).ultimo_value == 24


def test_the_page_of_a_blank_sheet_shows_the_rules_that_hold_now() -> None:
    event = an_event(here=4)
    a_round(event)
    sitting = event.sittings.select_related("sheethead").get()
    assert reading.sheet(sitting).table.rules.ultimo_value == 80
    changing.change_rules(event=event, preset="baden2006", rules=game_for("cego").presets[0].rules)
    sitting = event.sittings.select_related("sheethead").get()
    assert reading.sheet(sitting).table.rules.ultimo_value == 24
    assert record(sitting, eine(1)).entry.rules_version == 2


def test_a_switch_that_a_stage_has_changed_stays_changed_on_its_sheets() -> None:
    event = an_event("truco-groups", here=4)
    a_round(event, heads=2)
    rules = game_for("truco").preset("sin_flor").rules
    changing.change_rules(event=event, preset="sin_flor", rules=rules)
    sitting = event.sittings.first()
    assert sitting is not None
    assert (sitting.rules["with_flor"], sitting.rules["games_to_win"]) == (False, 1)


def test_rules_under_which_a_stage_cannot_be_played_are_refused() -> None:
    event = an_event("cego-three")
    assert refused(lambda: changing.change_rules(event=event, preset="schwarzwald", rules=SCHWARZWALD)) == [
        ("size", "table_size")
    ]


# --- ranking ------------------------------


def test_the_ranking_is_stored_whole() -> None:
    event = an_event()
    changing.change_ranking(event=event, ranking={"criteria": ["mean", "lot"], "best_rounds": 3})
    event.refresh_from_db()
    rules = answers(RankingRules, event.ranking)
    assert (rules.criteria, rules.best_rounds) == ((By.MEAN, By.LOT), 3)


def test_a_ranking_that_contradicts_itself_is_refused() -> None:
    event = an_event()
    assert refused(lambda: changing.change_ranking(event=event, ranking={"criteria": ["lot"]})) == [
        ("criteria", "only_lot")
    ]


# --- stages ------------------------------


def numbers(event: Event) -> list[tuple[int, str]]:
    return [(stage.number, stage.name) for stage in event.stages.all()]


def named(name: str, **plan: Any) -> StageDraft:
    return StageDraft(plan=StagePlan(rest=Leftover.SIT_OUT, **plan), name=name)


@pytest.fixture
def three() -> Event:
    event = an_event(here=8)
    staging.change_stage(event=event, number=1, stage=named("A", hands=24))
    staging.add_stage(event=event, stage=named("B"))
    staging.add_stage(event=event, stage=named("C"))
    return event


def test_stages_are_added_moved_and_removed_and_numbered_without_a_gap(three: Event) -> None:
    staging.move_stage(event=three, number=3, up=True)
    assert numbers(three) == [(1, "A"), (2, "C"), (3, "B")]
    staging.move_stage(event=three, number=1, up=False)
    assert numbers(three) == [(1, "C"), (2, "A"), (3, "B")]
    staging.remove_stage(event=three, number=2)
    assert numbers(three) == [(1, "C"), (2, "B")]
    assert notices(three)[-3:] == ["stage_moved", "stage_moved", "stage_removed"]


def test_the_first_does_not_move_up_nor_the_last_down(three: Event) -> None:
    before = notices(three)
    staging.move_stage(event=three, number=1, up=True)
    staging.move_stage(event=three, number=3, up=False)
    assert numbers(three) == [(1, "A"), (2, "B"), (3, "C")]
    assert notices(three) == before


def test_a_stage_with_a_published_round_is_neither_moved_nor_removed(three: Event) -> None:
    a_round(three, RoundState.PUBLISHED)
    assert refused(lambda: staging.remove_stage(event=three, number=1)) == [("number", "has_rounds")]
    assert refused(lambda: staging.move_stage(event=three, number=2, up=True)) == [("number", "has_rounds")]
    assert refused(lambda: staging.move_stage(event=three, number=1, up=False)) == [("number", "has_rounds")]
    assert three.rounds.count() == 1


def test_a_stage_that_is_not_there_is_refused(three: Event) -> None:
    assert refused(lambda: staging.remove_stage(event=three, number=9)) == [("number", "unknown_stage")]


def test_a_draft_that_no_longer_says_what_the_stage_says_is_thrown_away(three: Event) -> None:
    a_round(three, RoundState.DRAWN)
    staging.change_stage(event=three, number=1, stage=named("Vorrunde", hands=20, fresh=True))
    assert three.rounds.count() == 1
    staging.change_stage(event=three, number=1, stage=named("Vorrunde", hands=20, size=5))
    assert three.rounds.count() == 0


def test_what_has_decided_a_published_round_stays(three: Event) -> None:
    a_round(three, RoundState.CLOSED)
    staging.change_stage(event=three, number=1, stage=named("A", rounds=4, hands=16, size=5))
    assert refused(
        lambda: staging.change_stage(event=three, number=1, stage={"format": "standing", "rest": "sit_out"})
    ) == [("format", "fixed")]
    a_round(three)
    assert refused(lambda: staging.change_stage(event=three, number=1, stage=named("A", rounds=1))) == [
        ("rounds", "fewer_than_drawn")
    ]


def test_another_number_of_hands_reaches_the_blank_sheets() -> None:
    event = a_played_event()
    staging.change_stage(
        event=event, number=1, stage={**event.stages.get(number=1).plan, "hands": 16}, reason="Zeit"
    )
    assert list(event.sittings.order_by("number").values_list("hands_limit", flat=True)) == [24, 16]


def test_the_rest_of_a_running_stage_is_replaced_and_nothing_played_is_lost(three: Event) -> None:
    played = a_round(three, RoundState.CLOSED)
    draft = a_round(three, RoundState.DRAWN)
    stage = staging.replace_rest(event=three, number=1, stage=StageDraft(plan=PLAN, name="neu"))
    assert stage.number == 2
    assert numbers(three) == [(1, "A"), (2, "neu"), (3, "B"), (4, "C")]
    first = three.stages.get(number=1)
    assert (first.ends_after, stage_plan(first.plan).rounds) == (1, 1)
    assert list(three.rounds.all()) == [played]
    assert not type(draft).objects.filter(pk=draft.pk).exists()
    assert Sitting.objects.filter(round=played).count() == 2


def test_a_stage_without_a_round_is_changed_and_not_replaced(three: Event) -> None:
    assert refused(lambda: staging.replace_rest(event=three, number=2, stage=PLAN)) == [
        ("number", "no_rounds")
    ]


def test_an_event_has_room_for_twenty_stages() -> None:
    event = an_event()
    for _more in range(19):
        staging.add_stage(event=event, stage=PLAN)
    assert refused(lambda: staging.add_stage(event=event, stage=PLAN)) == [(None, "too_many")]


def test_a_stage_that_the_game_cannot_play_is_refused() -> None:
    event = an_event()
    assert refused(lambda: staging.add_stage(event=event, stage={"format": "swiss"})) == [
        ("format", "no_match")
    ]


# --- the end ------------------------------


def test_results_become_official_when_no_round_is_on_any_more() -> None:
    event = a_played_event()
    assert refused(lambda: shelving.finish_event(event=event)) == [(None, "round_on")]
    event = an_event(here=8)
    a_round(event, RoundState.CLOSED)
    assert shelving.finish_event(event=event, by="Anna").finished_at is not None
    shelving.finish_event(event=event)
    assert notices(event).count("finished") == 1
    assert refused(lambda: shelving.reopen_event(event=event, reason="")) == [("reason", "missing")]
    assert shelving.reopen_event(event=event, reason="Tisch 3 verrechnet").finished_at is None


def test_archiving_deletes_nothing_and_can_be_undone() -> None:
    event = an_event(here=4, title="Große Runde")
    assert shelving.archive_event(event=event).archived_at is not None
    assert event.entrants.count() == 4
    assert shelving.restore_event(event=event).archived_at is None
    assert notices(event) == ["archived", "restored"]
