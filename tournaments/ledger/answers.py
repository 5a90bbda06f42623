"""What the ledger answers: recorded, or refused with a code, a sentence and an HTTP status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from scoring import SoFar, Text, say
from scoring.text import mark as _
from tournaments.models import Entry, Parked, ParkedDecision, Sitting


def unit(sitting: Sitting) -> Text:
    """What its players call one record, for a sentence: a hand, a round."""
    return say(sitting.game_value().hand_name)


@dataclass(frozen=True, slots=True)
class Recorded:
    """It is in the ledger, and on the disk.

    `replay`: it was there already, and nothing was written. `so_far` is the sheet as it stands now.
    """

    entry: Entry
    replay: bool
    so_far: SoFar[Any]


class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """Nothing was written; the client keeps what it has."""

    code: ClassVar[str]
    status: ClassVar[int] = 409

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(self.code)


class IdReused(Refused):
    """This id has said something else before."""

    code = "id_reused"
    status = 422

    def __init__(self, entry: Entry | None = None) -> None:
        self.entry = entry  # None: what it said was put aside
        super().__init__(say(_("This was sent before with another content. Please enter it once more.")))


class HandTaken(Refused):
    """Somebody else has written or corrected this hand meanwhile; `entry` is what stands there now."""

    code = "hand_taken"

    def __init__(self, entry: Entry, hand_no: int) -> None:
        self.entry = entry
        self.hand_no = hand_no
        super().__init__(
            say(
                _("{unit} {hand} has just been entered differently on another phone."),
                unit=unit(entry.sitting),
                hand=hand_no,
            )
        )


class OutOfOrder(Refused):
    """Not this hand's turn; `expected` is the number that is."""

    code = "out_of_order"

    def __init__(self, hand_no: int, expected: int, text: Text) -> None:
        self.hand_no = hand_no
        self.expected = expected
        super().__init__(text)


class OthersPlay(Refused):
    """The line-up has changed since this was entered: its seats are other people's now."""

    code = "others_play"

    def __init__(self) -> None:
        super().__init__(say(_("Other people play here now than those for whom this was entered.")))


class OtherKind(Refused):
    """A hand is put right as a hand, totals from paper as totals; `entry` is what stands there."""

    code = "other_kind"

    def __init__(self, entry: Entry, text: Text) -> None:
        self.entry = entry
        super().__init__(text)


class SheetClosed(Refused):
    """The people have closed this sheet."""

    code = "sheet_closed"

    def __init__(self) -> None:
        super().__init__(say(_("This sheet is closed. Open it again to change something.")))


class SheetOpen(Refused):
    """There is nothing to open again."""

    code = "sheet_open"

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(text or say(_("This sheet is open already; hands can be entered.")))


class ListChanged(Refused):
    """Somebody speaks of a list that is not there any more."""

    code = "list_changed"

    def __init__(self) -> None:
        super().__init__(say(_("The list has changed since. Please look at it once more.")))


class WroteIt(Refused):
    """Nobody confirms what he has written himself."""

    code = "wrote_it"

    def __init__(self) -> None:
        super().__init__(say(_("Whoever has written the list does not confirm it: somebody else does.")))


class HandConfirmed(Refused):
    """Somebody else has confirmed this hand: the table does not change it by itself any more."""

    code = "hand_confirmed"

    def __init__(self, entry: Entry, hand_no: int) -> None:
        self.entry = entry
        self.hand_no = hand_no
        message = _("{unit} {hand} is confirmed: only the organisers correct it.")
        super().__init__(say(message, unit=unit(entry.sitting), hand=hand_no))


class NothingDisputed(Refused):
    """There is nothing that this visitor could settle."""

    code = "nothing_disputed"


class SheetInUse(Refused):
    """Somebody has written meanwhile: this sheet is not one that everybody has left."""

    code = "sheet_in_use"

    def __init__(self) -> None:
        super().__init__(say(_("Somebody is writing on this sheet.")))


class SheetGone(Refused):
    """The seats have been changed, and the table has got a new sheet; nothing was written on the old one."""

    code = "sheet_gone"

    def __init__(self) -> None:
        super().__init__(say(_("The seats at this table have been changed. Please scan its card again.")))


class EventFollowed(Refused):
    """Another installation leads the event of this table; what was sent stays on the phone."""

    code = "led_elsewhere"

    def __init__(self) -> None:
        super().__init__(say(_("This event is led elsewhere. It can only be looked at here.")))


class NotThisDevice(Refused):
    """The credential was revoked, or belongs to another table."""

    code = "not_this_device"
    status = 403

    def __init__(self) -> None:
        super().__init__(say(_("This phone may no longer enter hands at this table.")))


class Replaced(Refused):
    """Another device has taken over the seat of this one, which watches now."""

    code = "replaced"

    def __init__(self) -> None:
        super().__init__(say(_("Another phone enters the hands for this seat now.")))


class PutAside(Refused):
    """This was sent before and put aside; it waits for people to decide, or they have decided."""

    code = "put_aside"

    def __init__(self, parked: Parked) -> None:
        self.parked = parked
        super().__init__(say(_("This was put aside before, until somebody decides.")))


class TooMuchAside(Refused):
    """So much waits to be decided already that nothing more is put aside; it stays on the phone."""

    code = "too_much_aside"
    status = 429

    def __init__(self) -> None:
        super().__init__(say(_("Too much is waiting to be decided here already. Please decide that first.")))


class Decided(Refused):
    """Somebody else has decided about this meanwhile."""

    code = "decided"

    def __init__(self, decision: ParkedDecision) -> None:
        self.decision = decision
        super().__init__(say(_("Somebody else has just decided this.")))
