"""How many looks at its pages a club of a federation has in a minute, counted over all workers.

Looking only: what somebody saves, a hand above all, is let through. A worker takes looks in packs, so that the
database is asked once for many of them; on a laptop nobody counts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from config.allowances import Quota
from config.crowded import Crowded
from tournaments.access import limits
from tournaments.access.allowances import quotas_of
from tournaments.models import Club

PACK = 50  # looks a worker takes at once
OLD = 60.0  # seconds: what is left of a pack by then is void, and the club's number is read again
SAFE = ("GET", "HEAD")
MOST_CLUBS = 10_000


@dataclass(slots=True)
class _ClubPace:
    """What this worker knows of a club."""

    most: int  # looks in a minute; 0: as many as they like
    since: float
    left: int = 0  # of its pack
    shut_until: float = 0.0


_paces: dict[int, _ClubPace] = {}
_limits: dict[int, limits.Limit] = {}


def look(request: HttpRequest, tenant: int | None) -> None:
    """Somebody looks at a page of this club; raises Crowded when the club has had its share."""
    if tenant is None or request.method not in SAFE or settings.PROFILE.club:
        return
    if pause := wait(tenant):
        raise Crowded(limits.seconds(pause))


def wait(tenant: int) -> float:
    """Take one look: 0, or the seconds until there is one again."""
    if settings.PROFILE.club:
        return 0.0
    now = time.monotonic()
    pace = _paces.get(tenant)
    if pace is None or now - pace.since > OLD:
        if len(_paces) > MOST_CLUBS:
            _paces.clear()
        pace = _paces[tenant] = _ClubPace(_most(tenant), now)
    if not pace.most:
        return 0.0
    if pace.left <= 0:
        if now < pace.shut_until:
            return pace.shut_until - now
        size = min(PACK, pace.most)
        if pause := _limit(pace.most, size).wait(str(tenant)):
            pace.shut_until = now + pause  # until then nobody of this worker asks the database
            return pause
        pace.left = size
    pace.left -= 1
    return 0.0


def _most(tenant: int) -> int:
    club = Club.objects.filter(pk=tenant).only("limits").first()
    return quotas_of(club)[Quota.REQUESTS] if club is not None else 0


def _limit(most: int, size: int) -> limits.Limit:
    """One for each number there is: packs, as many as make it in a minute."""
    packs = most / size
    return _limits.setdefault(
        most, limits.Limit(burst=max(1, int(packs)), per_minute=packs, name="looks of a club")
    )


def forget() -> None:
    """Start afresh: a club's limits have changed (and tests)."""
    _paces.clear()
    _limits.clear()
