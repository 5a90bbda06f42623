"""How many looks at its pages a club of a federation has in a minute, counted over all workers.

Looking only: what somebody saves, a hand above all, is let through. A worker takes looks in packs, so that
the database is asked once for many of them; on a laptop nobody counts. And pages of a club that is closed are
gone: at once for the worker that closed it, within a minute for the others.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest

from config.allowances import Quota
from config.crowded import Crowded
from tournaments.access import limits
from tournaments.access.allowances import quotas_of
from tournaments.models import Club, ClubState, Event

PACK = 50  # looks a worker takes at once
OLD = 60.0  # seconds: what is left of a pack by then is void, and the club is looked up again
SAFE = ("GET", "HEAD")
MOST = 10_000  # clubs and events that are remembered


@dataclass(slots=True)
class _ClubPace:
    """What this worker knows of a club."""

    most: int  # looks in a minute; 0: as many as they like
    since: float
    is_open: bool = True
    left: int = 0  # of its pack
    shut_until: float = 0.0


_paces: dict[int, _ClubPace] = {}
_limits: dict[int, limits.Limit] = {}
_tenants: dict[int, int] = {}  # whose an event is; that never changes


def look(request: HttpRequest, tenant: int | None) -> None:
    """Somebody comes to a page of this club; raises Crowded when the club has had its share of looks, and 404
    where it is not at home here any more."""
    if tenant is None or settings.PROFILE.club:
        return
    if is_gone(tenant):
        raise Http404
    if request.method in SAFE and (pause := wait(tenant)):
        raise Crowded(limits.seconds(pause))


def visit(event: int) -> None:
    """Somebody comes to a public page of this event; raises 404 where its club is not at home here any more.

    Not counted: what everybody sees is what a cache in front can give.
    """
    if settings.PROFILE.club:
        return
    if event not in _tenants:
        tenant = Event.objects.filter(pk=event).values_list("tenant", flat=True).first()
        if tenant is None:
            return
        if len(_tenants) > MOST:
            _tenants.clear()
        _tenants[event] = tenant
    if is_gone(_tenants[event]):
        raise Http404


def is_gone(tenant: int) -> bool:
    """Is this club not at home here (any more)?"""
    return not settings.PROFILE.club and not _pace(tenant).is_open


def wait(tenant: int) -> float:
    """Take one look: 0, or the seconds until there is one again."""
    if settings.PROFILE.club:
        return 0.0
    pace = _pace(tenant)
    if not pace.most:
        return 0.0
    if pace.left <= 0:
        now = time.monotonic()
        if now < pace.shut_until:
            return pace.shut_until - now
        size = min(PACK, pace.most)
        if pause := _limit(pace.most, size).wait(str(tenant)):
            pace.shut_until = now + pause  # until then nobody of this worker asks the database
            return pause
        pace.left = size
    pace.left -= 1
    return 0.0


def _pace(tenant: int) -> _ClubPace:
    now = time.monotonic()
    pace = _paces.get(tenant)
    if pace is None or now - pace.since > OLD:
        if len(_paces) > MOST:
            _paces.clear()
        club = Club.objects.filter(pk=tenant).only("limits", "state").first()
        if club is None:
            return _ClubPace(0, now, is_open=False)
        pace = _ClubPace(quotas_of(club)[Quota.REQUESTS], now, club.state == ClubState.OPEN)
        _paces[tenant] = pace
    return pace


def _limit(most: int, size: int) -> limits.Limit:
    """One for each number there is: packs, as many as make it in a minute."""
    packs = most / size
    return _limits.setdefault(
        most, limits.Limit(burst=max(1, int(packs)), per_minute=packs, name="looks of a club")
    )


def forget() -> None:
    """Look clubs up again: one of them has changed (and tests)."""
    _paces.clear()
    _limits.clear()
    _tenants.clear()
