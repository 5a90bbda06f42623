"""Everything that was ever said about a sheet, in words."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring import fields_for, read
from tournaments import ledger
from tournaments.models import Entrant, Entry, EntryKind, Sitting, Via
from tournaments.sheetview import SheetView
from tournaments.wording import answered, signed

CHANGES = (EntryKind.CORRECT, EntryKind.PAPER, EntryKind.VOID, EntryKind.PEOPLE)


@dataclass(frozen=True, slots=True)
class EventView:
    """One entry of the ledger in words."""

    seq: int
    at: datetime.datetime
    what: str
    sentence: str
    superseded: bool
    reason: str = ""  # why an organiser did it
    by: str = ""  # the account
    closed: bool = False  # the sheet was closed, and stayed closed
    at_desk: bool = False
    phone: str = ""  # whose it is

    @property
    def who(self) -> str:
        """Who entered it, as far as it is known; the table's own phones are not told apart without a name."""
        if self.by:
            return gettext("by {name}").format(name=self.by)
        if self.at_desk:
            return gettext("at the desk")
        return gettext("{name}'s phone").format(name=self.phone) if self.phone else ""


def history(sitting: Sitting, view: SheetView) -> list[EventView]:
    """Every entry of the ledger, the latest first: hands, corrections, what was taken back, who and why."""
    entries = list(ledger.history(sitting))
    return list(_events(sitting, entries, view))[::-1]


def _events(sitting: Sitting, entries: Sequence[Entry], view: SheetView) -> Iterator[EventView]:
    gone = {entry.supersedes_id for entry in entries if entry.supersedes_id}
    names = _names(sitting, entries)
    closed = False
    for entry in entries:
        superseded = entry.pk in gone
        kind = EntryKind(entry.kind)
        yield EventView(
            seq=entry.seq,
            at=entry.at,
            what=_what(entry, kind, view).format(number=entry.hand_no),
            sentence=_sentence(entry, kind, view, names, superseded),
            superseded=superseded,
            reason=entry.reason,
            by=entry.by,
            closed=closed and kind in CHANGES,
            at_desk=entry.via == Via.DESK,
            phone=phone_of(entry, view),
        )
        closed = kind is EntryKind.CLOSE or (closed and kind is not EntryKind.REOPEN)


def phone_of(entry: Entry, view: SheetView) -> str:
    """Whose phone said this, as far as somebody has told."""
    seat = entry.credential.seat if entry.credential else None
    return view.people[seat - 1] if seat and seat <= len(view.people) else ""


def _what(entry: Entry, kind: EntryKind, view: SheetView) -> str:
    match kind:
        case EntryKind.CORRECT:
            return gettext("Entry {number} corrected")
        case EntryKind.PAPER if entry.supersedes_id:
            return gettext("Entry {number} corrected")
        case EntryKind.VOID:
            return gettext("Entry {number} taken back")
        case EntryKind.EXTRA:
            return view.extra_name
        case EntryKind.CLOSE:
            return gettext("Sheet closed")
        case EntryKind.REOPEN:
            return gettext("Sheet opened again")
        case EntryKind.PEOPLE:
            return gettext("Places exchanged")
        case _:
            return gettext("Entry {number}")


def _sentence(
    entry: Entry, kind: EntryKind, view: SheetView, names: Mapping[int, str], superseded: bool
) -> str:
    match kind:
        case EntryKind.PAPER:
            return _from_paper(view, entry.payload)
        case EntryKind.HAND | EntryKind.CORRECT if superseded:
            return answers_in_words(view, entry.payload)
        case EntryKind.HAND | EntryKind.CORRECT:
            hand = view.hand(entry.hand_no)
            return hand.sentence if hand else ""
        case EntryKind.PEOPLE:
            return _exchanged(entry.payload, names)
        case _:
            return ""


def in_words(view: SheetView, entry: Entry) -> str:
    """What an entry said, whether it counts or not; nothing where it says nothing about a hand."""
    match EntryKind(entry.kind):
        case EntryKind.PAPER:
            return _from_paper(view, entry.payload)
        case EntryKind.HAND | EntryKind.CORRECT:
            return answers_in_words(view, entry.payload)
        case _:
            return ""


def _from_paper(view: SheetView, payload: Mapping[str, Any]) -> str:
    moves = zip(view.accounts, map(signed, payload["points"]), strict=True)
    count = payload["hands"]
    message = ngettext("{count} hand from paper: {moves}", "{count} hands from paper: {moves}", count)
    return message.format(count=count, moves=", ".join(f"{name} {points}" for name, points in moves))


def _exchanged(payload: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Which places it was, and who sits there now where start numbers tell."""
    there = payload["asked"]["with"]
    message = gettext("Seat {seat} and seat {other}")
    if there["table"] is not None:
        message = gettext("Seat {seat} and seat {other} at table {table}")
    places = message.format(seat=payload["asked"]["seat"], other=there["seat"], table=there["table"])
    message = gettext("seat {seat}: {now} instead of {was}")
    moves = [
        message.format(seat=move["seat"], now=names[move["is"]], was=names[move["was"]])
        for move in payload["people"]
        if move["is"] in names and move["was"] in names and move["is"] != move["was"]
    ]
    return " · ".join([places, *moves])


def _names(sitting: Sitting, entries: Sequence[Entry]) -> dict[int, str]:
    """The people of all exchanges by start number, as they are called today."""
    moves = [move for entry in entries if entry.kind == EntryKind.PEOPLE for move in entry.payload["people"]]
    numbers = {move[when] for move in moves for when in ("was", "is")} - {None}
    if not numbers:
        return {}
    entrants = Entrant.objects.filter(event=sitting.event_id, number__in=numbers)
    return {
        one.number: one.name or " / ".join(member.player.public_name for member in one.members.all())
        for one in entrants.prefetch_related("members__player")
    }


def answers_in_words(view: SheetView, payload: Mapping[str, Any]) -> str:
    """What was once entered, answer by answer; for entries that no longer count."""
    fields = fields_for(view.game, view.table)
    reading = read(fields, payload, view.table.seating)
    told = [one for one in fields if one.name in payload and not reading.problems]
    words = [answered(gettext(one.ask.label), view.wording.word(reading.values[one.name])) for one in told]
    return " · ".join(words)
