"""What several desk views need; no request is sent here."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from config.digits import number_in
from scoring import Unreadable
from scoring.table import alone
from tournaments.access.desk import Desk
from tournaments.access.roles import Action
from tournaments.desk import cases
from tournaments.events.ground.stamps import stamp_of
from tournaments.hall.facts import Hall
from tournaments.hall.gathering import hall
from tournaments.ledger import Refused
from tournaments.models import Event, Round, Sitting
from tournaments.speech.wording import Wording

REFUSED = 422

# Key, label, name of the address, what one must be allowed to see it: the tabs of an event, in their order.
TABS: tuple[tuple[str, str | Promise, str, Action], ...] = (
    ("event", _("Overview"), "desk-event", Action.SEE_DRAFTS),
    ("people", _("People"), "desk-people", Action.ADD_PEOPLE),
    ("door", _("Check-in"), "desk-check-in", Action.CHECK_IN),
    ("cash", _("Cash desk"), "desk-cash", Action.KEEP_CASH),
    ("draw", _("Draw"), "desk-draw", Action.SEE_DRAFTS),
    ("rounds", _("Rounds"), "desk-rounds", Action.SEE_DRAFTS),
    ("standings", _("Standings"), "desk-standings", Action.SEE_DRAFTS),
    ("cases", _("Cases"), "desk-cases", Action.SEE_CASES),
    ("corrections", _("Corrections"), "desk-corrections", Action.SEE_DRAFTS),
    ("prizes", _("Prizes"), "desk-prizes", Action.GIVE_PRIZES),
    ("screens", _("Screens"), "desk-screens", Action.STEER_SCREENS),
    ("paper", _("Print"), "desk-papers", Action.PRINT),
    ("files", _("Files"), "desk-files", Action.EXPORT_EVENT),
    ("settings", _("Settings"), "desk-settings", Action.EDIT_PLAN),
    ("organisers", pgettext_lazy("tab", "Organisers"), "desk-organisers", Action.MANAGE_HELPERS),
)


def page(
    request: HttpRequest,
    desk: Desk,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    here: str = "",
    status: int = 200,
) -> HttpResponse:
    """A page of an event with its tabs; `here` is the key of the tab it belongs to."""
    tabs = [
        {"key": key, "label": str(label), "url": reverse(name, args=(desk.event.pk,))}
        for key, label, name, action in TABS
        if desk.may(action)
    ]
    return render(
        request,
        template,
        {"desk": desk, "tabs": tabs, "here": here, "open_cases": cases.badge(desk), **(context or {})},
        status=status,
    )


def whole_hall(event: Event) -> Hall:
    """Everything that is known of an event, also what the hall may not see yet."""
    stamp = stamp_of(event.pk)
    if stamp is None:
        raise Http404
    return hall(stamp, desk=True)


def official(request: HttpRequest, desk: Desk, *, here: str) -> HttpResponse | None:
    """Instead of a form that would be refused whatever is entered: the results are official. None: they are
    not. What is sent all the same is refused where it is done."""
    if desk.event.finished_at is None or request.method == "POST":
        return None
    context = {"may_run": desk.may(Action.RUN_ROUNDS)}
    return page(request, desk, "desk/official.html", context, here=here)


def sentences(unreadable: Unreadable) -> list[str]:
    """Everything that is wrong, each sentence once."""
    return Wording(alone(1)).each_once(unreadable.problems)


def find_round(desk: Desk, number: int) -> Round:
    """The round of the event with this number, drafts too, or 404."""
    return get_object_or_404(Round.objects.select_related("event", "stage"), event=desk.event, number=number)


def find_table(round_: Round, number: int) -> Sitting:
    """The sheet at a table of a round, or 404."""
    sittings = Sitting.objects.select_related("sheethead", "event", "round__stage", "round__event")
    return get_object_or_404(sittings, round=round_, number=number)


def refusal(refused: Refused) -> str:
    """Why the ledger has not taken something."""
    return Wording(alone(1)).say(refused.text)


def whole(request: HttpRequest, name: str) -> int:
    """A whole number that was typed; 0 where there is none."""
    return number_in(request.POST.get(name, "").strip()) or 0
