"""Values as they stand in the file of an event, and rows made of them."""

from __future__ import annotations

import base64
import binascii
import datetime
import uuid
from collections.abc import Collection, Iterable

from django.db.models import Model

from tournaments.engines.amounts import MOST


def keys_by_place(rows: Iterable[Model]) -> dict[int, int]:
    """Keys by their place in the list."""
    return {at: row.pk for at, row in enumerate(rows)}


def save_valid(row: Model, *, keys: Collection[str] = (), new: bool = False) -> None:
    """Store it if every text is as long as it may be and every number is one; raises ValidationError.

    `keys` to other rows are not looked up; one that is `new` with a key of its own is only ever added.
    """
    check_valid(row, keys=keys)
    row.save(force_insert=new)


def check_valid(row: Model, *, keys: Collection[str] = ()) -> None:
    """As `save_valid`, and nothing is stored."""
    empty = {field.name for field in row._meta.concrete_fields if not getattr(row, field.attname)}
    row.clean_fields(exclude=empty.union(keys))


def is_amount(value: object) -> bool:
    """Is this money, in smallest units?"""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST


def moment(text: str) -> datetime.datetime:
    """A moment; raises ValueError."""
    return datetime.datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime.datetime | None:
    """A moment that need not have come."""
    return None if text is None else moment(text)


def id_or_none(text: str | None) -> uuid.UUID | None:
    """The id of something that need not be there."""
    return None if text is None else uuid.UUID(text)


def bytes_of(text: str) -> bytes:
    """What is written as base64; raises ValueError."""
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError from error
