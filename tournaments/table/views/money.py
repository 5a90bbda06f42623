"""Who pays whom at the end of a quick evening, and what the table has agreed on."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from config.packing import no_secrets
from scoring import Unreadable
from tournaments.access.requests import REFUSED, arrive, not_yours
from tournaments.access.roles import Action
from tournaments.table import reading
from tournaments.table.cash import cash_of
from tournaments.table.stakes import agree, read_stakes, stakes_of
from tournaments.table.stakesform import StakesForm


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def who_pays_whom(request: HttpRequest, pk: int) -> HttpResponse:
    """The payments, and how they are made; POST says how."""
    visitor = arrive(request, pk)
    if visitor.sitting.event_id is not None:
        raise Http404
    view = reading.sheet(visitor.sitting)
    before, status = stakes_of(visitor.sitting), 200
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        if not visitor.may(Action.ENTER_HAND):
            return not_yours(request, visitor)
        try:
            agree(visitor.sitting, read_stakes(request.POST.dict(), before))
        except Unreadable as unreadable:
            problems = tuple(view.wording.say(problem.text) for problem in unreadable.problems)
            status = REFUSED
        else:
            return redirect("cash", pk=pk)
    typed: dict[str, str] = request.POST.dict() if problems else {}
    cash = cash_of(view)
    on = cash is not None
    context = {
        "view": view,
        "cash": cash,
        "form": StakesForm.of(view.game, before, typed, on=on) if visitor.may(Action.ENTER_HAND) else None,
        "problems": problems,
    }
    return render(request, "tournaments/cash.html", context, status=status)
