"""Forms without a token, on pages that are the same for everybody and therefore can carry none.

A token says that a form stood on a page of ours. For what can do no harm it is enough that the browser says
so: all of today's name the page a form was sent from (Origin, Sec-Fetch-Site), and no page can forge it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

OURS = ("same-origin", "none")  # none: typed by somebody, or a bookmark

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def from_our_pages(view: View) -> View:
    """A view whose form needs no token; whoever was sent there by a foreign page is refused."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and is_foreign(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return csrf_exempt(guarded)  # type: ignore[return-value]  # it takes and gives what the view does


def is_foreign(request: HttpRequest) -> bool:
    """Does the browser say that somebody else's page has sent this?"""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:  # over https all of today's say it
        return site not in OURS
    return origin is not None and urlsplit(origin).netloc.lower() != request.get_host().lower()
