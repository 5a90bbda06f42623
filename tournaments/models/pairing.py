"""Who follows this installation, and whom it follows: codes that pair two of them, and what came of that.

A reader brings a token of which only the hash is here. A source is where we come with a token of our own;
that one has to be kept as it is. Both belong to a club and go with it.
"""

from __future__ import annotations

import enum
import uuid

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.stored import Raw


class PairingKind(enum.StrEnum):
    """What two installations are to each other."""

    SPARE = "spare"  # it reads everything, to go on in place of the one that is read
    HALL = "hall"  # another hall's laptop: it sends its events up to us
    FEDERATION = "federation"  # a club's laptop, which sends its events up to the club's place on a server


WRITERS = (PairingKind.HALL, PairingKind.FEDERATION)
"""Who sends events up, instead of reading ours."""


class PairingCode(models.Model):
    """A code that was shown, until somebody has brought it or its ten minutes are over."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12)  # a PairingKind
    code_hash = models.CharField(max_length=64, unique=True)  # sha256, hexadecimal
    by = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField()
    until = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    # Of a spare laptop: what the rest is sealed with; made of the code, and gone as soon as it was brought.
    seal = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering = ("made_at",)

    def __str__(self) -> str:
        return f"{self.kind} {self.made_at:%Y-%m-%d %H:%M}"


class LogReader(models.Model):
    """An installation that reads logs of a club here, or sends up its own. Deleted with its club only."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    code = models.OneToOneField(PairingCode, null=True, on_delete=models.SET_NULL, related_name="reader")
    kind = models.CharField(max_length=12)  # a PairingKind
    name = models.CharField(max_length=60)  # how it calls itself
    installation = models.UUIDField()
    token_hash = models.CharField(max_length=64, unique=True)  # sha256, hexadecimal
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    # {uid of an event: the position up to which it has that event, or has brought it here}
    positions: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(default=dict)
    revoked_at = models.DateTimeField(null=True)
    address = models.CharField(
        max_length=200, blank=True, default="", db_default=""
    )  # a spare laptop's, as it asks from there
    seal = models.CharField(
        max_length=64, blank=True, default="", db_default=""
    )  # a spare laptop's: both know it

    class Meta:
        ordering = ("made_at",)

    def __str__(self) -> str:
        return self.name


class LogSource(models.Model):
    """An installation that this one follows, or sends its events up to."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12)  # a PairingKind, as the other side has said
    address = models.CharField(max_length=200)  # http://192.168.1.5:8000, without a slash at its end
    name = models.CharField(max_length=120)  # of the other side
    installation = models.UUIDField()
    token = models.CharField(max_length=64)
    since = models.DateField()  # only events from this day on
    made_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    contact_at = models.DateTimeField(null=True)  # when it answered last, and everything was level
    state = models.CharField(max_length=16, default="new")  # following.peers.states.SourceState
    detail = models.CharField(max_length=300, blank=True)  # which event, or what was said
    positions: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(default=dict)
    ended_at = models.DateTimeField(null=True)
    seal = models.CharField(
        max_length=64, blank=True, default="", db_default=""
    )  # what both have made of the code
    kit = models.CharField(
        max_length=64, blank=True, default="", db_default=""
    )  # a mark of what was taken over besides events
    # Where our events go: which list of people was heard last, and how much of it waits for the desk.
    people: models.JSONField[Raw, Raw] = models.JSONField(default=dict, db_default={})

    class Meta:
        ordering = ("made_at",)

    def __str__(self) -> str:
        return f"{self.name} {self.address}"


class LogParcel(models.Model):
    """A part of a log that was sent up and is not complete yet. It is gone as soon as the rest has come."""

    reader = models.ForeignKey(LogReader, on_delete=models.CASCADE, related_name="parcels")
    event = models.UUIDField()
    after = models.PositiveBigIntegerField()  # it begins behind this position
    batch: models.JSONField[Raw, Raw] = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("reader", "event", "after")
        constraints = (
            models.UniqueConstraint(fields=("reader", "event", "after"), name="one_parcel_per_place"),
        )

    def __str__(self) -> str:
        return f"{self.event} {self.after}"
