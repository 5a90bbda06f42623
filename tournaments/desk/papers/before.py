"""Papers for before the first hand: who comes, who sits where, what lies on the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext, pgettext

from scoring import Seat as ScoringSeat
from tournaments.access.credentials import event_table_key, event_typed_code
from tournaments.cash.plan import plan_of_event
from tournaments.cash.transfers import transfers
from tournaments.cash.words import price_lines
from tournaments.desk.papers.order import Order, seat_name
from tournaments.engines.cashdesk.tariffs import MoneyPlan
from tournaments.events.ground.names import names_of
from tournaments.events.ground.stages import team_of
from tournaments.hall.facts import RoundFacts, TableFacts
from tournaments.lists.filing import filed
from tournaments.lists.shares import between
from tournaments.lists.surnames import by_surname, letter
from tournaments.models import EntrantState, Sitting
from tournaments.paper.event import (
    Document,
    Participant,
    ParticipantList,
    PrintedCard,
    Resting,
    ScoreSheets,
    SeatedTable,
    SeatingList,
    TableCards,
)
from tournaments.paper.sheet.inputs import ScoreSheet
from tournaments.speech.rulebook import rules_line
from tournaments.table.printing import rows, with_scale


def participants(order: Order) -> list[Document]:
    """Everybody by start number, to hang up."""
    return [ParticipantList(event=order.head, people=_people(order, names_of(order.event)))]


def door_list(order: Order) -> list[Document]:
    """The same by surname, for the desk, with boxes to tick: here, paid. For several helpers one list for
    each, by letters, so that nobody waits for another's pages."""
    people = sorted(_people(order, order.full_names()), key=lambda person: by_surname(person.name))
    note = joined_prices(plan_of_event(order.event))
    return [
        ParticipantList(
            event=order.head, people=tuple(map(_filed, part)), door=True, note=note, letters=letters
        )
        for letters, part in by_letters(people, order.helpers)
    ]


def joined_prices(plan: MoneyPlan) -> str:
    """`Fee 12.00 €`, `Mitglied 10.00 €, Gast 15.00 €`."""
    prices = price_lines(plan)
    if len(prices) == 1:
        return gettext("Fee {amount}").format(amount=prices[0][1])
    return ", ".join(f"{name} {price}" for name, price in prices)


def _filed(person: Participant) -> Participant:
    return replace(person, name=filed(person.name))


def by_letters(people: Sequence[Participant], helpers: int) -> list[tuple[str, tuple[Participant, ...]]]:
    """People sorted by surname as so many lists of much the same length, none of which cuts a letter in two;
    each with its letters. Fewer lists where there are fewer letters."""
    runs = [tuple(run) for _letter, run in groupby(people, key=lambda person: letter(person.name))]
    parts: list[list[tuple[Participant, ...]]] = [[] for _helper in range(max(1, helpers))]
    done = 0
    for run in runs:
        at = (done + len(run) / 2) * len(parts) / max(1, len(people))
        parts[min(int(at), len(parts) - 1)].append(run)
        done += len(run)
    filled = [tuple(person for run in part for person in run) for part in parts if part]
    if len(filled) < 2:
        return [("", tuple(people))]
    return [(_letters(part, filled), part) for part in filled]


def _letters(part: tuple[Participant, ...], parts: Sequence[tuple[Participant, ...]]) -> str:
    """`A – K`: the first list begins with A and the last ends with Z, so that everybody finds his own."""
    letters = [letter(person.name) for person in part]
    # Names that begin with no letter stand before A.
    known = [initial for initial in letters if initial != "#"] or letters
    first, last = known[0], known[-1]
    if part is parts[0]:
        first = "A"
    if part is parts[-1] and last < "Z":
        last = "Z"
    return between(first, last)


def _people(order: Order, names: Mapping[int, str]) -> tuple[Participant, ...]:
    rows = []
    for entrant in order.event.entrants.order_by("number"):
        remarks = []
        if entrant.state == EntrantState.WITHDRAWN:
            remarks.append(pgettext("entrant", "withdrawn"))
        if entrant.state == EntrantState.NO_SHOW:
            remarks.append(gettext("did not come"))
        if not entrant.ranked:
            remarks.append(gettext("out of competition"))
        rows.append(
            Participant(
                number=entrant.number,
                name=names[entrant.pk],
                club=entrant.club,
                category=entrant.category,
                team=team_of(entrant),
                here=entrant.state == EntrantState.HERE,
                paid=entrant.paid,
                remark=", ".join(remarks),
            )
        )
    return tuple(rows)


def seats_by_name(order: Order) -> list[Document]:
    """For everybody who looks for his seat."""
    return [_seating(order, round_, "name") for round_ in order.rounds()]


def seats_by_table(order: Order) -> list[Document]:
    """For the desk and the walls."""
    return [_seating(order, round_, "table") for round_ in order.rounds()]


def _seating(order: Order, round_: RoundFacts, by: str) -> SeatingList:
    plan = order.hall.plans[round_.stage]
    why = gettext("has a bye") if plan.matched else gettext("sits out")
    return SeatingList(
        event=order.head,
        round=order.named(round_),
        tables=tuple(seated(order, round_, table) for table in round_.tables),
        resting=tuple(Resting(name=order.hall.people[entrant].name, why=why) for entrant in round_.out),
        by="name" if by == "name" else "table",
    )


def seated(order: Order, round_: RoundFacts, table: TableFacts) -> SeatedTable:
    """One table on paper: its people, who plays with whom, who deals first."""
    sides: dict[int, list[int]] = {}
    sitting = Sitting.objects.filter(pk=table.sitting).first()
    if sitting is not None:
        seating = sitting.table().seating
        for seat in range(seating.seats):
            sides.setdefault(seating.side_of(ScoringSeat(seat)), []).append(seat)
    together = any(len(side) > 1 for side in sides.values())
    dealer = sitting.first_dealer if sitting is not None else None
    return SeatedTable(
        table=str(table.number),
        people=tuple(seat_name(order, table, seat) for seat in table.seats),
        numbers=tuple(order.hall.people[seat.entrant].number for seat in table.seats),
        sides=tuple(tuple(side) for side in sides.values()) if together else (),
        deals=dealer - 1 if dealer else None,
    )


def table_cards(order: Order) -> list[Document]:
    """Cards to lie on the tables, four on a page."""
    code, words = _paying(order)
    return [TableCards(event=order.head, cards=_cards(order), pay=code, pay_words=words)]


def table_tents(order: Order) -> list[Document]:
    """Cards that stand on the tables."""
    code, words = _paying(order)
    return [TableCards(event=order.head, cards=_cards(order), shape="tent", pay=code, pay_words=words)]


def _paying(order: Order) -> tuple[str, str]:
    """The code by which phones pay the first price of the list, where there is an account."""
    for price in transfers(order.event):
        words = gettext("{name} {amount}: with your bank’s app")
        return price.code, words.format(name=price.name, amount=price.amount)
    return "", ""


def _cards(order: Order) -> tuple[PrintedCard, ...]:
    """One for each table the event has used, or will need for those who are here."""
    event = order.event
    host = order.base.partition("//")[2]
    return tuple(
        PrintedCard(
            table=str(number),
            qr=f"{order.base}/j#e{event.pk}.{number}-{event_table_key(event, number)}",
            host=f"{host}/j",
            code=f"e{event.pk}.{number}  {event_typed_code(event, number)}",
        )
        for number in range(1, tables_needed(order) + 1)
    )


def tables_needed(order: Order) -> int:
    """So many tables stand in the hall: the highest number drawn, else what everybody together fills."""
    used = [table.number for round_ in order.hall.rounds for table in round_.tables]
    if used:
        return max(used)
    plan = next(iter(order.hall.plans.values()), None)
    here = len(order.hall.people)
    if plan is None or not here:
        return 0
    size = 2 if plan.matched else plan.size
    return -(-here // max(1, min((size, *plan.sizes())) if not plan.matched else size))


def score_sheets(order: Order) -> list[Document]:
    """A sheet to write on for every table, with names and the table's code."""
    documents: list[Document] = []
    for round_ in order.rounds():
        sheets = []
        for table in round_.tables:
            sitting = Sitting.objects.get(pk=table.sitting)
            game, rules_table = sitting.game_value(), sitting.table()
            key = event_table_key(order.event, table.number)
            line = rules_line(game, sitting.preset, rules_table.rules, sitting.rules_name)
            sheets.append(
                ScoreSheet(
                    game=game,
                    table=rules_table,
                    rules_line=with_scale(line, order.event, game),
                    names=tuple(seat_name(order, table, seat) for seat in table.seats),
                    club=order.event.club,
                    title=order.event.title,
                    round=order.named(round_),
                    number=str(table.number),
                    date=order.event.day,
                    qr=f"{order.base}/j#e{order.event.pk}.{table.number}-{key}",
                    address=None,
                    rows=sitting.hands_limit or rows(game, rules_table),
                )
            )
        if sheets:
            documents.append(ScoreSheets(event=order.head, round=order.named(round_), sheets=tuple(sheets)))
    return documents
