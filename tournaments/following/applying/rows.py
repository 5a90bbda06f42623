"""What the pieces of an event are here, while they are applied."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from django.db import connection

from tournaments.engines.eventlog import PieceKind
from tournaments.following.names import PieceName, rows_by_name
from tournaments.models import Event, EventPiece, Parked, Round, Screen, Sitting
from tournaments.models.filing import FileNumbers
from tournaments.models.stored import Raw

K = PieceKind
CALLED = frozenset((K.ENTRANT, K.PERSON, K.TABLE, K.RULING))
"""What others speak of by name."""


@dataclass(slots=True)
class Rows:
    """By name. New pieces are added as they get rows."""

    tenant: int
    event: Event | None
    pieces: dict[PieceName, EventPiece]
    grown: set[int] = field(default_factory=set)  # sheets with new entries, by primary key
    entries: int = 0  # how many came
    newcomers: set[PieceName] = field(default_factory=set)  # people who were new here
    touched: set[PieceName] = field(default_factory=set)
    replaced: dict[uuid.UUID, uuid.UUID | None] = field(default_factory=dict)  # devices, and by which
    put_aside: list[Parked] = field(default_factory=list)
    called: FileNumbers | None = None

    @property
    def here(self) -> Event:
        """The event; it is the first piece of all."""
        if self.event is None:
            raise ValueError("no event")
        return self.event

    def row(self, kind: PieceKind, key: str) -> int:
        """The primary key of a piece; raises LookupError."""
        piece = self.pieces[kind, key]
        if piece.row is None or piece.gone:
            raise LookupError(f"{kind}/{key}")
        return piece.row

    def row_or_none(self, kind: PieceKind, key: str) -> int | None:
        """The same for what may be new."""
        piece = self.pieces.get((kind, key))
        return None if piece is None or piece.gone else piece.row

    def entrants(self) -> dict[int, int]:
        """Primary keys of the entrants by start number."""
        return dict(self.numbers().entrants)

    def numbers(self) -> FileNumbers:
        """From names to rows here; put together anew after one of them has changed."""
        if self.called is None:
            entrants = rows_by_name(self.pieces, K.ENTRANT)
            self.called = FileNumbers(
                {int(key): pk for key, pk in entrants.items()},
                people=rows_by_name(self.pieces, K.PERSON),
                sittings=rows_by_name(self.pieces, K.TABLE),
                rulings=rows_by_name(self.pieces, K.RULING),
            )
        return self.called

    def touch(self, name: PieceName) -> None:
        """This piece is another one now."""
        self.touched.add(name)
        if name[0] in CALLED:
            self.called = None


def free_key(model: type[Event] | type[Round] | type[Screen] | type[Sitting], body: Raw) -> int | None:
    """The primary key that a row has where it comes from, if nothing has it here.

    Only a spare laptop is told; a server counts by itself.
    """
    pk = body.get("pk")
    if connection.vendor != "sqlite" or type(pk) is not int or not 0 < pk < 2**31:
        return None
    return None if model._default_manager.filter(pk=pk).exists() else pk


def named(key: str, value: object) -> None:
    """A piece says itself what it is called; raises ValueError where it says something else."""
    if key != str(value):
        raise ValueError(key)
