"""What a refused plan would need, as buttons: each names its switches, sets them all, and goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.fields import fields_of
from scoring.flat import columns, from_flat, to_flat
from scoring.game import Game
from scoring.record import read
from scoring.table import alone
from tournaments.engines.plans import EventSettings, StagePlan
from tournaments.engines.plans.fitting import MISFITS, refused
from tournaments.engines.plans.remedies import Remedy, SwitchChange, remedies
from tournaments.speech.rulebook import value_word
from tournaments.speech.wording import speak
from tournaments.table.forms import RULE

CHOSEN = "remedy"  # name of the button
WRITTEN = re.compile(r"(rules|settings|plan(?:\d+)?)\.(\w+)=([\w-]*)")


@dataclass(frozen=True, slots=True)
class Switched:
    """One switch of a remedy: what it is called, what it becomes, and where it stands on a page."""

    label: str
    value: str
    link: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One button."""

    sent: str  # what it sends
    switches: tuple[Switched, ...]


def is_misfit(codes: Iterable[str]) -> bool:
    """Has something been refused that switches could mend?"""
    return bool(set(codes) & MISFITS)


def offers(ways: Iterable[Remedy], links: Mapping[str, str]) -> list[Offer]:
    """The remedies as buttons; `links` has for each part the address of the page its switches are on."""
    return [_offer([(change.part, change) for change in remedy], links) for remedy in ways]


def offers_for_stages(ways: Mapping[int, Remedy], links: Mapping[str, str]) -> list[Offer]:
    """One button that sets the switches of several stages; `links` by the stage's number."""
    changes = [(f"plan{number}", change) for number, remedy in ways.items() for change in remedy]
    return [_offer(changes, links)] if changes else []


def offers_for_table(game: Game[Any, Any], base: Any, cells: Mapping[str, str], heads: int) -> list[Offer]:
    """What would have to be switched so that so many can sit at a table of a quick evening."""
    fields = fields_of(game.rules)
    reading = read(fields, from_flat(columns(fields, alone(1)), cells), alone(1), base=base)
    if heads not in game.seats or reading.problems:
        return []
    ways = remedies(
        game,
        game.rules(**reading.values),
        EventSettings(),
        StagePlan(size=heads),
        parts=("rules",),
        misfit=lambda rules, settings, plan: refused(game, rules, heads),
    )
    return offers(ways, {})


def _offer(changes: Iterable[tuple[str, SwitchChange]], links: Mapping[str, str]) -> Offer:
    sent, switches = [], []
    for part, change in changes:
        sent.append(f"{part}.{change.field.name}={_cell(change)}")
        anchor = f"{'label' if part == 'rules' else 'ask'}-{change.field.name}"
        link = f"{links.get(part, '')}#{anchor}"
        switches.append(Switched(speak(change.field.ask.label), value_word(change.field, change.value), link))
    return Offer(" ".join(sent), tuple(switches))


def _cell(change: SwitchChange) -> str:
    (column,) = columns([change.field], alone(1))
    raw: Any = change.value if isinstance(change.value, bool | int) else str(change.value)
    return to_flat([column], {change.field.name: raw})[column.name]


def chosen(data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The switches of the button that was pressed, by part; empty: none was."""
    parts: dict[str, dict[str, str]] = {}
    for part, name, cell in WRITTEN.findall(str(data.get(CHOSEN, ""))[:1000]):
        parts.setdefault(part, {})[name] = cell
    return parts


def with_remedy(data: Mapping[str, Any]) -> dict[str, Any]:
    """A form's answers with the switches of the stage and of the rules set as the button says."""
    parts = chosen(data)
    rules = {RULE + name: cell for name, cell in parts.get("rules", {}).items()}
    return {**{name: data[name] for name in data}, **parts.get("plan", {}), **rules}
