"""The machine: its clock, its power, its SQLite, its address, and the program on it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from config import addresses, printedaddress, reached
from config.allowances import MB, Quota
from config.database import differences, has_wal_reset_bug
from tournaments.models import Entry
from tournaments.safekeeping.examining.findings import LaptopFinding, Level

SUPPLIES = Path("/sys/class/power_supply")
STEP = timedelta(minutes=2)
EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)  # older than the program itself
_wall, _ticks = time.time(), time.monotonic()


def clock(now: datetime | None = None, jumped: float | None = None) -> Iterator[LaptopFinding]:
    """Is it right, as far as a laptop without a network can know?"""
    now = now or timezone.now()
    if jumped is None:
        jumped = (time.time() - _wall) - (time.monotonic() - _ticks)
    local = timezone.localtime(now)
    sentence = _("It is {time}, {date} ({zone}). Is that so?").format(
        time=date_format(local, "TIME_FORMAT"),
        date=date_format(local, "DATE_FORMAT"),
        zone=settings.TIME_ZONE,
    )
    level = Level.FINE
    newest = Entry.objects.aggregate(newest=Max("at"))["newest"]
    if now < EARLIEST or (newest is not None and newest - now > STEP):
        level = Level.LOOK
        sentence += " " + _("There are entries that are later: the clock is wrong now, or it was then.")
    elif abs(jumped) > STEP.total_seconds():
        level = Level.LOOK
        sentence += " " + _("It has jumped by {minutes} min since the server was started.").format(
            minutes=number_format(jumped / 60, 0)
        )
    yield LaptopFinding(level, _("Clock"), sentence)


def power(supplies: Path = SUPPLIES) -> Iterator[LaptopFinding]:
    """Plugged in? Nothing is said where the system does not know."""
    mains = [_read(file) for file in sorted(supplies.glob("*/online"))]
    charge = next((text for file in sorted(supplies.glob("BAT*/capacity")) if (text := _read(file))), "")
    title = _("Power")
    if charge and "1" not in mains:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _(
                "The laptop runs on its battery ({percent} %). Please plug it in, and let it not go to sleep."
            ).format(percent=charge),
        )
    elif charge:
        yield LaptopFinding(
            Level.FINE, title, _("Plugged in. Please see to it that it does not sleep with its lid closed.")
        )


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""


def database() -> Iterator[LaptopFinding]:
    """The settings, read back, and the library's version."""
    title = _("Database")
    if shortfalls := differences(connection):
        yield LaptopFinding(
            Level.BAD,
            title,
            _("It does not keep its promises: {detail}").format(detail="; ".join(shortfalls)),
        )
        return
    if connection.vendor != "sqlite":
        yield LaptopFinding(Level.FINE, title, _("PostgreSQL, and it saves before it says so."))
        return
    sentence = _("SQLite {version}, and it saves before it says so.").format(version=sqlite3.sqlite_version)
    if has_wal_reset_bug():
        sentence += " " + _("This version needs one writer at a time, and this program takes care of that.")
    yield LaptopFinding(Level.FINE, title, sentence)


def address() -> Iterator[LaptopFinding]:
    """Do printed codes lead here, and can phones come at all?"""
    if not settings.PROFILE.club:
        return
    title, here, printed = _("Address"), addresses.own_addresses(), printedaddress.last_printed()
    if not here:
        yield LaptopFinding(Level.BAD, title, _("The laptop is in no local network: phones cannot reach it."))
    elif printed and not printedaddress.leads_here(printed):
        yield LaptopFinding(
            Level.BAD,
            title,
            _(
                "Printed codes lead to {printed}, and the laptop now is {here}. Please give it the old "
                "address again (in the router), or print the codes anew."
            ).format(printed=printed, here=", ".join(here)),
        )
    elif printed:
        yield LaptopFinding(
            Level.FINE, title, _("Printed codes lead here: {printed}").format(printed=printed)
        )
    else:
        yield LaptopFinding(
            Level.FINE, title, _("Phones find the laptop at {here}.").format(here=", ".join(here))
        )


def phones() -> Iterator[LaptopFinding]:
    """Does the Wi-Fi let phones through to the laptop? Some keep all devices apart."""
    seconds, title = reached.seconds_ago(), _("Phones in the Wi-Fi")
    if seconds is None:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _(
                "No phone has tried yet. Scan the code below: if a green page comes, the Wi-Fi lets phones "
                "through to the laptop."
            ),
        )
        return
    minutes = number_format(int(seconds // 60), 0)
    yield LaptopFinding(
        Level.FINE, title, _("A phone came through {minutes} min ago.").format(minutes=minutes)
    )


def clubs() -> Iterator[LaptopFinding]:
    """How much of the server a club may take, unless its operators have said otherwise for it."""
    quotas = settings.CLUB_QUOTAS

    def number(quota: Quota, unit: int = 1) -> str:
        return (
            number_format(quotas[quota] // unit, 0, force_grouping=True) if quotas[quota] else _("no limit")
        )

    sentence = _(
        "Each may have events: {events} (CLUB_EVENTS), people: {people} (CLUB_PEOPLE), megabytes: {room} "
        "(CLUB_MEGABYTES), tables in 24 hours: {tables} (CLUB_TABLES), looks at pages in a minute: {looks} "
        "(CLUB_REQUESTS)."
    ).format(
        events=number(Quota.EVENTS),
        people=number(Quota.PEOPLE),
        room=number(Quota.BYTES, MB),
        tables=number(Quota.TABLES),
        looks=number(Quota.REQUESTS),
    )
    if settings.REQUESTS:
        sentence += " " + _("Clubs can ask for a place (REQUESTS=1).")
    else:
        sentence += " " + _("Nobody can ask for a place (REQUESTS=0).")
    yield LaptopFinding(Level.FINE, _("Clubs"), sentence)


def program() -> Iterator[LaptopFinding]:
    """Which version."""
    yield LaptopFinding(
        Level.FINE,
        _("Program"),
        _("Version {version}").format(version=settings.VERSION),
    )
