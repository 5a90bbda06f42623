"""The rows of a blank sheet: what stands in cells that are to be written in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext
from reportlab.lib.units import mm

from scoring.table import Side
from tournaments.paper.lettering import (
    FAINT,
    GREY,
    INK,
    PALE,
    TINT,
    Face,
    clean,
    longest_piece,
    name_lines,
    word_or_sign,
)
from tournaments.paper.page import FINE, HAIR, Area, Pdf
from tournaments.paper.sheet.columns import CellKind, SheetColumn
from tournaments.paper.sheet.inputs import ScoreSheet
from tournaments.paper.sheet.layout import Layout
from tournaments.speech.wording import Wording

HEAD_HEIGHT, TOTALS_HEIGHT = 32.0, 23.0


@dataclass(frozen=True, slots=True)
class Strip:
    """Some of the rows of a sheet: those of one page."""

    first: int
    rows: int
    height: float
    begins: bool  # no page before this one
    ends: bool  # no page after it


def dealing_group(sheet: ScoreSheet) -> int:
    """After so many rows a stronger line: everybody has dealt once."""
    seats = sheet.table.seating.seats
    return seats if 3 <= seats <= 6 else 4


@dataclass(frozen=True, slots=True)
class AccountNames:
    """Who plays on which account, in letters of one size, whole, on as many lines as it takes."""

    face: Face
    lines: tuple[tuple[str, ...], ...]

    @property
    def most(self) -> int:
        """Of how many lines the longest one has."""
        return max(map(len, self.lines), default=1)


def names_of(sheet: ScoreSheet, layout: Layout) -> AccountNames:
    """In large letters where two lines are enough for everybody, else in smaller ones."""
    seating, scale = sheet.table.seating, layout.format.scale
    if not sheet.names:
        return AccountNames(Face(8.4 * scale, bold=True), ())
    speak = Wording(seating, sheet.names)
    names = [clean(speak.side(Side(account))) for account in range(seating.sides)]
    rooms = [layout.account(account) - 15 * scale for account in range(seating.sides)]
    account_names = AccountNames(Face(8.4 * scale, bold=True), ())
    for size in (8.4, 7.6, 7.0, 6.4, 5.8):
        face = Face(size * scale, bold=True)
        whole = all(longest_piece(name, face) <= room for name, room in zip(names, rooms, strict=True))
        account_names = AccountNames(
            face, tuple(name_lines(name, face, room) for name, room in zip(names, rooms, strict=True))
        )
        if whole and account_names.most <= (2 if size > 7 else 4):
            break
    return account_names


def head_height(sheet: ScoreSheet, layout: Layout) -> float:
    """Of the heads of all columns."""
    names = names_of(sheet, layout)
    return HEAD_HEIGHT * layout.format.scale + max(0, names.most - 2) * names.face.size * 1.12


class Grid:
    """The rows of one page."""

    def __init__(self, paper: Pdf, sheet: ScoreSheet, layout: Layout, area: Area) -> None:
        self.paper, self.layout, self.area = paper, layout, area
        self.names, self.seating = sheet.names, sheet.table.seating
        self.scale = layout.format.scale
        self.group = dealing_group(sheet)
        self.who = names_of(sheet, layout)
        self.head_height, self.totals_height = head_height(sheet, layout), TOTALS_HEIGHT * self.scale

    def draw(self, top: float, strip: Strip) -> float:
        """The head, the rows and the strips for totals; returns where the table ends."""
        paper, area, layout = self.paper, self.area, self.layout
        head = top + self.head_height
        body = head if strip.begins else head + self.totals_height
        bottom = body + strip.rows * strip.height
        end = bottom + self.totals_height
        accounts = area.x + layout.number + sum(map(layout.of, layout.plan.heads)) + layout.remarks
        self._tints(accounts, body, bottom)
        self._rows(body, strip)
        x = area.x + layout.number
        self._over_heads(x, head)
        over = ""
        for sheet_column in layout.plan.heads:
            width = layout.of(sheet_column)
            self._small_head(x, head, width, sheet_column.short)
            self._cells(x, body, width, sheet_column, strip)
            inside = over == sheet_column.over != ""
            paper.rule(x, head - 10 * self.scale if inside else top, x, bottom, HAIR, PALE)
            over, x = sheet_column.over, x + width
        if layout.remarks:
            self._small_head(x, head, layout.remarks, gettext("Remarks"))
            paper.rule(x, top, x, bottom, HAIR, PALE)
        if not strip.begins:
            self._totals(accounts, head, gettext("Carried over"), last=False)
        self._totals(
            accounts, bottom, gettext("Result") if strip.ends else gettext("To carry over"), strip.ends
        )
        x = accounts
        for account in range(self.seating.sides):
            self._account(x, top, account, head, body, strip)
            paper.rule(x, top, x, end, FINE)
            x += layout.account(account)
        paper.rule(area.right, top, area.right, end, FINE)
        for y in (top, head, bottom):
            paper.rule(area.x, y, area.right, y, FINE)
        paper.rule(accounts, end, area.right, end, FINE)
        return end

    def _tints(self, x: float, body: float, bottom: float) -> None:
        """A ground under the totals, so that the eye finds them."""
        for account in range(self.seating.sides):
            x += self.layout.account(account)
            total = self.layout.under_account(account)[-1][2]
            self.paper.fill(x - total, body, total, bottom - body, TINT)

    def _rows(self, body: float, strip: Strip) -> None:
        face = Face(6.8 * self.scale, color=GREY)
        x = self.area.x + self.layout.number - 4
        for row in range(strip.rows):
            y = body + row * strip.height
            if row:
                strong = (strip.first + row) % self.group == 0
                weight, color = (0.55, INK) if strong else (HAIR, PALE)
                self.paper.rule(self.area.x, y, self.area.right, y, weight, color)
            middle = y + strip.height / 2 + face.size * 0.36
            self.paper.text(x, middle, str(strip.first + row + 1), face, "right")

    # --- heads

    def _small_head(self, x: float, bottom: float, width: float, text: str) -> None:
        face = Face(6.6 * self.scale, bold=True)
        self.paper.fitted(
            x + width / 2, bottom - 3.6 * self.scale, text, face, width - 2, "centre", least=4.2
        )

    def _over_heads(self, x: float, bottom: float) -> None:
        """The name above columns that belong together."""
        for over, sheet_columns in groupby(self.layout.plan.heads, key=lambda head: head.over):
            width = sum(map(self.layout.of, sheet_columns))
            if over:
                y = bottom - 13 * self.scale
                self.paper.rule(x + 1.5, y + 2.5, x + width - 1.5, y + 2.5, HAIR, GREY)
                self._small_head(x, y + 3.6 * self.scale, width, over)
            x += width

    def _account(self, x: float, top: float, account: int, head: float, body: float, strip: Strip) -> None:
        """Name, sub-heads and cells of one account."""
        paper, scale = self.paper, self.scale
        self._name(x, top, account)
        edge = x
        for text, sheet_column, width in self.layout.under_account(account):
            self._sub_head(edge, head, width, text, sheet_column)
            if sheet_column is not None:
                self._cells(edge, body, width, sheet_column, strip)
            if edge > x:
                paper.rule(edge, head - 10 * scale, edge, body + strip.rows * strip.height, HAIR, PALE)
            edge += width

    def _sub_head(self, x: float, bottom: float, width: float, text: str, asked: SheetColumn | None) -> None:
        face = Face(5.8 * self.scale, color=GREY)
        sign = text if asked else {gettext("Points"): "±", gettext("Total"): "Σ"}[text]
        run = word_or_sign(text, sign, face, width - 2.5)
        self.paper.text(x + width / 2, bottom - 3.4 * self.scale, run.text, run.face, "centre")

    def _name(self, x: float, top: float, account: int) -> None:
        """The seats of an account in small figures, and who sits there."""
        paper, scale, width = self.paper, self.scale, self.layout.account(account)
        seats = "+".join(str(seat + 1) for seat in self.seating.seats_of(Side(account)))
        seats_width = paper.text(x + 3 * scale, top + 8.5 * scale, seats, Face(6 * scale, color=GREY))
        if not self.names:
            y = top + 18 * scale
            paper.rule(x + 3 * scale + seats_width + 3, y, x + width - 3 * scale, y, HAIR, PALE)
            return
        left, face = x + 3 * scale + seats_width + 2 * scale, self.who.face
        lines = self.who.lines[account]
        y = top + (12 if len(lines) == 1 else 8.8) * scale
        for number, line in enumerate(lines):
            paper.text(left, y + number * face.size * 1.14, line, face)

    # --- cells

    def _totals(self, x: float, y: float, label: str, last: bool) -> None:
        """A strip of boxes for totals, and for places at the very end."""
        paper, scale, face = self.paper, self.scale, Face(5.2 * self.scale, color=GREY)
        middle = y + self.totals_height / 2 + 3 * scale
        paper.fitted(x - 6, middle, label, Face(8.6 * scale, bold=True), x - 6 - self.area.x, "right")
        for account in range(self.seating.sides):
            width = self.layout.account(account)
            split = x + width * (0.64 if last else 1)
            paper.fitted(x + 2.5, y + 6.6 * scale, gettext("Total"), face, split - x - 4, least=4.2)
            if last:
                room = x + width - split - 4
                paper.fitted(split + 2.5, y + 6.6 * scale, gettext("Place"), face, room, least=4.2)
                paper.rule(split, y, split, y + self.totals_height, HAIR, PALE)
            x += width
        if not last:
            paper.rule(self.area.x, y + self.totals_height, self.area.right, y + self.totals_height, FINE)

    def _cells(self, x: float, y: float, width: float, head: SheetColumn, strip: Strip) -> None:
        for row in range(strip.rows):
            self._cell(x, y + row * strip.height, width, strip.height, head)

    def _cell(self, x: float, y: float, width: float, height: float, head: SheetColumn) -> None:
        """What stands in an empty cell."""
        paper = self.paper
        match head.cell:
            case CellKind.CIRCLE:
                face = Face(min(7.4, height * 0.42), color=FAINT)
                step = width / len(head.choices)
                for place, choice in enumerate(head.choices):
                    middle = x + (place + 0.5) * step
                    paper.text(middle, y + height / 2 + face.size * 0.36, choice, face, "centre")
            case CellKind.DIGITS:
                step = min(4.4 * mm, width / head.digits)
                start = x + width / 2 - step * head.digits / 2
                for place in range(1, head.digits):
                    at = start + place * step
                    paper.rule(at, y + height * 0.68, at, y + height, HAIR, PALE)
            case CellKind.TICK:
                size = min(3.2 * mm, height * 0.52)
                paper.frame(x + width / 2 - size / 2, y + height / 2 - size / 2, size, size, HAIR, GREY, 0.6)
            case CellKind.WRITE:
                pass
