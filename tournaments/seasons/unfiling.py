"""A season's file is read: everything in it is looked at before anything of it is believed."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from scoring import Problem, Unreadable, say
from scoring.strictjson import object_in
from scoring.text import mark as _
from tournaments.engines.plans.answers import answers, dumped
from tournaments.engines.season import SeasonRules, problems
from tournaments.lists import cleaned
from tournaments.seasons.changing import (
    LENGTHS,
    MOST_DATES,
    MOST_VIEWS,
    refuse_contradicting,
    weight_typed,
)
from tournaments.seasons.decided import DECISIONS, MERGED, POINTS
from tournaments.seasons.filing import FORMAT, VERSION
from tournaments.seasons.outcomes import PLAIN, EveningOutcome, Number, PersonOutcome

T = TypeVar("T")
MOST_PEOPLE, MOST_LINES, MOST_IN_LIST, MOST_MOVED = 5_000, 20_000, 2_000, 300
LARGEST = 2_000_000_000
NUMBER = re.compile(r"-?\d{1,12}(/\d{1,9})?")
KEPT_OF_LINES = ("day", "event", "count", "before", "after", "points", "key", "movers", "totals", "first")
COUNTED = ("hands", "rounds", "wins")


@dataclass(frozen=True, slots=True)
class FiledPerson:
    """Somebody, as the register of the other installation had him."""

    name: str
    club: str
    category: str
    number: str  # in the club
    lot: str  # what stands on his tickets


@dataclass(frozen=True, slots=True)
class FiledEvening:
    """An evening; people are places in the list of people."""

    day: date
    words: Mapping[str, Any]  # time, label, place, kind, host, weight
    event: uuid.UUID | None
    results: tuple[Mapping[str, Any], ...]  # as they were typed
    outcome: EveningOutcome | None  # of an event, or of tables


@dataclass(frozen=True, slots=True)
class FiledLine:
    """A line of the log."""

    what: str
    data: Mapping[str, Any]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FiledSeason:
    """Everything a file holds."""

    uid: uuid.UUID
    head: Mapping[str, Any]  # name, home, seed, listed, rules, views
    created_at: datetime
    over_at: datetime | None
    people: tuple[FiledPerson, ...]
    evenings: tuple[FiledEvening, ...]
    log: tuple[FiledLine, ...]
    standings: tuple[tuple[int, int | None, str], ...]  # person, place, total


def season_in(data: bytes) -> FiledSeason:
    """The season of a file; raises Unreadable with a sentence."""
    raw = object_in(data, say(_("This file does not hold a season.")))
    if raw.get("format") != FORMAT:
        _refuse("no_season", _("This file does not hold a season."))
    if raw.get("version") != VERSION:
        _refuse("newer", _("This file was written by a newer version of Stammtisch."))
    try:
        return _season(raw)
    except Unreadable:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError, ArithmeticError):
        _refuse("damaged", _("This file is damaged: something is missing or cannot be read."))


def _refuse(code: str, message: str, **values: object) -> NoReturn:
    raise Unreadable([Problem("file", code, say(message, **values))])


def _season(raw: Mapping[str, Any]) -> FiledSeason:
    people = tuple(map(_person, _list(raw["people"], MOST_PEOPLE)))
    there = range(len(people))
    rules = answers(SeasonRules, _object(raw["rules"]))
    views = [_view(view, number, rules) for number, view in enumerate(_list(raw["views"], MOST_VIEWS), 1)]
    if contradictions := problems(rules):
        raise Unreadable(contradictions)
    name = _text(raw["name"], LENGTHS["name"])
    if not name:
        _refuse("name_missing", _("The name is missing."))
    return FiledSeason(
        uid=uuid.UUID(_text(raw["uid"], 36)),
        head={
            "name": name,
            "home": _text(raw["home"], LENGTHS["home"]),
            "seed": _text(raw["seed"], LENGTHS["seed"]),
            "listed": _flag(raw["listed"]),
            "rules": dumped(rules),
            "views": views,
        },
        created_at=_moment(raw["created_at"]),
        over_at=_maybe(raw["over_at"], _moment),
        people=people,
        evenings=tuple(_evening(each, there) for each in _list(raw["evenings"], MOST_DATES)),
        log=tuple(_line(line, there) for line in _list(raw["log"], MOST_LINES)),
        standings=tuple(_standing(row, there) for row in _list(raw["standings"], MOST_PEOPLE)),
    )


def _person(raw: Any) -> FiledPerson:
    person = FiledPerson(
        **{name: _text(raw[name], 60) for name in ("name", "club", "category", "number", "lot")}
    )
    if len(person.category) > 40 or len(person.number) > 20 or not person.name:
        raise ValueError(person.name)
    return person


def _view(raw: Any, number: int, rules: SeasonRules) -> dict[str, Any]:
    """A list beside that of everybody, as `change_views` stores it."""
    name, view_rules = _text(raw["name"], 60), _object(raw["rules"])
    refuse_contradicting(name, dumped(rules), view_rules)
    if not name:
        raise ValueError(name)
    return {"key": str(number), "name": name, "rules": dict(view_rules)}


def _evening(raw: Any, there: range) -> FiledEvening:
    words = {name: _text(raw[name], LENGTHS[name]) for name in ("label", "place", "kind", "host")}
    clock = _maybe(raw["time"], lambda text: time.fromisoformat(_text(text, 8)).replace(tzinfo=None))
    outcome = _maybe(raw["outcome"], lambda packed: _outcome(packed, there))
    results = tuple(_result(each, there) for each in _list(raw["results"], MOST_IN_LIST))
    if len({each["person"] for each in results}) < len(results) or (results and outcome is not None):
        raise ValueError(raw["day"])
    return FiledEvening(
        day=date.fromisoformat(_text(raw["day"], 10)),
        words={**words, "time": clock, "weight": weight_typed(_text(raw["weight"], 12))},
        event=_maybe(raw["event"], lambda text: uuid.UUID(_text(text, 36))),
        results=results,
        outcome=outcome,
    )


def _result(raw: Any, there: range) -> Mapping[str, Any]:
    return {
        "person": _whom(raw["person"], there),
        "points": _int(raw["points"], -LARGEST),
        "rank": _maybe(raw["rank"], lambda number: _int(number, 1)),
        **{name: _maybe(raw[name], _int) for name in COUNTED},
        "group": _text(raw["group"], 40),
        "club": _text(raw["club"], 60),
        "guest": _flag(raw["guest"]),
    }


def _outcome(raw: Any, there: range) -> EveningOutcome:
    size, people, tables = raw
    outcome = EveningOutcome(
        tuple(_came(each, there) for each in _list(people, MOST_IN_LIST)),
        tuple(
            {_whom(person, there): _exact(points) for person, points in _list(table, MOST_IN_LIST)}
            for table in _list(tables, MOST_IN_LIST)
        ),
        _int(size),
    )
    if len({who.person for who in outcome.people}) < len(outcome.people):
        raise ValueError(size)
    return outcome


def _came(raw: Any, there: range) -> PersonOutcome:
    """Somebody of a packed outcome (`outcomes.packed`)."""
    *plain, points, partners, parts = raw
    facts = dict(zip(PLAIN, plain, strict=True))
    return PersonOutcome(
        person=_whom(facts["person"], there),
        points=_maybe(points, _exact),
        rank=_maybe(facts["rank"], lambda number: _int(number, 1)),
        hands=_int(facts["hands"]),
        rounds=_int(facts["rounds"]),
        wins=_int(facts["wins"]),
        losses=_int(facts["losses"]),
        club=_text(facts["club"], 60),
        team=_text(facts["team"], 60),
        guest=_flag(facts["guest"]),
        partners=tuple(_whom(each, there) for each in _list(partners, 20)),
        parts=tuple(_maybe(each, _exact) for each in _list(parts, 200)),
    )


def _line(raw: Any, there: range) -> FiledLine:
    data, what = _object(raw["data"]), _text(raw["what"], 40)
    plain = {key: data[key] for key in KEPT_OF_LINES if key in data}
    facts: dict[str, Any] = {key: value for key, value in plain.items() if _is_plain(value)}
    for name in ("movers", "totals"):
        facts[name] = _int(facts.get(name, 0))
    if data.get("person") is not None:
        facts["person"] = _whom(data["person"], there)
    elif what in DECISIONS and what != MERGED:
        raise ValueError(what)
    if what == POINTS:
        facts["points"], facts["key"] = _int(data["points"], -LARGEST), _text(data["key"], 40)
    facts["moved"] = [
        [_whom(move["person"], there), *(_maybe(move[side], _int) for side in ("before", "after"))]
        for move in _list(data.get("moved", []), MOST_MOVED)
        if move["person"] is not None
    ]
    reason, by = _text(raw["reason"], 200), _text(raw["by"], 60)
    return FiledLine(what, facts, reason, by, _moment(raw["at"]))


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(_text(value, 200)) >= 0
    return isinstance(value, bool) or (isinstance(value, int) and abs(value) <= LARGEST)


def _standing(raw: Any, there: range) -> tuple[int, int | None, str]:
    person, rank, total = raw
    return _whom(person, there), _maybe(rank, lambda number: _int(number, 1)), _text(total, 40)


# --- what a value may be ------------------------------


def _list(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    if len(value) > most:
        _refuse("too_large", _("This file is too large."))
    return value


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _text(value: Any, most: int) -> str:
    """A line as people type it: what no database keeps is refused."""
    if not isinstance(value, str):
        raise TypeError
    value.encode()
    if len(value) > most or "\0" in value:
        raise ValueError(most)
    return cleaned(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _int(value: Any, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    if not least <= value <= LARGEST:
        raise ValueError(value)
    return value


def _whom(value: Any, there: range) -> int:
    return there[_int(value)] if _int(value) in there else _no_person()


def _no_person() -> NoReturn:
    raise ValueError


def _exact(value: Any) -> Number:
    if isinstance(value, str):
        if not NUMBER.fullmatch(value) or not value.isascii():
            raise ValueError(value)
        return Fraction(value)
    return _int(value, -LARGEST)


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(_text(value, 40))
    if moment.tzinfo is None or not 1970 <= moment.year <= 9990:
        raise ValueError(value)
    return moment


def _maybe(value: Any, read: Callable[[Any], T]) -> T | None:
    return None if value is None else read(value)
