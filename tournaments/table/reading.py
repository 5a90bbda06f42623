"""What the screens, the paper and the exports show: plain view objects, made by replaying the ledger.

Nothing here writes. The sentences are spoken anew at every reading, so each reader gets them in his
language; the points are compared with the stored ones by `manage.py rebuild --check`.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import BigIntegerField, Count, QuerySet
from django.utils.dateformat import time_format
from django.utils.translation import get_language, gettext

from config.caches import Cache, Pictures
from config.prepared import Given, Prepared
from scoring import Note, Seat, Sheet, Side, SoFar, Stretch, Table, match_of
from scoring.defaults import NoExtra
from scoring.game import Game
from scoring.hands import Finished, Hand
from scoring.text import say
from tournaments import ledger
from tournaments.ledger.derived import counts_as
from tournaments.models import Chair, Entry, Player, ShownAs, Sitting
from tournaments.models.naming import names_at, suggested, typed
from tournaments.speech.wording import Wording, speak
from tournaments.table import playing
from tournaments.table.handview import HandView, LineView
from tournaments.table.lastact import Latest, compared
from tournaments.table.playing import HandEntry
from tournaments.table.sheetview import GameView, SeatView, SheetView

NAMED = tuple(f"player__{name}" for name in ("name", "distinction", "club", "shown_as", "pseudonym", "minor"))
"""What a name at a table is made of."""
CHAIRS = Prepared(
    lambda: (
        Chair.objects.filter(sitting=Given("table", BigIntegerField()))
        .select_related("player")
        .only("sitting", "seat", *NAMED)
        .order_by("seat")
    )
)


def sheet(sitting: Sitting, written: Entry | None = None) -> SheetView:
    """The sheet of one table as it stands now. `written`: an entry somebody has at hand, perhaps the last."""
    head = sitting.sheethead
    names = names_at(sitting, CHAIRS.ask(table=sitting.pk))
    state = _SheetState(
        sitting.created_at,
        sitting.rules_version,
        sitting.hands_limit,
        sitting.seats,
        sitting.first_dealer,
        names,
        head.head_seq,
        head.head_hash,
        head.closed,
        get_language() or "",
    )
    place = (sitting.pk, state.language)
    spoken = _sheets.look_up((place, state))
    if spoken is None:
        played = playing.played(sitting, written)
        if played.hash == head.head_hash:
            spoken = _sheet(sitting, state, played, (sitting.pk, state))
            _sheets.put((place, state), spoken)
        else:  # somebody has written since the head was read
            spoken = _sheet(sitting, state, played, object())
    # Of an event that somebody has just changed, or a head that was rebuilt, the sitting at hand knows.
    return spoken if spoken.sitting is sitting else replace(spoken, sitting=sitting)


def latest(view: SheetView) -> Latest | None:
    """What was done to this sheet last; asked for by the table's own page only."""

    def spoken(counting: Sequence[Entry]) -> tuple[Sequence[HandView], Sequence[GameView]]:
        played, _stretches, sheet = playing.fold(view.sitting, counting)
        wording = _everybodys(sheet, view.names)
        live = tuple(map(HandEntry.of, ledger.hands_of(counting)))
        hands = _hands(view.game, sheet.whole, wording, live, played)
        return hands, _games(sheet.whole, wording)

    return _latest.get(view.mark, lambda: compared(view, playing.played(view.sitting).last, spoken))


@dataclass(frozen=True, slots=True)
class _SheetState:
    """All that a view of a sheet depends on: the head's hash covers every entry, the rules and the seats.

    The names are those shown in public; whoever wants to be shown otherwise is so from the next reading on.
    """

    created_at: datetime.datetime
    rules_version: int  # of an empty sheet organisers may change the rules
    hands_limit: int
    seats: int
    first_dealer: int | None
    names: tuple[str, ...]
    head_seq: int
    head_hash: str
    closed: bool
    language: str


_sheets: Pictures[tuple[int, str], _SheetState, SheetView] = Pictures(256)
"""By table and language."""
_spoken: Cache[tuple[int, str, tuple[str, ...]], tuple[HandView, ...]] = Cache(256)
"""The hands of a sheet as they were said last, by table, language and names."""
_latest: Cache[Hashable, Latest | None] = Cache(256)


def forget() -> None:
    """Start afresh (tests)."""
    _sheets.clear()
    _spoken.clear()
    _latest.clear()
    playing.forget()


def _sheet(sitting: Sitting, head: _SheetState, played: playing.Played, mark: Hashable) -> SheetView:
    """Speak a sheet once for each standing and language; previews and polls ask often."""
    game, sheet = sitting.game_value(), played.sheet
    everybody = head.names[: sheet.size]
    so_far, whole, stretch = sheet.so_far, sheet.whole, sheet.stretch
    table = stretch.table
    names = tuple(everybody[place] for place in stretch.places)
    wording = Wording(table.seating, names)
    all_of_them = _everybodys(sheet, head.names)
    extra = ledger.extra_of(sitting) if game.extra is not NoExtra else NoExtra()
    games = _games(whole, all_of_them)
    winners = whole.winners or ()
    notes = () if head.closed else game.notes(so_far, table)
    accounts = [place if sheet.changed else table.seating.side_of(Seat(place)) for place in stretch.places]
    everybodys = games[-1].totals
    totals = tuple(everybodys[place] for place in stretch.places) if sheet.changed else everybodys
    several = game.games_to_win(table.rules) > 1
    if several and (so_far.over or head.closed):  # of a match the games count, when it is over
        totals = match_of(whole).won
    seats = tuple(
        SeatView(
            number=seat + 1,
            name=name,
            total=totals[table.seating.side_of(Seat(seat))],
            mark=wording.say(_mark(game, table, so_far, table.seating.side_of(Seat(seat)), totals)),
            badges=tuple((note.code, _badge(note)) for note in notes if note.seat == seat),
            winner=accounts[seat] in winners,
        )
        for seat, name in enumerate(names)
    )
    place = (sitting.pk, head.language, head.names)
    hands = _hands(game, whole, all_of_them, played.live, played.hands, _spoken.look_up(place) or ())
    _spoken.put(place, hands)
    return SheetView(
        sitting=sitting,
        game=game,
        table=table,
        wording=wording,
        so_far=so_far,
        seats=seats,
        accounts=_accounts(all_of_them),
        hands=hands,
        games=games,
        notes=tuple(wording.say(note.text) for note in notes),
        closed=head.closed,
        head_seq=head.head_seq,
        winners=tuple(all_of_them.side(side) for side in winners),
        everybody=everybody,
        names=head.names,
        resting=tuple(
            (name, everybodys[place])
            for place, name in enumerate(everybody)
            if sheet.changed and place in sheet.known and place not in stretch.places
        ),
        sheet=sheet,
        stretch=stretch,
        stretches=played.stretches,
        extra=extra,
        asides=tuple(wording.say(text) for text in game.asides(so_far, table, extra)),
        mark=mark,
    )


def _everybodys(sheet: Sheet[Any, Any], names: Sequence[str]) -> Wording:
    """Speaks what stands on the whole sheet: as long as nobody has come or gone, in the table's accounts."""
    seating = sheet.whole_table.seating if sheet.changed else sheet.table.seating
    return Wording(seating, names[: sheet.size])


def _badge(note: Note) -> str:
    usual = {"dealer": gettext("deals"), "first": gettext("starts"), "sitting": gettext("sits out")}
    return speak(note.badge) if note.badge else usual.get(note.code, "")


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
    game: Game[Any, Any],
    so_far: SoFar[Any],
    wording: Wording,
    live: Sequence[HandEntry],
    played: Sequence[tuple[Stretch[Any], Hand[Any]]],
    earlier: Sequence[HandView] = (),
) -> tuple[HandView, ...]:
    """All hands of a sheet, hand 1 first. `earlier`: what they were; those that are the same stay."""
    views: list[HandView] = []
    of_games: list[int] = []
    runs: list[Finished[Any] | SoFar[Any]] = [*so_far.earlier, so_far]
    for number, run in enumerate(runs, start=1):
        of_games += [number] * len(run.log)
    counted = 0
    accounts = _accounts(wording)
    running: tuple[int, ...] = ()
    rows = zip(live, of_games, so_far.all_hands, played, strict=True)
    for place, (entry, number, hand, (stretch, scored)) in enumerate(rows):
        before = earlier[place] if place < len(earlier) else None
        # The very same hand, after the very same hands: what is kept of a sheet goes on where it was.
        if before is not None and before.scored is scored and before.accounts == accounts:
            views.append(before)
            running, counted = before.running, counted + before.count
            continue
        earlier = ()
        if not views or views[-1].game != number:
            running = (0,) * len(hand.points)
        running = tuple(map(int.__add__, running, hand.points))
        count = counts_as(game, stretch.table, scored.record)
        counted += count
        begins = bool(views) and views[-1].stretch != stretch
        views.append(
            HandView(
                number=entry.number,
                label=_label(counted, count),
                game=number,
                lines=tuple(LineView(wording.say(line.text), line.points, line.code) for line in hand.lines),
                running=running,
                correction=_correction(entry),
                scored=scored,
                accounts=accounts,
                stretch=stretch,
                count=count,
                opens=line_up_sentence(wording.names, stretch) if begins else "",
            )
        )
    return tuple(views)


def _label(counted: int, count: int) -> str:
    """`7`, of several hands `1–7`, of a redeal nothing."""
    first = counted - count + 1
    return "" if not count else str(counted) if count == 1 else f"{first}\N{EN DASH}{counted}"


def _correction(entry: HandEntry) -> str:
    """When it was put right; totals from paper replace each other."""
    at = entry.corrected_at
    return str(time_format(at.astimezone(), "H:i")) if at is not None else ""


def preview(view: SheetView, record: Any, number: int | None = None) -> HandView:
    """What a hand that has passed `scoring.parse` would be worth, as it would stand on the sheet."""
    before = view.sheet if number is None else ledger.sheet_before(view.sitting, number)
    after = before.then(record)
    stretch, hand = before.stretch, after.last
    assert hand is not None
    names = view.named(stretch)
    size = len(view.accounts)
    wording = Wording(stretch.table.seating, names)
    had = (*before.whole.totals, *(0,) * (size - len(before.whole.totals)))
    running = tuple(map(int.__add__, had, stretch.spread(hand.points, size)))
    lines = tuple(LineView(wording.say(line.text), line.points, line.code) for line in hand.lines)
    decided = len(after.whole.earlier) > len(before.whole.earlier)
    return HandView(
        number=number or view.next_number,
        label="",
        game=len(before.whole.earlier) + 1,
        lines=lines,
        running=running,
        correction="",
        scored=hand,
        accounts=view.accounts,
        stretch=stretch,
        count=counts_as(view.game, stretch.table, record),
        outcome=_decided(view, after) if decided else "",
        is_last=after.so_far.over or 0 < view.limit <= after.whole.played,
    )


EVERYBODY = 100_000
Tables = Collection[int] | None
"""The tables of quick evenings that somebody may know of; None: all of the club."""


def _evenings(tenant: int, of: Tables) -> QuerySet[Sitting]:
    every = Sitting.objects.filter(tenant=tenant, event=None, hidden_at=None)
    return every if of is None else every.filter(pk__in=of)


def _decided(view: SheetView, after: Sheet[Any, Any]) -> str:
    return _everybodys(after, view.names).say(after.whole.earlier[-1].outcome.text)


def line_up_sentence(names: Sequence[str], stretch: Stretch[Any]) -> str:
    """Who plays from here on, and who of those before does not."""
    playing = ", ".join(names[place] for place in stretch.places)
    out = [name for place, name in enumerate(names) if place not in stretch.places]
    if not out:
        return gettext("Now playing: {people}").format(people=playing)
    return gettext("Now playing: {people}; not: {others}").format(people=playing, others=", ".join(out))


def known_names(tenant: int, limit: int = 300, of: Tables = None) -> list[str]:
    """Names of a club's earlier evenings, the most frequent first, for completing what is typed.

    No names of events, and none of people who are not shown with their full name.
    """
    everybody = Player.objects.filter(tenant=tenant, minor=False, anonymised_at=None, robot=False)
    shown = everybody.filter(shown_as=ShownAs.FULL)
    regulars = shown.filter(chair__sitting__in=_evenings(tenant, of)).annotate(evenings=Count("chair"))
    return suggested(regulars.order_by("-evenings", "name", "pk")[:limit], tenant)


def namesakes(
    tenant: int, names: Iterable[str], of: Tables = None, *, everybody: bool = False
) -> dict[str, tuple[str, ...]]:
    """Of names that were typed and may mean several people: what to type instead, as far as is known.

    `everybody`: people who were at events only as well; for organisers.
    """
    meant = {name: typed(tenant, name) for name in names if name}
    several = {name: people for name, people in meant.items() if len(people) > 1}
    listed = known_names(tenant, EVERYBODY, of) if several else []
    spelt = {name: suggested(people, tenant) if everybody else listed for name, people in several.items()}
    return {
        name: tuple(label for label in labels if label.startswith(f"{name} ("))
        for name, labels in spelt.items()
    }


def latest_sitting(tenant: int, game: str, of: Tables = None) -> Sitting | None:
    """The last evening of this game in a club, to begin the next one like it; tables of events are none."""
    return _evenings(tenant, of).filter(game=game).order_by("-created_at", "-pk").first()
