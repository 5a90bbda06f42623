"""Tables of evenings: hide one, bring it back, delete an empty one."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments import ledger
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.desk.evenings import evenings_of
from tournaments.models import Sitting


@require_safe
@at_any_desk(Action.KEEP_TABLES)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The tables of this club that belong to no event, the newest first."""
    evenings = evenings_of(actor.tenant, request.GET.get("page", ""))
    return render(request, "desk/evenings.html", {"evenings": evenings})


@require_POST
@at_any_desk(Action.KEEP_TABLES)
def change(request: HttpRequest, actor: Actor, sitting: int, what: str) -> HttpResponse:
    """Do one of these to a table; where nothing is left to be done, nothing happens."""
    if what not in ("hide", "show", "delete"):
        raise Http404
    table = get_object_or_404(Sitting, pk=sitting, tenant__in=actor.tenants, event=None)
    if what == "delete":
        try:
            ledger.delete_empty(table)
        except ledger.Refused:
            messages.error(request, gettext("Something was written at this table. It can be hidden."))
        else:
            messages.success(request, gettext("The table is deleted."))
    elif what == "hide":
        ledger.hide(table)
        messages.success(request, gettext("Hidden: only this desk sees the table."))
    else:
        ledger.bring_back(table)
        messages.success(request, gettext("Everybody who has its address sees the table again."))
    return redirect("desk-tables")
