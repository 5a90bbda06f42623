"""Evenings that were somebody else's: looked at, given to him, and taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from config.digits import number_in
from scoring import Unreadable
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.roles import Action
from tournaments.careers import asking
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.models import Parting, Player
from tournaments.people import parting as partings
from tournaments.people import searching

MOST_NAMES = 20  # on offer


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.ADD_PEOPLE)
def part(request: HttpRequest, actor: Actor, person: int) -> HttpResponse:
    """Choose evenings and whose they are, look at both, then part them."""
    origin = _somebody(actor, person)
    sent = request.POST if request.method == "POST" else request.GET
    other = None if not sent.get("other") else _somebody(actor, number_in(sent.get("other", "")) or 0)
    chosen = set(sent.getlist("evening"))
    typed = {key: sent.get(key, "") for key in ("name", "distinction")}
    problems: list[str] = []
    if request.method == "POST" and "sure" in request.POST:
        try:
            moved = partings.part(origin=origin, other=other, evenings=chosen, by=actor.name, **typed)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            asking.begin(actor.tenant, actor.name)
            count = len(chosen)
            text = ngettext(
                "{count} evening belongs to {name} now.", "{count} evenings belong to {name} now.", count
            )
            messages.success(request, text.format(count=count, name=moved.other.name))
            return redirect("desk-person", person=moved.other.pk)
    query = sent.get("with", "")[:100]
    evenings = partings.evenings_of(origin, other)
    context = {
        "player": origin,
        "other": other,
        "evenings": evenings,
        "chosen": chosen,
        "going": [evening for evening in evenings if evening.key in chosen],
        "typed": {"name": typed["name"] or origin.name, "distinction": typed["distinction"]},
        "asks": request.method == "POST" and bool(chosen),
        "query": query,
        "names": searching.search(actor.tenant, query).rows[:MOST_NAMES] if query else (),
        "problems": problems,
    }
    return render(request, "desk/part.html", context, status=REFUSED if problems else 200)


@require_POST
@at_any_desk(Action.ADD_PEOPLE)
def back(request: HttpRequest, actor: Actor, parting: int) -> HttpResponse:
    """What was parted is together again."""
    row = get_object_or_404(
        Parting.objects.select_related("origin", "other"), tenant=actor.tenant, pk=parting
    )
    try:
        partings.take_back(parting=row, by=actor.name)
    except Unreadable as unreadable:
        for sentence in sentences(unreadable):
            messages.error(request, sentence)
        return redirect("desk-person", person=row.other_id)
    asking.begin(actor.tenant, actor.name)
    messages.success(request, gettext("The evenings belong to {name} again.").format(name=row.origin.name))
    return redirect("desk-person", person=row.origin_id)


def _somebody(actor: Actor, number: int) -> Player:
    return get_object_or_404(Player, tenant=actor.tenant, pk=number, robot=False, anonymised_at=None)
