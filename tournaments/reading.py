"""What the screens, the paper and the exports show: plain view objects, made by replaying the ledger.

Nothing here writes. The sentences are spoken anew at every reading, so each reader gets them in his
language; the points are compared with the stored ones by `manage.py rebuild --check`.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Count, Max
from django.utils.dateformat import time_format
from django.utils.translation import get_language, gettext

from scoring import Note, Seat, Side, SoFar, Table, fields_for, play, read
from scoring.game import Attempt, Finished, Game, Hand, NoExtra
from scoring.text import say
from tournaments import ledger
from tournaments.charts import Curve, LineChart, line_chart
from tournaments.models import Entry, EntryKind, Player, Sitting
from tournaments.rulebook import preset_name, rules_line
from tournaments.wording import Wording, answered, signed


@dataclass(frozen=True, slots=True)
class LineView:
    """One reason for points."""

    sentence: str
    points: tuple[int, ...]
    code: str


@dataclass(frozen=True, slots=True)
class HandView:
    """One live hand of a sheet."""

    number: int  # in the ledger: redeals have one too
    label: str  # on the sheet: redeals have none
    game: int  # which game of the sheet, from 1
    lines: tuple[LineView, ...]
    running: tuple[int, ...]  # totals of its game after this hand
    correction: str  # the time when it was put right; empty: never
    scored: Hand[Any]
    accounts: tuple[str, ...]  # who scores
    outcome: str = ""  # of a preview: what this hand decides

    @property
    def record(self) -> Any:
        """What was entered."""
        return self.scored.record

    @property
    def points(self) -> tuple[int, ...]:
        """What it is worth, one number per account."""
        return self.scored.points

    @property
    def sentence(self) -> str:
        """All reasons of this hand as one sentence."""
        return " · ".join(line.sentence for line in self.lines) or gettext("Redeal: nothing counts")

    @property
    def moves(self) -> list[tuple[str, str, int]]:
        """Who, signed points, total after it; in account order."""
        points = map(signed, self.points)
        return list(zip(self.accounts, points, self.running, strict=True))


@dataclass(frozen=True, slots=True)
class SeatView:
    """One person at the table."""

    number: int  # from 1
    name: str
    total: int
    mark: str  # the total as this game writes it
    badges: tuple[tuple[str, str], ...]  # (code, word): deals, Vorhand, sits out
    winner: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of the sheet (a sheet of Cego or Cabo is one game)."""

    number: int
    totals: tuple[int, ...]
    outcome: str | None


@dataclass(frozen=True, slots=True)
class SheetView:
    """A table's score sheet."""

    sitting: Sitting
    game: Game[Any, Any]
    table: Table[Any]
    wording: Wording
    so_far: SoFar[Any]
    seats: tuple[SeatView, ...]
    accounts: tuple[str, ...]  # who scores, by account
    hands: tuple[HandView, ...]
    games: tuple[GameView, ...]
    notes: tuple[str, ...]
    closed: bool
    head_seq: int
    winners: tuple[str, ...]
    extra: Any  # what the sheet carries besides its hands
    told: tuple[str, ...]  # what there is to tell besides the score: pot, stake, bets

    @property
    def name(self) -> str:
        """What people call this sheet: the evening's title, or the game and its table number."""
        return self.sitting.title or gettext("{game}, table {number}").format(
            game=gettext(self.game.name), number=self.sitting.pk
        )

    @property
    def game_name(self) -> str:
        return gettext(self.game.name)

    @property
    def head_templates(self) -> tuple[str, str]:
        """Where the page looks for scripts and styles of the game's own entry screen."""
        return (f"games/{self.game.key}/head.html", "tournaments/_head.html")

    @property
    def extra_name(self) -> str:
        """What the players call what the sheet carries besides its hands; empty: nothing of the kind."""
        return gettext(self.game.extra_name) if self.game.extra_name else ""

    @property
    def unit(self) -> str:
        """What the players call one record: a hand, a round."""
        return gettext(self.game.hand_name)

    @property
    def rule_set(self) -> str:
        return preset_name(self.game, self.sitting.preset, self.table.rules, self.sitting.rules_name)

    @property
    def rules_line(self) -> str:
        return rules_line(self.game, self.sitting.preset, self.table.rules, self.sitting.rules_name)

    @property
    def date(self) -> datetime.date:
        return self.sitting.created_at.astimezone().date()

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def takes_hands(self) -> bool:
        """May another hand be written?"""
        return not self.closed and not self.so_far.over

    @property
    def next_number(self) -> int:
        """Ledger number of the coming hand."""
        return len(self.hands) + 1

    @property
    def next_label(self) -> int:
        """Number on the sheet of the coming hand."""
        return sum(1 for hand in self.hands if hand.label) + 1

    @property
    def last(self) -> HandView | None:
        return self.hands[-1] if self.hands else None

    @property
    def series(self) -> tuple[tuple[int, ...], ...]:
        """Running totals, one series per account."""
        return tuple(
            tuple(hand.running[account] for hand in self.hands) for account in range(len(self.accounts))
        )

    @property
    def restarts(self) -> tuple[int, ...]:
        """Hands, counted from 0, that open a further game of the sheet."""
        pairs = zip(self.hands, self.hands[1:], strict=False)
        return tuple(place for place, (one, two) in enumerate(pairs, start=1) if one.game != two.game)

    @property
    def chart(self) -> LineChart:
        """The running totals as a drawing for the page."""
        return line_chart(self.series, width=340, height=190, restarts=self.restarts)

    @property
    def curves(self) -> list[tuple[str, Curve]]:
        """Names and lines of the chart."""
        return list(zip(self.accounts, self.chart.curves, strict=True))

    def attempts(self, hand: HandView) -> Sequence[Attempt]:
        """What somebody tried in this hand."""
        return self.game.attempts(hand.scored, self.table)

    @property
    def places(self) -> tuple[int, ...]:
        """Rank of each account: games won, then totals of the current (or last) game; equal ones share."""
        sign = -1 if self.game.low_wins else 1
        stands = [(won, sign * total) for won, total in zip(self.won, self.games[-1].totals, strict=True)]
        return tuple(1 + sum(other > own for other in stands) for own in stands)

    @property
    def won(self) -> tuple[int, ...]:
        """Games of the sheet that each account has won."""
        decided = [one.outcome.winners for one in self.so_far.earlier]
        return tuple(sum(side in winners for winners in decided) for side in range(len(self.accounts)))

    @property
    def is_match(self) -> bool:
        """A sheet of several games: what counts is who has won more of them."""
        return self.game.games_to_win(self.table.rules) > 1

    def game_label(self, number: int) -> str:
        """`Chico 2`."""
        return f"{gettext(self.game.game_name)} {number}"


def sheet(sitting: Sitting) -> SheetView:
    """The sheet of one table as it stands now."""
    head = sitting.sheethead
    names = tuple(sitting.chairs.order_by("seat").values_list("player__name", flat=True))
    stands = _Stands(
        sitting.created_at, names, head.head_seq, head.head_hash, head.closed, get_language() or ""
    )
    return _sheet(sitting, stands)


@dataclass(frozen=True, slots=True)
class _Stands:
    """All that a view of a sheet depends on: the head's hash covers every entry, the rules and the seats."""

    created_at: datetime.datetime
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
        played += [(number, hand) for hand in one.hands]
    counted = 0
    accounts = _accounts(wording)
    running: tuple[int, ...] = ()
    for entry, (number, hand) in zip(live, played, strict=True):
        if not views or views[-1].game != number:
            running = (0,) * len(hand.points)
        running = tuple(map(int.__add__, running, hand.points))
        counts = game.counts(hand.record, table)
        counted += counts
        views.append(
            HandView(
                number=len(views) + 1,
                label=str(counted) if counts else "",
                game=number,
                lines=tuple(LineView(wording.say(line.text), line.points, line.code) for line in hand.lines),
                running=running,
                correction=_correction(entry),
                scored=hand,
                accounts=accounts,
            )
        )
    return tuple(views)


def _correction(entry: Entry) -> str:
    if entry.kind != EntryKind.CORRECT:
        return ""
    return str(time_format(entry.at.astimezone(), "H:i"))


def preview(view: SheetView, record: Any, number: int | None = None) -> HandView:
    """What a hand that has passed `scoring.parse` would be worth, as it would stand on the sheet."""
    before = view.so_far if number is None else ledger.so_far_before(view.sitting, number)
    after = play(view.game, view.table, before, record)
    hand = after.hands[-1] if after.hands else after.earlier[-1].hands[-1]
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
        outcome=view.wording.say(after.earlier[-1].outcome.text) if decided else "",
    )


@dataclass(frozen=True, slots=True)
class EventView:
    """One entry of the ledger in words."""

    seq: int
    at: datetime.datetime
    what: str
    sentence: str
    superseded: bool


def history(sitting: Sitting, view: SheetView) -> list[EventView]:
    """Every entry of the ledger, the latest first: hands, corrections, what was taken back."""
    entries = list(ledger.history(sitting))
    gone = {entry.supersedes_id for entry in entries if entry.supersedes_id}
    live = {hand.number: hand.sentence for hand in view.hands}
    events = []
    for entry in entries:
        superseded = entry.pk in gone
        what = {
            EntryKind.HAND: gettext("Entry {number}"),
            EntryKind.CORRECT: gettext("Entry {number} corrected"),
            EntryKind.VOID: gettext("Entry {number} taken back"),
            EntryKind.EXTRA: view.extra_name,
            EntryKind.CLOSE: gettext("Sheet closed"),
            EntryKind.REOPEN: gettext("Sheet opened again"),
        }[EntryKind(entry.kind)]
        sentence = ""
        if entry.kind in (EntryKind.HAND, EntryKind.CORRECT):
            sentence = (
                answers_in_words(view, entry.payload) if superseded else live.get(entry.hand_no or 0, "")
            )
        events.append(EventView(entry.seq, entry.at, what.format(number=entry.hand_no), sentence, superseded))
    return events[::-1]


def answers_in_words(view: SheetView, payload: Mapping[str, Any]) -> str:
    """What was once entered, answer by answer; for entries that no longer count."""
    fields = fields_for(view.game, view.table)
    reading = read(fields, payload, view.table.seating)
    told = [one for one in fields if one.name in payload and not reading.problems]
    words = [answered(gettext(one.ask.label), view.wording.word(reading.values[one.name])) for one in told]
    return " · ".join(words)


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
    """Tables, the latest first: open ones before closed ones."""
    sittings = (
        Sitting.objects.select_related("sheethead")
        .prefetch_related("chairs__player")
        .annotate(latest=Max("entry__at"))
        .order_by("sheethead__closed", "-created_at")[:limit]
    )
    return [
        TableRow(
            id=one.pk,
            name=one.title or gettext("Table {number}").format(number=one.pk),
            game=gettext(one.game_value().name),
            people=", ".join(chair.player.name for chair in one.chairs.all()),
            hands=one.sheethead.hands,
            closed=one.sheethead.closed,
            at=one.latest or one.created_at,
        )
        for one in sittings
    ]


def known_names(limit: int = 300) -> list[str]:
    """Names of earlier evenings, the most frequent first, for completing what is typed."""
    people = Player.objects.annotate(evenings=Count("chair")).order_by("-evenings", "name")[:limit]
    return [player.name for player in people]


def latest_sitting(game: str) -> Sitting | None:
    """The last evening of this game, to begin the next one like it."""
    return Sitting.objects.filter(game=game).order_by("-created_at", "-pk").first()
