"""Penalties, decided matches, extra games, lots: looked at first, then decided; withdrawn, never deleted."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import entry_id
from tournaments.access.roles import Action
from tournaments.desk import rulings as deskrulings
from tournaments.desk.rulings import draft_from
from tournaments.desk.views.shared import REFUSED, official, page, sentences
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
        "rows": decisions.corrections(desk.event, full_names=True),
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
    if kind not in [one.value for one in RulingKind]:
        raise Http404
    if refused := official(request, desk, here="corrections"):
        return refused
    wanted = RulingKind(kind)
    sent = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {"sent": sent, "reason": request.POST.get("desk-reason", "")}
    asked = any(name != "page" for name in sent)
    draft = draft_from(wanted, sent)
    if asked:
        try:
            if request.method == "POST":
                done = rulings.make(
                    event=desk.event,
                    draft=draft,
                    key=entry_id(request),
                    reason=context["reason"],
                    by=desk.by,
                )
                answers = gettext("The decision is saved."), gettext("This is decided already.")
                messages.success(request, answers[done is None])
                return redirect("desk-rulings", pk=desk.event.pk)
            context |= _seen(desk, wanted, draft)
        except Unreadable as unreadable:
            context["problems"] = sentences(unreadable)
            context |= _looked_at_again(desk, wanted, draft)
    context |= {"kind": wanted.value, "entry_id": uuid.uuid4(), "matched": _is_matched(desk)}
    context |= _choices(desk, wanted, sent)
    status = REFUSED if context.get("problems") else 200
    return page(request, desk, "desk/ruling.html", context, here="corrections", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RULE)
def withdraw(request: HttpRequest, desk: Desk, ruling: int) -> HttpResponse:
    """A decision does not hold any more: what that moves, then with a reason."""
    found = get_object_or_404(Ruling.objects.select_related("event", "round"), event=desk.event, pk=ruling)
    problems: list[str] = []
    reason = request.POST.get("desk-reason", "")
    if found.withdrawn_at is not None:
        return redirect("desk-rulings", pk=desk.event.pk)
    if refused := official(request, desk, here="corrections"):
        return refused
    if request.method == "POST":
        try:
            rulings.withdraw(ruling=found, reason=reason, by=desk.by)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Withdrawn. It stays in the list."))
            return redirect("desk-rulings", pk=desk.event.pk)
    names = full_names_of(desk.event)
    context = {
        "what": decisions.kind_name(found),
        "words": decisions.ruling_in_words(found, names),
        "where": deskrulings.where(found),
        "ruling": found,
        "moved": moved_view(rulings.preview_withdrawal(found), names),
        "problems": problems,
        "reason": reason,
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/ruling_withdraw.html", context, here="corrections", status=status)


def _seen(desk: Desk, kind: RulingKind, draft: rulings.Draft) -> dict[str, Any]:
    """What it would move, and the decision in words; raises Unreadable."""
    names = full_names_of(desk.event)
    made = rulings.checked(desk.event, draft)
    return {
        "moved": moved_view(rulings.preview(desk.event, draft), names),
        "looked": True,
        "what": decisions.kind_name(made),
        "words": decisions.ruling_in_words(made, names),
        "where": deskrulings.where(made),
    }


def _looked_at_again(desk: Desk, kind: RulingKind, draft: rulings.Draft) -> dict[str, Any]:
    """The same page once more where only the reason is missing."""
    try:
        return _seen(desk, kind, draft)
    except Unreadable:
        return {}


def _choices(desk: Desk, kind: RulingKind, sent: QueryDict) -> dict[str, Any]:
    event = desk.event
    match kind:
        case RulingKind.POINTS:
            names = full_names_of(event)
            people = [(one.pk, one.number, names[one.pk]) for one in event.entrants.all()]
            begun = event.rounds.filter(state__in=(RoundState.OPEN, RoundState.CLOSED))
            return {"people": people, "rounds": list(begun.values_list("number", flat=True))}
        case RulingKind.WALKOVER:
            return {"matches": deskrulings.open_matches(event)}
        case RulingKind.PLAY_OFF:
            return {
                "matches": deskrulings.open_matches(event, level=True),
                "groups": deskrulings.equals(event, sent),
            }
        case RulingKind.LOT:
            return {"groups": deskrulings.equals(event, sent)}


def _is_matched(desk: Desk) -> bool:
    """Does anybody play for a win in this event?"""
    return any(plan_of(stage).matched for stage in desk.event.stages.all())
