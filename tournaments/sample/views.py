"""The sample at the desk: made with one press, removed with one press."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.models import ClubState
from tournaments.sample import keeping, showing


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def sample(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What the sample is and what is in it; POST makes it, or removes it (`remove`)."""
    if not settings.PROFILE.club:
        raise Http404
    if request.method != "POST":
        return render(request, "desk/sample.html", {"sample": showing.sample_view()})
    if "remove" not in request.POST:
        keeping.want()
        keeping.begin_where_wanted()
    elif keeping.remove(by=actor.name):
        messages.success(request, gettext("The sample is removed."))
        return redirect("desk")
    elif keeping.state() is ClubState.ASKED:
        messages.error(request, gettext("The sample is still being made. Please press again in a moment."))
    return redirect("desk-sample")
