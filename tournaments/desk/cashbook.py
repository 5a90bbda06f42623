"""The cash book for a spreadsheet: every line, and sums that agree with the box."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.cash.accounts import book_lines
from tournaments.cash.plan import currency_of
from tournaments.desk.cashpages import entry_words
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.accounts import box
from tournaments.engines.cashdesk.kinds import PaidBy
from tournaments.events.ground.names import full_names_of
from tournaments.lists import Cell, DataTable
from tournaments.models import CashEntry, Event
from tournaments.speech.money import plain


def book_table(event: Event) -> DataTable:
    """All lines in their order; at the end what has to be in the box."""
    names = full_names_of(event)
    heads = (
        gettext("No."),
        gettext("Time"),
        gettext("Text"),
        gettext("How"),
        gettext("Money in"),
        gettext("Money out"),
        gettext("Currency"),
        gettext("Receipt"),
        gettext("Reason"),
        gettext("Taken by"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            entry.seq,
            timezone.localtime(entry.at).strftime("%Y-%m-%d %H:%M"),
            entry_words(entry, names),
            gettext(PaidBy(entry.way).label),
            plain(Money(entry.amount, entry.currency)) if entry.amount > 0 else "",
            plain(Money(-entry.amount, entry.currency)) if entry.amount < 0 else "",
            entry.currency,
            entry.receipt_number,
            entry.reason,
            entry.by,
        )
        for entry in CashEntry.objects.filter(event=event).order_by("seq")
    ]
    lines = book_lines(event)
    cash = box(lines)
    incoming = sum(line.amount for line in lines if line.way is PaidBy.CASH and line.amount > 0)
    outgoing = -sum(line.amount for line in lines if line.way is PaidBy.CASH and line.amount < 0)
    currency = currency_of(event)
    if rows:
        sums = [plain(Money(amount, currency)) for amount in (incoming, outgoing, cash.expected)]
        rows.append((None, "", gettext("Cash, all"), "", sums[0], sums[1], currency, "", "", ""))
        rows.append((None, "", gettext("In the box"), "", sums[2], "", currency, "", "", ""))
    return DataTable(heads, tuple(rows), gettext("Cash book"))
