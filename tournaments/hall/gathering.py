"""Everything the hall may see of an event, gathered once for each of its standings."""

from __future__ import annotations

import datetime
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.conf import settings

from config.caches import Cache, Pictures
from tournaments.engines.eventchain import ChainLink
from tournaments.events.ground.lineups import lineup
from tournaments.events.ground.links import closing_link, last_link
from tournaments.events.ground.stages import plan_of, team_of
from tournaments.events.ground.stamps import Stamp, stamp_of
from tournaments.events.results.brackets import left_in
from tournaments.events.results.keeping import Results, results_of
from tournaments.hall.facts import EntrantFacts, Hall, RoundFacts, SeatFacts, TableFacts
from tournaments.hall.public import EVERYTHING, known
from tournaments.models import Chair, Event, Round, RoundState, Sitting, Stage
from tournaments.models.naming import names_in

EVENTS_KEPT = 24


@dataclass(frozen=True)
class _Still:
    """What stays as it is while hands are written."""

    event: Event
    rounds: tuple[Round, ...]
    stages: Mapping[int, Stage]  # by key
    people: Mapping[int, EntrantFacts]
    seats: Mapping[int, tuple[SeatFacts, ...]]  # by sitting
    sittings: tuple[tuple[int, int | None, int | None, int], ...]  # key, key of the round, number, limit
    closing: ChainLink | None
    latest: ChainLink | None


MANY = 400  # people: from here on a picture is made for all hands of a moment together
MOMENT = 2.0  # seconds
LAST = 2  # pictures of an event: somebody may still be at the one before
TRIES = 3  # to take a picture of an event that is just being changed

_latest: Cache[str, tuple[Stamp, float]] = Cache(EVENTS_KEPT)  # large events: the last picture, and when

_stills: Pictures[str, str, _Still] = Pictures(EVENTS_KEPT)

_halls: Pictures[tuple[str, bool], Stamp, Hall] = Pictures(EVENTS_KEPT, LAST)


def hall(stamp: Stamp, *, desk: bool = False) -> Hall:
    """The event of this stamp; at the desk everything is known. It is made once for each stamp."""
    return _halls.get(((stamp.uid, desk), stamp), lambda: _gathered(stamp, desk=desk))


def settled(stamp: Stamp) -> Stamp:
    """The stamp that pages answer with. What organisers do is shown at once; hands of a large event, where
    somebody writes one every second, are shown a moment later and together.

    Where several processes answer, each would have a moment of its own, and who asks them in turn would see
    hands come and go: there a cache in front spares the work.
    """
    latest = _latest.look_up(stamp.uid) if settings.PROFILE.club else None
    if latest and latest[0].revision == stamp.revision and time.monotonic() - latest[1] < MOMENT:
        return latest[0]
    return stamp


def _gathered(stamp: Stamp, *, desk: bool) -> Hall:
    """A picture of one moment: if organisers change something while it is made, it is made anew."""
    for tries_left in reversed(range(TRIES)):
        failed: LookupError | None = None
        try:
            picture = _picture(stamp, desk=desk)
        except LookupError as error:  # half of it is older than the other half
            failed = error
        now = stamp_of(stamp.event)
        if now is None or now.revision == stamp.revision or not tries_left:
            break
        stamp = now
    if failed is not None:
        raise failed
    return picture


def _picture(stamp: Stamp, *, desk: bool) -> Hall:
    still = _stills.get((stamp.uid, stamp.revision), lambda: _standing_still(stamp.event))
    now = EVERYTHING if desk else known(still.event, still.rounds)
    results = results_of(stamp)
    if len(still.people) >= MANY and not desk:
        _latest.put(stamp.uid, (stamp, time.monotonic()))
    return Hall(
        event=still.event,
        known=now,
        people=still.people,
        rounds=_rounds(still, _tables(still, results)),
        plans={stage.number: plan_of(stage) for stage in still.stages.values()},
        stage_names={stage.number: stage.name for stage in still.stages.values()},
        competition=results.competition,
        standings=results.after(now.last) if now.shown else None,
        layout=results.still.layout,
        results=results,
        revision=stamp.revision,
        closing=still.closing,
        latest=still.latest,
    )


def _standing_still(pk: int) -> _Still:
    event = Event.objects.defer("logo").get(pk=pk)
    names = names_in(event)
    seats: dict[int, list[SeatFacts]] = {}
    chairs = Chair.objects.filter(sitting__event=pk).select_related("player").order_by("sitting", "seat")
    for chair in chairs:
        seat = SeatFacts(chair.seat, chair.entrant_id or 0, names.person(chair.player))
        seats.setdefault(chair.sitting_id, []).append(seat)
    sittings = Sitting.objects.filter(event=pk, round__isnull=False).order_by("number")
    return _Still(
        event=event,
        rounds=tuple(event.rounds.exclude(state=RoundState.DRAWN).defer("request", "answer")),
        stages={stage.pk: stage for stage in event.stages.all()},
        people=_people(event),
        seats={sitting: tuple(at_table) for sitting, at_table in seats.items()},
        sittings=tuple(sittings.values_list("pk", "round", "number", "hands_limit")),
        closing=closing_link(event),
        latest=last_link(event),
    )


def _people(event: Event) -> dict[int, EntrantFacts]:
    playing, names = lineup(event, 1_000), names_in(event)
    people = {}
    for entrant in event.entrants.all():
        players = playing.get(entrant.pk, ())
        members = tuple(names.person(player) for player in players)
        people[entrant.pk] = EntrantFacts(
            entrant=entrant.pk,
            number=entrant.number,
            name=names.entry(entrant, players),
            members=members if entrant.name or len(members) > 1 else (),
            club=entrant.club,
            category=entrant.category,
            team=team_of(entrant),
            group=entrant.group,
            state=entrant.state,
        )
    return people


def _tables(still: _Still, results: Results) -> dict[int, list[TableFacts]]:
    """Tables by the key of their round."""
    tables: dict[int, list[TableFacts]] = {}
    for pk, round_, number, limit in still.sittings:
        sheet = results.sheets.get(pk)
        hands, ended = (sheet.hands, sheet.ended) if sheet else (0, False)
        tables.setdefault(round_ or 0, []).append(
            TableFacts(
                number=number or 0,
                sitting=pk,
                seats=still.seats.get(pk, ()),
                hands=hands,
                limit=limit,
                done=ended or 0 < limit <= hands,
                agreed=sheet.agreed if sheet else "",
                played=sheet.result if sheet else None,
            )
        )
    return tables


def _rounds(still: _Still, tables: Mapping[int, Sequence[TableFacts]]) -> tuple[RoundFacts, ...]:
    rounds: list[RoundFacts] = []
    for round_ in still.rounds:
        stage = still.stages[round_.stage_id]
        rounds.append(
            RoundFacts(
                number=round_.number,
                name=round_.name,
                state=round_.state,
                stage=stage.number,
                of_stage=1 + sum(other.stage == stage.number for other in rounds),
                tables=_of_round(round_, tables.get(round_.pk, ())),
                out=tuple(round_.seating.get("out", ())),
                moved=_moved(round_),
                matches=dict(
                    zip(round_.seating.get("numbers", ()), round_.seating.get("matches", ()), strict=False)
                ),
                ahead=tuple(round_.seating.get("ahead", ())) if round_.by_groups else (),
                left=left_in(round_.seating),
            )
        )
    return tuple(rounds)


def _of_round(round_: Round, tables: Sequence[TableFacts]) -> tuple[TableFacts, ...]:
    if not round_.by_groups:
        return tuple(tables)
    ahead = round_.tables_ahead
    return tuple(replace(table, ahead=round_.number) if table.number in ahead else table for table in tables)


def _moved(round_: Round) -> dict[int, datetime.datetime]:
    """When the seats of which tables were changed after everybody could see them."""
    moved = {}
    for change in round_.changes:
        at = datetime.datetime.fromisoformat(change["at"])
        if round_.published_at is not None and at >= round_.published_at:
            moved.update(dict.fromkeys(change.get("tables", ()), at))
    return moved
