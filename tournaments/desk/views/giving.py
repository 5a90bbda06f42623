"""The prize-giving: who is next, what is handed over or picked; lots, and what a correction has moved."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from config.digits import numbers_in
from config.etags import etag, not_modified
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import entry_id, sent_id
from tournaments.access.roles import Action
from tournaments.desk.prizegiving import prizes_view, seen_mark
from tournaments.desk.views.shared import page, sentences, whole, whole_hall
from tournaments.engines.cashdesk.kinds import PaidBy
from tournaments.prizes import giving as doors
from tournaments.prizes.feats import count_feat
from tournaments.prizes.raffle import draw_raffle


@require_safe
@at_desk(Action.GIVE_PRIZES)
def giving(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The next person and what there is for them; everybody else below."""
    last_first = request.GET.get("from") == "last"
    view = prizes_view(whole_hall(desk.event), last_first=last_first)
    context = {
        "seen": seen_mark(view, last_first),
        "view": view,
        "last_first": last_first,
        "may_rule": desk.may(Action.RULE),
    }
    if request.GET.get("part") == "live":
        tag = etag(context["seen"])
        live = not_modified(request, tag) or render(request, "desk/_giving.html", {"desk": desk, **context})
        live["ETag"] = tag
        return live
    return page(request, desk, "desk/giving.html", context, here="prizes")


@require_POST
@at_desk(Action.GIVE_PRIZES)
def hand(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Money and goods go into somebody's hands."""
    way = PaidBy.BANK if request.POST.get("way") == PaidBy.BANK.value else PaidBy.CASH

    def do() -> None:
        doors.hand_over(
            event=desk.event,
            entrant=whole(request, "entrant"),
            seen=request.POST.get("seen", ""),
            key=entry_id(request),
            way=way,
            by=desk.by,
        )

    return _done(request, desk, do)


@require_POST
@at_desk(Action.GIVE_PRIZES)
def gift(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Somebody picks."""

    def do() -> None:
        doors.choose(
            event=desk.event,
            entrant=whole(request, "entrant"),
            gift=request.POST.get("gift", "")[:40],
            key=uuid.uuid5(entry_id(request), request.POST.get("gift", "")[:40]),
            by=desk.by,
        )

    return _done(request, desk, do)


@require_POST
@at_desk(Action.GIVE_PRIZES)
def later(request: HttpRequest, desk: Desk) -> HttpResponse:
    """He is not there: it stays owed to him."""
    key = uuid.uuid5(entry_id(request), "later")
    return _done(
        request,
        desk,
        lambda: _nothing(
            doors.leave_for_later(event=desk.event, entrant=whole(request, "entrant"), key=key, by=desk.by)
        ),
    )


@require_POST
@at_desk(Action.RULE)
def decline(request: HttpRequest, desk: Desk) -> HttpResponse:
    """He does not want it: it goes to the next."""
    key = uuid.uuid5(entry_id(request), "decline")

    def do() -> None:
        prize = request.POST.get("prize", "")[:40]
        doors.decline(event=desk.event, entrant=whole(request, "entrant"), prize=prize, key=key, by=desk.by)

    return _done(request, desk, do)


@require_POST
@at_desk(Action.RULE)
def undo(request: HttpRequest, desk: Desk) -> HttpResponse:
    """It was tapped by mistake."""
    record = sent_id(request, "record") or uuid.uuid4()

    def do() -> None:
        doors.undo(
            event=desk.event,
            record=record,
            reason=request.POST.get("desk-reason", ""),
            key=uuid.uuid5(record, "undo"),
            by=desk.by,
        )

    return _done(request, desk, do)


@require_POST
@at_desk(Action.RULE)
def lot(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who is ahead among equals: drawn now, or as it was drawn or played at a table."""
    among = numbers_in(request.POST.getlist("among"))[:500]
    first = whole(request, "first") or None

    def do() -> None:
        doors.decide_lot(
            event=desk.event,
            among=among,
            first=first,
            key=entry_id(request),
            played=request.POST.get("how") == "played",
            by=desk.by,
        )

    return _done(request, desk, do, back="desk-giving" if "back" in request.POST else "desk-prizes")


@require_POST
@at_desk(Action.RULE)
def raffle(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw it, once."""

    def do() -> None:
        prize = request.POST.get("prize", "")[:40]
        draw_raffle(event=desk.event, prize=prize, key=entry_id(request), by=desk.by)

    return _done(request, desk, do)


@require_POST
@at_desk(Action.RULE)
def feat(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Somebody has what is counted by hand."""

    def do() -> None:
        count_feat(
            event=desk.event,
            prize=request.POST.get("prize", "")[:40],
            entrant=whole(request, "entrant"),
            number=whole(request, "number"),
            key=entry_id(request),
            by=desk.by,
        )

    return _done(request, desk, do)


@require_POST
@at_desk(Action.RULE)
def to_club(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Nobody has come for it."""
    key = uuid.uuid5(entry_id(request), "club")

    def do() -> None:
        who, seen = whole(request, "entrant"), request.POST.get("seen", "")
        doors.keep_for_club(event=desk.event, entrant=who, seen=seen, key=key, by=desk.by)

    return _done(request, desk, do)


@require_POST
@at_desk(Action.RULE)
def settle(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A correction has moved what somebody has already."""

    def do() -> None:
        doors.settle(
            event=desk.event,
            entrant=whole(request, "entrant"),
            seen=request.POST.get("seen", ""),
            back=request.POST.get("do") == "back",
            reason=request.POST.get("desk-reason", ""),
            key=uuid.uuid5(entry_id(request), "settle"),
            by=desk.by,
        )

    return _done(request, desk, do)


def _nothing(done: object) -> None:
    """Its record is read again by the page."""


def _done(
    request: HttpRequest, desk: Desk, do: Callable[[], None], back: str = "desk-giving"
) -> HttpResponse:
    try:
        do()
    except Unreadable as unreadable:
        for sentence in sentences(unreadable):
            messages.error(request, sentence)
    address = reverse(back, args=(desk.event.pk,))
    return redirect(f"{address}?from=last" if request.POST.get("from") == "last" else address)
