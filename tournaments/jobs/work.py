"""A job as the function sees that does it: what was asked, how far it is, the files it makes."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from django.db.models import QuerySet

from config.database import writing_aside
from tournaments.jobs.clock import moment
from tournaments.jobs.limits import most_bytes
from tournaments.models import Job, JobPiece, JobState
from tournaments.models.stored import JobLineJson, Raw

PIECE = 256 * 1024  # bytes that are written at once: whoever saves a hand meanwhile waits for no more
BETWEEN = 0.5  # seconds between two notes of how far it is
TOO_LARGE = "too_large"


class Failed(Exception):  # noqa: N818 (what happened, as one would say it)
    """It cannot be done: a code for the page, and perhaps a sentence in the asker's language."""

    def __init__(self, code: str, sentence: str = "") -> None:
        super().__init__(code)
        self.code, self.sentence = code, sentence


class Lost(Exception):  # noqa: N818
    """Somebody else has taken the job up: he believed that this process was dead. It is his now."""


@dataclass(slots=True)
class Assignment:
    """A job that this process is at."""

    job: Job
    _noted: float = field(default=0.0)

    @property
    def parameters(self) -> Raw:
        """What was asked for."""
        return self.job.parameters

    def progress(self, number: int, of: int, now: str = "", *, at_once: bool = False) -> None:
        """How far it is. Written down now and then; `at_once`: before a step that takes long."""
        self.job.number, self.job.of, self.job.now = number, of, now
        if at_once or time.monotonic() - self._noted >= BETWEEN:
            self.change(number=number, of=of, now=now)
            self._noted = time.monotonic()

    def say(self, code: str, **values: str | int) -> None:
        """A line that stays, as a sentence of the kind."""
        self.job.lines = [*self.job.lines, JobLineJson(code=code, values=values)]
        self.change(lines=self.job.lines)

    def keep(self, name: str, data: bytes) -> None:
        """A file for whoever asked; raises Failed where it is more than a club may have."""
        with self.file(name) as file:
            file.write(data)

    @contextmanager
    def file(self, name: str) -> Iterator[IO[bytes]]:
        """The same for a file that is never whole in memory: what is written goes away piece by piece."""
        pieces = _Pieces(self, name, most_bytes(self.job.tenant_id) - self.job.size)
        yield pieces  # type: ignore[misc]  # only what it can: nobody reads it
        pieces.end()
        self.job.files = [*self.job.files, {"name": name, "size": pieces.size}]
        self.change(files=self.job.files)

    def store(self, name: str, number: int, data: bytes) -> None:
        """A piece of a file."""
        with writing_aside():
            self._refuse_lost()
            JobPiece.objects.create(job=self.job, name=name, number=number, data=data)

    def change(self, **columns: object) -> None:
        """Write columns of the job; raises Lost if it is not ours any more."""
        with writing_aside():
            if not self._row().update(**columns, heartbeat=moment()):
                raise Lost

    def _refuse_lost(self) -> None:
        if not self._row().exists():
            raise Lost

    def _row(self) -> QuerySet[Job]:
        ours = {"worker": self.job.worker, "tries": self.job.tries, "state": JobState.RUNNING.value}
        return Job.objects.filter(pk=self.job.pk, **ours)


class _Pieces(io.RawIOBase):
    """Takes what is written, and lets go of it whenever there is a piece of the usual size."""

    def __init__(self, work: Assignment, name: str, most: int) -> None:
        self.work, self.file_name, self.most = work, name, most
        self.size = self.number = 0
        self.waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        """Bytes of any kind."""
        view = memoryview(data).cast("B")
        self.size += len(view)
        if self.size > self.most:
            raise Failed(TOO_LARGE)
        for begin in range(0, len(view), PIECE):
            self.waiting += view[begin : begin + PIECE]
            while len(self.waiting) >= PIECE:
                self._store(bytes(self.waiting[:PIECE]))
                del self.waiting[:PIECE]
        return len(view)

    def end(self) -> None:
        """What is left."""
        if self.waiting:
            self._store(bytes(self.waiting))
            self.waiting.clear()

    def _store(self, data: bytes) -> None:
        self.work.store(self.file_name, self.number, data)
        self.number += 1
