"""Pages are sent compressed if they hold no secret that could be guessed from their length.

Whoever watches an encrypted line sees how long an answer is, and a compressed answer gets shorter when what
the watcher has put into it (by a link, say) repeats what stands there (BREACH). So nothing is compressed
unless its view says that it may be. The tokens in forms are no such secret: Django writes each of them anew
into every answer. The length is blurred on top of that, by up to a hundred random bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")  # named, and not as what nobody wants

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def no_secrets(view: View) -> View:
    """A view whose answers hold nothing that only this visitor may know, but for the tokens of its forms."""

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.holds_no_secrets = True  # type: ignore[attr-defined]
        return response

    answer.holds_no_secrets = True  # type: ignore[attr-defined]  # for the test that lists them all
    return answer  # type: ignore[return-value]  # it takes and gives what the view does


def can_unpack(request: HttpRequest) -> bool:
    return bool(GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")))


class Packing(GZipMiddleware):
    """Compresses the answers of views marked with no_secrets."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or response.status_code == 304:
            return response
        if not getattr(response, "holds_no_secrets", False):
            return response
        if not can_unpack(request):  # Django takes "gzip;q=0" for a wish
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)
