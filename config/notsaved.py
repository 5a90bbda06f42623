"""When the database cannot take or give data: an honest 503, never a false success and never a crash page."""

from __future__ import annotations

import logging
import sqlite3
import sys

from django.db import InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _

from config import errorpages
from config.security import GetResponse

logger = logging.getLogger("stammtisch.database")

BUSY = "busy"
DISK_FULL = "disk_full"
UNAVAILABLE = "unavailable"
RETRY_AFTER = {BUSY: 2, DISK_FULL: 30, UNAVAILABLE: 5}  # seconds
SAFE = ("GET", "HEAD", "OPTIONS")
# SQLite reports a statement it does not understand in the same class of error. That is a bug, not the disk.
OUR_OWN_BUG = 1


class NotSaved:
    """Turns the database's troubles in any view into server_trouble()."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        reason = trouble(error)
        return server_trouble(request, error, reason) if reason else None


def server_error(request: HttpRequest) -> HttpResponseBase:
    """handler500: a bug of ours, unless the database was in trouble outside a view, storing the session."""
    error = sys.exc_info()[1]
    if error and (reason := trouble(error)):
        return server_trouble(request, error, reason)
    return errorpages.page(request, 500, _("Something went wrong. What you sent was not saved."))


def trouble(error: BaseException | None) -> str:
    """Why the database did not do it: BUSY, DISK_FULL or UNAVAILABLE; "" if the error is no such trouble."""
    if isinstance(error, InterfaceError):
        return UNAVAILABLE
    if not isinstance(error, OperationalError):
        return ""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    if code is not None:
        primary = code & 0xFF
        if primary == OUR_OWN_BUG:
            return ""
        if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return BUSY
        return DISK_FULL if primary == sqlite3.SQLITE_FULL else UNAVAILABLE
    state = getattr(error.__cause__, "sqlstate", None) or ""
    if state == "53100":
        return DISK_FULL
    # Lock not available, deadlock, serialization failure, too many connections; ours from write_lock().
    return BUSY if state in ("55P03", "40P01", "40001", "53300") or "locked" in str(error) else UNAVAILABLE


def server_trouble(request: HttpRequest, error: BaseException, reason: str) -> HttpResponse:
    """503 with Retry-After, as page, text or JSON."""
    logger.error(
        "not saved" if request.method not in SAFE else "not read", extra={"reason": reason}, exc_info=error
    )
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:  # a test's own transaction stays
            connection.close()  # after a failed write nothing it holds in memory is to be trusted
    sentence = explain(reason, reading=request.method in SAFE)
    response: HttpResponse
    if "json" in request.headers.get("Accept", "") or "json" in (request.content_type or ""):
        response = JsonResponse({"error": reason, "saved": False, "text": sentence}, status=503)
    else:
        response = errorpages.page(request, 503, sentence, reason)
    response.headers["Retry-After"] = str(RETRY_AFTER[reason])
    response.headers["Cache-Control"] = "no-store"
    return response


def explain(reason: str, *, reading: bool) -> str:
    if reading:
        return _("The data cannot be read at the moment. Please try again.")
    if reason == DISK_FULL:
        return _("Not saved: the disk is full. Please tell the organiser, then try again.")
    return _("Not saved. Please try again.")
