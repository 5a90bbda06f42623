"""Who takes part in an event: typed, pasted, from a file; the list, and who does not want to meet."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import Unreadable
from tournaments.desk import Desk, at_desk
from tournaments.events.stages import settings_of
from tournaments.register import entrants, listing, people, presence
from tournaments.register.forecast import forecast
from tournaments.register.taking import take_in as take
from tournaments.register.taking import typed as typed_rows
from tournaments.roles import Action
from tournaments.views.desk import listing_in
from tournaments.views.desk.shared import REFUSED, page, sentences
from tournaments.views.shared import whole

TYPED = ("name", "club", "category", "team", "number")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ADD_PEOPLE)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody who takes part; POST enters what was typed."""
    if request.method != "POST":
        return _list(request, desk, {})
    typed = {name: request.POST.get(name, "") for name in TYPED}
    rows = typed_rows(**typed)
    try:
        taken = take(rows=rows, event=desk.event, by=desk.by)
    except Unreadable as unreadable:
        return _list(request, desk, {"typed": typed, "problems": sentences(unreadable)}, REFUSED)
    if not taken.done:
        return page(
            request, desk, "desk/entrants_in.html", listing_in.shown(taken.preview, rows), here="people"
        )
    if not taken.entrants:
        return _list(request, desk, {"typed": typed, "problems": listing_in.in_the_way(taken)}, REFUSED)
    messages.success(request, listing_in.taken_words(taken, desk.event))
    return redirect("desk-people", pk=desk.event.pk)


def _list(request: HttpRequest, desk: Desk, more: dict[str, Any], status: int = 200) -> HttpResponse:
    settings = settings_of(desk.event)
    order = "number" if request.GET.get("by") == "number" else "name"
    rows = listing.rows(desk.event, by=order)
    count = listing.counts(rows)
    context = {
        "rows": rows,
        "by": order,
        "letters": listing.jumps(rows) if order == "name" else (),
        "count": count,
        "said": listing.said(count, settings.fee),
        "forecast": forecast(desk.event),
        "heads": settings.entrant,
        "fee": settings.fee,
        "wishes": listing.wishes(desk.event, rows),
        **more,
    }
    return page(request, desk, "desk/entrants.html", context, here="people", status=status)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def take_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A list, or a single doubtful name: first shown, then taken."""
    decisions = listing_in.decisions_sent(request)
    try:
        rows = listing_in.rows_sent(request)
        if listing_in.goes_back(request):
            return _list(request, desk, listing_in.back_to_text(request, rows, decisions))
        decisions = listing_in.carried(request, rows, decisions)
        if listing_in.confirmed(request):
            taken = take(rows=rows, event=desk.event, decisions=decisions, by=desk.by)
            if taken.done:
                messages.success(request, listing_in.taken_words(taken, desk.event))
                return redirect("desk-people", pk=desk.event.pk)
        text = listing_in.text_sent(request)
        context = listing_in.looked_at(rows, desk.event, decisions, text)
    except Unreadable as unreadable:
        more = {"import_problems": sentences(unreadable), "text": request.POST.get("text", "")}
        return _list(request, desk, more, REFUSED)
    status = REFUSED if listing_in.confirmed(request) else 200
    return page(request, desk, "desk/entrants_in.html", context, here="people", status=status)


@require_safe
@at_desk(Action.CHECK_IN)
def names(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A few names of the register for what has been typed so far."""
    query = (request.GET.get("name") or request.GET.get("player", ""))[:60]
    found = people.search(query, limit=12)[0] if len(query.strip()) > 1 else []
    return render(request, "desk/_names.html", {"rows": [row for row in found if not row.anonymised]})


@require_safe
@at_desk(Action.ADD_PEOPLE)
def export(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """All entries as a file."""
    if kind not in ("csv", "xlsx"):
        raise Http404
    table = listing.entrants_table(desk.event)
    return listing_in.file_of(table, f"{gettext('entrants')}-{desk.event.pk}", kind)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def apart(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Two who do not want to meet, or do not mind any more."""
    try:
        if "wish" in request.POST:
            entrants.let_meet(event=desk.event, wish=whole(request, "wish") or 0, by=desk.by)
        else:
            one, other = (whole(request, name) or 0 for name in ("one", "other"))
            entrants.keep_apart(event=desk.event, one=one, other=other, by=desk.by)
    except Unreadable as unreadable:
        return _list(request, desk, {"apart_problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-people", pk=desk.event.pk)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def missing(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody who is still expected does not come."""
    count = presence.mark_missing(event=desk.event, by=desk.by)
    text = ngettext("{count} did not come.", "{count} did not come.", count)
    messages.success(request, text.format(count=count))
    return redirect("desk-people", pk=desk.event.pk)
