"""Screens in the hall: made here, and steered from here."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from config.digits import number_in
from config.security import with_policy
from scoring import Unreadable
from tournaments.access import credentials
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import whole
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.events.plan import screens
from tournaments.hall.steering import ScreenView, screen_view, screen_views
from tournaments.models import Screen


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.STEER_SCREENS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All screens of the event; POST makes another one."""
    problems: list[str] = []
    if request.method == "POST":
        try:
            screen = screens.create_screen(
                event=desk.event, name=request.POST.get("name", ""), shows=request.POST.get("shows", "")
            )
            return redirect(f"{reverse('desk-screens', args=(desk.event.pk,))}?keys={screen.pk}")
        except Unreadable as unreadable:
            problems = sentences(unreadable)
    context = {
        "screens": screen_views(desk.event, time.time()),
        "keys": number_in(request.GET.get("keys", "")),  # the screen that the keys of this browser steer
        "problems": problems,
        "name": request.POST.get("name", ""),
        "base": credentials.public_base(request),
    }
    response = page(
        request, desk, "desk/screens.html", context, here="screens", status=REFUSED if problems else 200
    )
    return with_policy(response, {"frame-src": ["'self'"]})  # the small pictures of the screens


@require_POST
@at_desk(Action.STEER_SCREENS)
def steer(request: HttpRequest, desk: Desk, screen: int) -> HttpResponse:
    """One button or key: another board, the next page, the next step. Answers with the screen's card."""
    control = _control(desk, screen)
    _do(request, desk, control)
    htmx = getattr(request, "htmx", None)
    if htmx:
        keys = number_in(QueryDict(urlsplit(htmx.current_url or "").query).get("keys", ""))
        context = {"desk": desk, "control": _control(desk, screen), "keys": keys}
        return render(request, "desk/_screen.html", context)
    return redirect(f"{reverse('desk-screens', args=(desk.event.pk,))}?keys={screen}#screen-{screen}")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.STEER_SCREENS)
def remove(request: HttpRequest, desk: Desk, screen: int) -> HttpResponse:
    """Take a screen away: first the question, for a projector may be showing it."""
    removed = Screen.objects.filter(event=desk.event, pk=screen).first()
    if request.method == "POST":
        screens.remove_screen(event=desk.event, screen=screen)
        if removed is not None:
            messages.success(request, gettext("The screen {name} is removed.").format(name=removed.name))
        return redirect("desk-screens", pk=desk.event.pk)
    if removed is None:
        raise Http404
    return page(request, desk, "desk/screen_remove.html", {"screen": removed}, here="screens")


def _control(desk: Desk, screen: int) -> ScreenView:
    stored = Screen.objects.filter(event=desk.event, pk=screen).first()
    if stored is None:
        raise Http404
    return screen_view(stored, time.time())


def _do(request: HttpRequest, desk: Desk, control: ScreenView) -> None:
    event, pk = desk.event, control.screen.pk
    match request.POST.get("do", ""):
        case "show" if request.POST.get("board", "") in {choice.key for choice in control.choices}:
            screens.show(event=event, screen=pk, board=request.POST["board"])
        case "next" | "back" as way:
            by = 1 if way == "next" else -1
            if control.reveals:
                screens.step(event=event, screen=pk, by=by, most=control.steps + 1)
            else:
                screens.turn(event=event, screen=pk, pages=control.pages, now=control.page, by=by)
        case "hold":
            screens.hold(event=event, screen=pk, page=control.page if not control.held else None)
        case "set":
            screens.set_up(
                event=event,
                screen=pk,
                seconds=whole(request, "seconds"),
                text=request.POST.get("text"),
                theme=request.POST.get("theme"),
                start=whole(request, "start"),
                dense=request.POST["dense"] == "1" if "dense" in request.POST else None,
                part=request.POST.get("part"),
            )
        case _:
            pass
