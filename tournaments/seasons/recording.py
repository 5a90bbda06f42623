"""The season's log: who changed what, and which places have moved by it, or that none has."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import Q
from django.utils import timezone

from config.database import writing
from tournaments.models import ClubSeason, SeasonDate, SeasonNotice
from tournaments.seasons import outcomes
from tournaments.seasons.gathering import FROM_FILE, ListOfSeason, facts_of, matchday_of, rules_of
from tournaments.seasons.keeping import came_to, table_of

ELSEWHERE = "elsewhere"  # places have moved by something that is none of the season's own changes
MOST_MOVED = 300  # people whose move a line of the log keeps
Say = Callable[..., None]


def locked_season(season: ClubSeason) -> ClubSeason:
    """The season as it stands now, kept from other writers until the transaction ends."""
    return ClubSeason.objects.select_for_update().get(pk=season.pk)


@contextmanager
def changing(
    season: ClubSeason, *, by: str, reason: str = "", caught_up: bool = True
) -> Iterator[tuple[ClubSeason, Say]]:
    """One change of a season: the row, kept from others, and what writes the line of the log at its end.

    Nothing said: nothing was changed. What has moved places before without a line has one of its own first;
    not `caught_up`: what is said here is the reason for that.
    """
    came_to(facts_of(season))  # what events came to is read before others have to wait for us
    with writing():
        row = locked_season(season)
        if caught_up and not_noted(row):
            row.revision += 1
            row.save(update_fields=["revision"])
            write(row, ELSEWHERE)
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
    line = SeasonNotice.objects.create(
        season=season, what=what, data=data, by=by[:60], reason=reason[:200], at=timezone.now()
    )
    now = ranking_of(season)  # with what this line has decided
    line.data = {**data, **moves(season.recorded, now)}
    line.save(update_fields=["data"])
    season.recorded = now
    season.save(update_fields=["recorded"])
    return line


def moves(recorded: Sequence[Sequence[Any]], now: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Whose place is another one now, as a line of the log keeps it."""
    before = {person: (rank, total) for person, rank, total in recorded}
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
    return {"moved": moved[:MOST_MOVED], "movers": len(moved), "totals": totals, "first": not before}


def not_noted(season: ClubSeason) -> dict[str, Any] | None:
    """What has moved since the last line: by a hand of a table, somebody's club or category; or None."""
    facts = moves(season.recorded, ranking_of(season))
    return facts if season.recorded and (facts["movers"] or facts["totals"]) else None


def people_merged(tenant: int, keep: int, gone: int, *, by: str = "") -> None:
    """Two of the register are one: every season in which either was says which places that has moved."""
    for season in ClubSeason.objects.filter(tenant=tenant).order_by("pk"):
        if not {keep, gone} & {person for person, _rank, _total in season.recorded}:
            continue
        with changing(season, by=by, caught_up=False) as (row, say):
            known = {person for person, _rank, _total in row.recorded}
            row.recorded = [
                [keep if person == gone else person, rank, total]
                for person, rank, total in row.recorded
                if person != gone or keep not in known
            ]
            _rename(row, keep, gone)
            if moves(row.recorded, ranking_of(row))["movers"] or gone in known:
                say("merged", person=keep, gone=gone)


def _rename(season: ClubSeason, keep: int, gone: int) -> None:
    """What is kept of events that are being corrected calls somebody by his number."""
    for date_ in season.evenings.exclude(outcome=[]):
        was = outcomes.unpacked(date_.outcome)
        if not any(gone in (who.person, *who.partners) for who in was.people):
            continue
        date_.outcome = outcomes.packed(outcomes.with_other(was, keep, gone))
        of_file = date_.outcome_of.startswith(FROM_FILE)  # another mark, another outcome
        date_.outcome_of = new_file_mark() if of_file else f"{date_.outcome_of}m"[-40:]
        date_.save(update_fields=["outcome", "outcome_of"])


def new_file_mark() -> str:
    """For what an evening came to elsewhere; no other has it."""
    return f"{FROM_FILE}{uuid.uuid4().hex[:12]}"


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
    is_it = Q(event=event) | Q(matchday__halls__event=event)
    dates = SeasonDate.objects.filter(is_it).select_related("season").order_by("season")
    for date_ in dates:
        with changing(date_.season, by=by, caught_up=False) as (season, say):
            date_ = season.evenings.select_related("event", "matchday").get(pk=date_.pk)
            if date_.event is None and matchday_of(date_) is None:
                continue
            official = is_counted(season, date_)
            if not official and date_.event is None and not date_.counted_at:
                continue  # other halls are still missing
            if official:
                say("corrected" if date_.counted_at else "counted", date=date_.pk, day=date_.day.isoformat())
                keep_outcome(date_)
            else:
                say("reopened", date=date_.pk, day=date_.day.isoformat())


def is_counted(season: ClubSeason, date_: SeasonDate) -> bool:
    """Is it official now: the event, or all halls of the match-day?"""
    facts = next((each for each in facts_of(season).dates if each.pk == date_.pk), None)
    return facts is not None and facts.counts and not facts.reopened


def keep_outcome(date_: SeasonDate) -> None:
    """What an official event came to, beside its date: nobody has to replay its sheets for the list."""
    facts = facts_of(date_.season)
    came = came_to(facts).get(date_.pk)
    date_.outcome = [] if came is None else outcomes.packed(came)
    date_.outcome_of = next((each.mark for each in facts.dates if each.pk == date_.pk), "")
    date_.counted_at = date_.counted_at or timezone.now()
    date_.save(update_fields=["outcome", "outcome_of", "counted_at"])
