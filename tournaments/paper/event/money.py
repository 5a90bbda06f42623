"""What the papers of the cash desk show, as plain values; amounts are ready to be read."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.paper.event.inputs import EventHead


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPayment:
    """What one entrant owes and has paid."""

    number: int
    name: str
    tariff: str = ""
    owed: str = ""
    paid: str = ""
    open: str = ""
    note: str = ""  # "by bank transfer", "reduced: student"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentList:
    """Everybody with what is owed, paid and open, and room to sign."""

    event: EventHead
    payments: tuple[PrintedPayment, ...]
    sums: PrintedPayment
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSum:
    """A line of sums; strong ones are results."""

    label: str
    amount: str
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedBooking:
    """A line of the cash book."""

    seq: int
    time: str
    what: str
    way: str
    amount: str
    by: str = ""
    receipt: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashReport:
    """The box and everything that was booked."""

    event: EventHead
    part: str  # "Report 1", or that it is not closed yet
    warning: str = ""
    parts: tuple[tuple[str, tuple[ReportSum, ...]], ...] = ()  # heading and its sums
    bookings: tuple[PrintedBooking, ...] = ()
    signers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedReceipt:
    """What somebody gets for his money, and what is filed."""

    number: str  # "2026-0042"
    title: str  # "Receipt", "Reversal"
    amount: str
    who: str
    what: str
    when: str
    way: str
    by: str = ""
    items: tuple[tuple[str, str], ...] = ()  # what the fee is made of
    note: str = ""  # of a reversal: which one it takes back


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipts:
    """A6 each: alone on a page of that size, or four on a page to be cut."""

    event: EventHead
    receipts: tuple[PrintedReceipt, ...]
    alone: bool = False
