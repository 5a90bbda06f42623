"""Copies of the club's database, and the laptop itself: how they are, and what can be done about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.etags import tagged
from tournaments.access import credentials
from tournaments.access.desk import Actor, at_any_desk, is_laptop
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED
from tournaments.safekeeping import filesystems, standing, wording
from tournaments.safekeeping.backups import dumping, places
from tournaments.safekeeping.backups.making import served_file
from tournaments.safekeeping.examining.examine import examine
from tournaments.safekeeping.examining.findings import status
from tournaments.safekeeping.keeper import keeper
from tournaments.safekeeping.restoring import traces


@require_safe
@at_any_desk()
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """How the copies are; for everybody of the desk. Buttons for those who may."""
    return _page(request, actor)


@require_POST
@at_any_desk(Action.KEEP_COPIES)
def now(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A backup now, in the background: the page follows."""
    if settings.PROFILE.club:
        keeper.ask()
    return redirect("desk-backups")


@require_POST
@at_any_desk(Action.KEEP_COPIES)
def check(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Everything again from the first entry, in a copy of its own."""
    if settings.PROFILE.club:
        keeper.ask_check()
    return redirect("desk-backups")


@require_POST
@at_any_desk(Action.KEEP_COPIES)
def place(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Where the second copies go. Only at the laptop: a path says something about its disk."""
    if not settings.PROFILE.club or not is_laptop(request):
        return _page(request, actor, problems=[gettext("The place is chosen on the laptop itself.")])
    if "nowhere" in request.POST:
        places.forget()
        messages.success(request, gettext("There is no longer a second place. What lies there stays."))
        keeper.ask()
        return redirect("desk-backups")
    typed = request.POST.get("typed", "").strip() or request.POST.get("stick", "")
    try:
        chosen = places.choose(typed, key="key" in request.POST)
    except places.NotAPlace as refused:
        return _page(request, actor, typed=request.POST.get("typed", ""), problems=[str(refused)])
    messages.success(request, gettext("From now on copies go to {place}, too.").format(place=chosen.name))
    keeper.ask()
    return redirect("desk-backups")


def _page(
    request: HttpRequest, actor: Actor, typed: str = "", problems: list[str] | None = None
) -> HttpResponse:
    if not settings.PROFILE.club:
        return _of_server(request, actor)
    view = standing.copies_view()
    context: dict[str, Any] = {"view": view, "may": actor.owns_all, "problems": problems or ()}
    if request.GET.get("part") == "live":
        return tagged(request, render(request, "desk/_backups_live.html", context))
    context |= {
        "at_laptop": is_laptop(request),
        "sticks": _sticks(view.place),
        "typed": typed,
        "trace": traces.read(served_file()),
        "data": settings.DATA_DIR,
        "program": settings.BASE_DIR.name,
    }
    return render(request, "desk/backups.html", context, status=REFUSED if problems else 200)


def _of_server(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Its copies are its operators' business; a club is told so, and what is its own."""
    newest = dumping.newest() if actor.operates else None
    context = {
        "operates": actor.operates,
        "keeps_club": actor.may(Action.KEEP_CLUB),
        "age": wording.age(newest, timezone.now()) if newest else "",
        "key": settings.DATA_DIR / "secret-key",
    }
    return render(request, "desk/backups_elsewhere.html", context)


def _sticks(chosen: places.SecondPlace | None) -> list[tuple[str, str, bool]]:
    """What is plugged in, and what is chosen: path, name, whether it is."""
    paths = [str(path) for path in filesystems.sticks()]
    if chosen is not None and chosen.chosen not in paths:
        paths.append(chosen.chosen)
    return [(path, Path(path).name or path, chosen is not None and path == chosen.chosen) for path in paths]


@require_safe
@at_any_desk()
def laptop(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Is the laptop fit for the evening? With a code by which a phone tries the Wi-Fi.

    A server is its operators' business: what is in it is no club's.
    """
    if not (settings.PROFILE.club or actor.operates):
        return redirect("desk-backups")  # which says whose business it is
    findings = examine(phones=True)
    address = f"{credentials.public_base(request)}{reverse('works')}"
    picture = segno.make(address, error="m", micro=False)
    context = {
        "findings": findings,
        "status": status(findings),
        "address": address,
        "qr": picture.svg_data_uri(border=4, light="#fff", dark="#000", scale=4),
        "club": settings.PROFILE.club,
    }
    return render(request, "desk/laptop.html", context)
