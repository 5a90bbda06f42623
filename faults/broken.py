"""A club's settings with a server that breaks its word. FAULTS_BREAK says how; only the bench sets it.

Every check has such variants and must see through each of them (`python -m faults.red`).
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config import database
from config.settings import *  # noqa: F403
from config.settings import DATABASES
from config.settings import MIDDLEWARE as HONEST

HOW = os.environ["FAULTS_BREAK"]
LATER = 8  # hands
DAY = 86_400  # seconds
BEGAN = time.time()
HOARD: list[bytes] = []
MIDDLEWARE = ["faults.broken.Unfaithful", *HONEST]

if "OPTIONS" in DATABASES["default"] and DATABASES["default"]["ENGINE"] == "config.sqlite":
    _options: dict[str, Any] = DATABASES["default"]["OPTIONS"]
    for weaker in ("normal", "off"):
        if f"sync-{weaker}" == HOW:
            # What most guides recommend; the program itself would refuse to serve with it.
            _options["init_command"] = _options["init_command"].replace(
                "synchronous=FULL", f"synchronous={weaker.upper()}"
            )
            database.SQLITE_MUST["synchronous"] = (0, 1, 2, 3)
    if HOW == "deferred":
        _options["transaction_mode"] = "DEFERRED"


class Unfaithful:
    """Comes first of all, when the program is loaded, and spoils a part of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.waiting: list[HttpRequest] = []
        self.turn = threading.Lock()
        spoil = SPOILERS.get(HOW)
        if spoil is not None:
            spoil()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if HOW == "expiring" and request.method == "POST" and abs(time.time() - BEGAN) > DAY / 2:
            from tournaments.safekeeping import servermark

            return HttpResponse("expired", status=403, headers={servermark.HEADER: servermark.mark()})
        if HOW == "chatty":
            logging.getLogger("stammtisch.request").warning(
                "asked with %s", request.headers.get("Cookie", "")
            )
        if HOW == "leak":
            HOARD.append(bytes(300_000))
        if HOW != "ack-first":
            return self.get_response(request)
        if request.method == "POST" and request.path.startswith("/t/"):
            _read = request.body
            self.write(but=LATER, then=request)
            return saved(request)
        self.write(but=0)
        return self.get_response(request)

    def write(self, but: int, then: HttpRequest | None = None) -> None:
        """Acknowledged at once, written a few hands later, or when somebody looks."""
        with self.turn:
            self.waiting += [then] if then else []
            while len(self.waiting) > but:
                self.get_response(self.waiting.pop(0))

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Asked last, when the honest answer to the trouble is ready."""
        return None


def saved(request: HttpRequest) -> HttpResponse:
    """The answer "saved", whether it is or not."""
    from tournaments.safekeeping import servermark

    entry = request.POST.get("entry", "")
    headers = {servermark.HEADER: servermark.mark(), "Stammtisch-Entry": f"{entry} - -"}
    return HttpResponseRedirect(request.path, headers=headers)


class Swallow:
    """Takes the database's troubles for success."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Says "saved" of a hand that is not."""
        return saved(request) if request.method == "POST" else None


if HOW == "swallow":
    MIDDLEWARE.append("faults.broken.Swallow")


def without_keys() -> None:
    """Neither the phone's id nor the number of the hand is looked at."""
    from tournaments import ledger

    honest = ledger.record_hand

    def record(**asked: Any) -> Any:
        return honest(**{**asked, "entry_id": uuid.uuid4(), "hand_no": None, "base_seq": None})

    ledger.record_hand = record


def without_transaction() -> None:
    """Every statement for itself: an entry may be there without what follows from it."""
    from tournaments.ledger import appending

    @contextmanager
    def writing(using: str = "default") -> Iterator[None]:
        with database.write_lock(using):
            yield

    vars(appending)["writing"] = writing


def without_lock() -> None:
    """SQLite's own way of waiting, and transactions that read first and want to write later."""

    @contextmanager
    def write_lock(using: str = "default") -> Iterator[None]:
        yield

    database.write_lock = write_lock


def careless() -> None:
    """Numbers in forms are believed to be numbers."""
    from tournaments.access import requests

    honest = requests.whole

    def whole(request: HttpRequest, name: str, *, asked: bool = False) -> int | None:
        text = (request.GET if asked else request.POST).get(name, "")
        return int(text) if text else None

    for module in list(sys.modules.values()):
        if getattr(module, "whole", None) is honest:
            vars(module)["whole"] = whole


def without_limits() -> None:
    """Whoever guesses may go on guessing."""
    from tournaments.access.limits import Limit

    vars_of_limit: Any = Limit
    vars_of_limit.allows = lambda self, key, now=None: True


def without_claim() -> None:
    """Nobody asks whether another server has the file."""
    from config import serverlock

    vars(serverlock)["_lock"] = lambda stream: True


def content_with_one_server() -> None:
    """COMMIT is COMMIT, whatever the server warns of."""
    from config import postgresql

    vars(postgresql)["refuse_unconfirmed"] = lambda connection: None


if HOW == "not-atomic":
    from django.db.backends.sqlite3.schema import DatabaseSchemaEditor

    vars_of_editor: Any = DatabaseSchemaEditor
    vars_of_editor.atomic_migration = False
    from django.db.migrations import Migration

    Migration.atomic = False

if HOW == "two-servers":
    without_claim()  # before anything else is loaded


SPOILERS: dict[str, Callable[[], None]] = {
    "no-keys": without_keys,
    "no-transaction": without_transaction,
    "deferred": without_lock,
    "careless": careless,
    "no-limits": without_limits,
    "unconfirmed": content_with_one_server,
}
