"""The box is counted, closed with a numbered report, and opened again; each is a record."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Max
from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable
from scoring import say as sentence
from scoring.text import mark as _
from tournaments.cash.accounts import book_lines
from tournaments.engines.amounts import MOST
from tournaments.engines.cashdesk.accounts import box
from tournaments.engines.cashdesk.kinds import PaidBy
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import CashCount, CashEntry, CountKind, Event

NOTED = {
    CountKind.COUNTED: "cash_counted",
    CountKind.CLOSED: "cash_closed",
    CountKind.REOPENED: "cash_reopened",
}


def is_closed(event: Event) -> bool:
    """Is the box closed?"""
    last = CashCount.objects.filter(event=event).exclude(what=CountKind.COUNTED).order_by("seq").last()
    return last is not None and last.what == CountKind.CLOSED


def has_cash(event: Event) -> bool:
    """Was cash ever in the box?"""
    return CashEntry.objects.filter(event=event, way=PaidBy.CASH).exists()


def refuse_closed(event: Event) -> None:
    """No cash goes in or out of a closed box; raises Unreadable."""
    if is_closed(event):
        text = _("The box is closed. Organisers can open it again at the cash desk.")
        raise _refused("closed", text)


def count(
    *,
    event: Event,
    counted: int,
    pieces: Mapping[int, int] | None = None,
    close: bool = False,
    reason: str = "",
    by: str = "",
) -> CashCount:
    """What lies in the box. `close`: this is the end; the report gets its number, a difference its reason.

    Raises Unreadable where it is closed already, or a difference has no reason.
    """
    with writing():
        event = locked(event)
        refuse_closed(event)
        if not 0 <= counted <= MOST:
            raise _refused("amount", _("Please type what lies in the box."))
        expected = box(book_lines(event)).expected
        if close and counted != expected and not reason.strip():
            raise _refused("reason", _("There is a difference. Please say what it may come from."))
        return _record(
            event,
            CountKind.CLOSED if close else CountKind.COUNTED,
            expected=expected,
            counted=counted,
            pieces={str(piece): number for piece, number in (pieces or {}).items() if number},
            reason=reason,
            by=by,
        )


def reopen(*, event: Event, reason: str, by: str = "") -> CashCount:
    """Open the box again; the report of before stays. Raises Unreadable without a reason."""
    with writing():
        event = locked(event)
        if not is_closed(event):
            raise _refused("open", _("The box is open already. Please reload the page."))
        if not reason.strip():
            raise _refused("reason", _("Please enter a reason."))
        return _record(event, CountKind.REOPENED, reason=reason, by=by)


def _record(
    event: Event,
    what: CountKind,
    *,
    expected: int = 0,
    counted: int | None = None,
    pieces: Mapping[str, int] | None = None,
    reason: str = "",
    by: str = "",
) -> CashCount:
    rows = CashCount.objects.filter(event=event).aggregate(last=Max("seq"), number=Max("number"))
    upto = CashEntry.objects.filter(event=event).aggregate(last=Max("seq"))["last"] or 0
    record = CashCount.objects.create(
        event=event,
        seq=(rows["last"] or 0) + 1,
        what=what.value,
        number=(rows["number"] or 0) + 1 if what is CountKind.CLOSED else None,
        upto=upto,
        expected=expected,
        counted=counted,
        pieces=dict(pieces or {}),
        reason=reason.strip()[:200],
        by=by[:60],
        at=timezone.now(),
    )
    note(event, NOTED[what], by=by, reason=reason, number=record.number, difference=record.difference)
    return record


def _refused(code: str, message: str) -> Unreadable:
    return Unreadable([Problem(None, code, sentence(message))])
