"""Whose names somebody is shown who opens a table: names of earlier evenings are for those who were there."""

from __future__ import annotations

import datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournaments.access import credentials, desk, doors
from tournaments.models import FIRST, Club, Entry, Sitting
from tournaments.table.evenings import LISTED
from tournaments.table.reading import Tables

EVENING = datetime.timedelta(hours=18)
LOOKED_AT = 400  # the latest tables of a club on a server, for the names of its people


def tables_listed(request: HttpRequest) -> Tables:
    """Which tables the first page may list: in a club all of them, in a federation those of this device."""
    return None if settings.PROFILE.club else own_tables(request)


def tables_known(request: HttpRequest) -> Tables:
    """Whose people may be named to this visitor: at the club's desk, and to a phone that has written here
    before, those of all tables; to everybody else those of the tables of his own device.

    On a server the same holds within the club through whose door he came, for its latest tables.
    """
    if settings.PROFILE.club:
        return None if _is_known(request, FIRST) else own_tables(request)
    club = doors.club_of(request)
    if club is None:
        return own_tables(request)
    latest = _latest_of(club)
    return latest if _is_known(request, club.pk) else latest & own_tables(request)


def own_tables(request: HttpRequest) -> set[int]:
    """The tables at which this device may write: it has opened them, or was let in there."""
    return set(credentials.own_devices(request).values_list("sitting", flat=True))


def tables_alike(request: HttpRequest) -> Tables:
    """By whose rules a new table may begin: a club plays by its house rules, whoever opens the table."""
    club = doors.club_of(request)
    return tables_listed(request) if club is None else _latest_of(club)


def tables_of_today(club: Club) -> Tables:
    """The tables that were opened in this club today or last night, for its guests."""
    since = timezone.now() - EVENING
    today = Sitting.objects.filter(tenant=club, event=None, hidden_at=None, created_at__gte=since)
    return set(today.filter(sheethead__closed=False).order_by("-pk").values_list("pk", flat=True)[:LISTED])


def is_of_desk(request: HttpRequest, tenant: int) -> bool:
    """Is this somebody of the desk of the club with this number, who may read all names of its register?"""
    actor = desk.actor_of(request)
    return actor is not None and (settings.PROFILE.club or actor.club == tenant)


def _latest_of(club: Club) -> set[int]:
    of_club = Sitting.objects.filter(tenant=club, event=None, hidden_at=None).order_by("-pk")
    return set(of_club.values_list("pk", flat=True)[:LOOKED_AT])


def _is_known(request: HttpRequest, club: int) -> bool:
    if is_of_desk(request, club):
        return True
    written = Entry.objects.filter(credential__in=credentials.own_devices(request))
    return (written if settings.PROFILE.club else written.filter(sitting__tenant=club)).exists()
