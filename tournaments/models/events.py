"""Events: what is played over which rounds, who takes part, and what the organisers decided."""

from __future__ import annotations

import enum
import uuid
from typing import Any

from django.conf import settings
from django.db import models

from scoring import Game, game_for
from tournaments.engines.results.decisions import RulingKind as RulingKind
from tournaments.models.clubs import FIRST, SAMPLE, Club, number_of
from tournaments.models.people import Player
from tournaments.models.stored import DrawnJson, PartsJson, Raw, RulingJson, ScreenJson, SeatingJson


class Event(models.Model):
    """A tournament from the door to the prize.

    `settings` and the plan of every stage are answers to declared questions (`tournaments/engines/plans/`),
    stored whole. `revision` goes up with everything organisers change; hands count for themselves.
    """

    tenant = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="+", default=FIRST, db_default=FIRST
    )  # to whom it belongs
    # The same on every installation; decides lots.
    uid = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
    title = models.CharField(max_length=120)
    club = models.CharField(max_length=120, blank=True)
    place = models.CharField(max_length=120, blank=True)
    day = models.DateField()
    game = models.CharField(max_length=30)  # no choices: a new game is no migration
    preset = models.CharField(max_length=30)  # of the game's rules
    rules_name = models.CharField(max_length=60, blank=True)
    rules = models.JSONField()  # every switch of the game as a raw answer
    settings = models.JSONField(default=dict)  # plans.EventSettings as raw answers
    ranking = models.JSONField(default=dict)  # standings.RankingRules as raw answers
    key_generation = models.PositiveIntegerField(default=1)  # of the QR codes on the tables
    revision = models.PositiveIntegerField(default=0)
    # engines.cashdesk.tariffs.MoneyPlan; other rooms have keys of their own in it.
    money: models.JSONField[Raw, Raw] = models.JSONField(default=dict, db_default={})
    prizes = models.JSONField(default=list)  # [{"for": …, "prize": …}], see plans/prizes.py
    # {"plan": …, "of": a mark of `prizes`}; programs of before change the lines alone: prizes.plans
    prize_plan: models.JSONField[Raw, Raw] = models.JSONField(default=dict, db_default={})
    certificate = models.JSONField(default=dict)  # plans.prizes.CertificatePlan as raw answers
    logo = models.BinaryField(blank=True, default=b"")  # PNG or JPEG, on certificates
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)  # results are official
    archived_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-day", "-id")
        indexes = (
            models.Index(fields=("tenant", "day"), name="event_tenant_day"),
            models.Index(fields=("day",), name="event_day"),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def whose(self) -> int:
        """The number of the club it belongs to."""
        return number_of(self.tenant_id)

    @property
    def is_sample(self) -> bool:
        """Is it made up, to be looked at?"""
        return self.tenant_id == SAMPLE

    def game_value(self) -> Game[Any, Any]:
        """The game; raises KeyError when this version does not know it."""
        return game_for(self.game)


class Stage(models.Model):
    """Rounds of one format: two rounds at tables, then a final; groups, then a knockout."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()  # from 1
    name = models.CharField(max_length=60, blank=True)
    plan = models.JSONField()  # plans.StagePlan as raw answers
    rules = models.JSONField(default=dict)  # switches of the game that differ from the event's
    ends_after = models.PositiveSmallIntegerField(null=True)  # rounds; the organisers ended it early

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_stage_per_number"),)

    def __str__(self) -> str:
        return self.name or str(self.number)


class RoundState(enum.StrEnum):
    """How far a round is."""

    DRAWN = "drawn"  # only organisers see the seats
    PUBLISHED = "published"  # everybody sees the seats; no hand is taken yet
    OPEN = "open"
    CLOSED = "closed"


LARGE = (  # grows with the event; whoever asks about one table leaves it where it is
    *(f"round__{name}" for name in ("request", "answer", "seating", "changes")),
    *(f"event__{name}" for name in ("logo", "prizes", "prize_plan", "certificate")),
)


class Round(models.Model):
    """One round: a draw, and tables once it is published.

    `seating` is what is in force. `request` and `answer` are those of the draw engine, whose players are the
    entrants' numbers; swaps by hand change `seating` only and are kept in `changes`.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()  # through the whole event, from 1
    name = models.CharField(max_length=60, blank=True)  # "Quarter-finals"
    state = models.CharField(max_length=12, default=RoundState.DRAWN.value)  # a RoundState
    seed = models.CharField(max_length=60, blank=True)
    request: models.JSONField[PartsJson, PartsJson] = models.JSONField(default=dict)
    answer: models.JSONField[DrawnJson, DrawnJson] = models.JSONField(default=dict)
    seating: models.JSONField[SeatingJson, SeatingJson] = models.JSONField(default=dict)
    # [{"at", "by", "what", "reason"}], oldest first.
    changes: models.JSONField[list[Raw], list[Raw]] = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)  # of the published seats
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number"),)

    def __str__(self) -> str:
        return self.name or str(self.number)

    @property
    def by_groups(self) -> bool:
        """Some groups play it already, while others are still at an earlier round."""
        return self.state == RoundState.OPEN and self.opened_at is None and bool(self.seating.get("ahead"))

    def plays(self, table: int) -> bool:
        """May this table write: the round is open, or the group that plays there has gone on alone."""
        if not self.by_groups:
            return self.state == RoundState.OPEN
        return table in self.tables_ahead

    @property
    def tables_ahead(self) -> set[int]:
        """Numbers of the tables whose groups have gone on alone."""
        ahead, seating = self.seating.get("ahead", ()), self.seating
        groups = seating.get("groups") or [""] * len(seating["numbers"])
        return {number for number, group in zip(seating["numbers"], groups, strict=True) if group in ahead}


class EntrantState(enum.StrEnum):
    """Is this entrant in the hall?"""

    EXPECTED = "expected"
    HERE = "here"
    NO_SHOW = "no_show"
    WITHDRAWN = "withdrawn"


COMING = (EntrantState.HERE, EntrantState.EXPECTED)
"""Who is counted: as entered, as here, as having paid. Whoever has gone or did not come is on no side."""


class Entrant(models.Model):
    """Who competes: a person, a pair or a team. Points belong to the entrant, whoever sits for it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()  # start number, from 1
    name = models.CharField(max_length=120, blank=True)  # of a pair or team; empty: the names of its members
    club = models.CharField(max_length=60, blank=True)
    category = models.CharField(max_length=40, blank=True)
    team = models.CharField(max_length=60, blank=True)  # individuals whose totals are added besides
    group = models.CharField(max_length=10, blank=True)  # of a stage played in groups
    rating = models.IntegerField(null=True)  # for seeding; the best is 1
    state = models.CharField(max_length=12, default=EntrantState.EXPECTED.value)  # an EntrantState
    paid = models.BooleanField(default=False)  # derived where fees are booked: nothing is open
    tariff = models.CharField(max_length=12, blank=True, default="", db_default="")  # chosen at the door
    ranked = models.BooleanField(default=True)  # False: fills in, out of competition
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_after = models.PositiveSmallIntegerField(null=True)  # the last round of somebody who withdrew
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_entrant_per_number"),)

    def __str__(self) -> str:
        return self.name or str(self.number)


class Member(models.Model):
    """A person who plays for an entrant, from one round to another; a substitute takes over the place."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    place = models.PositiveSmallIntegerField(default=1)  # within the entrant, from 1
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("place", "from_round")

    def __str__(self) -> str:
        return f"{self.place}: {self.player}"


class Wish(models.Model):
    """Two who do not want to meet at one table, or want to sit at one."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="wishes")
    # The column has its name from databases that are in use.
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+", db_column="one_id")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    together = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "entrant", "other"), name="one_wish_per_pair"),
        )

    def __str__(self) -> str:
        return f"{self.entrant} / {self.other}"


class Ruling(models.Model):
    """A decision with its reason. It is withdrawn, never deleted."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=16)  # a RulingKind
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.PROTECT)
    round = models.ForeignKey(Round, null=True, on_delete=models.PROTECT)
    table = models.PositiveSmallIntegerField(null=True)  # number within the round
    data: models.JSONField[RulingJson | Raw, RulingJson] = models.JSONField(default=dict)
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"


class Notice(models.Model):
    """The event's own log: who changed what, when and why. Rows are only added."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notices")
    what = models.CharField(max_length=40)  # a code; the sentence is made by whoever shows it
    data: models.JSONField[Raw, Raw] = models.JSONField(default=dict)  # the values of the sentence
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return self.what


class Role(enum.StrEnum):
    """What an account is in an event."""

    OWNER = "owner"
    ORGANISER = "organiser"
    HELPER = "helper"


class Grant(models.Model):
    """An account's role in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="grants")
    role = models.CharField(max_length=12)  # a Role

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "user"), name="one_role_per_account"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Screen(models.Model):
    """A projector in the hall, steered from the desk. Its page follows what stands here."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(max_length=40)
    shows = models.CharField(max_length=20)  # the key of a board
    data: models.JSONField[ScreenJson | Raw, ScreenJson] = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name"),)

    def __str__(self) -> str:
        return self.name


class Clock(models.Model):
    """The round clock: runs until `ends_at`, or stands at `left` seconds."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True)
    ends_at = models.DateTimeField(null=True)  # while it runs
    # The same moment by the clock that nobody sets: milliseconds since this start of the machine.
    ends_ticks = models.BigIntegerField(null=True)
    boot_id = models.CharField(max_length=36, blank=True)
    left = models.PositiveIntegerField(default=0)  # seconds, while it stands
    text = models.CharField(max_length=200, blank=True)  # announcement under the clock

    def __str__(self) -> str:
        return self.text or str(self.left)
