"""A season as pages, boards and papers show it: rows, columns and sentences in the active language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Literal

from django.utils import formats
from django.utils.translation import get_language, gettext, ngettext

from scoring.table import alone
from tournaments.engines.season import (
    PersonId,
    SeasonCell,
    SeasonEvening,
    SeasonLine,
    SeasonRow,
    SeasonTable,
    sentence,
    why,
    written,
)
from tournaments.models import ClubSeason
from tournaments.seasons.gathering import DateFacts, ListOfSeason, SeasonFacts, lists_of
from tournaments.seasons.keeping import SeasonNow, came_to
from tournaments.seasons.names import SeasonNames, names_of
from tournaments.seasons.outcomes import EveningOutcome
from tournaments.speech.wording import Wording

CellState = Literal["counted", "dropped", "absent", "coming", "none"]


@dataclass(frozen=True, slots=True)
class EveningColumn:
    """An evening above its values."""

    key: str
    head: str  # 14.11.
    title: str  # what it is, in full
    what: str  # without the day: its name, its place
    event: int | None
    coming: bool


@dataclass(frozen=True, slots=True)
class EveningValue:
    """What an evening was worth to somebody."""

    text: str
    state: CellState

    @property
    def dropped(self) -> bool:
        return self.state == "dropped"


@dataclass(frozen=True, slots=True)
class SeasonLineView:
    """Somebody on the list."""

    person: object
    place: str
    rank: int | None
    name: str
    club: str
    total: str
    values: tuple[EveningValue, ...]
    came: int
    notes: tuple[str, ...]
    shared: bool
    by_lot: bool
    now: str = ""  # the place if what is on ended now
    now_total: str = ""

    @property
    def known(self) -> bool:
        """Somebody of the register, who has a page of his own; clubs have none."""
        return isinstance(self.person, int)

    @property
    def gain(self) -> int:
        """Places won (or, below 0, lost) by what is on."""
        if not self.now.isdecimal() or self.rank is None:
            return 0
        return self.rank - int(self.now)

    @property
    def lost(self) -> int:
        return -self.gain


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A date of the season, with what has become of it."""

    pk: int
    day: date
    time: time | None
    title: str
    place: str
    event: int | None
    matchday: int | None
    state: str
    source: str
    people: int
    best: str  # who was first
    weight: str


@dataclass(frozen=True, slots=True)
class ListTab:
    """One of the lists of a season."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A list of a season, ready to be shown."""

    season: ClubSeason
    of: ListOfSeason
    tabs: tuple[ListTab, ...]
    columns: tuple[EveningColumn, ...]
    rows: tuple[SeasonLineView, ...]
    outside: tuple[SeasonLineView, ...]  # listed without a place
    sentence: str  # the rules
    hints: tuple[str, ...]
    lots: tuple[str, ...]
    as_of: str
    over: bool
    running: DateFacts | None
    supposed: bool  # the rows say what would be if it ended now

    @property
    def title(self) -> str:
        """What this list is called."""
        return self.of.name or gettext("Standings")

    @property
    def width(self) -> int:
        """Columns of the table."""
        return 3 + self.supposed + len(self.columns)

    @property
    def people(self) -> tuple[SeasonLineView, ...]:
        """Everybody, those without a place at the end."""
        return (*self.rows, *self.outside)


def wording() -> Wording:
    """What speaks here."""
    return Wording(alone(1))


def find_list(season_row: ClubSeason, key: str) -> ListOfSeason | None:
    """The list with this key; empty: the season's own."""
    return next((each for each in lists_of(season_row) if each.key == key), None)


def tabs_of(season_row: ClubSeason) -> tuple[ListTab, ...]:
    return tuple(ListTab(each.key, each.name or gettext("All")) for each in lists_of(season_row))


def season_page(now: SeasonNow, *, full: bool = False) -> SeasonPage:
    """One list; `full`: with the names that organisers read."""
    table, facts = now.table, now.facts
    names = names_of(facts.season, _people(table) | _people(now.supposed), full=full)
    supposed = now.supposed.positions if now.supposed is not None else {}
    say = wording()
    views = []
    for row in table.rows:
        view = _line(row, table, names, say)
        if now.supposed is not None and row.person in supposed:
            other = now.supposed.row(row.person)
            total = say.word(written(other.total, table.rules.decimals))
            view = replace(view, now=other.place, now_total=total)
        views.append(view)
    if now.supposed is not None:  # who plays for the first time tonight
        there = table.positions
        fresh = (row for row in now.supposed.rows if row.person not in there)
        views += [_newcomer(row, now.supposed, table, names, say) for row in fresh]
    dates = {str(date_.pk): date_ for date_ in facts.dates}
    return SeasonPage(
        season=facts.season,
        of=now.of,
        tabs=tabs_of(facts.season),
        columns=tuple(column_of(evening, dates) for evening in table.evenings),
        rows=tuple(view for view in views if view.rank is not None),
        outside=tuple(view for view in views if view.rank is None),
        sentence=rule_sentence(now.of, len(facts.dates)),
        hints=tuple(say.say(hint.text) for hint in table.hints),
        lots=tuple(_lot(table, names, lot.rank, lot.order) for lot in table.lots),
        as_of=_as_of(facts),
        over=table.over,
        running=facts.running,
        supposed=now.supposed is not None,
    )


def rule_sentence(of: ListOfSeason, planned: int = 0) -> str:
    """The rules in one sentence: `Best 4 of 6, at least 3 evenings, …`"""
    say = wording()
    words = ", ".join(say.say(part) for part in sentence(of.rules, planned))
    return f"{words[:1].upper()}{words[1:]}."


def _people(table: SeasonTable | None) -> set[int]:
    return {row.person for row in table.rows if isinstance(row.person, int)} if table is not None else set()


def _line(row: SeasonRow, table: SeasonTable, names: SeasonNames, say: Wording) -> SeasonLineView:
    decimals = table.rules.decimals
    return SeasonLineView(
        person=row.person,
        place=row.place,
        rank=row.rank,
        name=names.of(row.person),
        club=names.clubs.get(row.person, "") if isinstance(row.person, int) else "",
        total=say.word(written(row.total, decimals)),
        values=tuple(_value(cell, decimals, say) for cell in row.cells),
        came=row.attended,
        notes=tuple(_notes(row, say)),
        shared=row.shared,
        by_lot=row.by_lot,
    )


def _newcomer(
    row: SeasonRow, supposed: SeasonTable, table: SeasonTable, names: SeasonNames, say: Wording
) -> SeasonLineView:
    view = _line(row, supposed, names, say)
    nothing = tuple(EveningValue("", "absent") for _evening in table.evenings)
    return replace(
        view, place="", rank=None, total="", values=nothing, notes=(), now=row.place, now_total=view.total
    )


def _value(cell: SeasonCell, decimals: int, say: Wording) -> EveningValue:
    text = say.word(written(cell.value, decimals)) if cell.value is not None else ""
    if cell.state == "coming":
        return EveningValue("", "coming")
    if cell.counted:
        return EveningValue(text, "counted")
    if cell.state == "absent" and cell.value is None:
        return EveningValue("", "absent")
    if cell.left_out is not None and text:
        return EveningValue(text, "dropped")
    return EveningValue(text, "none")


def _notes(row: SeasonRow, say: Wording) -> list[str]:
    notes = []
    if row.unranked is not None:
        notes.append(row.barred or say.word(row.unranked))
    if row.missing:
        text = ngettext("{count} still missing", "{count} still missing", row.missing)
        notes.append(text.format(count=row.missing))
    notes += [_line_words(line, say) for line in row.lines]
    return notes


def _line_words(line: SeasonLine, say: Wording) -> str:
    labels = {
        "presence": gettext("for taking part"),
        "every_time": gettext("for coming every time"),
        "hosting": gettext("for hosting"),
        "bonus": gettext("bonus"),
        "absence": gettext("for being absent"),
        "extra": line.reason or gettext("by decision"),
    }
    points = say.word(written(line.points, 2))
    return f"{'+' if line.points > 0 else ''}{points} {labels[line.code]}"


def column_of(evening: SeasonEvening, dates: Mapping[str, DateFacts]) -> EveningColumn:
    """The head of an evening; of a series of it, too."""
    key, _dot, part = evening.key.partition(".")
    date_ = dates.get(evening.key) or dates.get(key)
    day = evening.day
    head = short_day(day) if day else evening.key
    title = evening_title(date_) if date_ is not None else head
    head = f"{head} {part}".strip()  # a series of an evening
    what = evening_title(date_, dated=False) if date_ is not None else ""
    event = date_.event if date_ is not None else None
    return EveningColumn(evening.key, head, title, what, event, coming=not evening.played)


def short_day(day: date) -> str:
    """`14.11.`, as short as a column needs."""
    return f"{day.day}.{day.month}." if get_language() == "de" else f"{day.day}/{day.month}"


def evening_title(date_: DateFacts, *, dated: bool = True) -> str:
    """What an evening is called: its own word, else that of its event, with day and place."""
    day = formats.date_format(date_.day, "DATE_FORMAT") if dated else ""
    return " · ".join(filter(None, (date_.label or date_.title, day, date_.place)))


def evening_lines(facts: SeasonFacts, *, full: bool = False) -> list[EveningLine]:
    """The dates of a season, with who was first."""
    came = came_to(facts)
    firsts = {pk: _firsts(outcome) for pk, outcome in came.items()}
    names = names_of(facts.season, {person for people in firsts.values() for person in people}, full=full)
    return [
        EveningLine(
            pk=date_.pk,
            day=date_.day,
            time=date_.time,
            title=date_.label or date_.title,
            place=date_.place,
            event=date_.event,
            matchday=date_.matchday,
            state=date_.state,
            source=date_.source,
            people=len(came[date_.pk].people) if date_.pk in came else 0,
            best=", ".join(names.of(person) for person in firsts.get(date_.pk, ())[:3]),
            weight="" if date_.weight == "1" else date_.weight,
        )
        for date_ in facts.dates
    ]


def _firsts(outcome: EveningOutcome) -> list[int]:
    """Who was first of an evening: by the places that were announced, else by the points."""
    best = max((who.points for who in outcome.people if who.points is not None), default=None)
    if any(who.rank for who in outcome.people):
        return [who.person for who in outcome.people if who.rank == 1]
    return [who.person for who in outcome.people if who.points is not None and who.points == best]


def _as_of(facts: SeasonFacts) -> str:
    played = [date_ for date_ in facts.dates if date_.counts]
    if not played:
        return gettext("Nothing has been played yet.")
    text = ngettext("After {count} of {all} evenings", "After {count} of {all} evenings", len(facts.dates))
    return text.format(count=len(played), all=len(facts.dates))


def _lot(table: SeasonTable, names: SeasonNames, rank: int, order: Sequence[object]) -> str:
    text = gettext("Places from {rank} on by lot: {names}.")
    return text.format(rank=rank, names=", ".join(names.of(person) for person in order))


def reasons(table: SeasonTable, person: PersonId, names: SeasonNames) -> list[str]:
    """How somebody's total and place came about, and what can still be reached."""
    say = wording()
    return [
        say.say(reason if reason.other is None else reason.named(names.of(reason.other)))
        for reason in why(table, person)
    ]


@dataclass(frozen=True, slots=True)
class SeasonPersonView:
    """Somebody's season: evening by evening, and why."""

    line: SeasonLineView
    evenings: tuple[tuple[EveningColumn, EveningValue], ...]
    reasons: tuple[str, ...]
    of: ListOfSeason


def person_view(now: SeasonNow, person: PersonId, *, full: bool = False) -> SeasonPersonView | None:
    """None: nobody on this list."""
    table = now.table
    if person not in table.positions:
        return None
    names = names_of(now.facts.season, _people(table), full=full)
    line = _line(table.row(person), table, names, wording())
    dates = {str(date_.pk): date_ for date_ in now.facts.dates}
    columns = (column_of(evening, dates) for evening in table.evenings)
    evenings = tuple(zip(columns, line.values, strict=True))
    return SeasonPersonView(line, evenings, tuple(reasons(table, person, names)), now.of)
