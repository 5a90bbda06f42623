"""The chain of an event: what organisers have settled, link by link. See `engines.eventchain`."""

from __future__ import annotations

from django.db import models

from tournaments.models.events import Event
from tournaments.models.stored import Raw


class EventLink(models.Model):
    """A link, written with a line of the event's log. Rows are only added; the database refuses others."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="links")
    seq = models.PositiveIntegerField()  # 1, 2, 3 …
    at = models.DateTimeField()
    facts: models.JSONField[Raw, Raw] = models.JSONField()  # an `eventchain.LinkJson`
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("event", "seq")
        constraints = (models.UniqueConstraint(fields=("event", "seq"), name="one_link_per_seq"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.hash[:12]}"
