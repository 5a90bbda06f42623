"""What the book says: of one entrant, of the box, of every destination. Whole numbers; sums always agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.engines.cashdesk.kinds import OF_ENTRANTS, OUTGOING, CashKind, Destination, PaidBy
from tournaments.engines.cashdesk.tariffs import FeeItem, Tariff

Feeds = tuple[str, str]
"""A destination and the item's own name: `("series", "Series 2")`."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """A line of the book as sums need it. `amount` is signed; a reversal has the kind of what it reverses."""

    kind: CashKind
    way: PaidBy
    amount: int
    entrant: int | None = None
    parts: tuple[FeeItem, ...] = ()
    label: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class PayerAccount:
    """An entrant towards the cash desk. `ticked`: somebody says it is paid, and no line of the book does."""

    tariff: Tariff | None
    items: tuple[FeeItem, ...]
    deposit: int  # asked for
    paid: int = 0  # of the fee
    remitted: int = 0
    deposit_paid: int = 0
    deposit_back: int = 0
    ticked: int = 0

    @property
    def due(self) -> int:
        """The fee by the price list."""
        return sum(item.amount for item in self.items)

    @property
    def owed(self) -> int:
        """The fee after what was reduced or waived."""
        return max(0, self.due - self.remitted)

    @property
    def is_free(self) -> bool:
        """Is there nothing to pay by the price list?"""
        return not self.due and not self.deposit

    @property
    def open_fee(self) -> int:
        return max(0, self.owed - self.paid - self.ticked)

    @property
    def open_deposit(self) -> int:
        return 0 if self.ticked else max(0, self.deposit - self.deposit_paid)

    @property
    def open(self) -> int:
        """What is to be taken at the door."""
        return self.open_fee + self.open_deposit

    @property
    def too_much(self) -> int:
        """What was paid beyond what is owed."""
        return max(0, self.paid - self.owed)

    @property
    def deposit_held(self) -> int:
        return self.deposit_paid - self.deposit_back


def account(
    tariff: Tariff | None, heads: int, deposit: int, lines: Iterable[BookLine], *, tick: bool = False
) -> PayerAccount:
    """From an entrant's lines of the book; `tick`: he is said to have paid."""
    sums = dict.fromkeys(CashKind, 0)
    any_line = False
    for line in lines:
        sums[line.kind] += line.amount
        any_line = any_line or line.kind in OF_ENTRANTS
    items = tariff.items_for(heads) if tariff is not None else ()
    paid = sums[CashKind.FEE] + sums[CashKind.REFUND]
    due = sum(item.amount for item in items)
    remitted = sums[CashKind.REMISSION]
    return PayerAccount(
        tariff,
        items,
        deposit,
        paid,
        remitted,
        sums[CashKind.DEPOSIT],
        -sums[CashKind.DEPOSIT_BACK],
        max(0, due - remitted) if tick and not any_line else 0,
    )


def share(items: Sequence[FeeItem], before: int, amount: int) -> tuple[FeeItem, ...]:
    """Which items an amount fills, in the order of the price list, after `before` was paid already.

    What is beyond all items stays with the last one; without items it is the club's.
    """
    if not items:
        return (FeeItem(Destination.CLUB, amount),) if amount else ()
    upper, shares = before + amount, []
    start = 0
    for at, item in enumerate(items):
        end = start + item.amount if at < len(items) - 1 else max(upper, start + item.amount)
        part = max(0, min(upper, end) - max(before, start))
        if part:
            shares.append(FeeItem(item.to, part, item.label))
        start = end
    return tuple(shares)


@dataclass(frozen=True, slots=True)
class CashBox:
    """The box: only what is cash."""

    opening: int
    taken: int
    given: int  # above nothing
    by_kind: Mapping[CashKind, int]
    by_helper: Mapping[str, tuple[int, int]]  # taken and given, without float

    @property
    def expected(self) -> int:
        return self.opening + self.taken - self.given


def box(lines: Iterable[BookLine]) -> CashBox:
    """What has to be in it: float, everything taken, less everything given. A reversal counts on the side of
    what it reverses."""
    by_kind: dict[CashKind, int] = {}
    by_helper: dict[str, tuple[int, int]] = {}
    for line in lines:
        if line.way is not PaidBy.CASH:
            continue
        by_kind[line.kind] = by_kind.get(line.kind, 0) + line.amount
        if line.kind is not CashKind.FLOAT:
            taken, given = by_helper.get(line.by, (0, 0))
            goes_out = line.kind in OUTGOING
            by_helper[line.by] = (
                taken + line.amount * (not goes_out),
                given - line.amount * goes_out,
            )
    sums = {kind: amount for kind, amount in by_kind.items() if kind is not CashKind.FLOAT}
    return CashBox(
        by_kind.get(CashKind.FLOAT, 0),
        sum(amount for amount in sums.values() if amount > 0),
        -sum(amount for amount in sums.values() if amount < 0),
        {kind: by_kind[kind] for kind in CashKind if kind in by_kind},
        by_helper,
    )


def sums_beside(lines: Iterable[BookLine]) -> dict[tuple[PaidBy, CashKind], int]:
    """What was paid by bank or before the event, by kind."""
    sums: dict[tuple[PaidBy, CashKind], int] = {}
    for line in lines:
        if line.way in (PaidBy.BANK, PaidBy.BEFORE):
            sums[line.way, line.kind] = sums.get((line.way, line.kind), 0) + line.amount
    return sums


@dataclass(frozen=True, slots=True)
class PaidIn:
    """What has been paid, however it was paid, by what it is for.

    `fees` is less what was given back; `ticked` of it is said to be paid without a line in the book. `costs`
    and `prizes` are above nothing. Deposits are nobody's income and not in here.
    """

    fees: Mapping[Feeds, int] = field(default_factory=dict)
    lost: Mapping[Feeds, int] = field(default_factory=dict)
    raffle: int = 0
    gifts: Mapping[str, int] = field(default_factory=dict)  # donations by label
    income: Mapping[str, int] = field(default_factory=dict)
    costs: Mapping[str, int] = field(default_factory=dict)
    prizes: int = 0
    ticked: int = 0

    def into(self, to: Destination, label: str | None = None) -> int:
        """Fees and lost-game money that feed a destination; `label`: only the items called so."""
        return sum(
            amount
            for feeds in (self.fees, self.lost)
            for (where, name), amount in feeds.items()
            if where == to.value and label in (None, name)
        )

    @property
    def all_fees(self) -> int:
        return sum(self.fees.values())


def paid_in(lines: Iterable[BookLine], ticked: Iterable[FeeItem] = ()) -> PaidIn:
    """By destination; `ticked`: items of those who are said to have paid."""
    fees: dict[Feeds, int] = {}
    lost: dict[Feeds, int] = {}
    labelled: dict[CashKind, dict[str, int]] = {
        kind: {} for kind in (CashKind.DONATION, CashKind.INCOME, CashKind.OUTLAY)
    }
    sums = dict.fromkeys(CashKind, 0)
    for line in lines:
        sums[line.kind] += line.amount
        feeds = lost if line.kind in (CashKind.LOST, CashKind.FINE) else fees
        for part in line.parts:
            feeds[part.to.value, part.label] = feeds.get((part.to.value, part.label), 0) + part.amount
        if line.kind in labelled:
            labels = labelled[line.kind]
            labels[line.label] = labels.get(line.label, 0) + line.amount
    without_line = 0
    for item in ticked:
        fees[item.to.value, item.label] = fees.get((item.to.value, item.label), 0) + item.amount
        without_line += item.amount
    return PaidIn(
        fees={feeds: amount for feeds, amount in fees.items() if amount},
        lost={feeds: amount for feeds, amount in lost.items() if amount},
        raffle=sums[CashKind.RAFFLE],
        gifts=_not_nothing(labelled[CashKind.DONATION]),
        income=_not_nothing(labelled[CashKind.INCOME]),
        costs={name: -amount for name, amount in _not_nothing(labelled[CashKind.OUTLAY]).items()},
        prizes=-sums[CashKind.PRIZE],
        ticked=without_line,
    )


def _not_nothing(sums: Mapping[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in sums.items() if amount}
