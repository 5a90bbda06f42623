"""Draws: who plays whom, where and when. Pure: values in, values out; chance comes from a seed.

    drawn = draw({"format": "tables", "players": 42, "rounds": 3, "sizes": [4, 3], "seed": "Sommerfest"})
    drawn.facts["rounds"]

The answer depends on the request alone, seed included: not on the clock, the machine or the process.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.draw.answer import ABOUT_MEETINGS, ALGORITHM, Drawn, about_meetings
from tournaments.draw.formats import MAKERS
from tournaments.draw.plan import Watch
from tournaments.draw.request import request_from

__all__ = ["ABOUT_MEETINGS", "ALGORITHM", "Drawn", "Watch", "about_meetings", "draw"]


def draw(raw: Mapping[str, object], watch: Watch | None = None) -> Drawn:
    """Draw what a request asks for; raises scoring.Unreadable with everything that is wrong with it.

    `watch` is told of the progress of longer searches and may stop them; the best so far is the answer.
    """
    request = request_from(raw)
    return MAKERS[request.format](request, watch)
