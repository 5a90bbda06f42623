"""An event that has just been taken in is looked over: what no page could show is not taken in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.engines.plans import event_settings
from tournaments.events.ground.lineups import Lineup, lineup
from tournaments.events.plan.changing import rules_of
from tournaments.events.results.ranking import standings_of
from tournaments.events.rounds.publishing import seats_at
from tournaments.hall.decisions import decision_rows
from tournaments.models import Chair, Entrant, Event, Notice, Round, RoundState, Sitting
from tournaments.people.happenings import notice_in_words


def look_over(event: Event) -> None:
    """Make what everybody looks at. Raises LookupError, TypeError, ValueError or Unreadable where that cannot
    be done."""
    rules_of(event)
    heads = event_settings(event.settings).entrant
    playing = {round_.number: lineup(event, round_.number) for round_ in event.rounds.all()}
    for entrant in Entrant.objects.filter(event=event):
        if not 1 <= entrant.members.values("place").distinct().count() <= heads:
            raise ValueError("an entry of nobody, or of too many")
    chairs = _chairs(event)
    for round_ in event.rounds.all():
        _round(round_, playing[round_.number], chairs)
    standings_of(event)
    decision_rows(event)
    for notice in Notice.objects.filter(event=event):
        notice_in_words(notice, 0, {})


def _chairs(event: Event) -> dict[tuple[int, int], list[int | None]]:
    """Entrants in the order of their seats, by round and table."""
    chairs: dict[tuple[int, int], list[int | None]] = {}
    for sitting in Sitting.objects.filter(event=event).select_related("round"):
        sitting.table()
        chairs[sitting.round.number if sitting.round else 0, sitting.number or 0] = []
    rows = Chair.objects.filter(sitting__event=event).order_by("sitting", "seat")
    for round_, table, entrant in rows.values_list("sitting__round__number", "sitting__number", "entrant"):
        chairs[round_, table or 0].append(entrant)
    return chairs


def _round(round_: Round, playing: Lineup, chairs: Mapping[tuple[int, int], list[int | None]]) -> None:
    seating: Mapping[str, Any] = round_.seating
    tables = dict(zip(seating["numbers"], seating["tables"], strict=True))
    seated = [who for place in (*seating["tables"], seating["out"]) for who in place]
    if len(tables) < len(seating["tables"]) or len(set(seated)) < len(seated):
        raise ValueError("a table or a person that is there twice")
    there = {table: people for (number, table), people in chairs.items() if number == round_.number}
    if round_.state == RoundState.DRAWN:
        tables = {}
    if there != {
        number: [who for who, _player in seats_at(table, playing)] for number, table in tables.items()
    }:
        raise ValueError("other people at the tables than in the seating")
    for change in round_.changes:
        if not {"at", "what", "tables"} <= change.keys():
            raise ValueError("a change of seats that says nothing")
