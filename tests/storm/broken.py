"""A club's settings with a server that breaks its word: it says "saved" first and saves afterwards."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE as HONEST

LATER = 0.15  # seconds

MIDDLEWARE = ["tests.storm.broken.AcknowledgeFirst", *HONEST]


class AcknowledgeFirst:
    """Answers every hand at once; a thread of its own writes them, in their order."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.waiting: queue.Queue[tuple[float, HttpRequest]] = queue.Queue()
        threading.Thread(target=self.write, daemon=True).start()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.path.startswith("/t/"):
            _read = request.body
            self.waiting.put((time.monotonic() + LATER, request))
            return HttpResponseRedirect(request.path)
        return self.get_response(request)

    def write(self) -> None:
        while True:
            when, request = self.waiting.get()
            time.sleep(max(0.0, when - time.monotonic()))
            self.get_response(request)
