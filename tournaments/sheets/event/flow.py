"""Things below each other that go on on the next page: blocks, and how they are poured onto pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.sheets.event.frame import Draw, Frame
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.lettering import GREY, INK, Face, Run, wrap, wrap_runs
from tournaments.sheets.page import Area

PLAIN = Face(11)
DrawBlock = Callable[[EventPaper, float, float], None]


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


def pour(blocks: Sequence[Block], first: float, later: float | None = None) -> list[Column]:
    """Blocks as columns of these heights: the first one, all others. One that is too high stands alone."""
    columns: list[Column] = [[]]
    used, place = 0.0, 0
    while place < len(blocks):
        group = _kept_together(blocks, place)
        tall = sum(block.height for block in group)
        room = first if len(columns) == 1 or later is None else later
        if columns[-1] and used + tall > room + 0.01:
            columns.append([])
            used = 0.0
        if not columns[-1] and blocks[place].gap:
            place += 1
            continue
        head = blocks[place].head
        if not columns[-1] and head is not None:
            columns[-1].append((used, head))
            used += head.height
        for block in group:
            columns[-1].append((used, block))
            used += block.height
        place += len(group)
    return columns


def _kept_together(blocks: Sequence[Block], place: int) -> Sequence[Block]:
    end = place
    while end < len(blocks) - 1 and blocks[end].keep:
        end += 1
    return blocks[place : end + 1]


def pages_of(paper: EventPaper, frame: Frame, blocks: Sequence[Block]) -> list[Draw]:
    """The pages of things below each other."""
    return [drawn(paper, [column]) for column in pour(blocks, *frame.rooms)]


def drawn(paper: EventPaper, columns: Sequence[Column], gap: float = 0.0) -> Draw:
    """A page of columns beside each other."""

    def draw(area: Area) -> None:
        width = (area.width + gap) / len(columns)
        for number, column in enumerate(columns):
            for y, block in column:
                block.draw(paper, area.x + number * width, area.y + y)

    return draw


def level(blocks: Sequence[Block], columns: int, most: float) -> list[Column]:
    """Blocks over so many columns, as low as they get; at most as high as said."""
    low, high = 0.0, most
    found = pour(blocks, most)
    if len(found) > columns:
        return found
    for _ in range(12):
        middle = (low + high) / 2
        tried = pour(blocks, middle)
        if len(tried) <= columns and all(_height(column) <= middle + 0.01 for column in tried):
            found, high = tried, middle
        else:
            low = middle
    return found + [[] for _ in range(columns - len(found))]


def _height(column: Column) -> float:
    return column[-1][0] + column[-1][1].height if column else 0.0


def in_columns(
    paper: EventPaper, frame: Frame, blocks: Sequence[Block], columns: int, gap: float
) -> list[Draw]:
    """Pages of several columns, filled column by column; those of the last page are of the same height."""
    pages: list[Draw] = []
    rest = list(blocks)
    while rest:
        room = frame.room(not pages)
        poured = pour(rest, room)
        if len(poured) <= columns:
            pages.append(drawn(paper, level(rest, columns, room), gap))
            break
        taken = poured[:columns]
        pages.append(drawn(paper, taken, gap))
        last = taken[-1][-1][1]
        rest = rest[next(place for place, block in enumerate(rest) if block is last) + 1 :]
    return pages


# --- simple blocks


def space(height: float) -> Block:
    """Room between two things."""
    return Block(height, lambda paper, x, y: None, gap=True)


def title(text: str, size: float = 14.0) -> Block:
    """The title of a part; it never stands at the end of a page."""
    face = Face(size, bold=True)
    return Block(size * 1.75, lambda paper, x, y: _put(paper, x, y + size * 1.15, text, face), keep=True)


def _put(paper: EventPaper, x: float, y: float, text: str, face: Face) -> None:
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
    def draw(paper: EventPaper, x: float, y: float) -> None:
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


def defined(word: str, said: str, width: float, size: float = 10.5) -> list[Block]:
    """`word` in bold, what it means in grey."""
    pieces = [Run(word, Face(size, bold=True, color=INK))]
    if said:
        pieces.append(Run(said, Face(size, color=GREY)))
    return runs(pieces, width)
