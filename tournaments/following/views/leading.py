"""The first laptop is dead: the spare one leads from now on, after somebody has seen what it knows."""

from __future__ import annotations

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import audit, credentials
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.requests import REFUSED
from tournaments.access.roles import Action
from tournaments.following.peers import leading
from tournaments.safekeeping import servermark
from tournaments.safekeeping.epoch import Began, begin_epoch


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.PAIR)
def lead(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What is known here of each event that the other laptop leads; POST: this one leads them."""
    if not settings.PROFILE.club:
        raise Http404
    problems: list[str] = []
    if request.method == "POST":
        if request.POST.get("sure") == "1":
            taken = leading.take_over_all(actor.tenant)
            if taken:
                begin_epoch(Began.TAKEN)
                servermark.read_mark()
                audit.note(request, "taken-over", events=len(taken))
                return redirect("desk-led")
            messages.warning(request, gettext("There is no event here that another laptop leads."))
            return redirect("desk-following")
        problems = [gettext("Please say that the other laptop is off, or no longer used.")]
    view = leading.overview(actor.tenant)
    context = {"view": view, "problems": problems}
    return render(request, "following/lead.html", context, status=REFUSED if problems else 200)


@require_safe
@at_any_desk(Action.PAIR)
def led(request: HttpRequest, actor: Actor) -> HttpResponse:
    """This laptop leads: its address, large, for everybody who does not come by himself."""
    if not settings.PROFILE.club:
        raise Http404
    base = credentials.public_base(request)
    picture = segno.make(f"{base}/", error="m", micro=False)
    context = {
        "address": base,
        "qr": picture.svg_data_uri(border=4, light="#fff", dark="#000", scale=6),
        "events": leading.led_now(actor.tenant),
    }
    return render(request, "following/led.html", context)
