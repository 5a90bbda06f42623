"""The table page: everybody watches, devices of the table write."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import Problem, Unreadable, dump, fields_for, parse
from scoring.fields import Per
from scoring.flat import columns, from_flat, to_flat
from tournaments import access, ledger, questions, reading
from tournaments.models import Credential, Sitting
from tournaments.questions import Form
from tournaments.reading import HandView, SheetView
from tournaments.statistics import statistics

REFUSED = 422


@dataclass(slots=True)
class Entry:
    """The entry form as it stands: what is being entered, its preview, what is wrong."""

    form: Form
    template: str
    number: int  # ledger number of the hand
    entry: uuid.UUID  # made anew for every form; the phone's script makes its own
    preview: HandView | None = None
    open_questions: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    correcting: HandView | None = None
    started: bool = False  # answers have been given
    notice: str = ""
    taken: HandView | None = None  # what another device has entered for this hand meanwhile


def find(pk: int) -> Sitting:
    """The table, or 404."""
    return get_object_or_404(Sitting.objects.select_related("sheethead"), pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """One table: score, entry, chart, hands. GET with answers shows their preview; POST saves the hand."""
    sitting = find(pk)
    device = access.credential_of(request, sitting)
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
    return _show(request, view, entry, part=part)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Put an earlier hand right: the old entry stays in the history, everything after it is recomputed."""
    sitting = find(pk)
    device = access.credential_of(request, sitting)
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
    sitting = find(pk)
    device = access.credential_of(request, sitting)
    if device is None:
        return not_yours(request, sitting)
    try:
        ledger.undo_last(
            sitting=sitting,
            entry_id=_entry_id(request),
            hand_no=_whole(request, "hand") or 0,
            base_seq=_whole(request, "seen"),
            credential=device,
        )
    except ledger.Refused as refused:
        return _again(request, sitting, refused)
    return redirect("table", pk=pk)


@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """End the evening (or open the sheet again)."""
    sitting = find(pk)
    device = access.credential_of(request, sitting)
    if device is None:
        return not_yours(request, sitting)
    change = ledger.reopen_sheet if request.POST.get("again") else ledger.close_sheet
    try:
        change(sitting=sitting, entry_id=_entry_id(request), credential=device)
    except ledger.Refused as refused:
        return _again(request, sitting, refused)
    return redirect("table", pk=pk)


@require_safe
def hands(request: HttpRequest, pk: int) -> HttpResponse:
    """Every hand with its sentences, and what was corrected or taken back."""
    sitting = find(pk)
    view = reading.sheet(sitting)
    device = access.credential_of(request, sitting)
    context = {"view": view, "history": reading.history(sitting, view), "may_write": device is not None}
    return render(request, "tournaments/hands.html", context)


@require_safe
def numbers(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening in numbers: per person and per contract."""
    view = reading.sheet(find(pk))
    context = {"view": view, "numbers": statistics(view)}
    return render(request, "tournaments/statistics.html", context)


def not_yours(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """This device may only watch here."""
    return render(request, "tournaments/not_yours.html", {"sitting": sitting}, status=403)


def entry_for(
    view: SheetView,
    *,
    cells: Mapping[str, str] | None = None,
    correcting: HandView | None = None,
    problems: tuple[Problem, ...] = (),
    judge: bool = True,
) -> Entry:
    """The entry form for the coming hand, or for one that is corrected.

    `cells` are answers already given; without them the form holds what is known beforehand.
    """
    fields = fields_for(view.game, view.table)
    flat = columns(fields, view.table.seating)
    if cells is None:
        known: Mapping[str, Any] = view.game.prefill(view.so_far, view.table)
        if correcting is not None:
            known = dump(fields, correcting.record)
        cells = to_flat(flat, known)
        judge = correcting is not None
    number = correcting.number if correcting else view.next_number
    preview = None
    found = list(problems)
    if judge and not problems:
        before = ledger.so_far_before(view.sitting, number) if correcting else view.so_far
        try:
            record = parse(view.game, view.table, before, from_flat(flat, cells))
            preview = reading.preview(view, record, number if correcting else None)
        except Unreadable as unreadable:
            found = list(unreadable.problems)
    answered = {column.top.name for column in flat if cells.get(column.name)}
    empty = {column.path for column in flat if not cells.get(column.name)}
    unanswered = [
        one
        for one in found
        if one.field is not None and (one.field not in answered or (one.field, *one.at) in empty)
    ]
    shown = found if problems else [one for one in found if one not in unanswered]
    names = [f"games/{view.game.key}/entry.html", "tournaments/_entry.html"]
    return Entry(
        form=questions.form(fields, view.wording, cells, shown),
        template=str(select_template(names).template.name),
        number=number,
        entry=uuid.uuid4(),
        preview=preview,
        open_questions=tuple(dict.fromkeys(_open_question(view, one) for one in unanswered)),
        wrong=tuple(dict.fromkeys(view.wording.say(one.text) for one in shown)),
        correcting=correcting,
        started=judge,
    )


def _open_question(view: SheetView, problem: Problem) -> str:
    """What is still to be answered, and by whom where everybody has an answer of his own."""
    sentence = view.wording.say(problem.text)
    owners = [
        column
        for column in columns(fields_for(view.game, view.table), view.table.seating)
        if column.per is Per.SEAT and column.path == (problem.field, *problem.at)
    ]
    place = problem.at[-1] if owners else None
    return f"{view.people[place - 1]}: {sentence}" if isinstance(place, int) else sentence


def _save(
    request: HttpRequest, sitting: Sitting, device: Credential | None, correcting: int | None = None
) -> HttpResponse:
    if device is None:
        return not_yours(request, sitting)
    game, rules_table = sitting.game_value(), sitting.table()
    flat = columns(fields_for(game, rules_table), rules_table.seating)
    cells = questions.cells_from(request.POST)
    said: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": _entry_id(request),
        "raw": from_flat(flat, cells),
        "hand_no": _whole(request, "hand") if correcting is None else correcting,
        "base_seq": _whole(request, "seen"),
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
    return _show(
        request, view, entry if view.takes_hands or hand else None, status=status, notice=entry.notice
    )


def _show(
    request: HttpRequest,
    view: SheetView,
    entry: Entry | None,
    *,
    part: str = "",
    status: int = 200,
    notice: str = "",
) -> HttpResponse:
    device = access.credential_of(request, view.sitting)
    here = reverse("table", args=[view.sitting.pk])
    if entry is not None and entry.correcting is not None:
        here = reverse("correct", args=[view.sitting.pk, entry.number])
    context = {
        "here": here,  # not always what was asked for: a refused undo shows the table
        "view": view,
        "entry": entry,
        "may_write": device is not None,
        "notice": notice,
        "undo_id": uuid.uuid4(),
    }
    name = "tournaments/table.html"
    if part == "preview" and getattr(request, "htmx", False):
        name = "tournaments/_preview.html"
    elif part == "live" or getattr(request, "htmx", False):
        name = "tournaments/_table.html"
    return render(request, name, context, status=status)


def _whole(request: HttpRequest, name: str) -> int | None:
    """A number the page itself has put into its form; None where it is missing or broken."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _entry_id(request: HttpRequest) -> uuid.UUID:
    """The id the phone made for this entry; a broken one is replaced, the entry then has no second try."""
    try:
        return uuid.UUID(request.POST.get("entry", ""))
    except ValueError:
        return uuid.uuid4()
