"""Devices that may enter hands."""

from __future__ import annotations

import uuid

from django.db import models

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

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.label or str(self.id)
