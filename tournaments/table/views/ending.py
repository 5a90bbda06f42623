"""The end of an evening at a table: a page of its own, and a picture of it to send."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from config.packing import no_secrets
from scoring import GAMES
from tournaments.access.requests import arrive
from tournaments.access.sharing import SHAPES, picture_answer
from tournaments.paper.sheet import ending_picture
from tournaments.table import reading
from tournaments.table.ending import is_over, table_ending


@no_secrets
@require_safe
def ending(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is where, how it went, the best hand, medals, who pays whom; and on with the same people."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    if not view.hands:
        return redirect("table", pk=pk)
    quick = visitor.sitting.event_id is None
    context = {
        "view": view,
        "ending": table_ending(view),
        "over": is_over(view),
        "shares": quick and is_over(view),
        "others": [game for game in GAMES if game is not view.game and len(view.people) in game.seats],
        "again": quick and visitor.part == "host",
    }
    return render(request, "tournaments/ending.html", context)


@require_safe
def picture(request: HttpRequest, pk: int, shape: str) -> HttpResponse:
    """The same as a picture, once the evening is over; of a table of an event there is none."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    if shape not in SHAPES or visitor.sitting.event_id is not None or not is_over(view):
        raise Http404
    subject = ("table", visitor.sitting.pk, shape, get_language())
    name = f"{view.game.key}-{visitor.sitting.pk}-{shape}"

    def draw() -> bytes:
        return ending_picture(table_ending(view).printed, wide=shape == "wide")

    return picture_answer(request, subject, view.mark, draw, name)
