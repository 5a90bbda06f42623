"""Screens for projectors. Everybody may look at them; the desk decides what they show."""

from __future__ import annotations

import io
import time

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from config.digits import number_in
from config.security import with_policy
from config.shared import by_anybody, shared
from tournaments.access import credentials, pace
from tournaments.access.desk import actor_of, part_in
from tournaments.access.roles import Action, may
from tournaments.events.ground.hearing import aged
from tournaments.events.ground.stamps import Stamp, screen_now
from tournaments.hall.boards import BoardView, board_view
from tournaments.hall.gathering import hall
from tournaments.hall.pieces import piece
from tournaments.hall.views.watching import face_for, live_answer, short_answer, stamped
from tournaments.hall.waiting import STEP
from tournaments.models import Event, Screen

# Boards that change with the time also when nobody writes.
TIMED = ("live", "waiting", "season", "matchday", "records")


@shared()
@require_safe
def boards(request: HttpRequest, pk: int) -> HttpResponse:
    """All screens of the event, to be opened on projectors."""
    pace.visit(pk)
    event = get_object_or_404(Event, pk=pk)
    return render(request, "hall/boards.html", {"event": event, "screens": event.screens.all()})


@shared("part", "page", "preview")
@require_safe
def board(request: HttpRequest, pk: int, screen: int) -> HttpResponse:
    """One screen. It asks every second; as long as nothing has changed, two small queries answer it."""
    return _board(request, pk, screen)


@require_safe
def with_keys(request: HttpRequest, pk: int, screen: int) -> HttpResponse:
    """The same screen in a browser of the desk, whose keys steer it; a screen for everybody has none."""
    return _board(request, pk, screen)


def _board(request: HttpRequest, pk: int, screen: int) -> HttpResponse:
    stamp = stamped(pk)
    live = request.GET.get("part") == "live"
    if live and (now := screen_now(pk, screen)):
        shows, revision = now
        if short := short_answer(request, stamp.tag(screen, revision, _bucket(shows)), stamp.age):
            return short
    row = Screen.objects.filter(event=pk, pk=screen).first()
    if row is None:
        return _removed(request, pk)
    preview = "preview" in request.GET
    bucket = _bucket(row.shows)
    tag = stamp.tag(row.pk, row.revision, bucket)
    view = _view(stamp, row, bucket)
    page = 0 if live else _page(request, view)
    here = hall(stamp)

    def context() -> dict[str, object]:
        return {"event": here.event, "view": view, "page": page, "version": settings.VERSION}

    body = piece(stamp, "hall/_board.html", context, row.pk, row.revision, bucket, page)
    if live:
        response = live_answer(request, tag, body)
    else:
        context_of_page: dict[str, object] = {
            "preview": preview,
            "event": here.event,
            "screen": row,
            "view": view,
            "clock": face_for(request, here.event),
            "body": body,
            "tag": tag,
            "next_page": page + 1,
            "age": stamp.age,
            "address": _address(request, pk),
            "steer": "" if preview or by_anybody(request) else _steer(request, row),
        }
        response = render(request, "hall/board.html", context_of_page)
        if preview:  # shown small at the desk; nothing on it can be clicked
            with_policy(response, {}, framed=True)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return aged(response, stamp.age)


def _removed(request: HttpRequest, pk: int) -> HttpResponse:
    """A calm page for the projector whose screen was removed at the desk, with the screens there are."""
    pace.visit(pk)
    event = get_object_or_404(Event.objects.defer("logo"), pk=pk)
    context = {"event": event, "screens": event.screens.all()}
    return render(request, "hall/board_removed.html", context, status=404)


def _bucket(shows: str) -> int:
    """The moment a board is made for, where it changes with the time."""
    return int(time.time() // STEP) if shows in TIMED else 0


def _view(stamp: Stamp, screen: Screen, bucket: int) -> BoardView:
    return board_view(screen, hall(stamp), lambda: hall(stamp, desk=True), bucket)


def _page(request: HttpRequest, view: BoardView) -> int:
    """Without a script the page turns by being loaded again."""
    asked = number_in(request.GET.get("page", ""), 4)
    if view.held is None and asked is not None:
        return asked % len(view.leaves)
    return view.page(0 if by_anybody(request) else time.time())


def _steer(request: HttpRequest, screen: Screen) -> str:
    """Where the keys of this browser are sent to, if it belongs to the desk."""
    part = part_in(actor_of(request), screen.event)
    return (
        reverse("desk-screen", args=(screen.event_id, screen.pk)) if may(part, Action.STEER_SCREENS) else ""
    )


@shared()
@require_safe
def qr(request: HttpRequest, pk: int) -> HttpResponse:
    """The address of the event's page for cameras."""
    pace.visit(pk)
    get_object_or_404(Event.objects.only("pk"), pk=pk)
    picture = io.BytesIO()
    import segno  # only for this

    segno.make(_address(request, pk), error="m", micro=False).save(
        picture, kind="svg", border=3, xmldecl=False, svgns=True, light="#fff", dark="#000", omitsize=True
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _address(request: HttpRequest, pk: int) -> str:
    return f"{credentials.public_base(request)}{reverse('event', args=(pk,))}"
