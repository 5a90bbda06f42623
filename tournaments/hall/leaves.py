"""The pages of a board: what stands on each, a few large lines at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext

from tournaments.engines.plans.declared import Format
from tournaments.hall.boardnames import BoardName, BoardNames
from tournaments.hall.decisions import DecisionRow
from tournaments.hall.facts import Hall
from tournaments.hall.matchdaypages import JointLine, matchday_board
from tournaments.hall.matches import TreeColumn, over, trees
from tournaments.hall.numbers import ChoiceLine, Figure, numbers_view
from tournaments.hall.pages import TableRow, hidden, table_rows
from tournaments.hall.prizes import donors_of
from tournaments.hall.publicdecisions import public_decision_rows
from tournaments.hall.ranks import RankingView, RankRow, ranking_view
from tournaments.hall.recordwall import record_figures
from tournaments.hall.reveal import Reveal
from tournaments.hall.seasonpages import season_board
from tournaments.hall.waiting import Waiting, waiting
from tournaments.hall.words import headline, next_thing, round_name
from tournaments.lists.shares import Share, belongs, between, borders, even, letters
from tournaments.lists.surnames import by_surname
from tournaments.models.stored import ScreenJson
from tournaments.seasons.showing import SeasonLineView

T = TypeVar("T")

FEATS, CHOICES = 4, 8
DONORS = 12
CORRECTIONS, CORRECTIONS_IN_ALL = 3, 9


@dataclass(frozen=True, slots=True)
class Density:
    """How much stands on a page, so that everything on it has one size: the largest that fits."""

    names: tuple[int, int]  # at most, in so many columns
    ranks: tuple[int, int]
    ranks_beside: tuple[int, int]
    tables: int
    matches: int
    groups: int


LARGE = Density(names=(24, 2), ranks=(22, 2), ranks_beside=(11, 1), tables=6, matches=9, groups=4)
DENSE = Density(names=(75, 3), ranks=(75, 3), ranks_beside=(44, 2), tables=12, matches=24, groups=6)
ONE_COLUMN = (16, 1)  # of a dense page, beside something else
NAMES, RANKS = LARGE.names[0], LARGE.ranks[0]


@dataclass(frozen=True, slots=True)
class NameLine:
    """Somebody on the list by names; the last name stands out."""

    name: BoardName
    table: int

    @property
    def letters(self) -> str:
        """Of the surname, as letters are compared."""
        return self.name.key[0]

    @property
    def last(self) -> str:
        """The surname as it is shown."""
        return self.name.parts[0].last


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
    wide: int = 1  # columns of cards
    corrections: tuple[DecisionRow, ...] = ()
    waiting: Waiting | None = None
    figures: tuple[Figure, ...] = ()
    choices: tuple[ChoiceLine, ...] = ()
    reveal: Reveal | None = None
    season: tuple[tuple[SeasonLineView | None, ...], ...] = ()
    joint: tuple[tuple[JointLine | None, ...], ...] = ()
    donors: tuple[str, ...] = ()
    text: str = ""
    small: str = ""


@dataclass(frozen=True, slots=True)
class LeafSource:
    """What all leaves of a screen are made from."""

    hall: Hall
    names: BoardNames
    density: Density
    share: Share


def ranked(hall: Hall) -> bool:
    """Are there standings to show?"""
    return hall.standings is not None and hall.standings.begun


def leaves_of(
    page: LeafSource, shows: str, reveal: Reveal | None, data: ScreenJson, bucket: int, *, beside: bool
) -> list[Leaf]:
    """The pages of a board; `beside`: something stands beside the standings."""
    hall = page.hall
    match shows:
        case "names":
            return _by_name(page)
        case "tables":
            return _by_table(page)
        case "ranking":
            return _ranking(page, page.density.ranks, LARGE.ranks)
        case "live" if beside and not ranked(hall):
            return [_waiting(hall, bucket)]
        case "live":
            if beside:
                large = ONE_COLUMN if page.density is DENSE else LARGE.ranks_beside
                return _ranking(page, page.density.ranks_beside, large)
            return _ranking(page, page.density.ranks, LARGE.ranks)
        case "waiting":
            return [_waiting(hall, bucket)]
        case "corrections":
            return _corrections(hall)
        case "numbers":
            return _numbers(hall)
        case "records":
            return _records(hall, bucket)
        case "clock":
            return [Leaf("time", headline(hall))]
        case "season":
            return _season(page)
        case "matchday":
            return _matchday(page)
        case "message":
            text = str(data.get("text", ""))
            return [Leaf("message", "", text=text or headline(hall), small="" if text else next_thing(hall))]
        case "donors":
            return _donors(hall)
        case "reveal":
            return [Leaf("reveal", gettext("Prize-giving"), reveal=reveal)]
        case _:
            return [Leaf("join", gettext("Your seat, the standings and every hand on your phone"))]


def _waiting(hall: Hall, bucket: int) -> Leaf:
    return Leaf("waiting", gettext("Tables still playing"), waiting=waiting(hall, bucket))


def _notice(title: str, text: str, small: str = "") -> Leaf:
    return Leaf("message", title, text=text, small=small)


def _by_name(page: LeafSource) -> list[Leaf]:
    hall = page.hall
    current = hall.floor
    if current is None:
        return [_notice("", headline(hall), next_thing(hall))]
    everybody = sorted(
        (
            NameLine(page.names.seat(seat.name, hall.people.get(seat.entrant)), table.number)
            for table in current.tables
            for seat in table.seats
        ),
        key=lambda line: (line.name.key, line.table),
    )
    cut = borders(_last_names(page), page.share.of)
    names = [line for line in everybody if belongs(line.letters, cut, page.share)] or everybody
    title = round_name(hall, current)
    resting = sorted(
        (hall.people[entrant].name for entrant in current.out if entrant in hall.people), key=by_surname
    )
    most, wide = _room(page.density.names, LARGE.names, len(names))
    pages = _pages(names, most)
    leaves = [
        Leaf(
            "names",
            " · ".join(filter(None, (title, _range(lines) if len(pages) > 1 else part_label(page, "names")))),
            names=_columns(lines, wide),
            small=gettext("Sitting out: {names}").format(names=", ".join(resting)) if resting else "",
        )
        for lines in pages
    ]
    return leaves or [_notice(title, next_thing(hall))]


def _last_names(page: LeafSource) -> list[str]:
    """Of the whole event, so that a screen has the same letters in every round."""
    hall = page.hall
    return [
        page.names.seat(name).key[0]
        for person in hall.people.values()
        for name in person.members or (person.name,)
    ] or [""]


def _range(page: Sequence[NameLine]) -> str:
    """`A – K`: the first letters of a page."""
    return between(page[0].letters[:1].upper(), page[-1].letters[:1].upper())


def part_label(page: LeafSource, shows: str) -> str:
    """What a part of the hall's list is called on its screen: `A – K`, `1 – 75`; empty: it is the whole."""
    if page.share.whole:
        return ""
    if shows == "names":
        known = _last_names(page)
        return letters(known, borders(known, page.share.of), page.share)
    current, table = page.hall.current, page.hall.standings
    if shows == "tables":
        numbers = [str(table.number) for table in even(current.tables, page.share)] if current else []
    else:
        rows = even(table.rows, page.share) if table else ()
        numbers = [str(row.rank) for row in rows if row.rank is not None]
    return between(numbers[0], numbers[-1]) if numbers else ""


def _by_table(page: LeafSource) -> list[Leaf]:
    hall = page.hall
    current = hall.floor
    if current is None or not current.tables:
        return [_notice("", headline(hall), next_thing(hall))]
    rows = even(table_rows(hall, current), page.share)
    few = max(len(row.seats) for row in rows) <= 2
    title = " · ".join(filter(None, (round_name(hall, current), part_label(page, "tables"))))
    return [
        Leaf("matches" if few else "tables", title, tables=tuple(cards), wide=_wide(len(cards)))
        for cards in _pages(rows, page.density.matches if few else page.density.tables)
    ]


def _wide(cards: int) -> int:
    """Columns for so many cards, so that no row of them stays empty."""
    if cards <= 3:
        return max(1, cards)
    return 2 if cards == 4 else 3 if cards in (5, 6, 9) else 4


def _room(most: tuple[int, int], large: tuple[int, int], rows: int) -> tuple[int, int]:
    """What fits on a large page needs no narrower columns."""
    return large if rows <= large[0] else most


def _ranking(page: LeafSource, room: tuple[int, int], large: tuple[int, int]) -> list[Leaf]:
    hall = page.hall
    table, current = hall.standings, hall.current
    if table is None or not table.begun:
        return [_notice(gettext("Standings"), hidden(hall) or next_thing(hall))]
    if current is not None and hall.plans[current.stage].bracket and not over(hall):
        (tree, *_earlier) = trees(hall)
        return [
            Leaf(
                "tree",
                column.title,
                column=replace(column, matches=tuple(matches)),
                wide=min(3, len(matches)),
            )
            for column in tree.columns
            for matches in _pages(column.matches, page.density.matches)
        ]
    if current is not None and hall.groups and hall.plans[current.stage].format == Format.GROUPS:
        views = [
            ranking_view(hall, standings, gettext("Group {name}").format(name=name))
            for name, standings in hall.groups.items()
        ]
        return [
            Leaf("groups", gettext("Standings"), groups=tuple(groups), wide=_wide(len(groups)))
            for groups in _pages(even(views, page.share), page.density.groups)
        ]
    whole = ranking_view(hall, table, trend=len(table.rounds) > 1)
    title = gettext("Standings, provisional") if whole.provisional else gettext("Standings")
    title = " · ".join(filter(None, (title, part_label(page, "ranking"))))
    rows = even(whole.rows, page.share)
    most, wide = _room(room, large, len(rows))
    return [
        Leaf("ranking", title, ranks=_columns(lines, wide), unit=whole.criteria[0].name)
        for lines in _pages(rows, most)
    ]


def _season(page: LeafSource) -> list[Leaf]:
    board = season_board(page.hall.event)
    if board is None:
        return [
            _notice(gettext("Season"), gettext("This event belongs to no season that everybody may see."))
        ]
    rows = even(board.rows, page.share)
    most, wide = _room(page.density.ranks, LARGE.ranks, len(rows))
    small = " · ".join(filter(None, (board.state, board.cup)))
    leaves = [
        Leaf("season", board.title, season=_columns(lines, wide), small=small) for lines in _pages(rows, most)
    ]
    return leaves or [_notice(board.title, gettext("No results yet."))]


def _matchday(page: LeafSource) -> list[Leaf]:
    board = matchday_board(page.hall.event.pk)
    if board is None:
        text = gettext("This event is a hall of no match-day that everybody may see.")
        return [_notice(gettext("All halls"), text)]
    rows = even(board.rows, page.share)
    most, wide = _room(page.density.ranks, LARGE.ranks, len(rows))
    leaves = [
        Leaf("joint", board.title, joint=_columns(lines, wide), small=board.state)
        for lines in _pages(rows, most)
    ]
    return leaves or [_notice(board.title, board.state)]


def _corrections(hall: Hall) -> list[Leaf]:
    rows = public_decision_rows(hall)[:CORRECTIONS_IN_ALL]
    title = gettext("Corrections")
    pages = [Leaf("corrections", title, corrections=tuple(page)) for page in _pages(rows, CORRECTIONS)]
    small = gettext("A correction appears here as soon as it is made, with its reason and what it changes.")
    return pages or [_notice(title, gettext("Nothing has been corrected."), small)]


def _donors(hall: Hall) -> list[Leaf]:
    title = gettext("Thanks to the donors")
    leaves = [Leaf("donors", title, donors=tuple(page)) for page in _pages(donors_of(hall.event), DONORS)]
    return leaves or [_notice(title, gettext("Nobody is named as a donor yet."))]


def _numbers(hall: Hall) -> list[Leaf]:
    title = gettext("The evening in numbers")
    view = numbers_view(hall)
    if view is None:
        return [_notice(title, hidden(hall) or gettext("The numbers appear here with the first hand."))]
    leaves = [Leaf("sums", title, figures=view.sums, wide=_wide(len(view.sums)))]
    leaves += [
        Leaf("feats", title, figures=tuple(page), wide=min(2, len(page)))
        for page in _pages(view.feats, FEATS)
    ]
    leaves += [Leaf("choices", title, choices=tuple(page)) for page in _pages(view.choices, CHOICES)]
    return leaves


def _records(hall: Hall, bucket: int) -> list[Leaf]:
    title = gettext("Records of the club")
    figures = record_figures(hall.event, bucket)
    if figures is None:
        small = gettext("The desk can switch that on, under “Records”.")
        return [_notice(title, gettext("This club does not show its records to everybody."), small)]
    leaves = [
        Leaf("feats", title, figures=tuple(page), wide=min(2, len(page))) for page in _pages(figures, FEATS)
    ]
    return leaves or [_notice(title, gettext("No evening of this game has been counted yet."))]


def _pages(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """As few pages as possible, as even as possible."""
    pages = math.ceil(len(items) / most)
    return [even(items, Share(page, pages)) for page in range(1, pages + 1)]


def _columns(items: Sequence[T], wide: int) -> tuple[tuple[T | None, ...], ...]:
    """Columns of the same height, so that their rows stand side by side."""
    size = max(1, math.ceil(len(items) / wide))
    columns = [tuple(items[at : at + size]) for at in range(0, len(items), size)]
    return tuple((*column, *(None for _empty in range(size - len(column)))) for column in columns)
