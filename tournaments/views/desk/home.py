"""The desk's first pages: all events, and one of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.models import Event
from tournaments.roles import Action
from tournaments.views.desk.shared import page


@require_safe
@at_any_desk()
def home(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All events this visitor has a part in, the latest first."""
    events = Event.objects.filter(archived_at=None)
    if not actor.owns_all:
        events = events.filter(grants__user=actor.user_id)
    return render(request, "desk/home.html", {"events": events})


@require_safe
@at_desk(Action.SEE_DRAFTS)
def event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One event: how it stands."""
    return page(request, desk, "desk/event.html", here="event")
