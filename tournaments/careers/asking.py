"""Who lets what is due be counted: an event that is finished, two who are one, every quarter of an hour."""

from __future__ import annotations

from tournaments import jobs
from tournaments.careers import due
from tournaments.models import Job

KIND = "careers"


def begin(tenant: int, by: str = "") -> Job | None:
    """Let somebody count what is due for a club; None: so many wait already that it is done anyway."""
    try:
        return jobs.start(KIND, tenant=tenant, by=by)
    except jobs.Busy:
        return None


def begin_where_due() -> int:
    """For all clubs in which something has to be counted; how many they are."""
    clubs = due.clubs_with_work()
    for club in clubs:
        begin(club)
    return len(clubs)
