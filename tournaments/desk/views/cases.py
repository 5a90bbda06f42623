"""The organisers' inbox: who calls, and what was put aside at the tables, until somebody has decided."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.etags import tagged
from scoring import Unreadable
from tournaments import ledger
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import whole
from tournaments.access.roles import Action
from tournaments.desk import cases
from tournaments.desk.views.shared import REFUSED, page, refusal, sentences
from tournaments.events.decisions import asides
from tournaments.events.ground.names import full_names_of
from tournaments.events.rounds import calls
from tournaments.events.words.moves import MovedView, moved_view
from tournaments.models import Answer, Call, Parked, RoundState
from tournaments.table import reading
from tournaments.table.conflict import Conflict, conflict


@require_safe
@at_desk(Action.SEE_CASES)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everything that waits, oldest first; part=live: only the list, part=count: only how much it is."""
    part = request.GET.get("part", "")
    if part == "count":
        context: dict[str, Any] = {"desk": desk, "open_cases": cases.count_open(desk.event)}
        return tagged(request, render(request, "desk/_case_count.html", context))
    context = {"desk": desk, "cases": cases.open_cases(desk.event)}
    if part == "live":
        return tagged(request, render(request, "desk/_cases.html", context))
    return page(request, desk, "desk/cases.html", context, here="cases")


@require_POST
@at_desk(Action.ANSWER_CALL)
def answer(request: HttpRequest, desk: Desk, call: int, what: str) -> HttpResponse:
    """Say to a table that calls that somebody is on the way, or that he was there."""
    rows = Call.objects.select_related("sitting__event")
    calling = get_object_or_404(rows, pk=call, sitting__event=desk.event)
    if what == "done":
        calls.finish(calling, by=desk.by)
    else:
        calls.come(calling, by=desk.by)
    return redirect("desk-cases", pk=desk.event.pk)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer with what it would move."""

    answer: str
    moved: MovedView | None
    problem: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.SEE_CASES)
def case(request: HttpRequest, desk: Desk, parked: uuid.UUID) -> HttpResponse:
    """One hand that was put aside: both versions, what each would move, and the answers. POST decides."""
    along = ("sitting__sheethead", "sitting__event", "sitting__round__stage", "credential")
    row = get_object_or_404(Parked.objects.select_related(*along), pk=parked, sitting__event=desk.event)
    both = conflict(reading.sheet(row.sitting), row)
    if request.method == "POST":
        return _settle(request, desk, row, both)
    return _show(request, desk, row, both)


def _settle(request: HttpRequest, desk: Desk, parked: Parked, both: Conflict) -> HttpResponse:
    wanted, reason = request.POST.get("answer", ""), request.POST.get("desk-reason", "").strip()
    may = [answer.value for answer in _answers(desk, both)]
    if wanted not in may and not ledger.is_decided(parked):
        problems = [gettext("This is for the organisers.")]
        return _show(request, desk, parked, both, problems=problems, status=403)
    if wanted not in set(Answer):
        return _show(request, desk, parked, both, status=REFUSED)
    try:
        asides.settle(
            parked=parked,
            answer=Answer(wanted),
            base_seq=whole(request, "seen"),
            reason=reason or both.why,
            by=desk.by,
        )
    except Unreadable as unreadable:
        return _show(request, desk, parked, both, reason, problems=sentences(unreadable), status=REFUSED)
    except ledger.Refused as refused:
        parked.sitting.refresh_from_db()
        both = conflict(reading.sheet(parked.sitting), parked)
        problems = [refusal(refused)]
        return _show(request, desk, parked, both, reason, problems=problems, status=refused.status)
    messages.success(request, gettext("Decided. The table has been told."))
    return redirect("desk-cases", pk=desk.event.pk)


def _answers(desk: Desk, both: Conflict) -> tuple[Answer, ...]:
    """What may be decided: by helpers only that the same was sent twice."""
    if not desk.may(Action.CORRECT):
        return (Answer.SAME,) if both.same else ()
    return (*both.answers, *(() if both.same else (Answer.SAME,)))


def _show(
    request: HttpRequest,
    desk: Desk,
    parked: Parked,
    both: Conflict,
    reason: str = "",
    *,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    sitting = parked.sitting
    decision = getattr(Parked.objects.select_related("decision").get(pk=parked.pk), "decision", None)
    may = _answers(desk, both) if decision is None else ()
    names = full_names_of(desk.event)
    choices = {answer.value: _choice(parked, answer, names) for answer in may if answer in MOVING}
    assert sitting.round is not None
    at = (desk.event.pk, sitting.round.number, sitting.number)
    context = {
        "both": both,
        "question": both.question(None),
        "where": cases.place_of(sitting),
        "table_url": reverse("desk-table", args=at),
        "by_hand": _by_hand(desk, both, at) if decision is None else "",
        "answers": [answer.value for answer in may],
        "instead": choices.get(Answer.INSTEAD),
        "besides": choices.get(Answer.BESIDES),
        "decision": decision,
        "view": reading.sheet(sitting),
        "reason": reason,
        "problems": problems or [],
    }
    return page(request, desk, "desk/case.html", context, here="cases", status=status)


MOVING = (Answer.INSTEAD, Answer.BESIDES)


def _choice(parked: Parked, answer: Answer, names: dict[int, str]) -> Choice:
    try:
        return Choice(answer.value, moved_view(asides.preview(parked, answer), names))
    except Unreadable as unreadable:
        return Choice(answer.value, None, " ".join(sentences(unreadable)))
    except ledger.Refused as refused:
        return Choice(answer.value, None, refusal(refused))


def _by_hand(desk: Desk, both: Conflict, at: tuple[int, int, int | None]) -> str:
    """Where neither version is right: the page on which the hand is put right."""
    if not desk.may(Action.CORRECT) or desk.event.finished_at is not None:
        return ""
    round_ = both.parked.sitting.round
    if both.theirs is None and round_ is not None and round_.state == RoundState.OPEN:
        return reverse("table", args=(both.parked.sitting.pk,))
    name, args = ("desk-hand", (*at, both.number)) if both.theirs else ("desk-add", (*at, "hand"))
    return f"{reverse(name, args=args)}?desk-case={both.pk}"
