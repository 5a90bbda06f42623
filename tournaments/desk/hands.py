"""A hand that a director puts right: the form, what it would move, what is wrong with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from scoring import Problem, Unreadable, columns_for
from scoring.flat import from_flat
from tournaments import ledger
from tournaments.events.decisions import corrections
from tournaments.events.ground.names import full_names_of
from tournaments.events.ground.stages import event_of
from tournaments.events.words.moves import MovedView, accounts_and_points, moved_view
from tournaments.models import EntryKind, Sitting
from tournaments.table import entering, papering, questions, reading
from tournaments.table.handview import HandView
from tournaments.table.papering import PaperEntry, paper_entry
from tournaments.table.sheetview import SheetView

OWN = "desk-"  # names of the form that are no answers; a game's questions have no hyphen

Cells = Mapping[str, str]


@dataclass
class HandPage:
    """The page as it stands. `shown` marks the answers whose consequences are on it."""

    view: SheetView
    hand: HandView | None  # None: one that is added
    entry: entering.EntryForm | PaperEntry
    out: bool = False  # it is to be taken out
    moved: MovedView | None = None
    shown: str = ""
    notice: str = ""

    @property
    def on_paper(self) -> bool:
        """Totals from paper, not one hand."""
        return isinstance(self.entry, PaperEntry)

    @property
    def gains(self) -> str:
        """Who got what by the hand that stands there."""
        return accounts_and_points(self.view.accounts, self.hand.points) if self.hand else ""

    @property
    def unchanged(self) -> bool:
        """What is typed is what stands there."""
        preview = self.entry.preview
        return not self.out and bool(self.hand and preview and preview.record == self.hand.record)


def answers(data: QueryDict) -> dict[str, str]:
    """The answers of a form, without what only the page needs."""
    query_dict = data.copy()
    for name in [name for name in data if name.startswith(OWN)]:
        del query_dict[name]
    return questions.cells_from(query_dict)


def hand_page(
    sitting: Sitting,
    hand_no: int | None,
    *,
    paper: bool = False,
    cells: Cells | None = None,
    out: bool = False,
    problems: tuple[Problem, ...] = (),
) -> HandPage:
    """The page for a hand that is there (`hand_no`), or for one to be added.

    With answers (`cells`), or with the hand taken out, it says what that would move.
    """
    view = reading.sheet(sitting)
    hand = view.hand(hand_no)
    paper = hand.on_paper if hand else paper
    entry: entering.EntryForm | PaperEntry
    if paper:
        entry = paper_entry(view, cells=cells, correcting=hand, problems=problems)
    else:
        entry = entering.entry_for(view, cells=cells, correcting=hand, problems=problems)
    page = HandPage(view, hand, entry, out)
    if problems or not (out or (cells is not None and entry.preview is not None)):
        return page
    try:
        seen = preview(sitting, view, hand, paper=paper, cells=None if out else cells)
    except (Unreadable, ledger.Refused) as refused:
        page.notice = _why(view, refused)
        return page
    page.moved = moved_view(seen.moved, full_names_of(event_of(sitting)))
    page.shown = shown(view, None if out else cells)
    return page


def preview(
    sitting: Sitting, view: SheetView, hand: HandView | None, *, paper: bool, cells: Cells | None
) -> corrections.CorrectionPreview:
    """What these answers would move; None: the hand taken out. Raises Unreadable or Refused."""
    raw = None if cells is None else raw_of(view, hand, paper=paper, cells=cells)
    if hand is not None:
        return corrections.preview(sitting, hand.number, raw)
    return corrections.preview_addition(sitting, EntryKind.PAPER if paper else EntryKind.HAND, raw or {})


def raw_of(view: SheetView, hand: HandView | None, *, paper: bool, cells: Cells) -> dict[str, Any]:
    """The answers as the ledger takes them; raises Unreadable for totals that are no numbers."""
    if not paper:
        return dict(from_flat(columns_for(view.game, view.table), cells))
    before = view.so_far if hand is None else ledger.so_far_before(view.sitting, hand.number)
    return papering.raw_from(view, before, cells)


def shown(view: SheetView, cells: Cells | None) -> str:
    """A mark of sheet and answers: what is saved is what the consequences were shown for."""
    content = [view.head_seq, None if cells is None else sorted(cells.items())]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def _why(view: SheetView, refused: Unreadable | ledger.Refused) -> str:
    if isinstance(refused, ledger.Refused):
        return view.wording.say(refused.text)
    return " ".join(view.wording.each_once(refused.problems))
