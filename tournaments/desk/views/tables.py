"""One table as a director sees it: hands, history, devices; handing the sheet in and opening it again."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring import Unreadable
from tournaments import ledger
from tournaments.access.desk import Desk, at_desk
from tournaments.access.devices import devices
from tournaments.access.requests import entry_id, whole
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED, find_round, find_table, page, refusal, sentences
from tournaments.events.decisions import corrections
from tournaments.events.ground.stages import plan_of
from tournaments.events.words.rounds import round_title
from tournaments.models import Round, RoundState, Sitting, Via
from tournaments.table import history, reading
from tournaments.table.agreed import agreed, disputes
from tournaments.table.views import handingin


@require_safe
@at_desk(Action.SEE_DRAFTS)
def table(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Everything about one table of a round."""
    round_ = find_round(desk, number)
    return _page(request, desk, round_, find_table(round_, table))


@require_POST
@at_desk(Action.CLOSE_TABLE)
def close(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Hand the sheet in for the table."""
    round_ = find_round(desk, number)
    sitting = find_table(round_, table)
    if asked := handingin.question(request, reading.sheet(sitting)):
        asked["back"] = reverse("desk-table", args=(desk.event.pk, number, table))
        context = {"title": round_title(round_), "sitting": sitting, **asked}
        return page(request, desk, "desk/hand_in.html", context, here="rounds")
    try:
        corrections.close(sitting=sitting, entry_id=entry_id(request), by=desk.by)
    except ledger.Refused as refused:
        return _page(request, desk, round_, sitting, problems=[refusal(refused)])
    messages.success(request, gettext("The sheet is handed in."))
    return redirect("desk-table", pk=desk.event.pk, number=number, table=table)


@require_POST
@at_desk(Action.REOPEN_TABLE)
def reopen(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Let the table write again."""
    round_ = find_round(desk, number)
    sitting = find_table(round_, table)
    reason = request.POST.get("desk-reason", "")
    try:
        corrections.reopen(sitting=sitting, entry_id=entry_id(request), reason=reason, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, round_, sitting, problems=sentences(unreadable), reason=reason)
    except ledger.Refused as refused:
        return _page(request, desk, round_, sitting, problems=[refusal(refused)])
    messages.success(request, gettext("The table can enter hands again."))
    return redirect("desk-table", pk=desk.event.pk, number=number, table=table)


@require_POST
@at_desk(Action.CONFIRM_FOR_TABLE)
def agree(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Confirm the list for its table, or settle what is disputed; with a reason."""
    round_ = find_round(desk, number)
    sitting = find_table(round_, table)
    settles = request.POST.get("say") == "settled"
    facts: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": entry_id(request),
        "reason": request.POST.get("agree-reason", ""),
        "by": desk.by,
        "via": Via.DESK,
        "base_seq": whole(request, "seen"),
    }
    try:
        if settles:
            ledger.resolve(**facts)
        else:
            ledger.confirm_list(**facts)
    except Unreadable as unreadable:
        return _page(request, desk, round_, sitting, problems=sentences(unreadable))
    except ledger.Refused as refused:
        return _page(request, desk, round_, sitting, problems=[refusal(refused)])
    messages.success(
        request, gettext("The dispute is settled.") if settles else gettext("The list is confirmed.")
    )
    return redirect("desk-table", pk=desk.event.pk, number=number, table=table)


def _page(request: HttpRequest, desk: Desk, round_: Round, sitting: Sitting, **more: Any) -> HttpResponse:
    if round_.state == RoundState.DRAWN:
        raise Http404
    sitting.sheethead.refresh_from_db()
    view = reading.sheet(sitting)
    open_ = round_.plays(sitting.number or 0)
    context = {
        "view": view,
        "sitting": sitting,
        "round": round_,
        "title": round_title(round_),
        "open": open_,
        "over": round_.state == RoundState.CLOSED,
        "history": history.history(sitting, view),
        "devices": devices(desk.event, sitting=sitting) if desk.may(Action.SEE_DEVICES) else [],
        "may_correct": desk.may(Action.CORRECT) and round_.state != RoundState.PUBLISHED,
        "may_revoke": desk.may(Action.REVOKE_DEVICES),
        "may_reopen": desk.may(Action.REOPEN_TABLE) and open_ and view.closed,
        "may_repair": desk.may(Action.REPAIR_SEATS) and round_.state != RoundState.PUBLISHED,
        "may_rule": desk.may(Action.RULE),
        "matched": plan_of(round_.stage).matched,
        "official": desk.event.finished_at is not None,
        "agreed": agreed(view),
        "disputes": disputes(view),
        "may_agree": desk.may(Action.CONFIRM_FOR_TABLE)
        and desk.event.finished_at is None
        and round_.state != RoundState.PUBLISHED,
        "entry": uuid.uuid4(),
        **more,
    }
    status = REFUSED if more.get("problems") else 200
    return page(request, desk, "desk/table.html", context, here="rounds", status=status)
