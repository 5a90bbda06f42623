"""The desk's first pages: all events, and one of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.etags import tagged
from scoring import GAMES
from tournaments.access import accounts
from tournaments.access.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.cases import open_cases
from tournaments.desk.lists import event_lists, visible
from tournaments.desk.moneyways import loose_ends
from tournaments.desk.overview import overview
from tournaments.desk.plan import plan_view
from tournaments.desk.views.shared import page
from tournaments.models import SAMPLE, WRITERS, Club, LogSource
from tournaments.people import memberships
from tournaments.safekeeping.standing import state_line


@require_safe
@at_any_desk()
def home(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The events this visitor has a part in: what is on, what is coming, what has been."""
    archived, server = "archive" in request.GET and actor.owns_all, not settings.PROFILE.club
    lists = event_lists(
        visible(actor),
        timezone.localdate(),
        search=request.GET.get("q", ""),
        archived=archived,
        everything="all" in request.GET,
    )
    pairs = actor.club is not None and actor.may(Action.PAIR)
    context = {
        "lists": lists,
        "archived": archived,
        "games": {game.key: game.name for game in GAMES},
        "actor": actor,
        "creates": actor.may(Action.CREATE_EVENT),
        "keeps_people": actor.may(Action.ADD_PEOPLE),
        "logins": accounts.logins_here(),
        "server": server,
        "only_operates": actor.operates and actor.club is None,
        "copies": state_line(),
        "keeps_tables": actor.may(Action.KEEP_TABLES),
        "keeps_seasons": actor.may(Action.KEEP_SEASONS),
        "keeps_accounts": actor.may(Action.MANAGE_ORGANISERS),
        "keeps_door": server and actor.may(Action.KEEP_DOOR),
        "pairs": pairs,
        "people_wait": _people_waiting(actor) if pairs and not server else 0,
        "keeps_club": server and actor.may(Action.KEEP_CLUB),
        "keeps_clubs": server and actor.may(Action.KEEP_CLUBS),
        "sample": "" if server else _sample(),
        **(_members(actor) if server else {}),
    }
    part = getattr(request, "htmx", False) and request.GET.get("part") == "list"
    return render(request, "desk/_events.html" if part else "desk/home.html", context)


def _sample() -> str:
    """The state of the club that is made up to be looked at; empty: there is none."""
    return Club.objects.filter(pk=SAMPLE).values_list("state", flat=True).first() or ""


def _people_waiting(actor: Actor) -> int:
    """So many people and numbers of the other side nobody has looked at."""
    rows = LogSource.objects.filter(club=actor.tenant, ended_at=None, kind__in=WRITERS)
    return sum(row.get("new", 0) + row.get("numbers", 0) for row in rows.values_list("people", flat=True))


def _members(actor: Actor) -> dict[str, Any]:
    """The ways to the federation's members, with how much waits for an answer there."""
    keeps = actor.may(Action.KEEP_MEMBERS)
    joins = actor.may(Action.JOIN_MEMBERS) and memberships.are_listed(actor.tenant)
    return {
        "keeps_members": keeps,
        "proposals": memberships.proposed().count() if keeps else 0,
        "joins_members": joins,
        "questions": memberships.questions(actor.tenant).count() if joins else 0,
    }


@require_safe
@at_desk(Action.SEE_DRAFTS)
def event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One event: how it stands, and what comes next."""
    view, pk = overview(desk.event), desk.event.pk
    step = view.step
    context = {
        "view": view,
        "next": reverse(step.route, args=(pk, *step.args)) if desk.may(step.action) else "",
        "also": [
            (label, reverse(route, args=(pk,))) for label, route, action in step.also if desk.may(action)
        ],
        "plan": plan_view(desk.event),
        "may_archive": desk.may(Action.ARCHIVE_EVENT),
        "may_edit": desk.may(Action.EDIT_PLAN),
        "may_run": desk.may(Action.RUN_ROUNDS),
        "cases": open_cases(desk.event),
        "loose": loose_ends(desk) if step.code in ("finish", "official") else [],
    }
    if request.GET.get("part") == "live":
        return tagged(request, render(request, "desk/_event_live.html", {"desk": desk, **context}))
    return page(request, desk, "desk/event.html", {**context, "copies": state_line()}, here="event")
