"""The table page: everybody watches, devices of the table write."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scoring import Problem, Unreadable, columns_for
from scoring.flat import from_flat
from tournaments import ledger, questions, reading
from tournaments.entering import Entry, entry_for
from tournaments.models import Credential, Sitting
from tournaments.sheetview import SheetView
from tournaments.views.shared import REFUSED, arrive, entry_id, not_yours, whole


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """One table: score, entry, chart, hands. GET with answers shows their preview; POST saves the hand."""
    sitting, device = arrive(request, pk)
    if request.method == "POST":
        return _save(request, sitting, device)
    part = request.GET.get("part", "")
    if part == "live" and request.GET.get("seen") == str(sitting.sheethead.head_seq):
        return HttpResponse(status=204)
    view = reading.sheet(sitting)
    entry = None
    if device is not None and view.takes_hands:
        cells = questions.cells_from(request.GET) if part == "preview" else None
        entry = entry_for(view, cells=cells)
    return _show(request, view, entry, may_write=device is not None, part=part)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Put an earlier hand right: the old entry stays in the history, everything after it is recomputed."""
    sitting, device = arrive(request, pk)
    if device is None:
        return not_yours(request, sitting)
    if request.method == "POST":
        return _save(request, sitting, device, correcting=number)
    view = reading.sheet(sitting)
    hand = next((hand for hand in view.hands if hand.number == number), None)
    if hand is None:
        return redirect("table", pk=pk)
    part = request.GET.get("part", "")
    cells = questions.cells_from(request.GET) if part == "preview" else None
    return _show(request, view, entry_for(view, cells=cells, correcting=hand), part=part)


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last hand back, as long as it still is the last."""
    sitting, device = arrive(request, pk)
    if device is None:
        return not_yours(request, sitting)
    try:
        ledger.undo_last(
            sitting=sitting,
            entry_id=entry_id(request),
            hand_no=whole(request, "hand") or 0,
            base_seq=whole(request, "seen"),
            credential=device,
        )
    except ledger.Refused as refused:
        return _again(request, sitting, refused)
    return redirect("table", pk=pk)


@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """End the evening (or open the sheet again)."""
    sitting, device = arrive(request, pk)
    if device is None:
        return not_yours(request, sitting)
    change = ledger.reopen_sheet if request.POST.get("again") else ledger.close_sheet
    try:
        change(sitting=sitting, entry_id=entry_id(request), credential=device)
    except ledger.Refused as refused:
        return _again(request, sitting, refused)
    return redirect("table", pk=pk)


def _save(
    request: HttpRequest, sitting: Sitting, device: Credential | None, correcting: int | None = None
) -> HttpResponse:
    if device is None:
        return not_yours(request, sitting)
    game, rules_table = sitting.game_value(), sitting.table()
    flat = columns_for(game, rules_table)
    cells = questions.cells_from(request.POST)
    said: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": entry_id(request),
        "raw": from_flat(flat, cells),
        "hand_no": whole(request, "hand") if correcting is None else correcting,
        "base_seq": whole(request, "seen"),
        "credential": device,
    }
    try:
        if correcting is None:
            ledger.record_hand(**said)
        else:
            ledger.correct_hand(**said)
    except Unreadable as unreadable:
        return _again(request, sitting, cells=cells, problems=unreadable.problems, correcting=correcting)
    except ledger.Refused as refused:
        return _again(request, sitting, refused, cells=cells, correcting=correcting)
    return redirect("table", pk=sitting.pk)


def _again(
    request: HttpRequest,
    sitting: Sitting,
    refused: ledger.Refused | None = None,
    *,
    cells: Mapping[str, str] | None = None,
    problems: tuple[Problem, ...] = (),
    correcting: int | None = None,
) -> HttpResponse:
    """The page once more, with what was typed and why it was not saved."""
    sitting.refresh_from_db()
    view = reading.sheet(sitting)
    hand = next((hand for hand in view.hands if hand.number == correcting), None)
    entry = entry_for(view, cells=cells, correcting=hand, problems=problems)
    status = REFUSED
    if refused is not None:
        status = refused.status
        entry.notice = view.wording.say(refused.text)
        number = getattr(refused, "hand_no", None)
        entry.taken = next((hand for hand in view.hands if hand.number == number), None)
        if entry.taken and cells is not None and correcting is None:
            entry.number = entry.taken.number  # saved again as it is, it must not become the next hand
    return _show(
        request, view, entry if view.takes_hands or hand else None, status=status, notice=entry.notice
    )


def _show(
    request: HttpRequest,
    view: SheetView,
    entry: Entry | None,
    *,
    may_write: bool = True,
    part: str = "",
    status: int = 200,
    notice: str = "",
) -> HttpResponse:
    here = reverse("table", args=[view.sitting.pk])
    if entry is not None and entry.correcting is not None:
        here = reverse("correct", args=[view.sitting.pk, entry.number])
    context = {
        "here": here,  # not always what was asked for: a refused undo shows the table
        "view": view,
        "entry": entry,
        "may_write": may_write,
        "notice": notice,
        "undo_id": uuid.uuid4(),
    }
    name = "tournaments/table.html"
    if part == "preview" and getattr(request, "htmx", False):
        name = "tournaments/_preview.html"
    elif part == "live" or getattr(request, "htmx", False):
        name = "tournaments/_table.html"
    return render(request, name, context, status=status)
