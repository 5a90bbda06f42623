"""What people have played over the years: derived rows, made from events and evenings and never typed.

A chapter is an event whose results are official, or a quick evening where the club counts those; it has an
appearance for everybody who sat at one of its tables. A career is the sum of somebody's appearances in one
game. All of it can be thrown away and made anew; only what the club wants counted, and what was parted, is
told by people.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.events import Event
from tournaments.models.people import Player
from tournaments.models.sittings import Sitting
from tournaments.models.stored import AppearanceJson, ContractJson, PartedJson, RatedTableJson


class CareerSwitches(models.Model):
    """What a club wants of the years. Without a row: the organisers see its events, the public nothing."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="+")
    evenings = models.BooleanField(default=False)  # tables without an event count too
    public = models.BooleanField(default=False)  # everybody may see the records, and people’s pages
    rating = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.club}: {self.evenings} {self.public} {self.rating}"


class Chapter(models.Model):
    """An event, or a table of an evening without one, as it was counted last."""

    tenant = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    event = models.OneToOneField(Event, null=True, on_delete=models.CASCADE, related_name="chapter")
    sitting = models.OneToOneField(Sitting, null=True, on_delete=models.CASCADE, related_name="chapter")
    game = models.CharField(max_length=30)
    day = models.DateField()
    began_at = models.DateTimeField()  # puts those of one day in order
    counting = models.PositiveSmallIntegerField()  # which way of counting has made it
    revision = models.PositiveIntegerField(default=0)  # of the event
    mark = models.CharField(max_length=100, blank=True)  # of the sheet, and who sat there
    # Who met whom at which table, and how it ended: what ratings are played from.
    tables: models.JSONField[list[RatedTableJson], list[RatedTableJson]] = models.JSONField(default=list)
    rated = models.CharField(max_length=64, blank=True)  # up to here ratings were played, from all of this

    class Meta:
        ordering = ("day", "began_at", "pk")
        indexes = (models.Index(fields=("tenant", "game", "day"), name="chapter_in_order"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(event__isnull=True, sitting__isnull=False)
                | Q(event__isnull=False, sitting__isnull=True),
                name="a_chapter_is_of_one_thing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.day}: {self.event_id or 0}/{self.sitting_id or 0}"


class Appearance(models.Model):
    """Somebody in a chapter: where he came, and what he did at the tables."""

    chapter = models.ForeignKey(Chapter, on_delete=models.CASCADE, related_name="appearances")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="appearances")
    place = models.PositiveIntegerField(null=True)  # None: out of competition, a substitute
    of = models.PositiveIntegerField(default=0)  # who had a place
    points = models.IntegerField()  # of all hands
    tables = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    best = models.IntegerField(null=True)  # points of the best hand
    streak = models.PositiveIntegerField(default=0)  # hands won one after the other
    facts: models.JSONField[AppearanceJson, AppearanceJson] = models.JSONField()
    mu = models.FloatField(null=True)  # how strong, after it; None: there are no ratings
    sigma = models.FloatField(null=True)

    class Meta:
        ordering = ("chapter", "pk")
        constraints = (
            models.UniqueConstraint(fields=("chapter", "player"), name="one_appearance_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.place}"


class Career(models.Model):
    """All appearances of somebody in one game together. A row that is missing is summed up anew."""

    tenant = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="careers")
    game = models.CharField(max_length=30)
    evenings = models.PositiveIntegerField()  # days
    firsts = models.PositiveIntegerField()  # events won
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    tried: models.JSONField[list[ContractJson], list[ContractJson]] = models.JSONField(default=list)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    last_day = models.DateField()

    class Meta:
        ordering = ("player", "game")
        indexes = (models.Index(fields=("tenant", "game"), name="career_of_club"),)
        constraints = (models.UniqueConstraint(fields=("player", "game"), name="one_career_per_game"),)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.game}"


class Parting(models.Model):
    """Evenings that stood under one name and were somebody else's: what was moved, and by whom."""

    tenant = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    origin = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="parted")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="joined_from")
    is_new = models.BooleanField(default=False)  # the other was added to the register for it
    moved: models.JSONField[PartedJson, PartedJson] = models.JSONField()
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    undone_by = models.CharField(max_length=60, blank=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.origin_id} → {self.other_id}"
