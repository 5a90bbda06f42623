"""The table page: everybody watches, devices of the table write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from config import rendering
from config.etags import etag, not_modified
from config.packing import no_secrets
from scoring import Problem, Unreadable, columns_for
from scoring.flat import from_flat
from tournaments import ledger
from tournaments.access import claims, limits, tablecards
from tournaments.access.credentials import bring_back
from tournaments.access.moves import ticketed
from tournaments.access.requests import (
    REFUSED,
    arrive,
    entry_id,
    is_script,
    not_yours,
    pause_of,
    paused,
    sent_id,
    too_fast,
    too_fast_in_words,
    whole,
)
from tournaments.access.roles import Action
from tournaments.access.tablecards import TableCard
from tournaments.access.visitor import Visitor
from tournaments.events.ground.hearing import age_of, aged
from tournaments.events.rounds import calls
from tournaments.models import Entry, EntryKind, Parked
from tournaments.table import questions, reading, seating
from tournaments.table.agreed import agreed, corrections_told, disputes, is_sealed, others, vouches
from tournaments.table.conflict import Conflict
from tournaments.table.entering import EntryForm, entry_for
from tournaments.table.lastact import Latest
from tournaments.table.picture import Looker, picture
from tournaments.table.sheetview import SheetView
from tournaments.table.views import asides, handingin, sending
from tournaments.table.views.unchanged import unchanged


@no_secrets
@ticketed
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """One table: score, entry, chart, hands. GET with answers shows their preview; POST saves the hand."""
    part = request.GET.get("part", "")
    if part == "live" and request.method != "POST" and (short := unchanged(request, pk)):
        return short
    visitor = arrive(request, pk)
    if request.method == "POST":
        if visitor.device is None and bring_back(request, visitor.sitting):
            visitor = arrive(request, pk)
        return _save(request, visitor)
    if part == "live" and (wait := _pause_of_looking(visitor)):
        return paused(HttpResponse(status=429), limits.seconds(wait))
    tag = etag(visitor.seen)
    if part == "live" and (same := not_modified(request, tag)):
        return same
    view = reading.sheet(visitor.sitting)
    entry = None
    if visitor.writes and view.takes_hands:
        entry = entry_for(view) if part != "preview" else _previewed(request, view)
    both = asides.for_phone(request, visitor, view) if part != "preview" else None
    response = _show(request, visitor, view, entry, part=part, both=both)
    if part == "live":
        response["ETag"] = tag
        if visitor.sitting.event_id is not None:
            aged(response, age_of(visitor.sitting.event_id))
    return response


def _pause_of_looking(visitor: Visitor) -> float:
    return limits.LOOKS_PER_DEVICE.wait(str(visitor.device.pk)) if visitor.device else 0


def _previewed(request: HttpRequest, view: SheetView) -> EntryForm:
    """The coming hand with the answers so far; none where they were given for other people."""
    seen = whole(request, "seen", asked=True)
    if view.sheet.changed and ledger.others_since(view.sitting, view.next_number, seen):
        problem = Problem(None, ledger.OthersPlay.code, ledger.OthersPlay().text)
        return entry_for(view, cells={}, problems=(problem,))
    return entry_for(view, cells=questions.cells_from(request.GET))


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Put an earlier hand right: the old entry stays in the history, everything after it is recomputed."""
    visitor = arrive(request, pk)
    if visitor.desk is not None and visitor.corrects:
        return redirect("desk-hand", *visitor.at, number)
    view = reading.sheet(visitor.sitting)
    late = request.method == "POST" and visitor.sends_late
    if not (late or asides.may_correct(visitor, view, number)):
        return not_yours(request, visitor)
    if request.method == "POST":
        return _save(request, visitor, correcting=number)
    hand = view.hand(number)
    if hand is None:
        return redirect("table", pk=pk)
    if hand.on_paper:
        return redirect("correct-paper-totals", pk=pk, number=number)
    part = request.GET.get("part", "")
    cells = questions.cells_from(request.GET) if part == "preview" else None
    return _show(request, visitor, view, entry_for(view, cells=cells, correcting=hand), part=part)


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last hand back, as long as it still is the last; with `to`, what was done to a hand last."""
    visitor = arrive(request, pk)
    if not visitor.may(Action.ENTER_HAND):
        return not_yours(request, visitor)
    if pause := pause_of(visitor.device):
        return _slower(request, visitor, pause)
    hand_no, back_to = whole(request, "hand") or 0, sent_id(request, "to")
    request_facts: dict[str, Any] = {
        "sitting": visitor.sitting,
        "entry_id": entry_id(request),
        **visitor.origin(whole(request, "seen")),
    }
    try:
        if back_to is None:
            ledger.undo_last(hand_no=hand_no, **request_facts)
        elif not asides.may_correct(visitor, view := reading.sheet(visitor.sitting), hand_no):
            return not_yours(request, visitor)
        elif visitor.desk is not None and view.hand(hand_no) is not None:
            return redirect("desk-hand", *visitor.at, hand_no)
        else:
            ledger.restore(to=back_to, **request_facts)
    except Unreadable as unreadable:
        return _again(request, visitor, problems=unreadable.problems)
    except ledger.Refused as refused:
        return _again(request, visitor, refused)
    return redirect("table", pk=pk)


@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """End the evening, or hand the sheet in; or open it again."""
    visitor = arrive(request, pk)
    again = bool(request.POST.get("again"))
    if not visitor.may(Action.REOPEN_TABLE if again else Action.CLOSE_TABLE):
        return not_yours(request, visitor)
    change = ledger.reopen_sheet if again else ledger.close_sheet
    if not again and (asked := handingin.question(request, reading.sheet(visitor.sitting))):
        return render(request, "tournaments/hand_in.html", {"visitor": visitor, **asked})
    try:
        change(sitting=visitor.sitting, entry_id=entry_id(request), **visitor.origin())
    except ledger.Refused as refused:
        return _again(request, visitor, refused)
    visitor.sitting.sheethead.refresh_from_db()
    view = reading.sheet(visitor.sitting)
    if not again and handingin.hands_over(view, visitor):
        return redirect("confirm", pk=pk)
    ends = not again and bool(view.hands) and visitor.sitting.event_id is None
    return redirect("ending" if ends else "table", pk=pk)


def _save(request: HttpRequest, visitor: Visitor, correcting: int | None = None) -> HttpResponse:
    if not (visitor.may(Action.ENTER_HAND) or visitor.sends_late):
        return not_yours(request, visitor)
    sitting, asked = visitor.sitting, entry_id(request)
    cells = questions.cells_from(request.POST)
    if pause := pause_of(visitor.device):
        return _slower(request, visitor, pause, cells=cells, correcting=correcting)
    number = whole(request, "hand") if correcting is None else correcting
    if correcting is None:
        cells = sending.filled_ahead(request, sitting, asked, number, cells)
    table_then = ledger.table_of(sitting, number)
    request_facts: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": asked,
        "raw": from_flat(columns_for(sitting.game_value(), table_then), cells),
        "hand_no": number,
        **sending.how_it_came(request, visitor.origin(whole(request, "seen"))),
    }
    try:
        if correcting is None:
            written = ledger.record_hand(**request_facts).entry
        else:
            written = ledger.correct_hand(**request_facts).entry
    except Unreadable as unreadable:
        return _again(request, visitor, cells=cells, problems=unreadable.problems, correcting=correcting)
    except ledger.Refused as refused:
        kind = EntryKind.HAND if correcting is None else EntryKind.CORRECT
        try:
            aside = asides.keep(request, visitor, kind, cells=cells, number=number, refused=refused)
        except Unreadable as unreadable:
            problems = unreadable.problems
            return _again(request, visitor, refused, cells=cells, problems=problems, correcting=correcting)
        except ledger.Refused as refused_again:
            return _again(request, visitor, refused_again, cells=cells, correcting=correcting)
        if isinstance(aside, Parked):
            return _aside(request, visitor, aside)
        written = aside
    if sending.from_outbox(request):
        return sending.sign(_now(request, visitor, written), asked, written)
    return redirect("table", pk=sitting.pk)


def _aside(request: HttpRequest, visitor: Visitor, parked: Parked) -> HttpResponse:
    """The page with both versions of a hand that was put aside, or with where it waits now."""
    visitor.sitting.refresh_from_db()
    view = reading.sheet(visitor.sitting)
    both = asides.for_phone(request, visitor, view, just=parked)
    entry = entry_for(view) if visitor.writes and view.takes_hands else None
    notice = "" if both else asides.notice(view, parked)
    response = _show(request, visitor, view, entry, status=409, notice=notice, both=both)
    return asides.marked(response, parked)


def _now(request: HttpRequest, visitor: Visitor, written: Entry) -> HttpResponse:
    """The table as it stands after something was written, without a detour over a redirect."""
    visitor = visitor.again()
    view = reading.sheet(visitor.sitting, written)
    entry = entry_for(view) if visitor.writes and view.takes_hands else None
    response = _show(request, visitor, view, entry, part="live")
    response["ETag"] = etag(visitor.seen)
    return response


def _slower(request: HttpRequest, visitor: Visitor, pause: int, **typed: Any) -> HttpResponse:
    """Too many hands at once: what was typed is still there, on the page or on the phone."""
    if is_script(request):
        return too_fast(request, pause)
    response = _again(request, visitor, status=429, notice=too_fast_in_words(pause), **typed)
    return paused(response, pause)


def _again(
    request: HttpRequest,
    visitor: Visitor,
    refused: ledger.Refused | None = None,
    *,
    cells: Mapping[str, str] | None = None,
    problems: tuple[Problem, ...] = (),
    correcting: int | None = None,
    status: int = REFUSED,
    notice: str = "",
) -> HttpResponse:
    """The page once more, with what was typed and why it was not saved."""
    if isinstance(refused, ledger.SheetGone):
        raise Http404
    visitor.sitting.refresh_from_db()
    view = reading.sheet(visitor.sitting)
    hand = view.hand(correcting)
    hand = None if hand is not None and hand.on_paper else hand
    number = whole(request, "hand") if correcting is None else correcting
    others = refused is not None and ledger.others_since(
        visitor.sitting, number or view.next_number, whole(request, "seen")
    )
    typed, cells = cells is not None, None if others else cells  # the seats may be other people's now
    entry = entry_for(view, cells=cells, correcting=hand, problems=problems)
    entry.notice = notice
    taken = view.hand(refused.hand_no) if isinstance(refused, ledger.HandTaken) else None
    if refused is not None:
        status = REFUSED if problems else refused.status
        entry.notice = view.wording.say(refused.text)
        entry.taken = taken
    if taken is not None and typed and correcting is None:
        entry.number = taken.number  # saved again as it is, it must not become the next hand
    shown = entry if visitor.writes and (view.takes_hands or hand) else None
    response = _show(request, visitor, view, shown, status=status, notice=entry.notice)
    return sending.say_why(request, response, refused)


def _takes_back(visitor: Visitor, view: SheetView, done: Latest | None) -> bool:
    """May what was done last be undone here? What organisers have put right, they put right again."""
    if done is None or done.to is None or (visitor.desk is not None and not done.is_next):
        return False
    return asides.may_correct(visitor, view, done.number)


def _new_pin(request: HttpRequest, visitor: Visitor) -> str:
    """The PIN of a seat that this device has just got, to be seen once."""
    if visitor.device is None or visitor.was_replaced or request.GET.get("seat") != "new":
        return ""
    return claims.spoken(claims.pin_of(visitor.device))


def _onward(visitor: Visitor) -> TableCard | None:
    """The card of this table, where it leads to a later sheet: the group has gone on to the next round."""
    sitting = visitor.sitting
    if visitor.device is None or sitting.event is None or not sitting.sheethead.closed:
        return None
    now = tablecards.look(TableCard(sitting.event, sitting.number or 0))
    further = now.state == "open" and now.sitting is not None and now.sitting.pk != sitting.pk
    return now.card if further else None


def _agreement(visitor: Visitor, view: SheetView) -> dict[str, Any]:
    """What is said about the list, and what this phone can say about it or its last hand."""
    now = agreed(view)
    says = visitor.writes and visitor.may(Action.CONFIRM)
    people = dict(others(view)) if says and now.wanted else {}
    seat = visitor.device.seat if visitor.device is not None else None
    return {
        "agreed": now,
        "confirmers": tuple(people.items()),
        "own_seat": seat if seat in people else 0,
        "says": says,
        "vouches": vouches(view, visitor.device) if says else None,
    }


def _show(
    request: HttpRequest,
    visitor: Visitor,
    view: SheetView,
    entry: EntryForm | None,
    *,
    part: str = "",
    status: int = 200,
    notice: str = "",
    both: Conflict | None = None,
) -> HttpResponse:
    if entry is not None and entry.correcting is not None:
        view = view.of(entry.correcting)  # of those who played that hand
    here = reverse("table", args=[view.sitting.pk])
    if entry is not None and entry.correcting is not None:
        here = reverse("correct", args=[view.sitting.pk, entry.number])
    htmx = bool(getattr(request, "htmx", False))
    if part == "preview" and htmx and entry is not None and entry.started:
        return HttpResponse(rendering.rendered("tournaments/_preview.html", {"view": view, "entry": entry}))
    latest = reading.latest(view)
    shown = {
        "latest": latest,
        "tag": etag(visitor.seen),
        "takes_back": _takes_back(visitor, view, latest),
        "confirmed": latest is not None and latest.number in view.confirmed,
        "sealed": latest is not None and is_sealed(view, latest.number) and visitor.desk is None,
    }
    frame = {
        "here": here,  # not always what was asked for: a refused undo shows the table
        "visitor": Looker.of(visitor),
        "whose": visitor.whose(view.everybody),
        "may_write": visitor.writes,
        "lost_seat": seating.lost_seat(visitor, view),
        **_agreement(visitor, view),
    }
    more = {
        "notice": notice,
        "seat_requests": seating.asking(visitor, view),
        "new_pin": _new_pin(request, visitor),
        "conflict": both,
        "answers": asides.answers(visitor, view, both) if both else None,
        "question": both.question(visitor.device) if both else "",
        "waiting": asides.waiting(visitor.sitting),
        "call": calls.open_call(visitor.sitting) if visitor.calls and visitor.sitting.beside else None,
        "onward": _onward(visitor),
        "disputes": disputes(view),
        "corrections": corrections_told(view, visitor.device),
    }
    name = "tournaments/table.html"
    if part == "preview" and htmx:
        name = "tournaments/_preview.html"
    elif part == "live" or htmx or sending.from_outbox(request):
        name = "tournaments/_table.html"
    return HttpResponse(picture(request, name, view, entry, shown, frame, more), status=status)
