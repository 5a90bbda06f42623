"""Pages for what went wrong, shown even if their template cannot be, for instance without a database."""

from __future__ import annotations

import logging

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.template import TemplateDoesNotExist, loader
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from config.security import GetResponse

logger = logging.getLogger("stammtisch.errors")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler400. Unlike Django's own it hands the request to the template, and knows what is too large."""
    if isinstance(exception, RequestDataTooBig):
        return page(request, 413, _("This is too large."))
    return page(request, 400, _("What was sent cannot be read. Please open the page again."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler404. Django's own answers 500 without a line in the log if the page itself cannot be shown."""
    return page(request, 404, _("The table or page has been removed, or the address is wrong."))


class OnlyByButton:
    """The address behind a button, typed in or opened again, answers with a page and the way back."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method != "GET" or not isinstance(response, HttpResponseNotAllowed):
            return response
        answer = page(
            request, 405, _("There is nothing to look at under this address."), back=above(request.path)
        )
        answer["Allow"] = response["Allow"]
        return answer


def above(path: str) -> str:
    """The nearest page above this path."""
    while path.strip("/"):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return "/"


def page(request: HttpRequest, status: int, sentence: str, reason: str = "", back: str = "/") -> HttpResponse:
    """The template named after the status; plain text if it is missing or fails itself."""
    context = {"sentence": sentence, "reason": reason, "back": back}
    try:
        text = loader.render_to_string(f"{status}.html", context, request)
        return HttpResponse(text, status=status)
    except Exception as error:
        if not isinstance(error, TemplateDoesNotExist):
            logger.exception("the page for %s cannot be shown", status)
        return HttpResponse(sentence + "\n", status=status, content_type="text/plain; charset=utf-8")
