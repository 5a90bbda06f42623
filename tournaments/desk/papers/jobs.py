"""Long print jobs: made by a thread, so that nobody's page hangs, with how far they are."""

from __future__ import annotations

import io
import logging
import threading
import uuid
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.db import connections
from django.utils import translation

from config import memory
from config.caches import Cache

logger = logging.getLogger(__name__)
KEPT = 3  # files: one of 150 people has 3 MB


@dataclass(slots=True)
class Job:
    """A file in the making. `data` is there when it is done, `failed` when it never will be."""

    event: int
    steps: int
    done: int = 0
    now: str = ""
    data: bytes = b""
    failed: bool = False
    files: dict[str, bytes] = field(
        default_factory=dict
    )  # that go with it: what a machine repeats draws from
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def running(self) -> bool:
        """Still at it."""
        return not self.data and not self.failed


_jobs: Cache[str, Job] = Cache(KEPT)


def begin(event: int, steps: Sequence[str], make: Callable[[Job], bytes], language: str) -> Job:
    """Let a thread make the file; `make` tells the job how far it is."""
    job = Job(event, len(steps))
    _jobs.put(job.id, job)
    threading.Thread(target=_work, args=(job, make, language), name="printing", daemon=True).start()
    return job


def find(event: int, key: str) -> Job | None:
    """The job with this id, if it belongs to the event and is still kept."""
    job = _jobs.look_up(key)
    return job if job is not None and job.event == event else None


def bundle(job: Job) -> bytes:
    """The finished file and those that go with it, in one archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("all.pdf", job.data)
        for name, data in job.files.items():
            archive.writestr(name, data)
    return out.getvalue()


def _work(job: Job, make: Callable[[Job], bytes], language: str) -> None:
    try:
        with translation.override(language):
            job.data = make(job)
    except Exception:  # whatever it is, the page has to say that it is over
        logger.exception("printing failed")
    finally:
        job.failed = not job.data
        connections.close_all()
        memory.give_back()
