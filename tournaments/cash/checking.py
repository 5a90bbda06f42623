"""Is the cash book whole? Every line and every receipt in its place, every reversal what it reverses."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, F, Max

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.models import CashEntry


def book_faults(using: str) -> Iterator[Text]:
    """What contradicts itself in the books of all events of a database."""
    rows = CashEntry.objects.using(using).order_by()
    books = rows.values("event__title").annotate(last=Max("seq"), there=Count("pk"), event=F("event_id"))
    for book in books.exclude(last=F("there")):
        lines = {"title": book["event__title"], "count": book["last"] - book["there"]}
        yield say(_("the cash book of “{title}”: lines that are missing: {count}"), **lines)
    receipts = rows.filter(receipt_series="").exclude(receipt=None).values("tenant", "receipt_year")
    for year in receipts.annotate(last=Max("receipt"), there=Count("pk")).exclude(last=F("there")):
        numbers = {"year": str(year["receipt_year"]), "count": year["last"] - year["there"]}
        yield say(_("receipts of {year}: numbers that are missing: {count}"), **numbers)
    for entry in rows.exclude(reverses=None).exclude(amount=-1 * F("reverses__amount")):
        yield say(_("line {number} of a cash book does not reverse what it says"), number=entry.seq)
