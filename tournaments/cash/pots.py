"""What has been paid, by what it is for: from here prizes get their pots.

paid = paid_into(event)
paid.into(Destination.PRIZES)             # fees and lost-game money that feed the prizes, in smallest units
paid.into(Destination.SERIES, "Series 2") # one item by its own name
paid.raffle, paid.gifts, paid.income, paid.costs, paid.prizes
"""

from __future__ import annotations

from tournaments.cash.accounts import accounts, book_lines
from tournaments.engines.cashdesk.accounts import Account, PaidIn, paid_in, share
from tournaments.models import Event


def paid_into(event: Event) -> PaidIn:
    """Everything that came in, less what was given back; who is ticked without a line in the book has paid.

    Also what those have paid who have gone since: it was not given back.
    """
    standing = accounts(event)
    ticked = [part for owed in standing.values() if owed.ticked for part in share(owed.items, 0, owed.ticked)]
    return paid_in(book_lines(event), ticked)


def entrant_accounts(event: Event) -> dict[int, Account]:
    """What every entrant owes and has paid, by key: for half stakes, and for `(unpaid)` beside a name."""
    return accounts(event)
