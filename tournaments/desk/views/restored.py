"""What phones and screens know after a restore, and what is done about it; alarms, and what to do in them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from config.digits import LONGEST, number_in, numbers_in
from config.etags import tagged
from tournaments import ledger
from tournaments.access.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.helping import troubles
from tournaments.desk.lists import event_lists, visible
from tournaments.desk.offeredsheets import rows_of
from tournaments.desk.restored import restored_page
from tournaments.desk.views.shared import page
from tournaments.ledger import TakenBack
from tournaments.models import Event, Sitting
from tournaments.safekeeping import epoch, servermark


@require_safe
@at_any_desk()
def alarms(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The lines about what has gone wrong, for pages of no event."""
    return tagged(request, render(request, "desk/_alarms_live.html"))


@require_safe
@at_desk(Action.CHECK_IN)
def event_alarms(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The same for the pages of an event."""
    return tagged(request, render(request, "desk/_alarms_live.html", {"desk": desk}))


@require_safe
@at_any_desk()
def what_to_do(request: HttpRequest, actor: Actor) -> HttpResponse:
    """When something goes wrong: what happens by itself, and what to do."""
    lists = event_lists(visible(actor), timezone.localdate())
    row = next(iter((*lists.current, *lists.upcoming, *lists.past)), None)
    return render(
        request, "desk/help.html", {"troubles": troubles(row.pk if row else None, owns_all=actor.operates)}
    )


@require_safe
@at_any_desk(Action.KEEP_COPIES)
def everything(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What is missing of all events and quick evenings."""
    change = reverse("desk-restored-all-change")
    context = {"view": restored_page(None), "all_of_it": True, "change": change}
    return render(request, "desk/restored.html", context)


@require_POST
@at_any_desk(Action.KEEP_COPIES)
def change_everything(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Try again, take over, give up; or everything is there again."""
    if "settle" in request.POST:
        epoch.settle(actor.name)
        servermark.read_mark()
        messages.success(request, gettext("Noted: everything is there again."))
        return redirect("desk")
    _change(request, None, actor.name)
    return redirect("desk-restored-all")


@require_safe
@at_desk(Action.SEE_DRAFTS)
def of_event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What is missing of this event."""
    context = {
        "view": restored_page(desk.event),
        "may_run": desk.may(Action.RUN_ROUNDS),
        "change": reverse("desk-restored-change", args=(desk.event.pk,)),
    }
    return page(request, desk, "desk/restored.html", context, here="event")


@require_POST
@at_desk(Action.RUN_ROUNDS)
def change(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Try again, take over, give up."""
    _change(request, desk.event, desk.by)
    return redirect("desk-restored", pk=desk.event.pk)


def _change(request: HttpRequest, event: Event | None, by: str) -> None:
    keys = numbers_in(request.POST.getlist("row"), LONGEST)[:500]
    rows = rows_of(event, keys)
    if not rows:
        messages.warning(request, gettext("This has been looked after already."))
    elif "again" in request.POST:
        _tell(request, ledger.take_waiting(rows[0].sitting))
    elif "take" in request.POST:
        _tell(request, ledger.take_returned(rows))
    elif "adopt" in request.POST:
        key = number_in(request.POST["adopt"]) or 0
        mine = Sitting.objects.all() if event is None else Sitting.objects.filter(event=event)
        _tell(request, ledger.adopt(get_object_or_404(mine, pk=key), rows))
    elif "done" in request.POST:
        ledger.give_up(rows, by)
        messages.success(request, gettext("Noted: you have looked after it."))


def _tell(request: HttpRequest, outcome: TakenBack) -> None:
    count = len(outcome.taken)
    if not count:
        messages.warning(request, gettext("Nothing could be taken over yet."))
        return
    text = ngettext("{count} line has been taken over.", "{count} lines have been taken over.", count)
    messages.success(request, text.format(count=count))
