"""Ratings as the seeds of an event: a look first, then all of them at once."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from config.digits import LONGEST, number_in
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.careers.seeding import seed_rows, take_ratings
from tournaments.careers.switches import switches_of
from tournaments.desk.views.shared import REFUSED, official, page, sentences


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ADD_PEOPLE)
def ratings(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who would be seeded where."""
    if not switches_of(desk.event.whose).rating:
        raise Http404
    if refused := official(request, desk, here="people"):
        return refused
    rows = seed_rows(desk.event)
    problems: list[str] = []
    if request.method == "POST":
        try:
            changed = take_ratings(event=desk.event, seen=_seen(request), by=desk.by)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            if changed is not None:
                text = ngettext(
                    "{count} entrant is seeded anew.", "{count} entrants are seeded anew.", changed
                )
                messages.success(request, text.format(count=changed))
                return redirect("desk-people", pk=desk.event.pk)
            problems = [gettext("Ratings or entrants have just changed: this is how it would be now.")]
    context = {"rows": rows, "problems": problems, "changes": any(row.changes for row in rows)}
    status = REFUSED if problems else 200
    return page(request, desk, "desk/ratings.html", context, here="people", status=status)


def _seen(request: HttpRequest) -> dict[int, int | None]:
    """The seeds that the page has shown: `entrant-seed` each, without a number where there is none."""
    seen: dict[int, int | None] = {}
    for text in request.POST.getlist("seed")[:10_000]:
        named, dash, seed = text.partition("-")
        if dash and (entrant := number_in(named, LONGEST)) is not None:
            seen[entrant] = number_in(seed)
    return seen
