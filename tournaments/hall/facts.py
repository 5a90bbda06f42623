"""An event as the hall may see it: its people, tables and rounds, and how they stand. No language yet."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.engines.eventchain import ChainLink
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.standings import Competition, Standings, TableResult, TeamRow, group_standings
from tournaments.events.results.finals import FinalLayout, teams
from tournaments.events.results.keeping import Results
from tournaments.hall.public import Known
from tournaments.lists.surnames import by_name, by_surname
from tournaments.lists.typed import folded
from tournaments.models import AgreedState, Event, RoundState


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
