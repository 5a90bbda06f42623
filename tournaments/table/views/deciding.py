"""Deciding at the table about what was put aside."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from scoring import Unreadable
from tournaments import ledger
from tournaments.access.requests import REFUSED, arrive, not_yours, whole
from tournaments.access.roles import Action
from tournaments.models import Answer, Parked
from tournaments.table import reading
from tournaments.table.conflict import conflict
from tournaments.table.views.asides import LATER, answers, leave, waiting_page


@require_safe
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything of this table that waits, with both versions."""
    visitor = arrive(request, pk)
    view = reading.sheet(visitor.sitting)
    return waiting_page(request, visitor, view)


@require_POST
def settle(request: HttpRequest, pk: int, parked: uuid.UUID) -> HttpResponse:
    """Decide at the table about something that was put aside, or leave it for later."""
    visitor = arrive(request, pk)
    row = get_object_or_404(Parked.objects.select_related("sitting"), pk=parked, sitting=visitor.sitting)
    view = reading.sheet(visitor.sitting)
    asked = request.POST.get("answer", "")
    if asked == LATER:
        return leave(request, view.sitting, row)
    both = conflict(view, row)
    if not visitor.may(Action.ENTER_HAND) or asked not in {answer.value for answer in Answer}:
        return not_yours(request, visitor)
    if not ledger.is_decided(row) and asked not in answers(visitor, view, both):
        return not_yours(request, visitor)
    try:
        ledger.settle(parked=row, answer=Answer(asked), **visitor.origin(whole(request, "seen")))
    except Unreadable as unreadable:
        problem = " ".join(view.wording.each_once(unreadable.problems))
        return waiting_page(request, visitor, view, problem, REFUSED)
    except ledger.Refused as refused:
        visitor.sitting.refresh_from_db()
        view = reading.sheet(visitor.sitting)
        return waiting_page(request, visitor, view, view.wording.say(refused.text), refused.status)
    return redirect("table", pk=pk)
