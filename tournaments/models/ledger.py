"""The ledger of hands, and what is derived from it.

Entries are only ever added; the database itself refuses to change or delete one. Everything else here can be
computed again from them: `manage.py rebuild`.
"""

from __future__ import annotations

import uuid
from types import EllipsisType

from django.db import models

from tournaments.engines.sheets.kinds import AgreedState as AgreedState
from tournaments.engines.sheets.kinds import EntryKind as EntryKind
from tournaments.engines.sheets.kinds import Via as Via
from tournaments.engines.sheets.rows import EntryRow
from tournaments.models.access import Credential
from tournaments.models.sittings import Sitting
from tournaments.models.stored import GameJson, LineJson


class Entry(EntryRow, models.Model):
    """One thing that was said about a sheet, for ever."""

    id = models.UUIDField(primary_key=True, editable=False)  # made by the client before it sends
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT)
    seq = models.PositiveIntegerField()  # 1, 2, 3 … without a hole, given by the server
    kind = models.CharField(max_length=16)  # an EntryKind; no choices: a new kind is no migration
    hand_no = models.PositiveIntegerField(null=True)  # from 1; none where the entry is about the sheet
    supersedes = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="superseded_by"
    )  # at most one successor: that decides races
    payload = models.JSONField()  # the record as scoring.dump writes it; {} where there is none
    digest = models.CharField(max_length=64)  # sha256 of what was asked for
    base_seq = models.PositiveIntegerField(null=True)  # the last entry the client had seen
    revision = models.PositiveIntegerField()  # of the game when it was judged
    rules_version = models.PositiveIntegerField()
    credential = models.ForeignKey(Credential, null=True, on_delete=models.PROTECT)
    via = models.CharField(max_length=16)  # a Via
    reason = models.CharField(max_length=200, blank=True)  # of an organiser's correction
    by = models.CharField(max_length=60, blank=True)  # the organiser's account name
    at = models.DateTimeField()  # the server's clock; for display only
    claimed_at = models.DateTimeField(null=True)  # the client's clock; for display only
    boot_id = models.CharField(max_length=36)  # mono_ns of different boots cannot be compared
    mono_ns = models.BigIntegerField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)  # sha256 of prev_hash and this entry

    # The entry it followed, in the process that has just written it; elsewhere nobody knows without asking.
    follows: uuid.UUID | EllipsisType | None = ...

    class Meta:
        ordering = ("sitting", "seq")
        constraints = (models.UniqueConstraint(fields=("sitting", "seq"), name="one_entry_per_seq"),)

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"


class Erasure(models.Model):
    """What is read instead of an entry's reason, since it named somebody who is to be forgotten.

    The chain covers the reason, so the entry keeps it; nothing that is shown, printed or given out has it.
    """

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="erasure")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.reason


class LiveHand(models.Model):
    """Derived: a hand that counts, with its points."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE)
    hand_no = models.PositiveIntegerField()
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT)
    hands = models.PositiveSmallIntegerField(default=1)  # as many it counts as: a redeal 0, from paper n
    lines: models.JSONField[list[LineJson], list[LineJson]] = models.JSONField()
    # The sum of the lines, one number per side.
    points: models.JSONField[list[int], list[int]] = models.JSONField()
    revision = models.PositiveIntegerField()  # of the game when the lines were computed

    class Meta:
        ordering = ("sitting", "hand_no")
        constraints = (
            models.UniqueConstraint(fields=("sitting", "hand_no"), name="one_live_entry_per_hand"),
        )

    def __str__(self) -> str:
        return f"{self.hand_no}: {self.points}"


class SheetHead(models.Model):
    """Derived: where a sheet stands. Its row is what a writer locks."""

    sitting = models.OneToOneField(Sitting, on_delete=models.CASCADE, primary_key=True)
    head_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)  # "" as long as there is no entry
    hands = models.PositiveIntegerField(default=0)  # those that count: no redeals, but those on paper
    games: models.JSONField[list[GameJson], list[GameJson]] = models.JSONField(default=list)
    over = models.BooleanField(default=False)  # by the rules of the game
    closed = models.BooleanField(default=False)  # by the people
    # As far as the chain of its event has it; 0 again with every entry, see `events.ground.links`.
    linked_seq = models.PositiveIntegerField(default=0)
    agreed = models.CharField(max_length=12, blank=True)  # an AgreedState
    # Who has confirmed the list, as seats from 1; 0: organisers.
    confirmed_by: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    confirmed_at = models.DateTimeField(null=True)  # by the last of them
    # Hands somebody other than their writer has confirmed, by number.
    confirmed_hands: models.JSONField[list[int], list[int]] = models.JSONField(default=list)

    class Meta:
        indexes = (
            models.Index(fields=("sitting",), condition=models.Q(closed=False), name="sheethead_open"),
        )

    def __str__(self) -> str:
        return f"{self.head_seq} {self.head_hash[:12]}"
