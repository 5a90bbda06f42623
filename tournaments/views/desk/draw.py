"""Drawing a round: what it will be, the draft, and how it came about."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring import Unreadable
from tournaments.desk import Desk, at_desk
from tournaments.desk.drafts import ahead, draft_of
from tournaments.desk.proofs import file_name, proof_of
from tournaments.events import drawing
from tournaments.events.protocol import request_file
from tournaments.models import Round, RoundState
from tournaments.roles import Action
from tournaments.seats import new_seed
from tournaments.views.desk.shared import REFUSED, find_round, page, sentences


@require_safe
@at_desk(Action.SEE_DRAFTS)
def draw(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Before the draw: what it will be. After it: the draft."""
    return _page(request, desk)


@require_POST
@at_desk(Action.DRAW)
def make(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw, or draw again."""
    seed, reason = request.POST.get("seed", ""), request.POST.get("reason", "")
    try:
        rounds = drawing.draw_next(desk.event, seed=seed, reason=reason, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, problems=sentences(unreadable), seed=seed, reason=reason, status=REFUSED)
    drawn = gettext("Drawn with the draw number {seed}.").format(seed=rounds[0].seed)
    messages.success(
        request, drawn if rounds[0].request.get("parts") else gettext("The next matches are set.")
    )
    return redirect("desk-draw", pk=desk.event.pk)


@require_POST
@at_desk(Action.DRAW)
def discard(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Throw the draft away."""
    try:
        drawing.discard_drafts(desk.event, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, problems=sentences(unreadable), status=REFUSED)
    messages.success(request, gettext("The draft is thrown away."))
    return redirect("desk-draw", pk=desk.event.pk)


@require_safe
@at_desk(Action.SEE_DRAFTS)
def proof(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """How a draw came about, and how to check it."""
    round_ = find_round(desk, number)
    context = {"round": round_, "proof": proof_of(round_, desk=True)}
    return page(request, desk, "desk/proof.html", context, here="draw")


@require_safe
@at_desk(Action.SEE_DRAFTS)
def asked(request: HttpRequest, desk: Desk, number: int, part: int) -> HttpResponse:
    """A request of a draw as `manage.py draw` reads it."""
    round_ = find_round(desk, number)
    parts = round_.request.get("parts", [])
    if part >= len(parts):
        raise Http404
    response = HttpResponse(request_file(parts[part]["request"]), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{file_name(round_, part)}"'
    return response


def _page(request: HttpRequest, desk: Desk, *, status: int = 200, **more: Any) -> HttpResponse:
    drafts = Round.objects.filter(event=desk.event, state=RoundState.DRAWN).select_related("event", "stage")
    rounds = list(drafts.order_by("number"))
    context = {"may_draw": desk.may(Action.DRAW), "may_run": desk.may(Action.RUN_ROUNDS), **more}
    if not rounds:
        now = ahead(desk.event)
        context = {"ahead": now, **context, "seed": more.get("seed") or (now.seed if now else "")}
        return page(request, desk, "desk/draw.html", context, here="draw", status=status)
    asked_for = request.GET.get("round", "")
    shown = next((one for one in rounds if str(one.number) == asked_for), rounds[0])
    by = "name" if request.GET.get("by") == "name" else "table"
    draft = draft_of(shown)
    context |= {"draft": draft, "by": by, "seed": more.get("seed") or new_seed()}
    context["picking"] = draft.free and desk.may(Action.REPAIR_SEATS)
    return page(request, desk, "desk/draft.html", context, here="draw", status=status)
