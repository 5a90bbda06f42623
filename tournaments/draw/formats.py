"""One maker per format: from a checked request to the finished answer."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.draw.answer import Drawn, drawn, of_tables
from tournaments.draw.chance import Chance
from tournaments.draw.request import Request
from tournaments.draw.search import Watch
from tournaments.draw.seats import balanced, seat_counts
from tournaments.draw.tables import draw_rounds


def tables(request: Request, watch: Watch | None) -> Drawn:
    """Individuals at tables."""
    rounds, resting, bound = draw_rounds(request, watch)
    seats = max(len(table) for table in rounds[0])
    before = seat_counts(len(request.ids), request.played, seats)
    seated = balanced(rounds, before, Chance("seats", request.seed))
    facts, sentences = of_tables(request, seated, resting, bound)
    return drawn(request, seated, resting, facts, sentences)


MAKERS: dict[str, Callable[[Request, Watch | None], Drawn]] = {
    "tables": tables,
}
