from __future__ import annotations

import time

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def slow(request: HttpRequest) -> HttpResponse:
    time.sleep(1.0)
    return HttpResponse("done")


urlpatterns = [path("slow", slow), path("", include("config.urls"))]
