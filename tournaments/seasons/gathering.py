"""From rows to what the engine of seasons asks for. Who may know what is told by the caller."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from fractions import Fraction
from typing import Any, Protocol

from django.db.models import Count, Sum

from scoring import Unreadable
from tournaments.engines.plans.answers import answers, dumped
from tournaments.engines.season import (
    Season,
    SeasonEvening,
    SeasonPerson,
    SeasonResult,
    SeasonRules,
)
from tournaments.events.ground.stamps import Stamp, stamp_of
from tournaments.events.results.keeping import results_of
from tournaments.lists import folded
from tournaments.matchdays.halls import halls_now, official_mark
from tournaments.matchdays.ranking import joint_ranking
from tournaments.models import (
    ClubSeason,
    Event,
    MatchDay,
    MatchHall,
    Player,
    Round,
    RoundState,
    SeasonDate,
)
from tournaments.seasons import outcomes
from tournaments.seasons.decided import SeasonDecisions, decisions_of
from tournaments.seasons.outcomes import EveningOutcome

FROM_FILE = "file-"  # so begins the mark of what an event or tables of another installation came to
GUESTS = frozenset(("gast", "gaste", "guest", "guests", "invitado", "invitada", "invitados"))


class Knowing(Protocol):
    """What somebody may know of an event's results (`hall.public.Known`)."""

    @property
    def shown(self) -> bool: ...
    @property
    def last(self) -> int | None: ...


Knows = Callable[[Event], Knowing]


@dataclass(frozen=True, slots=True)
class WholeResult:
    """An event that is official has nothing to hide."""

    shown: bool = True
    last: int | None = None


WHOLE = WholeResult()


@dataclass(frozen=True, slots=True)
class DateFacts:
    """A date of a season as far as everybody may know it."""

    pk: int
    day: date
    time: time | None
    place: str
    label: str
    kind: str
    host: str
    weight: str
    event: int | None
    title: str  # of its event
    state: str  # "counted", "running", "coming": what has become of it
    source: str  # "event", "tables", "list", "file", "matchday", ""
    mark: str  # another mark, another outcome
    reopened: bool = False  # its event is being corrected
    matchday: int | None = None  # of several halls

    @property
    def counts(self) -> bool:
        return self.state == "counted"


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season with its dates; the same mark, the same list."""

    season: ClubSeason
    dates: tuple[DateFacts, ...]

    @property
    def mark(self) -> str:
        """Changes with all that the list depends on, but for an event that is not official."""
        counted = ".".join(f"{date_.pk}:{date_.mark}" for date_ in self.dates if date_.counts)
        return f"{self.season.revision}-{counted}"

    @property
    def running(self) -> DateFacts | None:
        """The event that is on, or over and not official yet: the latest of them."""
        on = (date_ for date_ in reversed(self.dates) if date_.state == "running" or date_.reopened)
        return next(on, None)

    @property
    def over(self) -> bool:
        return self.season.over_at is not None


def facts_of(season: ClubSeason) -> SeasonFacts:
    """The season and its dates, in the order in which they are played."""
    rows = list(season.evenings.select_related("event", "matchday").defer("outcome", *_heavy()))
    halls = _halls_of(rows)
    of_halls = [hall.event_id for there in halls.values() for hall in there if hall.event_id]
    begun = set(
        Round.objects.filter(
            event__in=[*(row.event_id for row in rows if row.event_id), *of_halls],
            state__in=(RoundState.OPEN, RoundState.CLOSED),
        ).values_list("event", flat=True)
    )
    typed = set(season.evenings.filter(results__isnull=False).values_list("pk", flat=True))
    with_tables = {pk: f"{head}-{count}" for pk, head, count in _heads_of_tables(season)}
    return SeasonFacts(
        season,
        tuple(
            _of_matchday(row, halls[matchday.pk], begun)
            if (matchday := matchday_of(row)) is not None
            else _date(row, begun, typed, with_tables, season.revision)
            for row in rows
        ),
    )


def matchday_of(row: SeasonDate) -> MatchDay | None:
    """The match-day that this evening is; None: it is something else."""
    matchday: MatchDay | None = getattr(row, "matchday", None)
    return matchday


def _halls_of(rows: Iterable[SeasonDate]) -> dict[int, list[MatchHall]]:
    """The halls of each match-day among these."""
    matchdays = [matchday.pk for row in rows if (matchday := matchday_of(row)) is not None]
    halls: dict[int, list[MatchHall]] = {matchday: [] for matchday in matchdays}
    if matchdays:
        for hall in MatchHall.objects.filter(matchday__in=matchdays).select_related("event").defer(*_heavy()):
            halls[hall.matchday_id].append(hall)
    return halls


def _of_matchday(row: SeasonDate, halls: Sequence[MatchHall], begun: set[int]) -> DateFacts:
    """An evening in several halls: it counts once the results of all of them are official."""
    events = [hall.event for hall in halls]
    official = bool(events) and all(event is not None and event.finished_at for event in events)
    mark = official_mark(halls, row.matchday.revision)
    state = "counted" if official else "coming"
    if not official and any(event is not None and event.pk in begun for event in events):
        state = "running"
    reopened = state != "counted" and bool(row.outcome_of)
    if reopened:  # what was official counts until it is official again
        state, mark = "counted", row.outcome_of
    return replace(
        _date(row, set(), set(), {}, 0),
        day=row.matchday.day,
        title=row.matchday.name,
        state=state,
        source="matchday",
        mark=mark,
        reopened=reopened,
        matchday=row.matchday.pk if row.matchday.listed else None,
    )


def _heavy() -> Iterable[str]:
    return [f"event__{name}" for name in ("rules", "settings", "ranking", "prizes", "certificate", "logo")]


def _heads_of_tables(season: ClubSeason) -> list[tuple[int, int, int]]:
    return list(
        season.evenings.filter(tables__isnull=False)
        .annotate(head=Sum("tables__sheethead__head_seq"), count=Count("tables"))
        .order_by()
        .values_list("pk", "head", "count")
    )


def _date(
    row: SeasonDate, begun: set[int], typed: set[int], with_tables: Mapping[int, str], revision: int
) -> DateFacts:
    event, state, source, mark, reopened = row.event, "coming", "", "", False
    if event is not None:
        source, mark = "event", mark_of(event)
        state = "counted" if event.finished_at else "running" if event.pk in begun else "coming"
        reopened = state == "running" and bool(row.outcome_of)
        if reopened:  # what was official counts until it is official again
            state, mark = "counted", row.outcome_of
    elif row.pk in with_tables:
        source, state, mark = "tables", "counted", with_tables[row.pk]
    elif row.pk in typed:
        source, state, mark = "list", "counted", str(revision)
    elif is_from_file(row):
        source, state, mark = "file", "counted", row.outcome_of
    return DateFacts(
        pk=row.pk,
        day=row.day if event is None else event.day,
        time=row.time,
        place=row.place or (event.place if event is not None else ""),
        label=row.label,
        kind=row.kind,
        host=row.host,
        weight=row.weight,
        event=row.event_id,
        title=event.title if event is not None else "",
        state=state,
        source=source,
        mark=mark,
        reopened=reopened,
    )


def is_from_file(row: SeasonDate) -> bool:
    """Has this evening been played on another installation, as an event or at tables?"""
    return row.event_id is None and row.outcome_of.startswith(FROM_FILE)


def mark_of(event: Event) -> str:
    """How an event stood: once it is official its revision says everything."""
    return f"{event.uid.hex[:12]}-{event.revision}"


def rules_of(season: ClubSeason) -> SeasonRules:
    """The rules as they are stored; what cannot be read any more is as if nothing had been said."""
    try:
        return answers(SeasonRules, season.rules)
    except Unreadable:
        return SeasonRules()


@dataclass(frozen=True, slots=True)
class ListOfSeason:
    """One of the lists that are made of the same evenings."""

    key: str  # in addresses; empty: the list of the season itself
    name: str
    rules: SeasonRules


def lists_of(season: ClubSeason) -> tuple[ListOfSeason, ...]:
    """The list of the season, and those beside it."""
    rules = rules_of(season)
    lists = [ListOfSeason("", "", rules)]
    for view in season.views:
        try:
            of_view = answers(SeasonRules, {**dumped(rules), **dict(view.get("rules", {}))})
        except (Unreadable, TypeError, ValueError):
            continue
        lists.append(ListOfSeason(str(view.get("key", ""))[:20], str(view.get("name", ""))[:60], of_view))
    return tuple(lists)


def outcome_of(date_: DateFacts) -> EveningOutcome:
    """What an evening that counts came to."""
    row = SeasonDate.objects.select_related("event", "matchday").defer(*_heavy()).get(pk=date_.pk)
    if date_.source == "matchday":
        if row.outcome and row.outcome_of == date_.mark:
            return outcomes.unpacked(row.outcome)
        now = halls_now(row.matchday, lambda event: WHOLE)
        return outcomes.of_matchday(joint_ranking(now), [hall.event.pk for hall in now.halls if hall.event])
    if date_.source == "event" and row.event is not None:
        if row.outcome and row.outcome_of == date_.mark:
            return outcomes.unpacked(row.outcome)
        stamp = stamp_of(row.event.pk)
        return EveningOutcome() if stamp is None else outcomes.of_event(row.event.pk, results_of(stamp))
    if date_.source == "file":
        return outcomes.unpacked(row.outcome)
    if date_.source == "tables":
        return outcomes.of_tables(row)
    return outcomes.of_list(row.results.all())


def outcome_now(stamp: Stamp, knowing: Knowing) -> EveningOutcome | None:
    """What an event that is on has come to, as far as somebody may know it."""
    if not knowing.shown:
        return None
    return outcomes.of_event(stamp.event, results_of(stamp), knowing.last)


def season_of(
    facts: SeasonFacts,
    rules: SeasonRules,
    came_to: Mapping[int, EveningOutcome],
    *,
    supposing: Mapping[int, EveningOutcome] | None = None,
) -> Season:
    """The question for the engine; `supposing` are evenings as if they had ended now."""
    played = {**came_to, **(supposing or {})}
    decided = decisions_of(facts.season)
    there = {who.person for each in played.values() for who in each.people}
    people = _people(facts.season, there | {given.person for given in decided.points.values()})
    return Season(
        evenings=tuple(_evening(date_, played.get(date_.pk), people) for date_ in facts.dates),
        rules=rules,
        people=tuple(_person(facts.season, player, decided) for player in people.values()),
        extras=tuple(given.extra for given in decided.points.values()),
        seed=facts.season.drawn_from,
        over=True if facts.over else None,
    )


def _people(season: ClubSeason, keys: Iterable[int]) -> dict[int, Player]:
    # Everybody by his club: a condition with two thousand numbers is none.
    wanted = set(keys)
    fields = ("pk", "club", "category", "created_at", "anonymised_at")
    people = Player.objects.filter(tenant=season.tenant_id).only(*fields).order_by("pk")
    few = len(wanted) <= 500
    return {
        player.pk: player
        for player in (people.filter(pk__in=wanted) if few else people)
        if player.pk in wanted
    }


def _person(season: ClubSeason, player: Player, decided: SeasonDecisions) -> SeasonPerson:
    guest = bool(set(folded(player.category).split()) & GUESTS)
    at_home = not season.home or folded(player.club) == folded(season.home)
    return SeasonPerson(
        player.pk,
        member=at_home and not guest,
        club=player.club,
        categories=(player.category,) if player.category else (),
        barred=decided.barred.get(player.pk, ""),
        on_lot=decided.lots.get(player.pk, str(player.pk)),
    )


def _evening(date_: DateFacts, outcome: EveningOutcome | None, people: Mapping[int, Player]) -> SeasonEvening:
    hosted = folded(date_.host)
    return SeasonEvening(
        key=str(date_.pk),
        day=date_.day,
        results=tuple(map(_result, outcome.people)) if outcome else (),
        kind=date_.kind,
        place=date_.place,
        group=date_.place,
        weight=weight_of(date_.weight),
        size=outcome.size if outcome else 0,
        hosts=tuple(pk for pk, player in people.items() if hosted and folded(player.club) == hosted),
        tables=outcome.tables if outcome else (),
        played=outcome is not None,
    )


def _result(who: outcomes.PersonOutcome) -> SeasonResult:
    facts: dict[str, Any] = {
        name: getattr(who, name)
        for name in ("person", "points", "rank", "hands", "rounds", "wins", "losses", "club", "team")
    }
    return SeasonResult(**facts, guest=who.guest, partners=who.partners, parts=who.parts)


def weight_of(text: str) -> int | Fraction:
    """A weight as it is stored: 2, 3/2."""
    try:
        weight = Fraction(text or "1")
    except (ValueError, ZeroDivisionError):
        return 1
    return int(weight) if weight.denominator == 1 else weight
