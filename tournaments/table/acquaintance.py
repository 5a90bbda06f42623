"""Whose names somebody is shown who opens a table: names of earlier evenings are for those who were there."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from tournaments.access import credentials, desk
from tournaments.models import Entry
from tournaments.table.reading import Tables


def tables_listed(request: HttpRequest) -> Tables:
    """Which tables the first page may list: in a club all of them, in a federation those of this device."""
    return None if settings.PROFILE.club else own_tables(request)


def tables_known(request: HttpRequest) -> Tables:
    """Whose people may be named to this visitor: at the club's desk, and to a phone that has written here
    before, those of all tables; to everybody else those of the tables of his own device."""
    return None if settings.PROFILE.club and _is_known(request) else own_tables(request)


def own_tables(request: HttpRequest) -> set[int]:
    """The tables at which this device may write: it has opened them, or was let in there."""
    return set(credentials.own_devices(request).values_list("sitting", flat=True))


def _is_known(request: HttpRequest) -> bool:
    if desk.actor_of(request) is not None:
        return True
    return Entry.objects.filter(credential__in=credentials.own_devices(request)).exists()
