"""What was done to a sheet last: entered, put right or taken back, what that moved, and how it goes back."""

from __future__ import annotations

import enum
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.ledger import folding
from tournaments.models import Entry, EntryKind, Via
from tournaments.table.handview import HandView
from tournaments.table.playing import LastEntry
from tournaments.table.sheetview import GameView, SheetView

Spoken = Callable[[Sequence[Entry]], tuple[Sequence[HandView], Sequence[GameView]]]
"""The hands and games that other entries make, in words."""


class Done(enum.StrEnum):
    """What it was."""

    ENTERED = "entered"
    CORRECTED = "corrected"
    UNCORRECTED = "uncorrected"  # a correction that makes the one before undone
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class Latest:
    """The last thing that was done, as the page says it."""

    done: Done
    number: int  # in the ledger
    label: str  # on the sheet
    sentence: str  # what stands there; of a hand that was taken back what stood there
    was: str = ""  # what a correction has replaced
    moved: tuple[tuple[str, int, int], ...] = ()  # who, total before, total now
    to: uuid.UUID | None = None  # the entry to go back to; None: the hand itself is taken back, or nobody may
    is_next: bool = False  # going back writes the next hand: no correction

    @property
    def undoes(self) -> bool:
        """Does the table take it back by taking back its last hand?"""
        return self.done is Done.ENTERED


def compared(view: SheetView, latest: LastEntry | None, spoken: Spoken) -> Latest | None:
    """From the last entry of the ledger; one that says nothing about a hand leaves the last hand standing."""
    if latest is None or not latest.replaces:
        last = view.last
        return None if last is None else Latest(Done.ENTERED, last.number, last.label, last.sentence)
    entry = Entry.objects.select_related("supersedes__supersedes").get(pk=latest.id)
    hands_before, games_before = spoken(_before(entry))
    there, now = _hand(hands_before, entry.hand_no), view.hand(entry.hand_no)
    hand = now or there
    out_of_turn = now is None and (entry.hand_no or 0) > view.next_number  # others before it are gone too
    return Latest(
        done=_done(entry),
        number=entry.hand_no or 0,
        label=hand.label if hand else "",
        sentence=hand.sentence if hand else "",
        was=there.sentence if there and now else "",
        moved=_moved(view.accounts, games_before, view.games),
        to=None if entry.via == Via.DESK or out_of_turn else entry.supersedes_id,
        is_next=now is None and (entry.hand_no or 0) >= view.next_number,
    )


def _before(last: Entry) -> tuple[Entry, ...]:
    """What counted before the last entry: the hands and who played them, in order."""
    earlier = Entry.objects.filter(sitting=last.sitting_id, seq__lt=last.seq).order_by("seq")
    return folding.stand(earlier).counting


def _hand(hands: Sequence[HandView], number: int | None) -> HandView | None:
    return next((hand for hand in hands if hand.number == number), None)


def _done(entry: Entry) -> Done:
    if entry.kind == EntryKind.VOID:
        return Done.TAKEN_BACK
    replaced = entry.supersedes
    first = replaced.supersedes if replaced is not None else None
    same = first is not None and first.payload == entry.payload and first.kind != EntryKind.VOID
    return Done.UNCORRECTED if same else Done.CORRECTED


def _moved(
    accounts: Sequence[str], before: Sequence[GameView], after: Sequence[GameView]
) -> tuple[tuple[str, int, int], ...]:
    """Totals of the game in progress that have changed; another number of games is told by their outcomes."""
    if len(before) != len(after):
        return ()
    # Taking hands back may lead to before somebody came: he has nothing then, and nothing moves for him.
    totals = zip(accounts, before[-1].totals, after[-1].totals, strict=False)
    return tuple((name, was, now) for name, was, now in totals if was != now)
