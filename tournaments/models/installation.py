"""Which installation a database belongs to."""

from __future__ import annotations

import uuid

from django.db import models

from tournaments.models.stored import Raw


class Installation(models.Model):
    """The one row that tells this database from all others, and the key it is used with."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    epoch = models.UUIDField(default=uuid.uuid4, editable=False)  # another one after every restore
    key_mark = models.CharField(max_length=64, blank=True)  # of the secret key; leads back to nothing
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.uid)


class MirrorPosition(models.Model):
    """The one row that says how far the mirror of this database has come; saved with what is mirrored."""

    number = models.PositiveBigIntegerField()  # of the last line
    hash = models.CharField(max_length=64)  # of it, and so of all before it

    def __str__(self) -> str:
        return f"{self.number} {self.hash[:12]}"


class Epoch(models.Model):
    """From when on a copy that was restored is served: phones know more than it does."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    why = models.CharField(max_length=16)  # a code; the sentence is made by whoever shows it
    begun_at = models.DateTimeField()
    # Of the copy: {"copied_at": when, "events": {event: {"revision": n, "round": n}}}.
    copy: models.JSONField[Raw, Raw] = models.JSONField(default=dict)
    settled_at = models.DateTimeField(null=True)  # organisers have said that everything is there again
    settled_by = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("begun_at", "id")

    def __str__(self) -> str:
        return f"{self.begun_at:%Y-%m-%d %H:%M} {self.why}"


class Sighting(models.Model):
    """What a phone or a screen has seen that this database does not know."""

    epoch = models.ForeignKey(Epoch, on_delete=models.CASCADE, related_name="sightings")
    what = models.CharField(max_length=8)  # "table" or "event"
    number = models.PositiveBigIntegerField()  # of the table or the event
    event = models.PositiveBigIntegerField(null=True)
    facts: models.JSONField[Raw, Raw] = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("epoch", "what", "number"), name="one_sighting_per_thing"),
        )

    def __str__(self) -> str:
        return f"{self.what} {self.number}: {self.facts}"
