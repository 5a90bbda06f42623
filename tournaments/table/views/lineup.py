"""Who plays: somebody comes, goes or sits out in the middle of a quick evening."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring import Unreadable
from tournaments import ledger
from tournaments.access.requests import REFUSED, arrive, entry_id, not_yours, whole
from tournaments.access.roles import Action
from tournaments.access.visitor import Visitor
from tournaments.table import reading
from tournaments.table.acquaintance import is_of_desk, tables_known
from tournaments.table.forms import NewTable
from tournaments.table.sheetview import SheetView

REGULARS = 24  # names to be tapped


@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: HttpRequest, pk: int) -> HttpResponse:
    """The people as they sit now, to be changed. POST saves it; with `look` it shows first."""
    visitor = arrive(request, pk)
    if visitor.sitting.event_id is not None:
        raise Http404
    if not visitor.may(Action.CHANGE_PEOPLE):
        return not_yours(request, visitor)
    view = reading.sheet(visitor.sitting)
    if request.method != "POST":
        seated = {f"name_{seat}": name for seat, name in enumerate(view.people, start=1)}
        form = NewTable(view.game, initial={**seated, "dealer": view.dealers_seat})
        return _show(request, view, form)
    form = NewTable(view.game, request.POST)
    form.is_valid()
    if "look" in request.POST:
        return _look(request, view, form)
    return _save(request, visitor, view, form)


def _look(request: HttpRequest, view: SheetView, form: NewTable) -> HttpResponse:
    names, dealer = form.cleaned_data["names"], form.cleaned_data["dealer"]
    problems = ledger.considered(view.sitting, names, dealer)
    sentences = tuple(view.wording.say(problem.text) for problem in problems)
    outlook = None if sentences else _outlook(view, names)
    return _show(
        request, view, form, problems=sentences, outlook=outlook, status=REFUSED if sentences else 200
    )


def _save(request: HttpRequest, visitor: Visitor, view: SheetView, form: NewTable) -> HttpResponse:
    try:
        ledger.change_line_up(
            sitting=visitor.sitting,
            entry_id=entry_id(request),
            names=form.cleaned_data["names"],
            dealer=form.cleaned_data["dealer"],
            hand_no=whole(request, "hand") or 0,
            **visitor.origin(whole(request, "seen")),
        )
    except Unreadable as unreadable:
        sentences = tuple(view.wording.say(problem.text) for problem in unreadable.problems)
        return _show(request, view, form, problems=sentences, status=REFUSED)
    except ledger.Refused as refused:
        visitor.sitting.refresh_from_db()
        sentence = view.wording.say(refused.text)
        return _show(
            request, reading.sheet(visitor.sitting), form, problems=(sentence,), status=refused.status
        )
    return redirect("table", pk=visitor.sitting.pk)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes of a new line-up, before it is saved."""

    playing: tuple[str, ...]
    coming: tuple[str, ...]  # who gets an account
    resting: tuple[tuple[str, int], ...]  # who does not play on, with what he keeps


def _outlook(view: SheetView, names: list[str]) -> Outlook:
    typed = {name.casefold() for name in names}
    known = {name.casefold() for name in view.everybody}
    totals = zip(view.everybody, view.games[-1].totals, strict=False)
    return Outlook(
        tuple(names),
        tuple(name for name in names if name.casefold() not in known),
        tuple((name, total) for name, total in totals if name.casefold() not in typed),
    )


def _show(
    request: HttpRequest,
    view: SheetView,
    form: NewTable,
    *,
    problems: tuple[str, ...] = (),
    outlook: Outlook | None = None,
    status: int = 200,
) -> HttpResponse:
    of, tenant = tables_known(request), view.sitting.whose
    known = reading.known_names(tenant, of=of)
    if form.is_bound and problems:
        form.which = reading.namesakes(
            tenant, form.cleaned_data["names"], of, everybody=is_of_desk(request, tenant)
        )
    regulars = list(dict.fromkeys((*view.everybody, *known)))[:REGULARS]
    context = {
        "view": view,
        "form": form,
        "problems": problems,
        "outlook": outlook,
        "regulars": regulars,
        "known_names": known,
        "entry_id": uuid.uuid4(),
    }
    return render(request, "tournaments/lineup.html", context, status=status)
