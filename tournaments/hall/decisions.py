"""The list of corrections: what was put right after it had counted, who did it, why, and what it moved.

Everybody may read it. `printed.Correction` and the hall's boards take the same rows.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring import Unreadable, parse
from tournaments import ledger
from tournaments.events.decisions import corrections as correcting
from tournaments.events.decisions import exchanges, rulings
from tournaments.events.decisions.consequences import loaded
from tournaments.events.ground.names import full_names_of, names_of
from tournaments.events.words.moves import accounts_and_points, sentences
from tournaments.models import Entry, EntryKind, Event, Notice, Ruling, RulingKind, Sitting
from tournaments.speech.wording import number as plain
from tournaments.speech.wording import signed
from tournaments.table import reading
from tournaments.table.history import in_words
from tournaments.table.sheetview import SheetView

LISTED = (
    correcting.CORRECTED,
    correcting.TAKEN_OUT,
    correcting.ADDED,
    exchanges.EXCHANGED,
    rulings.MADE,
    rulings.WITHDRAWN,
)


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision after the fact, spoken. `before` stood there, `after` stands there now."""

    id: int
    at: datetime.datetime
    what: str
    where: str  # "Round 2 · Table 3 · Entry 9"
    who: str
    reason: str
    before: str
    after: str
    moved: tuple[str, ...]
    round: int | None = None
    table: int | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """Points given or taken by a decision."""

    id: int
    at: datetime.datetime
    where: str
    name: str
    points: str
    reason: str
    who: str
    withdrawn: bool


def decision_rows(event: Event, *, full_names: bool = False) -> list[DecisionRow]:
    """All of them, the latest first; `full_names` for the desk alone."""
    notices = list(Notice.objects.filter(event=event, what__in=LISTED).order_by("-at", "-id"))
    if not notices:
        return []
    words = _Words(event, full_names_of(event) if full_names else names_of(event))
    return [words.row(notice) for notice in notices]


def penalty_rows(event: Event, *, full_names: bool = False) -> list[PenaltyRow]:
    """All penalties and credits, oldest first."""
    names = full_names_of(event) if full_names else names_of(event)
    penalties = Ruling.objects.filter(event=event, kind=RulingKind.POINTS).select_related("round")
    return [
        PenaltyRow(
            id=ruling.pk,
            at=ruling.at,
            where=gettext("Round {number}").format(number=ruling.round.number) if ruling.round else "",
            name=names.get(ruling.entrant_id or 0, "?"),
            points=points_of(ruling),
            reason=ruling.reason,
            who=ruling.by,
            withdrawn=ruling.withdrawn_at is not None,
        )
        for ruling in penalties
    ]


def points_of(ruling: Ruling) -> str:
    """`−10`, or with what they are: `+2 match points`."""
    written = signed(ruling.data["points"])
    if ruling.data.get("target") == "match_points":
        points = ruling.data["points"]
        text = ngettext("{points} match point", "{points} match points", abs(points))
        return text.format(points=written)
    return written


class _Words:
    """Speaks the rows of one event; looks at every sheet and every decision once."""

    def __init__(self, event: Event, names: Mapping[int, str]) -> None:
        self.names = names
        self.rulings = {
            ruling.pk: ruling
            for ruling in Ruling.objects.filter(event=event).select_related("round", "entrant")
        }
        self.sheets: dict[int, SheetView | None] = {}

    def row(self, notice: Notice) -> DecisionRow:
        what, before, after = self._change(notice)
        data = notice.data
        if ruling := self.rulings.get(data.get("ruling", 0)):
            round_ = ruling.round.number if ruling.round else None
            table = ruling.table
        else:
            round_, table = data.get("round"), data.get("table")
        return DecisionRow(
            id=notice.pk,
            at=notice.at,
            what=what,
            where=self._where(round_, table, data),
            who=notice.by,
            reason=notice.reason,
            before=before,
            after=after,
            moved=sentences(loaded(data.get("moved", {})), self.names),
            round=round_,
            table=table,
            hand=data.get("hand"),
        )

    def _change(self, notice: Notice) -> tuple[str, str, str]:
        change_by_notice: dict[str, Callable[[Mapping[str, Any]], tuple[str, str, str]]] = {
            correcting.CORRECTED: self._hand,
            correcting.TAKEN_OUT: self._hand,
            correcting.ADDED: self._hand,
            exchanges.EXCHANGED: self._exchange,
            rulings.MADE: self._decision,
            rulings.WITHDRAWN: self._decision_withdrawn,
        }
        return change_by_notice[notice.what](notice.data)

    def _where(self, round_: int | None, table: int | None, data: Mapping[str, Any]) -> str:
        parts = []
        if round_:
            parts.append(gettext("Round {number}").format(number=round_))
        for number in [table] if table else data.get("tables", []):
            parts.append(gettext("Table {number}").format(number=number))
        if data.get("hand"):
            view = self._sheet(data["sitting"])
            parts.append(view.hand_word(data["hand"]) if view else gettext("Hand"))
        return " · ".join(parts)

    def _hand(self, data: Mapping[str, Any]) -> tuple[str, str, str]:
        view = self._sheet(data["sitting"])
        entries = Entry.objects.in_bulk([pk for pk in (data.get("old"), data["entry"]) if pk])
        by_key = {str(pk): entry for pk, entry in entries.items()}
        before = self._hand_and_points(view, by_key.get(data.get("old") or ""), data.get("points_before"))
        after = self._hand_and_points(view, by_key.get(data["entry"]), data.get("points_after"))
        if data.get("points_after") is None:
            return gettext("Hand deleted"), before, ""
        if data.get("old") is None:
            return gettext("Entered late"), "", after
        return gettext("Hand corrected"), before, after

    def _sheet(self, pk: int) -> SheetView | None:
        if pk not in self.sheets:
            sitting = Sitting.objects.select_related("sheethead").filter(pk=pk).first()
            self.sheets[pk] = reading.sheet(sitting) if sitting else None
        return self.sheets[pk]

    def _hand_and_points(self, view: SheetView | None, entry: Entry | None, points: list[int] | None) -> str:
        if view is None or entry is None or points is None:
            return ""
        sentence = _sentence(view, entry)
        moves = accounts_and_points(view.accounts, points)
        return f"{sentence} ({moves})" if sentence else moves

    def _exchange(self, data: Mapping[str, Any]) -> tuple[str, str, str]:
        first, second = (self.names.get(data[key], "?") for key in ("one", "other"))
        if data.get("back"):
            after = gettext("{person} and {other} sit where they sat before").format(
                person=first, other=second
            )
            return gettext("Wrong seats: taken back"), "", after
        after = gettext("{person} and {other} have swapped seats").format(person=first, other=second)
        return gettext("Wrong seats"), "", after

    def _decision(self, data: Mapping[str, Any]) -> tuple[str, str, str]:
        ruling = self.rulings[data["ruling"]]
        return ruling_kind(ruling), "", ruling_in_words(ruling, self.names)

    def _decision_withdrawn(self, data: Mapping[str, Any]) -> tuple[str, str, str]:
        ruling = self.rulings[data["ruling"]]
        what = gettext("{decision}: taken back").format(decision=ruling_kind(ruling))
        return what, ruling_in_words(ruling, self.names), ""


def _sentence(view: SheetView, entry: Entry) -> str:
    """As it stands on the sheet, or would stand there; answer by answer where the rules no longer take it."""
    if entry.kind in (EntryKind.HAND, EntryKind.CORRECT) and entry.hand_no is not None:
        try:
            before = ledger.so_far_before(view.sitting, entry.hand_no)
            record = parse(view.game, view.table, before, entry.payload)
        except Unreadable:
            return in_words(view, entry)
        return reading.preview(view, record, entry.hand_no).sentence
    return in_words(view, entry)


def ruling_kind(ruling: Ruling) -> str:
    """What kind of decision it is."""
    match RulingKind(ruling.kind):
        case RulingKind.POINTS:
            return gettext("Penalty") if ruling.data["points"] < 0 else gettext("Credit")
        case RulingKind.WALKOVER:
            return gettext("Won by walkover")
        case RulingKind.LOT:
            return gettext("Lot drawn by hand")
        case RulingKind.PLAY_OFF:
            return gettext("Play-off")


def ruling_in_words(ruling: Ruling, names: Mapping[int, str]) -> str:
    """What was decided, without where and why."""
    match RulingKind(ruling.kind):
        case RulingKind.POINTS:
            return f"{names.get(ruling.entrant_id or 0, '?')} {points_of(ruling)}"
        case RulingKind.WALKOVER:
            return gettext("{name} wins").format(name=names.get(ruling.data["winner"], "?"))
        case _:
            order = [names.get(who, "?") for who in ruling.data["order"]]
            return " · ".join(f"{plain(place)}. {name}" for place, name in enumerate(order, start=1))
