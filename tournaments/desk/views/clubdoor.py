"""The door of a club on a server: its link and code, who may open tables, and the paper to hang up."""

from __future__ import annotations

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import memory
from tournaments.access import credentials, doors
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED
from tournaments.models import Club, Doors
from tournaments.paper.event import ClubDoorPaper, EventHead, printed


def _club(actor: Actor) -> Club:
    """The club of somebody on a server; a laptop has no door to lock."""
    if settings.PROFILE.club:
        raise Http404
    return Club.objects.get(pk=actor.tenant)


def _choices() -> list[tuple[str, str, str]]:
    """(value, label, what it means) of who may open tables."""
    return [
        (Doors.LINK.value, gettext("Whoever has the link"), gettext("And the accounts of the club.")),
        (Doors.ACCOUNTS.value, gettext("Accounts of the club"), gettext("The link is not valid then.")),
        (Doors.NOBODY.value, gettext("Nobody"), gettext("Tables are those of events only.")),
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_DOOR)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Link, code and QR code; POST changes who may open tables."""
    club = _club(actor)
    problems = []
    if request.method == "POST":
        chosen = request.POST.get("doors", "")
        if chosen in list(Doors):
            doors.change(club, Doors(chosen))
            messages.success(request, gettext("Saved."))
            return redirect("desk-door")
        problems.append(gettext("Choose who may open tables."))
    address = doors.address_of(request, club)
    picture = segno.make(address, error="q", micro=False)
    context = {
        "club": club,
        "name": str(club),
        "is_open": club.doors == Doors.LINK,
        "choices": _choices(),
        "address": address,
        "code": doors.code_of(club),
        "qr": picture.svg_data_uri(border=4, light="#fff", dark="#000", scale=4),
        "left": doors.tables_left(club),
        "problems": problems,
    }
    return render(request, "desk/club_door.html", context, status=REFUSED if problems else 200)


@require_POST
@at_any_desk(Action.KEEP_DOOR)
def renew(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Another link and code: the old ones open nothing any more."""
    doors.renew(_club(actor))
    messages.success(
        request,
        gettext("The club has a new link and a new code. Hang the new paper up: the old one is dead."),
    )
    return redirect("desk-door")


@require_safe
@at_any_desk(Action.KEEP_DOOR)
def paper(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A page to hang up: the QR code, what it is for, and what is typed without a camera."""
    club = _club(actor)
    base = credentials.public_base(request)
    view = ClubDoorPaper(
        event=EventHead(club=club.place, title=str(club)),
        qr=doors.address_of(request, club),
        host=f"{base.partition('://')[2]}{reverse('door')}",
        code=doors.code_of(club),
    )
    data = printed(view, title=str(club))
    memory.give_back()  # what drawing took
    headers = {"Content-Disposition": 'inline; filename="tuer.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)
