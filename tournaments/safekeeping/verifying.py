"""The whole database checked: every sheet from its first entry, every event with its chain, and the file.

`verify_database` is what backups, restores, the command and the organisers' page ask; it writes nothing, also
while others write. `opened` gives it a file that lies elsewhere, a backup, and changes no byte of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from config.elsewhere import reading
from config.terminal import translate
from scoring import Text, say
from scoring.text import mark as _
from tournaments.cash.checking import book_faults
from tournaments.engines.checker.documents import EventDocument
from tournaments.engines.checker.draws import DrawAgain
from tournaments.engines.checker.event import CHECKS, DRAWS, Deviation, Verification, check_event, check_table
from tournaments.engines.speaking import plain
from tournaments.events.ground.links import links_of
from tournaments.exchange.exporting import packed
from tournaments.ledger.checking import missing_triggers
from tournaments.models import Event, Member
from tournaments.safekeeping.rows import tables_of

DATABASE = "database"  # a check besides those of an event
ALL = (*CHECKS, DATABASE)
QUICK = tuple(check for check in ALL if check != DRAWS)
"""Without drawing again, which may take some seconds for each draw."""
STEADY = 3  # times an event is read again because somebody is writing in it
NAMED = 5  # lines of what the database says about itself


class NotVerified(Exception):  # noqa: N818 (what happened, as one would say it)
    """Nothing could be checked; the text says why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.message)


@dataclass(slots=True)
class Progress:
    """How far it is, for pages that show it."""

    tell: Callable[[Verification], None] | None = None
    result: Verification = field(default_factory=Verification)

    def on(self) -> None:
        if self.tell is not None:
            self.tell(self.result)


def verify_database(
    *,
    using: str = DEFAULT_DB_ALIAS,
    event: int | None = None,
    checks: Collection[str] = ALL,
    tell: Callable[[Verification], None] | None = None,
) -> Verification:
    """Check everything, or one event; raises NotVerified where nothing can be read."""
    connection, progress = connections[using], Progress(tell)
    result = progress.result
    try:
        if DATABASE in checks:
            result.findings += database_faults(connection)
        again = DrawAgain()
        events = Event.objects.using(using).order_by("pk")
        for pk in list(events.values_list("pk", flat=True)) if event is None else [event]:
            _verify_event(connection, pk, progress, checks, again)
            progress.on()
        if event is None:
            for at, table in enumerate(tables_of(connection, None)):
                check_table(table, result, checks)
                if at % 100 == 0:
                    progress.on()
    except ObjectDoesNotExist as error:
        raise NotVerified(say(_("There is no event with this number."))) from error
    except DatabaseError as error:
        raise NotVerified(say(_("The database cannot be read: {error}"), error=str(error)[:200])) from error
    return result


def _verify_event(
    connection: BaseDatabaseWrapper, pk: int, progress: Progress, checks: Collection[str], again: DrawAgain
) -> None:
    """One event, read in one piece: what others write meanwhile is not seen."""
    with reading(connection.alias), _one_picture(connection):
        document = document_from(connection, Event.objects.get(pk=pk))
    check_event(document, progress.result, checks=checks, again=again)


def document_from(connection: BaseDatabaseWrapper, event: Event) -> EventDocument:
    """The event as its file would have it, with what is stored beside the entries."""
    members = Member.objects.filter(entrant__event=event)
    raw = packed(event, sheets=False)
    people: dict[int, list[dict[str, object]]] = {}
    rows: Iterable[Any] = members.order_by("entrant__number").values_list(
        "entrant__number", "player", "place", "from_round", "until_round"
    )
    for number, player, place, first, last in rows:
        row: dict[str, object] = {"person": player, "place": place, "from_round": first, "until_round": last}
        people.setdefault(number, []).append(row)
    for entrant in raw["entrants"]:  # people by their keys here, as chairs have them
        entrant["members"] = people.get(entrant["number"], [])
    return EventDocument(
        raw, str(event.uid), event.title, list(tables_of(connection, event.pk)), links_of(event)
    )


@contextmanager
def _one_picture(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """A reading transaction; SQLite's begins without the lock of writers."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


# --- The database itself ------------------------------------------------------------------------------------


def database_faults(connection: BaseDatabaseWrapper) -> Iterator[Deviation]:
    """What the database says about itself, and whether its guards are there."""
    here = say(_("the database"))
    if connection.vendor == "sqlite":
        for text in itertools.islice(_sqlite_faults(connection), NAMED):
            yield Deviation(here, text)
    for name in missing_triggers(connection):
        yield Deviation(here, say(_("the guard {name} is missing: rows could be changed"), name=name))
    for text in itertools.islice(book_faults(connection.alias), NAMED):
        yield Deviation(here, text)


def _sqlite_faults(connection: BaseDatabaseWrapper) -> Iterator[Text]:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA integrity_check({NAMED})")
        for (line,) in cursor.fetchall():
            if line != "ok":
                yield say(_("is damaged: {detail}"), detail=str(line)[:200])
        cursor.execute("PRAGMA foreign_key_check")
        for table, row, parent, _key in cursor.fetchall():
            text = _("row {row} of {table} points to a row of {parent} that is not there")
            yield say(text, row=str(row), table=table, parent=parent)


@contextmanager
def opened(file: Path) -> Iterator[str]:
    """A database file by the name of a connection to it, read only. Raises NotVerified if there is none."""
    if not file.is_file():
        raise NotVerified(say(_("There is no file {file}."), file=str(file)))
    alias = f"checked-{id(file)}"
    settings = {**connections.settings[DEFAULT_DB_ALIAS]}
    settings |= {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": f"{file.resolve().as_uri()}?mode=ro",
        "OPTIONS": {"uri": True},
        "ATOMIC_REQUESTS": False,
    }
    connections.settings[alias] = settings
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.settings[alias]


# --- In sentences -------------------------------------------------------------------------------------------


def spoken(text: Text, speak: Callable[[str], str] = translate) -> str:
    """A sentence of a verification: for terminals in their language, for pages with `gettext`."""
    return plain(text, speak)


def in_short(result: Verification) -> Text:
    """Everything in one sentence."""
    counts = {"tables": result.tables, "entries": result.entries, "draws": result.draws}
    if result.in_order:
        message = _("Everything is in order. Sheets {tables}, entries {entries}, draws made again {draws}.")
        return say(message, **counts)
    message = _("NOT in order: {first} Differences {count}, sheets {tables}, entries {entries}.")
    first = say("{what}.", what=result.findings[0].sentence)
    return say(message, first=first, count=len(result.findings), **counts)
