"""Who takes part in an event: typed, pasted, from a file; the list, and who does not want to meet."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.digits import number_in
from scoring import Unreadable
from scoring.text import mark as _
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import whole
from tournaments.access.roles import Action
from tournaments.careers.switches import switches_of
from tournaments.cash.plan import plan_of_event
from tournaments.desk.views import importing
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.events.ground.stages import settings_of
from tournaments.lists import folded
from tournaments.people import entrants, listing, presence, searching
from tournaments.people.bulk import rename as rename_person
from tournaments.people.bulk import set_for_many
from tournaments.people.forecast import forecast
from tournaments.people.importing import take_in as take
from tournaments.people.importing import typed as typed_rows
from tournaments.people.refusals import no_person
from tournaments.people.spreadsheets import file_of

TYPED = ("name", "club", "category", "team", "number", "minor")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ADD_PEOPLE)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody who takes part; POST enters what was typed."""
    if request.method != "POST":
        return _list(request, desk, {})
    typed = {name: request.POST.get(name, "") for name in TYPED}
    rows = typed_rows(**typed)
    try:
        importing.refuse_full(desk.event.whose, rows, desk.event)
        taken = take(rows=rows, tenant=desk.event.whose, event=desk.event, by=desk.by)
    except Unreadable as unreadable:
        return _list(request, desk, {"typed": typed, "problems": sentences(unreadable)}, REFUSED)
    if not taken.done:
        return page(
            request, desk, "desk/entrants_in.html", importing.shown(taken.preview, rows), here="people"
        )
    if not taken.entrants:
        return _list(request, desk, {"typed": typed, "problems": importing.in_the_way(taken)}, REFUSED)
    messages.success(request, importing.taken_words(taken, desk.event))
    return redirect("desk-people", pk=desk.event.pk)


def _list(request: HttpRequest, desk: Desk, more: dict[str, Any], status: int = 200) -> HttpResponse:
    settings, takes = settings_of(desk.event), plan_of_event(desk.event).takes
    order = "number" if request.GET.get("by") == "number" else "name"
    rows = listing.rows(desk.event, by=order)
    count = listing.counts(rows)
    context = {
        "rows": rows,
        "by": order,
        "letters": listing.jumps(rows) if order == "name" else (),
        "count": count,
        "counts": listing.counts_in_words(count, takes),
        "forecast": forecast(desk.event),
        "heads": settings.entrant,
        "fee": takes,
        "rated": switches_of(desk.event.whose).rating,
        "wishes": listing.wishes(desk.event, rows),
        **more,
    }
    return page(request, desk, "desk/entrants.html", context, here="people", status=status)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def take_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A list, or a single doubtful name: first shown, then taken."""
    decisions, tenant = importing.decisions_sent(request), desk.event.whose
    try:
        rows = importing.rows_sent(request, tenant)
        if importing.goes_back(request):
            return _list(request, desk, importing.back_to_text(request, rows, decisions))
        decisions = importing.carried(request, rows, decisions)
        if importing.confirmed(request):
            importing.refuse_full(tenant, rows, desk.event, decisions)
            taken = take(rows=rows, tenant=tenant, event=desk.event, decisions=decisions, by=desk.by)
            if taken.done:
                messages.success(request, importing.taken_words(taken, desk.event))
                return redirect("desk-people", pk=desk.event.pk)
        text = importing.text_sent(request, rows)
        context = importing.looked_at(rows, tenant, desk.event, decisions, text)
    except Unreadable as unreadable:
        more = {"import_problems": sentences(unreadable), "text": request.POST.get("text", "")}
        return _list(request, desk, more, REFUSED)
    status = REFUSED if importing.confirmed(request) else 200
    return page(request, desk, "desk/entrants_in.html", context, here="people", status=status)


@require_safe
@at_desk(Action.CHECK_IN)
def names(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A few names of the register for what has been typed so far."""
    query = (request.GET.get("name") or request.GET.get("player", ""))[:60]
    people = searching.complete(desk.event.whose, query) if len(query.strip()) > 1 else []
    return render(request, "desk/_names.html", {"rows": people})


@require_safe
@at_desk(Action.ADD_PEOPLE)
def export(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """All entries as a file."""
    if kind not in ("csv", "xlsx"):
        raise Http404
    table = listing.entrants_table(desk.event)
    return file_of(table, f"{gettext('entrants')}-{desk.event.pk}", kind)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ADD_PEOPLE)
def many(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Class or team of many entries: those that are ticked, all, or everybody of a club."""
    if request.method != "POST":
        return _many(request, desk, {})
    everybody = listing.rows(desk.event)
    ticked = {text for text in request.POST.getlist("who") if text.isascii() and text.isdigit()}
    club = request.POST.get("club", "")
    chosen = [
        row.id
        for row in everybody
        if str(row.id) in ticked or "all" in request.POST or (club and row.club == club)
    ]
    field, _space, clear = request.POST.get("set", "").partition(" ")
    text = "" if clear else request.POST.get(field, "")
    try:
        if not clear and not text.strip():
            raise no_person("empty", _("Type the class or the team first."))
        count = set_for_many(event=desk.event, entrants=chosen, field=field, text=text, by=desk.by)
    except Unreadable as unreadable:
        typed = {"problems": sentences(unreadable), "typed": request.POST, "ticked": set(chosen)}
        return _many(request, desk, typed, REFUSED)
    sentence = ngettext("{count} entrant changed.", "{count} entrants changed.", count)
    messages.success(request, sentence.format(count=count))
    return redirect("desk-people-many", pk=desk.event.pk)


def _many(request: HttpRequest, desk: Desk, more: dict[str, Any], status: int = 200) -> HttpResponse:
    rows = listing.rows(desk.event, by="name")
    context = {
        "rows": rows,
        "clubs": sorted({row.club for row in rows} - {""}, key=str.casefold),
        "classes": sorted({row.category for row in rows} - {""}, key=str.casefold),
        "teams": sorted({row.team for row in rows} - {""}, key=str.casefold),
        "settings": settings_of(desk.event),
        **more,
    }
    return page(request, desk, "desk/entrants_many.html", context, here="people", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.CHECK_IN)
def rename(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The name of somebody, put right where it stands: on the list of people or at the door."""
    back = "desk-check-in" if request.GET.get("at") == "door" else "desk-people"
    entrant = desk.event.entrants.filter(pk=whole_get(request, "entry")).first()
    if entrant is None:
        raise Http404
    problems: list[str] = []
    if request.method == "POST":
        try:
            changed = rename_person(
                event=desk.event,
                person=whole(request, "person") or 0,
                name=request.POST.get("name", ""),
                by=desk.by,
            )
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Saved: {name}.").format(name=changed.name))
            return redirect(f"{reverse(back, args=(desk.event.pk,))}#entry-{entrant.pk}")
    context = {
        "entrant": entrant,
        "members": entrant.members.filter(until_round=None).select_related("player").order_by("place"),
        "typed_person": whole(request, "person"),
        "typed_name": request.POST.get("name", ""),
        "problems": problems,
        "back": f"{reverse(back, args=(desk.event.pk,))}#entry-{entrant.pk}",
    }
    status = REFUSED if problems else 200
    here = "door" if back == "desk-check-in" else "people"
    return page(request, desk, "desk/rename.html", context, here=here, status=status)


def whole_get(request: HttpRequest, name: str) -> int:
    """A whole number of the address, or 0."""
    return number_in(request.GET.get(name, "")) or 0


@require_POST
@at_desk(Action.ADD_PEOPLE)
def apart(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Two who do not want to meet, or do not mind any more."""
    try:
        if "wish" in request.POST:
            entrants.let_meet(event=desk.event, wish=whole(request, "wish") or 0, by=desk.by)
        else:
            first, second = (_chosen(request, desk, name) for name in ("one", "other"))
            wish = entrants.seat_together if "together" in request.POST else entrants.keep_apart
            wish(event=desk.event, first=first, second=second, by=desk.by)
    except Unreadable as unreadable:
        typed = {name: request.POST.get(name, "") for name in ("one", "other")}
        more = {"apart_problems": sentences(unreadable), "wished": typed}
        return _list(request, desk, more, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-people", pk=desk.event.pk)


def _chosen(request: HttpRequest, desk: Desk, name: str) -> int:
    """The entry somebody has typed: `12 · Anna`, its number, a name, or as much of it as only one has."""
    typed = request.POST.get(name, "").strip()[:150]
    number = typed.partition(" ")[0].rstrip("·")
    rows = [row for row in listing.rows(desk.event) if not row.gone]
    if number.isascii() and number.isdigit():
        fitting = [row for row in rows if str(row.number) == number]
    else:
        exactly = [row for row in rows if folded(row.name) == folded(typed)]
        words = folded(typed).split()
        fitting = exactly or [row for row in rows if words and all(word in row.find for word in words)]
    if len(fitting) == 1:
        return fitting[0].id
    if fitting:
        raise no_person("several", _("“{name}” fits several: type the start number."), name=typed)
    raise no_person("unknown", _("Nobody on the list is called “{name}”."), name=typed)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def missing(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody who is still expected does not come."""
    count = presence.mark_missing(event=desk.event, by=desk.by)
    text = ngettext("{count} did not come.", "{count} did not come.", count)
    messages.success(request, text.format(count=count))
    return redirect("desk-people", pk=desk.event.pk)
