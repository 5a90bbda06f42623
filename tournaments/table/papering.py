"""Totals typed from paper: running totals go in, what the hands on paper were worth comes out.

A table writes running totals on its list, so that is what it types; the ledger keeps what the stretch was
worth, so that a hand before it can be put right and the totals move along.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from scoring import PaperTotals, Problem, SoFar, Unreadable, parse_paper, read
from scoring.fields import Ask, Between, PerSide, fields_of
from scoring.flat import columns, from_flat, to_flat
from scoring.paper import MOST_HANDS, MOST_POINTS
from scoring.text import mark as _
from tournaments import ledger
from tournaments.speech.wording import Wording
from tournaments.table import questions, reading
from tournaments.table.handview import HandView
from tournaments.table.questions import Form
from tournaments.table.sheetview import SheetView


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What a table reads from its list."""

    hands: Annotated[int, Ask(_("How many are on the paper?"), _("No.")), Between(1, MOST_HANDS)]
    totals: Annotated[
        PerSide[int], Ask(_("Totals on the paper"), _("Total")), Between(-MOST_POINTS, MOST_POINTS)
    ]


@dataclass
class PaperEntry:
    """The page's form as it stands: what has been typed, what it comes to, what is wrong with it."""

    view: SheetView
    before: SoFar[Any]  # the sheet as it stands before these hands
    cells: Mapping[str, str]
    problems: Sequence[Problem]
    number: int  # in the ledger
    entry: uuid.UUID
    preview: HandView | None = None
    correcting: HandView | None = None
    notice: str = ""

    @cached_property
    def form(self) -> Form:
        """The questions with the answers so far."""
        return questions.form(fields_of(Typed), self._wording, self.cells, self.problems)

    @property
    def wrong(self) -> list[str]:
        """What is wrong with the answers; one that is only missing is not."""
        return [self._wording.say(problem.text) for problem in self.problems if problem.code != "missing"]

    @property
    def whole(self) -> list[str]:
        """What is wrong with the totals together, as shown beside them."""
        problems = [problem for problem in self.problems if problem.field == "totals" and not problem.at]
        return [self._wording.say(problem.text) for problem in problems]

    @property
    def range(self) -> str:
        """The numbers of these hands on the sheet."""
        count = self.preview.count if self.preview else 1
        last = self.first + count - 1
        return str(self.first) if count == 1 else f"{self.first}\N{EN DASH}{last}"

    @property
    def first(self) -> int:
        """The number on the sheet of the first hand on paper."""
        return self.before.played + 1

    @property
    def game_label(self) -> str:
        """Which game of the sheet the totals belong to; empty where a sheet is one game."""
        return self.view.game_label(len(self.before.earlier) + 1) if self.view.is_match else ""

    @property
    def _wording(self) -> Wording:
        return self.view.wording


def paper_entry(
    view: SheetView,
    *,
    cells: Mapping[str, str] | None = None,
    correcting: HandView | None = None,
    problems: Sequence[Problem] = (),
    judge: bool = True,
) -> PaperEntry:
    """The form for the coming hands, or for those that are put right. `cells` are answers already given."""
    if correcting is not None:
        view = view.of(correcting)
    number = correcting.number if correcting else view.next_number
    before = ledger.so_far_before(view.sitting, number) if correcting else view.so_far
    if cells is None:
        cells = _cells_of(view, before, correcting) if correcting else {}
        judge = correcting is not None
    faults, preview = list(problems), None
    if judge and not problems:
        try:
            raw = raw_from(view, before, cells)
            paper = parse_paper(view.game, replace(view.table, limit=_limit(view, correcting)), before, raw)
            preview = reading.preview(view, paper, correcting.number if correcting else None)
        except Unreadable as unreadable:
            faults = typed_problems(unreadable.problems)
    return PaperEntry(view, before, cells, faults, number, uuid.uuid4(), preview, correcting)


def _limit(view: SheetView, correcting: HandView | None) -> int:
    """How many hands these may reach up to: those after them need their place too."""
    if not view.limit or correcting is None:
        return view.limit
    after = sum(hand.count for hand in view.hands if hand.number > correcting.number)
    return max(1, view.limit - after)


def raw_from(view: SheetView, before: SoFar[Any], cells: Mapping[str, str]) -> dict[str, Any]:
    """What the ledger takes: how many hands, and what they were worth. Raises Unreadable."""
    seating = view.table.seating
    answers = read(fields_of(Typed), from_flat(columns(fields_of(Typed), seating), cells), seating)
    if answers.problems:
        raise Unreadable(answers.problems)
    totals = answers.values["totals"]
    points = [total - had for total, had in zip(totals, before.totals, strict=True)]
    return {"hands": answers.values["hands"], "points": points}


def typed_problems(problems: Sequence[Problem]) -> list[Problem]:
    """Problems of points are shown at the totals they were computed from."""
    return [
        replace(problem, field="totals") if problem.field == "points" else problem for problem in problems
    ]


def _cells_of(view: SheetView, before: SoFar[Any], hand: HandView) -> dict[str, str]:
    record: PaperTotals = hand.record
    totals = list(map(int.__add__, before.totals, record.points))
    flat = columns(fields_of(Typed), view.table.seating)
    return to_flat(flat, {"hands": record.hands, "totals": totals})
