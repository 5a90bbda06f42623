"""What would have to be switched so that a plan can be played: asked only where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from scoring.fields import AnswerKind, Field, fields_of
from scoring.game import Game
from scoring.problem import Problem
from tournaments.engines.plans.declared import EventSettings, StagePlan
from tournaments.engines.plans.fitting import stage_problems

Part = Literal["rules", "settings", "plan"]
Misfit = Callable[[Any, EventSettings, StagePlan], Sequence[Problem]]
DEEPEST = 4  # switches of one remedy
PLAN_ASKED = ("rest", "hands", "size")  # the format is what was asked for, so it stays
SETTINGS_ASKED = ("entrant",)


@dataclass(frozen=True, slots=True)
class SwitchChange:
    """One switch: of the rules of the game, of the whole event, or of the stage."""

    part: Part
    field: Field
    value: Any


Remedy = tuple[SwitchChange, ...]
"""Everything that has to be switched together."""


def remedies(
    game: Game[Any, Any],
    rules: Any,
    settings: EventSettings,
    plan: StagePlan,
    *,
    parts: Sequence[Part] = ("rules", "settings", "plan"),
    misfit: Misfit | None = None,
) -> list[Remedy]:
    """Ways to make a plan playable, at most one of each part; empty: there is none, or nothing is wrong.

    `misfit` says what is in the way; without it, what keeps this one stage from being played.
    """
    if misfit is None:
        return list(_usual(game, rules, settings, plan, tuple(parts)))
    return _remedies(game, rules, settings, plan, parts, misfit)


@lru_cache(maxsize=1024)
def _usual(
    game: Game[Any, Any], rules: Any, settings: EventSettings, plan: StagePlan, parts: tuple[Part, ...]
) -> tuple[Remedy, ...]:
    """Kept: the form of a stage asks for every format and every rest, each time it is shown."""

    def misfit(rules: Any, settings: EventSettings, plan: StagePlan) -> Sequence[Problem]:
        return stage_problems(game, rules, settings, plan)

    return tuple(_remedies(game, rules, settings, plan, parts, misfit))


def _remedies(
    game: Game[Any, Any],
    rules: Any,
    settings: EventSettings,
    plan: StagePlan,
    parts: Sequence[Part],
    wrong: Misfit,
) -> list[Remedy]:
    if not wrong(rules, settings, plan):
        return []
    searched: dict[Part, Callable[[], Remedy]] = {
        "rules": lambda: _search("rules", rules, plan.hands, lambda new: wrong(new, settings, plan), game),
        "settings": lambda: _search("settings", settings, 0, lambda new: wrong(rules, new, plan)),
        "plan": lambda: _search("plan", plan, game.length(rules), lambda new: wrong(rules, settings, new)),
    }
    return [remedy for part in parts if (remedy := searched[part]())]


def _search(
    part: Part,
    value: Any,
    number: int,
    wrong: Callable[[Any], Sequence[Problem]],
    game: Game[Any, Any] | None = None,
) -> Remedy:
    """The fewest switches after which nothing is wrong; each step must change what is wrong.

    So a switch that is only missed once another one is set is found too, and nothing else is tried.
    """
    frontier: list[tuple[Any, Remedy]] = [(value, ())]
    seen = {_signs(wrong(value))}
    for _step in range(DEEPEST):
        further = []
        for now, done in frontier:
            for change in _candidates(part, now, number, game):
                if any(earlier.field.name == change.field.name for earlier in done):
                    continue
                new = replace(now, **{change.field.name: change.value})
                problems = wrong(new)
                if not problems:
                    return (*done, change)
                if (signs := _signs(problems)) not in seen:
                    seen.add(signs)
                    further.append((new, (*done, change)))
        frontier = further
    return ()


def _signs(problems: Sequence[Problem]) -> frozenset[object]:
    """What tells one state from another; the words of a refusal belong to it."""
    return frozenset((problem.field, problem.code, repr(problem.text)) for problem in problems)


def _candidates(part: Part, now: Any, number: int, game: Game[Any, Any] | None) -> Iterator[SwitchChange]:
    """Every other answer to every question; yes and no first, for they change the least."""
    asked = {"plan": PLAN_ASKED, "settings": SETTINGS_ASKED}.get(part)
    fields = [field for field in fields_of(type(now)) if asked is None or field.name in asked]
    order = {AnswerKind.FLAG: 0, AnswerKind.CHOICE: 1, AnswerKind.NUMBER: 2}
    for field in sorted(
        (field for field in fields if field.shape.kind in order), key=lambda f: order[f.shape.kind]
    ):
        for value in _values(field, getattr(now, field.name), number, game):
            yield SwitchChange(part, field, value)


def _values(field: Field, now: Any, number: int, game: Game[Any, Any] | None) -> Iterator[Any]:
    """What else could be answered. Of numbers those that stand for themselves: small ranges as a whole."""
    if field.shape.kind is AnswerKind.FLAG:
        yield not now
    elif field.shape.kind is AnswerKind.CHOICE:
        yield from (option for option in field.shape.options if option is not now)
    elif (between := field.shape.between) is not None:
        usual = {getattr(preset.rules, field.name) for preset in game.presets} if game else set()
        every = range(between.low, between.high + 1)
        near = sorted(every, key=lambda value: (abs(value - now), -value)) if len(every) <= 12 else []
        for value in dict.fromkeys((number, *near, *sorted(usual))):
            if value != now and between.low <= value <= between.high:
                yield value
