"""How wide the columns of a list become: what they would like, what they need, and who gives first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.paper.event.cells import (
    HEAD_FACE,
    PADDING,
    TICK,
    UNDER,
    Cell,
    PaperColumn,
    PaperRow,
    face_of,
)
from tournaments.paper.lettering import Face, longest_piece, width_of

MOST_OF_A_PIECE = 0.34  # of the width of the table: a longer word is broken
MANY = 8  # rows: of so many, single long texts do not count
SHARES = (1.0, 0.75, 0.5, 0.3)  # of what a column wants, tried one after the other


def natural_widths(fields: Sequence[PaperColumn], rows: Sequence[PaperRow], size: float) -> list[float]:
    """How wide each column would like to be; a few very long texts do not widen it for all."""
    natural = []
    for place, field in enumerate(fields):
        least = max(field.least, width_of(field.head, HEAD_FACE) if field.head else 0.0)
        if field.box:
            least = max(least, TICK * 2)
        elif not field.empty:
            widths = sorted(_natural(field, row.cells[place], row, size) for row in rows)
            usual = max(widths, default=0.0)
            if field.flexible and len(widths) >= MANY:
                usual = widths[-1 - len(widths) // 25]
            least = max(least, usual)
        natural.append(least + PADDING)
    return natural


def _natural(field: PaperColumn, cell: Cell, row: PaperRow, size: float) -> float:
    face = face_of(field, cell, row, size)
    under = width_of(cell.under, Face(size * UNDER)) * 0.6 if cell.under else 0.0
    return max(under, width_of(cell.text, face) + (size * 1.1 if cell.lot else 0.0))


def least_widths(
    fields: Sequence[PaperColumn], rows: Sequence[PaperRow], size: float, width: float
) -> list[float]:
    """What each column needs so that no word is broken; one that nobody could break is."""
    least = []
    for place, field in enumerate(fields):
        need = max(field.least, width_of(field.head, HEAD_FACE) if field.head else 0.0)
        if field.flexible and not field.empty:
            pieces = (
                longest_piece(row.cells[place].text, face_of(field, row.cells[place], row, size))
                for row in rows
            )
            need = max(need, min(max(pieces, default=0.0), width * MOST_OF_A_PIECE))
        least.append(need + PADDING)
    return least


def spread(
    fields: Sequence[PaperColumn],
    natural: Sequence[float],
    least: Sequence[float],
    width: float,
    share: float = 1.0,
    most_stretch: float = 1.6,
) -> list[float]:
    """The widths that fill a width. What is told besides may give first, down to a `share` of what it wants;
    then the widest columns give, and all of them take."""
    fixed = sum(wide for field, wide in zip(fields, natural, strict=True) if not field.flexible)
    flexible = [
        (field, wide, max(need, wide * share) if field.aside else need)
        for field, wide, need in zip(fields, natural, least, strict=True)
        if field.flexible
    ]
    wanted = [wide for _, wide, _ in flexible]
    room = max(width - fixed, 10.0 * len(wanted))
    over = sum(wanted) - room
    if over > 0:
        for aside in (True, False):
            some = [place for place, (field, _, _) in enumerate(flexible) if field.aside is aside]
            before = sum(wanted[place] for place in some)
            given = _given([(wanted[place], flexible[place][2]) for place in some], before - over)
            for place, wide in zip(some, given, strict=True):
                wanted[place] = wide
            over -= before - sum(given)
            if over <= 0.01:
                break
        if over > 0.01:
            wanted = [wide * room / sum(wanted) for wide in wanted]
    elif wanted:
        factor = min(most_stretch, room / sum(wanted))
        wanted = [wide * factor for wide in wanted]
    taken = iter(wanted)
    widths = [next(taken) if field.flexible else wide for field, wide in zip(fields, natural, strict=True)]
    total = sum(widths)
    if total > width:  # fixed columns alone are too wide
        return [wide * width / total for wide in widths]
    more = (width - total) / max(len(widths), 1)
    return [wide + more for wide in widths]


def _given(columns: Sequence[tuple[float, float]], room: float) -> list[float]:
    """The widest give first, none below what it needs, until all of them fill the room (if they can)."""
    low, high = 0.0, max((wanted for wanted, _ in columns), default=0.0)
    for _ in range(24):
        cap = (low + high) / 2
        if sum(min(wanted, max(least, cap)) for wanted, least in columns) > room:
            high = cap
        else:
            low = cap
    return [min(wanted, max(least, low)) for wanted, least in columns]


def widths_to_try(
    fields: Sequence[PaperColumn], natural: Sequence[float], least: Sequence[float]
) -> Iterator[tuple[list[float], float]]:
    """What to try where there is not room for all: what is told besides gives first; where nothing is,
    everything beside the widest column."""
    if any(field.aside for field in fields):
        for share in SHARES:
            yield list(natural), share
        return
    widest = max(natural)
    for share in SHARES:
        yield (
            [
                max(need, wide * share) if field.flexible and wide < widest else wide
                for field, wide, need in zip(fields, natural, least, strict=True)
            ],
            1.0,
        )


def fits_in(fields: Sequence[PaperColumn], rows: Sequence[PaperRow], width: float, size: float) -> bool:
    """Do the columns get what they need without breaking words or numbers?"""
    natural, least = natural_widths(fields, rows, size), least_widths(fields, rows, size, width)
    wanted = (
        need if field.flexible else wide for field, wide, need in zip(fields, natural, least, strict=True)
    )
    return sum(wanted) <= width
