"""The log of an event: positions and fingerprints of everything it consists of. See `engines.eventlog`.

Nothing is stored twice: what a piece says stands in the rows that are there anyway, and is read when somebody
reads the log. So nothing has to be replaced here when somebody is forgotten.
"""

from __future__ import annotations

import uuid

from django.db import models

from tournaments.models.events import Event
from tournaments.models.installation import Installation


class EventLog(models.Model):
    """How far the log of an event is, and which installation may write it.

    An event has one as soon as somebody reads it. Where `authority` is another installation, the event is
    followed here: it is read only.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="log")
    authority = models.UUIDField()  # the uid of the installation that leads
    epoch = models.PositiveIntegerField(default=1)  # goes up whenever another installation leads
    head = models.PositiveIntegerField(default=0)  # position of the last line
    head_hash = models.CharField(max_length=64)
    revision = models.BigIntegerField(default=-1)  # of the event when it was sealed last; -1: never
    beside = models.CharField(max_length=64, blank=True)  # a stamp of what changes without a revision
    begun_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True)  # followed: when it was level last

    # As `following.looking.log_now` reads it; elsewhere nobody knows without asking.
    now: int  # the revision of the event
    led_here: bool

    def __str__(self) -> str:
        return f"{self.head} {self.head_hash[:12]}"


class EventPiece(models.Model):
    """A part of an event under the name that it has everywhere, and the row it is here."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pieces")
    kind = models.CharField(max_length=12)  # an engines.eventlog.PieceKind
    key = models.CharField(max_length=60)
    row = models.BigIntegerField(null=True)  # its primary key here, where the key does not say it
    upto = models.PositiveIntegerField(default=0)  # of entries: the last one that has a line
    digest = models.CharField(max_length=64)  # of what is hashed of it
    words = models.CharField(max_length=64, blank=True)  # of all of it, with this installation's key
    pos = models.PositiveIntegerField()  # of its last line
    gone = models.BooleanField(default=False)
    fresh = models.BooleanField(default=False)  # followed: the row was made for it, and may go with it

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "kind", "key"), name="one_piece_per_key"),)
        indexes = (models.Index(fields=("kind", "row"), name="piece_of_row"),)

    def __str__(self) -> str:
        return f"{self.kind}/{self.key}"


class EventLine(models.Model):
    """A line of the log. Rows are only added; the database refuses everything else."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="lines")
    pos = models.PositiveIntegerField()  # 1, 2, 3 …
    at = models.DateTimeField()
    epoch = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=60)
    what = models.CharField(max_length=1)  # "+" there or changed, "-" gone
    digest = models.CharField(max_length=64, blank=True)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("event", "pos")
        constraints = (models.UniqueConstraint(fields=("event", "pos"), name="one_line_per_pos"),)

    def __str__(self) -> str:
        return f"{self.pos} {self.kind}/{self.key} {self.what}"


def installation_uid() -> uuid.UUID:
    """Who this installation is; given now if nobody has been served here yet."""
    row = Installation.objects.order_by("pk").first() or Installation.objects.create()
    return row.uid
