"""A quick evening in money: the cash line under the totals, and who pays whom at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring import Seat, Side
from tournaments.engines.amounts import Money
from tournaments.engines.settling import Settled, Transfer, differences, settle, shares
from tournaments.speech.money import money
from tournaments.table.sheetview import SheetView
from tournaments.table.stakes import Paying, Stakes, rate_of, stakes_of

PLUS = "+"
Between = tuple[tuple[int, ...], ...]
"""What everybody has to get from everybody, in smallest units: `between[who][other]`, less than 0: pays."""


@dataclass(frozen=True, slots=True)
class CashOf:
    """One person's evening in money."""

    name: str
    amount: str  # signed, not rounded
    minus: bool
    net: str  # as it is paid
    rest: str  # what rounding keeps or gives; empty: nothing


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """One payment at the end."""

    payer: str
    payee: str
    amount: str

    @property
    def sentence(self) -> str:
        """`Bert pays Anna 0.60 €.`"""
        return gettext("{payer} pays {payee} {amount}.").format(
            payer=self.payer, payee=self.payee, amount=self.amount
        )


@dataclass(frozen=True, slots=True)
class CashView:
    """An evening in money, in the active language."""

    stakes: Stakes
    people: tuple[CashOf, ...]
    accounts: tuple[int, ...]  # of each of them
    payments: tuple[PaymentLine, ...]
    rate: str
    unit: str  # to what is rounded; empty: to nothing

    @property
    def rests(self) -> tuple[CashOf, ...]:
        """Whom rounding has given or taken something."""
        return tuple(person for person in self.people if person.rest)

    def of_account(self, account: int) -> str:
        """What each person of an account gets or pays."""
        return self.people[self.accounts.index(account)].amount if account in self.accounts else ""

    @property
    def everybody(self) -> bool:
        """Does each settle with each?"""
        return self.stakes.paying is Paying.EVERYBODY


def cash_of(view: SheetView) -> CashView | None:
    """What the sheet comes to; None: it is not played for money, or belongs to an event."""
    if view.sitting.event_id is not None:
        return None
    stakes = stakes_of(view.sitting)
    rate = rate_of(view.game, view.table, stakes)
    if not rate:
        return None
    settled = settled_of(view, rate, stakes)
    names = view.everybody

    def spoken(amount: int) -> str:
        return money(Money(amount, stakes.currency))

    def signed(amount: int) -> str:
        return f"{PLUS if amount > 0 else ''}{spoken(amount)}"

    return CashView(
        stakes=stakes,
        people=tuple(
            CashOf(name, signed(exact), exact < 0, signed(net), signed(rest) if rest else "")
            for name, exact, net, rest in zip(names, settled.exact, settled.nets, settled.rests, strict=True)
        ),
        accounts=tuple(_account(view, place) for place in range(len(names))),
        payments=tuple(_line(transfer, names, spoken(transfer.amount)) for transfer in settled.transfers),
        rate=spoken(rate),
        unit=spoken(stakes.unit) if stakes.unit > 1 else "",
    )


def settled_of(view: SheetView, rate: int, stakes: Stakes) -> Settled:
    """Who gets or pays how much, and to whom; people by their places on the sheet."""
    between = between_people(view, rate)
    return settle(between, unit=stakes.unit, everybody=stakes.paying is Paying.EVERYBODY)


def between_people(view: SheetView, rate: int) -> Between:
    """What everybody has to get from everybody else.

    Where points cancel out they are debts already. Elsewhere each two settle the difference of the hands that
    both have played; of a match the difference of games won.
    """
    signed = -rate if view.game.low_wins else rate
    if view.is_match:
        accounts = differences(view.won, signed)
    elif view.game.zero_sum(view.table.rules):
        accounts = shares([points * signed for points in view.standing])
    elif not view.sheet.changed:
        accounts = differences(view.standing, signed)
    else:
        accounts = _hand_by_hand(view, signed)
    return accounts if view.sheet.changed else _people(view, accounts)


def _hand_by_hand(view: SheetView, rate: int) -> Between:
    """Where people have come and gone: whoever did not play a hand has nothing to do with it."""
    size = len(view.accounts)
    between = [[0] * size for _ in range(size)]
    for hand in view.hands:
        there = [account for account in range(size) if hand.played_by(account)]
        for who in there:
            for other in there:
                between[who][other] += (hand.points[who] - hand.points[other]) * rate
    return tuple(map(tuple, between))


def _people(view: SheetView, accounts: Between) -> Between:
    """From accounts to people. Each person of a side settles what stands on its account: with the one
    opposite where the sides are of one size, else with each of the other side.
    """
    seating = view.table.seating
    of = [(int(seating.side_of(seat)), seat) for seat in seating.every_seat]
    seats = [seating.seats_of(Side(side)) for side in range(seating.sides)]
    even = len({len(group) for group in seats}) == 1

    def opposite(side: int, seat: Seat, other_side: int, other: Seat) -> bool:
        return not even or seats[side].index(seat) == seats[other_side].index(other)

    return tuple(
        tuple(
            accounts[side][other_side] if opposite(side, seat, other_side, other) else 0
            for other_side, other in of
        )
        for side, seat in of
    )


def cash_lines(cash: CashView) -> tuple[str, ...]:
    """The end of the evening in sentences, for paper."""
    head = gettext("At {rate} a point.").format(rate=cash.rate)
    if cash.unit:
        rounding = gettext("Payments are rounded to {unit}.").format(unit=cash.unit)
        head = f"{head} {rounding}"
    rests = [f"{person.name} {person.rest}" for person in cash.rests]
    last = [gettext("Lost or won by rounding: {rests}.").format(rests=", ".join(rests))] if rests else []
    return (head, *(payment.sentence for payment in cash.payments), *last)


def _account(view: SheetView, place: int) -> int:
    """The account of the person at this place of the sheet."""
    return place if view.sheet.changed else int(view.table.seating.side_of(Seat(place)))


def _line(transfer: Transfer, names: Sequence[str], amount: str) -> PaymentLine:
    return PaymentLine(names[transfer.payer], names[transfer.payee], amount)
