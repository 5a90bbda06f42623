"""Decisions besides hands: penalties and credits, matches won without play, extra games, lots by hand.

A decision has a reason. It is withdrawn with another one, and never deleted.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from scoring import Problem, Text, Unreadable, say
from scoring.text import mark as _
from tournaments.events.decisions.consequences import Consequences, compare, state_of
from tournaments.events.decisions.deciding import Done, decide
from tournaments.events.ground.stages import plan_of
from tournaments.events.results.rulings_in_force import rulings_in_force
from tournaments.models import Entrant, Event, Round, RoundState, Ruling, RulingKind, Sitting
from tournaments.models.stored import RulingJson

MADE, WITHDRAWN = "ruling_made", "ruling_withdrawn"
MOST_POINTS = 100_000
TARGETS = ("points", "match_points")


@dataclass(frozen=True, slots=True)
class RulingDraft:
    """A decision as it is asked for; see `RulingKind` for what each kind needs."""

    kind: RulingKind
    entrant: int | None = None
    round: int | None = None  # number
    table: int | None = None
    points: int | None = None
    target: str = "points"
    winner: int | None = None
    order: Sequence[int] = field(default_factory=tuple)


def preview(event: Event, draft: RulingDraft) -> Consequences:
    """What it would move; raises Unreadable."""
    ruling = checked(event, draft)
    return compare(event, state_of(event), state_of(event, rulings=[*rulings_in_force(event), ruling]))


def make(
    *, event: Event, draft: RulingDraft, key: uuid.UUID, reason: str, by: str = ""
) -> Consequences | None:
    """Decide it; `key` is the same however often it is asked for. None: it has been decided before."""

    def do(event: Event) -> Done | None:
        if Ruling.objects.filter(event=event, data__key=str(key)).exists():
            return None
        ruling = checked(event, draft)
        ruling.data["key"] = str(key)
        ruling.reason, ruling.by, ruling.at = reason.strip()[:200], by[:60], timezone.now()
        ruling.save()
        return {"ruling": ruling.pk}

    def expected(event: Event) -> Consequences:
        return preview(event, draft)

    return decide(event=event, what=MADE, by=by, reason=reason, expected=expected, do=do)


def preview_withdrawal(ruling: Ruling) -> Consequences:
    """What would move if this decision did not hold any more."""
    return _without(ruling.event, ruling)


def _without(event: Event, ruling: Ruling) -> Consequences:
    rest = [other for other in rulings_in_force(event) if other.pk != ruling.pk]
    return compare(event, state_of(event), state_of(event, rulings=rest))


def withdraw(*, ruling: Ruling, reason: str, by: str = "") -> Consequences | None:
    """It does not hold any more, and stays readable. None: it was withdrawn before."""

    def do(event: Event) -> Done | None:
        stored = Ruling.objects.select_for_update().get(pk=ruling.pk)
        if stored.withdrawn_at is not None:
            return None
        stored.withdrawn_at, stored.withdrawn_by = timezone.now(), by[:60]
        stored.save(update_fields=("withdrawn_at", "withdrawn_by"))
        return {"ruling": stored.pk}

    def expected(event: Event) -> Consequences:
        return _without(event, ruling)

    return decide(event=ruling.event, what=WITHDRAWN, by=by, reason=reason, expected=expected, do=do)


def checked(event: Event, draft: RulingDraft) -> Ruling:
    """The decision, not yet stored; raises Unreadable with everything that is wrong."""
    round_ = _round(event, draft.round)
    ruling = {
        RulingKind.POINTS: _points,
        RulingKind.WALKOVER: _walkover,
        RulingKind.LOT: _order,
        RulingKind.PLAY_OFF: _play_off,
    }[draft.kind](event, draft, round_)
    ruling.event, ruling.kind, ruling.at = event, draft.kind.value, timezone.now()
    return ruling


def _round(event: Event, number: int | None) -> Round | None:
    if number is None:
        return None
    round_ = Round.objects.filter(event=event, number=number).select_related("stage").first()
    if round_ is None or round_.state not in (RoundState.OPEN, RoundState.CLOSED):
        raise _wrong("round", say(_("This round has not begun.")))
    return round_


def _points(event: Event, draft: RulingDraft, round_: Round | None) -> Ruling:
    problems = []
    if draft.entrant not in _entrants(event):
        problems.append(_problem("entrant", say(_("For whom?"))))
    if draft.points is None or draft.points == 0:
        problems.append(_problem("points", say(_("How many points? Enter a penalty with a minus."))))
    elif abs(draft.points) > MOST_POINTS:
        problems.append(_problem("points", say(_("At most {high} points."), high=MOST_POINTS)))
    if draft.target not in TARGETS:
        problems.append(_problem("target", say(_("Which points?"))))
    if problems:
        raise Unreadable(problems)
    data = RulingJson(
        points=draft.points or 0, target="match_points" if draft.target == "match_points" else "points"
    )
    return Ruling(entrant_id=draft.entrant, round=round_, data=data)


def _walkover(event: Event, draft: RulingDraft, round_: Round | None) -> Ruling:
    sides = _match(event, draft, round_)
    if draft.winner is None or draft.winner not in sides:
        raise _wrong("winner", say(_("Who wins? One of the two at this table.")))
    return Ruling(round=round_, table=draft.table, data=RulingJson(winner=draft.winner))


def _play_off(event: Event, draft: RulingDraft, round_: Round | None) -> Ruling:
    if draft.table is None:
        return _order(event, draft, None)
    sides = _match(event, draft, round_)
    if draft.winner is None or draft.winner not in sides:
        raise _wrong("winner", say(_("Who wins? One of the two at this table.")))
    order = [draft.winner, *(who for who in sides if who != draft.winner)]
    return Ruling(round=round_, table=draft.table, data=RulingJson(order=order))


def _match(event: Event, draft: RulingDraft, round_: Round | None) -> list[int]:
    """Both sides of a match that has no decision yet."""
    if round_ is None or draft.table is None:
        raise _wrong("table", say(_("Which match? Round and table are missing.")))
    if not plan_of(round_.stage).matched:
        raise _wrong("table", say(_("There is no match with a winner at this table.")))
    sitting = Sitting.objects.filter(round=round_, number=draft.table).first()
    if sitting is None:
        raise _wrong("table", say(_("There is no such table in this round.")))
    taken = (RulingKind.WALKOVER, RulingKind.PLAY_OFF)
    if any(
        ruling.kind in taken and (ruling.round_id, ruling.table) == (round_.pk, draft.table)
        for ruling in rulings_in_force(event)
    ):
        raise _wrong("table", say(_("This match is decided already. Withdraw that decision first.")))
    seats = sitting.chairs.order_by("seat").values_list("entrant", flat=True)
    return list(dict.fromkeys(who for who in seats if who is not None))


def _order(event: Event, draft: RulingDraft, round_: Round | None) -> Ruling:
    order = list(draft.order)
    if len(order) < 2 or len(set(order)) != len(order) or not set(order) <= _entrants(event):
        raise _wrong("order", say(_("Give each of those who are tied a place of their own: 1, 2, 3…")))
    return Ruling(data=RulingJson(order=order))


def _entrants(event: Event) -> set[int]:
    return set(Entrant.objects.filter(event=event).values_list("pk", flat=True))


def _problem(field_: str, text: Text) -> Problem:
    return Problem(field_, "ruling", text)


def _wrong(field_: str, text: Text) -> Unreadable:
    return Unreadable([_problem(field_, text)])
