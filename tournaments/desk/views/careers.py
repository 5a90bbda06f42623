"""People over the years, for organisers: the club's records and ratings, somebody's page, what is wanted."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments import jobs
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.careers import asking
from tournaments.careers.due import due_of
from tournaments.careers.naming import has_public_page
from tournaments.careers.persons import career_view
from tournaments.careers.records import club_records
from tournaments.careers.switches import choose, switches_of
from tournaments.models import Club, Player


@require_safe
@at_any_desk(Action.ADD_PEOPLE)
def club(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The records of the club, its ratings, and what it wants of the years."""
    job = jobs.latest(asking.KIND, tenant=actor.tenant)
    context = {
        "records": club_records(actor.tenant, public=False),
        "switches": switches_of(actor.tenant),
        "chooses": actor.may(Action.KEEP_CLUB),
        "due": due_of(actor.tenant).count,
        "job": job if job is not None and job.pending else None,
        "club": Club.objects.get(pk=actor.tenant),
        "server": not settings.PROFILE.club,
    }
    return render(request, "desk/years.html", context)


@require_POST
@at_any_desk(Action.KEEP_CLUB)
def switches(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What the club wants counted and shown."""
    wanted = {name: name in request.POST for name in ("evenings", "public", "rating")}
    choose(actor.tenant, **wanted)
    asking.begin(actor.tenant, actor.name)
    messages.success(request, gettext("Saved."))
    return redirect("desk-years")


@require_POST
@at_any_desk(Action.ADD_PEOPLE)
def count(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Count at once what has been played since."""
    asking.begin(actor.tenant, actor.name)
    return redirect("desk-years")


@require_safe
@at_any_desk(Action.ADD_PEOPLE)
def person(request: HttpRequest, actor: Actor, person: int) -> HttpResponse:
    """Somebody over the years, with everything."""
    player = get_object_or_404(Player, tenant=actor.tenant, pk=person, robot=False)
    context = {
        "player": player,
        "view": career_view(player, public=False, whole="all" in request.GET),
        "due": due_of(actor.tenant).count,
        "shared": switches_of(actor.tenant).public and has_public_page(player),
    }
    return render(request, "desk/person_years.html", context)
