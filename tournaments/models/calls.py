"""A table calls the organisers."""

from __future__ import annotations

from django.db import models

from tournaments.models.sittings import Sitting


class Call(models.Model):
    """Somebody is asked to come to a table."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE)
    seat = models.PositiveSmallIntegerField(null=True)  # who called, as far as somebody has said so
    reason = models.CharField(max_length=16)  # a word of a short list
    note = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    coming_at = models.DateTimeField(null=True)  # "on the way"
    coming = models.CharField(
        max_length=60, blank=True
    )  # who: an account name, or the name of a desk's phone
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("at",)

    def __str__(self) -> str:
        return f"{self.sitting_id}: {self.reason}"
