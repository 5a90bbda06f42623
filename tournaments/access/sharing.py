"""Pictures that are sent around: drawn once for all who ask, and not as often as somebody likes."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from django.http import HttpRequest, HttpResponse

from config.caches import MB, Pictures, size
from config.security import client_address
from tournaments.access.limits import PICTURES_PER_ADDRESS
from tournaments.access.requests import too_many

SHAPES = ("tall", "wide")
Subject = tuple[Hashable, ...]
_pictures: Pictures[Subject, Hashable, bytes] = Pictures(64, weigh=size, most=4 * MB)


def picture_answer(
    request: HttpRequest, subject: Subject, mark: Hashable, draw: Callable[[], bytes], name: str
) -> HttpResponse:
    """The PNG of this subject as it stands; drawn where nobody has asked for it yet."""
    drawn = _pictures.look_up((subject, mark))
    if drawn is None:
        if not PICTURES_PER_ADDRESS.allows(client_address(request)):
            return too_many(request)
        drawn = _pictures.get((subject, mark), draw)
    headers = {"Content-Disposition": f'inline; filename="{name}.png"'}
    return HttpResponse(drawn, content_type="image/png", headers=headers)
