"""The season's log: who changed what, and which places have moved by it, or that none has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

from config.database import writing
from tournaments.models import ClubSeason, SeasonDate, SeasonNotice
from tournaments.seasons import outcomes
from tournaments.seasons.gathering import ListOfSeason, facts_of, rules_of
from tournaments.seasons.keeping import came_to, table_of

MOST_MOVED = 300  # people whose move a line of the log keeps
Say = Callable[..., None]


def locked_season(season: ClubSeason) -> ClubSeason:
    """The season as it stands now, kept from other writers until the transaction ends."""
    return ClubSeason.objects.select_for_update().get(pk=season.pk)


@contextmanager
def changing(season: ClubSeason, *, by: str, reason: str = "") -> Iterator[tuple[ClubSeason, Say]]:
    """One change of a season: the row, kept from others, and what writes the line of the log at its end.

    Nothing said: nothing was changed.
    """
    came_to(facts_of(season))  # what events came to is read before others have to wait for us
    with writing():
        row = locked_season(season)
        lines: list[tuple[str, dict[str, Any]]] = []

        def say(what: str, **data: Any) -> None:
            lines.append((what, data))

        yield row, say
        for what, data in lines:
            row.revision += 1
            row.save()
            write(row, what, by=by, reason=reason, **data)


def write(season: ClubSeason, what: str, /, *, by: str = "", reason: str = "", **data: Any) -> SeasonNotice:
    """A line of the log with the places that differ from those of the line before; inside a transaction."""
    before = {person: (rank, total) for person, rank, total in season.recorded}
    now = ranking_of(season)
    moved = [
        [person, before.get(person, (None, ""))[0], rank]
        for person, rank, _total in now
        if before.get(person, (None, ""))[0] != rank
    ]
    there = {person for person, _rank, _total in now}
    moved += [
        [person, rank, None] for person, (rank, _total) in before.items() if person not in there and rank
    ]
    totals = sum(before.get(person, (None, ""))[1] != total for person, _rank, total in now)
    season.recorded = now
    season.save(update_fields=["recorded"])
    facts = {"moved": moved[:MOST_MOVED], "movers": len(moved), "totals": totals, "first": not before}
    return SeasonNotice.objects.create(
        season=season, what=what, data={**data, **facts}, by=by[:60], reason=reason[:200], at=timezone.now()
    )


def ranking_of(season: ClubSeason) -> list[list[Any]]:
    """The list of the season as it is recorded: person, place, total."""
    table = table_of(facts_of(season), ListOfSeason("", "", rules_of(season)))
    return [
        [row.person, row.rank, "" if row.total is None else str(row.total)]
        for row in table.rows
        if isinstance(row.person, int)
    ]


def event_changed(event: int, *, by: str) -> None:
    """An event has become official, or has been opened again: every season it counts in says so."""
    dates = SeasonDate.objects.filter(event=event).select_related("season").order_by("season")
    for date_ in dates:
        with changing(date_.season, by=by) as (season, say):
            date_ = season.evenings.select_related("event").get(pk=date_.pk)
            if date_.event is None:
                continue
            official = date_.event.finished_at is not None
            if official:
                say("corrected" if date_.counted_at else "counted", date=date_.pk, day=date_.day.isoformat())
                keep_outcome(date_)
            else:
                say("reopened", date=date_.pk, day=date_.day.isoformat())


def keep_outcome(date_: SeasonDate) -> None:
    """What an official event came to, beside its date: nobody has to replay its sheets for the list."""
    facts = facts_of(date_.season)
    came = came_to(facts).get(date_.pk)
    date_.outcome = [] if came is None else outcomes.packed(came)
    date_.outcome_of = next((each.mark for each in facts.dates if each.pk == date_.pk), "")
    date_.counted_at = date_.counted_at or timezone.now()
    date_.save(update_fields=["outcome", "outcome_of", "counted_at"])
