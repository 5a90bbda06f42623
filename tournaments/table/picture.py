"""The page of a table as it is sent: made once for all to whom it shows the same.

What it shows is kept under every value that was read from the database for it, so another process' change
makes another page; tokens, ids and the address that was asked for are holes in it, filled for each answer.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config import rendering
from tournaments.access.roles import Part
from tournaments.access.visitor import Visitor
from tournaments.models import Sitting
from tournaments.table.entering import EntryForm
from tournaments.table.sheetview import SheetView

HOLES = ("csrf_token", "undo_id", "entry_id", "path")


@dataclass(frozen=True, slots=True)
class LookersDevice:
    """The device somebody looks with, as far as the page says anything about it."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at the page, as far as it shows something else to others."""

    part: Part
    desk: bool
    device: LookersDevice | None
    was_replaced: bool
    calls: bool
    corrects: str
    why_not: str
    seen: str

    @staticmethod
    def of(visitor: Visitor) -> Looker:
        """This visitor."""
        return Looker(
            part=visitor.part,
            desk=visitor.desk is not None,
            device=LookersDevice(visitor.device.seat) if visitor.device is not None else None,
            was_replaced=visitor.was_replaced,
            calls=visitor.calls,
            corrects=visitor.corrects,
            why_not=visitor.why_not,
            seen=visitor.seen,
        )


def picture(
    request: HttpRequest,
    template: str,
    view: SheetView,
    entry: EntryForm | None,
    shown: Mapping[str, Any],
    more: Mapping[str, Any],
) -> SafeString:
    """The page or its live part. `shown`: plain values; `more`: what is there now and then."""
    context = {
        **shown,
        **more,
        "view": view,
        "entry": entry,
        **{name: rendering.hole(name) for name in HOLES},
    }
    if any(more.values()) or (entry is not None and not entry.is_fresh):
        parts = rendering.cut(rendering.rendered(template, context))
    else:
        key = (
            get_language(),
            template,
            view.mark,
            *columns_of(view.sitting),
            entry is not None,
            tuple(shown.items()),
        )
        parts = rendering.WHOLE.get(key, lambda: rendering.cut(rendering.rendered(template, context)))
    values: dict[str, Callable[[], str]] = {
        "csrf_token": lambda: get_token(request),
        "undo_id": lambda: str(uuid.uuid4()),
        "entry_id": lambda: str(entry.entry) if entry is not None else "",
        "path": lambda: escape(shown["here"] if request.method == "POST" else request.get_full_path()),
    }
    return rendering.filled(parts, {name: values[name]() for name in set(parts[1::2])})


def columns_of(sitting: Sitting) -> tuple[Hashable, ...]:
    """Everything that has been read of a table, the head of its sheet, its event and its round."""
    rows: tuple[Model | None, ...] = (sitting, sitting.sheethead, sitting.event, sitting.round)
    return tuple(value for row in rows for value in _columns(row))


def _columns(row: Model | None) -> tuple[Hashable, ...]:
    if row is None:
        return (None,)
    values = row.__dict__
    return tuple(_hashable(values.get(name)) for name in _names(type(row)))


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields)


def _hashable(value: Any) -> Hashable:
    return repr(value) if isinstance(value, list | dict) else value
