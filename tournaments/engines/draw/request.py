"""What a draw is asked: raw JSON in, a checked request out, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.problem import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.draw.declared import Id, RequestJson
from tournaments.engines.draw.limits import (
    LARGEST_TABLE,
    MOST_PAIRS,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_SEATS,
    too_large,
)
from tournaments.engines.draw.reading import Reader

FORMATS = ("tables", "partners", "partners_standing", "round_robin", "knockout", "swiss")
POWERS = ("1-2-3-4", "1-3-5-7", "swiss", "final")
KEYS = frozenset(RequestJson.__annotations__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A draw to be made. People are numbers 0 … n − 1 here; `ids` has what they are called outside.

    `here` are those who play from now on, in the order they were named (`players`, then `join`).
    """

    format: str
    ids: tuple[Id, ...]
    here: tuple[int, ...]
    joined: frozenset[int]
    rounds: int
    sizes: tuple[int, ...]
    seed: Id
    apart: tuple[tuple[int, int], ...] = ()
    together: tuple[tuple[int, int], ...] = ()
    clubs: Mapping[int, str]
    played: tuple[tuple[tuple[int, ...], ...], ...] = ()
    scores: Mapping[int, Fraction] | None = None
    seeds: tuple[int, ...] = ()
    floated: tuple[int, ...] = ()
    power: str | None = None
    double: bool = False
    aces: bool = False
    effort: int = 1
    ahead: int = 2

    def names(self, people: tuple[int, ...] | list[int]) -> list[Id]:
        """What these people are called outside."""
        return [self.ids[person] for person in people]


def request_from(raw: Mapping[str, object]) -> Request:
    """The request in a JSON object; raises Unreadable with all problems."""
    reader = Reader()
    for key in raw:
        if key not in KEYS:
            reader.problem(
                key[:40], "unknown_key", say(_("“{key}” does not belong to a draw."), key=key[:40])
            )
    format = raw.get("format", "tables")
    if format not in FORMATS:
        text = say(_("The format is one of: {formats}."), formats=", ".join(FORMATS))
        reader.problem("format", "unknown_format", text)
    players = reader.players(raw.get("players"), MOST_PEOPLE)
    joining = reader.ids("join", raw.get("join", []), MOST_PEOPLE)
    leaving = reader.ids("leave", raw.get("leave", []), MOST_PEOPLE)
    played = reader.rounds("played", raw.get("played", []), MOST_SEATS, LARGEST_TABLE)
    rounds = reader.number("rounds", raw.get("rounds", 1), 1, MOST_ROUNDS)
    effort = reader.number("effort", raw.get("effort", 1), 1, 1000)
    ahead = reader.number("ahead", raw.get("ahead", 2), 0, MOST_ROUNDS)
    sizes = _sizes(reader, raw.get("sizes"), str(format))
    seed = raw.get("seed", "")
    if isinstance(seed, bool) or not isinstance(seed, int | str) or len(str(seed)) > 1000:
        reader.problem(
            "seed", "bad_seed", say(_("The draw number must be a number or a text of up to 1000 characters."))
        )
    power = raw.get("power")
    if power is not None and power not in POWERS:
        text = say(_("Seating by standing is one of: {kinds}."), kinds=", ".join(POWERS))
        reader.problem("power", "unknown_power", text)
    double, aces = raw.get("double", False), raw.get("aces", False)
    for key, value in (("double", double), ("aces", aces)):
        if not isinstance(value, bool):
            reader.problem(key, "not_yes_or_no", say(_("“{key}” must be true or false."), key=key))
    reader.refuse()

    numbers: dict[str, int] = {}
    ids: list[Id] = []
    for player in [
        *players,
        *joining,
        *(person for tables in played for table in tables for person in table),
    ]:
        if str(player) not in numbers:
            numbers[str(player)] = len(ids)
            ids.append(player)
    gone = set(reader.known("leave", leaving, numbers))
    reader.comings_and_goings(players, joining, leaving, played)
    here = tuple(
        numbers[str(player)]
        for player in dict.fromkeys([*players, *joining])
        if numbers[str(player)] not in gone
    )
    apart = reader.pairs("apart", raw.get("apart", []), numbers, MOST_PAIRS)
    together = reader.pairs("together", raw.get("together", []), numbers, MOST_PAIRS)
    reader.contradicting(apart, together, ids)
    clubs = reader.by_person("clubs", raw.get("clubs", {}), numbers)
    scores = reader.scores("scores", raw["scores"], numbers) if raw.get("scores") is not None else None
    seeds = reader.known("seeds", reader.ids("seeds", raw.get("seeds", []), MOST_PEOPLE), numbers)
    floated = reader.known("floated", reader.ids("floated", raw.get("floated", []), MOST_PEOPLE), numbers)
    past = tuple(tuple(tuple(numbers[str(p)] for p in t) for t in tables) for tables in played)
    larger = too_large(str(format), len(here), len(ids), rounds, past) if here else None
    if larger is not None:
        reader.problem("players", "too_many", larger)
    if not here:
        reader.problem("players", "no_seating", say(_("Nobody is left to play.")))
    reader.refuse()
    return Request(
        format=str(format),
        ids=tuple(ids),
        here=here,
        joined=frozenset(numbers[str(player)] for player in joining),
        rounds=rounds,
        sizes=sizes,
        seed=seed if isinstance(seed, int | str) else "",
        apart=tuple(apart),
        together=tuple(together),
        clubs=clubs,
        played=past,
        scores=scores,
        seeds=tuple(dict.fromkeys(seeds)),
        floated=tuple(floated),
        power=str(power) if power is not None else None,
        double=bool(double),
        aces=bool(aces),
        effort=effort,
        ahead=ahead,
    )


def _sizes(reader: Reader, raw: object, format: str) -> tuple[int, ...]:
    """Table sizes, preferred first."""
    if format in ("partners", "partners_standing"):
        if raw not in (None, [4]):
            text = say(_("Partners change at tables of four only."))
            reader.problem("sizes", "sizes", text)
        return (4,)
    if format != "tables":
        return (2,)
    sizes = raw if raw is not None else [4]
    if (
        not isinstance(sizes, list)
        or not 1 <= len(sizes) <= LARGEST_TABLE
        or not all(type(size) is int and 2 <= size <= LARGEST_TABLE for size in sizes)
    ):
        text = say(_("Table sizes are a list of numbers from 2 to {largest}."), largest=LARGEST_TABLE)
        reader.problem("sizes", "sizes", text)
        return (4,)
    return tuple(dict.fromkeys(sizes))


def no_seating(text: str, **values: object) -> Unreadable:
    """A request that can be read and not be fulfilled; the message says what would be possible instead."""
    return Unreadable([Problem(None, "no_seating", say(text, **values))])
