"""How old the last backup is, and where; whether the mirror is level."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.safekeeping import wording
from tournaments.safekeeping.backups import places, shelf
from tournaments.safekeeping.backups.making import home
from tournaments.safekeeping.examining.findings import LaptopFinding, Level
from tournaments.safekeeping.facts import facts
from tournaments.safekeeping.mirror.lines import lines_of, segments_in
from tournaments.safekeeping.mirror.mirroring import raw_of, stored_position

OLD = timedelta(days=1)


def backups(now: datetime | None = None) -> Iterator[LaptopFinding]:
    """Is there one that would help?"""
    now, title, newest = now or timezone.now(), _("Backup"), shelf.newest_in(home())
    if not settings.PROFILE.club or not facts().in_use:
        return
    if newest is None:
        yield LaptopFinding(Level.BAD, title, _("There is no backup yet."))
        return
    at = newest.manifest.moment
    level = Level.LOOK if now - at > OLD else Level.FINE
    yield LaptopFinding(level, title, _("The last one was made {age}.").format(age=wording.age(at, now)))


def second_place() -> Iterator[LaptopFinding]:
    """Does anything survive this laptop?"""
    if not settings.PROFILE.club:
        return
    place, title = places.second_place(), _("Second place")
    if place is None:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _("There is none. If the laptop breaks, its backups are gone with it: use a stick."),
        )
    elif not place.is_there:
        yield LaptopFinding(Level.BAD, title, _("{place} is not plugged in.").format(place=place.name))
    elif place.dies_with_the_laptop:
        yield LaptopFinding(
            Level.LOOK,
            title,
            _("{place} is on the same disk: it is gone with the laptop.").format(place=place.chosen),
        )
    else:
        yield LaptopFinding(Level.FINE, title, place.chosen)


def mirror() -> Iterator[LaptopFinding]:
    """Has the last change come to the other disk? Asked of the files, so that a terminal can ask, too."""
    place = places.second_place()
    if place is None or not place.is_there or connection.vendor != "sqlite":
        return
    raw = raw_of(connection)
    position = stored_position(raw) if raw is not None else None
    segments, title = segments_in(place.mirror), _("Mirror")
    if position is None or not position.number or not segments:
        yield LaptopFinding(Level.LOOK, title, _("It has not begun: it does when the server runs."))
        return
    # A file is begun with each backup, so that the last two have it.
    written = max((line.number for _after, file in segments[-2:] for line in lines_of(file)), default=0)
    missing = position.number - written
    if missing > 0:
        yield LaptopFinding(
            Level.LOOK, title, _("Changes that are not there yet: {count}").format(count=missing)
        )
    else:
        yield LaptopFinding(Level.FINE, title, _("Everything is there."))
