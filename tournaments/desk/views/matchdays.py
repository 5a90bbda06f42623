"""Match-days at the desk: which events are its halls, the joint ranking, papers and files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import memory
from scoring import Unreadable
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.desk import matchdayforms
from tournaments.desk.matchdayforms import matchday_for
from tournaments.desk.matchdaypapers import matchday_paper
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.hall import matchdaypages
from tournaments.matchdays import changing
from tournaments.models import MatchDay
from tournaments.people.spreadsheets import file_of
from tournaments.seasons.changing import add_matchday


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All match-days of the club."""
    rows = MatchDay.objects.filter(tenant=actor.tenant).prefetch_related("halls")
    return render(request, "desk/matchdays.html", {"matchdays": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def new(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A name, a day, and which events are its halls."""
    if request.method != "POST":
        return _form(request, actor, None)
    try:
        sent = matchdayforms.matchday_sent(request.POST)
        matchday = changing.make_matchday(
            tenant=actor.tenant, name=sent.name, day=sent.day, halls=sent.halls, listed=sent.listed
        )
    except Unreadable as unreadable:
        return _form(request, actor, None, sentences(unreadable))
    return redirect("desk-matchday", matchday=matchday.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def halls(request: HttpRequest, actor: Actor, matchday: int) -> HttpResponse:
    """Another name or day, other halls, an event that has come later."""
    row = matchday_for(actor, matchday)
    if request.method != "POST":
        return _form(request, actor, row)
    try:
        sent = matchdayforms.matchday_sent(request.POST)
        changing.change_matchday(
            matchday=row, name=sent.name, day=sent.day, halls=sent.halls, listed=sent.listed
        )
    except Unreadable as unreadable:
        return _form(request, actor, row, sentences(unreadable))
    messages.success(request, gettext("Saved."))
    return redirect("desk-matchday", matchday=row.pk)


def _form(
    request: HttpRequest, actor: Actor, row: MatchDay | None, problems: list[str] | None = None
) -> HttpResponse:
    typed, lines = matchdayforms.typed_of(row), matchdayforms.lines_of(row)
    if problems:
        typed = {"name": request.POST.get("name", ""), "day": request.POST.get("day", "")}
        typed["listed"] = "listed" in request.POST
        lines = matchdayforms.lines_sent(request.POST) or lines
    context = {
        "matchday": row,
        "title": row.name if row is not None else gettext("New match-day"),
        "typed": typed,
        "lines": lines,
        "events": matchdayforms.events_to_choose(actor.tenant, row),
        "problems": problems or [],
    }
    return render(request, "desk/matchday_halls.html", context, status=REFUSED if problems else 200)


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def matchday(request: HttpRequest, actor: Actor, matchday: int) -> HttpResponse:
    """The halls and the joint ranking, with all that has been written."""
    return _matchday(request, actor, matchday_for(actor, matchday))


def _matchday(
    request: HttpRequest, actor: Actor, row: MatchDay, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    evening = row.evening
    context = {
        "matchday": row,
        "page": matchdaypages.matchday_page(matchdaypages.now_for_desk(row)),
        "season": evening.season if evening is not None else None,
        "seasons": matchdayforms.seasons_to_choose(actor.tenant) if evening is None else [],
        **(more or {}),
    }
    return render(request, "desk/matchday.html", context, status=status)


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def in_season(request: HttpRequest, actor: Actor, matchday: int) -> HttpResponse:
    """All halls together are one evening of a season from now on."""
    row = matchday_for(actor, matchday)
    try:
        season = matchdayforms.season_sent(actor, request.POST.get("season", ""))
        add_matchday(season=season, matchday=row, by=actor.name)
    except Unreadable as unreadable:
        return _matchday(request, actor, row, {"problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("The evening is in the season."))
    return redirect("desk-season", season=season.pk)


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def export(request: HttpRequest, actor: Actor, matchday: int, kind: str) -> HttpResponse:
    """The joint ranking as a file or on paper, with the names as everybody may read them."""
    row = matchday_for(actor, matchday)
    name = slugify(row.name) or "matchday"
    now = matchdaypages.now_for_desk(row)
    page = matchdaypages.matchday_page(now)
    if kind in ("csv", "xlsx"):
        return file_of(matchdaypages.joint_table(page), name, kind)
    if kind == "json":
        facts = matchdaypages.joint_json(page, now)
        return JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 1})
    if kind != "pdf":
        raise Http404
    data = matchday_paper(page)
    memory.give_back()  # what drawing took
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def delete(request: HttpRequest, actor: Actor, matchday: int) -> HttpResponse:
    """The match-day, not its events."""
    row = matchday_for(actor, matchday)
    try:
        changing.delete_matchday(matchday=row)
    except Unreadable as unreadable:
        messages.error(request, " ".join(sentences(unreadable)))
        return redirect("desk-matchday", matchday=row.pk)
    messages.success(request, gettext("{name} is deleted.").format(name=row.name))
    return redirect("desk-matchdays")
