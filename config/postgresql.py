"""What a connection to PostgreSQL has to be: to the server that writes, and with a word that counts.

Several servers hold the same data, and which of them writes may change from one moment to the next; a program
in between (PgBouncer) may give every transaction another connection. All of it is asked by one statement when
a connection is opened.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger("stammtisch.database")

# All of these wait for the server's own disk; only "off" does not.
OWN_DISK = ("on", "local", "remote_write", "remote_apply")
BOTH_DISKS = ("on", "remote_apply")
MUST = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": OWN_DISK}
SETTINGS = (*MUST, "synchronous_standby_names", "transaction_read_only")
# The name of the log's file begins with the timeline: another one begins with every standby that takes over.
TIMELINE = "CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END"
ASK = "SELECT " + ", ".join(
    [*(f"current_setting('{name}')" for name in SETTINGS), "pg_backend_pid()", TIMELINE]
)
CONFIRM = "SELECT pg_logical_emit_message(true, 'stammtisch', '')"
# A machine that is gone says nothing: after this long it is taken for gone. Phones wait eight seconds.
REACHING = {
    "connect_timeout": "3",
    "keepalives_idle": "4",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
READ_WRITE, STANDBY = "read-write", "prefer-standby"
POOLED = "stammtisch_pooled"  # of a connection: does somebody stand between us and the server?
WARNED = "stammtisch_warned"  # of a connection: what a commit was warned of
SUCCESS_WITH_WARNING = "01000"

_timeline = 0  # the latest that this process has seen


class Standby(OperationalError):  # noqa: N818 (what happened, as one would say it)
    """This server only takes questions."""


class Superseded(Standby):
    """Another server has taken over from this one, which does not know it."""


class Unconfirmed(OperationalError):  # noqa: N818 (what happened, as one would say it)
    """Written by the server, and its standby has not said that it has it too."""


def reaching(database: dict[str, Any], which: str = READ_WRITE) -> dict[str, Any]:
    """Django's settings: how long a machine may be silent, and of several machines the one that writes."""
    options = {**REACHING, **database["OPTIONS"]}
    if "," in database["HOST"]:
        options.setdefault("target_session_attrs", which)
    return {**database, "OPTIONS": options}


def facts(connection: BaseDatabaseWrapper) -> dict[str, Any]:
    """What the server says of itself, by the names of its settings; `pid`: of this connection."""
    with connection.cursor() as cursor:
        cursor.execute(ASK)
        return dict(zip((*SETTINGS, "pid", "timeline"), cursor.fetchone(), strict=True))


def shortfalls(answers: dict[str, Any]) -> list[str]:
    """In what the server would say "saved" before it is true; empty if it may serve."""
    short = [
        f"{name} is {answers[name]} instead of {allowed[0]}"
        for name, allowed in MUST.items()
        if answers[name] not in allowed
    ]
    if answers["synchronous_standby_names"] and answers["synchronous_commit"] not in (*BOTH_DISKS, "off"):
        short.append(
            f"synchronous_commit is {answers['synchronous_commit']} instead of on, "
            "so that synchronous_standby_names promises nothing"
        )
    return short


def meet(connection: BaseDatabaseWrapper) -> list[str]:
    """A connection that has just been opened: its shortfalls. Raises Standby."""
    answers = facts(connection)
    raw: Any = connection.connection
    raw.add_notice_handler(partial(_hear, connection))
    pooled = raw.info.backend_pid != answers["pid"]
    setattr(connection, POOLED, pooled)
    if pooled:  # a cursor of the server's own lives longer than a transaction
        connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True
    if answers["transaction_read_only"] == "on":
        raise Standby(
            "This PostgreSQL server takes questions only: it is a standby. Please name the one that writes "
            "in DATABASE_URL, or all of them, separated by commas."
        )
    _refuse_replaced(connection, int(answers["timeline"], 16))
    return shortfalls(answers)


def _refuse_replaced(connection: BaseDatabaseWrapper, timeline: int) -> None:
    """A server that was away while its standby took over comes back and takes what it is given."""
    global _timeline
    if timeline < _timeline:
        raw: Any = connection.connection
        put_last(connection.settings_dict, raw.info.host, str(raw.info.port))
        raise Superseded(
            f"The PostgreSQL server at {raw.info.host} was replaced by another one and does not know it. It "
            "must follow that one (pg_rewind) before it is used again. If it is meant, restart Stammtisch."
        )
    _timeline = timeline


def put_last(settings: dict[str, Any], host: str, port: str) -> None:
    """Ask this one of several machines after all others from now on."""
    hosts, ports = settings["HOST"].split(","), settings["PORT"].split(",")
    machines = list(zip(hosts, ports if len(ports) > 1 else ports * len(hosts), strict=True))
    machines.sort(key=lambda machine: machine[0] == host and machine[1] in ("", port))
    settings["HOST"] = ",".join(name for name, _port in machines)
    settings["PORT"] = ",".join(number for _name, number in machines) if len(ports) > 1 else settings["PORT"]


def is_pooled(connection: BaseDatabaseWrapper) -> bool:
    """May the next transaction of this connection be carried out by another one of the server's?

    PgBouncer does not hand on by which number the server knows a connection. Then nothing is left behind on
    it: no prepared statements, no cursors; locks end with their transaction anyway.
    """
    return bool(getattr(connection, POOLED, False))


def _hear(connection: BaseDatabaseWrapper, notice: Any) -> None:
    """Where somebody ends the waiting for a standby (pg_cancel_backend), the answer is COMMIT all the same,
    and a warning beside it, in the language of the server."""
    if notice.severity_nonlocalized == "WARNING" and notice.sqlstate == SUCCESS_WITH_WARNING:
        setattr(connection, WARNED, notice.message_primary)


def refuse_unconfirmed(connection: BaseDatabaseWrapper) -> None:
    """After a commit: raises Unconfirmed if only one server has it. It may be lost with this server."""
    if warned := connection.__dict__.pop(WARNED, ""):
        raise Unconfirmed(str(warned))


def confirm(connection: BaseDatabaseWrapper) -> None:
    """Within a transaction that finds what it was to write: is that known to the standby?

    A transaction that writes nothing waits for nobody, and what it has read may be on this server alone:
    after a crash, or after a wait that was ended. A message in the server's log is waited for as a row is.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(CONFIRM)
