"""Totals from paper: a table without a phone, or whose phone died, types what stands on its list."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring import PaperTotals, Problem, Unreadable
from scoring.fields import fields_of
from scoring.flat import columns, to_flat
from tournaments import ledger
from tournaments.access.requests import (
    REFUSED,
    arrive,
    entry_id,
    not_yours,
    pause_of,
    paused,
    too_fast_in_words,
    whole,
)
from tournaments.access.roles import Action
from tournaments.access.visitor import Visitor
from tournaments.models import EntryKind
from tournaments.table import questions, reading
from tournaments.table.handview import HandView
from tournaments.table.papering import paper_entry, raw_from, typed_problems
from tournaments.table.sheetview import SheetView
from tournaments.table.views import asides


@require_http_methods(["GET", "HEAD", "POST"])
def paper_totals(request: HttpRequest, pk: int) -> HttpResponse:
    """Type the totals of the hands on paper. GET with answers shows what they come to; POST saves them."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    late = request.method == "POST" and visitor.sends_late
    if not (late or visitor.may(Action.ENTER_HAND)):
        return not_yours(request, visitor)
    if request.method == "POST":
        return _save(request, visitor, view)
    if not visitor.writes or not view.takes_hands:
        return redirect("table", pk=pk)
    return _show(request, view)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_paper_totals(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Put totals from paper right; everything after them is scored anew."""
    visitor = arrive(request, pk)
    if visitor.desk is not None and visitor.corrects:
        return redirect("desk-hand", *visitor.at, number)
    view = reading.sheet(visitor.sitting)
    late = request.method == "POST" and visitor.sends_late
    if not (late or asides.may_correct(visitor, view, number)):
        return not_yours(request, visitor)
    hand = view.hand(number)
    if hand is None or not hand.on_paper:
        return redirect("table", pk=pk)
    if request.method == "POST":
        return _save(request, visitor, view, hand)
    return _show(request, view, hand)


def _save(
    request: HttpRequest, visitor: Visitor, view: SheetView, correcting: HandView | None = None
) -> HttpResponse:
    cells = questions.cells_from(request.POST)
    if correcting is not None:
        view = view.of(correcting)
    number = correcting.number if correcting else whole(request, "hand")
    before = ledger.so_far_before(view.sitting, number or view.next_number)
    write = ledger.correct_paper if correcting else ledger.record_paper
    number = number or view.next_number
    if pause := pause_of(visitor.device):
        notice = too_fast_in_words(pause)
        return paused(_show(request, view, correcting, cells=cells, notice=notice, status=429), pause)
    try:
        raw = raw_from(view, before, cells)
        written = write(
            sitting=visitor.sitting,
            entry_id=entry_id(request),
            raw=raw,
            hand_no=number,
            **visitor.origin(whole(request, "seen")),
        )
    except Unreadable as unreadable:
        problems = tuple(typed_problems(unreadable.problems))
        return _show(request, view, correcting, cells=cells, problems=problems, status=REFUSED)
    except ledger.Refused as refused:
        flat = to_flat(columns(fields_of(PaperTotals), view.table.seating), raw)
        try:
            aside = asides.keep(request, visitor, EntryKind.PAPER, cells=flat, number=number, refused=refused)
        except ledger.Refused as still_refused:
            refused = still_refused
        else:
            return asides.led_on(request, visitor, aside)
        notice = view.wording.say(refused.text)
        if isinstance(refused, ledger.OthersPlay):
            cells = {}
        return _show(request, view, correcting, cells=cells, notice=notice, status=refused.status)
    decided = len(written.so_far.earlier) > len(before.earlier)
    if decided and not written.so_far.over and not correcting:
        return redirect("paper-totals", pk=view.sitting.pk)  # the next game may be on paper too
    return redirect("table", pk=view.sitting.pk)


def _show(
    request: HttpRequest,
    view: SheetView,
    correcting: HandView | None = None,
    *,
    cells: Mapping[str, str] | None = None,
    problems: tuple[Problem, ...] = (),
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    previewing = request.method != "POST" and request.GET.get("part") == "preview"
    if previewing:
        cells = questions.cells_from(request.GET)
    entry = paper_entry(view, cells=cells, correcting=correcting, problems=problems, judge=not notice)
    entry.notice = notice
    pk = view.sitting.pk
    here = reverse("paper-totals", args=[pk])
    if correcting is not None:
        here = reverse("correct-paper-totals", args=[pk, correcting.number])
    fragment = previewing and getattr(request, "htmx", False)
    name = "tournaments/_paper_preview.html" if fragment else "tournaments/paper_totals.html"
    return render(request, name, {"view": view, "entry": entry, "here": here}, status=status)
