"""Values of a file, read; rows, stored only if they are what they should be."""

from __future__ import annotations

import base64
import binascii
import datetime
import uuid

from django.db.models import Model


def stored(row: Model) -> None:
    """Store it if every text is as long as it may be and every number is one; raises ValidationError."""
    empty = {field.name for field in row._meta.concrete_fields if not getattr(row, field.attname)}
    row.clean_fields(exclude=empty)
    row.save()


def moment_in(text: str) -> datetime.datetime:
    """A moment as `models.filing.moment` writes it."""
    return datetime.datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime.datetime | None:
    return None if text is None else moment_in(text)


def id_or_none(text: str | None) -> uuid.UUID | None:
    return None if text is None else uuid.UUID(text)


def bytes_in(text: str) -> bytes:
    """From base64; raises ValueError."""
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError from error
