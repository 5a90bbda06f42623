"""One log line per request, and the reference number a visitor can read out to whoever looks at the log."""

from __future__ import annotations

import logging
import secrets
import time

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from config import logs, measuring
from config.security import GetResponse
from config.shared import is_for_everybody

logger = logging.getLogger("stammtisch.request")
# No letters that look like digits: people read this aloud.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def is_all_well(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Somebody asks a server every second whether it is well, and it is: no line about that."""
    return response.status_code == 200 and request.path == "/healthz" and not settings.PROFILE.club


def new_reference() -> str:
    """Ten letters by chance."""
    number, letters = secrets.randbits(64), ""
    for _letter in range(10):
        number, which = divmod(number, len(ALPHABET))
        letters += ALPHABET[which]
    return letters


class RequestLog:
    """Sets request.reference and the header X-Request-ID. Outermost of all."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        reference = new_reference()
        request.reference = reference  # type: ignore[attr-defined]
        token = logs.reference.set(reference)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            if not is_for_everybody(response):  # a cache would hand one number to a whole hall
                response.headers["X-Request-ID"] = reference
            seconds, route = time.perf_counter() - started, logs.route(request)
            measuring.answered(route, str(request.method), response.status_code, seconds)
            if not is_all_well(request, response):
                logger.info(
                    "request",
                    extra={
                        "method": request.method,
                        "route": route,
                        "status": response.status_code,
                        "ms": round(seconds * 1000, 1),
                    },
                )
        finally:
            logs.reference.reset(token)
        return response
