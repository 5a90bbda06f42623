"""The entry form of a table: what is being entered, what it would be worth, what is wrong or still open."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from config import rendering
from scoring import Problem, Table, Unreadable, columns_for, dump, fields_for, game_for, games_of, parse
from scoring.fields import Per
from scoring.flat import from_flat, to_flat
from tournaments import ledger
from tournaments.speech.wording import Wording
from tournaments.table import questions, reading
from tournaments.table.handview import HandView
from tournaments.table.questions import Form
from tournaments.table.sheetview import SheetView

GENERIC = "tournaments/_entry.html"


@dataclass(frozen=True, slots=True)
class EntryPerson:
    """Somebody on a seat, as an entry screen asks for him; what he has is said late."""

    number: int  # from 1
    name: str


@dataclass(frozen=True, slots=True)
class EntryScreen:
    """All that the entry screen of a game asks and is rendered from; it outlives the hand.

    How the sheet stands is no part of it: `{% late %}` leaves a place for what says so.
    """

    key: str  # of the game
    table: Table[Any]
    people: tuple[str, ...]
    accounts: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]  # those given so far, or known beforehand
    problems: tuple[Problem, ...]
    correcting: bool

    @property
    def seats(self) -> tuple[EntryPerson, ...]:
        return tuple(EntryPerson(number, name) for number, name in enumerate(self.people, start=1))

    @property
    def cells(self) -> dict[str, str]:
        """The answers by question."""
        return dict(self.answers)

    @property
    def form(self) -> Form:
        """The questions with the answers so far."""
        wording = Wording(self.table.seating, self.people)
        fields = fields_for(game_for(self.key), self.table)
        return questions.form(fields, wording, self.cells, self.problems)

    @property
    def templates(self) -> list[str]:
        """Where the page looks for the screen: made by hand for this game, else from the declaration."""
        return [f"games/{self.key}/entry.html", GENERIC]


@dataclass
class EntryForm:
    """The entry form as it stands: what is being entered, its preview, what is wrong."""

    view: SheetView
    cells: Mapping[str, str]
    shown: Sequence[Problem]
    number: int  # ledger number of the hand
    entry: uuid.UUID  # made anew for every form; the phone's script makes its own
    preview: HandView | None = None
    open_questions: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    correcting: HandView | None = None
    started: bool = False  # answers have been given
    notice: str = ""
    taken: HandView | None = None  # what another device has entered for this hand meanwhile

    @property
    def label(self) -> str:
        """Its number on the sheet; empty for a redeal that is put right."""
        there = self.view.hand(self.number)
        if there is not None:
            return there.label
        label, limit = str(self.view.next_label), self.view.limit
        return gettext("{number} of {limit}").format(number=label, limit=limit) if limit else label

    @property
    def implied(self) -> str:
        """Answers of the coming hand that follow from others, for the page's script."""
        if self.correcting is not None:
            return "[]"
        given = self.view.game.implied(self.view.so_far, self.view.table)
        return json.dumps(
            [[answer.field, answer.value, answer.then, answer.answer, answer.always] for answer in given]
        )

    @property
    def is_fresh(self) -> bool:
        """Does it stand there as the sheet asks for it, with nothing typed or refused?"""
        touched = self.started or self.wrong or self.shown or self.notice or self.taken or self.correcting
        return not touched and self.number == self.view.next_number

    @property
    def screen(self) -> EntryScreen:
        """What the game asks."""
        return EntryScreen(
            self.view.game.key,
            self.view.table,
            self.view.people,
            self.view.accounts,
            tuple(self.cells.items()),
            tuple(self.shown),
            self.correcting is not None,
        )

    def screen_html(self, view: SheetView) -> SafeString:
        """The entry screen of the game, with the sheet as it stands."""
        screen = self.screen
        if screen.problems or screen.correcting:  # nobody else sees this one
            html = rendering.rendered(screen.templates, {"screen": screen})
        else:
            html = rendering.large_piece(screen.templates, screen=screen)

        def late(hole: str) -> str | None:
            name, *places = hole.split(" ")
            if not name.endswith(".html"):
                return None
            values: dict[str, Any] = {
                what: int(place) for what, _is, place in (p.partition("=") for p in places)
            }
            if "seat" in values:
                return rendering.piece(name, seat=view.seats[values["seat"]])
            return rendering.rendered(name, {"view": view, "entry": self, "screen": screen, **values})

        return rendering.filled_here(html, late)


def entry_for(
    view: SheetView,
    *,
    cells: Mapping[str, str] | None = None,
    correcting: HandView | None = None,
    problems: tuple[Problem, ...] = (),
    judge: bool = True,
) -> EntryForm:
    """The entry form for the coming hand, or for one that is corrected.

    `cells` are answers already given; without them the form holds what is known beforehand.
    """
    if correcting is not None:
        view = view.of(correcting)
    fields = fields_for(view.game, view.table)
    flat = columns_for(view.game, view.table)
    if cells is None:
        known: Mapping[str, Any] = view.game.prefill(view.so_far, view.table)
        if correcting is not None:
            known = dump(fields, correcting.record)
        cells = to_flat(flat, known)
        judge = correcting is not None
    number = correcting.number if correcting else view.next_number
    preview = None
    faults = list(problems)
    if judge and not problems:
        before = ledger.so_far_before(view.sitting, number) if correcting else view.so_far
        try:
            record = parse(view.game, view.table, before, from_flat(flat, cells))
            preview = reading.preview(view, record, number if correcting else None)
            if correcting:
                preview = _with_all_totals(view, preview, from_flat(flat, cells))
        except Unreadable as unreadable:
            faults = list(unreadable.problems)
    answered = {column.top.name for column in flat if cells.get(column.name)}
    empty = {column.path for column in flat if not cells.get(column.name)}
    unanswered = [
        problem
        for problem in faults
        if problem.field is not None
        and (problem.field not in answered or (problem.field, *problem.at) in empty)
    ]
    shown = faults if problems else [problem for problem in faults if problem not in unanswered]
    return EntryForm(
        view=view,
        cells=cells,
        shown=shown,
        number=number,
        entry=uuid.uuid4(),
        preview=preview,
        open_questions=_open_questions(view, unanswered),
        wrong=tuple(view.wording.each_once(shown)),
        correcting=correcting,
        started=judge,
    )


def _with_all_totals(view: SheetView, preview: HandView, raw: Mapping[str, Any]) -> HandView:
    """A correction is told with the totals as they would be, not as they were after that hand."""
    try:
        after = ledger.preview_correction(sitting=view.sitting, hand_no=preview.number, raw=raw).after
    except (Unreadable, ledger.Refused):
        return preview  # said when it is saved
    games = games_of(after)
    return replace(preview, running=games[-1][0]) if len(games) == preview.game else preview


def _open_questions(view: SheetView, problems: list[Problem]) -> tuple[str, ...]:
    """What is still to be answered, each once, and by whom where everybody has an answer of his own."""
    owners: dict[str, list[str]] = {}
    for problem in problems:
        people = owners.setdefault(view.wording.say(problem.text), [])
        if (owner := _owner(view, problem)) is not None:
            people.append(owner)
    return tuple(f"{text} ({', '.join(people)})" if people else text for text, people in owners.items())


def _owner(view: SheetView, problem: Problem) -> str | None:
    """Whose answer it is, where everybody has one of his own."""
    place = problem.at[-1] if problem.at else None
    of_a_seat = any(
        column.per is Per.SEAT and column.path == (problem.field, *problem.at)
        for column in columns_for(view.game, view.table)
    )
    return view.people[place - 1] if of_a_seat and isinstance(place, int) else None
