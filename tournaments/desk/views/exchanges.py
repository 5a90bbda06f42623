"""Two who sat on each other's places in a round that is played: looked at first, then exchanged."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.digits import numbers_in
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import entry_id, whole
from tournaments.access.roles import Action
from tournaments.desk.views.looking import Look, carried, look_then_save, sent
from tournaments.desk.views.shared import find_round, official, page
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
    answers = sent(request)
    chosen = numbers_in(answers.getlist("who"))
    back = len(chosen) == 2 and exchanges.undoes_exchange(round_, *chosen)
    reason = answers.get("desk-reason", "")

    def look() -> MovedView:
        return moved_view(exchanges.preview(round_, *chosen), full_names_of(desk.event, number))

    def save() -> str:
        exchanged = exchanges.exchange(
            round_=round_,
            first=chosen[0],
            second=chosen[1],
            entry_id=entry_id(request),
            reason=reason,
            by=desk.by,
            seen=whole(request, "seen"),
        )
        return _done(back=back, new=exchanged is not None)

    step: Look[MovedView] | HttpResponse = Look()
    if len(chosen) == 2:
        address = reverse("desk-round", args=(desk.event.pk, number))
        step = look_then_save(request, look=look, save=save, back=address)
    elif answers.getlist("who"):
        step = Look(problems=[gettext("Choose exactly two people to swap.")], refused=True)
    if isinstance(step, HttpResponse):
        return step
    context = {
        "round": round_,
        "title": round_title(round_),
        "people": _people(desk, round_),
        "chosen": chosen,
        "moved": step.seen,
        "begun": round_.state in (RoundState.OPEN, RoundState.CLOSED),
        "back": back,
        "to_take_back": _to_take_back(desk, round_),
        "problems": step.problems,
        "carried": carried(answers, ["who"]),
        "mark": len(round_.changes),
        "reason": reason,
        "entry_id": uuid.uuid4(),
    }
    return page(request, desk, "desk/repair.html", context, here="rounds", status=step.status)


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
        for change in exchanges.exchanges_in_force(round_)
    ]


def _people(desk: Desk, round_: Round) -> list[tuple[int, str, int]]:
    """Everybody who sits in this round: entrant, name, table."""
    names = full_names_of(desk.event, round_.number)
    chairs = Chair.objects.filter(sitting__round=round_, entrant__isnull=False)
    at = dict(chairs.order_by("seat").values_list("entrant", "sitting__number"))
    seated = [(entrant or 0, names.get(entrant or 0, "?"), table or 0) for entrant, table in at.items()]
    return sorted(seated, key=lambda row: (row[2], row[1]))
