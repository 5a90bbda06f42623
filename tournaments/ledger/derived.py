"""The rows that are computed from the ledger: lines and points per hand, totals per sheet."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring import Game, PaperTotals, SoFar, Table
from scoring.game import Finished, Hand, Line
from tournaments.ledger.agreement import agreement_of
from tournaments.ledger.folding import SheetLedger, games
from tournaments.models import LiveHand, SheetHead, Sitting
from tournaments.models.stored import LineJson


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
class Derived:
    """What the derived rows of one sheet have to say."""

    hands: tuple[HandRow, ...]
    revision: int
    head: SheetHead  # unsaved


def derive(sitting: Sitting, sheet_ledger: SheetLedger, so_far: SoFar[Any]) -> Derived:
    """The derived rows as they have to be; raises WrongSum."""
    audit(sitting, so_far)
    game, table = sitting.game_value(), sitting.table()
    hands = tuple(
        HandRow(
            entry.hand_no or 0,
            entry.pk,
            counts_as(game, table, hand.record),
            [_line(line) for line in hand.lines],
            list(hand.points),
        )
        for entry, hand in zip(sheet_ledger.live, so_far.all_hands, strict=True)
    )
    last, agreement = sheet_ledger.last, agreement_of(sitting, sheet_ledger)
    head = SheetHead(
        sitting=sitting,
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


def counts_as(game: Game[Any, Any], table: Table[Any], record: Any) -> int:
    """As how many hands a row of the sheet counts."""
    return record.hands if isinstance(record, PaperTotals) else int(game.counts(record, table))


def _line(line: Line) -> LineJson:
    stored: LineJson = {"code": line.code, "points": list(line.points)}
    if line.claimed is not None:
        stored["claimed"] = list(line.claimed)
    return stored


def audit(sitting: Sitting, so_far: SoFar[Any]) -> None:
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


def _sum(hands: Iterable[Hand[Any]], sides: int) -> tuple[int, ...]:
    return tuple(sum(line.points[side] for hand in hands for line in hand.lines) for side in range(sides))


def stored_hands(sitting: Sitting) -> dict[int, tuple[HandRow, int]]:
    """What is stored, by hand number, each with the revision that computed it."""
    rows = LiveHand.objects.filter(sitting=sitting).values_list(
        "hand_no", "entry_id", "hands", "lines", "points", "revision"
    )
    return {row[0]: (HandRow(*row[:5]), row[5]) for row in rows}


def store(derived: Derived) -> None:
    """Make the rows of one sheet say this; rows that say it already are left alone. Inside a transaction."""
    sitting, stored = derived.head.sitting, stored_hands(derived.head.sitting)
    new = [row for row in derived.hands if stored.get(row.hand_no) != (row, derived.revision)]
    right = {row.hand_no for row in derived.hands} - {row.hand_no for row in new}
    wrong = stored.keys() - right
    if wrong:
        LiveHand.objects.filter(sitting=sitting, hand_no__in=wrong).delete()
    LiveHand.objects.bulk_create(
        LiveHand(
            sitting=sitting,
            hand_no=row.hand_no,
            entry_id=row.entry,
            hands=row.hands,
            lines=row.lines,
            points=row.points,
            revision=derived.revision,
        )
        for row in new
    )
    derived.head.save()


def head_facts(head: SheetHead) -> dict[str, object]:
    """What a head says, by name."""
    names = (
        *("head_seq", "head_hash", "hands", "games", "over", "closed"),
        *("agreed", "confirmed_by", "confirmed_at", "confirmed_hands"),
    )
    return {name: getattr(head, name) for name in names}
