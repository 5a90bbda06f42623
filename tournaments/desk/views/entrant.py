"""One entry of an event: put right, seated late, replaced, withdrawn, taken out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring import Unreadable
from scoring.table import alone
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import whole
from tournaments.access.roles import Action
from tournaments.cash.plan import plan_of_event
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.events.ground.stages import settings_of
from tournaments.events.words.rounds import placed_words
from tournaments.models import Entrant, Player
from tournaments.people import entrants, happenings, listing, presence, substitutes
from tournaments.people.register import resolve
from tournaments.speech.wording import Wording

TEXTS = ("name", "club", "category", "team")


def _find(desk: Desk, number: int) -> Entrant:
    return get_object_or_404(Entrant.objects.select_related("event"), event=desk.event, number=number)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.ADD_PEOPLE)
def overview(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Everything about one entry; POST puts it right."""
    entrant = _find(desk, number)
    if request.method != "POST":
        return _page(request, desk, entrant, {})
    typed: dict[str, Any] = {name: request.POST.get(name, "") for name in TEXTS}
    typed |= {"number": whole(request, "number"), "rating": whole(request, "rating")}
    typed["ranked"] = "ranked" in request.POST
    try:
        changed = entrants.change(entrant=entrant, **typed, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, entrant, {"typed": typed, "problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Saved."))
    return redirect("desk-entrant", pk=desk.event.pk, number=changed.number)


def _page(
    request: HttpRequest, desk: Desk, entrant: Entrant, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    rows = listing.rows(desk.event)
    settings = settings_of(desk.event)
    context = {
        "entrant": entrant,
        "row": next(row for row in rows if row.id == entrant.pk),
        "typed": entrant,
        "heads": settings.entrant,
        "fee": plan_of_event(desk.event).takes,
        "members": entrant.members.select_related("player").order_by("place", "from_round"),
        "waiting": presence.waiting_rounds(entrant),
        "rounds": substitutes.choices(entrant),
        "history": happenings.history(entrant, {row.id: row.name for row in rows}),
        **more,
    }
    return page(request, desk, "desk/entrant.html", context, here="people", status=status)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def withdraw(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Somebody goes home, or does not come at all."""
    entrant = _find(desk, number)
    reason = request.POST.get("reason", "").strip()
    try:
        gone = presence.withdraw(event=desk.event, entrant=entrant.pk, by=desk.by, reason=reason)
    except Unreadable as unreadable:
        return _page(request, desk, entrant, {"problems": sentences(unreadable)}, REFUSED)
    wording = Wording(alone(1))
    for stuck in gone.stuck:
        messages.warning(request, wording.say(presence.still_seated(stuck)))
    messages.success(request, gettext("Withdrawn. What was played counts."))
    return redirect("desk-entrant", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def substitute(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Somebody else plays on for this entry."""
    entrant = _find(desk, number)
    typed = request.POST.get("player", "")
    try:
        person = resolve(desk.event.whose, typed, request.POST.get("who", ""))
        if not isinstance(person, Player):
            more = {"doubtful": person, "typed_player": typed}
            return _page(request, desk, entrant, more, REFUSED)
        substitutes.substitute(
            entrant=entrant,
            place=whole(request, "place") or 1,
            player=person,
            from_round=whole(request, "round") or 1,
            by=desk.by,
            reason=request.POST.get("reason", "").strip(),
        )
    except Unreadable as unreadable:
        more = {"substitute_problems": sentences(unreadable), "typed_player": typed}
        return _page(request, desk, entrant, more, REFUSED)
    messages.success(request, gettext("{name} plays on.").format(name=person.name))
    return redirect("desk-entrant", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def seat(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A seat in the rounds that are drawn already, for somebody who came late."""
    entrant = _find(desk, number)
    try:
        numbers = presence.seat_now(event=desk.event, entrant=entrant.pk, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, entrant, {"seat_problems": sentences(unreadable)}, REFUSED)
    placed = placed_words(desk.event, entrant.pk, numbers)
    messages.success(request, placed or gettext("There is no drawn round without a seat for this entrant."))
    return redirect("desk-entrant", pk=desk.event.pk, number=number)


@require_POST
@at_desk(Action.ADD_PEOPLE)
def remove(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take an entry out that should never have been there."""
    entrant = _find(desk, number)
    try:
        entrants.remove(entrant=entrant, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, entrant, {"remove_problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Deleted from this event."))
    return redirect("desk-people", pk=desk.event.pk)
