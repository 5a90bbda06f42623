"""Running rounds: publish, open, watch, close, open again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring import Unreadable
from tournaments.desk import Desk, at_desk
from tournaments.desk.rounds import live_of, page_of, rows_of, stamp
from tournaments.events import clock, publishing, rounds
from tournaments.events.drawing import stage_to_draw
from tournaments.models import Round, RoundState
from tournaments.roles import Action
from tournaments.views.desk.shared import REFUSED, find_round, page, sentences
from tournaments.words.rounds import round_title


@require_safe
@at_desk(Action.SEE_DRAFTS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All rounds, and the clock."""
    context = {
        "rows": rows_of(desk.event),
        "more": stage_to_draw(desk.event) is not None and desk.event.finished_at is None,
        "may_draw": desk.may(Action.DRAW),
        "bets": bool(desk.event.game_value().extra_name),
        **_clock(desk),
    }
    return page(request, desk, "desk/rounds.html", context, here="rounds")


@require_safe
@at_desk(Action.SEE_DRAFTS)
def round_(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """One round; with part=live only its tables, and nothing where nothing has changed."""
    one = find_round(desk, number)
    if one.state == RoundState.DRAWN:
        response = redirect("desk-draw", pk=desk.event.pk)
        response["Location"] += f"?round={number}"
        return response
    if request.GET.get("part") == "live":
        return _live(request, desk, one)
    return _page(request, desk, one)


def _live(request: HttpRequest, desk: Desk, one: Round) -> HttpResponse:
    if request.GET.get("state") != f"{one.state}-{one.version}":
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    now = stamp(one)
    if request.GET.get("seen") == now:
        return HttpResponse(status=204)
    context = {"desk": desk, "round": one, "live": live_of(one, now), "part": True}
    context["may_run"] = desk.may(Action.RUN_ROUNDS)
    return render(request, "desk/_round_live.html", context)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def publish(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the seats to everybody; with `all` those of all drafts."""
    one = find_round(desk, number)
    wanted = [one]
    if request.POST.get("all"):
        drafts = Round.objects.filter(event=desk.event, state=RoundState.DRAWN).order_by("number")
        wanted = list(drafts.select_related("event", "stage"))
    try:
        for draft in wanted:
            publishing.publish(draft, by=desk.by)
    except Unreadable as unreadable:
        messages.error(request, " ".join(sentences(unreadable)))
        return redirect("desk-draw", pk=desk.event.pk)
    messages.success(request, gettext("Published: everybody sees the seats."))
    return redirect("desk-round", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def open_(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let the tables write, and start the clock if that is wished."""
    one = find_round(desk, number)
    try:
        rounds.open_round(one, by=desk.by)
        if request.POST.get("clock"):
            clock.set_minutes(event=desk.event, minutes=clock.planned(desk.event), by=desk.by)
            clock.start(event=desk.event, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, one, problems=sentences(unreadable), status=REFUSED)
    messages.success(request, gettext("{round} is open.").format(round=round_title(one)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def close(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """End the round; with tables missing only with a reason."""
    one = find_round(desk, number)
    try:
        rounds.close_round(one, by=desk.by, reason=request.POST.get("reason", ""))
    except Unreadable as unreadable:
        return _page(request, desk, one, problems=sentences(unreadable), status=REFUSED)
    messages.success(request, gettext("{round} is closed.").format(round=round_title(one)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def reopen(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let the tables of a closed round write again."""
    one = find_round(desk, number)
    try:
        rounds.reopen_round(one, by=desk.by, reason=request.POST.get("reason", ""))
    except Unreadable as unreadable:
        return _page(request, desk, one, problems=sentences(unreadable), status=REFUSED)
    messages.success(request, gettext("{round} is open again.").format(round=round_title(one)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


def _page(request: HttpRequest, desk: Desk, one: Round, *, status: int = 200, **more: Any) -> HttpResponse:
    one = find_round(desk, one.number)
    context = {
        "view": page_of(one),
        "round": one,
        "live": live_of(one, stamp(one)),
        "may_run": desk.may(Action.RUN_ROUNDS),
        "may_draw": desk.may(Action.DRAW),
        "more": stage_to_draw(desk.event) is not None,
        **_clock(desk),
        **more,
    }
    return page(request, desk, "desk/round.html", context, here="rounds", status=status)


def _clock(desk: Desk) -> dict[str, Any]:
    return {
        "clock": clock.clock_of(desk.event),
        "planned": clock.planned(desk.event),
        "may_run": desk.may(Action.RUN_ROUNDS),
    }
