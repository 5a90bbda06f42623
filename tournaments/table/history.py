"""Everything that was ever said about a sheet, in words."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring import Side, Stretch, fields_for, read
from tournaments import ledger
from tournaments.models import Answer, Entrant, Entry, EntryKind, Parked, ParkedDecision, Sitting, Via
from tournaments.models.naming import names_in
from tournaments.speech.wording import Wording, answered, listed, number, signed, speak
from tournaments.table.sheetview import SheetView

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
    events = list(_events(sitting, entries, view))
    for aside in _asides(sitting, view):  # they have no number: where they stand is a matter of the clock
        place = next((at for at, event in enumerate(events) if event.at > aside.at), len(events))
        events.insert(place, aside)
    return events[::-1]


def _asides(sitting: Sitting, view: SheetView) -> Iterator[EventView]:
    """What was put aside, and what was decided about it."""
    if not sitting.beside:
        return
    for parked in ledger.put_aside_at(sitting):
        hand = view.hand_word(parked.hand_no or view.next_number)
        stretch = ledger.people_of(sitting, parked)
        raw = ledger.raw_of(sitting, parked)
        decision = getattr(parked, "decision", None)
        yield EventView(
            seq=0,
            at=parked.at,
            what=gettext("{hand}: put aside, does not count").format(hand=hand),
            sentence=in_words_then(view, parked.kind, raw, stretch),
            superseded=decision is not None,
            phone=phone_of(parked, view),
        )
        if decision is not None:
            yield EventView(
                seq=0,
                at=decision.at,
                what=gettext("Decided: {answer}").format(answer=_decided(decision.answer, hand)),
                sentence="",
                superseded=False,
                by=decision.by,
                at_desk=decision.via == Via.DESK,
                phone=phone_of(decision, view),
            )


def _decided(answer: str, hand: str) -> str:
    match answer:
        case Answer.INSTEAD:
            text = gettext("{hand} as it was put aside")
        case Answer.BESIDES:
            text = gettext("what was put aside is a hand of its own")
        case Answer.SAME:
            text = gettext("{hand} was sent twice")
        case Answer.OTHER:
            text = gettext("{hand} was entered anew")
        case _:
            text = gettext("{hand} stays as it was on the sheet")
    return text.format(hand=hand)


def _events(sitting: Sitting, entries: Sequence[Entry], view: SheetView) -> Iterator[EventView]:
    gone = {entry.supersedes_id for entry in entries if entry.supersedes_id}
    names = _names(sitting, entries)
    erased = ledger.erasures(sitting)
    closed, fold = False, ledger.Fold()
    for entry in entries:
        superseded = entry.pk in gone
        kind = EntryKind(entry.kind)
        then = ledger.players(sitting, fold.line_ups, entry.hand_no or 0) if superseded else None
        yield EventView(
            seq=entry.seq,
            at=entry.at,
            what=what_was_done(entry, view),
            sentence=_sentence(entry, kind, view, names, then),
            superseded=superseded,
            reason=erased.get(entry.pk, entry.reason),
            by=entry.by,
            closed=closed and kind in CHANGES,
            at_desk=entry.via == Via.DESK,
            phone=phone_of(entry, view),
        )
        fold.add(entry)
        closed = kind is EntryKind.CLOSE or (closed and kind is not EntryKind.REOPEN)


def phone_of(statement: Entry | Parked | ParkedDecision, view: SheetView) -> str:
    """Whose phone said this, as far as somebody has told."""
    seat = statement.credential.seat if statement.credential else None
    return view.everybody[seat - 1] if seat and seat <= len(view.everybody) else ""


def seat_word(view: SheetView, seat: int) -> str:
    """Who says something about a list: `Eva, seat 3`, or the organisers."""
    if seat == ledger.ORGANISERS:
        return gettext("the organisers")
    name = view.names[seat - 1] if seat <= len(view.names) else "?"
    return gettext("{name}, seat {seat}").format(name=name, seat=seat)


def what_was_done(entry: Entry, view: SheetView) -> str:
    """What an entry did, in a few words."""
    hand = view.hand_word(entry.hand_no) if entry.hand_no is not None else ""
    who = seat_word(view, ledger.seat_of(entry))
    match EntryKind(entry.kind):
        case EntryKind.CONFIRM if hand:
            return gettext("{hand} confirmed by {who}").format(hand=hand, who=who)
        case EntryKind.CONFIRM:
            return gettext("List confirmed by {who}").format(who=who)
        case EntryKind.DISPUTE if hand:
            return gettext("{hand} disputed by {who}").format(hand=hand, who=who)
        case EntryKind.DISPUTE:
            return gettext("List disputed by {who}").format(who=who)
        case EntryKind.RESOLVE:
            return gettext("Dispute settled")
        case EntryKind.CORRECT:
            return gettext("{hand} corrected").format(hand=hand)
        case EntryKind.PAPER if entry.supersedes_id:
            return gettext("{hand} corrected").format(hand=hand)
        case EntryKind.VOID:
            return gettext("{hand} taken back").format(hand=hand)
        case EntryKind.EXTRA:
            return view.extra_name
        case EntryKind.CLOSE if entry.via == Via.CLOCK:
            return gettext("Sheet closed by itself: the evening was over")
        case EntryKind.CLOSE:
            return gettext("Sheet closed")
        case EntryKind.REOPEN:
            return gettext("Sheet opened again")
        case EntryKind.PEOPLE:
            return gettext("Seats swapped")
        case EntryKind.LINE_UP:
            return gettext("From {hand} on others play").format(hand=hand)
        case _:
            return hand


def _sentence(
    entry: Entry,
    kind: EntryKind,
    view: SheetView,
    names: Mapping[int, str],
    then: Stretch[Any] | None,
) -> str:
    """`then`: who played what counts no more."""
    match kind:
        case EntryKind.PAPER:
            return _from_paper(view, entry.payload, then or view.stretch_of(entry.hand_no))
        case EntryKind.HAND | EntryKind.CORRECT if then is not None:
            return answers_in_words(view, entry.payload, then)
        case EntryKind.HAND | EntryKind.CORRECT:
            hand = view.hand(entry.hand_no)
            return hand.sentence if hand else ""
        case EntryKind.PEOPLE:
            return _exchanged(entry.payload, names)
        case EntryKind.LINE_UP:
            return _line_up(view, entry.payload)
        case EntryKind.CONFIRM if entry.payload.get("phone") == ledger.TURNED:
            return gettext("On a phone that was turned round.")
        case EntryKind.DISPUTE:
            return _should_be(view, entry.payload)
        case _:
            return ""


def _should_be(view: SheetView, payload: Mapping[str, Any]) -> str:
    """What the totals were, and what they should be."""
    rows = zip(view.accounts, payload["totals"], payload.get("should") or (), strict=False)
    moves = [f"{name} {number(there)} → {number(should)}" for name, there, should in rows if there != should]
    return gettext("It should be: {totals}").format(totals=", ".join(moves)) if moves else ""


def in_words(view: SheetView, entry: Entry) -> str:
    """What an entry said, whether it counts or not; nothing where it says nothing about a hand."""
    match EntryKind(entry.kind):
        case EntryKind.PAPER:
            return _from_paper(view, entry.payload, view.stretch_of(entry.hand_no))
        case EntryKind.HAND | EntryKind.CORRECT:
            return answers_in_words(view, entry.payload, view.stretch_of(entry.hand_no))
        case _:
            return ""


def _line_up(view: SheetView, payload: Mapping[str, Any]) -> str:
    """Who plays, also where the places are not used any more."""
    return listed([view.names[place - 1] for place in payload["places"] if place <= len(view.names)])


def in_words_then(view: SheetView, kind: str, payload: Mapping[str, Any], stretch: Stretch[Any]) -> str:
    """What was sent and does not count, as those entered it who played then."""
    if kind == EntryKind.PAPER:
        return _from_paper(view, payload, stretch)
    return answers_in_words(view, payload, stretch)


def _from_paper(view: SheetView, payload: Mapping[str, Any], stretch: Stretch[Any]) -> str:
    seating = stretch.table.seating
    wording = Wording(seating, view.named(stretch))
    names = [wording.side(Side(side)) for side in range(seating.sides)]
    moves = zip(names, map(signed, payload["points"]), strict=False)
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
    if not numbers or sitting.event is None:
        return {}
    names = names_in(sitting.event)
    entrants = Entrant.objects.filter(event=sitting.event_id, number__in=numbers)
    return {
        entrant.number: names.entry(entrant, [member.player for member in entrant.members.all()])
        for entrant in entrants.prefetch_related("members__player")
    }


def answers_in_words(view: SheetView, payload: Mapping[str, Any], stretch: Stretch[Any] | None = None) -> str:
    """What was once entered, answer by answer, by those who played it; for entries that no longer count."""
    stretch = stretch or view.stretch
    wording = Wording(stretch.table.seating, view.named(stretch))
    fields = fields_for(view.game, stretch.table)
    reading = read(fields, payload, stretch.table.seating)
    given = [field for field in fields if field.name in payload and not reading.problems]
    words = [answered(speak(field.ask.label), wording.word(reading.values[field.name])) for field in given]
    return " · ".join(words)
