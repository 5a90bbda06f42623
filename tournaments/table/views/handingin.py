"""A table hands its sheet in although something is left to play or to decide: it is asked first."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments import ledger
from tournaments.access.requests import whole
from tournaments.access.visitor import Visitor
from tournaments.events.ground.stages import plan_of
from tournaments.events.rounds.running import unplayed
from tournaments.events.words.rounds import handing_in_early, undecided_words
from tournaments.table.agreed import agreed
from tournaments.table.sheetview import SheetView


def question(request: HttpRequest, view: SheetView) -> dict[str, Any]:
    """What its page says; nothing where all is played and decided, or where just that was answered."""
    round_, hands, waiting = view.sitting.round, view.so_far.played, len(ledger.undecided(view.sitting))
    if view.closed:
        return {}
    early = round_ is not None and unplayed(
        hands, view.limit, view.so_far.over, plan_of(round_.stage).matched
    )
    asks = [handing_in_early(hands, view.limit)] if early and whole(request, "sure") != hands else []
    if waiting and whole(request, "undecided") != waiting:
        asks.append(undecided_words(waiting))
    if not asks:
        return {}
    return {
        "question": asks[0],
        "also": asks[1:],
        "early": early,
        "waiting": waiting,
        "sitting": view.sitting,
        "hands": hands,
        "limit": view.limit,
        "entry": uuid.uuid4(),
        "action": request.path,
        "back": reverse("table", args=(view.sitting.pk,)),
    }


def hands_over(view: SheetView, visitor: Visitor) -> bool:
    """Does handing in lead to the reading back? At a table of an event, where its plan wants it."""
    return visitor.sitting.round_id is not None and visitor.device is not None and agreed(view).wanted
