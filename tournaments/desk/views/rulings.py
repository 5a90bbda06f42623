"""Penalties, decided matches, extra games, lots: looked at first, then decided; withdrawn, never deleted."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import entry_id
from tournaments.access.roles import Action
from tournaments.desk import rulings as deskrulings
from tournaments.desk.rulings import draft_from
from tournaments.desk.views.looking import Look, carried, look_then_save, sent
from tournaments.desk.views.shared import official, page
from tournaments.events.decisions import rulings
from tournaments.events.ground.names import full_names_of
from tournaments.events.ground.stages import plan_of
from tournaments.events.words.moves import moved_view
from tournaments.hall import decisions
from tournaments.models import RoundState, Ruling, RulingKind


@require_safe
@at_desk(Action.SEE_DRAFTS)
def listed(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The list of corrections."""
    context = {
        "rows": decisions.decision_rows(desk.event, full_names=True),
        "may_rule": desk.may(Action.RULE),
    }
    return page(request, desk, "desk/corrections.html", context, here="corrections")


@require_safe
@at_desk(Action.RULE)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All decisions, and what can be decided."""
    context = {
        "rows": deskrulings.rulings(desk.event),
        "matched": _is_matched(desk),
        "official": desk.event.finished_at is not None,
    }
    return page(request, desk, "desk/rulings.html", context, here="corrections")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RULE)
def new(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """One kind of decision: asked for, looked at, made."""
    if kind not in [ruling_kind.value for ruling_kind in RulingKind]:
        raise Http404
    if refused := official(request, desk, here="corrections"):
        return refused
    wanted = RulingKind(kind)
    answers = sent(request)
    draft = draft_from(wanted, answers)
    reason = request.POST.get("desk-reason", "")

    def save() -> str:
        done = rulings.make(event=desk.event, draft=draft, key=entry_id(request), reason=reason, by=desk.by)
        return gettext("This is decided already.") if done is None else gettext("The decision is saved.")

    step: Look[dict[str, Any]] | HttpResponse = Look()
    if any(name != "page" for name in answers):
        address = reverse("desk-rulings", args=(desk.event.pk,))
        step = look_then_save(request, look=lambda: _seen(desk, draft), save=save, back=address)
    if isinstance(step, HttpResponse):
        return step
    context = {
        "sent": answers,
        "carried": carried(answers),
        "reason": reason,
        "problems": step.problems,
        "kind": wanted.value,
        "entry_id": uuid.uuid4(),
        "matched": _is_matched(desk),
        **(step.seen or {}),
        **_choices(desk, wanted, answers),
    }
    return page(request, desk, "desk/ruling.html", context, here="corrections", status=step.status)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RULE)
def withdraw(request: HttpRequest, desk: Desk, ruling: int) -> HttpResponse:
    """A decision does not hold any more: what that moves, then with a reason."""
    decision = get_object_or_404(Ruling.objects.select_related("event", "round"), event=desk.event, pk=ruling)
    reason, address = request.POST.get("desk-reason", ""), reverse("desk-rulings", args=(desk.event.pk,))
    if decision.withdrawn_at is not None:
        return redirect(address)
    if refused := official(request, desk, here="corrections"):
        return refused
    names = full_names_of(desk.event)

    def save() -> str:
        rulings.withdraw(ruling=decision, reason=reason, by=desk.by)
        return gettext("Withdrawn. It stays in the list.")

    step = look_then_save(
        request,
        look=lambda: moved_view(rulings.preview_withdrawal(decision), names),
        save=save,
        back=address,
    )
    if isinstance(step, HttpResponse):
        return step
    context = {
        "what": decisions.ruling_kind(decision),
        "words": decisions.ruling_in_words(decision, names),
        "where": deskrulings.where(decision),
        "ruling": decision,
        "moved": step.seen,
        "problems": step.problems,
        "reason": reason,
    }
    return page(request, desk, "desk/ruling_withdraw.html", context, here="corrections", status=step.status)


def _seen(desk: Desk, draft: rulings.RulingDraft) -> dict[str, Any]:
    """What it would move, and the decision in words; raises Unreadable."""
    names = full_names_of(desk.event)
    ruling = rulings.checked(desk.event, draft)
    return {
        "moved": moved_view(rulings.preview(desk.event, draft), names),
        "looked": True,
        "heading": " · ".join(filter(None, (decisions.ruling_kind(ruling), deskrulings.where(ruling)))),
        "words": decisions.ruling_in_words(ruling, names),
    }


def _choices(desk: Desk, kind: RulingKind, sent: QueryDict) -> dict[str, Any]:
    event = desk.event
    match kind:
        case RulingKind.POINTS:
            names = full_names_of(event)
            people = [(entrant.pk, entrant.number, names[entrant.pk]) for entrant in event.entrants.all()]
            begun = event.rounds.filter(state__in=(RoundState.OPEN, RoundState.CLOSED))
            return {"people": people, "rounds": list(begun.values_list("number", flat=True))}
        case RulingKind.WALKOVER:
            return {"matches": deskrulings.open_matches(event, sent)}
        case RulingKind.PLAY_OFF:
            return {
                "matches": deskrulings.open_matches(event, sent, level=True),
                "groups": deskrulings.equals(event, sent),
            }
        case RulingKind.LOT:
            return {"groups": deskrulings.equals(event, sent)}


def _is_matched(desk: Desk) -> bool:
    """Does anybody play for a win in this event?"""
    return any(plan_of(stage).matched for stage in desk.event.stages.all())
