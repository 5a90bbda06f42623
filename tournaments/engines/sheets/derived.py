"""What is computed from the entries of a sheet: lines and points of each hand, totals."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from scoring import Game, PaperTotals, SoFar, Table
from scoring.hands import Finished, Hand, Line
from tournaments.engines.sheets.agreement import GameJson, agreement_of, games
from tournaments.engines.sheets.folding import E, SheetLedger
from tournaments.engines.sheets.kinds import AgreedState
from tournaments.engines.sheets.rows import EntryRow, SheetRow


class LineJson(TypedDict):
    """A line of a hand."""

    code: str
    points: list[int]
    claimed: NotRequired[list[int]]  # if it was cut


class WrongSum(AssertionError):  # noqa: N818 (what happened, as one would say it)
    """Points do not add up. Nothing is written, for this is a bug and no hand's fault."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """What the row of a live hand says. Which revision computed it is said by the row alone."""

    hand_no: int
    entry: uuid.UUID
    hands: int  # as many it counts as
    lines: list[LineJson]
    points: list[int]


@dataclass(frozen=True, slots=True)
class HeadFacts:
    """What the row of a sheet says."""

    head_seq: int
    head_hash: str  # "" as long as there is no entry
    hands: int
    games: list[GameJson]
    over: bool
    closed: bool
    agreed: str  # an AgreedState
    confirmed_by: list[int]
    confirmed_at: datetime.datetime | None
    confirmed_hands: list[int]


@dataclass(frozen=True, slots=True)
class Derived:
    """What the derived rows of one sheet have to say."""

    hands: tuple[HandRow, ...]
    revision: int
    head: HeadFacts


def derive(sitting: SheetRow, sheet_ledger: SheetLedger[E], so_far: SoFar[Any]) -> Derived:
    """The derived rows as they have to be; raises WrongSum."""
    audit(sitting, so_far)
    hands = tuple(
        hand_row(sitting, entry, hand)
        for entry, hand in zip(sheet_ledger.live, so_far.all_hands, strict=True)
    )
    last, agreement = sheet_ledger.last, agreement_of(sitting, sheet_ledger)
    head = HeadFacts(
        head_seq=last.seq if last else 0,
        head_hash=last.hash if last else "",
        hands=so_far.played,
        games=games(so_far),
        over=so_far.over,
        closed=sheet_ledger.closed,
        agreed=agreement.state.value,
        confirmed_by=list(agreement.seats) if agreement.confirmed else [],
        confirmed_at=agreement.confirmations[-1].at if agreement.confirmed else None,
        confirmed_hands=sorted(agreement.hands),
    )
    return Derived(hands, sitting.game_value().revision, head)


def hand_row(sitting: SheetRow, entry: EntryRow, hand: Hand[Any] | Hand[PaperTotals]) -> HandRow:
    """The derived row of a hand that counts."""
    return HandRow(
        entry.hand_no or 0,
        entry.pk,
        counts_as(sitting.game_value(), sitting.table(), hand.record),
        [line_json(line) for line in hand.lines],
        list(hand.points),
    )


def derive_next(
    sitting: SheetRow, head: HeadFacts, before: SoFar[Any], entry: EntryRow, after: SoFar[Any]
) -> tuple[HandRow, HeadFacts]:
    """The same for one more hand at the end of a sheet whose rows were right: its own row, and the new head.

    The other rows stay as they are, and so does what was said about hands; a confirmed list is confirmed by
    nobody any more. Raises WrongSum.
    """
    hand = newest(after)
    audit_next(sitting, before, hand, after)
    confirmed = head.agreed == AgreedState.CONFIRMED
    new_head = HeadFacts(
        head_seq=entry.seq,
        head_hash=entry.hash,
        hands=after.played,
        games=games(after),
        over=after.over,
        closed=head.closed,
        agreed=AgreedState.NOBODY.value if confirmed else head.agreed,
        confirmed_by=[],
        confirmed_at=None,
        confirmed_hands=head.confirmed_hands,
    )
    return hand_row(sitting, entry, hand), new_head


def newest(so_far: SoFar[Any]) -> Hand[Any] | Hand[PaperTotals]:
    """The last hand, also where it has ended a game."""
    for hands in (so_far.hands, so_far.before):
        if hands:
            return hands[-1]
    return so_far.earlier[-1].log[-1]


def counts_as(game: Game[Any, Any], table: Table[Any], record: Any) -> int:
    """As how many hands a row of the sheet counts."""
    return record.hands if isinstance(record, PaperTotals) else int(game.counts(record, table))


def line_json(line: Line) -> LineJson:
    stored: LineJson = {"code": line.code, "points": list(line.points)}
    if line.claimed is not None:
        stored["claimed"] = list(line.claimed)
    return stored


def audit(sitting: SheetRow, so_far: SoFar[Any]) -> None:
    """Points are the sum of their lines, totals the sum of all lines; in a zero-sum game they cancel out."""
    zero_sum = sitting.game_value().zero_sum(sitting.table().rules)
    played: list[Finished[Any] | SoFar[Any]] = [*so_far.earlier, so_far]
    for run in played:
        sides = len(run.totals)
        if run.totals != _sum(run.log, sides):
            raise WrongSum(f"totals {run.totals} of sitting {sitting.pk} are not the sum of their lines")
        for hand in run.log:
            if hand.points != _sum((hand,), sides):
                raise WrongSum(f"points {hand.points} in sitting {sitting.pk} are not the sum of their lines")
            if zero_sum and sum(hand.points) != 0:
                raise WrongSum(f"points {hand.points} in sitting {sitting.pk} do not cancel out")


def audit_next(
    sitting: SheetRow, before: SoFar[Any], hand: Hand[Any] | Hand[PaperTotals], after: SoFar[Any]
) -> None:
    """The same of one more hand on a sheet that was in order before it."""
    run = after if after.hands or after.before else after.earlier[-1]
    if run.totals != tuple(map(int.__add__, before.totals, hand.points)):
        raise WrongSum(f"totals {run.totals} of sitting {sitting.pk} are not the sum of their lines")
    if hand.points != _sum((hand,), len(run.totals)):
        raise WrongSum(f"points {hand.points} in sitting {sitting.pk} are not the sum of their lines")
    if sum(hand.points) != 0 and sitting.game_value().zero_sum(sitting.table().rules):
        raise WrongSum(f"points {hand.points} in sitting {sitting.pk} do not cancel out")


def _sum(hands: Iterable[Hand[Any]], sides: int) -> tuple[int, ...]:
    return tuple(sum(line.points[side] for hand in hands for line in hand.lines) for side in range(sides))
