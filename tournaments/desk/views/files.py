"""Files of an event: the whole of it, its results, a web site of it; and taking one in."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import Unreadable
from tournaments import exchange
from tournaments.access import allowances
from tournaments.access.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.access.requests import pretty_json
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines import eventchain
from tournaments.events.ground.links import last_link
from tournaments.exchange.checkerfile import NAME, checker_file
from tournaments.exchange.results import as_json, ranking_table, sheets_table
from tournaments.exchange.site import as_site
from tournaments.lists import write_csv, write_xlsx
from tournaments.models import Event

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@at_desk(Action.EXPORT_EVENT)
def files(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What can be taken along."""
    link = last_link(desk.event)
    checksum = eventchain.shown(link.hash) if link else ""
    more = {"checksum": checksum, "file_name": _file_name(desk.event, "zip")}
    return page(request, desk, "desk/files.html", more, here="files")


@require_safe
@at_desk(Action.EXPORT_EVENT)
def whole(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole event, for another installation or for safe keeping."""
    return _download(exchange.as_file(desk.event), "application/zip", desk.event, "zip")


@require_safe
@at_desk(Action.EXPORT_EVENT)
def checker(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The program that checks an event file anywhere."""
    response = HttpResponse(checker_file(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{NAME}"'
    return response


@require_safe
@at_desk(Action.EXPORT_EVENT)
def results(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """The standings and every table as CSV, spreadsheet or JSON; at the desk nothing is hidden."""
    known = whole_hall(desk.event)
    match kind:
        case "csv":
            text = write_csv(ranking_table(known), semicolons=get_language() != "en")
            return _download(text.encode(), "text/csv; charset=utf-8", desk.event, "csv")
        case "xlsx":
            return _download(write_xlsx(ranking_table(known), sheets_table(known)), XLSX, desk.event, "xlsx")
        case "json":
            return _download(pretty_json(as_json(known)), "application/json", desk.event, "json")
    raise Http404


@require_safe
@at_desk(Action.EXPORT_EVENT)
def site(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Plain HTML for the club's web site."""
    return _download(as_site(whole_hall(desk.event)), "application/zip", desk.event, "zip", gettext("site"))


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def take_in(request: HttpRequest, actor: Actor) -> HttpResponse:
    """An event from another installation."""
    problem = ""
    if request.method == "POST":
        sent = request.FILES.get("file")
        try:
            if not isinstance(sent, UploadedFile):
                raise exchange.NotAnEvent(gettext("Choose the file first."))
            data = sent.read()
            allowances.refuse_full(actor.tenant, events=1, size=len(data))
            return redirect("desk-event", pk=exchange.take_in(data).pk)
        except exchange.NotAnEvent as refused:
            problem = str(refused)
        except Unreadable as full:
            problem = " ".join(sentences(full))
    return render(request, "desk/take_in.html", {"problem": problem}, status=REFUSED if problem else 200)


def _download(data: bytes, kind: str, event: Event, ending: str, more: str = "") -> HttpResponse:
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{_file_name(event, ending, more)}"'
    return response


def _file_name(event: Event, ending: str, more: str = "") -> str:
    name = "-".join(filter(None, (event.day.isoformat(), slugify(event.title)[:60] or "event", more)))
    return f"{name}.{ending}"
