"""Drawing rounds: what comes next, first as a draft that only organisers see."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from config.database import writing
from scoring.text import mark as _
from tournaments.engines import seatdraw
from tournaments.engines.plans import Format
from tournaments.engines.plans.declared import BY_STANDING
from tournaments.events.draw.drafts import Draft, drafts_from
from tournaments.events.draw.field import field_of
from tournaments.events.draw.groups import in_groups, keep_groups
from tournaments.events.draw.knockout import next_of_bracket
from tournaments.events.draw.protocol import answer_to
from tournaments.events.draw.requests import request_for
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.events.ground.refusal import no_draw, refuse_official
from tournaments.events.ground.stages import plan_of, rounds_of, settled_rounds
from tournaments.events.ground.stamps import stands_at
from tournaments.events.results.brackets import bracket_of
from tournaments.events.rounds.publishing import drafts_in, refuse_unseen
from tournaments.lists import cleaned
from tournaments.models import Entrant, Event, Round, RoundState, Stage
from tournaments.models.stored import Raw

TOGETHER = (Format.ROUND_ROBIN, Format.GROUPS)
"""All rounds are one draw: some of them cannot be drawn again without the others."""
LONGEST_SEED = 60
LONGEST_REASON = 200
TRIES = 3


def stage_to_draw(event: Event, *, drafts: bool = True) -> Stage | None:
    """The stage whose next round comes next; None when everything has been drawn. Without `drafts`: as if
    what is only drafted had been thrown away."""
    stages = event.stages.order_by("number")
    return next((stage for stage in stages if not drawn_out(stage, drafts=drafts)), None)


def drawn_out(stage: Stage, *, drafts: bool = True) -> bool:
    """No further round will be drawn in this stage."""
    plan, rounds = plan_of(stage), rounds_of(stage) if drafts else settled_rounds(stage)
    if stage.ends_after is not None and len(rounds) >= stage.ends_after:
        return True
    if not rounds:
        return False
    if plan.bracket:
        if any(round_.state != RoundState.CLOSED for round_ in rounds):
            return False
        return not bracket_of(stage).playable
    if plan.format in (*TOGETHER, Format.FINAL):
        return True
    return len(rounds) >= plan.rounds


def draw_next(
    event: Event, *, seed: str = "", by: str = "", reason: str = "", seen: str | None = None
) -> list[Round]:
    """Draw what comes next as drafts that only organisers see; earlier drafts are thrown away.

    A draw that follows from results which are not all in needs a reason; it is recorded. Raises Unreadable
    with what is in the way, and where the drafts are not those that were `seen`. The search goes on while the
    hall writes; what it was made from is looked at again before it is stored.
    """
    refuse_unseen(drafts_in(event), seen)
    seed = cleaned(seed)[:LONGEST_SEED] or seatdraw.new_seed()
    reason = cleaned(reason)[:LONGEST_REASON]
    for _try in range(TRIES):
        situation = stands_at(event)
        stage, drafts = _next(event, seed, reason)
        with writing():
            event = locked(event)
            refuse_unseen(drafts_in(event), seen)
            if stands_at(event) == situation:
                return _store(event, stage, drafts, seed, by, reason)
    with writing():
        event = locked(event)
        refuse_unseen(drafts_in(event), seen)
        return _store(event, *_next(event, seed, reason), seed, by, reason)


def _next(event: Event, seed: str, reason: str) -> tuple[Stage, list[Draft]]:
    refuse_official(event)
    refuse_to_part(event)
    stage = stage_to_draw(event, drafts=False)
    if stage is None:
        raise no_draw(_("All rounds of this event have been drawn. Add a stage to go on."))
    if waits_for(stage) and not reason:
        raise no_draw(_("The next draw needs the results of the round that is on."))
    return stage, drafts_of(stage, seed)


def _store(
    event: Event, stage: Stage, drafts: Sequence[Draft], seed: str, by: str, reason: str
) -> list[Round]:
    Round.objects.filter(event=event, state=RoundState.DRAWN).delete()
    early = [wait.number for wait in waits_for(stage)]
    now = timezone.now()
    changes: list[Raw] = []
    if early:
        facts = {"what": "drawn_early", "reason": reason, "tables": [], "rounds": early}
        changes = [{"at": now.isoformat(), "by": by, **facts}]
    number = max([0, *event.rounds.values_list("number", flat=True)])
    rounds = [
        Round.objects.create(
            event=event,
            stage=stage,
            number=number + place,
            seed=seed,
            request=draft.request,
            answer=draft.answer,
            seating=draft.seating,
            changes=changes,
            drawn_at=now,
        )
        for place, draft in enumerate(drafts, start=1)
    ]
    if plan_of(stage).format == Format.GROUPS:
        keep_groups(event.pk, drafts)
    numbers = [round_.number for round_ in rounds]
    log.note(event, "drawn", by=by, reason=reason if early else "", rounds=numbers, seed=seed, early=early)
    return rounds


def discard_drafts(event: Event, *, by: str = "", seen: str | None = None) -> None:
    """Throw away what has been drawn and not been published, if it is what was `seen`."""
    with writing():
        event = locked(event)
        refuse_to_part(event)
        refuse_unseen(drafts_in(event), seen)
        drafts = Round.objects.filter(event=event, state=RoundState.DRAWN)
        gone = list(drafts.values_list("number", flat=True))
        if any(plan_of(draft.stage).format == Format.GROUPS for draft in drafts.select_related("stage")):
            Entrant.objects.filter(event=event).update(group="")
        drafts.delete()
        if gone:
            log.note(event, "draft_discarded", by=by, rounds=gone)


def refuse_to_part(event: Event) -> None:
    """Rounds that are one draw stay together: raises Unreadable when some of them are published and others
    wait."""
    for round_ in Round.objects.filter(event=event, state=RoundState.DRAWN).select_related("stage"):
        if plan_of(round_.stage).format in TOGETHER and settled_rounds(round_.stage):
            raise no_draw(
                _("All rounds of this stage are one draw, and some are published: publish the next one.")
            )


def waits_for(stage: Stage) -> list[Round]:
    """Rounds that are not over, although the next draw of this stage depends on how they end."""
    plan, before = plan_of(stage), settled_rounds(stage)
    by_standing = plan.format in BY_STANDING
    if plan.takes or (plan.bracket and before) or (by_standing and (before or stage.number > 1)):
        on = (RoundState.PUBLISHED, RoundState.OPEN)
        return list(Round.objects.filter(event=stage.event_id, state__in=on).order_by("number"))
    return []


def drafts_of(stage: Stage, seed: str) -> list[Draft]:
    """The next rounds of a stage, without storing anything."""
    plan, event = plan_of(stage), stage.event
    before = settled_rounds(stage)
    if plan.bracket and before:
        return [next_of_bracket(stage)]
    number = max([0, *event.rounds.exclude(state=RoundState.DRAWN).values_list("number", flat=True)]) + 1
    people = field_of(stage, number)
    if not people:
        raise no_draw(_("Nobody is here yet. Check people in first."))
    if plan.format == Format.GROUPS:
        return in_groups(stage, people, seed)
    return drafts_from(plan, people, answer_to(request_for(stage, people, seed, before)))
