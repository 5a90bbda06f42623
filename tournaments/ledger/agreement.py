"""Is the list right? What `engines.sheets.agreement` says of entries, and who of the table may say more."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.engines.sheets import agreement
from tournaments.engines.sheets.agreement import (
    DESK,
    ORGANISERS,
    OWN,
    TURNED,
    agreement_of,
    asserted,
    seat_of,
    side_of,
)
from tournaments.ledger.folding import SheetLedger
from tournaments.models import Credential, Entry, Sitting

__all__ = [
    "DESK",
    "ORGANISERS",
    "OWN",
    "TURNED",
    "Agreement",
    "Writers",
    "agreement_of",
    "asserted",
    "confirmers",
    "may_confirm",
    "seat_of",
    "side_of",
    "writers_of",
]

Agreement: TypeAlias = agreement.Agreement[Entry]


@dataclass(frozen=True, slots=True)
class Writers:
    """Whose phones have written the hands that count."""

    seats: tuple[int, ...]
    devices: frozenset[uuid.UUID]


def writers_of(sitting: Sitting, entries: Iterable[Entry]) -> Writers:
    """Who has written these, as far as their phones are known; nobody here wrote what organisers have."""
    devices = frozenset(entry.credential_id for entry in entries if entry.credential_id is not None)
    known = Credential.objects.filter(pk__in=devices).exclude(seat=None) if devices else ()
    return Writers(tuple(sorted({device.seat or 0 for device in known})), devices)


def may_confirm(sitting: Sitting, sheet_ledger: SheetLedger, seat: int, writers: Writers) -> bool:
    """Is this somebody else than the one who has written it all?"""
    sides = {side_of(sitting, sheet_ledger, writer) for writer in writers.seats}
    return sides != {side_of(sitting, sheet_ledger, seat)}


def confirmers(sitting: Sitting, sheet_ledger: SheetLedger) -> tuple[int, ...]:
    """The seats that may confirm the list as it stands."""
    writers = writers_of(sitting, sheet_ledger.live)
    seats = range(1, sitting.chairs.count() + 1)
    return tuple(seat for seat in seats if may_confirm(sitting, sheet_ledger, seat, writers))
