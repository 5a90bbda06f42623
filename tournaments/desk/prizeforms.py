"""The plan of prizes as a form: one row for each prize and each gift; empty rows are left out.

Everything that was typed stays in its field until it can be understood.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from config.digits import number_in
from scoring import Problem, Unreadable, say
from scoring.fields import Option
from scoring.table import alone
from scoring.text import mark as _
from tournaments.desk.forms import asked, cells_of, form, raw
from tournaments.engines.amounts import Money
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizejson import option
from tournaments.engines.plans.prizeplan import (
    AMOUNTS,
    ID,
    LONGEST,
    MOST_GIFTS,
    MOST_LINES,
    MOST_STEPS,
    Gift,
    PotShares,
    PrizePlan,
    PrizeRow,
    TurnoutStep,
)
from tournaments.engines.plans.prizeproblems import hundredths, problems
from tournaments.engines.plans.prizewho import PotOf, PrizeFor, TurnoutBy
from tournaments.engines.prizes.choices import Division, HeadShare, PrizeKind
from tournaments.engines.prizes.rules import PrizeRules
from tournaments.speech.money import plain, typed_amount
from tournaments.speech.wording import Wording
from tournaments.table import questions

Declared = TypeVar("Declared", PrizeRules, PotShares)
Chosen = TypeVar("Chosen", bound=Option)
IN_MONEY = ("unit", "least")  # rules that are amounts, typed as such
FREE, MORE = 3, 5  # empty rows; after “more rows”
LISTED = "listed"  # money is divided by shares that are named
WEIGHTS = re.compile(r"\s*[/:;,\s]\s*")
SHARE = re.compile(r"(\d{1,3})(?:[.,](\d{1,2}))?\s*%")


@dataclass(frozen=True, slots=True)
class PrizeCells:
    """A row of the form as it was typed."""

    id: str = ""
    who: str = PrizeFor.PLACES.value
    first: str = ""
    last: str = ""
    name: str = ""
    money: str = ""
    goods: str = ""
    worth: str = ""
    label: str = ""
    picks: str = ""
    kind: str = ""
    heads: str = HeadShare.WHOLE.value
    division: str = Division.EACH.value
    weights: str = ""
    least1: str = ""
    weights1: str = ""
    least2: str = ""
    weights2: str = ""
    by: str = TurnoutBy.TABLES.value
    left: str = ""
    tables: str = ""
    pot: str = PotOf.MAIN.value
    apart: str = ""
    wrong: tuple[str, ...] = ()

    @property
    def filled(self) -> bool:
        """Is anything said here? An empty row is none."""
        return bool(self.money or self.goods or self.picks or self.first or self.name or self.label)

    @property
    def opened(self) -> bool:
        """Does the folded part say something?"""
        usual = (self.heads, self.division, self.pot) == (HeadShare.WHOLE, Division.EACH, PotOf.MAIN)
        more = (self.worth, self.label, self.kind, self.left, self.tables, self.apart, self.weights)
        return any(more) or not usual


@dataclass(frozen=True, slots=True)
class GiftCells:
    """A row of the table of gifts."""

    id: str = ""
    what: str = ""
    donor: str = ""
    worth: str = ""
    wrong: tuple[str, ...] = ()

    @property
    def filled(self) -> bool:
        return bool(self.what or self.donor or self.worth)


@dataclass(frozen=True, slots=True)
class PlanForm:
    """All of it, to be shown again."""

    rules: questions.Form
    shares: questions.Form
    amounts: Mapping[str, str]
    prizes: Sequence[PrizeCells]
    gifts: Sequence[GiftCells]


def plan_form(plan: PrizePlan, currency: str, more: int = FREE) -> PlanForm:
    """The form of a plan that is there, with some empty rows."""
    prizes = [_prize_cells(prize, currency) for prize in plan.prizes]
    gifts = [_gift_cells(gift, currency) for gift in plan.gifts]
    return PlanForm(
        form(asked(PrizeRules, *IN_MONEY), plan.rules),
        form(asked(PotShares), plan.shares),
        {
            **{name: _amount_cell(getattr(plan, name), currency) for name in AMOUNTS},
            **{name: _amount_cell(getattr(plan.rules, name), currency) for name in IN_MONEY},
        },
        [*prizes, *([PrizeCells()] * min(more, MOST_LINES - len(prizes)))],
        [*gifts, *([GiftCells()] * min(more, MOST_GIFTS - len(gifts)))],
    )


class SentPlan:
    """A form that was sent: what it says, and what of it cannot be."""

    def __init__(self, data: Any, currency: str) -> None:
        self.currency = currency
        self.prizes = [cells for cells in _rows(data, PrizeCells, "prize", MOST_LINES) if cells.filled]
        self.gifts = [cells for cells in _rows(data, GiftCells, "gift", MOST_GIFTS) if cells.filled]
        self.amounts = {name: str(data.get(name, "")).strip()[:30] for name in (*AMOUNTS, *IN_MONEY)}
        self.rules = cells_of(asked(PrizeRules, *IN_MONEY), data)
        self.shares = cells_of(asked(PotShares), data)
        self.problems: list[Problem] = []
        self._plan = self._read()

    def plan(self) -> PrizePlan:
        """What it says; raises Unreadable with everything that is wrong."""
        if not self.problems:
            self.problems = problems(self._plan)
        if self.problems:
            raise Unreadable(self.problems)
        return self._plan

    def shown(self, more: int = FREE) -> PlanForm:
        """The form as it was typed, with what is wrong in its place."""
        wording, wrong = Wording(alone(1)), dict[tuple[bool, int], list[str]]()
        for problem in self.problems:
            if problem.at:
                of_gift = problem.field in ("what", "gift")
                wrong.setdefault((of_gift, int(problem.at[0])), []).append(wording.say(problem.text))
        prizes = [
            replace(row, wrong=tuple(wrong.get((False, at), ()))) for at, row in enumerate(self.prizes, 1)
        ]
        gifts = [replace(row, wrong=tuple(wrong.get((True, at), ()))) for at, row in enumerate(self.gifts, 1)]
        return PlanForm(
            form(asked(PrizeRules, *IN_MONEY), cells=self.rules, problems=self.problems),
            form(asked(PotShares), cells=self.shares, problems=self.problems),
            self.amounts,
            [*prizes, *([PrizeCells()] * max(0, min(more, MOST_LINES - len(prizes))))],
            [*gifts, *([GiftCells()] * max(0, min(more, MOST_GIFTS - len(gifts))))],
        )

    def _read(self) -> PrizePlan:
        plan = PrizePlan(
            prizes=tuple(self._prize(at, cells) for at, cells in enumerate(self.prizes, start=1)),
            gifts=tuple(self._gift(at, cells) for at, cells in enumerate(self.gifts, start=1)),
        )
        amounts = {name: self._amount(name, text, ()) for name, text in self.amounts.items()}
        rules = self._declared(PrizeRules, self.rules)
        unit, least = max(1, amounts["unit"]), amounts["least"]
        plan = replace(
            plan, rules=replace(rules, unit=unit, least=least), shares=self._declared(PotShares, self.shares)
        )
        guarantee, sponsors, costs = (amounts[name] for name in AMOUNTS)
        return replace(plan, guarantee=guarantee, sponsors=sponsors, costs=costs)

    def _declared(self, declared: type[Declared], cells: Mapping[str, str]) -> Declared:
        try:
            return answers(declared, raw(asked(declared), cells))
        except Unreadable as unreadable:
            self.problems += unreadable.problems
            return declared()

    def _prize(self, at: int, cells: PrizeCells) -> PrizeRow:
        percent = SHARE.fullmatch(cells.money.strip())
        listed = cells.division == LISTED
        share = int(percent[1]) * 100 + int((percent[2] or "").ljust(2, "0")) if percent else 0
        return PrizeRow(
            id=cells.id if ID.fullmatch(cells.id) else _new_id(),
            who=self._option("who", PrizeFor, cells.who, at),
            first=self._number("first", cells.first, at),
            last=self._number("last", cells.last, at),
            name=cells.name,
            label=cells.label,
            amount=0 if percent else self._amount("money", cells.money, (at,)),
            percent=share,
            goods=cells.goods,
            worth=self._amount("worth", cells.worth, (at,)),
            kind=self._option("kind", PrizeKind, cells.kind, at) if cells.kind else None,
            picks=bool(cells.picks),
            heads=self._option("heads", HeadShare, cells.heads, at),
            division=self._option("division", Division, Division.EACH if listed else cells.division, at),
            weights=self._weights(cells.weights, at) if listed else (),
            steps=self._steps(cells, at) if listed else (),
            by=self._option("by", TurnoutBy, cells.by, at),
            left=bool(cells.left),
            tables=self._number("tables", cells.tables, at),
            pot=self._option("pot", PotOf, cells.pot, at),
            apart=bool(cells.apart),
        )

    def _steps(self, cells: PrizeCells, at: int) -> tuple[TurnoutStep, ...]:
        typed = ((cells.least1, cells.weights1), (cells.least2, cells.weights2))
        return tuple(
            TurnoutStep(self._number("steps", least, at), self._weights(weights, at))
            for least, weights in typed
            if least or weights
        )

    def _weights(self, text: str, at: int) -> tuple[int, ...]:
        """`40/30/20/10`, however the shares are set apart."""
        parts = WEIGHTS.split(text.strip()) if text.strip() else []
        if not parts:
            wrong = say(_("Which shares? For example 40/30/20/10."))
        elif all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
            return tuple(map(int, parts))
        else:
            wrong = say(_("“{text}” are no shares. For example 40/30/20/10."), text=text)
        self.problems.append(Problem("weights", "weights", wrong, (at,)))
        return ()

    def _gift(self, at: int, cells: GiftCells) -> Gift:
        worth = self._amount("gift", cells.worth, (at,))
        key = cells.id if ID.fullmatch(cells.id) else _new_id()
        return Gift(id=key, what=cells.what, donor=cells.donor, worth=worth)

    def _option(self, field: str, choices: type[Chosen], value: str, at: int) -> Chosen:
        try:
            return option(choices, value)
        except ValueError:
            self.problems.append(Problem(field, "unknown", say(_("Please choose one of the list.")), (at,)))
            return next(iter(choices))

    def _amount(self, field: str, text: str, at: tuple[int, ...]) -> int:
        if not text:
            return 0
        amount = typed_amount(text, self.currency)
        if amount is None:
            self.problems.append(Problem(field, "amount", say(_("“{text}” is no amount."), text=text), at))
        return amount or 0

    def _number(self, field: str, text: str, at: int) -> int:
        bare = text.rstrip(".").replace("−", "-")
        if not bare:
            return 0
        if bare.removeprefix("-").isascii() and bare.removeprefix("-").isdigit() and len(bare) < 8:
            return int(bare)
        self.problems.append(Problem(field, "number", say(_("“{text}” is no number."), text=text), (at,)))
        return 0


def _new_id() -> str:
    """Never that of a prize somebody has had before."""
    return f"p-{secrets.token_hex(4)}"


def _rows(data: Any, kind: type[Any], name: str, most: int) -> Iterable[Any]:
    for row in range(min(number_in(str(data.get(f"{name}-rows", "0"))) or 0, most)):
        if f"{name}-{row}-remove" not in data:
            named = {
                field.name: f"{name}-{row}-{field.name}" for field in fields(kind) if field.name != "wrong"
            }
            yield kind(
                **{
                    field: " ".join(str(data[cell]).split())[:LONGEST]
                    for field, cell in named.items()
                    if cell in data
                }
            )


def _prize_cells(prize: PrizeRow, currency: str) -> PrizeCells:
    steps = [*prize.steps, *([TurnoutStep(0, ())] * MOST_STEPS)]
    money = f"{hundredths(prize.percent)} %" if prize.percent else _amount_cell(prize.amount, currency)
    return PrizeCells(
        id=prize.id,
        who=prize.who.value,
        first=str(prize.first or ""),
        last=str(prize.last or ""),
        name=prize.name,
        money=money,
        goods=prize.goods,
        worth=_amount_cell(prize.worth, currency),
        label=prize.label,
        picks="1" if prize.picks else "",
        kind="" if prize.kind is None else prize.kind.value,
        heads=prize.heads.value,
        division=LISTED if prize.weights else prize.division.value,
        weights=_weights_cell(prize.weights),
        least1=str(steps[0].least or ""),
        weights1=_weights_cell(steps[0].weights),
        least2=str(steps[1].least or ""),
        weights2=_weights_cell(steps[1].weights),
        by=prize.by.value,
        left="1" if prize.left else "",
        tables=str(prize.tables or ""),
        pot=prize.pot.value,
        apart="1" if prize.apart else "",
    )


def _weights_cell(weights: Iterable[int]) -> str:
    return "/".join(map(str, weights))


def _gift_cells(gift: Gift, currency: str) -> GiftCells:
    return GiftCells(gift.id, gift.what, gift.donor, _amount_cell(gift.worth, currency))


def _amount_cell(amount: int, currency: str) -> str:
    return plain(Money(amount, currency)) if amount else ""
