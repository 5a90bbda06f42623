"""Files of an event: the whole of it, its results, a web site of it; and taking one in."""

from __future__ import annotations

import threading
from typing import IO
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import URLValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from config import memory, tickets
from scoring import Unreadable
from tournaments import exchange
from tournaments.access import allowances
from tournaments.access.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.access.limits import FILES_PER_ACCOUNT, seconds
from tournaments.access.requests import pretty_json
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines import eventchain
from tournaments.events.ground.links import last_link
from tournaments.exchange.checkerfile import NAME, checker_file
from tournaments.exchange.results import as_json, ranking_table, sheets_table
from tournaments.exchange.site import as_site
from tournaments.jobs.limits import most_of_file
from tournaments.lists import write_csv
from tournaments.models import Event
from tournaments.people import spreadsheets

LONGEST_ADDRESS = 200
_taking = threading.Lock()
"""A file takes ten times its size while it is taken in: one after the other."""


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
            book = spreadsheets.workbook(ranking_table(known), sheets_table(known))
            return _download(book, spreadsheets.XLSX, desk.event, "xlsx")
        case "json":
            return _download(pretty_json(as_json(known)), "application/json", desk.event, "json")
    raise Http404


@require_safe
@at_desk(Action.EXPORT_EVENT)
def site(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Plain HTML for the club's web site; `address`: where it will stand, if somebody has said so."""
    data = as_site(whole_hall(desk.event), _folder(request.GET.get("address", "")))
    return _download(data, "application/zip", desk.event, "zip", gettext("site"))


def _folder(typed: str) -> str:
    """The address of a folder on the web, with a slash at its end; empty for anything else."""
    text = typed.strip()[:LONGEST_ADDRESS]
    text = text if "://" in text or not text else f"https://{text}"
    try:
        URLValidator(schemes=["http", "https"])(text)
    except ValidationError:
        return ""
    parts = urlsplit(text)
    path = parts.path if parts.path.endswith((".html", "/")) else f"{parts.path}/"
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def take_in(request: HttpRequest, actor: Actor) -> HttpResponse:
    """An event from another installation."""
    problem = ""
    most = most_of_file(actor.tenant)
    if request.method == "POST":
        try:
            file = _sent(request, actor, most)
            allowances.refuse_full(actor.tenant, events=1, size=_size_of(file))
            with _taking:
                event = exchange.take_in(file, actor.tenant)
            memory.give_back()  # what reading it took
            return redirect("desk-event", pk=event.pk)
        except exchange.NotAnEvent as refused:
            problem = str(refused)
        except Unreadable as full:
            problem = " ".join(sentences(full))
    context = {"problem": problem, "most": most, "ticket": tickets.issue(request, most)}
    return render(request, "desk/take_in.html", context, status=REFUSED if problem else 200)


def _size_of(file: IO[bytes]) -> int:
    """Bytes of a file; it is read from its beginning afterwards."""
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _sent(request: HttpRequest, actor: Actor, most: int) -> IO[bytes]:
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile) or sent.file is None:
        raise exchange.NotAnEvent(gettext("Choose the file first."))
    if (sent.size or 0) > most:
        text = gettext("This file is too large: {most} MB at most are imported here.")
        raise exchange.NotAnEvent(text.format(most=most // settings.MB))
    if actor.user_id and (wait := FILES_PER_ACCOUNT.wait(str(actor.user_id))):
        text = ngettext(
            "Too many files at once. Please try again in {count} second.",
            "Too many files at once. Please try again in {count} seconds.",
            seconds(wait),
        )
        raise exchange.NotAnEvent(text.format(count=seconds(wait)))
    file: IO[bytes] = sent.file
    return file


def _download(data: bytes, kind: str, event: Event, ending: str, more: str = "") -> HttpResponse:
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{_file_name(event, ending, more)}"'
    return response


def _file_name(event: Event, ending: str, more: str = "") -> str:
    name = "-".join(filter(None, (event.day.isoformat(), slugify(event.title)[:60] or "event", more)))
    return f"{name}.{ending}"
