"""The rows that are computed from the ledger: lines and points per hand, totals per sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring import SoFar, games_of
from scoring.game import Hand, Line
from tournaments.ledger.standing import Standing
from tournaments.models import LiveHand, SheetHead, Sitting


class WrongSum(AssertionError):  # noqa: N818 (what happened, as one would say it)
    """Points do not add up. Nothing is written, for this is a bug and no hand's fault."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What the derived rows of one sheet have to say."""

    hands: tuple[LiveHand, ...]
    head: SheetHead


def derive(sitting: Sitting, stands: Standing, so_far: SoFar[Any]) -> Derived:
    """The derived rows, unsaved; raises WrongSum."""
    audit(sitting, so_far)
    revision = sitting.game_value().revision
    hands = tuple(
        LiveHand(
            sitting=sitting,
            hand_no=number,
            entry=entry,
            lines=[_line(line) for line in hand.lines],
            points=list(hand.points),
            revision=revision,
        )
        for number, (entry, hand) in enumerate(zip(stands.live, so_far.all_hands, strict=True), start=1)
    )
    last = stands.last
    head = SheetHead(
        sitting=sitting,
        head_seq=last.seq if last else 0,
        head_hash=last.hash if last else "",
        hands=len(hands),
        games=games(so_far),
        over=so_far.over,
        closed=stands.closed,
    )
    return Derived(hands, head)


def games(so_far: SoFar[Any]) -> list[dict[str, Any]]:
    """Totals and winning sides (from 1; None while it lasts) of every game of the sheet."""
    return [
        {"totals": list(totals), "winner": None if winners is None else [side + 1 for side in winners]}
        for totals, winners in games_of(so_far)
    ]


def _line(line: Line) -> dict[str, Any]:
    claimed = {} if line.claimed is None else {"claimed": list(line.claimed)}
    return {"code": line.code, "points": list(line.points), **claimed}


def audit(sitting: Sitting, so_far: SoFar[Any]) -> None:
    """Points are the sum of their lines, totals the sum of all lines; in a zero-sum game they cancel out."""
    table = sitting.table()
    zero_sum = sitting.game_value().zero_sum(table.rules)
    for hands, totals in [(game.hands, game.totals) for game in so_far.earlier] + [
        (so_far.hands, so_far.totals)
    ]:
        if totals != _sum(hands, table.seating.sides):
            raise WrongSum(f"totals {totals} of sitting {sitting.pk} are not the sum of their lines")
        for hand in hands:
            if hand.points != _sum((hand,), table.seating.sides):
                raise WrongSum(f"points {hand.points} in sitting {sitting.pk} are not the sum of their lines")
            if zero_sum and sum(hand.points) != 0:
                raise WrongSum(f"points {hand.points} in sitting {sitting.pk} do not cancel out")


def _sum(hands: Iterable[Hand[Any]], sides: int) -> tuple[int, ...]:
    return tuple(sum(line.points[side] for hand in hands for line in hand.lines) for side in range(sides))


def store(derived: Derived) -> None:
    """Make the rows of one sheet say this; rows that say it already are left alone. Inside a transaction."""
    sitting = derived.head.sitting
    stored = {row.hand_no: row for row in LiveHand.objects.filter(sitting=sitting)}
    gone = [row.pk for row in stored.values() if row.hand_no > len(derived.hands)]
    changed = []
    for row in derived.hands:
        before = stored.get(row.hand_no)
        if before is None:
            changed.append(row)
        elif not same_hand(before, row) or before.revision != row.revision:
            gone.append(before.pk)
            changed.append(row)
    if gone:
        LiveHand.objects.filter(pk__in=gone).delete()
    LiveHand.objects.bulk_create(changed)
    derived.head.save()


def same_hand(stored: LiveHand, computed: LiveHand) -> bool:
    """Does the stored row say what was computed? Which revision computed it does not matter here."""
    return (stored.entry_id, stored.lines, stored.points) == (
        computed.entry_id,
        computed.lines,
        computed.points,
    )


def head_facts(head: SheetHead) -> dict[str, object]:
    """What a head says, by name."""
    names = ("head_seq", "head_hash", "hands", "games", "over", "closed")
    return {name: getattr(head, name) for name in names}
