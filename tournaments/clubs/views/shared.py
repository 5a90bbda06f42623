"""What the pages about clubs share; no request is sent here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from config.digits import number_in
from scoring import Unreadable
from tournaments.access import audit, credentials
from tournaments.access.requests import REFUSED
from tournaments.clubs import joining
from tournaments.clubs.keeping import Welcomed
from tournaments.clubs.words import sentences
from tournaments.models import FederationMember

__all__ = ["REFUSED", "end_of_join", "link_of", "refuse_on_a_laptop", "typed", "whole", "wholes"]


def refuse_on_a_laptop() -> None:
    """A laptop has one club and no such page."""
    if settings.PROFILE.club:
        raise Http404


def link_of(request: HttpRequest, welcomed: Welcomed) -> str:
    """Where its first owner comes in; the code stands behind the "#", which reaches no log."""
    return f"{credentials.public_base(request)}{reverse('invited')}#{welcomed.code}"


def typed(request: HttpRequest, *names: str) -> dict[str, str]:
    """What was sent under these names."""
    return {name: request.POST.get(name, "") for name in names}


def whole(text: str) -> int:
    """A whole number of a form or an address, or 0."""
    return number_in(text) or 0


def wholes(texts: Iterable[str]) -> list[int]:
    """The whole numbers among these, each once."""
    return [number for number in dict.fromkeys(map(whole, texts)) if number]


def end_of_join(
    request: HttpRequest, row: FederationMember, *, back: str, loses: str, end: Callable[[int], object]
) -> HttpResponse:
    """What joins a member to a person is over: first what that means. `loses`: what nobody sees then."""
    join, problems = joining.running(row), list[str]()
    if join is None:
        return redirect(back)
    if request.method == "POST":
        meant = whole(request.POST.get("join", ""))
        try:
            end(meant)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            audit.note(request, "member-join-ended", join=meant)
            messages.success(request, gettext("The join has ended."))
            return redirect(back)
    context = {"member": row, "join": join, "problems": problems, "other": loses, "back": back}
    return render(request, "clubs/join_end.html", context, status=REFUSED if problems else 200)
