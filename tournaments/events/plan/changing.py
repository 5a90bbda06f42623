"""Changing what an event is: head, rules, ranking. Free until the first hand, afterwards with a reason.

Hands that were played are never touched. Tables that have entries keep the rules they were opened with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.dumping import dump_all
from scoring.fields import fields_of
from scoring.record import RawAnswers, read
from scoring.table import alone
from scoring.text import mark as _
from tournaments.engines.plans import EventSettings, StagePlan, dumped, event_settings
from tournaments.engines.plans.answers import answers, stage_plan
from tournaments.engines.plans.stages import StageDraft
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.events.ground.refusal import refuse_official
from tournaments.events.plan import blanks, judging
from tournaments.lists import cleaned
from tournaments.lists.lengths import too_long
from tournaments.models import Entry, EntryKind, Event

HEAD, RULES, RANKING = "head_changed", "rules_changed", "ranking_changed"
STAGE = "stage_changed"


def started(event: Event) -> bool:
    """Has any hand of this event been written? Closing an empty sheet is none."""
    about_sheets = (EntryKind.CLOSE, EntryKind.REOPEN)
    return Entry.objects.filter(sitting__event=event).exclude(kind__in=about_sheets).exists()


def checked_reason(event: Event, reason: str) -> str:
    """The reason without what cannot be seen; raises Unreadable where one is needed and missing."""
    reason = cleaned(reason)
    if len(reason) > judging.LONGEST_REASON:
        raise Unreadable([Problem("reason", "length", too_long(judging.LONGEST_REASON))])
    if not reason and started(event):
        text = say(_("Hands have been played: please enter a reason for the change."))
        raise Unreadable([Problem("reason", "missing", text)])
    return reason


def record(
    event: Event, what: str, old: RawAnswers, new: RawAnswers, *, by: str, reason: str, **more: Any
) -> bool:
    """Note what is different; False where nothing is."""
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if not names:
        return False
    before = {name: old.get(name) for name in names}
    after = {name: new.get(name) for name in names}
    note(event, what, by=by, reason=reason, old=before, new=after, **more)
    return True


def drafts_of(event: Event) -> list[StageDraft]:
    """The stages as they stand."""
    return [
        StageDraft(plan=stage_plan(stage.plan), name=stage.name, rules=stage.rules)
        for stage in event.stages.all()
    ]


def rules_of(event: Event) -> Any:
    """The game's rules that hold for the event; a switch added since takes the preset's value."""
    game = event.game_value()
    known = {preset.key for preset in game.presets}
    base = game.preset(event.preset if event.preset in known else None).rules
    reading = read(fields_of(game.rules), event.rules, alone(max(game.seats)), base=base)
    if reading.problems:
        raise Unreadable(reading.problems)
    return game.rules(**reading.values)


def change_head(
    *,
    event: Event,
    title: str,
    day: date,
    club: str = "",
    place: str = "",
    settings: RawAnswers | EventSettings,
    plans: Mapping[int, StagePlan] | None = None,
    by: str = "",
) -> Event:
    """Name, date, place and what holds for the whole event; raises Unreadable.

    None of it moves a point, so no reason is asked for. How many persons an entry has is fixed with the
    first entry. `plans` are stages, by number, that have to be otherwise for it.
    """
    title, club, place = judging.words(title, club, place)
    for_all = judging.settings_from(settings)
    with writing():
        event = locked(event)
        before = event_settings(event.settings)
        _refuse_other_entrants(event, for_all)
        drafts = [
            replace(draft, plan=(plans or {}).get(number, draft.plan))
            for number, draft in enumerate(drafts_of(event), start=1)
        ]
        judging.refuse_misfits(event.game_value(), rules_of(event), for_all, drafts)
        if plans:
            _other_plans(event, plans, by)
        old = {**_head(event), **dumped(before)}
        event.title, event.club, event.place, event.day = title, club, place, day
        event.settings = dumped(for_all)
        if record(event, HEAD, old, {**_head(event), **event.settings}, by=by, reason=""):
            event.save(update_fields=["title", "club", "place", "day", "settings"])
    return Event.objects.get(pk=event.pk)


def change_settings(
    event: Event, settings: EventSettings, drafts: Sequence[StageDraft], *, by: str = ""
) -> Event:
    """What holds for the whole event, where a stage needs it otherwise; raises Unreadable. In a transaction.

    `drafts` are the stages as they will be.
    """
    _refuse_other_entrants(event, settings)
    judging.refuse_misfits(event.game_value(), rules_of(event), settings, drafts)
    old, new = dumped(event_settings(event.settings)), dumped(settings)
    if record(event, HEAD, old, new, by=by, reason=""):
        event.settings = new
        event.save(update_fields=["settings"])
    return event


def _refuse_other_entrants(event: Event, settings: EventSettings) -> None:
    if settings.entrant != event_settings(event.settings).entrant and event.entrants.exists():
        text = say(_("There are entrants already; how many people each has can no longer change."))
        raise Unreadable([Problem("entrant", "entrants_there", text)])


def _other_plans(event: Event, plans: Mapping[int, StagePlan], by: str) -> None:
    for stage in event.stages.filter(number__in=plans):
        old, new = dumped(stage_plan(stage.plan)), dumped(plans[stage.number])
        if record(event, STAGE, old, new, by=by, reason="", stage=stage.number):
            stage.plan = new
            stage.save(update_fields=["plan"])


def change_rules(
    *, event: Event, preset: str, rules: Any, rules_name: str = "", reason: str = "", by: str = ""
) -> Event:
    """The game's rules for all tables that have no entry yet; raises Unreadable.

    `preset` is a key of the game's own rule sets, `rules` an instance of the game's rules.
    """
    with writing():
        event = locked(event)
        reason = checked_reason(event, reason)
        game = event.game_value()
        judging.refuse_misfits(game, rules, event_settings(event.settings), drafts_of(event))
        new = dump_all(fields_of(game.rules), rules)
        old_named = {"rule_set": event.rules_name or event.preset}
        named = {"rule_set": rules_name or preset}
        if record(event, RULES, {**event.rules, **old_named}, {**new, **named}, by=by, reason=reason):
            event.preset, event.rules_name, event.rules = preset, rules_name, new
            event.save(update_fields=["preset", "rules_name", "rules"])
            blanks.follow(event)
    return Event.objects.get(pk=event.pk)


def change_ranking(
    *, event: Event, ranking: RawAnswers | RankingRules, reason: str = "", by: str = ""
) -> Event:
    """How results become places; raises Unreadable."""
    rules = judging.ranking_from(ranking)
    with writing():
        event = locked(event)
        refuse_official(event)
        reason = checked_reason(event, reason)
        new = dumped(rules)
        old = dumped(answers(RankingRules, event.ranking))
        if record(event, RANKING, old, new, by=by, reason=reason):
            event.ranking = new
            event.save(update_fields=["ranking"])
    return Event.objects.get(pk=event.pk)


def _head(event: Event) -> Mapping[str, Any]:
    return {"title": event.title, "club": event.club, "place": event.place, "day": event.day.isoformat()}
