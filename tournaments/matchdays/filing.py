"""A match-day whole, as a value for a file. Its events are called by their uid; each has its own file."""

from __future__ import annotations

from tournaments.models import MatchDay
from tournaments.models.filing import moment
from tournaments.models.stored import Raw

FORMAT, VERSION = "stammtisch-matchday-file", 1


def whole_matchday(matchday: MatchDay) -> Raw:
    """Everything of a match-day."""
    evening = matchday.evening
    return {
        "format": FORMAT,
        "version": VERSION,
        "uid": str(matchday.uid),
        "name": matchday.name,
        "day": matchday.day.isoformat(),
        "listed": matchday.listed,
        "created_at": moment(matchday.created_at),
        "season": str(evening.season.uid) if evening is not None else None,
        "halls": [
            {
                "number": hall.number,
                "name": hall.name,
                "event": str(hall.event.uid) if hall.event is not None else None,
            }
            for hall in matchday.halls.select_related("event")
        ],
    }
