from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from tests.patience import wait_until


def slow(request: HttpRequest) -> HttpResponse:
    (settings.DATA_DIR / "answering").touch()
    wait_until((settings.DATA_DIR / "go-on").exists, "the test to say: go on")
    return HttpResponse("done")


urlpatterns = [path("slow", slow), path("", include("config.urls"))]
