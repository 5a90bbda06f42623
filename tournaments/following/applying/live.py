"""What is on in the hall: the clock, screens, calls of tables."""

from __future__ import annotations

from django.db.models import F

from tournaments.engines.eventlog import PieceKind
from tournaments.exchange.values import moment, moment_or_none, save_valid
from tournaments.following.applying.rows import Rows, free_key
from tournaments.models import Call, Clock, Screen, Sitting
from tournaments.models.stored import Raw

K = PieceKind


def clock(rows: Rows, key: str, body: Raw) -> None:
    """It goes by the time of day: the other machine's ticks say nothing here."""
    row = Clock(
        event=rows.here, ends_at=moment_or_none(body["ends_at"]), left=body["left"], text=body["text"]
    )
    save_valid(row)


def screen(rows: Rows, key: str, body: Raw) -> int:
    known = rows.row_or_none(K.SCREEN, key)
    row = Screen(
        pk=free_key(Screen, body) if known is None else known,  # a projector comes over with its address
        event=rows.here,
        **{name: body[name] for name in ("name", "shows", "data", "revision")},
    )
    save_valid(row)
    return row.pk


def call(rows: Rows, key: str, body: Raw) -> int:
    row = Call(
        pk=rows.row_or_none(K.CALL, key),
        sitting_id=rows.row(K.TABLE, body["table"]),
        **{name: body[name] for name in ("seat", "reason", "note", "coming")},
        coming_at=moment_or_none(body["coming_at"]),
        done_at=moment_or_none(body["done_at"]),
        at=moment(body["at"]),
    )
    save_valid(row)
    Call.objects.filter(pk=row.pk).update(at=moment(body["at"]))
    Sitting.objects.filter(pk=row.sitting_id).update(beside=F("beside") + 1)
    return row.pk
