"""Boards for projectors: a few large lines at a time, in pages that take turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.events.corrections import CorrectionRow
from tournaments.hall.corrected import corrected
from tournaments.hall.facts import Hall
from tournaments.hall.matches import TreeColumn, trees
from tournaments.hall.pages import TableRow, by_last_name, hidden, table_rows
from tournaments.hall.ranks import RankingView, RankRow, ranking_view
from tournaments.hall.reveal import Reveal, reveal
from tournaments.hall.waiting import Waiting, waiting
from tournaments.hall.words import headline, next_thing, round_name
from tournaments.models import Screen
from tournaments.plans.declared import Format

T = TypeVar("T")

SECONDS = 10  # a page stays
NAMES, NAMES_WIDE = 24, 2  # on a page, in so many columns
RANKS, RANKS_WIDE = 22, 2
RANKS_BESIDE = 11
TABLES, MATCHES = 6, 9
GROUPS = 4
CORRECTIONS, CORRECTIONS_IN_ALL, CORRECTIONS_BESIDE = 3, 9, 3


@dataclass(frozen=True, slots=True)
class Board:
    """Something a screen can show."""

    key: str
    label: str  # marked for translation, like the next
    about: str
    pages: bool = True  # it can have several, which take turns or are held


BOARDS: tuple[Board, ...] = (
    Board("names", _("Seats by name"), _("Everybody in the order of last names, with the table.")),
    Board("tables", _("Seats by table"), _("Every table with the people at it.")),
    Board(
        "ranking", _("Standings"), _("Places and points; in groups and knockouts the groups and the bracket.")
    ),
    Board("live", _("Standings and tables"), _("The standings, and beside them who is still playing.")),
    Board("waiting", _("Tables still playing"), _("Which tables are missing, and which are slow."), False),
    Board("corrections", _("Corrections"), _("What was corrected last, and what changed.")),
    Board("clock", _("Round clock"), _("The time left, as large as can be."), False),
    Board("message", _("Announcement"), _("One sentence, as large as can be."), False),
    Board("join", _("On your phone"), _("A code that leads to the event’s page."), False),
    Board("reveal", _("Prize-giving"), _("The last places first, one step with each key."), False),
)
KEYS = {one.key: one for one in BOARDS}


@dataclass(frozen=True, slots=True)
class NameLine:
    """Somebody on the list by names; the last name stands out."""

    first: str
    last: str
    table: int

    @property
    def whole(self) -> str:
        """All of the name."""
        return f"{self.first} {self.last}"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of a board. `kind` says which of the other fields it has."""

    kind: str
    title: str
    names: tuple[tuple[NameLine | None, ...], ...] = ()  # column by column; None: an empty row
    ranks: tuple[tuple[RankRow | None, ...], ...] = ()
    unit: str = ""
    tables: tuple[TableRow, ...] = ()
    groups: tuple[RankingView, ...] = ()
    column: TreeColumn | None = None
    corrections: tuple[CorrectionRow, ...] = ()
    waiting: Waiting | None = None
    reveal: Reveal | None = None
    text: str = ""
    small: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a screen shows now."""

    shows: str
    headline: str
    leaves: tuple[Leaf, ...]
    held: int | None  # page, from 0; None: they take turns
    seconds: int
    theme: str  # "light", "dark" or "" as the device has it
    beside: Waiting | None = None
    corrections: tuple[CorrectionRow, ...] = ()  # beside the standings
    steps: tuple[int, int] = field(default=(0, 0))  # of a reveal: done, all

    def page(self, now: float) -> int:
        """The page that is on at this moment, in seconds since 1970."""
        if self.held is not None:
            return self.held
        return int(now // self.seconds) % max(1, len(self.leaves))


def board_view(screen: Screen, hall: Hall, desk: Callable[[], Hall], bucket: int) -> BoardView:
    """The board of a screen. `hall` knows what the public may know, `desk` everything; only a reveal, which
    somebody at the desk takes step by step, looks there. `bucket` is the time in steps, for slow tables."""
    data = screen.data
    shows = screen.shows if screen.shows in KEYS else "names"
    beside = waiting(hall, bucket) if shows in ("live", "waiting") else None
    told = reveal(desk(), int(data.get("step", 0)), int(data.get("start", 10))) if shows == "reveal" else None
    leaves = tuple(_leaves(shows, hall, beside, told, data))
    held = data.get("page")
    return BoardView(
        shows=shows,
        headline=headline(hall),
        leaves=leaves,
        held=None if held is None else int(held) % len(leaves),
        seconds=int(data.get("seconds", SECONDS)),
        theme=str(data.get("theme", "")),
        beside=beside if shows == "live" else None,
        corrections=tuple(corrected(hall)[:CORRECTIONS_BESIDE]) if shows == "live" else (),
        steps=(told.done, told.all) if told else (0, 0),
    )


def _leaves(
    shows: str, hall: Hall, beside: Waiting | None, told: Reveal | None, data: dict[str, Any]
) -> list[Leaf]:
    match shows:
        case "names":
            return _by_name(hall)
        case "tables":
            return _by_table(hall)
        case "ranking":
            return _ranking(hall, RANKS, RANKS_WIDE)
        case "live":
            return _ranking(hall, RANKS_BESIDE, 1)
        case "waiting":
            return [Leaf("waiting", gettext("Tables still playing"), waiting=beside)]
        case "corrections":
            return _corrections(hall)
        case "clock":
            return [Leaf("time", headline(hall))]
        case "message":
            return [Leaf("message", "", text=str(data.get("text", "")) or headline(hall))]
        case "reveal":
            return [Leaf("reveal", gettext("Prize-giving"), reveal=told)]
        case _:
            return [Leaf("join", gettext("Your seat, the standings and every hand on your phone"))]


def _notice(title: str, text: str, small: str = "") -> Leaf:
    return Leaf("message", title, text=text, small=small)


def _by_name(hall: Hall) -> list[Leaf]:
    current = hall.current
    if current is None:
        return [_notice("", headline(hall), next_thing(hall))]
    lines = sorted(
        ((seat.name, table.number) for table in current.tables for seat in table.seats),
        key=lambda one: (by_last_name(one[0]), one[1]),
    )
    title = round_name(hall, current)
    names = [NameLine(*_split(name), table) for name, table in lines]
    resting = sorted((hall.people[one].name for one in current.out if one in hall.people), key=by_last_name)
    leaves = [
        Leaf(
            "names",
            f"{title} · {_range(page)}" if len(names) > NAMES else title,
            names=_columns(page, NAMES_WIDE),
            small=gettext("Sitting out: {names}").format(names=", ".join(resting)) if resting else "",
        )
        for page in _pages(names, NAMES)
    ]
    return leaves or [_notice(title, next_thing(hall))]


def _split(name: str) -> tuple[str, str]:
    first, _blank, last = name.rpartition(" ")
    return first, last


def _range(page: Sequence[NameLine]) -> str:
    """`A – K`: the first letters of a page."""
    first, last = page[0].last[:1].upper(), page[-1].last[:1].upper()
    return first if first == last else f"{first} – {last}"


def _by_table(hall: Hall) -> list[Leaf]:
    current = hall.current
    if current is None or not current.tables:
        return [_notice("", headline(hall), next_thing(hall))]
    rows = table_rows(hall, current)
    few = max(len(one.seats) for one in rows) <= 2
    return [
        Leaf("matches" if few else "tables", round_name(hall, current), tables=tuple(page))
        for page in _pages(rows, MATCHES if few else TABLES)
    ]


def _ranking(hall: Hall, most: int, wide: int) -> list[Leaf]:
    table, current = hall.standings, hall.current
    if table is None or not table.rounds:
        return [_notice(gettext("Standings"), hidden(hall) or next_thing(hall))]
    if current is not None and hall.plans[current.stage].bracket:
        (tree, *_earlier) = trees(hall)
        return [Leaf("tree", column.title, column=column) for column in tree.columns]
    if current is not None and hall.groups and hall.plans[current.stage].format == Format.GROUPS:
        views = [
            ranking_view(hall, own, gettext("Group {name}").format(name=name))
            for name, own in hall.groups.items()
        ]
        return [Leaf("groups", gettext("Standings"), groups=tuple(page)) for page in _pages(views, GROUPS)]
    whole = ranking_view(hall, table, trend=len(table.rounds) > 1)
    title = gettext("Standings, provisional") if whole.provisional else gettext("Standings")
    return [
        Leaf("ranking", title, ranks=_columns(page, wide), unit=whole.criteria[0].name)
        for page in _pages(whole.rows, most)
    ]


def _corrections(hall: Hall) -> list[Leaf]:
    rows = corrected(hall)[:CORRECTIONS_IN_ALL]
    title = gettext("Corrections")
    pages = [Leaf("corrections", title, corrections=tuple(page)) for page in _pages(rows, CORRECTIONS)]
    return pages or [_notice(title, gettext("Nothing has been corrected."))]


def _pages(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """As few pages as possible, as even as possible."""
    pages = math.ceil(len(items) / most)
    size = math.ceil(len(items) / pages) if pages else 0
    return [items[at : at + size] for at in range(0, len(items), size)] if size else []


def _columns(items: Sequence[T], wide: int) -> tuple[tuple[T | None, ...], ...]:
    """Columns of the same height, so that their rows stand side by side."""
    size = max(1, math.ceil(len(items) / wide))
    columns = [tuple(items[at : at + size]) for at in range(0, len(items), size)]
    return tuple((*one, *(None for _empty in range(size - len(one)))) for one in columns)


def labelled(board: Board) -> Board:
    """A board in the active language."""
    return replace(board, label=gettext(board.label), about=gettext(board.about))
