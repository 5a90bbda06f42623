"""Devices that may enter hands, and phones that stand in for the desk."""

from __future__ import annotations

import uuid

from django.db import models

from tournaments.models.events import Event
from tournaments.models.sittings import Sitting


class Credential(models.Model):
    """A device that may enter at one table. The secret itself is only on the device."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE)
    secret_hash = models.CharField(max_length=64, unique=True)  # sha256, hexadecimal
    seat = models.PositiveSmallIntegerField(null=True)  # whose phone it is, once somebody has said so
    label = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)
    seen_seq = models.PositiveIntegerField(default=0)  # up to here it has seen what organisers have changed
    # Another device has taken the seat over: this one watches, what it still has is put aside, not refused.
    replaced_by = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="replaces")
    pin_tries = models.PositiveSmallIntegerField(
        default=0
    )  # wrong ones; after a few of them it counts no more

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.label or str(self.id)


class SeatRequest(models.Model):
    """A device without the seat's PIN asks for a seat that another one has; somebody of the table agrees."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="seat_requests")
    seat = models.PositiveSmallIntegerField(null=True)  # none: the phone of the whole table
    number = models.PositiveSmallIntegerField()  # four digits on both screens: nobody lets a stranger in
    secret_hash = models.CharField(max_length=64, unique=True)  # of the secret the device will write with
    label = models.CharField(max_length=60, blank=True)
    asking = models.ForeignKey(Credential, null=True, on_delete=models.SET_NULL, related_name="requests")
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)
    granted = models.ForeignKey(Credential, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ("at",)

    def __str__(self) -> str:
        return f"{self.number}: {self.seat}"


class Bucket(models.Model):
    """How many tokens of a limit are left for somebody, where several processes count together."""

    key = models.CharField(max_length=160, primary_key=True)
    burst = models.FloatField()
    rate = models.FloatField()  # tokens that come in a second
    tokens = models.FloatField()
    wait = models.FloatField()  # what the last one who took was told: seconds, or 0
    at = models.FloatField()  # seconds, by the database's own clock

    def __str__(self) -> str:
        return f"{self.key}: {self.tokens}"


class DeskPhone(models.Model):
    """A phone that an event is run from for one evening, without an account.

    It begins as a code that the desk shows; whoever brings the code back in time has the rights, once.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="phones")
    role = models.CharField(max_length=12)  # a Role
    name = models.CharField(max_length=40)  # whose phone it is; the log says it
    code_hash = models.CharField(max_length=64, unique=True)  # sha256, hexadecimal
    code_until = models.DateTimeField()
    secret_hash = models.CharField(max_length=64, blank=True)  # empty: the code was not brought back
    label = models.CharField(max_length=60, blank=True)  # how its browser presents itself
    created_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)  # the end of the evening
    ended_at = models.DateTimeField(null=True)  # signed out before that

    class Meta:
        ordering = ("created_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("secret_hash",), name="one_phone_per_secret", condition=~models.Q(secret_hash="")
            ),
        )

    def __str__(self) -> str:
        return self.name
