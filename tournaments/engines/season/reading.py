"""A season as JSON: read whole, with everything that is wrong named by event, field and place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.fields import fields_of
from scoring.problem import Unreadable
from scoring.record import read, shortened
from scoring.table import alone
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.season.belonging import series_of
from tournaments.engines.season.cup import CupRules, CupWin
from tournaments.engines.season.evenings import MOST_EVENINGS
from tournaments.engines.season.hints import problems
from tournaments.engines.season.inputs import (
    Number,
    Season,
    SeasonEvening,
    SeasonExtra,
    SeasonPerson,
    SeasonResult,
)
from tournaments.engines.season.rawvalues import LARGEST, EventProblem, RawValues
from tournaments.engines.season.rules import SeasonRules

MOST_CELLS = 500_000  # evenings, or series, times people
KEYS = frozenset(
    (
        "events",
        "before",
        "rules",
        "people",
        "extras",
        "seed",
        "over",
        "today",
        "same",
        "declined",
        "wins",
        "cup",
    )
)
EVENT_KEYS = frozenset(
    ("name", "date", "kind", "place", "group", "weight", "size", "hosts", "tables", "played", "results")
)
RESULT_KEYS = frozenset(
    (
        *("person", "points", "rank", "hands", "rounds", "wins", "losses", "club", "team", "guest", "bonus"),
        *("announced", "partners", "parts"),
    )
)
PERSON_KEYS = frozenset(("person", "member", "club", "team", "categories", "barred", "lot"))
EXTRA_KEYS = frozenset(("person", "points", "reason"))
CUP_KEYS = frozenset(("in_a_row", "in_all", "within_period"))
WIN_KEYS = frozenset(("person", "period"))


class SeasonRequest(NamedTuple):
    """What was asked."""

    season: Season
    before: tuple[SeasonEvening, ...] | None  # the evenings before a correction
    same: tuple[tuple[str, str], ...]
    declined: tuple[str, ...]
    cup: CupRules | None
    wins: tuple[CupWin, ...]


class BadSeason(ValueError):  # noqa: N818 (what it says of the answers, not of the program)
    """Not accepted; `problems` are all that were found."""

    def __init__(self, problems: Sequence[EventProblem]) -> None:
        super().__init__()
        self.problems = tuple(problems)


def request_from(raw: Mapping[str, Any]) -> SeasonRequest:
    """The season that stands in an object. Raises BadSeason."""
    reader = _Reader()
    reader.keys(raw, KEYS)
    rules = reader.rules(raw.get("rules", {}))
    if "events" not in raw and "wins" not in raw:
        reader.wrong("events", "missing", say(_("The evenings are missing (“events”).")))
    events = reader.events("events", raw.get("events", []))
    before = reader.events("before", raw["before"]) if "before" in raw else None
    season = Season(
        events,
        rules,
        tuple(reader.person(item) for item in reader.objects("people", raw.get("people", []), PERSON_KEYS)),
        tuple(
            reader.extra(item) for item in reader.objects("extras", raw.get("extras", []), EXTRA_KEYS, 1000)
        ),
        reader.text("seed", raw.get("seed", "")),
        reader.flag("over", raw["over"]) if raw.get("over") is not None else None,
        reader.day("today", raw.get("today")),
    )
    reader.twice("people", [person.id for person in season.people])
    same = reader.same(raw.get("same", []))
    declined = reader.names("declined", raw.get("declined", []), 10_000)
    wins = tuple(
        CupWin(
            reader.name("person", item.get("person")),
            reader.whole("period", item.get("period", 0), 0, LARGEST),
        )
        for item in reader.objects("wins", raw.get("wins", []), WIN_KEYS)
    )
    request = SeasonRequest(season, before, same, declined, reader.cup(raw.get("cup")), wins)
    for evenings in filter(None, (events, before)):
        reader.fits(season, evenings)
    if reader.problems:
        raise BadSeason(reader.problems)
    return request


class _Reader(RawValues):
    """Reads the parts of a season."""

    # --- the parts of a season ------------------------------

    def rules(self, raw: object) -> SeasonRules:
        if not isinstance(raw, dict):
            self.wrong("rules", "not_an_object", say(_("The rules are written as an object.")))
            return SeasonRules()
        fields = fields_of(SeasonRules)
        known = {field.name for field in fields}
        for key in raw.keys() - known:
            text = say(_("“{key}” is not a rule of a season."), key=shortened(key))
            self.wrong(shortened(key), "unknown_key", text)
        reading = read(fields, {key: value for key, value in raw.items() if key in known}, alone(1))
        for problem in reading.problems:
            self.problems.append(EventProblem(None, problem))
        if reading.problems:
            return SeasonRules()
        rules = SeasonRules(**reading.values)
        for problem in problems(rules):
            self.problems.append(EventProblem(None, problem))
        return rules

    def events(self, field: str, raw: object) -> tuple[SeasonEvening, ...]:
        evenings = []
        for place, item in enumerate(self.list_of(field, raw, MOST_EVENINGS), start=1):
            self.event = place
            if isinstance(item, dict):
                self.keys(item, EVENT_KEYS)
                evenings.append(self.evening(item, place))
            else:
                self.wrong(field, "not_an_object", say(_("An evening is written as an object.")))
        self.event = None
        self.twice(field, [evening.key for evening in evenings])
        days = [evening.day for evening in evenings if evening.day is not None]
        if days != sorted(days):
            self.wrong(field, "order", say(_("The evenings must be in the order of their days.")))
        return tuple(evenings)

    def fits(self, season: Season, evenings: tuple[SeasonEvening, ...]) -> None:
        """Is the table not larger than anybody needs?"""
        whole = replace(season, evenings=evenings)
        people = {result.person for evening in evenings for result in evening.results}
        people |= {host for evening in evenings for host in evening.hosts}
        people |= {extra.person for extra in season.extras}
        if series_of(whole) * len(people) > MOST_CELLS:
            text = say(
                _("The season is too large for one table; people: {people}, evenings: {evenings}."),
                people=len(people),
                evenings=series_of(whole),
            )
            self.wrong("events", "too_large", text)

    def evening(self, raw: Mapping[str, Any], place: int) -> SeasonEvening:
        results: list[SeasonResult] = []
        for number, item in enumerate(self.list_of("results", raw.get("results", []), 100_000), start=1):
            self.at = (number,)
            if isinstance(item, dict):
                self.keys(item, RESULT_KEYS)
                results.append(self.result(item))
            else:
                self.wrong("results", "not_an_object", say(_("A result is written as an object.")))
        self.at = ()
        self.twice("results", [result.person for result in results])
        day = self.day("date", raw.get("date"))
        weight = self.number("weight", raw.get("weight", 1))
        if not 0 <= weight <= 1000 or weight.denominator > 9:
            text = say(_("“{key}” must be a number from {low} to {high}."), key="weight", low=0, high=1000)
            self.wrong("weight", "range", text)
        played = self.flag("played", raw.get("played", True))
        if results and not played:
            text = say(_("An evening that is still to be played has no results."))
            self.wrong("played", "results_before", text)
        return SeasonEvening(
            self.text("name", raw.get("name", "")) or (day.isoformat() if day else str(place)),
            day,
            tuple(results),
            self.text("kind", raw.get("kind", "")),
            self.text("place", raw.get("place", "")),
            self.text("group", raw.get("group", "")),
            weight,
            self.whole("size", raw.get("size", 0), 0, 100_000),
            self.names("hosts", raw.get("hosts", []), 50),
            tuple(self.table(table) for table in self.list_of("tables", raw.get("tables", []), 5000)),
            played,
        )

    def result(self, raw: Mapping[str, Any]) -> SeasonResult:
        rank = raw.get("rank")
        return SeasonResult(
            self.name("person", raw.get("person")),
            self.maybe("points", raw.get("points")),
            None if rank is None else self.whole("rank", rank, 1, 100_000),
            self.whole("hands", raw.get("hands", 0), 0, 5000),
            self.whole("rounds", raw.get("rounds", 1), 0, 1000),
            self.whole("wins", raw.get("wins", 0), 0, 10_000),
            self.whole("losses", raw.get("losses", 0), 0, 10_000),
            self.text("club", raw.get("club", "")),
            self.text("team", raw.get("team", "")),
            self.flag("guest", raw.get("guest", False)),
            self.number("bonus", raw.get("bonus", 0)),
            self.flag("announced", raw.get("announced", False)),
            self.names("partners", raw.get("partners", []), 100),
            tuple(self.maybe("parts", part) for part in self.list_of("parts", raw.get("parts", []), 60)),
        )

    def table(self, raw: object) -> dict[int | str, Number]:
        if not isinstance(raw, dict) or not 0 < len(raw) <= 24:
            text = say(_("A table is written as an object: up to 24 people with their points."))
            self.wrong("tables", "no_table", text)
            return {}
        return {self.name("tables", name): self.number("tables", points) for name, points in raw.items()}

    def person(self, raw: Mapping[str, Any]) -> SeasonPerson:
        categories = self.list_of("categories", raw.get("categories", []), 20)
        return SeasonPerson(
            self.name("person", raw.get("person")),
            self.flag("member", raw.get("member", True)),
            self.text("club", raw.get("club", "")),
            self.text("team", raw.get("team", "")),
            tuple(self.text("categories", category) for category in categories),
            self.text("barred", raw.get("barred", "")),
            self.text("lot", raw.get("lot", "")),
        )

    def extra(self, raw: Mapping[str, Any]) -> SeasonExtra:
        return SeasonExtra(
            self.name("person", raw.get("person")),
            self.number("points", raw.get("points")),
            self.text("reason", raw.get("reason", "")),
        )

    def same(self, raw: object) -> tuple[tuple[str, str], ...]:
        pairs = []
        for item in self.list_of("same", raw, 20):
            names = self.names("same", item, 2)
            if len(names) == 2:
                pairs.append((names[0], names[1]))
            else:
                self.wrong("same", "no_pair", say(_("Two people who are the same are written as a pair.")))
        return tuple(pairs)

    def cup(self, raw: object) -> CupRules | None:
        if raw is None:
            return None
        if not isinstance(raw, dict):
            self.wrong("cup", "not_an_object", say(_("The rules of a cup are written as an object.")))
            return None
        self.keys(raw, CUP_KEYS)
        return CupRules(
            in_a_row=self.whole("in_a_row", raw.get("in_a_row", 3), 0, 1000),
            in_all=self.whole("in_all", raw.get("in_all", 4), 0, 1000),
            within_period=self.flag("within_period", raw.get("within_period", False)),
        )


def unreadable(refused: Unreadable) -> BadSeason:
    """The same for problems of no event."""
    return BadSeason([EventProblem(None, problem) for problem in refused.problems])
