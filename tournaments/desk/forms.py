"""Plans as forms: questions made from what is declared, and raw answers from what was sent.

Whether the answers make sense is judged by the services that store them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext

from scoring import Game, Problem, Unreadable, say
from scoring.dumping import dump_all
from scoring.fields import Field, fields_of
from scoring.flat import columns, from_flat, to_flat
from scoring.table import alone
from scoring.text import mark as _
from tournaments.desk.criteria import CRITERIA
from tournaments.engines.amounts import Money
from tournaments.engines.standings import RankingRules
from tournaments.speech.money import plain, symbol, typed_amount
from tournaments.speech.wording import Wording
from tournaments.table import questions, rulesets
from tournaments.table.forms import rule_cells

ONE = alone(1)
FEE = "fee"


# --- anything declared ------------------------------


def asked(declared: type[Any], *without: str) -> tuple[Field, ...]:
    """The fields of a declaration, all but these."""
    return tuple(field for field in fields_of(declared) if field.name not in without)


def form(
    fields: Sequence[Field],
    value: object = None,
    *,
    cells: Mapping[str, str] | None = None,
    problems: Iterable[Problem] = (),
) -> questions.Form:
    """The questions, filled from cells that were sent, or from a declared value."""
    if cells is None:
        cells = to_flat(columns(fields, ONE), dump_all(fields, value))
    return questions.form(fields, Wording(ONE), cells, problems)


def cells_of(fields: Sequence[Field], data: Mapping[str, Any]) -> dict[str, str]:
    """What was sent for these fields, and nothing else."""
    return {
        column.name: str(data[column.name]).strip() for column in columns(fields, ONE) if column.name in data
    }


def raw(fields: Sequence[Field], cells: Mapping[str, str]) -> dict[str, Any]:
    """Raw answers; a question that was left open keeps its default."""
    return from_flat(columns(fields, ONE), cells)


# --- words that are no declaration ------------------------------


@dataclass(frozen=True, slots=True)
class EventHeading:
    """What an event is called, when and where; as it was typed."""

    title: str = ""
    day: str = ""
    club: str = ""
    place: str = ""

    @classmethod
    def sent(cls, data: Mapping[str, Any]) -> EventHeading:
        """From a form."""
        return cls(*(str(data.get(name, "")) for name in ("title", "day", "club", "place")))

    def date(self) -> date:
        """The day; raises Unreadable."""
        try:
            return date.fromisoformat(self.day.strip())
        except ValueError:
            text = say(_("Please enter a date, for example 2026-03-14."))
            raise Unreadable([Problem("day", "no_date", text)]) from None


def fee_in_units(cells: Mapping[str, str], currency: str) -> dict[str, str]:
    """An amount that was typed (`12`, `12,50`, `12.5`) in smallest units; what is no amount stays."""
    amount = typed_amount(cells.get(FEE, ""), currency)
    return dict(cells) if amount is None else {**cells, FEE: str(amount)}


def fee_as_typed(group: questions.Group, currency: str) -> questions.Group:
    """The question for the fee as organisers think of it: in their currency."""
    label = gettext("Fee ({currency})").format(currency=symbol(currency))
    asked_ = tuple(
        replace(question, label=label, value=_as_typed(question.value, currency))
        for question in group.questions
    )
    return replace(group, label=label, questions=asked_)


def _as_typed(units: str, currency: str) -> str:
    if units == "0":
        return ""
    return plain(Money(int(units), currency)) if units.isascii() and units.isdigit() else units


# --- the ranking ------------------------------

RANKING = asked(RankingRules, CRITERIA)


# --- rules of the game ------------------------------


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """A rule set as an event stores it."""

    preset: str
    name: str  # of a saved rule set, if it is exactly that
    rules: Any


def chosen_rules(game: Game[Any, Any], data: Mapping[str, Any], tenant: int) -> ChosenRules:
    """Rules from a form with a rule set of a club and switches; raises Unreadable."""
    key = str(data.get("preset", ""))
    named = next((choice for choice in rulesets.choices(game, tenant) if choice.key == key), None)
    if named is None:
        text = say(_("There is no rule set “{preset}” for this game."), preset=key[:60])
        raise Unreadable([Problem("preset", "unknown_preset", text)])
    rules = rulesets.read_rules(game, switches_sent(game, data, named.rules))
    exactly = named.saved is not None and named.rules == rules
    return ChosenRules(named.preset, named.name if exactly else "", rules)


def switches_sent(game: Game[Any, Any], data: Mapping[str, Any], base: Any) -> dict[str, Any]:
    """Raw answers to all switches: as sent, and as in `base` where nothing was sent."""
    fields = fields_of(game.rules)
    seating = game.accounts(game.seats[0], game.preset(None).rules)
    sent = from_flat(columns(fields, seating), rule_cells(data))
    return {**dump_all(fields, base), **sent}
