"""Seasons: which evenings count together, and what was typed of those that were not played here."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models

from tournaments.models.clubs import FIRST, SAMPLE, Club, number_of
from tournaments.models.events import Event
from tournaments.models.people import Player
from tournaments.models.sittings import Sitting
from tournaments.models.stored import Raw


class ClubSeason(models.Model):
    """Several evenings with one list at the end.

    `rules` are answers to declared questions (`engines.season`), stored whole. `revision` goes up with
    everything that is changed here; results of events count for themselves.
    """

    tenant = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="+", default=FIRST, db_default=FIRST
    )  # to whom it belongs
    # The same on every installation; decides lots where no seed was published.
    uid = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
    name = models.CharField(max_length=120)
    rules: models.JSONField[Raw, Raw] = models.JSONField(default=dict)
    views: models.JSONField[list[Raw], list[Raw]] = models.JSONField(default=list)  # lists beside that of all
    seed = models.CharField(max_length=60, blank=True)  # of the lot, as it was published
    home = models.CharField(max_length=60, blank=True)  # its people are members; empty: who is no guest
    listed = models.BooleanField(default=True)  # may everybody see it?
    revision = models.PositiveIntegerField(default=0)
    # The list as it was when something was last changed: [[person, rank, total], …]
    recorded: models.JSONField[list[Any], list[Any]] = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-pk")
        indexes = (models.Index(fields=("tenant", "created_at"), name="season_of_club"),)

    def __str__(self) -> str:
        return self.name

    @property
    def whose(self) -> int:
        """The number of the club it belongs to."""
        return number_of(self.tenant_id)

    @property
    def is_sample(self) -> bool:
        """Is it made up, to be looked at?"""
        return self.tenant_id == SAMPLE

    @property
    def drawn_from(self) -> str:
        """What its lots are drawn from."""
        return self.seed or str(self.uid)


class SeasonDate(models.Model):
    """One date of a season: an event, tables of an evening, a list from elsewhere, or only a date."""

    season = models.ForeignKey(ClubSeason, on_delete=models.CASCADE, related_name="evenings")
    day = models.DateField()
    time = models.TimeField(null=True)
    place = models.CharField(max_length=120, blank=True)
    label = models.CharField(max_length=60, blank=True)
    kind = models.CharField(max_length=30, blank=True)  # the club's own word: final, open evening
    host = models.CharField(max_length=60, blank=True)  # the club that has people to its place
    weight = models.CharField(max_length=12, default="1", db_default="1")  # a fraction as text: 2, 3/2
    event = models.ForeignKey(Event, null=True, on_delete=models.SET_NULL, related_name="seasons")
    tables: models.ManyToManyField[Sitting, models.Model] = models.ManyToManyField(
        Sitting, related_name="seasons"
    )
    counted_at = models.DateTimeField(null=True)  # its results are in the list since
    # Of an event: what everybody played, derived, and of which of its revisions that was.
    outcome: models.JSONField[list[Any], list[Any]] = models.JSONField(default=list)
    outcome_of = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("day", "time", "pk")
        constraints = (models.UniqueConstraint(fields=("season", "event"), name="one_evening_per_event"),)

    def __str__(self) -> str:
        return self.label or self.day.isoformat()


class EveningResult(models.Model):
    """What somebody has played on an evening that was typed or imported."""

    evening = models.ForeignKey(SeasonDate, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="season_results")
    points = models.IntegerField()
    rank = models.PositiveIntegerField(null=True)  # as it was announced; None: by the points
    hands = models.PositiveIntegerField(null=True)
    rounds = models.PositiveIntegerField(null=True)
    wins = models.PositiveIntegerField(null=True)
    group = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=60, blank=True)  # he played for
    guest = models.BooleanField(default=False)

    class Meta:
        ordering = ("-points", "pk")
        constraints = (models.UniqueConstraint(fields=("evening", "player"), name="one_result_per_evening"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class SeasonNotice(models.Model):
    """The season's own log: who changed what, and which places moved. Rows are only added."""

    season = models.ForeignKey(ClubSeason, on_delete=models.CASCADE, related_name="notices")
    what = models.CharField(max_length=40)  # a code; the sentence is made by whoever shows it
    data: models.JSONField[Raw, Raw] = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return self.what
