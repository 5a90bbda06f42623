"""What the pages about clubs share; no request is sent here."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse

from config.digits import number_in
from tournaments.access import credentials
from tournaments.access.requests import REFUSED
from tournaments.clubs.keeping import Welcomed

__all__ = ["REFUSED", "link_of", "refuse_on_a_laptop", "typed", "whole", "wholes"]


def refuse_on_a_laptop() -> None:
    """A laptop has one club and no such page."""
    if settings.PROFILE.club:
        raise Http404


def link_of(request: HttpRequest, welcomed: Welcomed) -> str:
    """Where its first owner comes in; the code stands behind the "#", which reaches no log."""
    return f"{credentials.public_base(request)}{reverse('invited')}#{welcomed.code}"


def typed(request: HttpRequest, *names: str) -> dict[str, str]:
    """What was sent under these names."""
    return {name: request.POST.get(name, "") for name in names}


def whole(text: str) -> int:
    """A whole number of a form or an address, or 0."""
    return number_in(text) or 0


def wholes(texts: Iterable[str]) -> list[int]:
    """The whole numbers among these, each once."""
    return [number for number in dict.fromkeys(map(whole, texts)) if number]
