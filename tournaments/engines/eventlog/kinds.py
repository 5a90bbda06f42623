"""What an event consists of, in the order in which one thing depends on another."""

from __future__ import annotations

import enum


class PieceKind(enum.StrEnum):
    """A kind of piece; what its key is."""

    EVENT = "event"  # "event"
    PERSON = "person"  # a uuid, the same in all events of an installation
    STAGE = "stage"  # its number
    ENTRANT = "entrant"  # its start number; with its members
    WISH = "wish"  # "wishes": who does not want to sit with whom, or wants to
    ROUND = "round"  # its number
    TABLE = "table"  # round/table; with its chairs
    DEVICE = "device"  # the id of its credential
    ENTRIES = "entries"  # round/table/first-last: a run of entries of one sheet, written once
    ERASURE = "erasure"  # the id of the entry whose reason is read as something else
    ASIDE = "aside"  # the id of what was put aside; with its decision
    RULING = "ruling"  # a uuid
    CASH = "cash"  # its id
    PRIZE = "prize"  # its id
    COUNT = "count"  # its place in the book
    NOTICE = "notice"  # a uuid
    LINK = "link"  # its place in the chain
    CLOCK = "clock"  # "clock"
    SCREEN = "screen"  # a uuid
    CALL = "call"  # a uuid
    AUTHORITY = "authority"  # "authority": which installation leads, and in which epoch


LIVE = frozenset((PieceKind.DEVICE, PieceKind.ASIDE, PieceKind.CLOCK, PieceKind.SCREEN, PieceKind.CALL))
"""What changes without a revision of the event."""

_PLACES = {kind: place for place, kind in enumerate(PieceKind)}


def in_order(kind: PieceKind) -> int:
    """A kind stands after all that it speaks of."""
    return _PLACES[kind]
