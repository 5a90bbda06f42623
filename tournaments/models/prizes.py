"""What happened at a prize-giving: lots, gifts that were chosen, what was handed over. See `engines.prizes`.

Who should get what is computed from the standings whenever somebody looks; what stands here was done by
people, and no computation takes it back.
"""

from __future__ import annotations

import enum
import uuid

from django.db import models

from tournaments.models.events import Entrant, Event
from tournaments.models.stored import Raw


class PrizeAct(enum.StrEnum):
    """What somebody has done."""

    LOT = "lot"  # the order of those who are equal was drawn
    PLAY_OFF = "play_off"  # they have played for it
    FEAT = "feat"  # somebody has what is counted by hand
    CHOSEN = "chosen"  # a gift of the table was picked
    HANDED = "handed"  # given into somebody's hands
    STANDS = "stands"  # more or less than is due, and it stays so
    DECLINED = "declined"  # he does not want it; it goes to the next
    UNCLAIMED = "unclaimed"  # he was not there; it stays owed to him
    TO_CLUB = "to_club"  # nobody came for it: the club keeps it
    REVERSED = "reversed"  # the act it names was not done, or is undone


class PrizeRecord(models.Model):
    """One act. Rows are only added; the database lets nothing of them be changed but what people typed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)  # given by the page that asks
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prize_records")
    seq = models.PositiveIntegerField()  # within the event, from 1
    kind = models.CharField(max_length=12)  # a PrizeAct
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.PROTECT, related_name="+")
    prize = models.CharField(max_length=40, blank=True)  # its id in the plan
    gift = models.CharField(max_length=40, blank=True)  # its id in the plan
    amount = models.BigIntegerField(default=0)  # of money: smallest units that changed hands, or that stand
    currency = models.CharField(max_length=3, blank=True)  # of the amount
    data: models.JSONField[Raw, Raw] = models.JSONField(default=dict)  # a lot: {"order", "seed"}
    booking = models.UUIDField(null=True)  # the entry of the cash book
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversal")
    what = models.CharField(max_length=200, blank=True)  # in the words of the plan: what it was
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("event", "seq")
        constraints = (models.UniqueConstraint(fields=("event", "seq"), name="one_prize_record_per_seq"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
