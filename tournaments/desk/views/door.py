"""The list for the door: who is here, who has paid, and whoever just walks in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from config.digits import number_in
from config.etags import etag, not_modified
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash.plan import plan_of_event
from tournaments.desk.views import importing
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.engines.cashdesk.fines import fines_of
from tournaments.events.ground.stages import settings_of
from tournaments.lists import folded
from tournaments.lostgames.owed import lost_plan_of
from tournaments.people import listing, presence
from tournaments.people.forecast import forecast
from tournaments.people.importing import take_in, unpacked
from tournaments.people.importing import typed as typed_rows

ONE = 2  # rows: headings and one entry; lists are for organisers
SAYS: dict[str, dict[str, bool]] = {
    "both": {"here": True, "paid": True},
    "here": {"here": True},
    "paid": {"paid": True},
    "unpaid": {"paid": False},
}


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.CHECK_IN)
def door(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody with the buttons that are needed; POST is a tap on one of them."""
    if request.method == "POST":
        return _tap(request, desk)
    if request.GET.get("part") == "live":  # other helpers tick, too
        tag = etag(desk.event.revision, desk.part)
        if same := not_modified(request, tag):
            return same
        response = render(request, "desk/_door.html", _context(request, desk))
        response["ETag"] = tag
        return response
    return page(request, desk, "desk/door.html", _context(request, desk), here="door")


def _context(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """The list as it is asked for: all or the missing ones, and those who are searched for."""
    settings, takes = settings_of(desk.event), plan_of_event(desk.event).takes
    rows = listing.rows(desk.event, by="name")
    count = listing.counts(rows)
    query = request.GET.get("q", "")[:60]
    missing = request.GET.get("show") == "missing"
    words = folded(query).split()
    listed = [row for row in rows if not (missing and row.here and (row.paid or not takes))]
    listed = [row for row in listed if all(word in row.find for word in words)]
    coming = [row for row in listed if not row.gone]
    return {
        "lost": lost_plan_of(desk.event) is not None or bool(fines_of(desk.event.money)),
        "desk": desk,
        "rows": coming,
        "letters": listing.jumps(coming),
        "people_page": desk.may(Action.ADD_PEOPLE),
        "gone": [row for row in listed if row.gone],
        "count": count,
        "counts": listing.counts_in_words(count, takes),
        "forecast": forecast(desk.event),
        "fee": takes,
        "heads": settings.entrant,
        "query": query,
        "typed": {"name": request.GET.get("walk", "")[:250]},
        "missing": missing,
    }


def _tap(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One tap: `12 both`, `12 here`, `12 paid`, `12 undo`; the number is the entry's id."""
    who, _space, what = request.POST.get("say", "").partition(" ")
    entrant = number_in(who) or 0
    problems: list[str] = []
    try:
        if what == "undo":
            presence.untick(event=desk.event, entrant=entrant, by=desk.by)
        elif what in SAYS:
            presence.tick(event=desk.event, entrant=entrant, **SAYS[what], by=desk.by)
    except Unreadable as unreadable:
        problems = sentences(unreadable)
    if getattr(request, "htmx", False):
        context = _context(request, desk)
        row = next((row for row in listing.rows(desk.event) if row.id == entrant), None)
        context |= {"row": row, "problems": problems}
        return render(request, "desk/_door_tapped.html", context)
    for problem in problems:
        messages.error(request, problem)
    query = {name: request.POST[name] for name in ("q", "show") if request.POST.get(name)}
    address = reverse("desk-check-in", args=(desk.event.pk,))
    return redirect(f"{address}{'?' if query else ''}{urlencode(query)}#entry-{entrant}")


@require_POST
@at_desk(Action.CHECK_IN)
def walk_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Somebody who is not on the list: here at once, and paid if ticked."""
    typed = {name: request.POST.get(name, "") for name in ("name", "club")}
    paid = "paid" in request.POST
    decisions = importing.decisions_sent(request)
    try:
        rows = unpacked(request.POST["rows"])[:ONE] if "rows" in request.POST else typed_rows(**typed)
        taken = take_in(
            rows=rows,
            tenant=desk.event.whose,
            event=desk.event,
            decisions=decisions,
            here=True,
            paid=paid,
            by=desk.by,
        )
    except Unreadable as unreadable:
        return _again(request, desk, typed, sentences(unreadable))
    if not taken.done:
        context = importing.shown(taken.preview, rows) | {"walk_in": True, "paid": paid}
        status = REFUSED if "rows" in request.POST else 200
        return page(request, desk, "desk/entrants_in.html", context, here="door", status=status)
    if not taken.entrants:
        return _again(request, desk, typed, importing.in_the_way(taken))
    messages.success(request, importing.taken_words(taken, desk.event))
    return redirect("desk-check-in", pk=desk.event.pk)


def _again(request: HttpRequest, desk: Desk, typed: dict[str, str], problems: list[str]) -> HttpResponse:
    context = _context(request, desk) | {"typed": typed, "walk_in_problems": problems}
    return page(request, desk, "desk/door.html", context, here="door", status=REFUSED)
