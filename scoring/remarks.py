"""What a game says besides points: notes before a hand, answers that follow, attempts, losses."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.fields import Option
from scoring.table import Seat
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Note:
    """Something the table should know before the next hand, pointing at a seat where it has one.

    Codes the screens know: `dealer`, `first` (who leads or speaks first), `sitting`; any other is shown
    as its sentence.
    """

    code: str
    text: Text
    seat: Seat | None = None
    badge: str = ""  # one word beside the seat; empty: the usual word for the code


@dataclass(frozen=True, slots=True)
class Implied:
    """An answer of the coming hand that follows from another: raw answers, as in a form.

    `always`: nothing else would be accepted. Otherwise it stands in only where nobody has answered.
    """

    field: str
    value: str
    then: str
    answer: str
    always: bool = True


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody tried in a hand, and whether it worked: for statistics, never for points."""

    seats: tuple[Seat, ...]
    what: Text
    success: bool | None  # None: there was nothing to win


@dataclass(frozen=True, slots=True)
class Loss:
    """Who of the table lost something that may cost money: a hand, or a game that was decided.

    `by` is what was played, where a game knows several things that can be lost, one of `Game.lost_by`; a club
    may ask another amount for each of them. Points are never touched by it.
    """

    seats: tuple[Seat, ...]
    by: Option | None = None
