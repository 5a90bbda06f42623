"""Drawing rounds: what comes next, first as a draft that only organisers see."""

from __future__ import annotations

from django.utils import timezone

from config.database import writing
from scoring.text import mark as _
from tournaments import seats
from tournaments.draw import draw
from tournaments.events import log
from tournaments.events.drafts import Draft, drafts_from
from tournaments.events.field import field_of
from tournaments.events.groups import in_groups
from tournaments.events.knockout import bracket_of, next_of_bracket
from tournaments.events.refusal import no_draw
from tournaments.events.requests import request_for
from tournaments.events.stages import plan_of, rounds_of
from tournaments.models import Event, Round, RoundState, Stage
from tournaments.plans import Format


def stage_to_draw(event: Event) -> Stage | None:
    """The stage whose next round comes next; None when everything has been drawn."""
    return next((stage for stage in event.stages.order_by("number") if not drawn_out(stage)), None)


def drawn_out(stage: Stage) -> bool:
    """No further round will be drawn in this stage."""
    plan, rounds = plan_of(stage), rounds_of(stage)
    if stage.ends_after is not None and len(rounds) >= stage.ends_after:
        return True
    if not rounds:
        return False
    if plan.bracket:
        if any(one.state != RoundState.CLOSED for one in rounds):
            return False
        return not any(match.playable for match in bracket_of(stage))
    if plan.format in (Format.ROUND_ROBIN, Format.GROUPS, Format.FINAL):
        return True
    return len(rounds) >= plan.rounds


def draw_next(event: Event, *, seed: str = "", by: str = "") -> list[Round]:
    """Draw what comes next as drafts that only organisers see; earlier drafts of the stage are thrown away.

    Raises Unreadable with what is in the way.
    """
    with writing():
        event = Event.objects.select_for_update().get(pk=event.pk)
        Round.objects.filter(event=event, state=RoundState.DRAWN).delete()
        stage = stage_to_draw(event)
        if stage is None:
            raise no_draw(_("All rounds of this event have been drawn. Add a stage to go on."))
        unfinished = Round.objects.filter(event=event, stage=stage).exclude(state=RoundState.CLOSED)
        if needs_results(stage) and unfinished.exists():
            raise no_draw(_("The next draw needs the results of the round that is on."))
        seed = seed or seats.new_seed()
        drafts = drafts_of(stage, seed)
        number = max([0, *event.rounds.values_list("number", flat=True)])
        rounds = [
            Round.objects.create(
                event=event,
                stage=stage,
                number=number + place,
                seed=seed,
                request=draft.request,
                answer=draft.answer,
                seating={
                    "tables": draft.tables,
                    "numbers": list(range(1, len(draft.tables) + 1)),
                    "out": draft.out,
                    **draft.more,
                },
                drawn_at=timezone.now(),
            )
            for place, draft in enumerate(drafts, start=1)
        ]
        log.note(event, "drawn", by=by, rounds=[one.number for one in rounds], seed=seed)
        return rounds


def discard_drafts(event: Event, *, by: str = "") -> None:
    """Throw away what has been drawn and not been published."""
    with writing():
        gone = list(
            Round.objects.filter(event=event, state=RoundState.DRAWN).values_list("number", flat=True)
        )
        Round.objects.filter(event=event, state=RoundState.DRAWN).delete()
        if gone:
            log.note(event, "draft_discarded", by=by, rounds=gone)


def needs_results(stage: Stage) -> bool:
    """Does the next draw of this stage depend on how the last round went?"""
    plan = plan_of(stage)
    return plan.bracket or plan.format in (Format.STANDING, Format.SWISS)


def drafts_of(stage: Stage, seed: str) -> list[Draft]:
    """The next rounds of a stage, without storing anything."""
    plan, event = plan_of(stage), stage.event
    before = rounds_of(stage)
    if plan.bracket and before:
        return [next_of_bracket(stage)]
    number = max([0, *event.rounds.exclude(state=RoundState.DRAWN).values_list("number", flat=True)]) + 1
    people = field_of(stage, number)
    if not people:
        raise no_draw(_("Nobody is here yet. Check people in first."))
    if plan.format == Format.GROUPS:
        return in_groups(stage, people, seed)
    request = request_for(stage, people, seed, before)
    drawn = draw(request)
    return drafts_from(plan, people, request, drawn)
