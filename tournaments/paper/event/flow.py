"""Things below each other that go on on the next page: blocks, and how they are poured onto pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.frame import Draw, Frame
from tournaments.paper.lettering import GREY, INK, Face, Run, wrap, wrap_runs
from tournaments.paper.page import Area

PLAIN = Face(11)
DrawBlock = Callable[[EventPdf, float, float], None]


@dataclass(frozen=True, slots=True)
class Block:
    """Something that is not broken over pages. `draw` gets the paper and its left upper corner."""

    height: float
    draw: DrawBlock
    keep: bool = False  # never the last thing of a page: what follows belongs to it
    head: Block | None = None  # repeated above it where it begins a page
    gap: bool = False  # only room: left out where a page begins


Column = list[tuple[float, Block]]
"""What stands in one column, with the distance from its top."""


Page = list[Column]
"""Columns beside each other."""

CALM = 1.06  # so many times as many lines may names in larger letters need
LEAST_PART = 0.22  # of the height: the last page of several holds at least so much


def pour(blocks: Sequence[Block], first: float, later: float | None = None) -> list[Column]:
    """Blocks as columns of these heights: the first one, all others. One that is too high stands alone."""
    columns: list[Column] = []
    place = 0
    while place < len(blocks):
        column, place = _fill(blocks, place, first if not columns or later is None else later)
        if column:
            columns.append(column)
    return columns or [[]]


def _fill(blocks: Sequence[Block], place: int, room: float) -> tuple[Column, int]:
    """One column from this place on, and where the next one begins."""
    column: Column = []
    used = 0.0
    while place < len(blocks):
        if not column and blocks[place].gap:
            place += 1
            continue
        group = _kept_together(blocks, place)
        if column and used + sum(block.height for block in group) > room + 0.01:
            break
        head = None if column else blocks[place].head
        for block in (*([head] if head is not None else []), *group):
            column.append((used, block))
            used += block.height
        place += len(group)
    return column, place


def _kept_together(blocks: Sequence[Block], place: int) -> Sequence[Block]:
    end = place
    while end < len(blocks) - 1 and blocks[end].keep:
        end += 1
    return blocks[place : end + 1]


def paged(blocks: Sequence[Block], rooms: tuple[float, float], columns: int = 1) -> list[Page]:
    """Pages of columns. The last one never holds a line or two: some of those before it move over."""
    starts, pages = _poured(blocks, rooms, columns)
    if len(pages) < 2 or _part(pages[-1], rooms[1]) >= LEAST_PART:
        return pages
    rest, room = blocks[starts[-2] :], rooms[len(pages) > 2]
    for part in range(97, 40, -3):
        _starts, tried = _poured(rest, (room * part / 100, rooms[1]), columns)
        if len(tried) == 2 and _part(tried[-1], rooms[1]) >= LEAST_PART:
            return [*pages[:-2], *tried]
    return pages


def _poured(
    blocks: Sequence[Block], rooms: tuple[float, float], columns: int
) -> tuple[list[int], list[Page]]:
    """Where each page begins among the blocks, and the pages; the columns of the last one are level."""
    starts: list[int] = []
    pages: list[Page] = []
    place = 0
    while place < len(blocks):
        room, begun = rooms[bool(pages)], place
        page: Page = []
        while place < len(blocks) and len(page) < columns:
            column, place = _fill(blocks, place, room)
            if column:
                page.append(column)
        if page:
            starts.append(begun)
            pages.append(page)
    if columns > 1 and pages:
        pages[-1] = level(blocks[starts[-1] :], columns, rooms[len(pages) > 1])
    return starts, pages


def _part(page: Page, room: float) -> float:
    """How much of its columns is filled, from 0 to 1."""
    return sum(map(_height, page)) / (room * len(page))


def pages_of(paper: EventPdf, frame: Frame, blocks: Sequence[Block]) -> list[Draw]:
    """The pages of things below each other."""
    return [drawn(paper, page) for page in paged(blocks, frame.rooms)]


def in_columns(
    paper: EventPdf, frame: Frame, blocks: Sequence[Block], columns: int, gap: float
) -> list[Draw]:
    """Pages of several columns, filled column by column; those of the last page are of the same height."""
    return [drawn(paper, page, gap) for page in paged(blocks, frame.rooms, columns)]


def drawn(paper: EventPdf, columns: Page, gap: float = 0.0) -> Draw:
    """A page of columns beside each other."""

    def draw(area: Area) -> None:
        width = (area.width + gap) / len(columns)
        for number, column in enumerate(columns):
            for y, block in column:
                block.draw(paper, area.x + number * width, area.y + y)

    return draw


def level(blocks: Sequence[Block], columns: int, most: float) -> Page:
    """Blocks over so many columns, as low as they get; at most as high as said."""
    low, high = 0.0, most
    page = pour(blocks, most)
    if len(page) > columns:
        return page
    for _ in range(12):
        middle = (low + high) / 2
        tried = pour(blocks, middle)
        if len(tried) <= columns and all(_height(column) <= middle + 0.01 for column in tried):
            page, high = tried, middle
        else:
            low = middle
    return page + [[] for _ in range(columns - len(page))]


def _height(column: Column) -> float:
    return column[-1][0] + column[-1][1].height if column else 0.0


def largest(
    sizes: Sequence[float],
    blocks: Callable[[float], Sequence[Block]],
    frame: Frame,
    columns: int = 1,
    lines: Callable[[float], int] = lambda size: 0,
) -> float:
    """The first of these sizes, largest first, that needs no more pages than the last one and breaks hardly
    a name more: `lines` says how many lines the names need."""
    smallest = sizes[-1]
    fewest = len(paged(blocks(smallest), frame.rooms, columns))
    return next(
        size
        for size in sizes
        if size == smallest
        or (
            lines(size) <= lines(smallest) * CALM and len(paged(blocks(size), frame.rooms, columns)) <= fewest
        )
    )


def steps(most: float, least: float) -> list[float]:
    """Sizes of letters to try, half a point apart."""
    return [most - half / 2 for half in range(int((most - least) * 2) + 1)]


# --- simple blocks


def space(height: float) -> Block:
    """Room between two things."""
    return Block(height, lambda paper, x, y: None, gap=True)


def title(text: str, size: float = 14.0) -> Block:
    """The title of a part; it never stands at the end of a page."""
    face = Face(size, bold=True)
    return Block(size * 1.75, lambda paper, x, y: _put(paper, x, y + size * 1.15, text, face), keep=True)


def _put(paper: EventPdf, x: float, y: float, text: str, face: Face) -> None:
    paper.text(x, y, text, face)


def paragraph(
    text: str, width: float, face: Face = PLAIN, indent: float = 0.0, mark: str = ""
) -> list[Block]:
    """A text as lines. A `mark` stands left of the first one: "1.", "•"."""
    blocks = []
    for number, line in enumerate(wrap(text, face, width - indent)):
        blocks.append(_line(line, face, indent, mark if number == 0 else ""))
    return blocks


def _line(line: str, face: Face, indent: float, mark: str) -> Block:
    def draw(paper: EventPdf, x: float, y: float) -> None:
        base = y + face.size * 1.05
        if mark:
            paper.text(x, base, mark, face)
        paper.text(x + indent, base, line, face)

    return Block(face.leading, draw)


def runs(pieces: Sequence[Run], width: float, indent: float = 0.0) -> list[Block]:
    """A text of several faces as lines."""
    blocks = []
    for line in wrap_runs(pieces, width - indent):
        tall = max(run.face.leading for run in line)
        size = max(run.face.size for run in line)
        blocks.append(Block(tall, _runs_at(line, indent, size * 1.05)))
    return blocks


def _runs_at(line: Sequence[Run], indent: float, down: float) -> DrawBlock:
    return lambda paper, x, y: paper.runs(x + indent, y + down, line)


def sentences(texts: Iterable[str], width: float, face: Face = PLAIN) -> list[Block]:
    """Each sentence as a line with a dot in front."""
    return [block for text in texts for block in paragraph(text, width, face, 11.0, "•")]


def defined(word: str, meaning: str, width: float, size: float = 10.5) -> list[Block]:
    """`word` in bold, what it means in grey."""
    pieces = [Run(word, Face(size, bold=True, color=INK))]
    if meaning:
        pieces.append(Run(meaning, Face(size, color=GREY)))
    return runs(pieces, width)
