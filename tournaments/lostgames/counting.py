"""Which games and hands were lost at the tables of an event, from the entries of their sheets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.caches import Pictures
from scoring.game import Game
from scoring.hands import SoFar
from scoring.losing import losses_of
from scoring.paper import PaperTotals
from scoring.remarks import Loss
from scoring.table import Table
from tournaments import ledger
from tournaments.ledger.folding import stand
from tournaments.models import Chair, Entry, Event, RoundState, Sitting

SHEETS_KEPT = 8000
AT_ONCE = 200  # sheets that are read by one statement
DEFERRED = tuple(f"round__{name}" for name in ("request", "answer", "seating", "changes"))


@dataclass(frozen=True, slots=True)
class LostHere:
    """What was lost on one sheet, and of how many hands nobody knows it: totals from paper."""

    lost: tuple[tuple[tuple[int, ...], str], ...]  # seats that lost it together, and what
    unknown: int


@dataclass(frozen=True, slots=True)
class LostAtTable:
    """A table of a round, and what its entrants have lost there."""

    sitting: int
    round: int
    table: int
    entrants: tuple[int, ...]  # keys, in the order of their seats
    lost: Mapping[int, tuple[str, ...]]  # by entrant; members of one entrant lose once together
    unknown: int


_sheets: Pictures[int, str, LostHere] = Pictures(SHEETS_KEPT)  # by sitting, of the hash of its last entry


def forget() -> None:
    """Start afresh (tests)."""
    _sheets.clear()


def lost_on(game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any]) -> LostHere:
    """What was lost on a sheet whose hands are at hand."""
    return LostHere(
        tuple(map(_of_loss, losses_of(game, table, so_far))),
        sum(hand.record.hands for hand in so_far.all_hands if isinstance(hand.record, PaperTotals)),
    )


def lost_by_entrants(here: LostHere, entrants: Mapping[int, int]) -> dict[int, tuple[str, ...]]:
    """By entrant, of the seats (from 0) on which they sit."""
    lost: dict[int, tuple[str, ...]] = {}
    for seats, what in here.lost:
        for entrant in dict.fromkeys(entrants[seat] for seat in seats if seat in entrants):
            lost[entrant] = (*lost.get(entrant, ()), what)
    return lost


def lost_in(event: Event, *, before: int | None = None, entrants: Collection[int] = ()) -> list[LostAtTable]:
    """All tables of the rounds that have begun, in their order; `before` this round, with one of these."""
    sheets = Sitting.objects.filter(event=event, round__state__in=(RoundState.OPEN, RoundState.CLOSED))
    if before is not None:
        sheets = sheets.filter(round__number__lt=before, chairs__entrant__in=entrants).distinct()
    rows = list(
        sheets.select_related("sheethead", "round").defer(*DEFERRED).order_by("round__number", "number")
    )
    seated: dict[int, dict[int, int]] = {}
    chairs = Chair.objects.filter(sitting__in=rows, entrant__isnull=False)
    if before is None:
        chairs = Chair.objects.filter(sitting__event=event, entrant__isnull=False)
    for sitting, seat, entrant in chairs.order_by("seat").values_list("sitting", "seat", "entrant"):
        seated.setdefault(sitting, {})[seat - 1] = entrant or 0
    read = _sheets.get_many(
        [(row.pk, row.sheethead.head_hash) for row in rows], lambda keys: _read(keys, rows)
    )
    here = {sitting: lost for (sitting, _hash), lost in read.items()}
    return [
        LostAtTable(
            sitting=row.pk,
            round=row.round.number if row.round else 0,
            table=row.number or 0,
            entrants=tuple(dict.fromkeys(seated.get(row.pk, {}).values())),
            lost=lost_by_entrants(here[row.pk], seated.get(row.pk, {})),
            unknown=here[row.pk].unknown,
        )
        for row in rows
    ]


def _read(keys: Sequence[tuple[int, str]], rows: Sequence[Sitting]) -> dict[tuple[int, str], LostHere]:
    sittings = {row.pk: row for row in rows}
    read: dict[tuple[int, str], LostHere] = {}
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]
        entries: dict[int, list[Entry]] = {sitting: [] for sitting, _hash in some}
        for entry in Entry.objects.filter(sitting__in=list(entries)).order_by("sitting", "seq"):
            entries[entry.sitting_id].append(entry)
        for sitting, head in some:
            row = sittings[sitting]
            sheet = ledger.sheet_of(row, stand(entries[sitting]).counting)
            read[sitting, head] = lost_on(row.game_value(), row.table(), sheet.whole)
    return read


def _of_loss(loss: Loss) -> tuple[tuple[int, ...], str]:
    return tuple(map(int, loss.seats)), loss.by.value if loss.by is not None else ""
