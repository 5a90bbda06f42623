"""The site, and beside it what it is measured against."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.views.decorators.csrf import csrf_exempt

from bench.yard import EMPTY, INSERT, SAME, TAG
from config.etags import not_modified
from config.urls import urlpatterns as urlpatterns_of_site


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing at all."""
    return HttpResponse()


def same(request: HttpRequest) -> HttpResponse:
    """304 to whoever sends TAG."""
    return not_modified(request, TAG) or HttpResponse(headers={"ETag": TAG})


@csrf_exempt
def insert(request: HttpRequest) -> HttpResponse:
    """One row, on the disk before the answer."""
    with transaction.atomic():
        Session.objects.create(
            session_key=get_random_string(40), session_data="x" * 200, expire_date=timezone.now()
        )
    return HttpResponse()


urlpatterns = [
    path(EMPTY[1:], empty),
    path(SAME[1:], same),
    path(INSERT[1:], insert),
    *urlpatterns_of_site,
]
