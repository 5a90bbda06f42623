"""Seats changed by hand: shown before it is done, then done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.database import writing
from config.digits import number_in, numbers_in
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import whole as sent_number
from tournaments.access.roles import Action
from tournaments.desk.views.looking import Look, carried, look_then_save, sent
from tournaments.desk.views.shared import REFUSED, find_round, page, sentences, whole
from tournaments.events.ground.names import full_names_of
from tournaments.events.seats import previews, seating
from tournaments.events.seats.moves import IncompleteTable
from tournaments.events.words.rounds import placed_words, round_title
from tournaments.events.words.seats import cards_of, spoken_preview
from tournaments.models import Entrant, EntrantState, Round, RoundState
from tournaments.people import presence


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.REPAIR_SEATS)
def exchange(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Two people change places: first what that brings, then it is done."""
    round_, answers = find_round(desk, number), sent(request)
    chosen = numbers_in(answers.getlist("who"))
    if len(chosen) != 2:
        problem = gettext("Choose exactly two people to swap.")
        return _preview(request, desk, round_, "exchange", Look(problems=[problem], refused=True))

    def save() -> str:
        seen, reason = sent_number(request, "seen"), request.POST.get("reason", "")
        seating.exchange(round_, *chosen, by=desk.by, reason=reason, seen=seen)
        return gettext("The two have been swapped.")

    step = look_then_save(
        request,
        look=lambda: spoken_preview(round_, previews.of_exchange(round_, *chosen)),
        save=save,
        back=_address(desk, round_),
        again=False,
    )
    return _preview(request, desk, round_, "exchange", step, carried=carried(answers, ["who"]))


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def guest(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Somebody comes late: which table he gets, then he is seated."""
    round_, entrant = find_round(desk, number), _entrant(request, desk)

    def save() -> str:
        with writing():
            presence.tick(event=desk.event, entrant=entrant.pk, here=True, by=desk.by)
            numbers = presence.seat_now(event=desk.event, entrant=entrant.pk, by=desk.by)
        return placed_words(desk.event, entrant.pk, numbers or [number])

    step = look_then_save(
        request,
        look=lambda: spoken_preview(round_, previews.of_guest(round_, entrant.pk)),
        save=save,
        back=_address(desk, round_),
        again=False,
    )
    return _preview(
        request, desk, round_, "guest", step, entrant=entrant, carried=carried(sent(request), ["entrant"])
    )


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def away(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Somebody does not come: what becomes of the table, then the seat is given up."""
    round_, entrant = find_round(desk, number), _entrant(request, desk)

    def look() -> list[dict[str, Any]]:
        return [
            {"rest": rest.value, "preview": spoken_preview(round_, preview)}
            for rest, preview in previews.ways_out(round_, entrant.pk)
        ]

    def save() -> str:
        with writing():
            seating.remove(round_, entrant.pk, by=desk.by, rest=_rest(request))
            if request.POST.get("gone"):
                presence.withdraw(event=desk.event, entrant=entrant.pk, by=desk.by)
        return gettext("The seat is given up.")

    step = look_then_save(request, look=look, save=save, back=_address(desk, round_))
    if isinstance(step, HttpResponse):
        return step
    passed_on = carried(sent(request), ["entrant"])
    if not step.refused and not step.seen:
        step = replace(step, problems=_why(round_, entrant))
    return _preview(request, desk, round_, "away", step, entrant=entrant, ways=step.seen, carried=passed_on)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RUN_ROUNDS)
def cards(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Partners as the cards at the tables have decided."""
    round_ = find_round(desk, number)
    if request.method == "POST":
        try:
            with writing():
                for table, partner in _drawn_cards(request, round_):
                    seating.partner(round_, table, partner, by=desk.by)
        except Unreadable as unreadable:
            context = {"tables": cards_of(round_), "problems": sentences(unreadable)}
            return _shown(request, desk, round_, "desk/cards.html", context, REFUSED)
        messages.success(request, gettext("The partners are entered."))
        return _back(desk, round_)
    return _shown(request, desk, round_, "desk/cards.html", {"tables": cards_of(round_)})


def _drawn_cards(request: HttpRequest, round_: Round) -> list[tuple[int, int]]:
    """(table, partner of seat 1) wherever something else was said than what stands."""
    cards = []
    for table in cards_of(round_):
        partner = whole(request, f"table-{table.number}")
        if partner and partner != table.partner:
            cards.append((table.number, partner))
    return cards


def _why(round_: Round, entrant: Entrant) -> list[str]:
    try:
        previews.of_no_show(round_, entrant.pk)
    except Unreadable as unreadable:
        return sentences(unreadable)
    return []


def _entrant(request: HttpRequest, desk: Desk) -> Entrant:
    chosen = number_in(sent(request).get("entrant", ""))
    entrant = Entrant.objects.filter(event=desk.event, pk=chosen).first() if chosen is not None else None
    if entrant is None:
        raise Http404
    return entrant


def _preview(
    request: HttpRequest,
    desk: Desk,
    round_: Round,
    what: str,
    step: Look[Any] | HttpResponse,
    **more: Any,
) -> HttpResponse:
    if isinstance(step, HttpResponse):
        return step
    names = full_names_of(desk.event, round_.number)
    entrant: Entrant | None = more.get("entrant")
    context = {
        "what": what,
        "name": names.get(entrant.pk, "") if entrant else "",
        "expected": entrant is not None and entrant.state != EntrantState.HERE,
        "preview": None if "ways" in more else step.seen,
        "problems": step.problems,
        "mark": len(round_.changes),
        **more,
    }
    return _shown(request, desk, round_, "desk/seat_change.html", context, step.status)


def _shown(
    request: HttpRequest, desk: Desk, round_: Round, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    draft = round_.state == RoundState.DRAWN
    shown = {"round": round_, "title": round_title(round_), "draft": draft, **context}
    return page(request, desk, template, shown, here="draw" if draft else "rounds", status=status)


def _rest(request: HttpRequest) -> IncompleteTable:
    """What becomes of the table as the form says it; something else than the form offers has no sentence."""
    try:
        return IncompleteTable(request.POST.get("rest") or IncompleteTable.REFUSE)
    except ValueError:
        raise Unreadable(()) from None


def _address(desk: Desk, round_: Round) -> str:
    return reverse("desk-round", args=(desk.event.pk, round_.number))


def _back(desk: Desk, round_: Round) -> HttpResponse:
    return redirect(_address(desk, round_))
