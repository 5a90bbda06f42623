"""Is the server fit to take a hand? For supervisors and proxies; says yes or no and nothing else."""

from __future__ import annotations

import logging

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.database import UnsafeDatabase, differences, refuse_moved

logger = logging.getLogger("stammtisch.health")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    try:
        refuse_moved()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            fit = cursor.fetchone() == (1,)
        shortfalls = differences(connection)
    except (Error, UnsafeDatabase) as error:
        logger.error("not fit", exc_info=error)
        fit, shortfalls = False, []
    if shortfalls:
        logger.error("not fit: %s", "; ".join(shortfalls))
    fit = fit and not shortfalls
    return HttpResponse("ok\n" if fit else "not ok\n", status=200 if fit else 503, content_type="text/plain")
