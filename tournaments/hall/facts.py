"""Everything the hall may see of an event, gathered once for each of its standings. No language yet."""

from __future__ import annotations

import datetime
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.conf import settings

from config.caches import Cache, Pictures
from tournaments.engines.eventchain import ChainLink
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.standings import (
    Competition,
    Standings,
    TableResult,
    TeamRow,
    group_standings,
)
from tournaments.events.ground.lineups import lineup
from tournaments.events.ground.links import closing_link, last_link
from tournaments.events.ground.stages import plan_of, team_of
from tournaments.events.ground.stamps import Stamp, stamp_of
from tournaments.events.results.brackets import left_in
from tournaments.events.results.finals import FinalLayout, teams
from tournaments.events.results.keeping import Results, results_of
from tournaments.hall.public import EVERYTHING, Known, known
from tournaments.lists.surnames import by_name, by_surname
from tournaments.lists.typed import folded
from tournaments.models import AgreedState, Chair, Event, Round, RoundState, Sitting, Stage
from tournaments.models.naming import names_in

EVENTS_KEPT = 24


@dataclass(frozen=True, slots=True)
class EntrantFacts:
    """An entrant as the public knows it: a person, a pair, a team."""

    entrant: int
    number: int
    name: str
    members: tuple[str, ...]
    club: str
    category: str
    team: str
    group: str
    state: str

    @property
    def words(self) -> str:
        """Folded: what somebody types is looked for here."""
        return folded(" ".join((self.name, *self.members)))

    @property
    def sorted_as(self) -> tuple[str, str, str]:
        """Where somebody stands in a list of names: by surname, unless it is the name of a pair or team."""
        own_name = self.members and self.name != " / ".join(self.members)
        return by_name(self.name) if own_name else by_surname(self.name)


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A place at a table; a substitute has his own name and sits for the entrant."""

    number: int  # from 1
    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table of a round, as far as it is."""

    number: int
    sitting: int
    seats: tuple[SeatFacts, ...]
    hands: int
    limit: int
    done: bool
    played: TableResult | None = None  # None before the round is open
    agreed: str = ""  # an AgreedState
    ahead: int = 0  # number of its round, where its group has gone on alone

    @property
    def entrants(self) -> tuple[int, ...]:
        """Who sits here, each once."""
        return tuple(dict.fromkeys(seat.entrant for seat in self.seats))


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round the hall may see: its seats are published."""

    number: int
    name: str
    state: str  # a RoundState
    stage: int
    of_stage: int  # which round of its stage, from 1
    tables: tuple[TableFacts, ...]
    out: tuple[int, ...]
    moved: Mapping[int, datetime.datetime]  # tables whose seats changed after they were published
    matches: Mapping[int, int]  # of a knockout: match by table
    ahead: tuple[str, ...]  # groups that play it already while others are at the round before
    left: int  # of a knockout: how many it is, with those who begin later; 2 is the final

    @property
    def on(self) -> bool:
        """It is being played, or about to be."""
        return self.state in (RoundState.PUBLISHED, RoundState.OPEN)

    def table_of(self, entrant: int) -> TableFacts | None:
        """Where somebody sits in this round."""
        return next((table for table in self.tables if entrant in table.entrants), None)


@dataclass(frozen=True)
class Hall:
    """An event as it stands; `known` says how much of the ranking is for these eyes."""

    event: Event
    known: Known
    people: Mapping[int, EntrantFacts]
    rounds: tuple[RoundFacts, ...]
    plans: Mapping[int, StagePlan]  # by number of the stage
    stage_names: Mapping[int, str]
    competition: Competition
    standings: Standings | None  # the final list as it stands: everybody, over all stages
    layout: FinalLayout
    results: Results
    revision: str  # the same for as long as only hands are written
    closing: ChainLink | None = None  # of the round that was closed last, or of the official results
    latest: ChainLink | None = None  # whose hash is the head of the event

    @property
    def current(self) -> RoundFacts | None:
        """The round people ask about: the one that is on, else the last one."""
        return next((round_ for round_ in self.rounds if round_.on), self.rounds[-1] if self.rounds else None)

    @cached_property
    def floor(self) -> RoundFacts | None:
        """The round people ask about, as it is played in the hall: groups that have gone on alone sit at the
        tables of the round they play."""
        current = self.current
        later = (
            []
            if current is None
            else [round_ for round_ in self.rounds if round_.ahead and round_ is not current]
        )
        gone = [table for round_ in later for table in round_.tables if table.ahead]
        if current is None or not gone:
            return current
        away = {entrant for table in gone for entrant in table.entrants}
        stay = [table for table in current.tables if not away & {*table.entrants}]
        latest = {table.number: table for table in (*stay, *gone)}
        return replace(current, tables=tuple(latest[number] for number in sorted(latest)))

    @property
    def next_up(self) -> RoundFacts | None:
        """A published round behind the one that is on."""
        on = [round_ for round_ in self.rounds if round_.on]
        return on[1] if len(on) > 1 else None

    def round(self, number: int) -> RoundFacts | None:
        """The round with this number, if its seats are published."""
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    @cached_property
    def disputed(self) -> Mapping[int, tuple[int, int]]:
        """Whose results are provisional because a table is in dispute: its round and number, by entrant."""
        return {
            entrant: (round_.number, table.number)
            for round_ in self.rounds
            for table in round_.tables
            if table.agreed == AgreedState.DISPUTED
            for entrant in table.entrants
        }

    @cached_property
    def by_number(self) -> Mapping[int, EntrantFacts]:
        """People by their start number."""
        return {person.number: person for person in self.people.values()}

    @cached_property
    def ranks(self) -> Mapping[int, tuple[int | None, ...]]:
        """Everybody's place after each round."""
        if self.standings is None:
            return {}
        ranks = [{row.entrant: row.rank for row in table.rows} for table in self.each_round.values()]
        return {
            entrant.id: tuple(each.get(entrant.id) for each in ranks) for entrant in self.competition.entrants
        }

    @cached_property
    def each_round(self) -> Mapping[int, Standings]:
        """The list as it stood after each round that counts."""
        numbers = self.standings.rounds if self.standings else ()
        return {number: self.after(number) for number in numbers}

    def after(self, number: int) -> Standings:
        """The list as it stood after a round."""
        return self.results.after(number)

    @cached_property
    def teams(self) -> tuple[TeamRow, ...]:
        """The ranking of teams of individuals; empty where nobody is in one."""
        if self.standings is None or not any(person.team for person in self.people.values()):
            return ()
        return teams(self.layout, self.competition, self.known.last)

    @cached_property
    def groups(self) -> Mapping[str, Standings]:
        """A table for each group, of what its members played among themselves."""
        members: dict[str, list[int]] = {}
        for person in self.people.values():
            if person.group:
                members.setdefault(person.group, []).append(person.entrant)
        stage = max([n for n, plan in self.plans.items() if plan.format == Format.GROUPS], default=0)
        if self.standings is None or not members or not stage:
            return {}
        return self.of_stage(stage, {name: members[name] for name in sorted(members)})

    def of_stage(self, stage: int, groups: Mapping[str, Sequence[int]]) -> Mapping[str, Standings]:
        """A table for each of these groups, of what its members played among themselves in this stage."""
        played = self.competition.of_stage(stage)
        tables = group_standings(played, groups, self.known.last, self.layout.seed)
        return {name: table if table.begun else table.unranked() for name, table in tables.items()}


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
