"""A rule set in words: switches with their values, and which of them differ from the game's own rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.fields import Field, Option, fields_of
from scoring.game import Game
from tournaments.speech.wording import listed_plainly, number, speak


@dataclass(frozen=True, slots=True)
class Switch:
    """One house rule in force, in the active language."""

    key: str
    label: str
    short: str
    help: str
    value: str
    default: str
    changed: bool  # differs from the game's default rules
    important: bool


def switches(game: Game[Any, Any], rules: object) -> Iterator[Switch]:
    """Every switch of a rule set, in declared order."""
    default = game.preset(None).rules
    for field in fields_of(game.rules):
        value, usual = getattr(rules, field.name), getattr(default, field.name)
        yield Switch(
            field.name,
            speak(field.ask.label),
            speak(field.ask.short),
            speak(field.ask.help) if field.ask.help else "",
            value_word(field, value),
            value_word(field, usual),
            value != usual,
            field.ask.important,
        )


def value_word(field: Field, value: Any) -> str:
    """A switch's value as people say it."""
    if isinstance(value, Option):
        return speak(value.label)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if value == 0 and field.ask.zero:
        return speak(field.ask.zero)
    if isinstance(value, tuple):
        return listed_plainly([number(item) for item in value])
    return number(value)


def preset_name(game: Game[Any, Any], preset: str, rules: object, saved: str = "") -> str:
    """The rule set's name; where the rules differ from it, the name says so.

    `saved` is the name under which the club keeps exactly these rules.
    """
    if saved:
        return saved
    try:
        named = game.preset(preset)
    except KeyError:
        return gettext("House rules")
    name = speak(named.name)
    return name if named.rules == rules else gettext("{preset}, changed").format(preset=name)


def rules_line(game: Game[Any, Any], preset: str, rules: object, saved: str = "") -> str:
    """The rules in force in one line: the rule set, and every switch that differs from it or matters most."""
    try:
        base = game.preset(preset).rules
    except KeyError:
        base = game.preset(None).rules
    parts = [preset_name(game, preset, rules, saved)]
    for field in fields_of(game.rules):
        value = getattr(rules, field.name)
        if value != getattr(base, field.name):
            parts.append(f"{speak(field.ask.label)}: {value_word(field, value)}")
    return " · ".join(parts)
