"""A club's own page: its name, what it uses, everything of it as a file, and leaving."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.etags import tagged
from scoring import Unreadable
from tournaments import jobs
from tournaments.access import audit
from tournaments.access.allowances import usage_of
from tournaments.access.desk import Actor, at_any_desk, leaving_club
from tournaments.access.roles import Action
from tournaments.clubs import exporting, keeping, words
from tournaments.clubs.views.shared import REFUSED, refuse_on_a_laptop
from tournaments.clubs.words import sentences
from tournaments.models import FIRST, Club, JobState


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_CLUB)
def club(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What the owners say about their club; POST changes it."""
    row = _club_of(actor)
    if request.method != "POST":
        return _page(request, row, {})
    name, place = request.POST.get("name", ""), request.POST.get("place", "")
    listed = request.POST.get("listed") == "1"
    try:
        keeping.change(club=row, name=name, place=place, listed=listed)
    except Unreadable as unreadable:
        row.name, row.place, row.listed = name, place, listed
        return _page(request, row, {"problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-club")


def _page(request: HttpRequest, row: Club, more: Mapping[str, Any], status: int = 200) -> HttpResponse:
    quotas = words.quota_lines(row, usage_of([row.pk])[row.pk])
    context = {"club": row, "quotas": quotas, "leaves": row.pk != FIRST, **more}
    return render(request, "clubs/own.html", context, status=status)


@require_POST
@at_any_desk(Action.KEEP_CLUB)
def export(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Everything of the club as one file, put together beside what is asked meanwhile."""
    job = exporting.begin(_club_of(actor), actor.name)
    audit.note(request, "club-exported", club=actor.tenant)
    return redirect("desk-club-file", job=job.pk)


@require_safe
@at_any_desk(Action.KEEP_CLUB)
def file(request: HttpRequest, actor: Actor, job: str) -> HttpResponse:
    """How far it is; with `file` the finished one, piece by piece."""
    row = _club_of(actor)
    making = jobs.lookup(exporting.KIND, job, tenant=row.pk)
    if making is None:
        return redirect("desk-club")
    if "file" in request.GET and making.state == JobState.DONE:
        response = StreamingHttpResponse(jobs.pieces(making, exporting.WHOLE), content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{exporting.file_name(row)}"'
        response["Content-Length"] = str(making.size)
        return cast("HttpResponse", response)  # it is streamed
    context = {
        "job": making,
        "failed": not making.pending and making.state != JobState.DONE,
        "size": words.size_word(making.size),
    }
    if request.GET.get("part") == "live":
        return tagged(request, render(request, "clubs/_file.html", context))
    return render(request, "clubs/file.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_CLUB)
def leave(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Closed at once, removed for good later: whoever means it types the name."""
    row, problems = _club_of(actor), []
    if request.method == "POST":
        try:
            keeping.leave(club=row, typed=request.POST.get("name", ""), by=actor.name)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            audit.note(request, "club-leaves", club=row.pk)
            return redirect("desk-club-back")
    context = {"club": row, "problems": problems, "days": words.days_word(keeping.STAYS_FOR.days)}
    return render(request, "clubs/leave.html", context, status=REFUSED if problems else 200)


@at_any_desk()
def _nowhere(request: HttpRequest, actor: Actor) -> HttpResponse:
    raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest) -> HttpResponse:
    """An owner of a club that leaves: when it is removed, and the way back until then."""
    row = leaving_club(request)
    if row is None:
        response: HttpResponse = _nowhere(request)
        return response
    if request.method != "POST":
        return render(request, "clubs/back.html", {"club": row})
    keeping.stay(club=row, by=request.user.get_username())
    audit.note(request, "club-stays", club=row.pk)
    messages.success(request, gettext("The club stays. Everything is as it was."))
    return redirect("desk-club")


back.action = None  # type: ignore[attr-defined]  # for owners of a club that leaves, whoever else asks


def _club_of(actor: Actor) -> Club:
    refuse_on_a_laptop()
    return Club.objects.get(pk=actor.tenant)
