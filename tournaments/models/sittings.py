"""Tables: who plays what together, under which rules."""

from __future__ import annotations

from typing import Any

from django.db import models

from scoring import Game, Table, game_for
from tournaments.engines.sheets.rows import table_from
from tournaments.models.clubs import FIRST, SAMPLE, Club, number_of
from tournaments.models.events import Entrant, Event, Round
from tournaments.models.people import Player


class Sitting(models.Model):
    """One table of people with one score sheet.

    Game, preset, rules, seats and first dealer are fixed with the first entry: the ledger's hash chain
    starts from them.
    """

    tenant = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="+", default=FIRST, db_default=FIRST
    )  # to whom it belongs
    title = models.CharField(max_length=120, blank=True)  # the evening
    club = models.CharField(max_length=120, blank=True)
    game = models.CharField(max_length=30)  # no choices: a new game is no migration
    preset = models.CharField(max_length=30)
    rules_name = models.CharField(max_length=60, blank=True)  # of the saved rule set they were taken from
    rules = models.JSONField()  # every switch as a raw answer, not only those that differ from the preset
    rules_version = models.PositiveIntegerField(default=1)
    seats = models.PositiveSmallIntegerField()
    seat_seed = models.CharField(max_length=20, blank=True)  # the seats were drawn from it; empty: chosen
    first_dealer = models.PositiveSmallIntegerField(null=True)  # from 1
    key_generation = models.PositiveIntegerField(default=1)  # of the table's QR code
    event = models.ForeignKey(Event, null=True, on_delete=models.PROTECT, related_name="sittings")
    round = models.ForeignKey(Round, null=True, on_delete=models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField(null=True)  # of the table in the hall, from 1
    hands_limit = models.PositiveSmallIntegerField(default=0)  # hands of the round; 0: until it is closed
    # Who confirms what on a sheet without an event, as `engines.plans.Confirming`; an event has a setting.
    confirming = models.CharField(max_length=12, default="list")
    # What a quick evening is played for, as `table.stakes` reads it; None: nobody has said anything about it.
    stakes = models.JSONField(null=True)
    # Goes up with everything at this table that is no entry: something put aside or decided, a call.
    beside = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    # On no list for everybody, and its address leads nowhere but for the desk; its hands stay in the ledger.
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="one_sitting_per_table_and_round"),
        )
        indexes = (models.Index(fields=("event", "-created_at", "-id"), name="sitting_event_latest"),)

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

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

    def table(self) -> Table[Any]:
        """The table for the rules of the game, read once; raises Unreadable when the rules cannot be read.

        A switch that was added after the sitting began takes the preset's value.
        """
        cached: Table[Any] | None = self.__dict__.get("_table")
        if cached is None:
            cached = self.__dict__["_table"] = self._read_table()
        return cached

    def use_table(self, table: Table[Any]) -> None:
        """Read before, from the same rules and seats."""
        self.__dict__["_table"] = table

    def _read_table(self) -> Table[Any]:
        return table_from(
            self.game_value(), self.preset, self.rules, self.seats, self.first_dealer, self.hands_limit
        )


class Chair(models.Model):
    """A person on a seat."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="chairs")
    seat = models.PositiveSmallIntegerField()  # from 1
    player = models.ForeignKey(Player, on_delete=models.PROTECT)
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.PROTECT, related_name="chairs")

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=("sitting", "seat"), name="one_person_per_seat"),
            models.UniqueConstraint(fields=("sitting", "player"), name="one_seat_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"
