"""All bets of an event, what has to be paid out, and the box."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.views.shared import page
from tournaments.models import EntryKind, Sitting
from tournaments.table import betting


@require_safe
@at_desk(Action.SEE_DRAFTS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Table by table, and person by person. Bets are made and changed on the table's own page."""
    sittings = Sitting.objects.filter(event=desk.event, round__isnull=False)
    with_bets = sittings.filter(entry__kind=EntryKind.EXTRA).distinct()
    related = with_bets.select_related("sheethead", "round", "event").order_by("round__number", "number")
    tables = betting.bets_of_event(related)
    current = desk.event.rounds.filter(state="open").order_by("number").last()
    open_now = sittings.filter(round=current).order_by("number") if current else sittings.none()
    context = {
        "tables": tables,
        "accounts": betting.accounts(tables),
        "cash": betting.cash(tables),
        "open_now": [(table.number, table.pk) for table in open_now],
    }
    return page(request, desk, "desk/bets.html", context, here="rounds")
