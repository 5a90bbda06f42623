"""A club's settings with a server that breaks its word: it says "saved" first and saves afterwards."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE as HONEST

LATER = 8  # hands; more than there are phones

MIDDLEWARE = ["tests.storm.broken.AcknowledgeFirst", *HONEST]


class AcknowledgeFirst:
    """Acknowledges every hand at once and writes it a few hands later, or when somebody looks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.waiting: list[HttpRequest] = []
        self.turn = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.path.startswith("/t/"):
            _read = request.body
            self.write(but=LATER, then=request)
            return HttpResponseRedirect(request.path)
        self.write(but=0)
        return self.get_response(request)

    def write(self, but: int, then: HttpRequest | None = None) -> None:
        with self.turn:
            self.waiting += [then] if then else []
            while len(self.waiting) > but:
                self.get_response(self.waiting.pop(0))
