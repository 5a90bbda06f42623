"""People of a season at the desk: points by decision, who has no place, who comes to the final."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from config import memory
from scoring import Unreadable
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.desk import seasondeciding as people_of
from tournaments.desk.seasondates import NO_EVENT
from tournaments.desk.seasonpapers import final_paper, final_table
from tournaments.desk.seasonviews import now_of, season_for
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.models import ClubSeason, Event
from tournaments.people.spreadsheets import file_of
from tournaments.seasons import decided, deciding, showing
from tournaments.seasons.changing import no_season


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def decisions(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """Points for or against somebody, and who has no place."""
    row = season_for(actor, season)
    problems: list[str] = []
    if request.method == "POST":
        try:
            _decide(request, actor, row)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Saved. What it has moved stands in the log of the season."))
            return redirect("desk-season-decisions", season=row.pk)
    context = {
        "season": row,
        "people": people_of.season_people(now_of(row, "")),
        "typed": {name: request.POST.get(name, "") for name in ("do", "person", "points", "reason")},
        "problems": problems,
    }
    return render(request, "desk/season_decisions.html", context, status=REFUSED if problems else 200)


def _decide(request: HttpRequest, actor: Actor, season: ClubSeason) -> None:
    do, person = request.POST.get("do", ""), _number(request.POST.get("person", ""))
    reason = request.POST.get("reason", "")
    if do == decided.POINTS:
        points = request.POST.get("points", "")
        deciding.give_points(season=season, person=person, points=points, reason=reason, by=actor.name)
    elif do == decided.POINTS_BACK:
        deciding.take_back(season=season, key=request.POST.get("key", ""), by=actor.name)
    else:
        barred = do != decided.LET_IN
        deciding.decide(
            season=season, what=decided.BARRED, person=person, holds=barred, reason=reason, by=actor.name
        )


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def final(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """The list of the final; who says no; everybody on it into an event."""
    row = season_for(actor, season)
    problems: list[str] = []
    event = None
    try:
        event = _event(actor, request)
        if request.method == "POST":
            return _final(request, actor, row, event)
    except Unreadable as unreadable:
        problems = sentences(unreadable)
    now = now_of(row, "")
    totals = {line.person: line.total for line in showing.season_page(now, full=True).people}
    context = {
        "season": row,
        "final": people_of.final_list(now, totals, event),
        "events": people_of.events_of_final(row),
        "problems": problems,
    }
    return render(request, "desk/season_final.html", context, status=REFUSED if problems else 200)


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def final_file(request: HttpRequest, actor: Actor, season: int, kind: str) -> HttpResponse:
    """The list of the final on paper and for spreadsheets, with the names as everybody may read them."""
    row = season_for(actor, season)
    now = now_of(row, "")
    name = f"{slugify(row.name) or 'season'}-final"
    if kind in ("csv", "xlsx"):
        return file_of(final_table(now), name, kind)
    if kind != "pdf":
        raise Http404
    data = final_paper(now)
    memory.give_back()  # what drawing took
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def _final(request: HttpRequest, actor: Actor, season: ClubSeason, event: Event | None) -> HttpResponse:
    if "enter" in request.POST:
        if event is None:
            raise no_season("no_event", NO_EVENT, "event")
        people = people_of.final_people(now_of(season, ""))
        entered = deciding.enter_finalists(season=season, event=event, people=people, by=actor.name)
        words = ngettext("{count} person is entered.", "{count} people are entered.", len(entered))
        messages.success(request, words.format(count=len(entered)))
        return redirect("desk-people", pk=event.pk)
    person = _number(request.POST.get("person", ""))
    deciding.decide(
        season=season,
        what=decided.DECLINED,
        person=person,
        holds="declines" in request.POST,
        by=actor.name,
    )
    return redirect("desk-season-final", season=season.pk)


def _event(actor: Actor, request: HttpRequest) -> Event | None:
    text = (request.POST if request.method == "POST" else request.GET).get("event", "")
    if not text:
        return None
    event = Event.objects.filter(tenant=actor.tenant, pk=_number(text), finished_at=None).first()
    if event is None:
        raise no_season("no_event", NO_EVENT, "event")
    return event


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
