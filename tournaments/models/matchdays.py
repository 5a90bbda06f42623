"""Match-days: halls that play at the same time and are ranked in one list, each with an event of its own."""

from __future__ import annotations

import uuid

from django.db import models

from tournaments.models.clubs import FIRST, Club, number_of
from tournaments.models.events import Event
from tournaments.models.season import SeasonDate


class MatchDay(models.Model):
    """Several halls of one day. `revision` goes up with everything that is changed here; events count for
    themselves."""

    tenant = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="+", default=FIRST, db_default=FIRST
    )  # to whom it belongs
    uid = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)  # decides lots
    name = models.CharField(max_length=120)
    day = models.DateField()
    listed = models.BooleanField(default=True)  # may everybody see it?
    # The one evening of a season that all halls are together.
    evening = models.OneToOneField(SeasonDate, null=True, on_delete=models.SET_NULL, related_name="matchday")
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-day", "-pk")
        indexes = (models.Index(fields=("tenant", "day"), name="matchday_of_club"),)

    def __str__(self) -> str:
        return self.name

    @property
    def whose(self) -> int:
        """The number of the club it belongs to."""
        return number_of(self.tenant_id)

    @property
    def seed(self) -> str:
        """What its lots are drawn from."""
        return self.uid.hex[:12]


class MatchHall(models.Model):
    """One hall of a match-day: its event, or only its name as long as the event is not here yet."""

    matchday = models.ForeignKey(MatchDay, on_delete=models.CASCADE, related_name="halls")
    number = models.PositiveSmallIntegerField()  # from 1; of its lots, too
    name = models.CharField(max_length=60)
    event = models.ForeignKey(Event, null=True, on_delete=models.SET_NULL, related_name="halls")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("matchday", "number"), name="one_hall_per_number"),
            models.UniqueConstraint(fields=("event",), name="one_matchday_per_event"),
        )

    def __str__(self) -> str:
        return self.name
