"""Seats changed by hand: shown before it is done, then done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.database import writing
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import whole as sent_number
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED, find_round, page, sentences, whole
from tournaments.events.ground.names import full_names_of
from tournaments.events.seats import previews, seating
from tournaments.events.seats.moves import Rest
from tournaments.events.words.rounds import placed_words, round_title
from tournaments.events.words.seats import cards_of, spoken_preview
from tournaments.models import Entrant, EntrantState, Round, RoundState
from tournaments.people import presence


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.REPAIR_SEATS)
def exchange(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Two people change places: first what that brings, then it is done."""
    one = find_round(desk, number)
    sent = request.POST if request.method == "POST" else request.GET
    chosen = [int(who) for who in sent.getlist("who") if who.isascii() and who.isdigit() and len(who) < 10]
    if len(chosen) != 2:
        problem = gettext("Choose exactly two people to swap.")
        return _preview(request, desk, one, "exchange", problems=[problem], status=REFUSED)
    try:
        if request.method == "POST":
            seen, reason = sent_number(request, "seen"), request.POST.get("reason", "")
            seating.exchange(one, *chosen, by=desk.by, reason=reason, seen=seen)
            messages.success(request, gettext("The two have been swapped."))
            return _back(desk, one)
        preview = spoken_preview(one, previews.of_exchange(one, *chosen))
    except Unreadable as unreadable:
        problems = sentences(unreadable)
        return _preview(request, desk, one, "exchange", problems=problems, status=REFUSED)
    return _preview(request, desk, one, "exchange", preview=preview, chosen=chosen)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def guest(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Somebody comes late: which table he gets, then he is seated."""
    one, entrant = find_round(desk, number), _entrant(request, desk)
    try:
        if request.method == "POST":
            with writing():
                presence.tick(event=desk.event, entrant=entrant.pk, here=True, by=desk.by)
                numbers = presence.seat_now(event=desk.event, entrant=entrant.pk, by=desk.by)
            messages.success(request, placed_words(desk.event, entrant.pk, numbers or [number]))
            return _back(desk, one)
        preview = spoken_preview(one, previews.of_guest(one, entrant.pk))
    except Unreadable as unreadable:
        problems = sentences(unreadable)
        return _preview(request, desk, one, "guest", entrant=entrant, problems=problems, status=REFUSED)
    return _preview(request, desk, one, "guest", entrant=entrant, preview=preview)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def away(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Somebody does not come: what becomes of the table, then the seat is given up."""
    one, entrant = find_round(desk, number), _entrant(request, desk)
    ways = [
        {"rest": rest.value, "preview": spoken_preview(one, found)}
        for rest, found in previews.ways_out(one, entrant.pk)
    ]
    if request.method == "POST":
        try:
            with writing():
                rest = Rest(request.POST.get("rest", "")) if request.POST.get("rest") else Rest.REFUSE
                seating.remove(one, entrant.pk, by=desk.by, rest=rest)
                if request.POST.get("gone"):
                    presence.withdraw(event=desk.event, entrant=entrant.pk, by=desk.by)
        except (Unreadable, ValueError) as refused:
            problems = sentences(refused) if isinstance(refused, Unreadable) else []
            return _preview(
                request, desk, one, "away", entrant=entrant, ways=ways, problems=problems, status=REFUSED
            )
        messages.success(request, gettext("The seat is given up."))
        return _back(desk, one)
    problems = [] if ways else _why(one, entrant)
    return _preview(request, desk, one, "away", entrant=entrant, ways=ways, problems=problems)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def cards(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Partners as the cards at the tables have decided."""
    one = find_round(desk, number)
    if request.method == "POST":
        try:
            with writing():
                for table, partner in _drawn_cards(request, one):
                    seating.partner(one, table, partner, by=desk.by)
        except Unreadable as unreadable:
            context = {"tables": cards_of(one), "problems": sentences(unreadable)}
            return _shown(request, desk, one, "desk/cards.html", context, REFUSED)
        messages.success(request, gettext("The partners are entered."))
        return _back(desk, one)
    return _shown(request, desk, one, "desk/cards.html", {"tables": cards_of(one)})


def _drawn_cards(request: HttpRequest, one: Round) -> list[tuple[int, int]]:
    """(table, partner of seat 1) wherever something else was said than what stands."""
    found = []
    for table in cards_of(one):
        said = whole(request, f"table-{table.number}")
        if said and said != table.partner:
            found.append((table.number, said))
    return found


def _why(one: Round, entrant: Entrant) -> list[str]:
    try:
        previews.of_no_show(one, entrant.pk)
    except Unreadable as unreadable:
        return sentences(unreadable)
    return []


def _entrant(request: HttpRequest, desk: Desk) -> Entrant:
    sent = request.POST if request.method == "POST" else request.GET
    said = sent.get("entrant", "")
    found = (
        Entrant.objects.filter(event=desk.event, pk=int(said))
        if said.isascii() and said.isdigit() and len(said) < 10
        else None
    )
    entrant = found.first() if found is not None else None
    if entrant is None:
        raise Http404
    return entrant


def _preview(
    request: HttpRequest, desk: Desk, one: Round, what: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    names = full_names_of(desk.event, one.number)
    entrant: Entrant | None = more.get("entrant")
    context = {
        "what": what,
        "name": names.get(entrant.pk, "") if entrant else "",
        "expected": entrant is not None and entrant.state != EntrantState.HERE,
        **more,
    }
    return _shown(request, desk, one, "desk/seat_change.html", context, status)


def _shown(
    request: HttpRequest, desk: Desk, one: Round, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    draft = one.state == RoundState.DRAWN
    told = {"round": one, "title": round_title(one), "draft": draft, **context}
    return page(request, desk, template, told, here="draw" if draft else "rounds", status=status)


def _back(desk: Desk, one: Round) -> HttpResponse:
    return redirect("desk-round", pk=desk.event.pk, number=one.number)
