"""Seasons at the desk: which there are, their lists, rules and files."""

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
from tournaments.desk import seasonforms, seasonviews
from tournaments.desk.seasonpapers import KINDS, season_paper
from tournaments.desk.seasonviews import now_of, season_for
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.engines.plans.answers import answers
from tournaments.engines.season import SeasonRules, rule_hints
from tournaments.hall.public import EVERYTHING
from tournaments.models import ClubSeason
from tournaments.people.spreadsheets import file_of
from tournaments.seasons import changing, files, showing
from tournaments.seasons.cups import cup_of
from tournaments.seasons.gathering import ListOfSeason, lists_of, rules_of
from tournaments.seasons.keeping import SeasonNow, season_now
from tournaments.seasons.usual import USUAL, usual
from tournaments.seasons.words import line_not_noted, notice_lines


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All seasons of the club."""
    rows = ClubSeason.objects.filter(tenant=actor.tenant).order_by("over_at", "-created_at", "-pk")
    seasons = [seasonviews.season_line(row) for row in rows.defer("recorded")]
    return render(request, "desk/seasons.html", {"seasons": seasons})


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def new(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A name, and rules to begin with."""
    problems: list[str] = []
    if request.method == "POST":
        chosen = usual(request.POST.get("usual", ""))
        try:
            season = changing.create_season(
                tenant=actor.tenant,
                name=request.POST.get("name", ""),
                rules=chosen.rules if chosen is not None else SeasonRules(),
                by=actor.name,
            )
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            return redirect("desk-season", season=season.pk)
    context = {
        "usual": USUAL,
        "chosen": request.POST.get("usual", USUAL[0].key),
        "name": request.POST.get("name", ""),
        "problems": problems,
    }
    return render(request, "desk/season_new.html", context, status=REFUSED if problems else 200)


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def season(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """The list as it stands, the evenings, and what was done."""
    row = season_for(actor, season)
    now = now_of(row, request.GET.get("of", ""))
    context = {
        "season": row,
        "page": showing.season_page(now, full=True),
        "evenings": showing.evening_lines(now.facts, full=True),
        "cup": cup_of(now.facts, full=True),
        "log": notice_lines(row),
        "pending": line_not_noted(row),
        "papers": KINDS,
    }
    return render(request, "desk/season.html", context)


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def person(request: HttpRequest, actor: Actor, season: int, person: int) -> HttpResponse:
    """Why somebody stands where he stands, with the names that organisers read."""
    row = season_for(actor, season)
    now = now_of(row, request.GET.get("of", ""))
    view = showing.person_view(now, person, full=True)
    if view is None:
        raise Http404
    return render(request, "desk/season_person.html", {"season": row, "view": view})


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def head(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """What it is called, whose people are members, who may see it; over or not."""
    row = season_for(actor, season)
    typed: dict[str, Any] = {"name": row.name, "home": row.home, "seed": row.seed, "listed": row.listed}
    problems: list[str] = []
    if request.method == "POST":
        typed = {name: request.POST.get(name, "") for name in ("name", "home", "seed")}
        typed["listed"] = "listed" in request.POST
        try:
            row = changing.change_head(season=row, **typed, by=actor.name)
            changing.end_season(season=row, over="over" in request.POST, by=actor.name)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("desk-season", season=row.pk)
    context = {
        "season": row,
        "typed": typed,
        "over": "over" in request.POST if problems else row.over_at is not None,
        "problems": problems,
    }
    return render(request, "desk/season_head.html", context, status=REFUSED if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def rules(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """The form of the rules, with the sentence they make and what one may not have thought of."""
    row = season_for(actor, season)
    before = rules_of(row)
    begin_with = usual(request.GET.get("usual", ""))
    shown = before if begin_with is None else begin_with.rules
    form = seasonforms.rules_form(shown)
    status = 200
    if request.method == "POST":
        raw = seasonforms.rules_sent(request.POST, before)
        try:
            asked = answers(SeasonRules, raw)
            if "look" in request.POST:
                shown, form = asked, seasonforms.rules_form(asked, request.POST)
            else:
                changing.change_rules(season=row, raw=raw, by=actor.name)
                messages.success(request, gettext("Saved."))
                return redirect("desk-season", season=row.pk)
        except Unreadable as unreadable:
            form, status = seasonforms.rules_form(before, request.POST, unreadable.problems), REFUSED
    say = showing.wording()
    below_zero = seasonviews.may_be_below_zero(row)
    context = {
        "season": row,
        "asked": form,
        "sentence": showing.rule_sentence(ListOfSeason("", "", shown), row.evenings.count()),
        "hints": [say.say(hint.text) for hint in rule_hints(shown, below_zero=below_zero)],
        "usual": USUAL,
    }
    return render(request, "desk/season_rules.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def views(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """Lists beside that of everybody, from the same evenings: ladies, members, clubs."""
    row = season_for(actor, season)
    problems: list[str] = []
    if request.method == "POST":
        try:
            changing.change_views(season=row, views=seasonviews.views_sent(request.POST), by=actor.name)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("desk-season", season=row.pk)
    rows = seasonviews.views_sent(request.POST) if problems else list(row.views)
    context = {
        "season": row,
        "views": seasonviews.view_cells(rows),
        "categories": seasonviews.categories_of(row),
        "problems": problems,
    }
    return render(request, "desk/season_views.html", context, status=REFUSED if problems else 200)


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def paper(request: HttpRequest, actor: Actor, season: int, key: str) -> HttpResponse:
    """The list on paper: with all evenings, or the totals only."""
    row = season_for(actor, season)
    if key not in {kind.key for kind in KINDS}:
        raise Http404
    data = season_paper(now_of(row, request.GET.get("of", "")), key)
    memory.give_back()  # what drawing took
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(row.name) or "season"}-{key}.pdf"'
    return response


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def export(request: HttpRequest, actor: Actor, season: int, kind: str) -> HttpResponse:
    """The list as a file, as everybody may see it."""
    row = season_for(actor, season)
    name = slugify(row.name) or "season"
    now = now_of(row, request.GET.get("of", ""))
    if kind in ("csv", "xlsx"):
        return file_of(files.season_table(now), name, kind)
    if kind == "json":
        return JsonResponse(files.as_json(now), json_dumps_params={"ensure_ascii": False, "indent": 1})
    if kind != "zip":
        raise Http404
    facts = now.facts
    pages = [
        showing.season_page(SeasonNow(facts, of, season_now(facts, of, lambda event: EVERYTHING).table))
        for of in lists_of(row)
    ]
    data = files.as_site(facts, pages, showing.evening_lines(facts))
    response = HttpResponse(data, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response


@require_POST
@at_any_desk(Action.KEEP_SEASONS)
def delete(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """A season without evenings, for ever."""
    row = season_for(actor, season)
    try:
        changing.delete_season(season=row)
    except Unreadable as unreadable:
        messages.error(request, " ".join(sentences(unreadable)))
        return redirect("desk-season", season=row.pk)
    messages.success(request, gettext("{name} is deleted.").format(name=row.name))
    return redirect("desk-seasons")
