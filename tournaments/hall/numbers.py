"""The evening in numbers, over all tables of an event: for a page, a board and paper, in words."""

from __future__ import annotations

import datetime
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from django.db.models import Max, Min
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext, ngettext

from config.caches import Pictures
from tournaments.engines.tallying import (
    AttemptLeaders,
    EventNumbers,
    Feat,
    Leader,
    PlayedAttempt,
    PlayedHand,
    TalliedHand,
    TalliedTable,
    Where,
    Who,
    tally,
)
from tournaments.hall.facts import Hall, RoundFacts, TableFacts
from tournaments.hall.words import round_name
from tournaments.models import Entry, EntryKind, SheetHead, Sitting
from tournaments.speech.wording import signed
from tournaments.table import reading
from tournaments.table.handview import HandView
from tournaments.table.sheetview import SheetView

NO_BREAK = "\N{NO-BREAK SPACE}"
# A sheet is added up once for each of its entries and languages.
_tables: Pictures[tuple[object, ...], Hashable, TalliedTable] = Pictures(4096)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure with what belongs to it."""

    label: str
    value: str
    who: str = ""
    where: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """What was played for, and who made it most."""

    name: str
    tried: str
    won: str  # "–" where there was nothing to win
    percent: int | None
    most: str


@dataclass(frozen=True, slots=True)
class NumbersView:
    """An event in numbers, in the active language."""

    figures: tuple[Figure, ...]
    choices: tuple[ChoiceLine, ...]

    @property
    def feats(self) -> tuple[Figure, ...]:
        """Figures that are about somebody."""
        return tuple(figure for figure in self.figures if figure.who)

    @property
    def sums(self) -> tuple[Figure, ...]:
        """Figures about everybody."""
        return tuple(figure for figure in self.figures if not figure.who)


def event_numbers(hall: Hall) -> EventNumbers:
    """Add up what these eyes may know of the event."""
    return tally(tallied_tables(hall), low_wins=hall.competition.rules.low_wins)


def tallied_tables(hall: Hall) -> list[TalliedTable]:
    """The sheets of the rounds these eyes may know, in the order of rounds and tables."""
    rounds = [round_ for round_ in hall.rounds if hall.known.round(round_.number)]
    heads: dict[int, int] = dict(
        SheetHead.objects.filter(sitting__event=hall.event.pk).values_list("sitting", "head_seq")
    )
    times = _times(hall)
    tables: list[TalliedTable] = []
    for round_ in rounds:
        for table in round_.tables:
            if table.hands:
                first, last = times.get(table.sitting, (None, None))
                tables.append(_table(hall, round_, table, heads.get(table.sitting, 0), first, last))
    return tables


def _times(hall: Hall) -> dict[int, tuple[datetime.datetime, datetime.datetime]]:
    entries = Entry.objects.filter(sitting__event=hall.event.pk, kind=EntryKind.HAND)
    rows = entries.values("sitting").annotate(first=Min("at"), last=Max("at"))
    return {row["sitting"]: (row["first"], row["last"]) for row in rows}


def _table(
    hall: Hall,
    round_: RoundFacts,
    table: TableFacts,
    head: int,
    first: datetime.datetime | None,
    last: datetime.datetime | None,
) -> TalliedTable:
    key = (hall.event.uid, table.sitting, get_language()), (head, table.hands, table.seats)

    def make() -> TalliedTable:
        sitting = Sitting.objects.select_related("sheethead").get(pk=table.sitting)
        return _counted(reading.sheet(sitting), Where(round_.number, table.number), table, first, last)

    return _tables.get(key, make)


def _counted(
    view: SheetView,
    where: Where,
    table: TableFacts,
    first: datetime.datetime | None,
    last: datetime.datetime | None,
) -> TalliedTable:
    entrants = {seat.number - 1: seat.entrant for seat in table.seats}
    people: list[Who] = [(entrants.get(place, 0), name) for place, name in enumerate(view.everybody)]
    hands = [hand for hand in view.hands if hand.label and not hand.on_paper]
    return TalliedTable(
        where, view.played, tuple(people), tuple(_hand(view, people, hand) for hand in hands), first, last
    )


def _hand(view: SheetView, people: list[Who], hand: HandView) -> PlayedHand:
    accounts = [account for account in range(len(view.accounts)) if hand.played_by(account)]
    best = min((hand.points[account] for account in accounts), default=0)
    turns = tuple(
        TalliedHand(
            who=view.accounts[account],
            people=tuple(people[seat] for seat in view.seats_of(account)),
            points=hand.points[account],
            won=hand.points[account] == best if view.game.low_wins else hand.points[account] > 0,
        )
        for account in accounts
    )
    tried = tuple(
        PlayedAttempt(
            view.wording.say(attempt.what), attempt.success, tuple(people[seat] for seat in attempt.seats)
        )
        for attempt in view.attempts(hand)
    )
    return PlayedHand(turns, tried, hand.sentence)


# --- in words ------------------------------


def numbers_view(hall: Hall) -> NumbersView | None:
    """All of it in the active language; None: there is nothing to count yet."""
    numbers = event_numbers(hall)
    if not numbers.hands:
        return None
    return NumbersView(tuple(_figures(hall, numbers)), tuple(map(_choice, numbers.choices)))


def _figures(hall: Hall, numbers: EventNumbers) -> Iterable[Figure]:
    hands = ngettext("{count} hand", "{count} hands", numbers.hands)
    yield Figure(gettext("Played"), _counted_as(hands, numbers.hands))
    yield Figure(gettext("People"), number_format(numbers.people, force_grouping=True))
    yield Figure(gettext("Sheets"), number_format(numbers.tables, force_grouping=True))
    if numbers.minutes:
        yield Figure(gettext("Time at the tables"), duration(numbers.minutes))
    highest = numbers.highest
    if highest:
        yield _feat(hall, gettext("Highest hand"), highest, why=True)
    for label, feat in ((gettext("Best hand"), numbers.best), (gettext("Worst hand"), numbers.worst)):
        if feat:
            same = highest is not None and (feat.where, feat.sentence) == (highest.where, highest.sentence)
            yield _feat(hall, label, feat, why=not same)
    if numbers.streak:
        text = ngettext("{count} hand in a row", "{count} hands in a row", numbers.streak.count)
        value = _counted_as(text, numbers.streak.count)
        yield Figure(gettext("Longest series of wins"), value, ", ".join(numbers.streak.names))


def _feat(hall: Hall, label: str, feat: Feat, *, why: bool) -> Figure:
    who = feat.who
    if feat.others:
        text = ngettext("{who}, and {count} more time", "{who}, and {count} more times", feat.others)
        who = text.format(who=who, count=feat.others)
    return Figure(label, signed(feat.points), who, place(hall, feat.where), feat.sentence if why else "")


def place(hall: Hall, where: Where) -> str:
    """`Round 2, table 5`."""
    round_ = hall.round(where.round)
    name = round_name(hall, round_) if round_ else str(where.round)
    return gettext("{round}, table {table}").format(round=name, table=where.table).replace(" ", NO_BREAK)


def duration(minutes: int) -> str:
    """`4 h 35 min`."""
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours}{NO_BREAK}h"] if hours else []
    return " ".join([*parts, f"{rest}{NO_BREAK}min"]) if rest or not hours else parts[0]


def _choice(choice: AttemptLeaders) -> ChoiceLine:
    tally, most = choice.tally, choice.most
    return ChoiceLine(
        tally.name,
        number_format(tally.tried, force_grouping=True),
        number_format(tally.won, force_grouping=True) if tally.judged else "–",
        tally.percent if tally.judged else None,
        _most(most) if most and most.count > 1 else "",
    )


def _most(leader: Leader) -> str:
    text = ngettext("{names} ({count} time)", "{names} ({count} times)", leader.count)
    return text.format(names=", ".join(leader.names), count=leader.count)


def _counted_as(text: str, count: int) -> str:
    return text.format(count=number_format(count, force_grouping=True)).replace(" ", NO_BREAK)
