"""Pieces that have gone: what others speak of goes after them."""

from __future__ import annotations

from django.db import models, transaction

from tournaments.engines.eventlog import PieceKind
from tournaments.following.applying.rows import Rows
from tournaments.models import (
    Call,
    Clock,
    Credential,
    Entrant,
    EventPiece,
    Notice,
    Player,
    Round,
    Ruling,
    Screen,
    Sitting,
    Stage,
)

K = PieceKind
EARLY = frozenset((K.CALL, K.SCREEN, K.CLOCK))
"""Nothing speaks of them, and another one may have their name."""
BY_ROW: dict[PieceKind, type[models.Model]] = {
    K.CALL: Call,
    K.SCREEN: Screen,
    K.NOTICE: Notice,
    K.RULING: Ruling,
    K.TABLE: Sitting,
    K.ROUND: Round,
    K.ENTRANT: Entrant,
    K.STAGE: Stage,
}


def remove(rows: Rows, kind: PieceKind, piece: EventPiece) -> None:
    """The row goes; raises ValueError for what never goes. Somebody of the register here stays in it."""
    if kind is K.PERSON:
        if piece.fresh:
            _remove_person(piece)
    elif kind is K.DEVICE:
        Credential.objects.filter(pk=piece.key, sitting__event=rows.here).delete()
    elif kind is K.CLOCK:
        Clock.objects.filter(event=rows.here).delete()
    elif kind in BY_ROW:
        BY_ROW[kind]._default_manager.filter(pk=piece.row).delete()
    else:
        raise ValueError(f"{kind} never goes")


def _remove_person(piece: EventPiece) -> None:
    others = EventPiece.objects.filter(kind=piece.kind, row=piece.row, gone=False).exclude(pk=piece.pk)
    if others.exists() or piece.row is None:
        return
    try:
        with transaction.atomic():
            Player.objects.filter(pk=piece.row).delete()
    except models.ProtectedError:
        return  # he has played elsewhere, too
