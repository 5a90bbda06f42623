"""The vocabulary of declarations: one dataclass says what is asked, every medium walks it.

A record or a rule set is a frozen dataclass. The Python type of an attribute says what kind of
question it is; `Annotated` adds what a type cannot say:

    points: Annotated[int | None, Ask(_("Points"), _("Pts"), when=COUNTED), Between(3, 79)] = None
    losers: Annotated[tuple[Seat, ...], Ask(_("Losers"), _("Lo")), Many(distinct=True)] = ()
    values: Annotated[PerSeat[int], Ask(_("Hand values"), _("Val")), Between(0, 50)]
    pile:   Annotated[Pile | None, Ask(_("Pile"), _("Pile"))] = None      # a group: another dataclass
    melds:  Annotated[tuple[Meld, ...], Ask(_("Melds"), _("M")), Many(at_most=8)] = ()
    re:     Annotated[Parties, Ask(_("Who played Re?"), _("Re")), Against(_("Re"), _("Kontra"), 1, 2)]

Lists and groups nest, so an ordered chain of calls, one number per seat, cards per seat or a list of
composite things need no vocabulary of their own.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, is_dataclass, replace
from dataclasses import fields as dataclass_fields
from typing import Annotated, Any, TypeVar

from scoring.table import Parties, Seat, Seating, Side

T = TypeVar("T")


class Option(enum.StrEnum):
    """A choice with its wording: `SOLO = "solo", _("Solo"), _("S")` (value, label, short, help)."""

    label: str
    short: str
    help: str

    def __new__(cls, value: str, label: str = "", short: str = "", help: str = "") -> typing.Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        member.short = short or label
        member.help = help
        return member


class AnswerKind(enum.Enum):
    """What kind of answer a question wants. Every medium has one arm for each."""

    NUMBER = "number"  # int, with Between
    CHOICE = "choice"  # an Option
    FLAG = "flag"  # bool
    SEAT = "seat"  # Seat
    SIDE = "side"  # Side
    TEXT = "text"  # str, at most 60 characters
    PARTIES = "parties"  # Parties, with Against
    GROUP = "group"  # another declared dataclass
    LIST = "list"  # tuple of any of these, with Many


@dataclass(frozen=True, slots=True)
class When:
    """Asked only while an earlier field of the same dataclass has one of these values."""

    field: str
    among: tuple[object, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """What it depends on."""
        return (self.field,)

    def holds(self, answers: Mapping[str, Any]) -> bool:
        """Is it so, after these answers? A question that nobody has answered stands in with its default."""
        return answers.get(self.field) in self.among


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Asked only while an earlier number is so high, or an earlier list so long."""

    field: str
    low: int

    @property
    def fields(self) -> tuple[str, ...]:
        """What it depends on."""
        return (self.field,)

    def holds(self, answers: Mapping[str, Any]) -> bool:
        """Is it so, after these answers?"""
        answer = answers.get(self.field)
        size = len(answer) if isinstance(answer, list | tuple) else answer
        return isinstance(size, int) and size >= self.low


@dataclass(frozen=True, slots=True)
class OneOf:
    """Asked only while at least one of these holds."""

    conditions: tuple[When | AtLeast, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """What it depends on."""
        return tuple(dict.fromkeys(name for condition in self.conditions for name in condition.fields))

    def holds(self, answers: Mapping[str, Any]) -> bool:
        """Is it so, after these answers?"""
        return any(condition.holds(answers) for condition in self.conditions)


Condition = When | AtLeast | OneOf
NEVER = OneOf(())


@dataclass(frozen=True, slots=True)
class Codes:
    """Stable codes of a field's refusals, where a rules document names its own."""

    missing: str = "missing"
    range: str = "range"  # wrong type, not whole, out of bounds, not at the table
    unasked: str = "not_asked"
    choice: str = "unknown_option"
    length: str = "length"


@dataclass(frozen=True, slots=True)
class Ask:
    """The question itself."""

    label: str  # on the phone
    short: str  # column head on paper
    help: str = ""  # one sentence
    when: tuple[Condition, ...] = ()  # all must hold; not asked: the field keeps its default
    needed: bool = False  # must be answered when asked, although the type has a default
    important: bool = False  # switches: on the first page of the house rules
    zero: str = ""  # numbers: what a 0 says, where it is no number ("not played")
    codes: Codes = Codes()


@dataclass(frozen=True, slots=True)
class Between:
    """Bounds of a whole number, both included."""

    low: int
    high: int


class Per(enum.Enum):
    """A list with exactly one item for each seat or side."""

    SEAT = "seat"
    SIDE = "side"


PerSeat = Annotated[tuple[T, ...], Per.SEAT]
PerSide = Annotated[tuple[T, ...], Per.SIDE]


@dataclass(frozen=True, slots=True)
class Many:
    """Length of a free list; `distinct` forbids repeats (a set of seats).

    `code` is the refusal of a list inside another one, where it has a name of its own.
    """

    at_least: int = 0
    at_most: int = 12
    distinct: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Against:
    """Two parties that change with each hand: the seats that are named, against all others.

    There is always somebody on the other side. `resting` is an earlier field: the seat that plays in
    neither party.
    """

    these: str  # what the named seats are called (“Re”)
    those: str  # and the others (“Kontra”)
    at_least: int = 1
    at_most: int = 1
    resting: str = ""


class Required(enum.Enum):
    """The default of a field that has none."""

    REQUIRED = "required"


REQUIRED = Required.REQUIRED


@dataclass(frozen=True, slots=True)
class Shape:
    """What an answer looks like, read once from its type."""

    kind: AnswerKind
    between: Between | None = None  # NUMBER
    options: tuple[Option, ...] = ()  # CHOICE: those on offer
    withheld: Mapping[str, str] | None = None  # CHOICE: value not on offer -> code of the refusal
    declared: type[Any] | None = None  # GROUP: the dataclass; CHOICE: the Option class
    fields: tuple[Field, ...] = ()  # GROUP
    item: Shape | None = None  # LIST
    per: Per | None = None  # LIST of fixed length
    many: Many = Many()  # LIST of free length
    against: Against | None = None  # PARTIES

    def length(self, seating: Seating) -> int | None:
        """Items of a list of fixed length; None when the length is free."""
        match self.per:
            case Per.SEAT:
                return seating.seats
            case Per.SIDE:
                return seating.sides
            case None:
                return None


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field; forms, paper, CSV, JSON and tests walk these."""

    name: str
    shape: Shape
    ask: Ask
    default: object  # REQUIRED when there is none

    def offering(self, *options: Option, refused: Mapping[str, str] | None = None) -> Field:
        """The same field with fewer options; `refused` maps withheld values to their codes."""
        gone = {str(option): "not_offered" for option in self.shape.options if option not in options}
        gone.update(refused or {})
        return replace(self, shape=replace(self.shape, options=options, withheld=gone))

    def within(self, low: int, high: int) -> Field:
        """The same field with other bounds (of the number, or of each number of the list)."""
        shape = self.shape
        if shape.item is not None:
            return replace(self, shape=replace(shape, item=replace(shape.item, between=Between(low, high))))
        return replace(self, shape=replace(shape, between=Between(low, high)))

    def never(self) -> Field:
        """The same field, never asked at this table: an answer to it is refused, forms leave it out."""
        return self.asked_when(NEVER)

    @property
    def hidden(self) -> bool:
        """Never asked at this table."""
        return NEVER in self.ask.when

    def asked_when(self, *when: Condition) -> Field:
        """The same field under another condition."""
        return replace(self, ask=replace(self.ask, when=when))


SCALARS: dict[type, AnswerKind] = {
    bool: AnswerKind.FLAG,
    int: AnswerKind.NUMBER,
    Seat: AnswerKind.SEAT,
    Side: AnswerKind.SIDE,
    str: AnswerKind.TEXT,
}


def shape_of(hint: Any, between: Between | None = None) -> Shape:
    """Read a type into a Shape; raises TypeError for a type outside the vocabulary."""
    extras: tuple[Any, ...] = ()
    if typing.get_origin(hint) is Annotated:
        hint, *rest = typing.get_args(hint)
        extras = tuple(rest)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = [part for part in typing.get_args(hint) if part is not type(None)]
        if hint is Parties:
            return _parties(extras)
        inner = shape_of(hint, next((extra for extra in extras if isinstance(extra, Between)), between))
        many = next((extra for extra in extras if isinstance(extra, Many)), None)
        return replace(inner, many=many) if many else inner
    between = next((extra for extra in extras if isinstance(extra, Between)), between)
    if typing.get_origin(hint) is tuple:
        item = shape_of(typing.get_args(hint)[0], between)
        per = next((extra for extra in extras if isinstance(extra, Per)), None)
        many = next((extra for extra in extras if isinstance(extra, Many)), Many())
        return Shape(AnswerKind.LIST, item=item, per=per, many=many)
    if hint is Parties:
        return _parties(extras)
    if isinstance(hint, type) and issubclass(hint, Option):
        return Shape(AnswerKind.CHOICE, options=tuple(hint), declared=hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return Shape(AnswerKind.GROUP, declared=hint, fields=fields_of(hint))
    if hint in SCALARS:
        kind = SCALARS[hint]
        if kind is AnswerKind.NUMBER and between is None:
            raise TypeError(f"a number needs Between: {hint!r}")
        return Shape(kind, between=between if kind is AnswerKind.NUMBER else None)
    raise TypeError(f"outside the vocabulary: {hint!r}")


def _parties(extras: tuple[Any, ...]) -> Shape:
    against = next((extra for extra in extras if isinstance(extra, Against)), None)
    if against is None:
        raise TypeError("parties need Against: who plays against whom?")
    return Shape(AnswerKind.PARTIES, against=against)


_KNOWN: dict[type[Any], tuple[Field, ...]] = {}  # reading type hints is slow, and they never change


def fields_of(declared: type[Any]) -> tuple[Field, ...]:
    """The fields of a declared dataclass, in their order; raises TypeError for an undeclared one."""
    if declared not in _KNOWN:
        _KNOWN[declared] = _read_fields(declared)
    return _KNOWN[declared]


def _read_fields(declared: type[Any]) -> tuple[Field, ...]:
    hints = typing.get_type_hints(declared, include_extras=True)
    declarations = []
    for attribute in dataclass_fields(declared):
        hint = hints[attribute.name]
        ask = next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Ask)), None)
        if ask is None:
            raise TypeError(f"{declared.__name__}.{attribute.name} has no Ask")
        default = REQUIRED if attribute.default is MISSING else attribute.default
        declarations.append(Field(attribute.name, shape_of(hint), ask, default))
    return tuple(declarations)
