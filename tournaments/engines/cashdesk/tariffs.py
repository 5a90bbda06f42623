"""The money plan of an event: currency, price list, deposit, bank account.

A tariff is made of items, and every item feeds one destination. The plan is JSON in the event; what is
missing has its default, so that events of before, which know one fee only, have a price list of one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scoring import Problem, say
from scoring.fields import Option
from scoring.text import mark as _
from tournaments.engines.amounts import CURRENCIES
from tournaments.engines.cashdesk.banking import BankAccount, account_problems
from tournaments.engines.cashdesk.kinds import Destination

EUR = "EUR"
ONLY = "fee"  # key of the one tariff that an event with a single fee has
MOST_TARIFFS, MOST_ITEMS = 12, 8
MOST_DIGITS = 10**9  # smallest units that one item may be


class Fits(Option):
    """Whose usual tariff it is."""

    EVERYBODY = "everybody", _("everybody")
    MEMBERS = "members", _("members of the club")
    GUESTS = "guests", _("guests: other clubs")
    CATEGORY = "category", _("a category")
    CHOSEN = "chosen", _("only when chosen")


@dataclass(frozen=True, slots=True)
class FeeItem:
    """A part of a fee, in smallest units, and what it feeds."""

    to: Destination
    amount: int
    label: str = ""  # its own name: "Series 2", "Kinderhospiz"


@dataclass(frozen=True, slots=True)
class Tariff:
    """One line of the price list."""

    key: str
    name: str  # "" stands for the one fee of everybody
    fits: Fits
    items: tuple[FeeItem, ...] = ()
    word: str = ""  # the category it fits
    per_person: bool = False  # else per entrant: a person, a pair or a team

    @property
    def amount(self) -> int:
        return sum(item.amount for item in self.items)

    def items_for(self, heads: int) -> tuple[FeeItem, ...]:
        """What an entrant of so many people pays, item by item."""
        times = heads if self.per_person else 1
        return tuple(FeeItem(item.to, item.amount * times, item.label) for item in self.items)


@dataclass(frozen=True, slots=True)
class MoneyPlan:
    """All that is settled about fees."""

    currency: str = EUR
    tariffs: tuple[Tariff, ...] = ()
    deposit: int = 0  # of each entrant, given back
    bank: BankAccount = field(default_factory=BankAccount)

    @property
    def takes(self) -> bool:
        """Is there anything to pay at all?"""
        return bool(self.deposit) or any(tariff.amount for tariff in self.tariffs)

    @property
    def dearest(self) -> int:
        return max((tariff.amount for tariff in self.tariffs), default=0)

    def tariff(self, key: str) -> Tariff | None:
        return next((tariff for tariff in self.tariffs if tariff.key == key), None)


@dataclass(frozen=True, slots=True)
class Payer:
    """What decides about the tariff of an entrant."""

    tariff: str = ""  # as chosen at the door; empty: the usual one
    category: str = ""
    home: bool = True  # of the club that holds the event, or of none
    heads: int = 1


def single_fee(fee: int, currency: str = EUR) -> MoneyPlan:
    """One fee for everybody, as an event without a price list has it."""
    items = (FeeItem(Destination.PRIZES, fee),)
    return MoneyPlan(currency, (Tariff(ONLY, "", Fits.EVERYBODY, items),) if fee else ())


def tariff_for(plan: MoneyPlan, payer: Payer) -> Tariff | None:
    """The chosen one, else the first that fits: by category, then by club, then everybody's."""
    chosen = plan.tariff(payer.tariff) if payer.tariff else None
    if chosen is not None:
        return chosen
    wanted = (
        (Fits.CATEGORY,),
        (Fits.MEMBERS if payer.home else Fits.GUESTS,),
        (Fits.EVERYBODY,),
    )
    for fits in wanted:
        for tariff in plan.tariffs:
            if tariff.fits in fits and (
                tariff.fits is not Fits.CATEGORY
                or (tariff.word and tariff.word.casefold() == payer.category.casefold())
            ):
                return tariff
    return None


# --- As it is stored ----------------------------------------------------------------------------------------


def money_plan(raw: Mapping[str, Any], fee: int = 0) -> MoneyPlan:
    """From the event's JSON; `fee`: the one that an event without a price list may have. Raises LookupError,
    TypeError or ValueError for what is no plan."""
    currency = str(raw.get("currency") or EUR)
    if currency not in CURRENCIES:
        raise ValueError(currency)
    bank = BankAccount(**{name: str(value) for name, value in (raw.get("bank") or {}).items()})
    tariffs = tuple(_tariff(line) for line in raw.get("tariffs") or ())
    deposit = _whole(raw.get("deposit") or 0)
    single = () if tariffs else single_fee(fee, currency).tariffs
    return MoneyPlan(currency, tariffs or single, deposit, bank)


def plan_json(plan: MoneyPlan) -> dict[str, Any]:
    """As it is stored; the one fee of an event without a price list stands in its settings."""
    tariffs = [
        {
            "key": tariff.key,
            "name": tariff.name,
            "fits": tariff.fits.value,
            "word": tariff.word,
            "per_person": tariff.per_person,
            "items": [
                {"to": item.to.value, "amount": item.amount, "label": item.label} for item in tariff.items
            ],
        }
        for tariff in plan.tariffs
        if tariff.key != ONLY
    ]
    return {
        "currency": plan.currency,
        "tariffs": tariffs,
        "deposit": plan.deposit,
        "bank": asdict(plan.bank) if plan.bank.iban or plan.bank.holder else {},
    }


def _tariff(line: Mapping[str, Any]) -> Tariff:
    items = tuple(
        FeeItem(Destination(item["to"]), _whole(item["amount"]), str(item.get("label", "")))
        for item in line["items"]
    )
    return Tariff(
        str(line["key"]),
        str(line["name"]),
        Fits(line["fits"]),
        items,
        str(line.get("word", "")),
        bool(line.get("per_person", False)),
    )


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_DIGITS:
        raise ValueError(value)
    return value


# --- What cannot be -----------------------------------------------------------------------------------------


def plan_problems(plan: MoneyPlan) -> list[Problem]:
    """What is wrong with a price list that somebody has typed; `at` is the line, from 1."""
    problems = [*_currency_problems(plan), *account_problems(plan.bank)]
    if len(plan.tariffs) > MOST_TARIFFS:
        problems.append(
            Problem("tariffs", "many", say(_("At most {most} lines of prices."), most=MOST_TARIFFS))
        )
    names = [tariff.name.casefold() for tariff in plan.tariffs]
    for line, tariff in enumerate(plan.tariffs, start=1):
        problems += _line_problems(line, tariff, names)
    return problems


def _currency_problems(plan: MoneyPlan) -> Iterable[Problem]:
    if plan.currency not in CURRENCIES:
        yield Problem("currency", "currency", say(_("There is no currency “{code}”."), code=plan.currency))


def _line_problems(line: int, tariff: Tariff, names: Sequence[str]) -> Iterable[Problem]:
    if not tariff.name:
        yield Problem("name", "empty", say(_("Price {line} has no name."), line=line))
    elif names.count(tariff.name.casefold()) > 1 and names.index(tariff.name.casefold()) < line - 1:
        text = say(_("Two prices are called “{name}”."), name=tariff.name)
        yield Problem("name", "twice", text)
    if tariff.fits is Fits.CATEGORY and not tariff.word:
        text = say(_("“{name}”: for which category?"), name=tariff.name)
        yield Problem("word", "empty", text)
    if len(tariff.items) > MOST_ITEMS:
        yield Problem("items", "many", say(_("At most {most} items in a fee."), most=MOST_ITEMS))
