"""Who sits where: for people who look for their seat, and table by table for the desk."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.lists.filing import filed
from tournaments.lists.surnames import by_surname, letter
from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.flow import Block, in_columns, largest, space, steps, title
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.inputs import Resting, SeatedTable, SeatingList
from tournaments.paper.lettering import ACCENT, GREY, INK, PALE, TINT, WHITE, Face, fit, name_lines, width_of
from tournaments.paper.page import FINE, HAIR

GAP = 20.0  # between columns
LARGEST, LEAST = 17.0, 11.0


def draw_seating(paper: EventPdf, view: SeatingList) -> None:
    """By name or by table, as asked."""
    if view.by == "name":
        _by_name(paper, view)
    else:
        _by_table(paper, view)


# --- by name


def _by_name(paper: EventPdf, view: SeatingList) -> None:
    frame = Frame(view.event, gettext("Seats by name"), view.round, note=view.note)
    several = any(len(table.people) > 1 for table in view.tables)
    places = [
        (name, table.table, str(seat) if several else "")
        for table in view.tables
        for seat, name in enumerate(table.people, start=1)
        if name
    ]
    places.sort(key=lambda place: by_surname(place[0]))
    places = [(filed(name), table, seat) for name, table, seat in places]
    resting = sorted(view.resting, key=lambda person: by_surname(person.name))
    width = (frame.width - GAP) / 2

    def blocks(size: float) -> list[Block]:
        return _name_blocks(places, resting, width, size)

    size = largest(steps(LARGEST, LEAST), blocks, frame, 2, lambda size: _lines(places, width, size))
    draw_pages(paper, frame, in_columns(paper, frame, blocks(size), 2, GAP))


def _lines(places: Sequence[tuple[str, str, str]], width: float, size: float) -> int:
    room = width - sum(_rooms(places, width, size)) - 12
    return sum(len(name_lines(name, Face(size), room)) for name, _table, _seat in places)


def _rooms(places: Sequence[tuple[str, str, str]], width: float, size: float) -> tuple[float, float]:
    """The widths of the columns with the table and the seat."""
    head_face = Face(8.5, bold=True)
    seat = max((width_of(place[2], Face(size)) for place in places), default=0.0) + size * 1.2
    seat = min(max(seat, width_of(gettext("Seat"), head_face) + 8), width * 0.25)
    table = max((width_of(place[1], Face(size * 1.12, bold=True)) for place in places), default=0.0)
    return min(max(table, width_of(gettext("Table"), head_face)) + 6, width * 0.3), seat


def _name_blocks(
    places: Sequence[tuple[str, str, str]], resting: Sequence[Resting], width: float, size: float
) -> list[Block]:
    table, seat = _rooms(places, width, size)
    head = _name_head(width, table, seat)
    blocks = [head]
    for number, (name, where, which) in enumerate(places):
        begins = number == 0 or letter(places[number - 1][0]) != letter(name)
        blocks.append(_name_line((name, where, which), width, size, (table, seat), head, begins))
    if resting:
        blocks += [space(8), title(gettext("Not playing in this round"), 12)]
        for names in resting:
            blocks.append(_resting_line(names, width, size))
    return blocks


def _name_head(width: float, table: float, seat: float) -> Block:
    face = Face(8.5, bold=True, color=GREY)

    def draw(paper: EventPdf, x: float, y: float) -> None:
        paper.text(x + 3, y + 10, gettext("Name"), face)
        paper.fitted(x + width - seat - 3, y + 10, gettext("Table"), face, table, "right")
        paper.fitted(x + width - 3, y + 10, gettext("Seat"), face, seat - 4, "right")
        paper.rule(x, y + 15, x + width, y + 15, FINE, INK)

    return Block(15.0, draw, keep=True)


def _name_line(
    place: tuple[str, str, str],
    width: float,
    size: float,
    room: tuple[float, float],
    head: Block,
    begins: bool,
) -> Block:
    """`begins`: a line above, because another letter of the alphabet begins."""
    (name, table, seat), (wide_table, wide_seat) = place, room
    face = Face(size)
    lines = name_lines(name, face, width - wide_table - wide_seat - 12)
    height = size * 1.42 + (len(lines) - 1) * face.leading

    def draw(paper: EventPdf, x: float, y: float) -> None:
        if begins:
            paper.rule(x, y, x + width, y, 0.8, GREY)
        base = y + size * 0.71 + size * 0.36
        paper.fill(x + width - wide_seat - wide_table - 3, y, wide_table + 6, height, TINT)
        for number, line in enumerate(lines):
            paper.text(x + 3, base + number * face.leading, line, face)
        middle = y + height / 2 + size * 0.36
        paper.text(x + width - wide_seat - 3, middle, table, Face(size * 1.12, bold=True), "right")
        paper.text(x + width - 3, middle, seat, Face(size, color=GREY), "right")
        paper.rule(x, y + height, x + width, y + height, HAIR, PALE)

    return Block(height, draw, head=head)


def _resting_line(resting: Resting, width: float, size: float) -> Block:
    face, why = Face(size), Face(size * 0.9, color=GREY)
    wide = min(width_of(resting.why, why), width * 0.45)
    lines, reason = (
        name_lines(resting.name, face, width - wide - 16),
        name_lines(resting.why, why, wide + 0.1),
    )
    height = size * 1.42 + max((len(lines) - 1) * face.leading, (len(reason) - 1) * why.leading)

    def draw(paper: EventPdf, x: float, y: float) -> None:
        base = y + size * 0.71 + size * 0.36
        for number, line in enumerate(lines):
            paper.text(x + 3, base + number * face.leading, line, face)
        for number, line in enumerate(reason):
            paper.text(x + width - 3, base + number * why.leading, line, why, "right")
        paper.rule(x, y + height, x + width, y + height, HAIR, PALE)

    return Block(height, draw)


# --- by table


def _by_table(paper: EventPdf, view: SeatingList) -> None:
    frame = Frame(view.event, gettext("Seats by table"), view.round, note=view.note)
    width = (frame.width - GAP) / 2

    def blocks(size: float) -> list[Block]:
        blocks_of_tables: list[Block] = []
        for table in view.tables:
            blocks_of_tables += [table_block(table, width, size), space(size * 0.55)]
        return [*blocks_of_tables, *resting_blocks(view.resting, width, size)]

    size = largest(steps(15.0, LEAST), blocks, frame, 2, lambda size: _rows(view.tables, width, size))
    draw_pages(paper, frame, in_columns(paper, frame, blocks(size), 2, GAP))


def _rows(tables: Sequence[SeatedTable], width: float, size: float) -> int:
    """How many lines the names at the tables need, about."""
    room = width * 0.83 - 13 - size * (3.5 if any(table.sides for table in tables) else 2.5)
    return sum(len(name_lines(name, Face(size), room)) for table in tables for name in table.people)


def resting_blocks(resting: Sequence[Resting], width: float, size: float) -> list[Block]:
    """Who does not play, grouped by the reason."""
    if not resting:
        return []
    blocks = [space(4), title(gettext("Not playing in this round"), 12)]
    by_why = sorted(resting, key=lambda person: (person.why, by_surname(person.name)))
    blocks += [_resting_line(person, width, size) for person in by_why]
    return blocks


def table_block(table: SeatedTable, width: float, size: float) -> Block:
    """One table: its number very large, the seats with their names beside it."""
    face, line, number_room = Face(size), size * 1.45, width * 0.17
    side_of = {seat: side for side, seats in enumerate(table.sides) for seat in seats}
    shared = any(len(seats) > 1 for seats in table.sides)
    dealing, dealing_face = gettext("deals"), Face(size * 0.8, color=ACCENT)
    indent = size * (2.2 if shared else 0.95)

    def lines_of(seat: int, name: str) -> tuple[str, ...]:
        room = width - number_room - 13 - indent
        room -= width_of(dealing, dealing_face) + 5 if seat == table.deals else 0
        return name_lines(name, face, room)

    seats = [lines_of(seat, name) for seat, name in enumerate(table.people)]
    heights = [line + (len(lines) - 1) * face.leading for lines in seats]
    height = sum(heights) + 6

    def draw(paper: EventPdf, x: float, y: float) -> None:
        paper.frame(x, y, width, height, FINE, INK, radius=4)
        paper.fill(x + 0.6, y + 0.6, number_room - 0.6, height - 1.2, TINT)
        paper.rule(x + number_room, y, x + number_room, y + height, HAIR, GREY)
        middle = y + height / 2
        number = fit(table.table, Face(min(34.0, height * 0.62), bold=True), number_room - 8, least=9)
        down = -4 if table.place else 0
        paper.text(
            x + number_room / 2, middle + number.face.size * 0.36 + down, number.text, number.face, "centre"
        )
        if table.place:
            small = Face(8.5, color=GREY)
            below = y + height - 6
            paper.fitted(x + number_room / 2, below, table.place, small, number_room - 5, "centre")
        top = y + 3
        for seat, lines in enumerate(seats):
            base = top + line / 2 + size * 0.36
            left, right = x + number_room + 7, x + width - 6
            paper.text(left + size * 0.3, base, str(seat + 1), Face(size * 0.85, color=GREY), "centre")
            if shared and seat in side_of:
                _side_mark(paper, left + size * 1.37, base - size * 0.34, size * 0.46, side_of[seat])
            left += indent
            if seat == table.deals:
                paper.text(right, base, dealing, dealing_face, "right")
            if not table.people[seat]:
                paper.text(left, base, gettext("free seat"), Face(size * 0.85, color=GREY))
            for number_of, text in enumerate(lines):
                paper.text(left, base + number_of * face.leading, text, face)
            if seat:
                paper.rule(x + number_room + 6, top, x + width - 6, top, HAIR, PALE)
            top += heights[seat]

    return Block(height, draw)


def _side_mark(paper: EventPdf, x: float, y: float, radius: float, side: int) -> None:
    """A letter in a disc or a ring: the same letter plays together."""
    dark = side % 2 == 0
    paper.disc(x, y, radius, INK, filled=dark)
    face = Face(radius * 1.45, bold=True, color=WHITE if dark else INK)
    paper.text(x, y + radius * 0.52, chr(ord("A") + side % 26), face, "centre")
