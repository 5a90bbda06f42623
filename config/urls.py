"""Prefixes only; the addresses themselves are in tournaments/urls/."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from config.health import healthz


def no_icon(request: HttpRequest) -> HttpResponse:
    """Pages name their icon. For answers that are no pages browsers ask here, and note a 404 as an error."""
    return HttpResponse(status=204, headers={"Cache-Control": "max-age=86400"})


urlpatterns = [
    path("", include("tournaments.urls")),  # what is asked for most comes first
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", no_icon),
    path("i18n/", include("django.conf.urls.i18n")),
]

handler400 = "config.errorpages.bad_request"
handler500 = "config.notsaved.server_error"
