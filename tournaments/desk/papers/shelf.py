"""All papers by name: what they are called, when there is something to print, and what makes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from tournaments.access.roles import Action
from tournaments.desk.papers import after, awards, before, cashpapers, poster, protocols
from tournaments.desk.papers.order import Order
from tournaments.engines.plans.declared import BRACKETS, Format
from tournaments.hall.facts import Hall
from tournaments.hall.prizes import donors_of, planned
from tournaments.paper.event import Document


def always(hall: Hall) -> bool:
    """From the beginning."""
    return True


def once_seated(hall: Hall) -> bool:
    """As soon as seats are public."""
    return bool(hall.rounds)


def once_played(hall: Hall) -> bool:
    """As soon as there are results."""
    return bool(hall.competition.played)


def once_counted(hall: Hall) -> bool:
    """There are hands to count: totals written on paper and matches given away are none."""
    return any(table.hands for round_ in hall.rounds for table in round_.tables)


def with_matches(hall: Hall) -> bool:
    """All against all was drawn."""
    stages = {round_.stage for round_ in hall.rounds}
    return any(hall.plans[stage].format in (Format.ROUND_ROBIN, Format.GROUPS) for stage in stages)


def with_bracket(hall: Hall) -> bool:
    """A knockout was drawn."""
    return any(hall.plans[round_.stage].format in BRACKETS for round_ in hall.rounds)


def with_prizes(hall: Hall) -> bool:
    """There are prizes, and somebody to win them."""
    return planned(hall.event) and once_played(hall)


def with_gifts(hall: Hall) -> bool:
    """There is something on the table, and somebody has given it."""
    return bool(donors_of(hall.event))


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper on the shelf. `make` gives several documents where an event has several of its kind."""

    key: str  # URL
    name: str  # marked for translation
    shelf: str  # which part of the page: "before", "round", "after"
    make: Callable[[Order], list[Document]]
    there: Callable[[Hall], bool] = always
    of_round: bool = False
    action: Action = Action.PRINT  # who may print it
    filed: bool = False  # for the club's files: not in the pile with everything


PAPERS: tuple[Paper, ...] = (
    Paper("event-card", _("Format, ranking and rules, to hang up"), "before", poster.event_card),
    Paper("participants", _("Participants"), "before", before.participants),
    Paper("door", _("List for check-in, with boxes to tick"), "before", before.door_list),
    Paper("cards", _("Table cards with QR code (A6)"), "before", before.table_cards),
    Paper("tents", _("Table cards to stand up (A5)"), "before", before.table_tents),
    Paper("seats-by-name", _("Seats by name"), "round", before.seats_by_name, once_seated, True),
    Paper("seats-by-table", _("Seats by table"), "round", before.seats_by_table, once_seated, True),
    Paper("score-sheets", _("Score sheets with names"), "round", before.score_sheets, once_seated, True),
    Paper("draw", _("Record of the draw"), "round", protocols.protocols, once_seated, True),
    Paper("results", _("Results of the round"), "round", after.round_results, once_played, True),
    Paper("after-round", _("Standings after the round"), "round", after.round_standings, once_played, True),
    Paper("standings", _("Standings"), "after", after.standings, once_played),
    Paper("cross", _("Cross tables"), "after", after.crosses, with_matches),
    Paper("bracket", _("Knockout tree"), "after", after.brackets, with_bracket),
    Paper("numbers", _("The evening in numbers"), "after", after.numbers, once_counted),
    Paper("corrections", _("Corrections and penalties"), "after", after.corrections, once_played),
    Paper("prizes", _("Prizes"), "after", awards.prize_list, with_prizes),
    Paper("payouts", _("Payouts, with lines to sign"), "after", awards.payouts, with_prizes),
    Paper("donors", _("Thanks to the donors"), "after", awards.donors, with_gifts),
    Paper("gifts", _("Prize table in order of choice"), "after", awards.gift_table, once_played),
    Paper("certificates", _("Certificates"), "after", awards.certificates, once_played),
    Paper("payments", _("Payments, to sign"), "after", cashpapers.payments, cashpapers.with_fees, filed=True),
    Paper(
        "cash-report",
        _("Cash report"),
        "after",
        cashpapers.cash_report,
        cashpapers.with_cash,
        action=Action.KEEP_CASH,
        filed=True,
    ),
    Paper(
        "receipts",
        _("Receipts (A6)"),
        "after",
        cashpapers.receipts,
        cashpapers.with_receipts,
        action=Action.KEEP_CASH,
        filed=True,
    ),
)


def documents(order: Order, keys: list[str]) -> list[Document]:
    """The documents of these papers, in the order of the shelf."""
    return [
        document
        for paper in PAPERS
        if paper.key in keys and paper.there(order.hall)
        for document in paper.make(order)
    ]
