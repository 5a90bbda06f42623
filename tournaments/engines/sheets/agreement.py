"""Is the list right? What people at the table say about it, and what organisers settle.

A list is confirmed as it stands, by somebody of another side than the one who has written it: with the next
hand, correction, exchange or undo nobody has confirmed it any more. A dispute stays open until it is settled;
it keeps nobody from playing on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypedDict

from scoring import Seat, SoFar, games_of
from scoring.record import Answers
from tournaments.engines.sheets.folding import E, SheetLedger, replay, stand
from tournaments.engines.sheets.kinds import JUDGEMENTS, AgreedState, EntryKind, Via
from tournaments.engines.sheets.rows import EntryRow, SheetRow


class GameJson(TypedDict):
    """A game of a sheet."""

    totals: list[int]
    winner: list[int] | None  # sides from 1


OWN = "own"  # on the phone of whoever says it
TURNED = "turned"  # on a phone that was turned round, or passed on
DESK = "desk"
ORGANISERS = 0  # a seat nobody has
ENOUGH = 2  # so many sides have together seen what each of them has not written


@dataclass(frozen=True)
class Agreement(Generic[E]):
    """What the table says about the list as it stands."""

    confirmations: tuple[E, ...] = ()  # of the list; those of before its last change are void
    disputes: tuple[E, ...] = ()  # that are not settled
    hands: Mapping[int, E] = field(default_factory=dict)  # what has confirmed a hand, by its number
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


def agreement_of(sitting: SheetRow, sheet_ledger: SheetLedger[E]) -> Agreement[E]:
    """What is said about the sheet as it stands, from its entries alone."""
    if not any(entry.kind in JUDGEMENTS for entry in sheet_ledger.entries):
        return Agreement()
    lists: list[E] = []
    disputes: list[E] = []
    hands: dict[int, E] = {}
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


def seat_of(entry: EntryRow) -> int:
    """Whose word it is."""
    return int(entry.payload.get("seat") or ORGANISERS)


def side_of(sitting: SheetRow, sheet_ledger: SheetLedger[E], seat: int) -> int:
    """Who wins and loses together: partners are one side; where people come and go, everybody is."""
    if sheet_ledger.line_ups or seat > sitting.seats:
        return seat
    return int(sitting.table().seating.side_of(Seat(seat - 1)))


def _takes_back(confirmation: EntryRow, dispute: EntryRow) -> bool:
    """Whoever has disputed the list may say that it is right after all: on his own phone, if he used that."""
    on_own_phone = confirmation.payload.get("phone") == OWN or dispute.payload.get("phone") != OWN
    return on_own_phone and seat_of(confirmation) != ORGANISERS and seat_of(confirmation) == seat_of(dispute)


def _enough(sitting: SheetRow, sheet_ledger: SheetLedger[E], lists: Sequence[E]) -> bool:
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


def games(so_far: SoFar[Any]) -> list[GameJson]:
    """Totals and winning sides (from 1; None while it lasts) of every game of the sheet."""
    return [
        {"totals": list(totals), "winner": None if winners is None else [side + 1 for side in winners]}
        for totals, winners in games_of(so_far)
    ]


def asserted(so_far: SoFar[Any]) -> Answers:
    """What somebody has seen when he said it: the totals, and of several games each of them."""
    played = games(so_far)
    totals: Answers = {"totals": played[-1]["totals"]}
    return totals if len(played) == 1 else totals | {"games": played}


def contradictions(sitting: SheetRow, entries: Sequence[E]) -> Iterator[tuple[E, Answers, Answers]]:
    """Judgements of other totals than those the hands before them come to: the entry, what it says, what they
    come to."""
    for place, entry in enumerate(entries):
        if entry.kind in JUDGEMENTS and "totals" in entry.payload:
            then = asserted(replay(sitting, stand(entries[:place]).counting))
            there = {name: entry.payload.get(name) for name in ("totals", "games") if name in entry.payload}
            if there != then:
                yield entry, there, then
