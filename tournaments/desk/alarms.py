"""What has gone wrong and is not over, for the top of every page of the desk: what it is, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from config import addresses, ballast, clockwatch, incidents, printedaddress
from config.incidents import Incident, Occurrence
from tournaments.access.desk import Actor
from tournaments.models import Event
from tournaments.safekeeping import epoch

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Alarm:
    """One line. `grave`: hands are not being saved, or may not be."""

    code: str
    text: str
    url: str = ""
    label: str = ""
    grave: bool = False


def alarms(actor: Actor, event: Event | None = None) -> list[Alarm]:
    """The gravest first."""
    clockwatch.look()
    # On a server each process knows its own, and they are the operators' business.
    met = incidents.now() if settings.PROFILE.club or actor.operates else []
    rows = [*_restored(actor, event), *_disk(), *map(_alarm, met), *_address(event)]
    return sorted(rows, key=lambda alarm: not alarm.grave)


def _restored(actor: Actor, event: Event | None) -> Iterator[Alarm]:
    began = epoch.unsettled()
    if began is None:
        return
    if event is not None:
        url = reverse("desk-restored", args=(event.pk,))
    else:
        url = reverse("desk-restored-all") if actor.operates else ""
    text = gettext("An older copy of the data is in use. Phones bring back what is missing.")
    if began.why == epoch.Began.TAKEN:
        text = gettext("This laptop took over from the first one. Phones bring what is missing.")
    yield Alarm("restored", text, url, gettext("What is missing") if url else "")


def _disk() -> Iterator[Alarm]:
    if not settings.PROFILE.club:
        return
    free = ballast.free(settings.DATA_DIR)
    full = any(row.incident is Incident.DISK_FULL for row in incidents.now())
    if free >= ballast.LITTLE and not full:
        return
    room = free // MB
    text = ngettext(
        "The laptop’s disk is nearly full: {count} MB are left. Please make room now.",
        "The laptop’s disk is nearly full: {count} MB are left. Please make room now.",
        room,
    )
    yield Alarm("disk-full", text.format(count=room), _help("disk"), _what_to_do(), grave=True)


def _alarm(row: Occurrence) -> Alarm:
    match row.incident:
        case Incident.DISK_FULL:
            text = gettext("The disk was full: hands were not saved, and stayed on the phones.")
            return Alarm("was-full", text, _help("disk"), _what_to_do(), grave=True)
        case Incident.DISK_ERROR:
            text = gettext("The laptop’s disk has reported an error. Back up now, to another disk.")
            return Alarm("disk-error", text, _help("disk"), _what_to_do(), grave=True)
        case Incident.READ_ONLY:
            text = gettext("The database cannot be written. Hands stay on the phones.")
            return Alarm("read-only", text, _help("disk"), _what_to_do(), grave=True)
        case Incident.DAMAGED:
            text = gettext("The database is damaged. Please write on paper, and restore the last backup.")
            return Alarm("damaged", text, _help("laptop"), _what_to_do(), grave=True)
        case Incident.MOVED:
            text = gettext("The database file was deleted or exchanged. Please put it back.")
            return Alarm("moved", text, _help("laptop"), _what_to_do(), grave=True)
        case Incident.SLOW_DISK:
            text = gettext("The laptop’s disk is very slow: saving a hand takes seconds.")
            return Alarm("slow-disk", text, _help("disk"), _what_to_do())
        case Incident.CLOCK:
            return Alarm("clock", _clock(row.amount), _help("clock"), _what_to_do())


def _clock(seconds: int) -> str:
    minutes = abs(seconds) // 60
    days, hours = minutes // (24 * 60), minutes // 60
    if days:
        span = ngettext("{count} day", "{count} days", days).format(count=days)
    elif hours:
        span = ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    else:
        span = ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    if seconds > 0:
        text = gettext("The laptop’s clock has jumped ahead by {span}. Please check it; nothing is lost.")
    else:
        text = gettext("The laptop’s clock has jumped back by {span}. Please check it; nothing is lost.")
    return text.format(span=span)


def _address(event: Event | None) -> Iterator[Alarm]:
    if not settings.PROFILE.club:
        return
    old = printedaddress.last_printed()
    if not old or printedaddress.leads_here(old):
        return
    now = next(iter(addresses.own_addresses()), "")
    if now:
        text = gettext("The table cards lead to {old}, and the laptop is at {now} now.")
    else:
        text = gettext("The table cards lead to {old}, and the laptop is in no network.")
    yield Alarm("address", text.format(old=old, now=now), _help("address"), _what_to_do(), grave=True)


def _help(anchor: str) -> str:
    return f"{reverse('desk-help')}#{anchor}"


def _what_to_do() -> str:
    return gettext("What to do")
