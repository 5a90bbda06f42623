"""Too many look at the pages of one club of a federation: they wait a moment, and the other clubs do not."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from config import errorpages


class Crowded(Exception):  # noqa: N818 (what happened, as one would say it)
    """Raised where a page is asked for and it is known whose it is; nobody who saves something meets it."""

    def __init__(self, pause: int) -> None:
        self.pause = pause
        super().__init__(pause)

    def answer(self, request: HttpRequest) -> HttpResponse:
        """429, with the seconds to wait."""
        sentence = gettext(
            "Very many people look at the pages of this club at the moment. Please wait a little and try "
            "again. What is entered at the tables is saved anyway."
        )
        response = errorpages.page(request, 429, sentence)
        response["Retry-After"] = str(self.pause)
        return response
