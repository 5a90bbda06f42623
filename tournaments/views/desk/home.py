"""The desk's first pages: all events, and one of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring import GAMES
from tournaments import accounts
from tournaments.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.eventlists import event_lists, visible
from tournaments.eventoverview import overview
from tournaments.eventplan import plan_view
from tournaments.roles import Action
from tournaments.views.desk.shared import page


@require_safe
@at_any_desk()
def home(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The events this visitor has a part in: what is on, what is coming, what has been."""
    archived = "archive" in request.GET and actor.owns_all
    lists = event_lists(
        visible(None if actor.owns_all else actor.user_id),
        timezone.localdate(),
        search=request.GET.get("q", ""),
        archived=archived,
        everything="all" in request.GET,
    )
    context = {
        "lists": lists,
        "archived": archived,
        "games": {game.key: game.name for game in GAMES},
        "actor": actor,
        "logins": accounts.logins_here(),
    }
    part = getattr(request, "htmx", False) and request.GET.get("part") == "list"
    return render(request, "desk/_events.html" if part else "desk/home.html", context)


@require_safe
@at_desk(Action.SEE_DRAFTS)
def event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One event: how it stands, and what comes next."""
    view = overview(desk.event)
    context = {
        "view": view,
        "next": _address(desk, view.step.route, *view.step.args) if desk.may(view.step.action) else "",
        "rounds": [(row, _address(desk, "desk-round", row.number)) for row in view.rounds],
        "plan": plan_view(desk.event),
        "may_archive": desk.may(Action.ARCHIVE_EVENT),
        "may_edit": desk.may(Action.EDIT_PLAN),
        "may_run": desk.may(Action.RUN_ROUNDS),
    }
    return page(request, desk, "desk/event.html", context, here="event")


def _address(desk: Desk, route: str, *args: int) -> str:
    """An address of this event; nothing where there is none."""
    try:
        return reverse(route, args=(desk.event.pk, *args))
    except NoReverseMatch:
        return ""
