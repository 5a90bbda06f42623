"""What a table has sent and could not be counted: put aside, shown on its phones, decided there or not."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments import ledger
from tournaments.access.requests import sent_id, whole
from tournaments.access.roles import Part
from tournaments.access.visitor import Visitor
from tournaments.ledger.receipts import receipt_of_parked
from tournaments.models import Answer, Entry, EntryKind, Parked, Sitting
from tournaments.table import reading
from tournaments.table.agreed import is_sealed
from tournaments.table.conflict import Conflict, conflict, conflicts
from tournaments.table.sheetview import SheetView
from tournaments.table.views import sending

PARKED = "Stammtisch-Parked"
LATER = "later"  # what somebody here has said to leave for now, and the cookie that remembers it
MOST_LATER = 20
DAY = 24 * 3600


def keep(
    request: HttpRequest,
    visitor: Visitor,
    kind: EntryKind,
    *,
    cells: Mapping[str, str],
    number: int | None,
    refused: ledger.Refused,
) -> Parked | Entry:
    """Put aside what the ledger has refused to a device of the table; else raises the refusal again."""
    entry_id = sent_id(request, "entry")
    if entry_id is None or visitor.desk is not None:
        raise refused
    return ledger.put_aside(
        sitting=visitor.sitting,
        entry_id=entry_id,
        kind=kind,
        cells=cells,
        refused=refused,
        hand_no=number,
        **sending.how_it_came(request, visitor.origin(whole(request, "seen"))),
    )


def marked(response: HttpResponse, parked: Parked) -> HttpResponse:
    """The answer with what a phone's outbox needs: it may let go of what was put aside."""
    response[PARKED] = f"{parked.pk} {receipt_of_parked(parked)}"
    return response


def led_on(request: HttpRequest, visitor: Visitor, aside: Parked | Entry) -> HttpResponse:
    """The page where it waits; to the table where it stands on the sheet already."""
    if isinstance(aside, Parked):
        visitor.sitting.refresh_from_db()
        view = reading.sheet(visitor.sitting)
        return marked(waiting_page(request, visitor, view, notice(view, aside), 409), aside)
    return redirect("table", pk=visitor.sitting.pk)


def notice(view: SheetView, parked: Parked) -> str:
    """What somebody is told whose hand does not count yet."""
    both = conflict(view, parked)
    if view.sitting.event_id is not None:
        return f"{both.why} {gettext('Nothing is lost: the organisers decide about it.')}"
    return f"{both.why} {gettext('Nothing is lost: it waits here until somebody decides.')}"


def may_correct(visitor: Visitor, view: SheetView, number: int) -> bool:
    """May this hand be put right on the table's page? The last one by everybody who writes there."""
    last = view.last is None or number >= view.last.number
    if is_sealed(view, number) and visitor.desk is None:
        return False
    return visitor.corrects == "all" or (visitor.corrects == "last" and last)


def answers(visitor: Visitor, view: SheetView, both: Conflict) -> tuple[str, ...]:
    """What may be decided about it here: at a table of an event the last hand, and nothing that came late."""
    if visitor.desk is not None or not may_correct(visitor, view, both.number):
        return ()
    if both.late and visitor.part != Part.HOST:
        return ()
    closed = (Answer.INSTEAD, Answer.BESIDES) if view.closed else ()
    return tuple(answer.value for answer in both.answers if answer not in closed)


def waiting(sitting: Sitting) -> list[uuid.UUID]:
    """What of this table waits to be decided."""
    if not sitting.beside:
        return []
    return list(Parked.objects.filter(sitting=sitting.pk, decision=None).values_list("pk", flat=True))


def for_phone(
    request: HttpRequest, visitor: Visitor, view: SheetView, just: Parked | None = None
) -> Conflict | None:
    """The two versions that this phone is asked about: of its own, or of the one it has contradicted.

    `just`: what it has sent a moment ago.
    """
    if visitor.device is None or visitor.desk is not None or not visitor.sitting.beside:
        return None
    later = set(_later(request, view.sitting))
    for parked in ledger.undecided(view.sitting):
        if just is not None and parked.pk != just.pk:
            continue
        if just is None and parked.pk.hex in later:
            continue
        both = conflict(view, parked)
        if both.entry is None or both.theirs is None or both.late:
            continue
        if visitor.device.pk in (parked.credential_id, both.entry.credential_id):
            return both
    return None


def _later(request: HttpRequest, sitting: Sitting) -> list[str]:
    return request.COOKIES.get(f"{LATER}-{sitting.pk}", "").split(".")[-MOST_LATER:]


def waiting_page(
    request: HttpRequest, visitor: Visitor, view: SheetView, problem: str = "", status: int = 200
) -> HttpResponse:
    """Everything of this table that waits, with both versions and what may be answered."""
    rows = [(both, both.question(visitor.device), answers(visitor, view, both)) for both in conflicts(view)]
    context = {"visitor": visitor, "view": view, "rows": rows, "problem": problem}
    return render(request, "tournaments/asides.html", context, status=status)


def leave(request: HttpRequest, sitting: Sitting, parked: Parked) -> HttpResponse:
    """Play on; the page tells with a line that something waits."""
    later = [*_later(request, sitting), parked.pk.hex][-MOST_LATER:]
    response = redirect("table", pk=sitting.pk)
    value = ".".join(filter(None, later))
    response.set_cookie(f"{LATER}-{sitting.pk}", value, max_age=DAY, httponly=True, samesite="Lax")
    return response
