"""Changing the stages of an event: added, edited, moved, removed, and the rest of one replaced by another.

A round that is published stays in the stage it was drawn for, and the stage keeps what has decided it. A
draft, which only organisers have seen, is thrown away when it no longer says what the stage says.
"""

from __future__ import annotations

from dataclasses import replace

from django.db.models import F

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.record import RawAnswers
from scoring.text import mark as _
from tournaments.engines.plans import EventSettings, StagePlan, dumped, event_settings, stage_plan
from tournaments.engines.plans.declared import ROUNDS_COUNTED
from tournaments.engines.plans.fitting import stage_problems
from tournaments.engines.plans.stages import StageDraft
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.events.plan import blanks, judging
from tournaments.events.plan.changing import (
    STAGE,
    change_rules,
    change_settings,
    checked_reason,
    drafts_of,
    record,
    rules_of,
)
from tournaments.events.rounds.publishing import refuse_to_lose
from tournaments.models import Event, RoundState, Stage

ADDED, CHANGED, REMOVED = "stage_added", STAGE, "stage_removed"
MOVED, CUT = "stage_moved", "stage_cut"
FIXED = ("format", "groups", "twice", "takes", "aces")  # with the first round: it has decided who meets whom
NOT_DRAWN = {"hands", "fresh", "third_place"}  # what a draw does not ask
ASIDE = 10_000  # added to numbers while they change places


def add_stage(
    *,
    event: Event,
    stage: RawAnswers | StagePlan | StageDraft,
    settings: EventSettings | None = None,
    everywhere: bool = False,
    reason: str = "",
    by: str = "",
) -> Stage:
    """A further stage at the end, with other settings of the event if it needs them; raises Unreadable.

    `everywhere`: where it is the only stage, the switches in which it differs become those of the event.
    """
    draft = judging.draft_from(stage)
    with writing():
        event = locked(event)
        reason = checked_reason(event, reason)
        _refuse_too_many(event)
        if everywhere and not event.stages.exists():
            event, draft = _with_rules(event, draft, reason, by)
        event = _with_settings(event, settings, draft, drafts_of(event), by)
        added = _store(event, event.stages.count() + 1, draft)
        note(event, ADDED, by=by, reason=reason, stage=added.number, new=added.plan)
    return added


def change_stage(
    *,
    event: Event,
    number: int,
    stage: RawAnswers | StagePlan | StageDraft,
    settings: EventSettings | None = None,
    everywhere: bool = False,
    reason: str = "",
    by: str = "",
) -> Stage:
    """Other answers for a stage; raises Unreadable. Rounds that are drawn stay as they are.

    `everywhere`: where it is the only stage, the switches in which it differs become those of the event.
    """
    draft = judging.draft_from(stage)
    with writing():
        event = locked(event)
        reason = checked_reason(event, reason)
        current = find(event, number)
        _refuse_fixed(current, draft.plan)
        others = drafts_of(event)
        del others[number - 1]
        if everywhere and not others:
            event, draft = _with_rules(event, draft, reason, by)
        event = _with_settings(event, settings, draft, others, by)
        new = dumped(draft.plan)
        old = {**dumped(stage_plan(current.plan)), "name": current.name, "rules": current.rules}
        answers = {**new, "name": draft.name, "rules": dict(draft.rules)}
        if record(event, CHANGED, old, answers, by=by, reason=reason, stage=number):
            current.name, current.plan, current.rules = draft.name, new, dict(draft.rules)
            current.save(update_fields=["name", "plan", "rules"])
            before = {name: value for name, value in old.items() if name not in ("name", "rules")}
            if any(before.get(name) != new.get(name) for name in {**before, **new}.keys() - NOT_DRAWN):
                drafts_away(event)
            blanks.follow(event)
    return Stage.objects.get(pk=current.pk)


def remove_stage(*, event: Event, number: int, reason: str = "", by: str = "") -> None:
    """Take away a stage without rounds; raises Unreadable."""
    with writing():
        event = locked(event)
        reason = checked_reason(event, reason)
        stage = find(event, number)
        if refusal := not_removable(stage):
            raise refusal
        drafts_away(event)
        note(event, REMOVED, by=by, reason=reason, stage=number, old=stage.plan)
        stage.delete()
        _renumber(list(event.stages.all()))


def not_removable(stage: Stage) -> Unreadable | None:
    """Why a stage stays; None: it can be taken away."""
    if not published_rounds(stage):
        return None
    text = say(_("This stage has rounds; what was drawn is not lost. Replace the rest of it instead."))
    return Unreadable([Problem("number", "has_rounds", text)])


def move_stage(*, event: Event, number: int, up: bool, reason: str = "", by: str = "") -> None:
    """Let two neighbours change places; raises Unreadable. Stages with rounds stay where they are."""
    with writing():
        event = locked(event)
        reason = checked_reason(event, reason)
        stages = list(event.stages.all())
        stage = find(event, number)
        other = stages[number - 2] if up and number > 1 else None
        if not up and number < len(stages):
            other = stages[number]
        if other is None:
            return
        if published_rounds(stage) or published_rounds(other):
            text = say(_("This stage has been drawn already and cannot be moved."))
            raise Unreadable([Problem("number", "has_rounds", text)])
        drafts_away(event)
        first, second = sorted((number - 1, other.number - 1))
        stages[first], stages[second] = stages[second], stages[first]
        _renumber(stages)
        note(event, MOVED, by=by, reason=reason, stage=number, to=other.number)


def replace_rest(
    *, event: Event, number: int, stage: RawAnswers | StagePlan | StageDraft, reason: str = "", by: str = ""
) -> Stage:
    """End a running stage with the rounds it has, and go on with another one; raises Unreadable.

    What was played counts on, unless the new stage says that points start anew.
    """
    draft = judging.draft_from(stage)
    with writing():
        event = locked(event)
        reason = checked_reason(event, reason)
        current = find(event, number)
        played = published_rounds(current)
        if not played:
            text = say(_("No round of this stage is published yet: change it instead."))
            raise Unreadable([Problem("number", "no_rounds", text)])
        _refuse_too_many(event)
        _refuse_misfit(event, draft)
        drafts_away(event)
        current.ends_after = played
        if counted(stage_plan(current.plan)):
            current.plan = {**current.plan, "rounds": played}
        current.save(update_fields=["ends_after", "plan"])
        later = Stage.objects.filter(event=event, number__gt=number)
        later.update(number=F("number") + ASIDE)
        added = _store(event, number + 1, draft)
        later.filter(number__gt=ASIDE).update(number=F("number") - ASIDE + 1)
        note(event, CUT, by=by, reason=reason, stage=number, rounds=played, new=added.plan)
    return added


def counted(plan: StagePlan) -> bool:
    """Is the number of rounds the organiser's choice, or does it follow from who takes part?"""
    return all(plan.format in when.among for when in ROUNDS_COUNTED)


def find(event: Event, number: int) -> Stage:
    """A stage by its number; raises Unreadable."""
    stage = Stage.objects.filter(event=event, number=number).first()
    if stage is None:
        raise Unreadable([Problem("number", "unknown_stage", say(_("There is no such stage.")))])
    return stage


def _store(event: Event, number: int, draft: StageDraft) -> Stage:
    return Stage.objects.create(
        event=event, number=number, name=draft.name, plan=dumped(draft.plan), rules=dict(draft.rules)
    )


def _renumber(stages: list[Stage]) -> None:
    """Numbers from 1 in this order; aside first, for no number may stand twice even for a moment."""
    for offset in (ASIDE, 0):
        for place, stage in enumerate(stages, start=1):
            Stage.objects.filter(pk=stage.pk).update(number=place + offset)


def published_rounds(stage: Stage) -> int:
    """How many rounds of this stage are more than a draft."""
    return stage.rounds.exclude(state=RoundState.DRAWN).count()


def drafts_away(event: Event) -> int:
    """Throw away what is drawn and not published; how many rounds. In a transaction.

    Raises Unreadable where it was changed by hand.
    """
    refuse_to_lose(event)
    drafts = event.rounds.filter(state=RoundState.DRAWN)
    gone = drafts.count()
    drafts.delete()
    return gone


def _refuse_fixed(stage: Stage, plan: StagePlan) -> None:
    drawn = published_rounds(stage)
    if not drawn:
        return
    before = stage_plan(stage.plan)
    problems = []
    for field in FIXED:
        if getattr(before, field) != getattr(plan, field):
            text = say(
                _("Rounds are published: this no longer changes. Please choose “Go on differently” instead.")
            )
            problems.append(Problem(field, "fixed", text))
    if counted(plan) and plan.rounds < drawn:
        text = say(_("Rounds that are published already: {count}."), count=drawn)
        problems.append(Problem("rounds", "fewer_than_drawn", text))
    if problems:
        raise Unreadable(problems)


def _with_rules(event: Event, draft: StageDraft, reason: str, by: str) -> tuple[Event, StageDraft]:
    """The rules of the event as its only stage needs them, so that all papers say the same."""
    game, settings = event.game_value(), event_settings(event.settings)
    rules = judging.rules_under(game, rules_of(event), draft.rules)
    if not draft.rules or any(
        stage_problems(game, judging.rules_under(game, rules, other.rules), settings, other.plan)
        for other in drafts_of(event)
    ):
        return event, draft  # the stage as it is now could not be played by them
    event = change_rules(event=event, preset=event.preset, rules=rules, reason=reason, by=by)
    return event, replace(draft, rules={})


def _with_settings(
    event: Event, settings: EventSettings | None, draft: StageDraft, others: list[StageDraft], by: str
) -> Event:
    """The event, with other settings if any are needed for this stage; raises Unreadable."""
    if settings is not None and settings != event_settings(event.settings):
        event = change_settings(event, settings, [draft, *others], by=by)
    _refuse_misfit(event, draft)
    return event


def _refuse_misfit(event: Event, draft: StageDraft) -> None:
    judging.refuse_misfit(event.game_value(), rules_of(event), event_settings(event.settings), draft)


def _refuse_too_many(event: Event) -> None:
    if event.stages.count() >= judging.MOST_STAGES:
        text = say(_("An event has at most {count} stages."), count=judging.MOST_STAGES)
        raise Unreadable([Problem(None, "too_many", text)])
