"""What the tables of a round played."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.sheets.event.flow import Block, Column, drawn, in_columns, pour, space, title
from tournaments.sheets.event.frame import Draw, Frame, draw_pages
from tournaments.sheets.event.outcomes import PlayedAccount, PlayedTable, RoundResults
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.event.ranking import standings_blocks
from tournaments.sheets.event.rows import LEAST_SIZE
from tournaments.sheets.event.seating import GAP, resting_blocks
from tournaments.sheets.lettering import ACCENT, GREY, INK, PALE, TINT, Face, fit, width_of
from tournaments.sheets.page import FINE, HAIR

LARGEST = 14.0


def draw_results(paper: EventPaper, view: RoundResults) -> None:
    """The tables in two columns, then the ranking of the round on pages of its own."""
    frame = Frame(view.event, gettext("Results"), view.round)
    width = (frame.width - GAP) / 2

    def blocks(size: float) -> list[Block]:
        found: list[Block] = []
        for table in view.tables:
            found += [_table(table, width, size), space(size * 0.6)]
        return [*found, *resting_blocks(view.resting, width, size)]

    size = LARGEST
    fewest = -(-len(pour(blocks(LEAST_SIZE), *frame.rooms)) // 2)
    while size > LEAST_SIZE and -(-len(pour(blocks(size), *frame.rooms)) // 2) > fewest:
        size -= 0.5
    pages = in_columns(paper, frame, blocks(size), 2, GAP)
    draw_pages(paper, frame, [*pages, *_ranking(paper, frame, view)])


def _ranking(paper: EventPaper, frame: Frame, view: RoundResults) -> list[Draw]:
    if view.ranking is None:
        return []
    blocks = [title(view.ranking.title, 16), *standings_blocks(view.ranking, frame.width, 12)]
    columns: list[Column] = pour(blocks, frame.room(False))
    return [drawn(paper, [column]) for column in columns]


def _table(table: PlayedTable, width: float, size: float) -> Block:
    """One table: its number, and who made how many points."""
    line = size * 1.5
    foot = size * 1.05 if table.remark else 0.0
    height = line * len(table.accounts) + 6 + foot
    number_room = max(34.0, width * 0.15)
    totals = max((width_of(one.total, Face(size, bold=True)) for one in table.accounts), default=0.0)
    results = max((width_of(one.result, Face(size)) for one in table.accounts), default=0.0)

    def draw(paper: EventPaper, x: float, y: float) -> None:
        paper.frame(x, y, width, height, FINE, INK, radius=4)
        paper.fill(x + 0.6, y + 0.6, number_room - 0.6, height - 1.2, TINT)
        paper.rule(x + number_room, y, x + number_room, y + height, HAIR, GREY)
        number = fit(table.table, Face(min(26.0, height * 0.6), bold=True), number_room - 6, least=9)
        middle = y + height / 2 + number.face.size * 0.36
        paper.text(x + number_room / 2, middle, number.text, number.face, "centre")
        for place, account in enumerate(table.accounts):
            top = y + 3 + place * line
            if place:
                paper.rule(x + number_room + 6, top, x + width - 6, top, HAIR, PALE)
            _account(paper, account, (x + number_room + 7, x + width - 7), top + line / 2 + size * 0.36, size)
        if table.remark:
            small = Face(size * 0.78, color=ACCENT)
            base = y + height - 4
            paper.fitted(x + number_room + 7, base, table.remark, small, width - number_room - 14)

    def _account(
        paper: EventPaper, account: PlayedAccount, edges: tuple[float, float], base: float, size: float
    ) -> None:
        left, right = edges
        strong = Face(size, bold=True)
        paper.text(right, base, account.total, strong, "right")
        right -= totals + 8
        if results:
            paper.text(right, base, account.result, Face(size, bold=account.won), "right")
            right -= results + 8
        if account.place is not None:
            place = f"{account.place}."
            paper.text(left + size, base, place, Face(size * 0.8, color=GREY), "right")
            left += size * 1.4
        face = Face(size, bold=account.won)
        paper.fitted(left, base, account.name, face, right - left, least=max(8.0, size * 0.72))

    return Block(height, draw)
