"""Two who sat on each other's places in a round that is played: looked at first, then exchanged."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring import Unreadable
from tournaments import ledger
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import entry_id, whole
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED, find_round, official, page, refusal, sentences
from tournaments.events.decisions import exchanges
from tournaments.events.ground.names import full_names_of
from tournaments.events.words.moves import MovedView, moved_view
from tournaments.events.words.rounds import round_title
from tournaments.models import Chair, Round, RoundState
from tournaments.speech.wording import listed


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.REPAIR_SEATS)
def exchange(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Choose two, look at what it moves, exchange them."""
    if refused_page := official(request, desk, here="rounds"):
        return refused_page
    round_ = find_round(desk, number)
    sent = request.POST if request.method == "POST" else request.GET
    chosen = [int(who) for who in sent.getlist("who") if who.isascii() and who.isdigit() and len(who) < 10]
    reason, problems = sent.get("desk-reason", ""), list[str]()
    moved: MovedView | None = None
    begun = round_.state in (RoundState.OPEN, RoundState.CLOSED)
    back = len(chosen) == 2 and exchanges.takes_back(round_, *chosen)
    try:
        if len(chosen) == 2:
            if request.method == "POST":
                done = exchanges.exchange(
                    round_=round_,
                    one=chosen[0],
                    other=chosen[1],
                    entry_id=entry_id(request),
                    reason=reason,
                    by=desk.by,
                    seen=whole(request, "seen"),
                )
                messages.success(request, _done(back=back, new=done is not None))
                return redirect("desk-round", pk=desk.event.pk, number=number)
            moved = moved_view(exchanges.preview(round_, *chosen), full_names_of(desk.event, number))
        elif sent.getlist("who"):
            problems = [gettext("Choose exactly two people to swap.")]
    except Unreadable as unreadable:
        problems = sentences(unreadable)
        if request.method == "POST":
            moved = _moved(desk, round_, chosen)
    except ledger.Refused as refused:
        problems = [refusal(refused)]
    context = {
        "round": round_,
        "title": round_title(round_),
        "people": _people(desk, round_),
        "chosen": chosen,
        "moved": moved,
        "begun": begun,
        "back": back,
        "to_take_back": _to_take_back(desk, round_),
        "problems": problems,
        "reason": reason,
        "entry_id": uuid.uuid4(),
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/repair.html", context, here="rounds", status=status)


def _moved(desk: Desk, round_: Round, chosen: list[int]) -> MovedView | None:
    try:
        return moved_view(exchanges.preview(round_, *chosen), full_names_of(desk.event, round_.number))
    except Unreadable:
        return None


def _done(*, back: bool, new: bool) -> str:
    if not new:
        return gettext("This is already on the sheet.")
    if back:
        return gettext("Taken back: both sit where they sat before, and the hands with them.")
    return gettext("Swapped: the hands have stayed at their seats.")


def _to_take_back(desk: Desk, round_: Round) -> list[tuple[str, int, int]]:
    """Exchanges that can be taken back: in words, and both entrants."""
    names = full_names_of(desk.event, round_.number)
    return [
        (
            listed([names.get(change["one"], "?"), names.get(change["other"], "?")]),
            change["one"],
            change["other"],
        )
        for change in exchanges.in_force(round_)
    ]


def _people(desk: Desk, round_: Round) -> list[tuple[int, str, int]]:
    """Everybody who sits in this round: entrant, name, table."""
    names = full_names_of(desk.event, round_.number)
    chairs = Chair.objects.filter(sitting__round=round_, entrant__isnull=False)
    at = dict(chairs.order_by("seat").values_list("entrant", "sitting__number"))
    found = [(entrant or 0, names.get(entrant or 0, "?"), table or 0) for entrant, table in at.items()]
    return sorted(found, key=lambda one: (one[2], one[1]))
