"""The lines at the top of the desk's pages that say what has gone wrong."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from tournaments.access.desk import actor_of, is_owing
from tournaments.desk.alarms import alarms as alarms_for

register = template.Library()


@register.inclusion_tag("desk/_alarms.html", takes_context=True)
def alarms(context: Context) -> dict[str, Any]:
    """Nothing for whoever is not of the desk, or has still to add what his club asks for.

    A page that asked would be led to where that is added, again and again, and lose what is typed there.
    """
    request, desk = context.get("request"), context.get("desk")
    actor = actor_of(request) if request is not None else None
    if request is None or actor is None or is_owing(request):
        return {"poll": "", "alarms": []}
    event = desk.event if desk else None
    poll = reverse("desk-event-alarms", args=(event.pk,)) if event else reverse("desk-alarms")
    return {"poll": poll, "alarms": alarms_for(actor, event)}
