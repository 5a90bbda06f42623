"""From the declaration of a record to the columns of a sheet of paper.

What every hand answers gets a column. What happens once in an evening shares the column "Remarks", where
it is written with the short words that the legend explains. Nothing here knows a game.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.fields import REQUIRED, AnswerKind, Field, Per, Shape
from scoring.flat import Column, columns
from scoring.game import Game, fields_for
from scoring.table import Seating, Table
from tournaments.paper.sheet.frequency import is_possible, share_asked
from tournaments.paper.sheet.legend import LegendLine, legend_line
from tournaments.speech.wording import speak

CIRCLED = 5  # up to so many seats, letters or words are printed to be circled, more are written
MOSTLY = 0.5  # asked in so many of the possible hands: a column of its own


class CellKind(enum.Enum):
    """What stands in an empty cell."""

    WRITE = "write"  # nothing: letters go here
    DIGITS = "digits"  # a box for each digit
    TICK = "tick"  # one box
    CIRCLE = "circle"  # words to choose from


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One printed column."""

    short: str
    cell: CellKind
    width: float  # millimetres that are comfortable to write in
    over: str = ""  # the head above several columns that belong together
    choices: tuple[str, ...] = ()  # CIRCLE
    digits: int = 0  # DIGITS
    account: int | None = None  # stands among the columns of this account


class Need(enum.IntEnum):
    """How much a question needs a column of its own."""

    ALWAYS = 0
    MOSTLY = 1
    SOMETIMES = 2
    RARELY = 3


@dataclass(frozen=True, slots=True)
class Topic:
    """One question of the record: its columns, its rank, and its line in the legend."""

    rank: Need
    heads: tuple[SheetColumn, ...]
    legend: LegendLine

    @property
    def width(self) -> float:
        """Of all its columns outside of the accounts."""
        return sum(head.width for head in self.heads if head.account is None)

    def in_one_cell(self) -> Topic:
        """The same question written into one wide cell."""
        if len(self.heads) < 2 or any(head.account is not None for head in self.heads):
            return self
        wide = min(self.width, max(18.0, 0.45 * self.width))
        return Topic(self.rank, (SheetColumn(self.legend.short, CellKind.WRITE, wide),), self.legend)


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """What a sheet prints: columns before the accounts, columns under each account, the rest in words."""

    printed: tuple[Topic, ...]
    remarks: tuple[Topic, ...]

    @property
    def heads(self) -> tuple[SheetColumn, ...]:
        """The columns left of the accounts."""
        return tuple(head for topic in self.printed for head in topic.heads if head.account is None)

    def of_account(self, account: int) -> tuple[SheetColumn, ...]:
        """The columns that are answered for each account."""
        return tuple(head for topic in self.printed for head in topic.heads if head.account == account)

    @property
    def width(self) -> float:
        """Of the columns left of the accounts, in millimetres."""
        return sum(head.width for head in self.heads)

    def smaller(self, keep: Need) -> ColumnPlan | None:
        """One step less: a group shrinks into one cell, or the least needed question becomes a remark.

        Questions up to the rank `keep` stay; None when nothing else can go.
        """
        for topic in sorted(self.printed, key=lambda topic: -topic.width):
            if topic.in_one_cell() != topic:
                less = tuple(other.in_one_cell() if other is topic else other for other in self.printed)
                return ColumnPlan(less, self.remarks)
        least = max(self.printed, key=lambda topic: topic.rank, default=None)
        if least is None or least.rank <= keep:
            return None
        last = [topic for topic in self.printed if topic.rank == least.rank][-1]
        return ColumnPlan(tuple(topic for topic in self.printed if topic is not last), (last, *self.remarks))

    def larger(self, room: float) -> ColumnPlan:
        """Remarks with a column of their own, as long as they fit into so many millimetres."""
        printed, remarks = list(self.printed), []
        for topic in self.remarks:
            if topic.heads and topic.width <= room:
                room -= topic.width
                printed.append(topic)
            else:
                remarks.append(topic)
        return ColumnPlan(tuple(printed), tuple(remarks))


def plan_for(game: Game[Any, Any], table: Table[Any]) -> ColumnPlan:
    """The columns for this game at this table, in the order of the declaration."""
    asked = [field for field in fields_for(game, table) if not field.hidden]
    topics = [
        _topic(top, tuple(columns), asked, table.seating) for top, columns in _by_top(asked, table.seating)
    ]
    return ColumnPlan(
        tuple(topic for topic in topics if topic is not None and topic.rank < Need.RARELY),
        tuple(topic for topic in topics if topic is not None and topic.rank is Need.RARELY),
    )


def _by_top(asked: Sequence[Field], seating: Seating) -> Iterable[tuple[Field, Iterable[Column]]]:
    """The flat columns, gathered by the field of the record they belong to."""
    tops = {field.name: field for field in asked}
    for name, of_top in groupby(columns(asked, seating), key=lambda column: column.top.name):
        yield tops[name], of_top


def _topic(top: Field, flat: tuple[Column, ...], asked: Sequence[Field], seating: Seating) -> Topic | None:
    if _counting_aid(top) or not is_possible(top, asked):
        return None
    heads = tuple(_heads(top, flat, seating))
    return Topic(_rank(top, asked, seating), heads, legend_line(top, asked))


def _counting_aid(top: Field) -> bool:
    """Cards to be counted on the way to a number: done in the head, not on the sheet."""
    shape = top.shape
    if top.default is REQUIRED or top.ask.needed:
        return False
    if shape.kind is AnswerKind.GROUP:
        return all(field.shape.kind is AnswerKind.NUMBER for field in shape.fields)
    return shape.kind is AnswerKind.LIST and shape.item is not None and shape.item.kind is AnswerKind.LIST


# --- How much a question needs a column -------------------------------------------------------------------


def _rank(top: Field, asked: Sequence[Field], seating: Seating) -> Need:
    share = share_asked(top, asked)
    if top.default is REQUIRED or top.ask.needed:
        if share >= MOSTLY:
            return Need.ALWAYS
        return Need.SOMETIMES if share else Need.RARELY
    optional_aside = not top.ask.when and top.shape.kind in (
        AnswerKind.CHOICE,
        AnswerKind.SEAT,
        AnswerKind.SIDE,
        AnswerKind.TEXT,
        AnswerKind.NUMBER,
    )
    set_of_seats = top.shape.kind is AnswerKind.LIST and top.shape.per is None and _is_person(top.shape.item)
    if share >= MOSTLY and not optional_aside and not set_of_seats:
        return Need.MOSTLY
    return Need.RARELY


def _is_person(item: Shape | None) -> bool:
    return item is not None and item.kind in (AnswerKind.SEAT, AnswerKind.SIDE)


# --- Cells ------------------------------------------------------------------------------------------------


def _heads(top: Field, flat: tuple[Column, ...], seating: Seating) -> Iterable[SheetColumn]:
    short = speak(top.ask.short)
    if (
        top.shape.kind is AnswerKind.LIST
        and top.shape.item is not None
        and top.shape.item.kind is AnswerKind.GROUP
    ):
        yield SheetColumn(short, CellKind.WRITE, min(34.0, 8.0 * len(top.shape.item.fields)))
        return
    for column in flat:
        if column.field.hidden:
            continue
        heading = speak(column.field.ask.short)
        if column.per is None:
            yield _head(heading, column, seating, over="" if column.field is top else short)
            continue
        place = int(column.path[-1])
        size = seating.seats if column.per is Per.SEAT else seating.sides
        if size == seating.sides and len(column.path) == 2:
            yield _head(heading, column, seating, account=place - 1)
        else:
            yield _head(str(place), column, seating, over=heading)


def _head(
    short: str, column: Column, seating: Seating, over: str = "", account: int | None = None
) -> SheetColumn:
    shape, usual = column.shape, column.field.default
    match shape.kind:
        case AnswerKind.NUMBER:
            assert shape.between is not None
            widest = max(str(shape.between.low), str(shape.between.high), key=len)
            digits = len(widest)
            return SheetColumn(
                short, CellKind.DIGITS, max(12.0, 5.0 * digits), over, digits=digits, account=account
            )
        case AnswerKind.FLAG if usual is None:
            return _circle(short, ["✓", "✗"], over, account)
        case AnswerKind.FLAG:
            return SheetColumn(short, CellKind.TICK, 8.0, over, account=account)
        case AnswerKind.SEAT | AnswerKind.SIDE | AnswerKind.PARTIES:
            size = seating.sides if shape.kind is AnswerKind.SIDE else seating.seats
            if size > CIRCLED:
                return SheetColumn(short, CellKind.WRITE, 10.0, over, account=account)
            return _circle(short, [str(place + 1) for place in range(size)], over, account)
        case AnswerKind.CHOICE:
            letters = [speak(option.short) for option in shape.options]
            if len(letters) <= CIRCLED and sum(map(len, letters)) <= CIRCLED + 1:
                return _circle(short, letters, over, account)
            return SheetColumn(short, CellKind.WRITE, 13.0, over, account=account)
        case AnswerKind.LIST:
            return SheetColumn(short, CellKind.WRITE, 14.0, over, account=account)
        case AnswerKind.TEXT | AnswerKind.GROUP:
            return SheetColumn(short, CellKind.WRITE, 22.0, over, account=account)


def _circle(short: str, choices: Sequence[str], over: str, account: int | None) -> SheetColumn:
    width = max(8.5, sum(2.8 + 1.5 * len(choice) for choice in choices))
    return SheetColumn(short, CellKind.CIRCLE, width, over, tuple(choices), account=account)
