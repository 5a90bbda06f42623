"""Pages for what went wrong, shown even if their template cannot be, for instance without a database."""

from __future__ import annotations

import logging

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template import TemplateDoesNotExist, loader
from django.utils.translation import gettext as _

logger = logging.getLogger("stammtisch.errors")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler400. Unlike Django's own it hands the request to the template, and knows what is too large."""
    if isinstance(exception, RequestDataTooBig):
        return page(request, 413, _("This is too large."))
    return page(request, 400, _("What was sent cannot be read. Please open the page again."))


def page(request: HttpRequest, status: int, sentence: str, reason: str = "") -> HttpResponse:
    """The template named after the status; plain text if it is missing or fails itself."""
    try:
        text = loader.render_to_string(f"{status}.html", {"sentence": sentence, "reason": reason}, request)
        return HttpResponse(text, status=status)
    except Exception as error:
        if not isinstance(error, TemplateDoesNotExist):
            logger.exception("the page for %s cannot be shown", status)
        return HttpResponse(sentence + "\n", status=status, content_type="text/plain; charset=utf-8")
