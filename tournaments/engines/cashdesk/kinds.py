"""What a line of the cash book can be, how it was paid, and where money can go.

Amounts in the book are signed: what comes in is above nothing, what goes out below.
"""

from __future__ import annotations

from scoring.fields import Option
from scoring.text import mark as _


class CashKind(Option):
    """What a line of the cash book is about."""

    FLOAT = "float", _("Opening float")
    TAKEN_OUT = "taken_out", _("Moved to the bank")
    FEE = "fee", _("Fee")
    REFUND = "refund", _("Fee given back")
    REMISSION = "remission", _("Fee reduced or waived")
    DEPOSIT = "deposit", _("Deposit")
    DEPOSIT_BACK = "deposit_back", _("Deposit given back")
    LOST = "lost", _("Lost-game money")
    FINE = "fine", _("Fine")
    RAFFLE = "raffle", _("Raffle")
    DONATION = "donation", _("Donation")
    INCOME = "income", _("Other income")
    OUTLAY = "outlay", _("Other outlay")
    PRIZE = "prize", _("Prize paid out")


class PaidBy(Option):
    """How: cash goes through the box, everything else beside it."""

    CASH = "cash", _("in cash")
    BANK = "bank", _("by bank transfer")
    BEFORE = "before", _("before the event")  # a list said so; neither in the box nor seen in the bank
    NOTHING = "nothing", _("no money")  # reduced, waived


class Destination(Option):
    """Where an item of a fee goes."""

    PRIZES = "prizes", _("Prizes")
    SERIES = "series", _("Prizes of a series")
    TEAMS = "teams", _("Side pot of teams or pairs")
    RESERVE = "reserve", _("Reserve for the final")
    JACKPOT = "jackpot", _("Jackpot")
    CARDS = "cards", _("List and card money")
    CLUB = "club", _("Club")
    DONATION = "donation", _("Donation")


OUTGOING = frozenset(
    (CashKind.TAKEN_OUT, CashKind.REFUND, CashKind.DEPOSIT_BACK, CashKind.OUTLAY, CashKind.PRIZE)
)
OF_ENTRANTS = frozenset(
    (CashKind.FEE, CashKind.REFUND, CashKind.REMISSION, CashKind.DEPOSIT, CashKind.DEPOSIT_BACK)
)
"""Always about one entrant."""
RECEIPTED = frozenset(
    (
        *(
            CashKind.FEE,
            CashKind.REFUND,
            CashKind.DEPOSIT,
            CashKind.DEPOSIT_BACK,
            CashKind.LOST,
            CashKind.FINE,
        ),
        CashKind.DONATION,
    )
)
"""Somebody gets a receipt with a number, where it is known who."""


def signed(kind: CashKind, amount: int) -> int:
    """What is booked for an amount of this kind."""
    return -amount if kind in OUTGOING else amount


class CountKind(Option):
    """What was done with the box."""

    COUNTED = "counted", _("Counted")
    CLOSED = "closed", _("Closed")
    REOPENED = "reopened", _("Opened again")
