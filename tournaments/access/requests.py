"""What several views need; no request is sent here."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import Game, game_for
from tournaments.access.visitor import Visitor, at_table

REFUSED = 422
PAUSE = 60  # seconds


def arrive(request: HttpRequest, pk: int) -> Visitor:
    """Who asks for this table, or 404."""
    visitor = at_table(request, pk)
    if visitor is None:
        raise Http404
    request.visitor = visitor  # type: ignore[attr-defined]  # the head of every page of the table asks what he may
    return visitor


def known_game(key: str) -> Game[Any, Any]:
    """The game with this key, or 404."""
    try:
        return game_for(key)
    except KeyError:
        raise Http404 from None


def not_yours(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """This device may only watch here."""
    return render(request, "tournaments/not_yours.html", {"visitor": visitor}, status=403)


def too_many(request: HttpRequest) -> HttpResponse:
    """429, in the reader's language, with the pause to keep."""
    response = render(request, "tournaments/too_many.html", status=429)
    response["Retry-After"] = str(PAUSE)
    return response


def whole(request: HttpRequest, name: str, *, asked: bool = False) -> int | None:
    """A number the page itself has put into its form; None where it is missing or broken.

    `asked`: nothing is to be saved, the form came with a question (GET).
    """
    text = (request.GET if asked else request.POST).get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def entry_id(request: HttpRequest) -> uuid.UUID:
    """The id the phone made for this entry; a broken one is replaced, the entry then has no second try."""
    return sent_id(request, "entry") or uuid.uuid4()


def sent_id(request: HttpRequest, name: str) -> uuid.UUID | None:
    """An id in a form; None where it is missing or broken."""
    try:
        return uuid.UUID(request.POST.get(name, ""))
    except ValueError:
        return None


def pretty_json(data: object) -> bytes:
    """JSON that people can read as well."""
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
