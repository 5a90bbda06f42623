"""What is played, how it is ranked and what it costs: one page to hang up, as large as it gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.flow import Block, drawn, paged, pages_of, paragraph, runs, space, steps
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.inputs import EventCard
from tournaments.paper.lettering import ACCENT, GREY, PALE, Face, Run, wrap
from tournaments.paper.page import HAIR

LARGEST, LEAST = 26.0, 10.0
MOST_AIR = 1.6  # sizes of letters that a gap may grow by, so that the page is full
GAP = 18.0  # between two columns of house rules


def draw_event_card(paper: EventPdf, view: EventCard) -> None:
    """As large as one page allows; what is left over becomes air between the parts."""
    frame = Frame(view.event, gettext("What we play"), view.game)
    for size in steps(LARGEST, LEAST):
        for columns in (1, 2):
            blocks = _blocks(view, frame.width, size, columns)
            if len(paged(blocks, frame.rooms)) == 1:
                blocks = _airy(blocks, frame.room(True), size)
                draw_pages(paper, frame, [drawn(paper, paged(blocks, frame.rooms)[0])])
                return
    draw_pages(paper, frame, pages_of(paper, frame, _blocks(view, frame.width, LEAST, 2)))


def _airy(blocks: Sequence[Block], room: float, size: float) -> list[Block]:
    """The gaps grown until the page is full."""
    gaps = sum(block.gap for block in blocks)
    left = room - sum(block.height for block in blocks) - 1
    more = min(size * MOST_AIR, max(0.0, left) / max(gaps, 1))
    return [replace(block, height=block.height + more) if block.gap else block for block in blocks]


def _blocks(view: EventCard, width: float, size: float, columns: int) -> list[Block]:
    blocks: list[Block] = []
    for label, value in view.facts:
        if not label and not value:
            continue
        if label and blocks:
            blocks.append(space(size * 0.3))
        blocks += _fact(label, value, width, size)
    if view.schedule:
        blocks += _part(gettext("Schedule"), size)
        for time, what in view.schedule:
            blocks += _fact(time, what, width, size)
    if view.rules or view.rules_name:
        named = gettext("House rules: {name}").format(name=view.rules_name)
        blocks += _part(named if view.rules_name else gettext("House rules"), size)
        blocks += _rules(view.rules, width, size * 0.84, columns)
    if view.criteria:
        blocks += _part(gettext("What decides, in this order"), size)
        for number, criterion in enumerate(view.criteria, start=1):
            pieces = [Run(f"{number}. {criterion.name}", Face(size * 0.92, bold=True))]
            if criterion.explained:
                pieces.append(Run(f"– {criterion.explained}", Face(size * 0.84, color=GREY)))
            blocks += runs(pieces, width)
        if view.lots:
            blocks += [space(size * 0.3), *paragraph(view.lots, width, Face(size * 0.76, color=GREY))]
    for text in view.notes:
        blocks += [space(size * 0.5), *paragraph(text, width, Face(size))]
    return blocks


def _part(text: str, size: float) -> list[Block]:
    face = Face(size * 1.12, bold=True, color=ACCENT)
    tall = face.size * 1.6

    def draw(paper: EventPdf, x: float, y: float) -> None:
        paper.fitted(x, y + face.size * 1.1, text, face, 1000)

    return [space(size * 0.9), Block(tall, draw, keep=True)]


def _fact(label: str, value: str, width: float, size: float) -> list[Block]:
    """What is asked on the left, the answer in bold beside it; without a label what else is to be said."""
    left = width * 0.24
    if not label:
        lines = paragraph(value, width - left, Face(size * 0.84, color=GREY))
        return [replace(line, draw=_moved(line, left)) for line in lines]
    strong = Face(size, bold=True)
    lines_of = wrap(value, strong, width - left)
    height = len(lines_of) * strong.leading

    def draw(paper: EventPdf, x: float, y: float) -> None:
        base = y + size * 1.05
        paper.rule(x, y - size * 0.1, x + width, y - size * 0.1, HAIR, PALE)
        paper.fitted(x, base, label, Face(size * 0.84, color=GREY), left - 8)
        for number, line in enumerate(lines_of):
            paper.text(x + left, base + number * strong.leading, line, strong)

    return [Block(height, draw, keep=True)]


def _moved(block: Block, right: float):  # type: ignore[no-untyped-def]
    return lambda paper, x, y: block.draw(paper, x + right, y)


def _rules(rules: Sequence[str], width: float, size: float, columns: int) -> list[Block]:
    """House rules as one or two columns, line by line."""
    wide = (width - GAP * (columns - 1)) / columns
    blockses = [paragraph(text, wide, Face(size), size, "•") for text in rules]
    high = -(-len(blockses) // columns)
    blocks = []
    for line in range(high):
        row = blockses[line::high]
        blocks.append(_beside(row, wide + GAP))
    return blocks


def _beside(cells: Sequence[Sequence[Block]], step: float) -> Block:
    height = max(sum(line.height for line in cell) for cell in cells)

    def draw(paper: EventPdf, x: float, y: float) -> None:
        for number, cell in enumerate(cells):
            down = y
            for line in cell:
                line.draw(paper, x + number * step, down)
                down += line.height

    return Block(height, draw)
