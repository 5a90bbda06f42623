"""The answer when somebody asks too often."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

PAUSE = 60  # seconds


def too_many(request: HttpRequest) -> HttpResponse:
    """429, in the reader's language, with the pause to keep."""
    response = render(request, "tournaments/too_many.html", status=429)
    response["Retry-After"] = str(PAUSE)
    return response
