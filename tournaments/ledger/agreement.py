"""Is the list right? What people at the table say about it, and what organisers settle.

A list is confirmed as it stands, by somebody of another side than the one who has written it: with the next
hand, correction, exchange or undo nobody has confirmed it any more. A dispute stays open until it is settled;
it keeps nobody from playing on.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import Seat, SoFar
from scoring.record import Answers
from tournaments.ledger.folding import JUDGEMENTS, SheetLedger, games, replay, stand
from tournaments.models import AgreedState, Credential, Entry, EntryKind, Sitting, Via

OWN = "own"  # on the phone of whoever says it
TURNED = "turned"  # on a phone that was turned round, or passed on
DESK = "desk"
ORGANISERS = 0  # a seat nobody has
ENOUGH = 2  # so many sides have together seen what each of them has not written


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the table says about the list as it stands."""

    confirmations: tuple[Entry, ...] = ()  # of the list; those of before its last change are void
    disputes: tuple[Entry, ...] = ()  # that are not settled
    hands: Mapping[int, Entry] = field(default_factory=dict)  # what has confirmed a hand, by its number
    confirmed: bool = False

    @property
    def state(self) -> AgreedState:
        if self.disputes:
            return AgreedState.DISPUTED
        return AgreedState.CONFIRMED if self.confirmed else AgreedState.NOBODY

    @property
    def seats(self) -> tuple[int, ...]:
        """Who has confirmed the list, in order; `ORGANISERS` for them."""
        return tuple(dict.fromkeys(seat_of(entry) for entry in self.confirmations))


def agreement_of(sitting: Sitting, sheet_ledger: SheetLedger) -> Agreement:
    """What is said about the sheet as it stands, from its entries alone."""
    if not any(entry.kind in JUDGEMENTS for entry in sheet_ledger.entries):
        return Agreement()
    lists: list[Entry] = []
    disputes: list[Entry] = []
    hands: dict[int, Entry] = {}
    closed = False
    for entry in sheet_ledger.entries:
        match EntryKind(entry.kind), entry.hand_no:
            case EntryKind.CONFIRM, None:
                lists.append(entry)
                disputes = [dispute for dispute in disputes if not _takes_back(entry, dispute)]
            case EntryKind.CONFIRM, int(number):
                hands[number] = entry
            case EntryKind.DISPUTE, number:
                disputes.append(entry)
                hands.pop(number or 0, None)
            case EntryKind.RESOLVE, _number:
                disputes.clear()
                if closed and entry.via == Via.DESK:
                    lists.append(entry)
            case EntryKind.CLOSE, _number:
                closed = True
            case kind, number:
                lists.clear()
                closed = closed and kind is not EntryKind.REOPEN
                hands.pop(number or 0, None)
                if kind in (EntryKind.PEOPLE, EntryKind.LINE_UP):
                    hands.clear()
    enough = closed and _enough(sitting, sheet_ledger, lists)
    return Agreement(tuple(lists), tuple(disputes), hands, enough)


def seat_of(entry: Entry) -> int:
    """Whose word it is."""
    return int(entry.payload.get("seat") or ORGANISERS)


def side_of(sitting: Sitting, sheet_ledger: SheetLedger, seat: int) -> int:
    """Who wins and loses together: partners are one side; where people come and go, everybody is."""
    if sheet_ledger.line_ups or seat > sitting.seats:
        return seat
    return int(sitting.table().seating.side_of(Seat(seat - 1)))


def _takes_back(confirmation: Entry, dispute: Entry) -> bool:
    """Whoever has disputed the list may say that it is right after all: on his own phone, if he used that."""
    own = confirmation.payload.get("phone") == OWN or dispute.payload.get("phone") != OWN
    return own and seat_of(confirmation) != ORGANISERS and seat_of(confirmation) == seat_of(dispute)


def _enough(sitting: Sitting, sheet_ledger: SheetLedger, lists: Sequence[Entry]) -> bool:
    """Has somebody else seen every hand: a side that has written none, two sides, or the organisers?"""
    sides = set()
    for entry in lists:
        if seat_of(entry) == ORGANISERS:
            return True
        side = side_of(sitting, sheet_ledger, seat_of(entry))
        wrote = {side_of(sitting, sheet_ledger, seat) for seat in entry.payload.get("wrote", ())}
        if side not in wrote:
            return True
        sides.add(side)
    return len(sides) >= ENOUGH


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


def asserted(so_far: SoFar[Any]) -> Answers:
    """What somebody has seen when he said it: the totals, and of several games each of them."""
    played = games(so_far)
    totals: Answers = {"totals": played[-1]["totals"]}
    return totals if len(played) == 1 else totals | {"games": played}


def contradictions(sitting: Sitting, entries: Sequence[Entry]) -> list[str]:
    """Confirmations of other totals than those the hands before them come to."""
    sentences = []
    for place, entry in enumerate(entries):
        if entry.kind in JUDGEMENTS and "totals" in entry.payload:
            then = asserted(replay(sitting, stand(entries[:place]).counting))
            there = {name: entry.payload.get(name) for name in ("totals", "games") if name in entry.payload}
            if there != then:
                sentences.append(f"entry {entry.seq}: says {there}, computed {then}")
    return sentences
