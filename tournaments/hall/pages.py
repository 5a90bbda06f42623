"""What each public page of an event shows: plain view objects, already in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from tournaments.cash.transfers import transfers
from tournaments.engines.plans.declared import Format
from tournaments.engines.standings import standings
from tournaments.events.results.ranking import lot_seed
from tournaments.hall.facts import EntrantFacts, Hall, RoundFacts, TableFacts
from tournaments.hall.matches import CrossTable, Tree, cross_tables, over, trees
from tournaments.hall.prizes import PrizeLine, prize_lines
from tournaments.hall.rankchart import FollowedChart, rank_chart
from tournaments.hall.ranks import RankingView, TeamView, ranking_view, team_views
from tournaments.hall.words import (
    after_round,
    games,
    headline,
    next_thing,
    progress,
    result,
    round_name,
    spoken,
    state_word,
)
from tournaments.lists.surnames import by_surname
from tournaments.models import AgreedState, RoundState

TOP = 5  # places on the first page
STRONG = 10  # lines of the chart that stand out
LINES = 40
OVERALL = "all"


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round in a list of rounds."""

    number: int
    name: str
    state: str
    word: str
    out: tuple[EntrantFacts, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list, with who sits there."""

    number: int
    sitting: int
    seats: tuple[tuple[EntrantFacts, str, str], ...]  # person, name at this table, points
    progress: str
    begun: bool
    done: bool
    changed: bool
    result: str
    games: str = ""  # of a match of several games the points of each
    disputed: bool = False
    confirmed: bool = False
    alone: str = ""  # the round this table plays, where its group has gone on alone


@dataclass(frozen=True, slots=True)
class EventPage:
    """The first page of an event."""

    headline: str
    next_thing: str
    current: RoundLink | None
    next_up: RoundLink | None
    tables: tuple[TableRow, ...]
    top: RankingView | None
    hidden: str  # why there is no ranking; empty: there is one, or there is nothing to rank
    rounds: tuple[RoundLink, ...]
    people: int
    numbers: bool  # there is an evening in numbers to look at
    prizes: tuple[PrizeLine, ...]  # once the results are official
    pays: bool  # by bank, before it is over


def event_page(hall: Hall) -> EventPage:
    """The first page: where the event is, who leads, all tables."""
    current, floor, up = hall.current, hall.floor, hall.next_up
    table = hall.standings
    top = None
    if table is not None and table.begun:
        top = ranking_view(hall, table, name="top", most=TOP)
    return EventPage(
        headline=headline(hall),
        next_thing=next_thing(hall),
        current=round_link(hall, current) if current else None,
        next_up=round_link(hall, up) if up else None,
        tables=tuple(table_rows(hall, floor)) if floor else (),
        top=top,
        hidden=hidden(hall),
        rounds=tuple(round_link(hall, round_) for round_ in hall.rounds),
        people=len(hall.people),
        numbers=any(
            t.hands for round_ in hall.rounds if hall.known.round(round_.number) for t in round_.tables
        ),
        prizes=tuple(prize_lines(hall)) if hall.event.finished_at is not None else (),
        pays=hall.event.finished_at is None and bool(transfers(hall.event)),
    )


def hidden(hall: Hall) -> str:
    """Why the ranking is not shown; empty where it is."""
    if hall.known.shown:
        return ""
    if hall.known.frozen:
        return gettext("The ranking stays hidden until the results are official.")
    return gettext("The ranking is shown after the first round.")


def round_link(hall: Hall, round_: RoundFacts) -> RoundLink:
    """A round with its name and how far it is."""
    return RoundLink(
        round_.number,
        round_name(hall, round_),
        round_.state,
        state_word(round_),
        tuple(hall.people[entrant] for entrant in round_.out if entrant in hall.people),
    )


def table_rows(hall: Hall, round_: RoundFacts) -> list[TableRow]:
    """The tables of a round by number; points only where they may be known."""
    open_ = hall.known.round(round_.number) and round_.state != RoundState.PUBLISHED
    return [_table_row(hall, round_, table, open_) for table in round_.tables]


def _table_row(hall: Hall, round_: RoundFacts, table: TableFacts, open_: bool) -> TableRow:
    matched = hall.plans[round_.stage].matched
    alone = hall.round(table.ahead) if table.ahead != round_.number else None
    played = table.played if open_ else None
    points: dict[int, str] = {}
    score = of_games = ""
    if played is not None and matched and table.entrants:
        score, of_games = result(played, table.entrants[0]), games(played, table.entrants[0])
    elif played is not None:
        points = {e: spoken(account.points) for account in played.accounts for e in account.entrants}
    seats = tuple(
        (hall.people[seat.entrant], seat.name, points.get(seat.entrant, ""))
        for seat in table.seats
        if seat.entrant in hall.people
    )
    return TableRow(
        number=table.number,
        sitting=table.sitting,
        seats=seats,
        progress=progress(table.hands, table.limit),
        begun=table.hands > 0,
        done=table.done,
        changed=table.number in round_.moved and round_.on,
        result=score,
        games=of_games,
        disputed=table.agreed == AgreedState.DISPUTED,
        confirmed=table.agreed == AgreedState.CONFIRMED,
        alone=round_name(hall, alone) if alone else "",
    )


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round: by table, or by name."""

    round: RoundLink
    tables: tuple[TableRow, ...]
    by_name: tuple[tuple[EntrantFacts, str, int, int], ...]  # person, name, table, seat
    matched: bool
    stage: str


def round_page(hall: Hall, round_: RoundFacts) -> RoundPage:
    """All tables of a round, and everybody in the order of names."""
    people = [
        (hall.people[seat.entrant], seat.name, table.number, seat.number)
        for table in round_.tables
        for seat in table.seats
        if seat.entrant in hall.people
    ]
    return RoundPage(
        round=round_link(hall, round_),
        tables=tuple(table_rows(hall, round_)),
        by_name=tuple(sorted(people, key=lambda place: by_surname(place[1]))),
        matched=hall.plans[round_.stage].matched,
        stage=hall.stage_names[round_.stage],
    )


@dataclass(frozen=True, slots=True)
class Tab:
    """One way to look at the standings."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings in one of their forms; the others are tabs."""

    tabs: tuple[Tab, ...]
    here: str
    hidden: str
    ranking: RankingView | None = None
    teams: tuple[TeamView, ...] = ()
    team_rounds: tuple[int, ...] = ()
    groups: tuple[RankingView, ...] = ()
    crosses: tuple[CrossTable, ...] = ()
    trees: tuple[Tree, ...] = ()
    way: FollowedChart | None = None
    provisional: bool = False
    as_of: str = ""  # the round after which the ranking stands still


def standings_page(hall: Hall, of: str = "", strong: int | None = None) -> StandingsPage:
    """The standings: overall, of a round, a category, teams, groups, matches, or as a chart."""
    table = hall.standings
    if table is None or not table.begun:
        return StandingsPage((), "", hidden(hall) or gettext("The ranking begins with the first hand."))
    tabs = _tabs(hall)
    here = of if of in {tab.key for tab in tabs} else tabs[0].key
    page = StandingsPage(
        tuple(tabs), here, "", provisional=table.provisional or bool(hall.disputed), as_of=_as_of(hall)
    )
    kind, _colon, name = here.partition(":")
    more: dict[str, Any] = {}
    if kind == "round":
        alone = standings(hall.competition.of_round(int(name)), seed=lot_seed(hall.event))
        more["ranking"] = ranking_view(hall, alone, whys=True, name=here)
    elif kind == "category":
        more["ranking"] = ranking_view(hall, table.categories()[name], whys=True, name=here)
    elif kind == "teams":
        more["teams"] = tuple(team_views(hall))
        more["team_rounds"] = tuple(sorted({round_.round for row in hall.teams for round_ in row.rounds}))
    elif kind == "groups":
        more["groups"] = tuple(
            ranking_view(hall, standings, gettext("Group {name}").format(name=group), whys=True)
            for group, standings in hall.groups.items()
        )
    elif kind == "matches":
        more["crosses"] = tuple(cross_tables(hall))
    elif kind == "tree":
        more["trees"] = tuple(trees(hall))
    elif kind == "chart":
        more["way"] = way_chart(hall, strong)
    else:
        more["ranking"] = ranking_view(hall, table, trend=len(table.rounds) > 1, whys=True)
    return replace(page, **more)


def _as_of(hall: Hall) -> str:
    round_ = hall.round(hall.known.last) if hall.known.last is not None else None
    return after_round(round_name(hall, round_)) if round_ else ""


def _tabs(hall: Hall) -> list[Tab]:
    table = hall.standings
    assert table is not None
    drawn = {stage.stage for stage in hall.rounds}
    tabs = [Tab(OVERALL, gettext("Overall"))]
    if any(hall.plans[stage].bracket for stage in drawn):
        tree = Tab("tree", gettext("Knockout"))
        tabs.insert(0 if hall.plans[max(drawn)].bracket and not over(hall) else 1, tree)
    if hall.groups:
        tabs.append(Tab("groups", gettext("Groups")))
    if any(hall.plans[stage].format in (Format.ROUND_ROBIN, Format.GROUPS) for stage in drawn):
        tabs.append(Tab("matches", gettext("Matches")))
    if hall.teams:
        tabs.append(Tab("teams", gettext("Teams")))
    categories = {row.about.category for row in table.rows if row.about.category}
    tabs += [Tab(f"category:{name}", name) for name in sorted(categories)]
    if len(table.rounds) > 1:
        for number in table.rounds:
            round_ = hall.round(number)
            if round_ is not None and not hall.plans[round_.stage].matched:
                tabs.append(Tab(f"round:{number}", round_name(hall, round_)))
        tabs.append(Tab("chart", gettext("History")))
    return tabs


def way_chart(hall: Hall, strong: int | None = None) -> FollowedChart:
    """Everybody's places after each round; the best, or whoever is followed, stand out."""
    assert hall.standings is not None
    best = [row.entrant for row in hall.standings.rows if row.rank is not None][:STRONG]
    chosen = hall.by_number.get(strong) if strong is not None else None
    marked = [chosen.entrant] if chosen else best
    chart = rank_chart(hall.ranks, hall.standings.rounds, strong=marked, most=LINES)
    people = ((line, hall.people[line.entrant]) for line in chart.lines)
    heads = tuple((gettext("R{number}").format(number=number), x) for number, x in chart.columns)
    lines = tuple((line, person.name, person.number) for line, person in people)
    return FollowedChart(gettext("Places after each round"), chart, heads, lines)
