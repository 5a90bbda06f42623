"""Seats of a table and the phones that ask for them, in words."""

from __future__ import annotations

from tournaments.access import claims
from tournaments.access.visitor import Visitor
from tournaments.models import SeatRequest
from tournaments.table.sheetview import SheetView


def seat_name(view: SheetView, seat: int | None) -> str:
    """Who sits there; nobody for the phone of the whole table."""
    return view.everybody[seat - 1] if seat and seat <= len(view.everybody) else ""


def lost_seat(visitor: Visitor, view: SheetView) -> str:
    """Whose seat another device has taken over from this one."""
    device = visitor.device
    return seat_name(view, device.seat) if device is not None and visitor.was_replaced else ""


def asking(visitor: Visitor, view: SheetView) -> list[tuple[SeatRequest, str]]:
    """The devices that ask for a seat of this table, with the name of who sits there, for a device that may
    agree."""
    if visitor.asked is None or visitor.device is None or not visitor.writes:
        return []
    rows = claims.requests_at(visitor.sitting)
    return [(row, seat_name(view, row.seat)) for row in rows if row.asking_id != visitor.device.pk]
