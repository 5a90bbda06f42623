"""Seasons by chance: every rule, few people, small numbers, so that ties and edges are common."""

from __future__ import annotations

import random
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from scoring.fields import AnswerKind, Field, fields_of
from tournaments.engines.season import (
    PlaceTable,
    Season,
    SeasonEvening,
    SeasonExtra,
    SeasonPerson,
    SeasonResult,
    SeasonRules,
    problems,
)

NAMES = ("Anna", "Bert", "Cora", "Dirk", "Emil", "Fritz")
KINDS = ("leg", "final")
VENUES = ("Wien", "Lieboch")
SMALL = {
    "evenings": (0, 0, 6, 8),
    "months": (0, 0, 0, 1, 7),
    "smallest_field": (0, 0, 0, 2, 4),
    "part": (0, 0, 0, 1, 2),
    "times": (1, 7, 40),
    "tail": (0, 1),
    "least_divisor": (0, 0, 3, 9),
    "best": (0, 0, 1, 2, 3, 5),
    "drop": (0, 0, 1, 2),
    "drop_from": (0, 2, 3),
    "drop_every": (1, 2),
    "drop_most": (1, 3),
    "per_group": (0, 0, 1, 2),
    "absent_points": (0, -3, 2),
    "absence_penalty": (0, 0, 2),
    "presence_bonus": (0, 0, 3),
    "all_bonus": (0, 0, 4),
    "hosting_bonus": (0, 0, 2),
    "club_best": (0, 1, 2),
    "least": (0, 0, 1, 3, 5),
    "least_partners": (0, 0, 0, 1),
    "decimals": (0, 2),
    "cup_in_a_row": (0, 2),
    "cup_in_all": (0, 3),
    "final_places": (1, 3),
    "final_least": (0, 2),
}
TEXTS = {
    "kinds": KINDS,
    "places": VENUES,
    "not_places": VENUES,
    "always": KINDS,
    "category": ("lady", "junior"),
}
SELDOM = ("members_only", "announced_only", "all_required", "low_wins")


def rules(chance: random.Random) -> SeasonRules:
    """Rules that go together; most of them about few things, for otherwise nothing would be left."""
    while True:
        touched = chance.choice((0.03, 0.1, 0.3, 0.6))
        values = {
            field.name: value
            for field in fields_of(SeasonRules)
            if chance.random() < (0.8 if field.name == "ties" else touched)
            and (value := _value(field, chance)) is not None
        }
        drawn_rules = SeasonRules(**values)
        if drawn_rules.larger and not drawn_rules.place_points:
            continue
        if not problems(drawn_rules) and not (drawn_rules.best and drawn_rules.drop):
            return drawn_rules


def _value(field: Field, chance: random.Random) -> Any:
    if field.name in SMALL:
        return chance.choice(SMALL[field.name])
    if field.name in TEXTS:
        return tuple(chance.sample(TEXTS[field.name], chance.choice((0, 0, 0, 1))))
    if field.name == "place_points":
        return tuple(chance.choice(((25, 18, 15), (5, 3, -1), (4,))))
    if field.name == "larger":
        return tuple(PlaceTable(size=n, points=(n, 2), tail=1) for n in chance.sample((0, 3, 5), 2))
    kind = field.shape.kind
    if kind is AnswerKind.FLAG:
        return chance.random() < (0.15 if field.name in SELDOM else 0.5)
    if kind is AnswerKind.CHOICE:
        return chance.choice(field.shape.options)
    assert field.name == "ties"
    assert field.shape.item is not None
    ties = chance.sample(field.shape.item.options, chance.randrange(4))
    return tuple(by for by in ties if by.value != "lot") + tuple(by for by in ties if by.value == "lot")


def _points(chance: random.Random) -> Any:
    """Most often very small, so that many are equal."""
    if chance.random() < 0.6:
        return chance.choice((0, 1, 1, 2))
    return chance.choice((*range(-3, 8), *range(-3, 8), Fraction(3, 2), Fraction(-1, 3)))


def season_by_chance(chance: random.Random) -> Season:
    names = NAMES[: chance.randrange(2, len(NAMES) + 1)]
    first, evenings = date(2025, 10, 31), []
    with_ranks, with_days, with_parts = (chance.random() < 0.5 for _ in range(3))
    count = chance.randrange(1, 7)
    coming = chance.choice((0, 0, 1, 2))
    for number in range(count + coming):
        played = number < count
        here = [name for name in names if chance.random() < 0.75] if played else []
        evenings.append(
            SeasonEvening(
                f"E{number}",
                first + timedelta(days=25 * number) if with_days else None,
                tuple(_result(name, chance, with_ranks, with_parts, names) for name in here),
                chance.choice(("leg", "leg", "leg", "final", "")),
                chance.choice((*VENUES, "")),
                chance.choice(("", "N", "S")),
                chance.choice((1, 1, 1, 2, Fraction(1, 2), 0)),
                chance.choice((0, 0, 5)),
                tuple(chance.sample(names, chance.choice((0, 0, 1)))),
                _tables(here, chance),
                played,
            )
        )
    people = [_person(name, chance) for name in names if chance.random() < 0.8]
    extras = [SeasonExtra(name, _points(chance)) for name in names if chance.random() < 0.1]
    return Season(
        tuple(evenings),
        rules(chance),
        tuple(people),
        tuple(extras),
        chance.choice(("", "Martini 2026")),
        chance.choice((None, None, True, False)),
        chance.choice((None, date(2026, 3, 31))) if with_days else None,
    )


def _result(
    name: str, chance: random.Random, with_ranks: bool, with_parts: bool, names: tuple[str, ...]
) -> SeasonResult:
    return SeasonResult(
        name,
        _points(chance) if chance.random() < 0.9 else None,
        chance.randrange(1, 5) if with_ranks and chance.random() < 0.9 else None,
        chance.choice((0, 8, 12)),
        chance.choice((1, 1, 2)),
        chance.randrange(3),
        chance.randrange(3),
        chance.choice(("", "Nord", "Süd")),
        chance.choice(("", "T1", "T2")),
        chance.random() < 0.1,
        chance.choice((0, 0, 0, 5)),
        chance.random() < 0.5,
        tuple(chance.sample(names, chance.choice((0, 1)))),
        tuple(_points(chance) if chance.random() < 0.9 else None for _ in range(chance.choice((2, 3))))
        if with_parts
        else (),
    )


def _tables(here: list[str], chance: random.Random) -> tuple[dict[int | str, Any], ...]:
    if len(here) < 2 or chance.random() < 0.5:
        return ()
    return tuple(
        {name: chance.randrange(-2, 3) for name in chance.sample(here, chance.randrange(2, len(here) + 1))}
        for _ in range(chance.randrange(1, 3))
    )


def _person(name: str, chance: random.Random) -> SeasonPerson:
    return SeasonPerson(
        name,
        chance.random() < 0.8,
        chance.choice(("", "Nord", "Süd")),
        chance.choice(("", "T1")),
        tuple(chance.sample(("lady", "junior"), chance.choice((0, 1)))),
        "arrears" if chance.random() < 0.1 else "",
        chance.choice(("", f"M-{name}")),
    )
