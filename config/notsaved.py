"""When the database cannot take or give data: an honest 503, never a false success and never a crash page."""

from __future__ import annotations

import logging
import sqlite3
import sys

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _

from config import ballast, errorpages, incidents, measuring, postgresql, suspicion
from config.crowded import Crowded
from config.database import DatabaseMoved, UnsafeDatabase
from config.press import NotMade
from config.security import GetResponse

logger = logging.getLogger("stammtisch.database")

BUSY = "busy"
DISK_FULL = "disk_full"
UNAVAILABLE = "unavailable"
DAMAGED = "damaged"
MOVED = "moved"
READ_ONLY = "read_only"
DISK_ERROR = "disk_error"
ELSEWHERE = "elsewhere"  # another server writes now
RETRY_AFTER = {
    BUSY: 2,
    DISK_FULL: 30,
    UNAVAILABLE: 5,
    DAMAGED: 60,
    MOVED: 30,
    READ_ONLY: 30,
    DISK_ERROR: 5,
    ELSEWHERE: 2,
}  # seconds
SQLITE = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: DISK_ERROR,
}
POSTGRESQL = {
    "53100": DISK_FULL,
    "55P03": BUSY,  # lock not available
    "40P01": BUSY,  # deadlock
    "40001": BUSY,  # serialization failure
    "53300": BUSY,  # too many connections
    "25006": ELSEWHERE,
    # What another connection has prepared, or what was planned before a table got another column.
    "26000": UNAVAILABLE,
    "42P05": UNAVAILABLE,
    "0A000": UNAVAILABLE,
    "58030": DISK_ERROR,
    "XX001": DAMAGED,
    "XX002": DAMAGED,  # an index
}
INCIDENTS = {
    DISK_FULL: incidents.Incident.DISK_FULL,
    DISK_ERROR: incidents.Incident.DISK_ERROR,
    READ_ONLY: incidents.Incident.READ_ONLY,
    DAMAGED: incidents.Incident.DAMAGED,
    MOVED: incidents.Incident.MOVED,
}
SAFE = ("GET", "HEAD", "OPTIONS")
# SQLite reports a statement it does not understand in the same class of error. That is a bug, not the disk.
OUR_OWN_BUG = 1


class NotSaved:
    """Turns the database's troubles in any view into server_trouble(), and a crowd into a pause."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, (Crowded, NotMade)):
            return error.answer(request)
        reason = trouble(error)
        return server_trouble(request, error, reason) if reason else None


def server_error(request: HttpRequest) -> HttpResponseBase:
    """handler500: a bug of ours, unless the database was in trouble outside a view, storing the session."""
    error = sys.exc_info()[1]
    if error and (reason := trouble(error)):
        return server_trouble(request, error, reason)
    return errorpages.page(request, 500, _("Something went wrong. What you sent was not saved."))


def trouble(error: BaseException | None) -> str:
    """Why the database did not do it, a key of RETRY_AFTER; "" if the error is no such trouble."""
    if isinstance(error, DatabaseMoved):
        return MOVED
    if isinstance(error, postgresql.Standby):
        return ELSEWHERE
    if isinstance(error, (InterfaceError, suspicion.Suspect, UnsafeDatabase)):
        return UNAVAILABLE
    if not isinstance(error, DatabaseError):
        return ""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    reason = "" if code is None else SQLITE.get(code & 0xFF, "")
    state = getattr(error.__cause__, "sqlstate", None) or ""
    reason = reason or POSTGRESQL.get(state, "")
    if reason or not isinstance(error, OperationalError):
        return reason
    if code is not None:
        return "" if code & 0xFF == OUR_OWN_BUG else UNAVAILABLE
    return BUSY if "locked" in str(error) else UNAVAILABLE  # write_lock() says so


def server_trouble(request: HttpRequest, error: BaseException, reason: str) -> HttpResponse:
    """503 with Retry-After, as page, text or JSON."""
    logger.error(
        "not saved" if request.method not in SAFE else "not read", extra={"reason": reason}, exc_info=error
    )
    remember(reason)
    measuring.database_error(reason)
    for connection in connections.all(initialized_only=True):
        # After a failed write nothing it holds in memory is to be trusted. A moved file did not fail: whoever
        # has it open goes on reading. A test's own transaction stays.
        if reason != MOVED and not connection.in_atomic_block:
            connection.close()
    sentence = explain(reason, reading=request.method in SAFE)
    response: HttpResponse
    if "json" in request.headers.get("Accept", "") or "json" in (request.content_type or ""):
        response = JsonResponse({"error": reason, "saved": False, "text": sentence}, status=503)
    else:
        response = errorpages.page(request, 503, sentence, reason)
    response.headers["Retry-After"] = str(RETRY_AFTER[reason])
    response.headers["Cache-Control"] = "no-store"
    return response


def remember(reason: str) -> None:
    """Tell the desk, give room back, and believe no connection that was open when the disk failed."""
    if reason in INCIDENTS:
        incidents.meet(INCIDENTS[reason])
    # A full disk says so before anything is believed to be written. Of a server that does not write any more
    # no connection of this process is of use.
    if reason in (DISK_ERROR, ELSEWHERE):
        suspicion.suspect()
    # A limit on files, or a full quota, is called an error of the disk.
    if reason == DISK_FULL or (reason == DISK_ERROR and ballast.free(settings.DATA_DIR) < ballast.LITTLE):
        ballast.release(settings.DATA_DIR)


def explain(reason: str, *, reading: bool) -> str:
    if reading:
        if reason == DAMAGED:
            return _("The data cannot be read: the database is damaged. Please tell the organiser.")
        return _("The data cannot be read at the moment. Please try again.")
    match reason:
        case "disk_full":
            return _("Not saved: the disk is full. Please tell the organiser, then try again.")
        case "damaged":
            return _("Not saved: the database is damaged. Please tell the organiser, and write on paper.")
        case "moved":
            return _(
                "Not saved: the database file was deleted or exchanged. Please tell the organiser, and "
                "write on paper."
            )
        case "read_only":
            return _("Not saved: the database cannot be written. Please tell the organiser.")
        case "disk_error":
            return _(
                "Not saved: the laptop’s disk reports an error. Please try again, and tell the organiser."
            )
    return _("Not saved. Please try again.")
