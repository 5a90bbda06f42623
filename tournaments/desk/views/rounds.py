"""Running rounds: publish, open, watch, close, open again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.digits import numbers_in
from config.etags import etag, not_modified
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.devices import asking
from tournaments.access.roles import Action
from tournaments.desk.rounds import live_of, page_of, rows_of, stamp
from tournaments.desk.views.shared import REFUSED, find_round, page, sentences
from tournaments.events.draw.drawing import stage_to_draw
from tournaments.events.rounds import clock, publishing, running
from tournaments.events.words.rounds import Coming, coming, round_title, table_list
from tournaments.models import Round, RoundState


@require_safe
@at_desk(Action.SEE_DRAFTS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All rounds, and the clock."""
    context = {
        "rows": rows_of(desk.event),
        "next_draw": _next_draw(desk),
        "may_draw": desk.may(Action.DRAW),
        "bets": bool(desk.event.game_value().extra_name),
        **_clock(desk),
    }
    return page(request, desk, "desk/rounds.html", context, here="rounds")


@require_safe
@at_desk(Action.SEE_DRAFTS)
def round_(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """One round; with part=live only its tables, and nothing where nothing has changed."""
    round_ = find_round(desk, number)
    if round_.state == RoundState.DRAWN:
        response = redirect("desk-draw", pk=desk.event.pk)
        response["Location"] += f"?round={number}"
        return response
    if request.GET.get("part") == "live":
        return _live(request, desk, round_)
    return _page(request, desk, round_)


def _live(request: HttpRequest, desk: Desk, round_: Round) -> HttpResponse:
    if request.GET.get("state") != f"{round_.state}-{round_.version}":
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    now = stamp(round_)
    asks = asking(desk.event)
    tag = etag(now, desk.part, *(row.id for row in asks))
    if same := not_modified(request, tag):
        return same
    context = {
        "desk": desk,
        "round": round_,
        "title": round_title(round_),
        "live": live_of(round_, now),
        "asks": asks,
        "part": True,
    }
    context["may_run"] = desk.may(Action.RUN_ROUNDS)
    response = render(request, "desk/_round_live.html", context)
    response["ETag"] = tag
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def take_back(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take the published seats back: first the question, then it is done."""
    hung, problems = find_round(desk, number), list[str]()
    if hung.state == RoundState.DRAWN:
        return redirect("desk-round", pk=desk.event.pk, number=number)
    refusal = publishing.keeps_hanging(hung)
    if request.method == "POST" and refusal is None:
        try:
            publishing.take_back(hung, by=desk.by, reason=request.POST.get("reason", ""))
        except Unreadable as unreadable:
            refusal = unreadable
        else:
            text = gettext("{round}: the seats are taken back. It is a draft again.")
            messages.success(request, text.format(round=round_title(hung)))
            return redirect("desk-round", pk=desk.event.pk, number=number)
    if refusal is not None:
        problems = sentences(refusal)
    context = {"round": hung, "title": round_title(hung), "problems": problems}
    status = REFUSED if refusal and request.method == "POST" else 200
    return page(request, desk, "desk/take_back.html", context, here="rounds", status=status)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def open_(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let the tables write, and start the clock if that is wished."""
    round_ = find_round(desk, number)
    try:
        running.open_round(round_, by=desk.by)
        if request.POST.get("clock"):
            clock.set_minutes(event=desk.event, minutes=clock.planned(desk.event), by=desk.by)
            clock.start(event=desk.event, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, round_, problems=sentences(unreadable), status=REFUSED)
    messages.success(request, gettext("{round} is open.").format(round=round_title(round_)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def open_group(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let one group go on while others still play the round before."""
    shown, name = find_round(desk, number), request.POST.get("group", "")
    try:
        running.open_group(shown, name, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, shown, problems=sentences(unreadable), status=REFUSED)
    text = gettext("{round} is open for group {name}.").format(round=round_title(shown), name=name)
    messages.success(request, text)
    return redirect("desk-round", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def close(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """End the round; with tables missing, or handed in early, only with a reason and knowing which."""
    round_, reason = find_round(desk, number), request.POST.get("reason", "")
    knows = set(numbers_in(request.POST.getlist("knows")))
    try:
        running.close_round(round_, by=desk.by, reason=reason, knows=knows)
    except Unreadable as unreadable:
        return _page(request, desk, round_, problems=sentences(unreadable), reason=reason, status=REFUSED)
    messages.success(request, gettext("{round} is closed.").format(round=round_title(round_)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.RUN_ROUNDS)
def reopen(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Let the tables of a closed round write again."""
    round_ = find_round(desk, number)
    try:
        running.reopen_round(round_, by=desk.by, reason=request.POST.get("reason", ""))
    except Unreadable as unreadable:
        return _page(request, desk, round_, problems=sentences(unreadable), status=REFUSED)
    messages.success(request, gettext("{round} is open again.").format(round=round_title(round_)))
    return redirect("desk-round", pk=desk.event.pk, number=number)


def _page(request: HttpRequest, desk: Desk, round_: Round, *, status: int = 200, **more: Any) -> HttpResponse:
    round_, may_run = find_round(desk, round_.number), desk.may(Action.RUN_ROUNDS)
    again = running.stays_closed(round_) if round_.state == RoundState.CLOSED else None
    to_open = round_.state == RoundState.PUBLISHED or round_.by_groups
    waits = running.waits_to_open(round_) if to_open else None
    context = {
        "view": page_of(round_),
        "round": round_,
        "live": live_of(round_, stamp(round_)),
        "asks": asking(desk.event),
        "may_run": may_run,
        "may_draw": desk.may(Action.DRAW),
        "may_repair": desk.may(Action.REPAIR_SEATS) and desk.event.finished_at is None,
        "next_draw": _next_draw(desk),
        "hangs_still": may_run and publishing.keeps_hanging(round_) is None,
        "to_open": to_open,
        "waits_to_open": [] if waits is None else sentences(waits),
        "groups_ahead": [
            (group, table_list(group.waits_for) if group.waits_for else "")
            for group in running.groups_of(round_)
        ],
        "stays_closed": [] if again is None else sentences(again),
        **_clock(desk),
        **more,
    }
    return page(request, desk, "desk/round.html", context, here="rounds", status=status)


def _next_draw(desk: Desk) -> Coming | None:
    """What can be drawn next; None while a draft waits, and when there is nothing to draw."""
    stage = None if desk.event.finished_at else stage_to_draw(desk.event)
    return coming(stage) if stage and not publishing.drafts_in(desk.event) else None


def _clock(desk: Desk) -> dict[str, Any]:
    return {
        "clock": clock.clock_of(desk.event),
        "planned": clock.planned(desk.event),
        "may_run": desk.may(Action.RUN_ROUNDS),
    }
