"""The round clock at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.views.shared import sentences, whole
from tournaments.events.rounds import clock


@require_POST
@at_desk(Action.RUN_ROUNDS)
def steer(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Set, start, stop, more minutes, fewer, an announcement."""
    event, by = desk.event, desk.by
    try:
        match request.POST.get("do"):
            case "set":
                clock.set_minutes(event=event, minutes=whole(request, "minutes"), by=by)
            case "start":
                clock.start(event=event, by=by)
            case "pause":
                clock.pause(event=event, by=by)
            case "more":
                clock.add_minutes(event=event, minutes=1, by=by)
            case "less":
                clock.add_minutes(event=event, minutes=-1, by=by)
            case "say":
                clock.announce(event=event, text=request.POST.get("text", ""), by=by)
    except Unreadable as unreadable:
        messages.error(request, " ".join(sentences(unreadable)))
    back = request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        back = reverse("desk-rounds", args=(event.pk,))
    return HttpResponseRedirect(back)  # an address, never the name of one
