"""The table calls the organisers, and sees who comes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring import Unreadable
from tournaments.access.limits import CALLS_PER_TABLE
from tournaments.access.requests import REFUSED, arrive, not_yours, too_many
from tournaments.access.roles import Action
from tournaments.events.rounds import calls
from tournaments.events.words.calls import reasons
from tournaments.table import reading


@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Why somebody should come; POST calls. Who has called sees here that he has."""
    visitor = arrive(request, pk)
    if visitor.sitting.event_id is None:
        raise Http404
    if not visitor.may(Action.CALL):
        return not_yours(request, visitor)
    view, problems, status = reading.sheet(visitor.sitting), [], 200
    if request.method == "POST":
        if not CALLS_PER_TABLE.allows(str(pk)):
            return too_many(request)
        try:
            calls.call(
                sitting=visitor.sitting,
                reason=request.POST.get("reason", ""),
                note=request.POST.get("note", ""),
                seat=visitor.device.seat if visitor.device else None,
            )
        except Unreadable as unreadable:
            problems = [view.wording.say(problem.text) for problem in unreadable.problems]
            status = REFUSED
        else:
            return redirect("call", pk=pk)
    context = {
        "visitor": visitor,
        "view": view,
        "call": calls.open_call(visitor.sitting),
        "reasons": reasons(),
        "problems": problems,
        "longest": calls.LONGEST_NOTE,
    }
    return render(request, "tournaments/call.html", context, status=status)


@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """It has settled itself: nobody need come."""
    visitor = arrive(request, pk)
    if visitor.sitting.event_id is None:
        raise Http404
    if not visitor.may(Action.CALL):
        return not_yours(request, visitor)
    there = calls.open_call(visitor.sitting)
    if there is not None:
        calls.withdraw(there)
    return redirect("table", pk=pk)
