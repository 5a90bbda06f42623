"""Prefixes only; the addresses themselves are in tournaments/urls/."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.i18n import set_language

from config.health import healthz
from config.ourpages import from_our_pages


def no_icon(request: HttpRequest) -> HttpResponse:
    """Pages name their icon. For answers that are no pages browsers ask here, and note a 404 as an error."""
    return HttpResponse(status=204, headers={"Cache-Control": "max-age=86400"})


urlpatterns = [
    path("", include("tournaments.urls")),  # what is asked for most comes first
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", no_icon),
    path("i18n/setlang/", from_our_pages(set_language), name="set_language"),
]

handler404 = "config.errorpages.not_found"
handler400 = "config.errorpages.bad_request"
handler500 = "config.notsaved.server_error"
