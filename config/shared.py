"""Answers that are the same for everybody, so that a cache on the way to the hall may keep them for a moment.

Whoever makes one is asked by anybody: the view gets a request that has no cookies, no session, no account and
no address (`Anybody`); what a view cannot look at, it cannot show. Only what came about like that is public;
all else is "no-store" (`config.security`). It has no Set-Cookie, no token of a form, and an ETag of what it
says: the same from every worker of every machine.

A club's laptop has no cache in front of it. There a shared view is a view like any other.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from config import replica
from config.caches import MB, Pictures, size
from config.etags import tagged
from config.packing import can_unpack

FRESH = 2  # seconds a cache answers by itself
MEANWHILE = 8  # more, while somebody asks us what is new
WITHOUT_US = 8  # or where we do not answer: altogether ten, from which on a page says its age
CACHE_CONTROL = (
    f"public, max-age=0, s-maxage={FRESH}, stale-while-revalidate={MEANWHILE}, stale-if-error={WITHOUT_US}"
)
# The language is a matter of both; the proxy we describe (deploy/nginx.conf) boils them down to one word.
VARY = ("Accept-Encoding", "Accept-Language", "Cookie")
MADE = "Stammtisch-Made"  # a header: when, in milliseconds since 1970, by the clock of whoever has made it
WORTH_PACKING = 200  # bytes
LEVEL = 6
# What is left of a request: where it leads, by which name we were called, and what is there already.
SEEN = (
    *("REQUEST_METHOD", "PATH_INFO", "SCRIPT_NAME", "QUERY_STRING", "SERVER_NAME", "SERVER_PORT"),
    *("HTTP_HOST", "HTTP_IF_NONE_MATCH"),
)
OF_A_VISITOR = frozenset({"COOKIES", "session", "user", "auser", "visitor", "htmx", "_messages"})

View = TypeVar("View", bound=Callable[..., HttpResponse])
_packed: Pictures[str, bytes, bytes] = Pictures(256, 2, size, 2 * MB)  # by address, of what they say


class Anybody(HttpRequest):
    """A request of nobody in particular. What is about a visitor is not there: asking for it is an error."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__()
        del self.COOKIES
        self.method, self.path, self.path_info = request.method, request.path, request.path_info
        self.GET = request.GET
        self.resolver_match = request.resolver_match
        self.META = {name: request.META[name] for name in SEEN if name in request.META}
        if can_unpack(request):
            self.META["HTTP_ACCEPT_ENCODING"] = "gzip"
        self._called_by = str(request.scheme)

    def _get_scheme(self) -> str:
        return self._called_by

    def __getattr__(self, name: str) -> Any:
        if name in OF_A_VISITOR:
            raise AttributeError(f"an answer for everybody looks at {name}")
        raise AttributeError(name)


def by_anybody(request: HttpRequest) -> bool:
    """Is the answer to this for everybody?"""
    return isinstance(request, Anybody)


def is_for_everybody(response: HttpResponseBase) -> bool:
    """May a cache keep this answer?"""
    return getattr(response, "for_everybody", False)


def shared(*asked: str, unless: Callable[[HttpRequest], bool] | None = None) -> Callable[[View], View]:
    """A view whose answers are for everybody, `unless` a visitor brings something that wants one of its own.

    `asked`: what may stand behind the address's question mark. An address with anything else is answered as
    well, but not to be kept: what people type is nobody else's, and nobody is to fill a cache with addresses
    of his own making.
    """

    def wrap(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if settings.PROFILE.club or (unless is not None and unless(request)):
                return view(request, *args, **kwargs)
            return replica.answered(request, lambda: cacheable(Anybody(request), *args, **kwargs))

        def cacheable(anybody: Anybody, *args: Any, **kwargs: Any) -> HttpResponse:
            response = view(anybody, *args, **kwargs)
            if "CSRF_COOKIE" in anybody.META or response.cookies:
                raise AssertionError(f"{view.__name__} is for everybody and has something for one browser")
            if response.status_code not in (200, 304) or not set(anybody.GET) <= set(asked):
                return response
            return _for_everybody(anybody, response)

        answer.shared = asked  # type: ignore[attr-defined]  # for the test that walks them all
        return answer  # type: ignore[return-value]  # it takes and gives what the view does

    return wrap


def _for_everybody(request: Anybody, response: HttpResponse) -> HttpResponse:
    if response.status_code == 200 and not response.has_header("ETag"):
        response = tagged(request, response)
    if response.status_code == 200:
        _pack(request, response)
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.headers[MADE] = str(time.time_ns() // 1_000_000)
    patch_vary_headers(response, VARY)
    response.for_everybody = True  # type: ignore[attr-defined]
    return response


def _pack(request: Anybody, response: HttpResponse) -> None:
    """Always into the same bytes: there is no secret in it whose length would have to be blurred."""
    content = response.content
    if response.has_header("Content-Encoding") or len(content) < WORTH_PACKING or not can_unpack(request):
        return
    digest = hashlib.blake2b(content, digest_size=20).digest()
    picture = (request.get_full_path(), digest)
    response.content = _packed.get(picture, lambda: gzip.compress(content, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
