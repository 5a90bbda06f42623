"""What jobs leave behind: kept for a day, within what a club may have."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from config.database import writing_aside
from tournaments.jobs.clock import moment
from tournaments.jobs.kinds import all_kinds
from tournaments.jobs.limits import most_bytes, most_files
from tournaments.models import Job, JobState


def clean() -> int:
    """Take away what is past its day; how many jobs."""
    over = Job.objects.filter(until__lt=moment()).exclude(state=JobState.RUNNING.value)
    return _delete(list(over.values_list("pk", flat=True))) if over.exists() else 0


def figures() -> dict[str, float]:
    """For monitoring: how many wait and how many are being done, on all machines."""
    states = (JobState.WAITING, JobState.RUNNING)
    return {f"jobs_{state.value}": Job.objects.filter(state=state.value).count() for state in states}


def thin(tenant: int) -> int:
    """The newest files of a club stay, as many as it may have; how many jobs went."""
    left, size = most_files(), most_bytes(tenant)
    gone = []
    for job in Job.objects.filter(tenant=tenant).exclude(files=[]).order_by("-made_at", "-pk"):
        left, size = left - 1, size - job.size
        if (left < 0 or size < 0) and not job.pending:
            gone.append(job.pk)
    return _delete(gone)


def forget_files(tenant: int) -> None:
    """Names are to be forgotten that stand in a club's files: those that are there go, and those that are
    being made are begun anew."""
    jobs = Job.objects.filter(tenant=tenant)
    _delete([job.pk for job in jobs.exclude(files=[]) if not job.pending])
    again = [kind.name for kind in all_kinds() if kind.tries > 1]
    with writing_aside():
        jobs.filter(state=JobState.RUNNING.value, kind__in=again).update(
            state=JobState.WAITING.value, worker=""
        )


def _delete(keys: Collection[uuid.UUID]) -> int:
    if keys:
        with writing_aside():
            Job.objects.filter(pk__in=keys).delete()
    return len(keys)
