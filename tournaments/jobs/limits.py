"""How much of it a club may have."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from tournaments.models import Club

MB = 1024 * 1024
FILES_KEPT = timedelta(days=1)
FILES_OF_LAPTOP, FILES_OF_CLUB = 3, 20  # jobs with files; the oldest go
BYTES = 200 * MB
ROBOTS = 64
JOB_BYTES, JOB_ROBOTS, FILE_BYTES = "job_bytes", "robots", "file_bytes"  # in a club's own limits


def most_bytes(tenant: int) -> int:
    """Bytes of all files that a club's jobs have made."""
    return _limit(tenant, JOB_BYTES, BYTES)


def most_files() -> int:
    """So many jobs of a club keep their files."""
    return FILES_OF_LAPTOP if settings.PROFILE.club else FILES_OF_CLUB


def most_robots(tenant: int, usual: int) -> int:
    """Of a rehearsal; `usual` on a laptop, which has nothing else to do."""
    return usual if settings.PROFILE.club else min(usual, _limit(tenant, JOB_ROBOTS, ROBOTS))


def most_of_file(tenant: int) -> int:
    """Bytes of an event's file that the club may import."""
    return int(
        settings.LARGE_BODY if settings.PROFILE.club else _limit(tenant, FILE_BYTES, settings.LARGE_BODY)
    )


def _limit(tenant: int, name: str, usual: int) -> int:
    limits = Club.objects.filter(pk=tenant).values_list("limits", flat=True).first() or {}
    value = limits.get(name)
    return value if isinstance(value, int) else usual
