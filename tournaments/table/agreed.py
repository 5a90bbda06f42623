"""What a table says about its list, in words: confirmed by whom, disputed why, or not confirmed."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.dateformat import time_format
from django.utils.translation import gettext

from tournaments import ledger
from tournaments.engines.plans import Confirming, event_settings
from tournaments.models import AgreedState, Credential, Entry, Sitting, Via
from tournaments.speech.wording import listed
from tournaments.table import history, playing
from tournaments.table.history import seat_word
from tournaments.table.sheetview import SheetView


@dataclass(frozen=True, slots=True)
class DisputeView:
    """Somebody says that the list, or a hand of it, is not right."""

    who: str
    at: str
    since: datetime.datetime
    about: str  # the hand; empty: the list
    note: str
    rows: tuple[tuple[str, int, int], ...]  # who, total on the sheet, what it should be; empty: not said


@dataclass(frozen=True, slots=True)
class AgreedView:
    """What is said about a list as it stands."""

    plan: Confirming
    state: str  # an AgreedState
    by: str  # who has confirmed it
    at: str  # when
    handed_in: bool

    @property
    def wanted(self) -> bool:
        """Is the list there, and has nobody confirmed it who should?"""
        return self.handed_in and self.state == AgreedState.NOBODY and self.plan is not Confirming.NOBODY

    @property
    def words(self) -> str:
        """One sentence; empty where there is nothing to say."""
        if self.state == AgreedState.DISPUTED:
            return gettext("In dispute")
        if self.state == AgreedState.CONFIRMED:
            return gettext("Confirmed by {people} at {time}").format(people=self.by, time=self.at)
        return gettext("Not confirmed") if self.wanted else ""


def plan_of_table(sitting: Sitting) -> Confirming:
    """Who confirms at this table: as the event says, or the quick evening."""
    if sitting.event is None:
        known = {choice.value: choice for choice in Confirming}
        return known.get(sitting.confirming, Confirming.LIST)
    return event_settings(sitting.event.settings).confirming


def agreed(view: SheetView) -> AgreedView:
    """As the head of the sheet says it."""
    head = view.sitting.sheethead
    return AgreedView(
        plan=plan_of_table(view.sitting),
        state=head.agreed,
        by=listed([seat_word(view, seat) for seat in head.confirmed_by]),
        at=str(time_format(head.confirmed_at.astimezone(), "H:i")) if head.confirmed_at else "",
        handed_in=view.closed,
    )


def spoken_of(view: SheetView) -> bool:
    """Does anybody say anything about this list or a hand of it?"""
    head = view.sitting.sheethead
    return bool(head.agreed or head.confirmed_hands)


def agreement(view: SheetView) -> ledger.Agreement:
    """What is said about the sheet, with its entries."""
    if not spoken_of(view):
        return ledger.Agreement()
    return ledger.agreement_of(view.sitting, ledger.standing(view.sitting))


def disputes(view: SheetView) -> list[DisputeView]:
    """What is disputed and not settled, the first to say so first."""
    if view.sitting.sheethead.agreed != AgreedState.DISPUTED:
        return []
    return [dispute_view(view, entry) for entry in agreement(view).disputes]


def dispute_view(view: SheetView, entry: Entry) -> DisputeView:
    """One of them; what the sheet says is what it said then."""
    should = entry.payload.get("should") or ()
    there = zip(view.accounts, entry.payload.get("totals", ()), should, strict=False)
    return DisputeView(
        who=seat_word(view, ledger.seat_of(entry)),
        at=str(time_format(entry.at.astimezone(), "H:i")),
        since=entry.at,
        about=view.hand_word(entry.hand_no) if entry.hand_no is not None else "",
        note=entry.reason,
        rows=tuple(there),
    )


def others(view: SheetView) -> list[tuple[int, str]]:
    """Who could confirm the list: everybody but the side that has written it all."""
    seats = ledger.confirmers(view.sitting, ledger.standing(view.sitting))
    return [(seat, view.names[seat - 1]) for seat in seats if seat <= len(view.everybody)]


def is_sealed(view: SheetView, number: int | None) -> bool:
    """Has another side confirmed this hand, so that only organisers put it right?"""
    return view.sitting.event_id is not None and number in view.sitting.sheethead.confirmed_hands


def vouches(view: SheetView, device: Credential | None) -> int | None:
    """The number of the last hand, where the owner of this phone may say that it is right."""
    last, seat = view.last, device.seat if device is not None else None
    if last is None or seat is None or view.closed or seat > len(view.everybody):
        return None
    if plan_of_table(view.sitting) is not Confirming.HANDS:
        return None
    if last.number in view.sitting.sheethead.confirmed_hands:
        return None
    sheet_ledger = ledger.standing(view.sitting)
    there = sheet_ledger.hand(last.number)
    assert there is not None
    writers = ledger.writers_of(view.sitting, (there,))
    return last.number if ledger.may_confirm(view.sitting, sheet_ledger, seat, writers) else None


@dataclass(frozen=True, slots=True)
class CorrectionTold:
    """Something organisers have changed that has not been read on a phone yet."""

    what: str
    was: str
    now: str
    reason: str
    by: str
    at: str


def corrections_told(view: SheetView, device: Credential | None) -> list[CorrectionTold]:
    """What organisers have changed since its people have last read it on this phone, the first first."""
    if device is None or playing.played(view.sitting).announce <= device.seen_seq:
        return []
    entries = Entry.objects.filter(
        sitting=view.sitting, via=Via.DESK, seq__gt=device.seen_seq, kind__in=playing.TOLD
    ).exclude(reason="")
    return [
        CorrectionTold(
            what=history.what_was_done(entry, view),
            was=history.in_words(view, entry.supersedes) if entry.supersedes is not None else "",
            now=_now(view, entry),
            reason=entry.reason,
            by=entry.by,
            at=str(time_format(entry.at.astimezone(), "H:i")),
        )
        for entry in entries.select_related("supersedes").order_by("seq")
    ]


def _now(view: SheetView, entry: Entry) -> str:
    """What it says, with its points where it still counts."""
    hand = view.hand(entry.hand_no)
    counts = hand is not None and entry.kind in ledger.HANDS and not hasattr(entry, "superseded_by")
    return hand.sentence if hand is not None and counts else history.in_words(view, entry)
