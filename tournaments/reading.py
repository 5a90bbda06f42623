"""What the screens, the paper and the exports show: plain view objects, made by replaying the ledger.

Nothing here writes. The sentences are spoken anew at every reading, so each reader gets them in his
language; the points are compared with the stored ones by `manage.py rebuild --check`.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Count, Max
from django.utils.dateformat import time_format
from django.utils.translation import get_language, gettext

from scoring import Note, Seat, Side, SoFar, Table, play
from scoring.game import Finished, Game, Hand, NoExtra
from scoring.text import say
from tournaments import ledger
from tournaments.latest import Before, compared
from tournaments.ledger.derived import counts_as
from tournaments.models import Entry, EntryKind, Player, ShownAs, Sitting
from tournaments.sheetview import GameView, HandView, Latest, LineView, SeatView, SheetView
from tournaments.wording import Wording


def sheet(sitting: Sitting) -> SheetView:
    """The sheet of one table as it stands now."""
    head = sitting.sheethead
    chairs = sitting.chairs.select_related("player").order_by("seat")
    names = tuple(chair.player.public_name for chair in chairs)
    stands = _Stands(
        sitting.created_at,
        sitting.rules_version,
        sitting.hands_limit,
        names,
        head.head_seq,
        head.head_hash,
        head.closed,
        get_language() or "",
    )
    return _sheet(sitting, stands)


def latest(view: SheetView) -> Latest | None:
    """What was done to this sheet last; asked for by the table's own page only."""

    def spoken(before: Before) -> tuple[Sequence[HandView], Sequence[GameView]]:
        hands = _hands(view.game, view.table, before.so_far, view.wording, before.live)
        return hands, _games(before.so_far, view.wording)

    return compared(view, spoken)


@dataclass(frozen=True, slots=True)
class _Stands:
    """All that a view of a sheet depends on: the head's hash covers every entry, the rules and the seats.

    The names are those shown in public; whoever wants to be shown otherwise is so from the next reading on.
    """

    created_at: datetime.datetime
    rules_version: int  # of an empty sheet organisers may change the rules
    hands_limit: int
    names: tuple[str, ...]
    head_seq: int
    head_hash: str
    closed: bool
    language: str


@lru_cache(maxsize=256)
def _sheet(sitting: Sitting, head: _Stands) -> SheetView:
    """Replay and speak a sheet once for each standing and language; previews and polls ask often."""
    game, table, names = sitting.game_value(), sitting.table(), head.names
    wording = Wording(table.seating, names)
    live = ledger.live_entries(sitting)
    so_far = ledger.replay(sitting, live)
    extra = ledger.extra_of(sitting) if game.extra is not NoExtra else NoExtra()
    games = _games(so_far, wording)
    totals = games[-1].totals
    winners = so_far.winners or ()
    notes = () if head.closed else game.notes(so_far, table)
    seats = tuple(
        SeatView(
            number=seat + 1,
            name=name,
            total=totals[table.seating.side_of(Seat(seat))],
            mark=wording.say(_mark(game, table, so_far, table.seating.side_of(Seat(seat)), totals)),
            badges=tuple((note.code, _badge(note)) for note in notes if note.seat == seat),
            winner=table.seating.side_of(Seat(seat)) in winners,
        )
        for seat, name in enumerate(names)
    )
    return SheetView(
        sitting=sitting,
        game=game,
        table=table,
        wording=wording,
        so_far=so_far,
        seats=seats,
        accounts=_accounts(wording),
        hands=_hands(game, table, so_far, wording, live),
        games=games,
        notes=tuple(wording.say(note.text) for note in notes),
        closed=head.closed,
        head_seq=head.head_seq,
        winners=tuple(wording.side(side) for side in winners),
        extra=extra,
        told=tuple(wording.say(text) for text in game.told(so_far, table, extra)),
    )


def _badge(note: Note) -> str:
    usual = {"dealer": gettext("deals"), "first": gettext("starts"), "sitting": gettext("sits out")}
    return gettext(note.badge) if note.badge else usual.get(note.code, "")


def _mark(
    game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], side: Side, totals: tuple[int, ...]
) -> Any:
    """The total as the game writes it; a decided sheet shows its last game's totals."""
    return say("{points}", points=totals[side]) if so_far.over else game.mark(so_far, side, table)


def _accounts(wording: Wording) -> tuple[str, ...]:
    return tuple(wording.side(Side(side)) for side in range(wording.seating.sides))


def _games(so_far: SoFar[Any], wording: Wording) -> tuple[GameView, ...]:
    games = [
        GameView(number, done.totals, wording.say(done.outcome.text))
        for number, done in enumerate(so_far.earlier, start=1)
    ]
    if not so_far.over:
        games.append(GameView(len(games) + 1, so_far.totals, None))
    return tuple(games)


def _hands(
    game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], wording: Wording, live: Sequence[Entry]
) -> tuple[HandView, ...]:
    views: list[HandView] = []
    played: list[tuple[int, Hand[Any]]] = []
    runs: list[Finished[Any] | SoFar[Any]] = [*so_far.earlier, so_far]
    for number, one in enumerate(runs, start=1):
        played += [(number, hand) for hand in one.log]
    counted = 0
    accounts = _accounts(wording)
    running: tuple[int, ...] = ()
    for entry, (number, hand) in zip(live, played, strict=True):
        if not views or views[-1].game != number:
            running = (0,) * len(hand.points)
        running = tuple(map(int.__add__, running, hand.points))
        count = counts_as(game, table, hand.record)
        counted += count
        views.append(
            HandView(
                number=entry.hand_no or 0,
                label=_label(counted, count),
                game=number,
                lines=tuple(LineView(wording.say(line.text), line.points, line.code) for line in hand.lines),
                running=running,
                correction=_correction(entry),
                scored=hand,
                accounts=accounts,
                count=count,
            )
        )
    return tuple(views)


def _label(counted: int, count: int) -> str:
    """`7`, of several hands `1–7`, of a redeal nothing."""
    first = counted - count + 1
    return "" if not count else str(counted) if count == 1 else f"{first}\N{EN DASH}{counted}"


def _correction(entry: Entry) -> str:
    """When it was put right; totals from paper replace each other."""
    if entry.kind == EntryKind.HAND or entry.supersedes_id is None:
        return ""
    return str(time_format(entry.at.astimezone(), "H:i"))


def preview(view: SheetView, record: Any, number: int | None = None) -> HandView:
    """What a hand that has passed `scoring.parse` would be worth, as it would stand on the sheet."""
    before = view.so_far if number is None else ledger.so_far_before(view.sitting, number)
    after = play(view.game, view.table, before, record)
    hand = after.all_hands[-1]
    running = tuple(map(int.__add__, before.totals, hand.points))
    lines = tuple(LineView(view.wording.say(line.text), line.points, line.code) for line in hand.lines)
    decided = len(after.earlier) > len(before.earlier)
    return HandView(
        number=number or view.next_number,
        label="",
        game=len(before.earlier) + 1,
        lines=lines,
        running=running,
        correction="",
        scored=hand,
        accounts=view.accounts,
        count=counts_as(view.game, view.table, record),
        outcome=view.wording.say(after.earlier[-1].outcome.text) if decided else "",
    )


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table in the list on the home page."""

    id: int
    name: str
    game: str
    people: str
    hands: int
    closed: bool
    at: datetime.datetime


def tables(limit: int = 30) -> list[TableRow]:
    """Tables that belong to no event, the latest first: open ones before closed ones."""
    sittings = (
        Sitting.objects.filter(event=None)
        .select_related("sheethead")
        .prefetch_related("chairs__player")
        .annotate(latest=Max("entry__at"))
        .order_by("sheethead__closed", "-created_at")[:limit]
    )
    return [
        TableRow(
            id=one.pk,
            name=one.title or gettext("Table {number}").format(number=one.pk),
            game=gettext(one.game_value().name),
            people=", ".join(chair.player.public_name for chair in one.chairs.all()),
            hands=one.sheethead.hands,
            closed=one.sheethead.closed,
            at=one.latest or one.created_at,
        )
        for one in sittings
    ]


def known_names(limit: int = 300) -> list[str]:
    """Names of earlier evenings, the most frequent first, for completing what is typed.

    Everybody sees these: no names of events, and none of people who are not shown with their full name.
    """
    shown = Player.objects.filter(shown_as=ShownAs.FULL, anonymised_at=None)
    regulars = shown.filter(chair__isnull=False, chair__sitting__event=None).annotate(evenings=Count("chair"))
    return [player.name for player in regulars.order_by("-evenings", "name")[:limit]]


def latest_sitting(game: str) -> Sitting | None:
    """The last evening of this game, to begin the next one like it; tables of events are none."""
    return Sitting.objects.filter(game=game, event=None).order_by("-created_at", "-pk").first()
