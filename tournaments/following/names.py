"""What the pieces of an event are called: by numbers where they have some, else by a name given once."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.engines.eventlog import PieceKind
from tournaments.models import Event, EventPiece, Sitting

PieceName = tuple[PieceKind, str]
NAMED = (PieceKind.PERSON, PieceKind.RULING, PieceKind.NOTICE, PieceKind.SCREEN, PieceKind.CALL)
"""Kinds whose rows have nothing but a primary key."""
AT_ONCE = 500  # parameters of one statement


@dataclass(frozen=True, slots=True)
class PieceNames:
    """The names that rows of one event have."""

    event: Event
    given: dict[PieceKind, dict[int, str]]  # by primary key

    def of(self, kind: PieceKind, row: int) -> str:
        """The name of a row; given now if it has none."""
        names = self.given[kind]
        return names.get(row) or names.setdefault(row, str(uuid.uuid4()))

    def all_of(self, kind: PieceKind, rows: Iterable[int]) -> dict[int, str]:
        """The names of these rows, by primary key."""
        return {row: self.of(kind, row) for row in rows}

    def people(self, rows: Iterable[int]) -> dict[int, str]:
        """People have one name in all events of a club, so that followers know them again."""
        wanted = list(rows)
        fresh = [row for row in wanted if row not in self.given[PieceKind.PERSON]]
        for start in range(0, len(fresh), AT_ONCE):
            known = EventPiece.objects.filter(
                kind=PieceKind.PERSON.value,
                row__in=fresh[start : start + AT_ONCE],
                event__tenant=self.event.whose,
            )
            for row, key in known.order_by("-pk").values_list("row", "key"):
                if row is not None:
                    self.given[PieceKind.PERSON][row] = key
        return self.all_of(PieceKind.PERSON, wanted)


def names_of(event: Event, pieces: Iterable[EventPiece]) -> PieceNames:
    """From what is known of its pieces."""
    given: dict[PieceKind, dict[int, str]] = {kind: {} for kind in NAMED}
    for piece in pieces:
        if piece.kind in given and piece.row is not None and not piece.gone:
            given[PieceKind(piece.kind)][piece.row] = piece.key
    return PieceNames(event, given)


def table_key(round_: int | None, table: int | None) -> str:
    """What a table is called."""
    return f"{round_ or 0}/{table or 0}"


def tables_of(event: Event) -> dict[int, str]:
    """The keys of all its tables, by primary key."""
    rows = Sitting.objects.filter(event=event).order_by("round__number", "number")
    return {
        pk: table_key(round_, table)
        for pk, round_, table in rows.values_list("pk", "round__number", "number")
    }


def rows_by_name(pieces: Mapping[PieceName, EventPiece], kind: PieceKind) -> dict[str, int]:
    """Primary keys here of all pieces of a kind that are there."""
    return {
        key: piece.row
        for (its, key), piece in pieces.items()
        if its is kind and piece.row is not None and not piece.gone
    }
