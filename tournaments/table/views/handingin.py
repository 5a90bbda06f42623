"""A table hands its sheet in although something is left to play: it is asked first."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.access.requests import whole
from tournaments.events.ground.stages import plan_of
from tournaments.events.rounds.running import unplayed
from tournaments.events.words.rounds import handing_in_early
from tournaments.table.sheetview import SheetView


def question(request: HttpRequest, view: SheetView) -> dict[str, Any]:
    """What its page says; nothing where all is played, or where it was answered for just as many hands."""
    round_, hands = view.sitting.round, view.so_far.played
    if round_ is None or view.closed or whole(request, "sure") == hands:
        return {}
    if not unplayed(hands, view.limit, view.so_far.over, plan_of(round_.stage).matched):
        return {}
    return {
        "question": handing_in_early(hands, view.limit),
        "hands": hands,
        "limit": view.limit,
        "entry": uuid.uuid4(),
        "action": request.path,
        "back": reverse("table", args=(view.sitting.pk,)),
    }
