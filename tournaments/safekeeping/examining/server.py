"""A server of many clubs: its database and its copies, the proxy in front of it, mails, workers."""

from __future__ import annotations

import os
import smtplib
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import mail
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import probing
from config.behindproxy import NGINX, PROTO
from config.forwarded import Conduct
from tournaments.safekeeping import neighbours, wording
from tournaments.safekeeping.backups import dumping
from tournaments.safekeeping.examining.findings import LaptopFinding, Level

OLD = timedelta(days=1, hours=2)  # a copy is made every day, and not always at the same minute
APART = 2.0  # seconds
PATIENCE = 5.0  # seconds for a mail server
HOST_LINE = NGINX["Host"]
FOR_LINE = "proxy_set_header X-Forwarded-For $remote_addr;"


def _row(query: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return tuple(cursor.fetchone() or ())


def primary() -> Iterator[LaptopFinding]:
    """Is this the database that may be written, and does another one have everything, too?"""
    title = _("Primary and standby")
    if connection.vendor != "postgresql":
        return
    if _row("SELECT pg_is_in_recovery()")[0]:
        yield LaptopFinding(
            Level.BAD,
            title,
            _(
                "This is a standby: nothing can be saved. Please name all machines in DATABASE_URL and add "
                "?target_session_attrs=read-write."
            ),
        )
        return
    (wanted,) = _row("SELECT current_setting('synchronous_standby_names')")
    (commit,) = _row("SELECT current_setting('synchronous_commit')")
    standbys, level_with, hidden = _row(
        "SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')), "
        "count(*) FILTER (WHERE sync_state IS NULL) FROM pg_stat_replication"
    )
    if wanted and hidden:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _(
                "Somebody follows this database. The program may not see whether it is the standby "
                "({names}). Please type as postgres: GRANT pg_read_all_stats TO {role};"
            ).format(names=wanted, role=_row("SELECT current_user")[0]),
        )
    elif wanted and not level_with:
        yield LaptopFinding(
            Level.BAD,
            title,
            _(
                "The database waits for a standby ({names}) and none is there: whoever saves, waits. Please "
                "start it, or empty synchronous_standby_names until then."
            ).format(names=wanted),
        )
    elif wanted and commit == "local":
        yield LaptopFinding(
            Level.LOOK,
            title,
            _("There is a standby, and synchronous_commit=local does not wait for it. Please set it to on."),
        )
    elif standbys:
        sentence = ngettext("{count} standby follows.", "{count} standbys follow.", standbys)
        more = _("What is saved is on one of them, too.") if level_with else _("None of them is waited for.")
        yield LaptopFinding(Level.FINE, title, f"{sentence.format(count=standbys)} {more}")
    else:
        yield LaptopFinding(
            Level.FINE,
            title,
            _("The primary, without a standby: if its disk breaks, the last copy is what is left."),
        )


def migrations() -> Iterator[LaptopFinding]:
    """Do the tables fit the program?"""
    title, loader = _("Database tables"), MigrationLoader(connection)
    missing = [name for name in neighbours.steps(loader) if name not in neighbours.taken(loader)]
    if missing:
        sentence = _("Steps that have not been taken: {steps}. Please start once with --prepare.")
        yield LaptopFinding(Level.BAD, title, sentence.format(steps=", ".join(missing)))
    elif unknown := neighbours.unknown(loader):
        understood = neighbours.is_understood(loader, unknown)
        sentence = (
            _("They are of a newer version ({steps}), with which this one can go on.")
            if understood
            else _("They are of a newer version ({steps}). Please install it.")
        )
        steps = ", ".join(name for _app, name in unknown)
        yield LaptopFinding(Level.LOOK if understood else Level.BAD, title, sentence.format(steps=steps))
    else:
        yield LaptopFinding(Level.FINE, title, _("They fit the program."))


def proxy(url: str = "", at: str = "") -> Iterator[LaptopFinding]:
    """What the proxy in front sends on, seen by a visitor who lies."""
    title = _("Proxy")
    try:
        arrived = probing.probe(url, at) if url else probing.find_out()
    except probing.Unreachable as reason:
        yield LaptopFinding(
            Level.BAD, title, _("{url} does not lead here: {reason}").format(url=url, reason=reason)
        )
        return
    if arrived is None:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _(
                "No public address leads here from this machine. Until somebody knows how the proxy behaves, "
                "limits count all visitors as one. Please type:  manage.py doctor --url https://{host} --at "
                "{example}"
            ).format(host=settings.PROFILE.hosts[0], example="127.0.0.1"),
        )
        return
    if url:
        probing.remember(arrived)
    yield from _https(arrived)
    yield _visitors(arrived, title)


def _https(arrived: probing.Arrived) -> Iterator[LaptopFinding]:
    title = _("Public address")
    if arrived.proto != "https":
        sentence = _("The proxy does not say that visitors come by https. In nginx:  {line}")
        yield LaptopFinding(Level.BAD, title, sentence.format(line=NGINX[PROTO]))
    elif arrived.host.partition(":")[0].casefold() not in settings.PROFILE.hosts:
        sentence = _("The proxy does not pass on the name that visitors have asked for. In nginx:  {line}")
        yield LaptopFinding(Level.BAD, title, sentence.format(line=HOST_LINE))
    elif arrived.certificate:
        sentence = _("{url}: browsers will not accept the certificate ({reason}).")
        yield LaptopFinding(Level.BAD, title, sentence.format(url=arrived.url, reason=arrived.certificate))
    else:
        yield LaptopFinding(Level.FINE, title, _("{url} leads here.").format(url=arrived.url))


def _visitors(arrived: probing.Arrived, title: str) -> LaptopFinding:
    conduct, hops = arrived.judged
    if not arrived.peer_is_own:
        sentence = _("Requests come from {peer}, which is not in PROXIES. Please add it.")
        return LaptopFinding(Level.BAD, title, sentence.format(peer=arrived.peer))
    match conduct:
        case Conduct.REPLACES | Conduct.APPENDS:
            return LaptopFinding(Level.FINE, title, _("It says truly who asks, whatever visitors invent."))
        case Conduct.PASSES:
            sentence = _(
                "It passes on the address that visitors invent, so they are counted as one. In nginx:  {line}"
            )
        case Conduct.FURTHER:
            sentence = _("Requests pass more proxies than HOPS={hops} says. Please set HOPS={right}.").format(
                hops=settings.PROFILE.hops, right=hops
            )
        case _other:
            sentence = _("It names no visitor, so all of them are counted as one. In nginx:  {line}")
    return LaptopFinding(Level.BAD, title, sentence.format(line=FOR_LINE))


def mails() -> Iterator[LaptopFinding]:
    """Does the mail server take them? Nothing is said where there is none."""
    if not settings.ENV.text("EMAIL_URL"):
        return
    title = _("Mails")
    server = mail.get_connection(timeout=PATIENCE)
    try:
        server.open()
        server.close()
    except (OSError, smtplib.SMTPException) as error:
        sentence = _("The mail server does not answer as it should: {reason}")
        yield LaptopFinding(Level.BAD, title, sentence.format(reason=str(error)[:200]))
        return
    yield LaptopFinding(Level.FINE, title, _("The mail server lets us in."))


def copies(now: datetime | None = None) -> Iterator[LaptopFinding]:
    """The newest dump here, or the archive of the database's log."""
    now, title = now or timezone.now(), _("Backup")
    moments = [moment for moment in (dumping.newest(), _archived()) if moment is not None]
    if not moments:
        yield LaptopFinding(
            Level.BAD,
            title,
            _("None is known here. Please set up deploy/stammtisch-backup.timer, or an archive of the log."),
        )
        return
    level = Level.LOOK if now - max(moments) > OLD else Level.FINE
    yield LaptopFinding(
        level, title, _("The last one was made {age}.").format(age=wording.age(max(moments), now))
    )


def _archived() -> datetime | None:
    """When the database has archived its log last, where it does."""
    if connection.vendor != "postgresql":
        return None
    (moment,) = _row("SELECT last_archived_time FROM pg_stat_archiver")
    return moment if isinstance(moment, datetime) else None


def clocks() -> Iterator[LaptopFinding]:
    """Do this machine and the database agree what time it is?"""
    if connection.vendor != "postgresql":
        return
    before = time.time()
    (there,) = _row("SELECT extract(epoch FROM clock_timestamp())::float")
    apart = abs((before + time.time()) / 2 - float(there))
    if apart > APART:
        sentence = _(
            "This machine and the database are {seconds} s apart. Please let both follow a time server."
        )
        yield LaptopFinding(Level.LOOK, _("Two clocks"), sentence.format(seconds=number_format(apart, 0)))


def workers() -> Iterator[LaptopFinding]:
    """As many as the machine can use."""
    title, cores, count = _("Workers"), os.cpu_count() or 1, settings.PROFILE.workers
    facts = _("{workers} workers for {cores} processors.").format(workers=count, cores=cores)
    if count == 1:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _("There is one: while it starts again, nobody is answered. Please set WORKERS=2."),
        )
    elif count > 2 * cores:
        yield LaptopFinding(Level.LOOK, title, f"{facts} " + _("That is more than it can use."))
    else:
        yield LaptopFinding(Level.FINE, title, facts)
