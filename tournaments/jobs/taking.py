"""Who works in this process: a few threads that take what waits, and one that looks around.

In a federation any process of any machine takes any job: the row is locked while it is taken, and whoever
comes at the same moment takes the next one. Who is at a job says every few seconds that he is alive; whoever
has been silent for long is dead, and another one takes the job up again, but not for ever. A laptop has one
process: what another one was at is nobody's any more.
"""

from __future__ import annotations

import logging
import os
import random
import secrets
import socket
import threading
import uuid
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import Error, connection, connections
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import translation

from config import leaving, memory
from config.database import writing_aside
from tournaments.jobs import keeping
from tournaments.jobs.clock import moment
from tournaments.jobs.kinds import Kind, all_kinds, kind_of
from tournaments.jobs.limits import FILES_KEPT
from tournaments.jobs.work import Assignment, Failed, Lost
from tournaments.models import Job, JobState

MOST_HERE = 3  # threads
LOOK = 2.0  # seconds between two looks for work that waits
BEAT = timedelta(seconds=5)  # between two signs of life
SILENCE = timedelta(seconds=30)  # after which somebody is dead
BROKEN, GIVEN_UP = "broken", "given_up"  # why not

logger = logging.getLogger("stammtisch.jobs")


class Runner:
    """One per process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: dict[uuid.UUID, Assignment] = {}
        self._threads = 0
        self._look: threading.Thread | None = None
        self._ending = threading.Event()
        self._born = (0, "")

    @property
    def name(self) -> str:
        """Whose jobs they are: no other process has ever been called so."""
        if self._born[0] != os.getpid():  # forked
            self._born = (os.getpid(), secrets.token_hex(8))
        return f"{socket.gethostname()[:40]}:{os.getpid()}:{self._born[1]}"

    @property
    def runs(self) -> bool:
        """Does somebody look around?"""
        return self._look is not None and self._look.is_alive()

    def begin(self) -> None:
        """When this process begins to serve. On a laptop one look is enough: nobody else makes jobs."""
        if settings.PROFILE.club:
            self.nudge(lost=True)
        elif not self.runs:
            self._ending.clear()
            self._look = threading.Thread(target=self._look_around, name="jobs", daemon=True)
            self._look.start()

    def stop(self) -> None:
        """Look around no longer; what is under way goes on (tests)."""
        self._ending.set()
        if self._look is not None:
            self._look.join()

    def nudge(self, *, lost: bool = False) -> None:
        """There may be something to do. Who does not serve, or not for long, leaves it to others."""
        if not (settings.PROFILE.club or self.runs) or leaving.has_begun():
            return
        with self._lock:
            if self._threads >= MOST_HERE:
                return
            self._threads += 1
        threading.Thread(target=self._serve, args=(lost,), name="job", daemon=True).start()

    def _look_around(self) -> None:
        beaten = None
        while not self._ending.wait(LOOK * random.uniform(0.75, 1.25)):
            try:
                now = moment()
                if beaten is None or now - beaten >= BEAT:
                    self.beat(now)
                    beaten = now
                if to_do(now, [kind.name for kind in all_kinds()]).exists():
                    self.nudge(lost=True)
            except Error as error:  # the database may come back
                logger.warning("jobs: %s", type(error).__name__)
            finally:
                connections.close_all()

    def beat(self, now: datetime) -> None:
        """Say of every job that this process is at that it is."""
        with self._lock:
            mine = list(self._at_work)
        if mine:
            Job.objects.filter(pk__in=mine, worker=self.name).update(heartbeat=now)

    # --- A thread that works --------------------------------------------------------------------------------

    def _serve(self, lost: bool) -> None:
        try:
            while (work := self._take(lost=lost)) is not None:
                try:
                    self._do(work)
                except Exception:  # the database is gone, say: somebody takes it up again
                    logger.exception("jobs")
                finally:
                    with self._lock:
                        self._at_work.pop(work.job.pk, None)
        finally:
            connections.close_all()
            memory.give_back()

    def _take(self, *, lost: bool) -> Assignment | None:
        """The next job of a kind there is room for; with None this thread is none of ours any more."""
        job = None
        with self._lock:
            try:
                mine = [work.job.kind for work in self._at_work.values()]
                free = [kind.name for kind in all_kinds() if mine.count(kind.name) < kind.here]
                job = take(free, self.name, mine=list(self._at_work), lost=lost)
            except Error:
                logger.exception("jobs")
            if job is None:
                self._threads -= 1
                return None
            work = self._at_work[job.pk] = Assignment(job)
            return work

    def _do(self, work: Assignment) -> None:
        kind = kind_of(work.job.kind)
        assert kind is not None
        try:
            with translation.override(work.job.language or settings.LANGUAGE_CODE):
                _finish(work, _tried(kind, work))
        except Lost:
            logger.warning("job %s was taken up by another process", work.job.kind)
        else:
            keeping.thin(work.job.tenant_id)


runner = Runner()
"""Of this process."""


def take(
    kinds: Collection[str], name: str, *, mine: Collection[uuid.UUID] = (), lost: bool = False
) -> Job | None:
    """The job that is next, for the process of this name, which is at `mine`; `lost`: also one whose process
    is dead. One of whose processes too many have died is given up instead.
    """
    while True:
        now = moment()
        with writing_aside():
            rows = to_do(now, kinds, mine) if lost else Job.objects.filter(_waits(), kind__in=kinds)
            job = _fair(rows).select_for_update(skip_locked=True, of=("self",)).first()
            if job is None:
                return None
            kind = kind_of(job.kind)
            given_up = kind is None or job.tries >= kind.tries
            if given_up:
                _end(job, now, JobState.GIVEN_UP, GIVEN_UP)
            else:
                job.pieces.all().delete()  # of somebody who has not come to the end
                job.state, job.worker, job.tries = JobState.RUNNING.value, name, job.tries + 1
                job.begun_at = job.heartbeat = now
                job.number, job.of, job.now = 0, 0, ""
                job.lines, job.files = [], []
            job.save()
        if not given_up:
            return job
        logger.warning("job %s was given up", job.kind)


def to_do(now: datetime, kinds: Collection[str], mine: Collection[uuid.UUID] = ()) -> QuerySet[Job]:
    """What waits, and what somebody was at who is dead. A laptop has one process, which knows its own."""
    running = Q(state=JobState.RUNNING.value)
    if connection.vendor == "sqlite":
        dead = running & ~Q(pk__in=mine)
    else:
        dead = running & Q(heartbeat__lt=now - SILENCE)
    return Job.objects.filter(_waits() | dead, kind__in=kinds)


def _waits() -> Q:
    return Q(state=JobState.WAITING.value)


def _fair(rows: QuerySet[Job]) -> QuerySet[Job]:
    """A club for which much is done already comes after the others."""
    busy = Job.objects.filter(tenant=OuterRef("tenant"), state=JobState.RUNNING.value).order_by()
    count = busy.values("tenant").annotate(count=Count("pk")).values("count")
    return rows.annotate(busy=Coalesce(Subquery(count, output_field=IntegerField()), 0)).order_by(
        "busy", "made_at", "pk"
    )


def _tried(kind: Kind, work: Assignment) -> Mapping[str, Any] | Failed:
    """What came of it, or why nothing did."""
    try:
        return kind.function()(work) or {}
    except Lost:
        raise
    except Failed as failed:
        return failed
    except Exception:  # whatever it is, the page has to say that it is over
        logger.exception("job %s", kind.name)
        return Failed(BROKEN)


def _finish(work: Assignment, came: Mapping[str, Any] | Failed) -> None:
    job, now = work.job, moment()
    if isinstance(came, Failed):
        job.files = []
        _end(job, now, JobState.FAILED, came.code, came.sentence)
    else:
        _end(job, now, JobState.DONE)
        job.outcome = dict(came)
    ended = ("state", "failure", "sentence", "ended_at", "until", "outcome", "files", "number", "of", "now")
    with writing_aside():
        work.change(**{column: getattr(job, column) for column in ended})
        if not job.files:
            job.pieces.all().delete()


def _end(job: Job, now: datetime, state: JobState, failure: str = "", sentence: str = "") -> None:
    job.state, job.failure, job.sentence = state.value, failure, sentence[:1000]
    job.ended_at, job.until = now, now + FILES_KEPT
