"""The clock that jobs go by: that of the database, where several machines do the work."""

from __future__ import annotations

import datetime

from django.db import connection
from django.utils import timezone


def moment() -> datetime.datetime:
    """Now."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime.datetime)
    return now
