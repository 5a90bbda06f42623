"""The mark of what a page shows, by which it asks for news. Nothing new: the answer is an empty 304."""

from __future__ import annotations

from hashlib import blake2b

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language


def etag(*parts: object) -> str:
    """A weak ETag of what is shown in the active language; `parts` are what it depends on, without commas."""
    return f'W/"{"|".join(map(str, (settings.VERSION, *parts, get_language())))}"'


def not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """304 for a page that shows this already; None: it needs an answer."""
    same: HttpResponse | None = get_conditional_response(request, etag=tag)
    if same is not None:
        same.headers["ETag"] = tag  # a cache asks which of its copies that is
    return same


def tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """An answer with an ETag of its content, where nothing cheaper tells of a change; or 304."""
    tag = etag(blake2b(response.content, digest_size=12).hexdigest())
    response["ETag"] = tag
    return not_modified(request, tag) or response
