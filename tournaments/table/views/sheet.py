"""Pages about a sheet besides the table page: its history, its numbers, what it carries besides its hands."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from config.packing import no_secrets
from scoring import Problem, Unreadable, dump, read
from scoring.fields import fields_of
from scoring.flat import columns, from_flat, to_flat
from tournaments import ledger
from tournaments.access.requests import REFUSED, arrive, entry_id, not_yours, whole
from tournaments.access.roles import Action
from tournaments.table import betting, history, questions, reading
from tournaments.table.statistics import statistics
from tournaments.table.views import bets


@no_secrets
@require_safe
def hands(request: HttpRequest, pk: int) -> HttpResponse:
    """Every hand with its sentences, and what was corrected or taken back."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    context = {"view": view, "history": history.history(visitor.sitting, view), "visitor": visitor}
    return render(request, "tournaments/hands.html", context)


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def extra(request: HttpRequest, pk: int) -> HttpResponse:
    """What a sheet carries besides its hands (bets of spectators), and how it stands."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    if not view.extra_name:
        raise Http404
    if "do" in request.POST:
        return bets.change_bet(request, visitor, view)
    fields = fields_of(view.game.extra)
    flat = columns(fields, view.table.seating)
    cells: Mapping[str, str] = to_flat(flat, dump(fields, view.extra))
    problems: tuple[Problem, ...] = ()
    notice, status = "", 200
    if request.method == "POST":
        if not visitor.may(Action.ENTER_HAND):
            return not_yours(request, visitor)
        cells = questions.cells_from(request.POST)
        try:
            betting.refuse_players(view, [text for name, text in cells.items() if name.endswith("_name")])
            ledger.say_extra(
                sitting=visitor.sitting,
                entry_id=entry_id(request),
                raw=from_flat(flat, cells),
                **visitor.origin(whole(request, "seen")),
            )
        except Unreadable as unreadable:
            problems, status = unreadable.problems, REFUSED
        except ledger.Refused as refused:
            notice, status = view.wording.say(refused.text), refused.status
        else:
            return redirect("extra", pk=pk)
    context = {
        "view": view,
        "form": questions.form(fields, view.wording, cells, problems),
        "notice": notice,
        "open": visitor.writes and not view.hands and not view.closed,
        "entry_id": uuid.uuid4(),
        **bets.context(request, visitor, view),
    }
    return render(request, "tournaments/extra.html", context, status=status)


@no_secrets
@require_safe
def calculate(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A question the table asks itself: what does my hand count, who wins the tricks? Nothing is stored."""
    view = reading.sheet(arrive(request, pk).sitting)
    calculator = next((calculator for calculator in view.game.calculators if calculator.key == key), None)
    if calculator is None:
        raise Http404
    fields = fields_of(calculator.asks)
    cells = questions.cells_from(request.GET)
    answers = read(fields, from_flat(columns(fields, view.table.seating), cells), view.table.seating)
    outcome = "" if answers.problems else view.wording.say(calculator.tell(calculator.asks(**answers.values)))
    wrong = [problem for problem in answers.problems if problem.field in cells]
    context = {
        "view": view,
        "calculator": calculator,
        "form": questions.form(fields, view.wording, cells, wrong),
        "told": outcome if cells else "",
        "wrong": [view.wording.say(problem.text) for problem in wrong],
    }
    fragment = getattr(request, "htmx", False)
    return render(
        request, "tournaments/_calculated.html" if fragment else "tournaments/calculate.html", context
    )


@no_secrets
@require_safe
def numbers(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening in numbers: per person and per contract."""
    view = reading.sheet(arrive(request, pk).sitting)
    context = {"view": view, "numbers": statistics(view)}
    return render(request, "tournaments/statistics.html", context)
