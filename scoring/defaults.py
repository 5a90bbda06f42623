"""What a game does where it declares nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.fields import Field
from scoring.hands import Finished, Hand, Outcome, SoFar
from scoring.paper import Tally
from scoring.problem import Problem
from scoring.remarks import Attempt, Implied, Loss, Note
from scoring.table import Seating, Side, Table, alone
from scoring.text import Text, say


def each_alone(seats: int, rules: object) -> Seating:
    """Default accounts: everybody for himself."""
    return alone(seats)


def any_table(table: Table[Any]) -> Iterable[Problem]:
    """Default: no switches contradict each other."""
    return ()


def as_declared(field: Field, table: Table[Any]) -> Field:
    """Default: every field is asked as it is declared."""
    return field


def never_ends(so_far: SoFar[Any], table: Table[Any]) -> Outcome | None:
    """Default: a sheet goes on until somebody closes it."""
    return None


def as_many_as_you_like(rules: object) -> int:
    """Default: the rules do not fix how many hands a sheet takes."""
    return 0


def once(rules: object) -> int:
    """Default: the sheet is over when one game is decided."""
    return 1


def in_rows(rules: object) -> Tally | None:
    """Default: on paper every hand has a row."""
    return None


def whole_sheet(record: object, so_far: SoFar[Any], table: Table[Any]) -> SoFar[Any]:
    """Default: the worth of a hand may depend on everything before it."""
    return so_far


def nothing_before(record: object, so_far: SoFar[Any], table: Table[Any]) -> None:
    """The worth of a hand depends on nothing before it."""


def nothing_to_note(so_far: SoFar[Any], table: Table[Any]) -> Sequence[Note]:
    """Default: nothing to announce before the next hand."""
    return ()


def nothing_known(so_far: SoFar[Any], table: Table[Any]) -> Mapping[str, Any]:
    """Default: no answer of the next hand is known beforehand."""
    return {}


def nothing_implied(so_far: SoFar[Any], table: Table[Any]) -> Sequence[Implied]:
    """Default: no answer follows from another."""
    return ()


def plain_total(so_far: SoFar[Any], side: Side, table: Table[Any]) -> Text:
    """Default: a total is its number."""
    return say("{points}", points=so_far.totals[side])


def nothing_more(so_far: SoFar[Any], table: Table[Any], extra: object) -> Mapping[str, Any]:
    """Default: the answer of a sheet has no further keys."""
    return {}


def nothing_aside(so_far: SoFar[Any], table: Table[Any], extra: Any) -> Sequence[Text]:
    """Default: there is nothing to tell besides the score."""
    return ()


def nobody_tried(hand: Hand[Any], table: Table[Any]) -> Sequence[Attempt]:
    """Default: in this game nobody plays for something."""
    return ()


def nobody_loses(hand: Hand[Any], table: Table[Any]) -> Sequence[Loss]:
    """Default: no hand of this game is lost by anybody."""
    return ()


def no_game_lost(finished: Finished[Any], table: Table[Any]) -> Sequence[Loss]:
    """Default: who loses a game pays nothing for it; hands may be lost, or nothing is."""
    return ()


def all_but_winners(finished: Finished[Any], table: Table[Any]) -> Sequence[Loss]:
    """Everybody loses a game who has not won it."""
    winners = finished.outcome.winners
    sides = [side for side in range(table.seating.sides) if side not in winners]
    seats = tuple(seat for side in sides for seat in table.seating.seats_of(Side(side)))
    return (Loss(seats),) if seats else ()


def always(record: object, table: Table[Any]) -> bool:
    """Default: every record is a hand."""
    return True


def never(rules: object) -> bool:
    """Default: points do not cancel out."""
    return False


def any_totals(totals: tuple[int, ...], table: Table[Any]) -> Iterable[Problem]:
    """Default: nothing is known about which totals a game can reach."""
    return ()


@dataclass(frozen=True, slots=True)
class NoExtra:
    """Default: a sheet carries nothing besides its hands."""
