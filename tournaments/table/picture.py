"""The page of a table as it is sent: made once for all to whom it shows the same.

What it shows is kept under every value that was read from the database for it, so another process' change
makes another page; tokens, ids and the address that was asked for are holes in it, filled for each answer.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config import rendering
from scoring import Game, Table, game_for
from tournaments.access.roles import Part
from tournaments.access.visitor import Visitor
from tournaments.models import Sitting
from tournaments.table.cash import cash_of
from tournaments.table.drawing import drawn
from tournaments.table.entering import EntryForm
from tournaments.table.lastact import Latest
from tournaments.table.lostline import lost_line
from tournaments.table.sheetview import GameView, SheetView, SheetWords

ANSWER = ("csrf_token", "undo_id", "entry_id", "path")
"""Of each answer."""


@dataclass(frozen=True, slots=True)
class LookersDevice:
    """The device somebody looks with, as far as the page says anything about it."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at the page, as far as it shows something else to others."""

    part: Part
    desk: bool
    device: LookersDevice | None
    was_replaced: bool
    calls: bool
    corrects: str
    why_not: str

    @staticmethod
    def of(visitor: Visitor) -> Looker:
        """This visitor."""
        return Looker(
            part=visitor.part,
            desk=visitor.desk is not None,
            device=LookersDevice(visitor.device.seat) if visitor.device is not None else None,
            was_replaced=visitor.was_replaced,
            calls=visitor.calls,
            corrects=visitor.corrects,
            why_not=visitor.why_not,
        )


@dataclass(frozen=True, slots=True)
class FrameEvent:
    """The event of a table, as far as its page says anything about it."""

    title: str
    finished_at: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class FrameRound:
    """And its round."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class FrameSitting:
    """A table as it stays while hands are written."""

    pk: int
    title: str
    number: int | None
    event_id: int | None
    event: FrameEvent | None
    round_id: int | None
    round: FrameRound | None
    preset: str
    rules_name: str
    seat_seed: str
    is_sample: bool


@dataclass(frozen=True, slots=True)
class TableFrame(SheetWords):
    """The sheet of a table as the frame of its page shows it: the same after the next hand, most of the time.

    It has the names of `SheetView`, for which it stands in the template.
    """

    sitting: FrameSitting
    key: str
    table: Table[Any]
    hands: bool
    takes_hands: bool
    takes_others: bool
    closed: bool
    full: bool
    limit: int
    is_match: bool
    games: tuple[GameView, ...]  # with their outcomes, without totals
    asides: tuple[str, ...]
    resting: tuple[tuple[str, int], ...]

    @property
    def game(self) -> Game[Any, Any]:  # type: ignore[override]  # of a frame it is not kept
        return game_for(self.key)

    @property
    def head_seq(self) -> SafeString:
        return rendering.hole("head_seq")

    @property
    def next_label(self) -> SafeString:
        return rendering.hole("next_label")

    @staticmethod
    def of(view: SheetView) -> TableFrame:
        """The frame of this sheet."""
        sitting, event, round_ = view.sitting, view.sitting.event, view.sitting.round
        return TableFrame(
            sitting=FrameSitting(
                pk=sitting.pk,
                title=sitting.title,
                number=sitting.number,
                event_id=sitting.event_id,
                event=FrameEvent(event.title, event.finished_at) if event is not None else None,
                round_id=sitting.round_id,
                round=FrameRound(round_.number, round_.name) if round_ is not None else None,
                preset=sitting.preset,
                rules_name=sitting.rules_name,
                seat_seed=sitting.seat_seed,
                is_sample=sitting.is_sample,
            ),
            key=view.game.key,
            table=view.table,
            hands=bool(view.hands),
            takes_hands=view.takes_hands,
            takes_others=view.takes_others,
            closed=view.closed,
            full=view.full,
            limit=view.limit,
            is_match=view.is_match,
            games=tuple(GameView(game.number, (), game.outcome) for game in view.games if game.outcome),
            asides=view.asides,
            resting=view.resting,
        )


class FrameEntry:
    """The form of the coming hand, as the frame of a page shows it."""

    correcting = taken = None
    number = rendering.hole("number")
    label = rendering.hole("label")
    implied = rendering.hole("implied")


class FrameLatest:
    """What was done last."""

    number = rendering.hole("latest")

    def __init__(self, *, goes_back: bool) -> None:
        self.to = rendering.hole("back_to") if goes_back else None


def picture(
    request: HttpRequest,
    template: str,
    view: SheetView,
    entry: EntryForm | None,
    shown: Mapping[str, Any],
    frame: Mapping[str, Any],
    more: Mapping[str, Any],
) -> SafeString:
    """The page or its live part.

    `shown`: what a hand may change; `frame`: what it leaves as it is; `more`: what is there now and then.
    """
    context = {**shown, **frame, **more, "view": view, "entry": entry}

    def by_hand(name: str) -> str:
        if name == "lines":
            return drawn(view)
        if name == "cash":
            return _cash(view)
        if name == "screen":
            return entry.screen_html(view) if entry is not None else ""
        return rendering.rendered(name, context)

    if any(more.values()) or (entry is not None and not entry.is_fresh):
        holes = {name: rendering.hole(name) for name in ANSWER}
        parts = rendering.cut(rendering.rendered(template, {**context, **holes, "by_hand": by_hand}))
    else:

        def render() -> tuple[str, ...]:
            return _in_its_frame(template, view, entry, shown, frame, by_hand)

        subject = (get_language(), template, view.sitting.pk, *frame.items())
        mark = (view.mark, *columns_of(view.sitting), entry is not None, *shown.items())
        parts = rendering.WHOLE.get((subject, mark), render)
    values: dict[str, Callable[[], str]] = {
        "csrf_token": lambda: get_token(request),
        "undo_id": lambda: str(uuid.uuid4()),
        "entry_id": lambda: str(entry.entry) if entry is not None else "",
        "path": lambda: escape(frame["here"] if request.method == "POST" else request.get_full_path()),
    }
    return rendering.filled(parts, {name: values[name]() for name in set(parts[1::2])})


def _cash(view: SheetView) -> str:
    """What it comes to in money: of a quick evening its points, in an event its lost games."""
    if view.sitting.event_id is not None:
        lost = lost_line(view)
        return rendering.rendered("tournaments/_lost.html", {"lost": lost}) if lost else ""
    cash = cash_of(view)
    return rendering.rendered("tournaments/_cash.html", {"view": view, "cash": cash}) if cash else ""


def _in_its_frame(
    template: str,
    view: SheetView,
    entry: EntryForm | None,
    shown: Mapping[str, Any],
    frame: Mapping[str, Any],
    by_hand: Callable[[str], str],
) -> tuple[str, ...]:
    """The page in its frame, with the holes that each answer fills."""
    latest: Latest | None = shown["latest"]
    of_frame = TableFrame.of(view)
    goes_back = latest is not None and latest.to is not None
    key = (get_language(), template, of_frame, entry is not None, latest is not None, goes_back)

    def render() -> tuple[str, ...]:
        context = {
            **frame,
            "view": of_frame,
            "entry": FrameEntry() if entry is not None else None,
            "latest": FrameLatest(goes_back=goes_back) if latest is not None else None,
            "is_frame": True,
            "tag": rendering.hole("tag"),
            **{name: rendering.hole(name) for name in ANSWER},
        }
        return rendering.cut(rendering.rendered(template, context))

    parts = rendering.FRAMES.get((*key, *frame.items()), render)
    values: dict[str, Callable[[], str]] = {
        "head_seq": lambda: str(view.head_seq),
        "next_label": lambda: str(view.next_label),
        "number": lambda: str(entry.number) if entry is not None else "",
        "label": lambda: escape(entry.label) if entry is not None else "",
        "implied": lambda: escape(entry.implied) if entry is not None else "",
        "latest": lambda: str(latest.number) if latest is not None else "",
        "back_to": lambda: str(latest.to) if latest is not None else "",
        "tag": lambda: escape(shown["tag"]),
        **{name: lambda name=name: rendering.hole(name) for name in ANSWER},  # type: ignore[misc]
    }
    names = set(parts[1::2])
    whole = {name: values[name]() if name in values else by_hand(name) for name in names}
    return rendering.cut(rendering.filled(parts, whole))


def columns_of(sitting: Sitting) -> tuple[Hashable, ...]:
    """Everything that has been read of a table, the head of its sheet, its event and its round."""
    rows: tuple[Model | None, ...] = (sitting, sitting.sheethead, sitting.event, sitting.round)
    return tuple(value for row in rows for value in _columns(row))


def _columns(row: Model | None) -> tuple[Hashable, ...]:
    if row is None:
        return (None,)
    values = row.__dict__
    return tuple(_hashable(values.get(name)) for name in _names(type(row)))


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields)


def _hashable(value: Any) -> Hashable:
    return repr(value) if isinstance(value, list | dict) else value
