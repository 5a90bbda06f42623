"""The evenings of a season at the desk: a date, an event, tables, or a list from paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring import Unreadable
from tournaments.access import allowances
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.desk import seasondates as choosing
from tournaments.desk import seasonforms
from tournaments.desk.seasonviews import season_for
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.lists import ListRow, point_rows
from tournaments.models import EveningResult, Event, SeasonDate
from tournaments.people import spreadsheets
from tournaments.people.importing import packed, unpacked
from tournaments.people.incoming import REST
from tournaments.seasons import changing, entering
from tournaments.seasons.gathering import is_from_file
from tournaments.seasons.names import names_of
from tournaments.seasons.resultfiles import is_results, rows_of_results
from tournaments.seasons.showing import wording

DECIDING = "who-"


def evening_for(actor: Actor, season: int, evening: int) -> SeasonDate:
    """An evening of a season of the actor's club."""
    return get_object_or_404(
        SeasonDate.objects.select_related("season", "event", "matchday"),
        season__tenant__in=actor.tenants,
        season=season,
        pk=evening,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def add(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """One more evening: an event that is here, or a date to begin with."""
    row = season_for(actor, season)
    problems: list[str] = []
    if request.method == "POST":
        try:
            added = _add(request, actor, row)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("The evening is in the season."))
            if added.event_id is not None:
                return redirect("desk-season", season=row.pk)
            return redirect("desk-season-date", season=row.pk, evening=added.pk)
    typed = {name: request.POST.get(name, "") for name in seasonforms.DATE_FIELDS}
    context = {
        "season": row,
        "events": choosing.events_for(row),
        "typed": typed,
        "problems": problems,
        **choosing.words_of(row),
    }
    return render(request, "desk/season_add.html", context, status=REFUSED if problems else 200)


def _add(request: HttpRequest, actor: Actor, season: Any) -> SeasonDate:
    chosen = request.POST.get("event", "")
    if chosen:
        event = _event(actor, chosen)
        return changing.add_date(season=season, day=event.day, event=event, by=actor.name)
    day, words = seasonforms.date_sent(request.POST)
    return changing.add_date(season=season, day=day, by=actor.name, **words)


def _event(actor: Actor, number: str) -> Event:
    pk = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    event = Event.objects.filter(tenant=actor.tenant, pk=pk).first()
    if event is None:
        raise changing.no_season("no_event", choosing.NO_EVENT, "event")
    return event


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def evening(request: HttpRequest, actor: Actor, season: int, evening: int) -> HttpResponse:
    """When and where, where its results come from, and what was typed."""
    row = evening_for(actor, season, evening)
    if request.method != "POST":
        return _evening(request, actor, row)
    try:
        day, words = seasonforms.date_sent(request.POST)
        changing.change_date(date_=row, day=day, by=actor.name, **words)
    except Unreadable as unreadable:
        typed = {name: request.POST.get(name, "") for name in seasonforms.DATE_FIELDS}
        return _evening(request, actor, row, {"typed": typed, "problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-season", season=row.season_id)


def _evening(
    request: HttpRequest,
    actor: Actor,
    row: SeasonDate,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    results = list(row.results.select_related("player"))
    names = names_of(row.season, [result.player_id for result in results], full=True)
    context = {
        "season": row.season,
        "evening": row,
        "typed": seasonforms.date_cells(row),
        "from_file": is_from_file(row),
        "results": [(result, names.of(result.player_id)) for result in results],
        "events": choosing.events_for(row.season, row),
        "tables": choosing.tables_for(row),
        **choosing.words_of(row.season),
        **(more or {}),
    }
    return render(request, "desk/season_date.html", context, status=status)


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def choose(request: HttpRequest, actor: Actor, season: int, evening: int) -> HttpResponse:
    """The event that this evening is, or the tables that count."""
    row = evening_for(actor, season, evening)
    chosen = request.POST.get("event", "")
    try:
        if "tables" in request.POST:
            keys = [int(key) for key in request.POST.getlist("table") if key.isdecimal() and len(key) < 10]
            changing.set_tables(date_=row, tables=keys, by=actor.name)
        else:
            event = _event(actor, chosen) if chosen else None
            changing.set_event(date_=row, event=event, by=actor.name)
    except Unreadable as unreadable:
        return _evening(request, actor, row, {"source_problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-season", season=row.season_id)


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def take_list(request: HttpRequest, actor: Actor, season: int, evening: int) -> HttpResponse:
    """A list from paper or a file: first shown, then taken."""
    row = evening_for(actor, season, evening)
    text = request.POST.get("text", "")[:200_000]
    try:
        rows = _rows(request, text)
        decisions = {
            key: request.POST[key] for key in request.POST if key.startswith(DECIDING) or key == REST
        }
        tenant = actor.tenant
        seen = entering.look(rows, tenant=tenant, decisions=decisions)
        if "back" in request.POST:
            return _evening(request, actor, row, {"text": _as_text(rows), "list_open": True})
        if "confirm" in request.POST or REST in request.POST:
            if not settings.PROFILE.club and seen.new:
                allowances.refuse_full(tenant, people=seen.new)
            seen, taken = entering.take_list(date_=row, rows=rows, decisions=decisions, by=actor.name)
            if taken:
                words = ngettext("{count} result counts.", "{count} results count.", len(seen.taken))
                messages.success(request, words.format(count=len(seen.taken)))
                return redirect("desk-season", season=row.season_id)
    except Unreadable as unreadable:
        more = {"list_problems": sentences(unreadable), "text": text, "list_open": True}
        return _evening(request, actor, row, more, REFUSED)
    say = wording()
    context = {
        "season": row.season,
        "evening": row,
        "seen": seen,
        "left_out": [(line, [say.say(text) for text in line.wrong]) for line in seen.left_out],
        "packed": packed(rows),
    }
    status = REFUSED if "confirm" in request.POST else 200
    return render(request, "desk/season_list.html", context, status=status)


def _rows(request: HttpRequest, text: str) -> Sequence[ListRow]:
    carried = request.POST.get("rows", "")
    if carried:
        return unpacked(carried)
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile):
        data = file.read()
        return rows_of_results(data) if is_results(data) else spreadsheets.table_of_file(data)
    return point_rows(text)


def _as_text(rows: Sequence[ListRow]) -> str:
    return "\n".join("\t".join(row.cells) for row in rows)


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def result(request: HttpRequest, actor: Actor, season: int, evening: int, result: int) -> HttpResponse:
    """Other points for somebody, with a reason."""
    row = evening_for(actor, season, evening)
    of = get_object_or_404(EveningResult.objects.select_related("evening__season"), evening=row, pk=result)
    typed = request.POST.get("points", "").strip().replace("−", "-")
    try:
        if not typed.lstrip("-").isdecimal() or not typed.isascii() or len(typed) > 8:
            raise changing.no_season("points", choosing.NO_POINTS, "points")
        reason = request.POST.get("reason", "")
        entering.correct_result(result=of, points=int(typed), reason=reason, by=actor.name)
    except (Unreadable, ValueError) as wrong:
        problems = sentences(wrong) if isinstance(wrong, Unreadable) else [gettext(choosing.NO_POINTS)]
        return _evening(request, actor, row, {"result_problems": problems}, REFUSED)
    messages.success(request, gettext("Corrected. What it has moved stands in the log of the season."))
    return redirect("desk-season", season=row.season_id)


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def remove(request: HttpRequest, actor: Actor, season: int, evening: int) -> HttpResponse:
    """The evening, or only what was typed of it, out of the season."""
    row = evening_for(actor, season, evening)
    if "results" in request.POST:
        entering.clear_list(date_=row, by=actor.name)
        messages.success(request, gettext("The results are out of the season."))
        return redirect("desk-season-date", season=row.season_id, evening=row.pk)
    changing.remove_date(date_=row, by=actor.name)
    messages.success(request, gettext("The evening is out of the season."))
    return redirect("desk-season", season=row.season_id)
