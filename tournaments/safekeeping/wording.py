"""Backups, restores and the mirror in sentences, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.safekeeping.backups.making import BackupReason
from tournaments.safekeeping.backups.manifest import Contents, EventInside
from tournaments.safekeeping.mirror.replay import Ending, Replayed
from tournaments.safekeeping.restoring.inforce import EventInForce, InForce, TableInForce

if TYPE_CHECKING:  # a restore brings all that checks a database; the server has none of it to say
    from tournaments.safekeeping.restoring.restore import Restored

NEAR = timedelta(hours=20)  # until then the time of day says enough
SHOWN = 40  # tables in a sentence


def moment(at: datetime, now: datetime | None = None) -> str:
    """When: the time if it is near, else with the date."""
    local, now = timezone.localtime(at), now or timezone.now()
    return date_format(local, "TIME_FORMAT" if abs(now - at) < NEAR else "SHORT_DATETIME_FORMAT")


def age(at: datetime, now: datetime | None = None) -> str:
    """How long ago, in the one unit that says enough."""
    seconds = max(0, int(((now or timezone.now()) - at).total_seconds()))
    if seconds < 60:
        return _("less than a minute ago")
    if seconds < 2 * 3600:
        minutes = seconds // 60
        return ngettext("{count} minute ago", "{count} minutes ago", minutes).format(count=minutes)
    if seconds < 48 * 3600:
        hours = seconds // 3600
        return ngettext("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    days = seconds // 86400
    return ngettext("{count} day ago", "{count} days ago", days).format(count=days)


def why(reason: str) -> str:
    """Why a backup was made."""
    match reason:
        case BackupReason.START:
            return _("when the server started")
        case BackupReason.BEGIN:
            return _("before an event began")
        case BackupReason.ROUND:
            return _("after a round")
        case BackupReason.CHANGED:
            return _("in between")
        case BackupReason.RESTORE:
            return _("before a restore")
    return _("asked for")


def megabytes(size: int) -> str:
    """A size for people."""
    return _("{size} MB").format(size=number_format(max(size / 1_000_000, 0.1), 1))


def inside(contents: Contents) -> str:
    """What is in a backup."""
    parts = [in_event(event) for event in contents.events[:1]]
    parts.append(ngettext("{count} table", "{count} tables", contents.tables).format(count=contents.tables))
    parts.append(
        ngettext("{count} entry", "{count} entries", contents.entries).format(count=contents.entries)
    )
    return " · ".join(parts)


def in_event(event: EventInside) -> str:
    """How far an event is in a backup."""
    if event.playing:
        return _("{event}: round {round} is being played").format(event=event.title, round=event.playing)
    if event.rounds:
        return ngettext(
            "{event}: {count} round closed", "{event}: {count} rounds closed", event.rounds
        ).format(event=event.title, count=event.rounds)
    return event.title


# --- After a restore ----------------------------------------------------------------------------------------


def after_restore(restored: Restored, now: datetime | None = None) -> Iterator[str]:
    """What is in force now, what may be missing, and what is to be done: a sentence each."""
    yield _("{file} is now the database.").format(file=restored.database)
    if restored.aside:
        yield _("The one that was there before is now called {file}.").format(file=restored.aside.name)
    if restored.manifest:
        at = restored.manifest.moment
        yield _("The backup is of {when}, {age}, {why}.").format(
            when=moment(at, now), age=age(at, now), why=why(restored.manifest.reason)
        )
    else:
        yield _("Nobody knows of when the backup is: the note beside it is missing.")
    if restored.in_force.latest:
        latest = datetime.fromisoformat(restored.in_force.latest)
        latest = latest if latest.tzinfo else latest.replace(tzinfo=timezone.get_fixed_timezone(0))
        yield _("The last entry is of {when}.").format(when=moment(latest, now))
    yield from standing(restored.in_force)
    yield from after_mirror(restored.replayed)
    yield from about_key(restored)
    yield _("What phones wrote later they offer by themselves as soon as they see this server again.")
    yield two_at_a_time()


def two_at_a_time() -> str:
    """Of which no program can know without a network."""
    return _(
        "Please see to it that the server does not run on another laptop with the same event from now on: "
        "two at a time would both be right."
    )


def standing(in_force: InForce) -> Iterator[str]:
    """How far events and evenings are."""
    for event in in_force.events:
        yield how_far(event)
    if in_force.evenings:
        yield _("Open tables of the evening: {tables}.").format(tables=hands_per_table(in_force.evenings))


def how_far(event: EventInForce) -> str:
    """Which round is in force, and how many hands each table has."""
    if event.playing:
        return _("{event}: round {round} is being played. Hands: {tables}.").format(
            event=event.title, round=event.playing, tables=hands_per_table(event.tables)
        )
    return ngettext(
        "{event}: {count} round is closed, none is open.",
        "{event}: {count} rounds are closed, none is open.",
        event.closed,
    ).format(event=event.title, count=event.closed)


def hands_per_table(tables: tuple[TableInForce, ...]) -> str:
    """Every table and its hands."""
    listed = ", ".join(
        _("table {table}: {hands}").format(table=table.number, hands=table.hands) for table in tables[:SHOWN]
    )
    return f"{listed} …" if len(tables) > SHOWN else listed


def after_mirror(replayed: Replayed | None) -> Iterator[str]:
    """What the mirror has brought."""
    if replayed is None:
        yield _(
            "Without the mirror: what organisers did after the backup is missing. Please compare with the "
            "papers that were signed."
        )
        return
    if replayed.lines:
        yield ngettext(
            "{count} later change has come from the mirror, of {when}.",
            "{count} later changes have come from the mirror, the last one of {when}.",
            replayed.lines,
        ).format(count=replayed.lines, when=moment(datetime.fromisoformat(replayed.last_at)))
    match replayed.ending:
        case Ending.END:
            yield _("Everything that was mirrored is there.")
        case Ending.NOTHING:
            yield _("In the mirror there is nothing that belongs to this backup.")
        case Ending.GAP:
            yield _(
                "Something is missing in the mirror, and what came after that could not be taken. A newer "
                "backup brings more."
            )
        case Ending.ELSEWHERE:
            yield _(
                "Then the database was changed while the server did not run, and the mirror does not know "
                "how. A newer backup brings more."
            )
        case Ending.OTHER_STEPS:
            yield _("Then the program was updated. A newer backup brings more.")


def about_key(restored: Restored) -> Iterator[str]:
    """Do printed codes count?"""
    if restored.key:
        yield _("The secret key was taken from {file}: printed codes go on to count.").format(
            file=restored.key
        )
    elif restored.key_missing:
        yield _(
            "The secret key of this database is not here, and the server will not start without it. Please "
            "put your copy into the data directory as  secret-key . Without a copy: printed codes and "
            "receipts of phones no longer count; start with  GO_ON=new-key  and print the cards anew."
        )
