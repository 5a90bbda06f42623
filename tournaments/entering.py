"""The entry form of a table: what is being entered, what it would be worth, what is wrong or still open."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import select_template

from scoring import Problem, Unreadable, dump, fields_for, parse
from scoring.fields import Per
from scoring.flat import columns, from_flat, to_flat
from tournaments import ledger, questions, reading
from tournaments.questions import Form
from tournaments.reading import HandView, SheetView


@dataclass(slots=True)
class Entry:
    """The entry form as it stands: what is being entered, its preview, what is wrong."""

    form: Form
    template: str
    number: int  # ledger number of the hand
    entry: uuid.UUID  # made anew for every form; the phone's script makes its own
    preview: HandView | None = None
    open_questions: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    correcting: HandView | None = None
    started: bool = False  # answers have been given
    notice: str = ""
    taken: HandView | None = None  # what another device has entered for this hand meanwhile


def entry_for(
    view: SheetView,
    *,
    cells: Mapping[str, str] | None = None,
    correcting: HandView | None = None,
    problems: tuple[Problem, ...] = (),
    judge: bool = True,
) -> Entry:
    """The entry form for the coming hand, or for one that is corrected.

    `cells` are answers already given; without them the form holds what is known beforehand.
    """
    fields = fields_for(view.game, view.table)
    flat = columns(fields, view.table.seating)
    if cells is None:
        known: Mapping[str, Any] = view.game.prefill(view.so_far, view.table)
        if correcting is not None:
            known = dump(fields, correcting.record)
        cells = to_flat(flat, known)
        judge = correcting is not None
    number = correcting.number if correcting else view.next_number
    preview = None
    found = list(problems)
    if judge and not problems:
        before = ledger.so_far_before(view.sitting, number) if correcting else view.so_far
        try:
            record = parse(view.game, view.table, before, from_flat(flat, cells))
            preview = reading.preview(view, record, number if correcting else None)
        except Unreadable as unreadable:
            found = list(unreadable.problems)
    answered = {column.top.name for column in flat if cells.get(column.name)}
    empty = {column.path for column in flat if not cells.get(column.name)}
    unanswered = [
        one
        for one in found
        if one.field is not None and (one.field not in answered or (one.field, *one.at) in empty)
    ]
    shown = found if problems else [one for one in found if one not in unanswered]
    names = [f"games/{view.game.key}/entry.html", "tournaments/_entry.html"]
    return Entry(
        form=questions.form(fields, view.wording, cells, shown),
        template=str(select_template(names).template.name),
        number=number,
        entry=uuid.uuid4(),
        preview=preview,
        open_questions=tuple(dict.fromkeys(_open_question(view, one) for one in unanswered)),
        wrong=tuple(dict.fromkeys(view.wording.say(one.text) for one in shown)),
        correcting=correcting,
        started=judge,
    )


def _open_question(view: SheetView, problem: Problem) -> str:
    """What is still to be answered, and by whom where everybody has an answer of his own."""
    sentence = view.wording.say(problem.text)
    owners = [
        column
        for column in columns(fields_for(view.game, view.table), view.table.seating)
        if column.per is Per.SEAT and column.path == (problem.field, *problem.at)
    ]
    place = problem.at[-1] if owners else None
    return f"{view.people[place - 1]}: {sentence}" if isinstance(place, int) else sentence
