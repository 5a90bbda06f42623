"""What the desk shows of a round that is being run: its tables, who is missing, what was changed by hand.

Plain values, in the active language.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.desk.cases import Case, at_tables
from tournaments.desk.course import Happening, course_of
from tournaments.desk.draws import DraftTable, Seats, seats_of
from tournaments.desk.trees import DraftTree, trees_of
from tournaments.engines.plans import Confirming, Format
from tournaments.events.decisions.exchanges import EXCHANGED, exchanges_in_force
from tournaments.events.ground.names import full_names_of
from tournaments.events.ground.stages import plan_of, settings_of
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.rounds.running import TableState, tables_of
from tournaments.events.seats.moves import FIXED
from tournaments.events.words.plans import line_of, stage_name
from tournaments.events.words.rounds import (
    change_word,
    disputed_words,
    early_words,
    round_title,
    state_word,
    table_list,
    unconfirmed_words,
)
from tournaments.hall.gathering import hall
from tournaments.hall.matches import CrossTable, cross_tables
from tournaments.lists.surnames import by_surname
from tournaments.models import AgreedState, Entrant, EntrantState, Event, Round, RoundState

NAMED = 12  # so many missing tables are named in the sentence for the hall
MOMENT = 30  # seconds after which a table's pace is looked at again


@dataclass(frozen=True, slots=True)
class DeskTableRow:
    """One table of a published round. `state`: done, early, waiting, playing, slow or very_slow."""

    number: int
    sitting: int
    seats: DraftTable
    hands: int
    limit: int
    state: str
    word: str
    last_at: datetime.datetime | None
    pace: int | None  # per cent of the hall's
    agreed: str = ""  # disputed, confirmed, unconfirmed or nothing: what the table says about its list
    agreed_word: str = ""
    undecided: int = 0  # hands that were put aside
    case: Case | None = None  # its call for the organisers


@dataclass(frozen=True, slots=True)
class Live:
    """How far the tables are; the piece of the page that is looked at every few seconds."""

    rows: tuple[DeskTableRow, ...]
    done: int
    missing: tuple[int, ...]
    left: str  # which tables would be left out by closing now
    early: str  # which tables have handed in although something was left to play
    disputed: str  # which tables are in dispute
    unconfirmed: str  # which have handed in a list that nobody has confirmed
    undecided: str  # at which tables something was put aside that nobody has decided about
    passed: tuple[int, ...]  # numbers of the tables that closing would pass over
    slow: tuple[DeskTableRow, ...]  # the slowest first
    sentence: str  # to be read out; empty when nobody is waited for
    stamp: str

    @property
    def asks(self) -> bool:
        """Is there nothing to wait for, and yet something to give a reason for?"""
        return not self.missing and bool(self.early or self.disputed)


@dataclass(frozen=True, slots=True)
class ManualChange:
    """Something changed by hand."""

    at: datetime.datetime
    by: str
    text: str
    reason: str
    tables: str  # whose seats are others since then; empty: nobody had seen them yet
    back: tuple[int, int] | None  # the two who could exchange again, so that it had never been
    played: bool  # they sat at tables where hands are written


@dataclass(frozen=True, slots=True)
class Loose:
    """Somebody who is seated and not here, or here and not seated."""

    entrant: int
    number: int
    name: str
    table: int | None


@dataclass(frozen=True, slots=True)
class DeskRoundPage:
    """A round that is published, open or closed."""

    round: Round
    title: str
    stage: str
    state: str
    steps: tuple[tuple[str, str], ...]  # word, and "done", "now" or ""
    changes: tuple[ManualChange, ...]
    course: tuple[Happening, ...]  # from its publishing to its end
    out: tuple[str, ...]
    byes: bool  # who sits out has a bye
    absent: tuple[Loose, ...]  # seated, and not here any more
    unseated: tuple[Loose, ...]  # here without a seat
    expected: tuple[Loose, ...]  # not here, could still come
    seated: tuple[Loose, ...]  # by name
    trees: tuple[DraftTree, ...]
    groups: tuple[CrossTable, ...]
    cards: bool  # partners are drawn by cards at the tables
    fixed: bool  # who meets whom cannot be changed by hand


def live_of(round_: Round, stamp: str, now: datetime.datetime | None = None) -> Live:
    """The tables as they are at this moment."""
    cards = {table.number: table for table in seats_of(round_).tables}
    tables = [table for table in tables_of(round_, now) if table.number in cards]
    waiting, calling = at_tables(round_)
    asked = settings_of(round_.event).confirming is not Confirming.NOBODY
    rows = tuple(
        replace(
            _row(table, cards[table.number], asked=asked),
            undecided=waiting.get(table.number, 0),
            case=calling.get(table.number),
        )
        for table in tables
    )
    disputed = [table.number for table in tables if table.disputed]
    missing = tuple(table.number for table in tables if not table.complete)
    early = [table for table in tables if table.early]
    slow = sorted((row for row in rows if row.state in ("slow", "very_slow")), key=lambda row: row.pace or 0)
    return Live(
        rows=rows,
        done=len(rows) - len(missing),
        missing=missing,
        left=_left_out(missing),
        early=early_words(early),
        disputed=disputed_words(disputed),
        unconfirmed=unconfirmed_words([row.number for row in rows if row.agreed == "unconfirmed"]),
        undecided=_undecided(sorted(waiting)),
        passed=tuple(sorted({*missing, *(table.number for table in early), *disputed, *waiting})),
        slow=tuple(slow),
        sentence=_call(round_, missing),
        stamp=stamp,
    )


def stamp(round_: Round, now: datetime.datetime | None = None) -> str:
    """Another stamp, another picture: what was written, what was decided, and the passing of time."""
    known = stamp_of(round_.event_id)
    moment = int((now or timezone.now()).timestamp()) // MOMENT if round_.state == RoundState.OPEN else 0
    return f"{known.state if known else ''}-{moment}"


def _row(table_state: TableState, card: DraftTable, *, asked: bool) -> DeskTableRow:
    state = (
        "done"
        if table_state.complete
        else table_state.slow or ("playing" if table_state.hands else "waiting")
    )
    state = "early" if table_state.early else state
    words = {
        "done": gettext("done"),
        "early": gettext("handed in early"),
        "waiting": gettext("not begun"),
        "playing": gettext("playing"),
        "slow": gettext("slow"),
        "very_slow": gettext("very slow"),
    }
    agreed, agreed_word = _agreed(table_state, asked=asked)
    return DeskTableRow(
        number=table_state.number,
        sitting=table_state.sitting,
        seats=card,
        hands=table_state.hands,
        limit=table_state.limit,
        state=state,
        word=gettext("decided") if table_state.walkover else words[state],
        last_at=table_state.last_at,
        pace=None if table_state.pace is None else round(100 * table_state.pace),
        agreed=agreed,
        agreed_word=agreed_word,
    )


def _agreed(table_state: TableState, *, asked: bool) -> tuple[str, str]:
    """What the table says about its list, and in a word; `asked`: somebody is to confirm it."""
    if table_state.disputed:
        return "disputed", gettext("in dispute")
    if table_state.agreed == AgreedState.CONFIRMED:
        return "confirmed", gettext("confirmed")
    if asked and table_state.unconfirmed:
        return "unconfirmed", gettext("not confirmed")
    return "", ""


def _call(round_: Round, missing: tuple[int, ...]) -> str:
    """What the speaker reads out."""
    if round_.state != RoundState.OPEN or not missing:
        return ""
    if len(missing) > NAMED:
        return ngettext(
            "{count} table is still playing.", "{count} tables are still playing.", len(missing)
        ).format(count=len(missing))
    return gettext("We are waiting for {tables}.").format(tables=table_list(missing))


def _undecided(tables: list[int]) -> str:
    if not tables:
        return ""
    return gettext("Something is undecided: {tables}.").format(tables=table_list(tables))


def _left_out(missing: tuple[int, ...]) -> str:
    if not missing:
        return ""
    return gettext("Not finished: {tables}.").format(tables=table_list(missing))


def page_of(round_: Round) -> DeskRoundPage:
    """A published round with everything an organiser does to it."""
    event, plan = round_.event, plan_of(round_.stage)
    names = full_names_of(event, round_.number)
    seats = seats_of(round_)
    entrants = {entrant.pk: entrant for entrant in Entrant.objects.filter(event=event)}
    absent, unseated, expected, seated = _loose(round_, seats, entrants, names)
    return DeskRoundPage(
        round=round_,
        title=round_title(round_),
        stage=line_of(round_.stage),
        state=state_word(round_),
        steps=_steps(round_),
        changes=tuple(_changes(round_, names)),
        course=course_of(round_),
        out=tuple(draft_person.name for draft_person in seats.out),
        byes=plan.matched,
        absent=absent,
        unseated=unseated,
        expected=expected,
        seated=seated,
        trees=trees_of(round_.stage, names) if plan.bracket else (),
        groups=_groups(event) if plan.format in (Format.GROUPS, Format.ROUND_ROBIN) else (),
        cards=plan.format == Format.PARTNERS and plan.aces,
        fixed=plan.format in FIXED,
    )


def _steps(round_: Round) -> tuple[tuple[str, str], ...]:
    words = (
        (RoundState.DRAWN, gettext("Drawn")),
        (RoundState.PUBLISHED, gettext("Published")),
        (RoundState.OPEN, gettext("Open")),
        (RoundState.CLOSED, gettext("Closed")),
    )
    at = [state for state, _word in words].index(RoundState(round_.state))
    return tuple((word, "done" if n < at else "now" if n == at else "") for n, (_s, word) in enumerate(words))


def _changes(round_: Round, names: Mapping[int, str]) -> list[ManualChange]:
    """Newest first."""
    closed = round_.state == RoundState.CLOSED
    wanted = (EXCHANGED,) if closed else (EXCHANGED, "exchanged")
    undoable = [id(change) for what in wanted for change in exchanges_in_force(round_, what)]
    return [
        ManualChange(
            at=datetime.datetime.fromisoformat(change["at"]),
            by=change.get("by", ""),
            text=change_word(change, names),
            reason=change.get("reason", ""),
            tables=table_list(change["tables"]) if change.get("tables") else "",
            back=(change["one"], change["other"]) if id(change) in undoable else None,
            played=change["what"] == EXCHANGED,
        )
        for change in reversed(round_.changes)
    ]


def _loose(
    round_: Round, seats: Seats, entrants: Mapping[int, Entrant], names: Mapping[int, str]
) -> tuple[tuple[Loose, ...], ...]:
    """Who is seated and not here, here and not seated, could still come, and all who are seated."""
    place = {draft_person.entrant: draft_person.table for draft_person in seats.by_name}

    def loose(entrant: int) -> Loose:
        return Loose(entrant, entrants[entrant].number, names[entrant], place.get(entrant))

    gone = (EntrantState.NO_SHOW, EntrantState.WITHDRAWN, EntrantState.EXPECTED)
    order = sorted(entrants, key=lambda entrant: by_surname(names[entrant]))
    free = [entrant for entrant in order if entrant not in place]
    takes_all = not plan_of(round_.stage).takes
    return (
        tuple(loose(entrant) for entrant in order if entrant in place and entrants[entrant].state in gone),
        tuple(
            loose(entrant) for entrant in free if entrants[entrant].state == EntrantState.HERE and takes_all
        ),
        tuple(
            loose(entrant) for entrant in free if entrants[entrant].state != EntrantState.HERE and takes_all
        ),
        tuple(loose(entrant) for entrant in order if entrant in place),
    )


def _groups(event: Event) -> tuple[CrossTable, ...]:
    known = stamp_of(event.pk)
    return tuple(cross_tables(hall(known, desk=True))) if known else ()


# --- all rounds -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in the list of all."""

    number: int
    title: str
    stage: str
    state: str  # a RoundState
    word: str
    tables: int
    done: int
    out: int
    byes: bool  # whoever sits out has a bye


def rows_of(event: Event) -> list[RoundRow]:
    """All rounds in their order."""
    rounds = event.rounds.select_related("event", "stage").order_by("number")
    return [
        RoundRow(
            number=round_.number,
            title=round_title(round_),
            stage=stage_name(plan_of(round_.stage), round_.stage.name),
            state=round_.state,
            word=state_word(round_),
            tables=len(round_.seating["tables"]),
            done=sum(table.complete for table in tables_of(round_)) if round_.state == RoundState.OPEN else 0,
            out=len(round_.seating["out"]),
            byes=plan_of(round_.stage).matched,
        )
        for round_ in rounds
    ]
