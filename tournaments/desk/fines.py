"""Fines as the desk sees them: the list in a form, who was fined how often, and buttons to take one."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.fines import LONGEST, MOST_FINES, Fine, fines_of
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.hall.facts import Hall
from tournaments.lostgames.fining import fined_in
from tournaments.models import Event
from tournaments.speech.money import money, plain, typed_amount


@dataclass(frozen=True, slots=True)
class FineFields:
    """One line of the form."""

    at: int
    name: str
    amount: str
    feeds: str


@dataclass(frozen=True, slots=True)
class FineButton:
    """One tap: what for, how much, and the amount that is sent with it."""

    name: str
    amount: str
    value: str


@dataclass(frozen=True, slots=True)
class FinedRow:
    """Somebody who was fined."""

    name: str
    number: int
    about: str
    amount: str


@dataclass(frozen=True, slots=True)
class FinesPage:
    """What the page shows of fines."""

    buttons: tuple[FineButton, ...]
    fined: tuple[FinedRow, ...]
    people: tuple[tuple[int, str], ...]  # who can be fined
    taken: str
    tap: str  # an id for one tap


def fine_lines(event: Event) -> str:
    """What each costs, to be read: `Misdeal 0.50 €, Revoke 2.00 €`."""
    currency = currency_of(event)
    return ", ".join(f"{fine.name} {money(Money(fine.amount, currency))}" for fine in fines_of(event.money))


def fine_fields(event: Event, typed: Mapping[str, str] | None = None) -> tuple[FineFields, ...]:
    """Filled in with what holds, or with what was typed."""
    fines, currency = fines_of(event.money), currency_of(event)
    lines = []
    for at in range(MOST_FINES):
        fine = fines[at] if at < len(fines) else None
        amount = plain(Money(fine.amount, currency)) if fine else ""
        line = (fine.name if fine else "", amount, (fine.feeds if fine else Destination.CLUB).value)
        if typed is not None:
            line = (
                typed.get(f"fine_{at}", ""),
                typed.get(f"fine_amount_{at}", ""),
                typed.get(f"fine_to_{at}", ""),
            )
        lines.append(FineFields(at, *line))
    return tuple(lines)


def read_fines(typed: Mapping[str, str], currency: str) -> tuple[Fine, ...]:
    """What was typed; a line without name and amount is left out. Raises Unreadable with all problems."""
    problems: list[Problem] = []
    fines = []
    for at in range(MOST_FINES):
        name = " ".join(typed.get(f"fine_{at}", "").split())
        text, feeds = typed.get(f"fine_amount_{at}", "").strip(), typed.get(f"fine_to_{at}", "")
        if not name and not text:
            continue
        amount = typed_amount(text, currency)
        if not name or len(name) > LONGEST:
            problems.append(Problem("fine", "name", say(_("Please say what the fine is for."))))
        if not amount:
            text_ = say(_("“{typed}” is no amount."), typed=text)
            problems.append(Problem("fine", "amount", text_))
        if feeds not in tuple(Destination):
            problems.append(Problem("fine", "feeds", say(_("Please choose where the money goes."))))
        if not problems:
            fines.append(Fine(name, amount or 0, Destination(feeds)))
    if problems:
        raise Unreadable(problems)
    return tuple(fines)


def fines_page(event: Event, picture: Hall) -> FinesPage | None:
    """What there is to take and what was taken; None: this event knows no fines."""
    fines, fined, currency = fines_of(event.money), fined_in(event), currency_of(event)
    if not fines and not fined:
        return None

    def spoken(amount: int) -> str:
        return money(Money(amount, currency))

    everybody = sorted(picture.people.values(), key=lambda person: person.number)
    rows = [
        FinedRow(
            person.name,
            person.number,
            ", ".join(f"{times} × {name}" for name, times in fined[person.entrant].times.items()),
            spoken(fined[person.entrant].amount),
        )
        for person in everybody
        if person.entrant in fined
    ]
    return FinesPage(
        buttons=tuple(
            FineButton(fine.name, spoken(fine.amount), f"{fine.amount}:{fine.name}") for fine in fines
        ),
        fined=tuple(rows),
        people=tuple((person.entrant, f"{person.number} {person.name}") for person in everybody),
        taken=spoken(sum(times.amount for times in fined.values())),
        tap=str(uuid.uuid4()),
    )
