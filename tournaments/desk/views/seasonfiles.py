"""The file of a season: handed out whole, and taken in from another installation after a look."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import Unreadable
from scoring.text import mark as _
from tournaments.access import allowances
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.requests import pretty_json
from tournaments.access.roles import Action
from tournaments.desk.seasonviews import season_for
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.people.incoming import REST
from tournaments.seasons import takingin
from tournaments.seasons.changing import no_season
from tournaments.seasons.filing import whole_season
from tournaments.seasons.gathering import ListOfSeason, rules_of
from tournaments.seasons.showing import rule_sentence
from tournaments.seasons.takingin import FiledLook
from tournaments.seasons.unfiling import FiledSeason, season_in

MOST = 5 * 1024 * 1024  # bytes
MOST_PACKED = 230 * 1024  # letters of a field of the form
DECIDING = "who-"
SHOWN, NAMED = 5, 6
BROKEN, LARGE = _("This form is broken. Please begin again."), _("This file is too large.")


@require_safe
@at_any_desk(Action.KEEP_SEASONS)
def whole(request: HttpRequest, actor: Actor, season: int) -> HttpResponse:
    """The whole season, for another installation or for safe keeping."""
    row = season_for(actor, season)
    response = HttpResponse(pretty_json(whole_season(row)), content_type="application/json")
    name = slugify(row.name) or "season"
    response["Content-Disposition"] = f'attachment; filename="{name}-season.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_SEASONS)
def take_in(request: HttpRequest, actor: Actor) -> HttpResponse:
    """A season from another installation: first shown, then taken."""
    context: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        try:
            return _take_in(request, actor)
        except Unreadable as unreadable:
            context, status = {"problems": sentences(unreadable)}, REFUSED
    return render(request, "desk/season_take_in.html", context, status=status)


def _take_in(request: HttpRequest, actor: Actor) -> HttpResponse:
    data = _sent(request)
    filed, tenant = season_in(data), actor.tenant
    decisions = {key: request.POST[key] for key in request.POST if key.startswith(DECIDING) or key == REST}
    seen = takingin.look(filed, tenant=tenant, decisions=decisions)
    if "confirm" in request.POST or REST in request.POST:
        if not settings.PROFILE.club and seen.new:
            allowances.refuse_full(tenant, people=seen.new)
        taken = takingin.take(filed=filed, tenant=tenant, decisions=decisions, by=actor.name)
        seen = taken.look
        if taken.season is not None:
            _say(request, taken.differs)
            return redirect("desk-season", season=taken.season.pk)
    status = REFUSED if "confirm" in request.POST else 200
    return render(request, "desk/season_take_in.html", _context(seen, filed, data), status=status)


def _say(request: HttpRequest, differs: tuple[str, ...]) -> None:
    if not differs:
        messages.success(request, gettext("The season is imported. The standings are those of the file."))
        return
    words = ngettext(
        "The season is imported. {count} place or total is not that of the file: {names}.",
        "The season is imported. {count} places or totals are not those of the file: {names}.",
        len(differs),
    )
    more = " …" if len(differs) > NAMED else ""
    names = ", ".join(differs[:NAMED]) + more
    messages.warning(request, words.format(count=len(differs), names=names))


def _context(seen: FiledLook, filed: FiledSeason, data: bytes) -> dict[str, Any]:
    season = takingin.unsaved(filed)
    return {
        "look": seen,
        "sentence": rule_sentence(ListOfSeason("", "", rules_of(season)), len(filed.evenings)),
        "first": [
            (rank, filed.people[person].name, total)
            for person, rank, total in filed.standings[:SHOWN]
            if rank is not None
        ],
        "packed": _packed(data),
    }


def _sent(request: HttpRequest) -> bytes:
    carried = request.POST.get("packed", "")
    if carried:
        return _unpacked(carried)
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        raise no_season("no_file", _("Choose the file first."), "file")
    if (file.size or 0) > MOST:
        raise no_season("too_large", LARGE, "file")
    data: bytes = file.read()
    return data


def _packed(data: bytes) -> str:
    """The file as a short text that the form carries to the confirmation."""
    text = base64.b64encode(zlib.compress(data, 9)).decode()
    if len(text) > MOST_PACKED:
        raise no_season("too_large", LARGE, "file")
    return text


def _unpacked(text: str) -> bytes:
    try:
        inflate = zlib.decompressobj()
        data = inflate.decompress(base64.b64decode(text, validate=True), MOST)
    except (ValueError, zlib.error):
        raise no_season("broken", BROKEN, "file") from None
    if not inflate.eof:
        raise no_season("broken", BROKEN, "file")
    return data
