"""Drawing a round: what it will be, the draft, and how it came about."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.draws import ahead, changed_by_hand, draft_of, on_of
from tournaments.desk.proofs import file_name, proof_of
from tournaments.desk.views.shared import REFUSED, find_round, page, sentences
from tournaments.engines.seatdraw import new_seed
from tournaments.events.draw import drawing
from tournaments.events.draw.protocol import request_file
from tournaments.events.rounds import publishing
from tournaments.events.words.rounds import round_title
from tournaments.speech.wording import listed


@require_safe
@at_desk(Action.SEE_DRAFTS)
def draw(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Before the draw: what it will be. After it: the draft."""
    return _page(request, desk)


@require_POST
@at_desk(Action.DRAW)
def make(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw, or draw again; where something was changed by hand in the draft, it is asked first."""
    seed, reason = request.POST.get("seed", ""), request.POST.get("reason", "")
    if question := _lost(request, desk, seed=seed, reason=reason):
        return question
    try:
        rounds = drawing.draw_next(desk.event, seed=seed, reason=reason, by=desk.by, seen=_seen(request))
    except Unreadable as unreadable:
        return _page(request, desk, problems=sentences(unreadable), seed=seed, reason=reason, status=REFUSED)
    names = listed([round_title(round_) for round_ in rounds])
    drawn = gettext("{rounds}: drawn with the draw number {seed}.").format(rounds=names, seed=rounds[0].seed)
    set_up = gettext("{rounds}: the next matches are set.").format(rounds=names)
    messages.success(request, drawn if rounds[0].request.get("parts") else set_up)
    return redirect("desk-draw", pk=desk.event.pk)


@require_POST
@at_desk(Action.DRAW)
def discard(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Throw the draft away; where something was changed by hand, it is asked first."""
    drafts = publishing.drafts_in(desk.event)
    if question := _lost(request, desk):
        return question
    try:
        drawing.discard_drafts(desk.event, by=desk.by, seen=_seen(request))
    except Unreadable as unreadable:
        return _page(request, desk, problems=sentences(unreadable), status=REFUSED)
    names = listed([round_title(draft) for draft in drafts])
    gone = gettext("{rounds}: the draft is thrown away. Its draw number was {seed}.")
    if drafts:
        messages.success(request, gone.format(rounds=names, seed=drafts[0].seed))
    return redirect("desk-draw", pk=desk.event.pk)


def _seen(request: HttpRequest) -> str | None:
    return request.POST.get("seen")


def _lost(request: HttpRequest, desk: Desk, **again: str) -> HttpResponse | None:
    """The question before what was done by hand in a draft is thrown away; None where it is answered, or
    there is nothing to lose. `again`: the answers for drawing it anew."""
    drafts = publishing.drafts_in(desk.event)
    lost = changed_by_hand(drafts)
    seen = _seen(request)
    if not lost or request.POST.get("sure") or (seen is not None and seen != publishing.mark_of(drafts)):
        return None  # a draft that was not seen is refused where it is thrown away
    context = {"rounds": drafts, "lost": lost, "mark": publishing.mark_of(drafts), "again": again}
    context["title"] = listed([round_title(draft) for draft in drafts])
    return page(request, desk, "desk/draft_lost.html", context, here="draw")


@require_POST
@at_desk(Action.RUN_ROUNDS)
def publish(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the seats to everybody; with `all` those of all drafts."""
    draft, all_of_them = find_round(desk, number), bool(request.POST.get("all"))
    seen = _seen(request)
    try:
        if all_of_them:
            hung = publishing.publish_all(desk.event, by=desk.by, seen=request.POST.get("seen-all"))
        else:
            hung = [publishing.publish(draft, by=desk.by, seen=seen)]
    except Unreadable as unreadable:
        problems = sentences(unreadable)
        return _page(request, desk, problems=problems, number=str(number), status=REFUSED)
    names = [round_title(round_) for round_ in hung]
    text = ngettext(
        "{rounds} is published: everybody sees the seats.",
        "{rounds} are published: everybody sees the seats.",
        len(names),
    )
    messages.success(request, text.format(rounds=listed(names)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


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


def _page(
    request: HttpRequest, desk: Desk, *, status: int = 200, number: str = "", **more: Any
) -> HttpResponse:
    rounds = publishing.drafts_in(desk.event)
    context = {"may_draw": desk.may(Action.DRAW), "may_run": desk.may(Action.RUN_ROUNDS), **more}
    if not rounds:
        now = ahead(desk.event)
        context |= {"on": on_of(desk.event), "stages": desk.event.stages.count()}
        context |= {"may_rule": desk.may(Action.RULE), "may_edit": desk.may(Action.EDIT_PLAN)}
        context = {"ahead": now, **context, "seed": more.get("seed") or (now.seed if now else "")}
        return page(request, desk, "desk/draw.html", context, here="draw", status=status)
    asked_for = request.GET.get("round", "") or number
    shown = next((round_ for round_ in rounds if str(round_.number) == asked_for), rounds[0])
    by = "name" if request.GET.get("by") == "name" else "table"
    draft = draft_of(shown)
    context |= {"draft": draft, "by": by, "seed": more.get("seed") or new_seed()}
    context["picking"] = draft.free and desk.may(Action.REPAIR_SEATS)
    return page(request, desk, "desk/draft.html", context, here="draw", status=status)
