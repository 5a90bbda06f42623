"""Every answer says whose it is: a phone tells the club's laptop from a hotel's login page, and a database
that was restored from the one it knew."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase

from config import pressure
from config.security import GetResponse
from tournaments.models import Epoch, Installation
from tournaments.safekeeping import sightings

HEADER = "Stammtisch-Server"
_mark = ""  # a process serves one database all its life


def mark() -> str:
    """Installation and epoch, as answers carry them; "" before this process serves."""
    return _mark


def read_mark() -> str:
    """Ask the database; from now on answers carry it."""
    global _mark
    row = Installation.objects.order_by("pk").first()
    _mark = f"{row.uid.hex}.{row.epoch.hex}" if row else ""
    pressure.signature.update({HEADER: _mark} if _mark else {})
    sightings.look_out(Epoch.objects.filter(settled_at=None).order_by("begun_at", "pk").last())
    return _mark


class ServerMark:
    """On everything, errors and 304 too."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if _mark:
            response.headers[HEADER] = _mark
        sightings.notice(request, response)
        return response
