"""Draws: who plays whom, where and when. Pure: values in, values out; chance comes from a seed.

    drawn = draw({"format": "tables", "players": 42, "rounds": 3, "sizes": [4, 3], "seed": "Sommerfest"})
    drawn.facts["rounds"]

The answer depends on the request alone, seed included: not on the clock, the machine or the process.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.engines.draw.answer import ABOUT_MEETINGS, ALGORITHM, Drawn, about_meetings, stopped
from tournaments.engines.draw.formats import MAKERS
from tournaments.engines.draw.request import request_from
from tournaments.engines.draw.watch import Watch

__all__ = ["ABOUT_MEETINGS", "ALGORITHM", "Drawn", "Watch", "about_meetings", "draw"]


def draw(raw: Mapping[str, object], watch: Watch | None = None) -> Drawn:
    """Draw what a request asks for; raises scoring.Unreadable with everything that is wrong with it.

    `watch` is told of the progress of longer searches and may stop them: the answer is the best so far, and
    says so, for the same request gives another one if it is stopped at another moment or not at all.
    """
    request = request_from(raw)
    watching = _Watching(watch)
    drawn = MAKERS[request.format](request, watching)
    return stopped(drawn) if watching.stopped else drawn


class _Watching:
    """Passes on what a watch is told, and remembers whether it has stopped the search."""

    def __init__(self, watch: Watch | None) -> None:
        self.watch = watch
        self.stopped = False

    def __call__(self, done: int, total: int, best: int) -> bool:
        if self.watch is not None and self.watch(done, total, best):
            self.stopped = True
        return self.stopped
