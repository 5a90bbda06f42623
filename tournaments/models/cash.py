"""The cash book of an event, and its counts. Rows are only added; the database refuses others.

What was booked is reversed by another line, never changed. See `cash.booking`, the only door.
"""

from __future__ import annotations

import uuid

from django.db import models

from tournaments.engines.cashdesk.kinds import CashKind as CashKind
from tournaments.engines.cashdesk.kinds import CountKind as CountKind
from tournaments.engines.cashdesk.kinds import Destination as Destination
from tournaments.engines.cashdesk.kinds import PaidBy as PaidBy
from tournaments.models.clubs import Club
from tournaments.models.events import Entrant, Event
from tournaments.models.stored import FeeItemJson, Raw


class CashEntry(models.Model):
    """One line of the book, for ever."""

    id = models.UUIDField(primary_key=True, editable=False, default=uuid.uuid4)  # may be the client's
    tenant = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="cash")
    seq = models.PositiveIntegerField()  # 1, 2, 3 … within the event, without a hole
    kind = models.CharField(max_length=16)  # a CashKind; no choices: a new kind is no migration
    way = models.CharField(max_length=12)  # a PaidBy
    amount = models.BigIntegerField()  # smallest units; in: above nothing, out: below
    currency = models.CharField(max_length=3)
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.PROTECT, related_name="cash")
    # Which destinations it feeds; their sum is `amount`. Empty where it feeds none.
    parts: models.JSONField[list[FeeItemJson], list[FeeItemJson]] = models.JSONField(default=list)
    item = models.CharField(max_length=40, blank=True)  # what exactly: the key of a tariff, a round, a prize
    label = models.CharField(max_length=120, blank=True)  # of what has no name of its own: hall, raffle
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")
    # The receipt: numbers of a club and year without a hole. With a file they come under its event's uid.
    receipt_series = models.CharField(max_length=36, blank=True)
    receipt_year = models.PositiveSmallIntegerField(null=True)
    receipt = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("event", "seq")
        constraints = (
            models.UniqueConstraint(fields=("event", "seq"), name="one_cash_entry_per_seq"),
            models.UniqueConstraint(
                fields=("tenant", "receipt_series", "receipt_year", "receipt"), name="one_receipt_per_number"
            ),
        )
        indexes = (models.Index(fields=("event", "entrant"), name="cash_of_entrant"),)

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind} {self.amount} {self.currency}"

    @property
    def receipt_number(self) -> str:
        """`2026-0042`; "" where there is no receipt."""
        if self.receipt is None:
            return ""
        apart = f" {self.receipt_series[:4]}" if self.receipt_series else ""
        return f"{self.receipt_year}-{self.receipt:04}{apart}"


class CashCount(models.Model):
    """The box was counted, closed or opened again. What a close says stays as it is."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="cash_counts")
    seq = models.PositiveIntegerField()  # 1, 2, 3 … within the event
    what = models.CharField(max_length=12)  # a CountKind
    number = models.PositiveIntegerField(null=True)  # of the report of a close, from 1
    upto = models.PositiveIntegerField(default=0)  # the last line of the book it covers
    expected = models.BigIntegerField(default=0)
    counted = models.BigIntegerField(null=True)
    pieces: models.JSONField[Raw, Raw] = models.JSONField(default=dict)  # how many of each coin and note
    reason = models.CharField(max_length=200, blank=True)  # of a difference, of opening again
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("event", "seq")
        constraints = (
            models.UniqueConstraint(fields=("event", "seq"), name="one_cash_count_per_seq"),
            models.UniqueConstraint(fields=("event", "number"), name="one_cash_report_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.seq}: {self.what}"

    @property
    def difference(self) -> int:
        """What is too much in the box, or below nothing: missing."""
        return 0 if self.counted is None else self.counted - self.expected
