"""What the tables of a round played."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.flow import Block, drawn, in_columns, largest, paged, space, steps, title
from tournaments.paper.event.frame import Draw, Frame, draw_pages
from tournaments.paper.event.outcomes import PrintedResult, RoundResults
from tournaments.paper.event.ranking import standings_blocks
from tournaments.paper.event.rows import LEAST_SIZE
from tournaments.paper.event.seating import GAP, resting_blocks
from tournaments.paper.lettering import GREY, INK, PALE, WHITE, Face, name_lines, width_of
from tournaments.paper.page import FINE, HAIR

LARGEST = 14.0


def draw_results(paper: EventPdf, view: RoundResults) -> None:
    """The tables in two columns, then the ranking of the round on pages of its own."""
    frame = Frame(view.event, gettext("Results"), view.round)
    width = (frame.width - GAP) / 2

    def blocks(size: float) -> list[Block]:
        poured: list[Block] = []
        for table in view.tables:
            poured += [_table(table, width, size), space(size * 0.45)]
        return [*poured, *resting_blocks(view.resting, width, size)]

    def lines(size: float) -> int:
        room = width - 14 - size * 4.5
        people = [account.name for table in view.tables for account in table.accounts]
        return sum(len(name_lines(name, Face(size, bold=True), room)) for name in people)

    size = largest(steps(LARGEST, LEAST_SIZE), blocks, frame, 2, lines)
    pages = in_columns(paper, frame, blocks(size), 2, GAP)
    draw_pages(paper, frame, [*pages, *_ranking(paper, frame, view)])


def _ranking(paper: EventPdf, frame: Frame, view: RoundResults) -> list[Draw]:
    if view.ranking is None:
        return []
    blocks = [title(view.ranking.title, 16), *standings_blocks(view.ranking, frame.width, 12)]
    return [drawn(paper, page) for page in paged(blocks, (frame.room(False), frame.room(False)))]


def _table(table: PrintedResult, width: float, size: float) -> Block:
    """One table as a little list of its own: its name on a dark bar, who made how many points below it.

    It is not to be taken for a list of seats, where the number stands beside the names.
    """
    plain, strong = Face(size), Face(size, bold=True)
    line, bar = size * 1.36, size * 1.36
    totals = max((width_of(account.total, strong) for account in table.accounts), default=0.0)
    results = max((width_of(account.result, strong) for account in table.accounts), default=0.0)
    placed = any(account.place is not None for account in table.accounts)
    left = 6 + size * 1.5 * placed
    room = width - left - totals - 14 - (results + 8 if results else 0)
    names = [name_lines(account.name, strong if account.won else plain, room) for account in table.accounts]
    heights = [line + (len(lines) - 1) * plain.leading for lines in names]
    height = bar + sum(heights)
    called = gettext("Table {number}").format(number=table.table)

    def draw(paper: EventPdf, x: float, y: float) -> None:
        paper.fill(x, y, width, bar, INK)
        base = y + bar / 2 + size * 0.36
        title_width = paper.text(x + 6, base, called, Face(size, bold=True, color=WHITE))
        small = Face(size * 0.85, color=WHITE)
        paper.fitted(x + width - 6, base, table.remark, small, width - title_width - 24, "right")
        top = y + bar
        for account, lines, tall in zip(table.accounts, names, heights, strict=True):
            base = top + line / 2 + size * 0.36
            face = strong if account.won else plain
            if account.place is not None:
                place = f"{account.place}."
                paper.text(x + 2 + size * 1.4, base, place, Face(size * 0.85, color=GREY), "right")
            for number, text in enumerate(lines):
                paper.text(x + left, base + number * face.leading, text, face)
            paper.text(x + width - 6, base, account.total, strong, "right")
            if results:
                paper.text(x + width - totals - 14, base, account.result, face, "right")
            top += tall
            paper.rule(x, top, x + width, top, HAIR, PALE)
        paper.rule(x, top, x + width, top, FINE, INK)

    return Block(height, draw)
