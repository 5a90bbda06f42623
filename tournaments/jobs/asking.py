"""Start a job, ask how far it is, fetch what it has made: from any process."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import get_language

from config.database import take_turns, writing_aside
from tournaments.jobs.clock import moment
from tournaments.jobs.kinds import kind_of
from tournaments.jobs.taking import runner
from tournaments.models import Event, Job, JobPiece, JobState

UNDER_WAY = (JobState.WAITING.value, JobState.RUNNING.value)
PATIENCE = timedelta(days=1)  # after which what nobody has done is not wanted any more


class Busy(Exception):  # noqa: N818 (an answer, not an error)
    """So many jobs of this kind wait for the club already that no more is taken."""


def start(kind: str, *, tenant: int, event: Event | None = None, by: str = "", **parameters: object) -> Job:
    """Let somebody do this work, in the language that is active. Raises Busy.

    Of a kind that a club has one at a time this may be the one that is on already. Who presses twice before
    it has begun gets the same one, too.
    """
    about = kind_of(kind)
    if about is None:
        raise LookupError(kind)
    with writing_aside():
        take_turns(f"jobs of {tenant}")
        under_way = Job.objects.filter(kind=kind, tenant=tenant, state__in=UNDER_WAY)
        same = (
            under_way
            if about.single
            else under_way.filter(state=JobState.WAITING.value, event=event, parameters=parameters)
        )
        job = same.first()
        if job is None:
            if under_way.filter(state=JobState.WAITING.value).count() >= about.waiting:
                raise Busy
            now = moment()
            job = Job.objects.create(
                kind=kind,
                tenant_id=tenant,
                event=event,
                by=by[:60],
                language=get_language() or "",
                parameters=parameters,
                made_at=now,
                until=now + PATIENCE,
            )
    transaction.on_commit(runner.nudge)
    return job


def lookup(kind: str, key: str | uuid.UUID, *, tenant: int, event: Event | None = None) -> Job | None:
    """The job with this id, if it is of this kind, club and event and is not forgotten."""
    try:
        return Job.objects.filter(pk=key, kind=kind, tenant=tenant, event=event).first()
    except (ValidationError, ValueError):
        return None


def latest(kind: str, *, tenant: int) -> Job | None:
    """The club's last job of this kind."""
    return Job.objects.filter(kind=kind, tenant=tenant).order_by("made_at", "pk").last()


def progress(job: Job) -> Job:
    """The job as it is now. Raises Job.DoesNotExist if it is forgotten."""
    job.refresh_from_db()
    return job


def result(job: Job, name: str) -> bytes | None:
    """A file that the job has made, whole; None: there is none of this name, or not any more."""
    if name not in {file["name"] for file in job.files}:
        return None
    try:
        return b"".join(pieces(job, name))
    except LookupError:  # others have come since, and it was the oldest
        return None


def pieces(job: Job, name: str) -> Iterator[bytes]:
    """A file that the job has made, piece by piece: a large one is nowhere whole.

    Raises LookupError if it is taken away meanwhile.
    """
    size = next((file["size"] for file in job.files if file["name"] == name), 0)
    number = 0
    while size > 0:
        rows = JobPiece.objects.filter(job=job, name=name, number=number).values_list("data", flat=True)
        data = rows.first()
        if data is None:
            raise LookupError(name)
        yield bytes(data)
        size -= len(data)
        number += 1
