"""Long work that somebody waits for: whichever process takes it, everybody can ask how far it is."""

from __future__ import annotations

import enum
import uuid

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Event
from tournaments.models.stored import JobFileJson, JobLineJson, Raw


class JobState(enum.StrEnum):
    """How far it is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    GIVEN_UP = "given_up"  # whoever was at it died, and so did those who took it up again


class Job(models.Model):
    """A piece of long work. All its moments are by the clock of the database, for machines have several."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=30)
    tenant = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="+")
    by = models.CharField(max_length=60, blank=True)  # who asked
    language = models.CharField(max_length=10, blank=True)
    parameters: models.JSONField[Raw, Raw] = models.JSONField(default=dict)
    state = models.CharField(max_length=10, default=JobState.WAITING.value)  # a JobState
    number = models.PositiveIntegerField(default=0)  # of `of` steps
    of = models.PositiveIntegerField(default=0)
    now = models.CharField(max_length=60, blank=True)  # the step it is at, as a code
    lines: models.JSONField[list[JobLineJson], list[JobLineJson]] = models.JSONField(default=list)
    outcome: models.JSONField[Raw, Raw] = models.JSONField(default=dict)
    failure = models.CharField(max_length=30, blank=True)  # why not, as a code
    sentence = models.CharField(max_length=1000, blank=True)  # and in words of the asker's language, if any
    files: models.JSONField[list[JobFileJson], list[JobFileJson]] = models.JSONField(default=list)
    made_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    heartbeat = models.DateTimeField(null=True)  # when whoever is at it was last alive
    ended_at = models.DateTimeField(null=True)
    until = models.DateTimeField()  # then it is forgotten with its files
    tries = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=80, blank=True)  # the process that is at it

    class Meta:
        ordering = ("made_at", "pk")
        indexes = (
            models.Index(fields=["state", "made_at"], name="jobs_to_do"),
            models.Index(fields=["tenant", "kind", "made_at"], name="jobs_of_a_club"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.state}"

    @property
    def pending(self) -> bool:
        """Will there be something?"""
        return self.state in (JobState.WAITING, JobState.RUNNING)

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(file["size"] for file in self.files)


class JobPiece(models.Model):
    """A part of a file that a job has made."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="pieces")
    name = models.CharField(max_length=120)  # of the file
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ("job", "name", "number")
        constraints = (models.UniqueConstraint(fields=("job", "name", "number"), name="one_piece_per_place"),)

    def __str__(self) -> str:
        return f"{self.name} {self.number}"
