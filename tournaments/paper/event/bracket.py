"""A knockout as a tree: who met whom, who goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.flow import steps
from tournaments.paper.event.frame import A3_LANDSCAPE, LANDSCAPE, Draw, Frame, draw_pages
from tournaments.paper.event.outcomes import BracketSide, PrintedBracket, PrintedMatch
from tournaments.paper.event.tree import TreeLayout, parts, placed
from tournaments.paper.lettering import (
    ACCENT,
    GREY,
    INK,
    PALE,
    TINT,
    Face,
    longest_piece,
    name_lines,
    shortened,
    width_of,
)
from tournaments.paper.page import FINE, Area

HEAD, NOTES = 22.0, 17.0
LEAST_SLOT, ROOMY_SLOT, LARGEST_SLOT = 23.0, 34.0, 96.0
LARGEST_LINE = 21.0  # of a side of one line
LARGEST, READABLE, LEAST = 13.0, 7.5, 5.0  # letters; with less than readable ones the tree gets more room
USUAL = 0.9  # of the names are of one size; a tree is torn apart for none of the others: they are smaller
MOST_COLUMNS = 7
MANY = 32  # so many entrants need a larger page
GAP = 22.0  # between a box and the next column
LARGEST_BOX = 250.0


def draw_bracket(paper: EventPdf, view: PrintedBracket) -> None:
    """One page if it can be read; else the parts of the tree on pages of their own."""
    entrants = sum(
        not side.source and not side.waits_for for match in view.winners.matches for side in match.sides
    )
    columns = max(len(view.winners.rounds), len(view.losers.rounds) if view.losers else 0)
    frame = Frame(view.event, view.title or gettext("Knockout"), "", LANDSCAPE)
    slots = placed(view.winners).slots if not view.losers else 0
    too_high = slots * _least_slot(frame, view) > frame.room(True) - HEAD
    if entrants >= MANY or columns > MOST_COLUMNS or too_high:
        frame = replace(frame, size=A3_LANDSCAPE)
    draw_pages(paper, frame, _pages(paper, frame, view))


def _pages(paper: EventPdf, frame: Frame, view: PrintedBracket) -> list[Draw]:
    most = (frame.room(True) - 2 * HEAD - NOTES * len(view.notes)) / _least_slot(frame, view)
    upper = [placed(tree) for tree in parts(view.winners, most)]
    if view.losers is None:
        return [_part(paper, view, tree, ends=tree is upper[-1]) for tree in upper]
    losers = placed(view.losers)
    columns = max(upper[-1].columns, losers.columns) + len(view.finals)
    if upper[-1].slots + losers.slots <= most * LEAST_SLOT / ROOMY_SLOT and columns <= MOST_COLUMNS:
        return [lambda area: _double(paper, area, view, upper[-1], losers)]
    lower = [placed(tree) for tree in parts(view.losers, most)]
    return [
        *(_part(paper, view, tree, ends=tree is upper[-1]) for tree in upper),
        *(_part(paper, view, tree, ends=False) for tree in lower),
    ]


def _least_slot(frame: Frame, view: PrintedBracket) -> float:
    """What a match needs so that its names can be read: more where they take two lines."""
    columns = min(MOST_COLUMNS, max(len(tree.rounds) for tree in (view.winners, view.losers) if tree))
    box = min(LARGEST_BOX, (frame.width + GAP) / max(columns, 1) - GAP)
    lines = _usual([len(_names(box, match, side, READABLE)) for match, side in _sides(view)])
    return LEAST_SLOT if lines < 2 else 2 * _tall(READABLE, lines) / 0.95


def _usual(lines: Sequence[int]) -> int:
    """How many lines most names need."""
    return sorted(lines)[int(USUAL * (len(lines) - 1))] if lines else 1


def _sides(view: PrintedBracket) -> list[tuple[PrintedMatch, BracketSide]]:
    trees = [tree for tree in (view.winners, view.losers) if tree]
    matches = [match for tree in trees for match in tree.matches]
    matches += [*view.finals, *([view.third] if view.third else [])]
    return [(match, side) for match in matches for side in match.sides]


def _tall(size: float, lines: int) -> float:
    """A side of a match with a name of so many lines."""
    return size * (1.32 + (lines - 1) * 1.14)


def _room(match: PrintedMatch, size: float) -> float:
    """For the score."""
    scores = max(width_of(side.score, Face(size, bold=True)) for side in match.sides)
    return max(scores + 8, size * 1.7)


def _name_room(box: float, match: PrintedMatch, side: BracketSide, size: float) -> float:
    seed = width_of(side.seed, Face(size * 0.72)) + 4 if side.seed else 0.0
    return box - 9 - seed - _room(match, size)


def _names(box: float, match: PrintedMatch, side: BracketSide, size: float) -> tuple[str, ...]:
    """The lines of a name, or of what is known of it. Bold or not, it is broken in the same place."""
    small = size if side.name else size * 0.85
    return name_lines(side.name or side.waits_for, Face(small, bold=True), _name_room(box, match, side, size))


def _lettered(fields: Sequence[_Field], view: PrintedBracket) -> list[_Field]:
    """The same fields with letters of one size for all of them, so large that names are whole."""
    sides = _sides(view)
    size, lines = LEAST, 1
    for size in steps(LARGEST, LEAST):
        lines = _usual([len(_names(each.box, *side, size)) for each in fields for side in sides])
        broken = [
            longest_piece(side.name, Face(size, bold=True)) > _name_room(each.box, match, side, size)
            for each in fields
            for match, side in sides
        ]
        room = min(each.most_line for each in fields)
        if sum(broken) <= (1 - USUAL) * len(broken) and _tall(size, lines) <= room:
            break
    line = min(_tall(size, lines) * 1.25, min(each.most_line for each in fields))
    line = max(_tall(size, lines), min(line, LARGEST_LINE if lines == 1 else line))
    return [replace(each, size=size, line=line, lines=lines) for each in fields]


def _part(paper: EventPdf, view: PrintedBracket, tree: TreeLayout, *, ends: bool) -> Draw:
    return lambda area: _single(paper, area, view, tree, last=ends)


@dataclass(frozen=True, slots=True)
class _Field:
    """Where columns and slots of a tree lie on the page."""

    left: float
    top: float
    column: float
    slot: float
    size: float = LARGEST  # of the letters
    line: float = LARGEST_LINE  # the height of a side
    lines: int = 1  # of a name

    @property
    def box(self) -> float:
        return min(LARGEST_BOX, self.column - GAP)

    @property
    def most_line(self) -> float:
        """As high as a side may be."""
        return self.slot * (0.43 if self.slot >= ROOMY_SLOT else 0.475)

    def x(self, column: int) -> float:
        return self.left + (column - 1) * self.column

    def y(self, middle: float) -> float:
        return self.top + middle * self.slot


def _single(paper: EventPdf, area: Area, view: PrintedBracket, tree: TreeLayout, *, last: bool) -> None:
    """One tree on a page; on the last page with what belongs to the end."""
    finals = view.finals if last else ()
    columns = tree.columns + len(finals)
    height = area.height - HEAD * (2 if tree.tree.name else 1) - NOTES * (len(view.notes) if last else 0)
    slot = min(LARGEST_SLOT, height / max(tree.slots, 1))
    top = area.y + area.height - NOTES * len(view.notes) * last - height + (height - slot * tree.slots) / 2
    (field,) = _lettered([_Field(area.x, top, (area.width + GAP) / columns, slot)], view)
    ends = _tree(paper, field, tree, area.y)
    end = max(ends.values(), default=top) if len(ends) == 1 else top + slot * tree.slots / 2
    _finals(paper, field, finals, tree.columns, end)
    if last:
        _end(paper, area, view, field, columns, top + slot * tree.slots / 2)


def _double(
    paper: EventPdf, area: Area, view: PrintedBracket, winners: TreeLayout, losers: TreeLayout
) -> None:
    """The upper tree above, the lower one below, the final on the right between them."""
    columns = max(winners.columns, losers.columns)
    column = (area.width + GAP) / (columns + len(view.finals))
    height = area.height - 4 * HEAD - 10 - NOTES * len(view.notes)
    slot = min(LARGEST_SLOT, height / max(winners.slots + losers.slots, 1))
    upper = _Field(area.x, area.y + 2 * HEAD, column * columns / winners.columns, slot)
    below = upper.top + slot * winners.slots + 10
    lower = _Field(area.x, below + 2 * HEAD, column * columns / losers.columns, slot)
    upper, lower, field = _lettered([upper, lower, _Field(area.x, upper.top, column, slot)], view)
    ends = list(_tree(paper, upper, winners, area.y).values())
    paper.rule(area.x, below, area.x + column * columns - GAP, below, FINE, PALE)
    ends += _tree(paper, lower, losers, below + 4).values()
    middle = (min(ends) + max(ends)) / 2 if ends else below
    joint = area.x + columns * column - GAP / 2
    for tree, end in zip((upper, lower), ends, strict=False):
        start = tree.x(winners.columns if tree is upper else losers.columns) + tree.box
        paper.polyline([(start, end), (joint, end), (joint, middle)], 0.9, GREY)
    _finals(paper, field, view.finals, columns, middle)
    _end(paper, area, view, field, columns + len(view.finals), middle)


def _tree(paper: EventPdf, field: _Field, tree: TreeLayout, top: float) -> dict[str, float]:
    """Lines, then boxes; returns where the matches stand that lead to no other one."""
    if tree.tree.name:
        paper.text(field.left, top + 14, tree.tree.name, Face(13, bold=True, color=ACCENT))
        top += HEAD
    for number, name in enumerate(tree.tree.rounds, start=1):
        paper.fitted(field.x(number), top + 13, name, Face(11, bold=True), field.column - 8, least=8)
    middles = {match.key: field.y(tree.middle[match.key]) for match in tree.tree.matches}
    rounds = {match.key: match.round for match in tree.tree.matches}
    ends = dict(middles)
    for match in tree.tree.matches:
        for place, side in enumerate(match.sides):
            if side.source in middles:
                ends.pop(side.source, None)
                _line(paper, field, match, (side.source, rounds[side.source]), middles, place)
    for match in tree.tree.matches:
        _match(paper, match, field.x(match.round), middles[match.key], field)
    return ends


def _line(
    paper: EventPdf,
    field: _Field,
    match: PrintedMatch,
    source: tuple[str, int],
    middles: Mapping[str, float],
    place: int,
) -> None:
    """From the match before to the side of this one it leads to."""
    key, column = source
    start, end = field.x(column) + field.box, field.x(match.round)
    bend = end - GAP / 2
    to = middles[match.key] + (place - 0.5) * field.line
    won = match.sides[place].name != ""
    paper.polyline(
        [(start, middles[key]), (bend, middles[key]), (bend, to), (end, to)],
        1.1 if won else 0.7,
        INK if won else GREY,
    )


def _match(paper: EventPdf, match: PrintedMatch, x: float, middle: float, field: _Field) -> None:
    line, wide, size = field.line, field.box, field.size
    top, room = middle - line, _room(match, field.size)
    paper.fill(x, top, wide, 2 * line, TINT)
    for place, side in enumerate(match.sides):
        y = top + place * line
        if side.won:
            paper.fill(x, y, 3.2, line, ACCENT)
        base = y + line / 2 + size * 0.36
        paper.text(x + wide - 4, base, side.score, Face(size, bold=side.won), "right")
        left = x + 7
        if side.seed:
            left += paper.text(left, base, side.seed, Face(size * 0.72, color=GREY)) + 4
        smaller = size
        while smaller > 3 and _tall(smaller, len(_names(wide, match, side, smaller))) > max(
            line, _tall(size, field.lines)
        ):
            smaller -= 0.25
        _side(paper, side, (left, y + line / 2 + smaller * 0.36), _names(wide, match, side, smaller), smaller)
    paper.frame(x, top, wide, 2 * line, FINE, INK, radius=2)
    paper.rule(x, middle, x + wide, middle, FINE, PALE)
    paper.rule(x + wide - room, top, x + wide - room, top + 2 * line, FINE, PALE)
    if match.label and field.slot >= 2 * line + 11:
        paper.fitted(x + 1, top - 2.5, match.label, Face(7.5, color=GREY), wide)


def _side(
    paper: EventPdf, side: BracketSide, place: tuple[float, float], lines: Sequence[str], size: float
) -> None:
    face = Face(size, bold=side.won) if side.name else Face(size * 0.85, color=GREY)
    x, base = place
    base -= (len(lines) - 1) * face.size * 0.57
    for number, line in enumerate(lines):
        paper.text(x, base + number * face.size * 1.14, line, face)


def _finals(
    paper: EventPdf, field: _Field, finals: Sequence[PrintedMatch], columns: int, middle: float
) -> None:
    """The matches that decide a double knockout, one beside the other."""
    roomy = replace(field, slot=max(field.slot, 60.0, 2 * field.line + 14))
    for number, match in enumerate(finals, start=1):
        x = field.x(columns + number)
        paper.rule(x - GAP / 2, middle, x, middle, 0.9, GREY)
        name = gettext("Final") if number == 1 else gettext("Second final, if it is needed")
        for up, line in enumerate(reversed(shortened(name, Face(11, bold=True), roomy.box, most=2))):
            paper.text(x, middle - roomy.line - 14 - 13 * up, line, Face(11, bold=True))
        _match(paper, match, x, middle, roomy)


def _end(
    paper: EventPdf, area: Area, view: PrintedBracket, field: _Field, columns: int, middle: float
) -> None:
    """Who won, the match for third place, the notes."""
    x = field.x(columns)
    roomy = replace(field, slot=max(field.slot, 60.0, 2 * field.line + 14))
    if view.champion:
        face = Face(15, bold=True, color=ACCENT)
        while face.size > 9 and longest_piece(view.champion, face) > roomy.box:
            face = face.sized(0.95)
        lines = name_lines(view.champion, face, roomy.box)
        up = (48 if view.finals else 28) + (len(lines) - 1) * face.leading
        paper.text(x, middle - roomy.line - up - 18, gettext("Winner"), Face(10, color=GREY))
        for number, line in enumerate(lines):
            paper.text(x, middle - roomy.line - up + number * face.leading, line, face)
    if view.third is not None:
        third = min(middle + roomy.slot * 1.25, area.bottom - NOTES * len(view.notes) - roomy.line - 4)
        title = gettext("Third place")
        paper.fitted(x, third - roomy.line - 12, title, Face(11, bold=True), roomy.box)
        _match(paper, view.third, x, third, roomy)
    for number, note in enumerate(reversed(view.notes)):
        paper.fitted(area.x, area.bottom - 4 - NOTES * number, note, Face(10.5), area.width)
