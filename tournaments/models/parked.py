"""What reached the laptop and could not be counted: put aside for people to decide, never thrown away."""

from __future__ import annotations

import enum

from django.db import models

from tournaments.models.access import Credential
from tournaments.models.ledger import Entry
from tournaments.models.sittings import Sitting
from tournaments.models.stored import Raw


class Answer(enum.StrEnum):
    """What people have decided about something that was put aside."""

    STAYS = "stays"  # what is on the sheet is right
    INSTEAD = "instead"  # what was put aside is right, and has taken its place
    BESIDES = "besides"  # both were played: it is a hand of its own
    SAME = "same"  # it is the same hand as one on the sheet, sent twice
    OTHER = "other"  # neither; the hand was entered anew


class Parked(models.Model):
    """A hand that was sent and not counted. Rows are only added; the database refuses to change one."""

    id = models.UUIDField(primary_key=True, editable=False)  # that of the entry it would have become
    # No constraints: a sheet that nobody has written on may go, and what was put aside for it stays.
    sitting = models.ForeignKey(
        Sitting, on_delete=models.DO_NOTHING, db_constraint=False, related_name="parked"
    )
    credential = models.ForeignKey(Credential, null=True, on_delete=models.DO_NOTHING, db_constraint=False)
    kind = models.CharField(max_length=16)  # an EntryKind
    hand_no = models.PositiveIntegerField(null=True)  # as the phone believed
    raw: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField()  # the answers of its form
    digest = models.CharField(max_length=64)  # of what was asked for
    base_seq = models.PositiveIntegerField(null=True)  # the last entry the client had seen
    code = models.CharField(max_length=20)  # why it could not be counted: the code of a Refused
    via = models.CharField(max_length=16)  # a Via
    at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)  # the client's clock; for display only

    class Meta:
        ordering = ("at",)

    def __str__(self) -> str:
        return f"{self.hand_no}: {self.code}"


class ParkedDecision(models.Model):
    """What has become of it. Rows are only added, too; there is one at most."""

    parked = models.OneToOneField(Parked, on_delete=models.PROTECT, related_name="decision")
    answer = models.CharField(max_length=12)  # an Answer
    entry = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT)  # what was written because of it
    credential = models.ForeignKey(Credential, null=True, on_delete=models.DO_NOTHING, db_constraint=False)
    via = models.CharField(max_length=16)  # a Via
    by = models.CharField(max_length=60, blank=True)  # the organiser's account name
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.parked_id}: {self.answer}"


class PhoneOffer(models.Model):
    """Entries that phones had after the laptop had forgotten them, and that fit nowhere by themselves."""

    sitting = models.PositiveBigIntegerField()  # the number of its table, which may not be there any more
    event = models.PositiveBigIntegerField(null=True)
    epoch = models.CharField(max_length=32)  # of the database they were written in
    facts: models.JSONField[Raw, Raw] = models.JSONField()  # round, table, seats
    entries: models.JSONField[list[Raw], list[Raw]] = models.JSONField()
    digest = models.CharField(max_length=64, unique=True)  # the same offer is kept once
    at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("at",)

    def __str__(self) -> str:
        return f"{self.sitting}: {len(self.entries)}"
