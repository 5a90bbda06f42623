"""Two people sat on each other's places: they exchange, the hands stay.

Who sits where is no part of the chain. An exchange is: an entry on every sheet it touches says which places
it was and, by their start numbers, who sat there and who sits there now. Start numbers and table numbers are
the same on every installation, and forgetting a name changes none.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from config.database import writing
from scoring import Problem, Text, Unreadable, say
from scoring.text import mark as _
from tournaments.ledger.answers import OutOfOrder, Recorded
from tournaments.ledger.appending import Addition, Asked, Origin, append, why
from tournaments.ledger.corrections import refuse_closed
from tournaments.ledger.folding import SheetLedger, replay
from tournaments.models import Chair, Entry, EntryKind, SheetHead, Sitting

NOBODY = 0  # a seat on the way from one place to the other


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat at a table, from 1. `seen` is the last entry of its sheet that the client has seen."""

    sitting: Sitting
    seat: int
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What became of the sheets: that of the first place, and of the other table if there is one."""

    here: Recorded
    there: Recorded | None


def exchange_people(
    *, left: TableSeat, right: TableSeat, entry_id: uuid.UUID, **origin: Unpack[Origin]
) -> Exchanged:
    """Two people, of one table or of two tables of a round, exchange their places and with them their hands.

    Organisers do that and say why; also on closed sheets (`via` DESK). The same request again changes
    nothing. Raises Unreadable, or OutOfOrder (somebody else has exchanged people since `seen`), IdReused,
    SheetClosed, NotThisDevice.
    """
    with writing():
        _lock(left.sitting, right.sitting)
        _refuse(left, right, why(origin))
        chairs = Chair.objects.select_related("entrant")
        first, second = (chairs.filter(sitting=at.sitting, seat=at.seat).first() for at in (left, right))
        if first is None or second is None:
            empty = left if first is None else right
            raise _wrong("seat", "seat_empty", say(_("Nobody sits on seat {seat}."), seat=empty.seat))
        apart = left.sitting.pk != right.sitting.pk
        moves = {
            (left.sitting.pk, left.seat): (first, second),
            (right.sitting.pk, right.seat): (second, first),
        }
        here = _write(left, right, entry_id, origin, moves)
        there = _write(right, left, uuid.uuid5(entry_id, "other"), origin, moves) if apart else None
        if not here.replay:
            _change(first, second)
    return Exchanged(here, there)


def misplaced(sitting: Sitting, entries: Sequence[Entry]) -> list[str]:
    """Places on which somebody else sits than the last exchange says."""
    by_ledger: dict[int, int | None] = {}
    for entry in entries:
        if entry.kind == EntryKind.PEOPLE:
            by_ledger |= {move["seat"]: move["is"] for move in entry.payload["people"]}
    if not by_ledger:
        return []
    chairs = Chair.objects.filter(sitting=sitting).select_related("entrant")
    sits = {chair.seat: _number(chair) for chair in chairs}
    return [
        f"seat {seat}: number {number} by the ledger, number {sits.get(seat)} on the chair"
        for seat, number in sorted(by_ledger.items())
        if number != sits.get(seat)
    ]


def _lock(sitting: Sitting, other: Sitting) -> None:
    """Both heads, always in the same order."""
    heads = SheetHead.objects.select_for_update().filter(sitting__in=(sitting.pk, other.pk))
    list(heads.order_by("sitting"))


def _refuse(table_seat: TableSeat, other: TableSeat, reason: str) -> None:
    if not reason:
        raise _wrong("reason", "missing", say(_("Please enter a reason.")))
    if table_seat.sitting.pk == other.sitting.pk:
        if table_seat.seat == other.seat:
            raise _wrong(
                "seat", "same_seat", say(_("That is the same seat twice: please choose two different ones."))
            )
    elif table_seat.sitting.round_id is None or table_seat.sitting.round_id != other.sitting.round_id:
        raise _wrong("seat", "other_round", say(_("Seats are swapped within one round.")))


def _wrong(field: str, code: str, text: Text) -> Unreadable:
    return Unreadable([Problem(field, code, text)])


def _write(
    at: TableSeat,
    other: TableSeat,
    entry_id: uuid.UUID,
    origin: Origin,
    moves: Mapping[tuple[int, int], tuple[Chair, Chair]],
) -> Recorded:
    """The entry on one sheet: what was asked for, and everybody of this sheet who moves."""
    table = None if at.sitting.pk == other.sitting.pk else other.sitting.number
    asked = {"seat": at.seat, "with": {"table": table, "seat": other.seat}}
    people = [
        {"seat": seat, "was": _number(was), "is": _number(now)}
        for (sitting, seat), (was, now) in moves.items()
        if sitting == at.sitting.pk
    ]

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition:
        refuse_closed(sheet_ledger, origin)
        if at.seen is not None and any(
            entry.kind == EntryKind.PEOPLE and entry.seq > at.seen for entry in sheet_ledger.entries
        ):
            raise _changed_meanwhile()
        return Addition(None, {"asked": asked, "people": people}, replay(sitting, sheet_ledger.counting))

    request = Asked(entry_id, EntryKind.PEOPLE, None, asked, origin={**origin, "base_seq": at.seen})
    return append(at.sitting, request, decide)


def _changed_meanwhile() -> OutOfOrder:
    return OutOfOrder(0, 0, say(_("Someone else has just changed this. Please reload the page.")))


def _number(chair: Chair) -> int | None:
    """The start number; None on an evening without any."""
    return chair.entrant.number if chair.entrant else None


def _change(first: Chair, second: Chair) -> None:
    """The chairs change places: so nobody sits at a table twice, not even for a moment."""
    here, there = (first.sitting_id, first.seat), (second.sitting_id, second.seat)
    aside = (here[0], NOBODY)
    for chair, now, then in ((first, here, aside), (second, there, here), (first, aside, there)):
        sits = Chair.objects.filter(pk=chair.pk, sitting=now[0], seat=now[1])
        if sits.update(sitting=then[0], seat=then[1]) != 1:
            raise _changed_meanwhile()
