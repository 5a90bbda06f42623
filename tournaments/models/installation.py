"""Which installation a database belongs to."""

from __future__ import annotations

import uuid

from django.db import models


class Installation(models.Model):
    """The one row that tells this database from all others, and the key it is used with."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    epoch = models.UUIDField(default=uuid.uuid4, editable=False)  # another one after every restore
    key_mark = models.CharField(max_length=64, blank=True)  # of the secret key; leads back to nothing
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.uid)
