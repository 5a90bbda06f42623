"""People. Their names live here and nowhere else, so that forgetting somebody changes no entry."""

from __future__ import annotations

from django.db import models


class Player(models.Model):
    """Somebody who has sat at one of our tables; the register behind the name fields."""

    name = models.CharField(max_length=60, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
