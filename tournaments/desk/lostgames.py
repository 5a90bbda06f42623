"""Lost-game money as the desk sees it: who owes what, table by table and person by person."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from config.digits import number_in
from scoring import Game, Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.lostgames import (
    MOST_STEPS,
    Collected,
    LostGameScale,
    LostGamesPlan,
    ScaleStep,
)
from tournaments.hall.facts import Hall
from tournaments.lostgames.owed import LostMoney, LostMoneyOf
from tournaments.speech.money import money, plain, typed_amount
from tournaments.speech.wording import speak


@dataclass(frozen=True, slots=True)
class OwedRow:
    """What somebody, or all of a table, owe for lost games; `shown` is what a tap settles."""

    key: int
    name: str
    about: str
    games: int
    owed: str
    collected: str
    open: str
    shown: int
    tap: str  # an id for one tap
    minus: bool
    partly: bool = False  # something was collected, and something is open


@dataclass(frozen=True, slots=True)
class LostMoneySums:
    """Of everybody."""

    owed: str
    collected: str
    open: str


def owed_rows(picture: Hall, standing: LostMoney) -> list[OwedRow]:
    """Person by person, whoever has most to pay first; who has lost nothing and paid nothing comes last."""
    rows = [
        _row(picture, person.entrant, _name(picture, person.entrant), _rounds(picture, person), person)
        for person in standing.entrants.values()
    ]
    return sorted(rows, key=lambda row: (-abs(row.shown), -row.games, row.name.casefold()))


def table_rows(picture: Hall, standing: LostMoney) -> list[OwedRow]:
    """Table by table, the latest round first: what those who sat there have to pay, of all rounds so far."""
    rows = []
    for table in reversed(standing.tables):
        people = [standing.entrants[entrant] for entrant in table.entrants]
        costs = standing.cost_at(table.sitting)
        label = gettext("Round {round}, table {table}").format(round=table.round, table=table.table)
        about = ", ".join(
            f"{_name(picture, who)} {_money(picture, cost)}" for who, cost in costs.items() if cost
        )
        if table.unknown:
            unknown = ngettext(
                "{count} hand only as totals from paper: who lost it is not known",
                "{count} hands only as totals from paper: who lost them is not known",
                table.unknown,
            )
            about = "; ".join(filter(None, (about, unknown.format(count=table.unknown))))
        whole = sum(person.open for person in people)
        rows.append(
            OwedRow(
                key=table.sitting,
                name=label,
                about=about,
                games=sum(map(len, table.lost.values())),
                owed=_money(picture, sum(costs.values())),
                collected="",
                open=_money(picture, abs(whole)) if whole else "",
                shown=whole,
                tap=str(uuid.uuid4()),
                minus=whole < 0,
            )
        )
    return rows


def sums_of(picture: Hall, standing: LostMoney) -> LostMoneySums:
    """Owed, collected, open."""
    owed, collected = standing.owed, standing.collected
    return LostMoneySums(_money(picture, owed), _money(picture, collected), _money(picture, owed - collected))


def _row(picture: Hall, key: int, name: str, about: str, person: LostMoneyOf) -> OwedRow:
    return OwedRow(
        key=key,
        name=name,
        about=about,
        games=person.games,
        owed=_money(picture, person.owed),
        collected=_money(picture, person.collected),
        open=_money(picture, abs(person.open)) if person.open else "",
        shown=person.open,
        tap=str(uuid.uuid4()),
        minus=person.open < 0,
        partly=person.open > 0 and person.collected > 0,
    )


def _rounds(picture: Hall, person: LostMoneyOf) -> str:
    text = gettext("round {round}: {games} lost, {amount}")
    return "; ".join(
        text.format(round=row.round, games=len(row.lost), amount=_money(picture, row.cost))
        for row in person.rounds
        if row.lost
    )


def _name(picture: Hall, entrant: int) -> str:
    facts = picture.people.get(entrant)
    return facts.name if facts is not None else "–"


def _money(picture: Hall, amount: int) -> str:
    return money(Money(amount, currency_of(picture.event)))


# --- the form of the scale ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScaleFields:
    """The form: steps, amounts of contracts, and how it is done. `through` is "" until somebody says it."""

    steps: tuple[tuple[str, str], ...]
    by: tuple[tuple[str, str, str], ...]  # key, name, amount
    through: str
    collected: str
    ways: tuple[tuple[str, str], ...]
    feeds: str
    destinations: tuple[tuple[str, str], ...]


def scale_fields(
    game: Game[Any, Any], plan: LostGamesPlan | None, currency: str, typed: Mapping[str, str] | None = None
) -> ScaleFields:
    """Filled in with what holds, or with what was typed."""
    scale = plan.scale if plan is not None else LostGameScale((), through=False)

    def amount(value: int) -> str:
        return plain(Money(value, currency))

    steps = [(str(step.first), amount(step.amount)) for step in scale.steps] or [("1", "")]
    steps += [("", "")] * (MOST_STEPS - len(steps))
    by = [
        (
            option.value,
            speak(option.label),
            amount(scale.by[option.value]) if option.value in scale.by else "",
        )
        for option in game.lost_by
    ]
    now = {
        "through": "" if plan is None else str(int(scale.through)),
        "collected": (plan.collected if plan is not None else Collected.AT_END).value,
        "feeds": (plan.feeds if plan is not None else Destination.CLUB).value,
    }
    if typed is not None:
        now |= {name: typed.get(name, "") for name in now}
        steps = [(typed.get(f"first_{row}", ""), typed.get(f"amount_{row}", "")) for row in range(MOST_STEPS)]
        by = [(key, name, typed.get(f"by_{key}", "")) for key, name, _amount in by]
    return ScaleFields(
        steps=tuple(steps),
        by=tuple(by),
        through=now["through"],
        collected=now["collected"],
        ways=tuple((way.value, speak(way.label)) for way in Collected),
        feeds=now["feeds"],
        destinations=tuple((place.value, speak(place.label)) for place in Destination),
    )


def read_scale(game: Game[Any, Any], typed: Mapping[str, str], currency: str) -> LostGamesPlan | None:
    """What was typed; None: lost games cost nothing. Raises Unreadable with everything that is wrong."""
    problems: list[Problem] = []
    steps = tuple(_steps(typed, currency, problems))
    by: dict[str, int] = {}
    for option in game.lost_by:
        text = typed.get(f"by_{option.value}", "").strip()
        if text and (value := _amount(text, currency, problems)) is not None:
            by[option.value] = value
    if not problems and not steps and not by:
        return None
    if typed.get("through") not in ("0", "1"):
        text_ = say(_("Please choose whether the steps begin anew in each round or run through the evening."))
        problems.append(Problem("through", "missing", text_))
    if typed.get("collected") not in tuple(Collected) or typed.get("feeds") not in tuple(Destination):
        problems.append(Problem("collected", "unknown_option", say(_("Please choose where the money goes."))))
    if problems:
        raise Unreadable(problems)
    return LostGamesPlan(
        LostGameScale(steps, typed["through"] == "1", by),
        Collected(typed["collected"]),
        Destination(typed["feeds"]),
    )


def _steps(typed: Mapping[str, str], currency: str, problems: list[Problem]) -> Iterable[ScaleStep]:
    for row in range(MOST_STEPS):
        first, text = typed.get(f"first_{row}", "").strip(), typed.get(f"amount_{row}", "").strip()
        if not text:
            continue
        amount = _amount(text, currency, problems)
        game = number_in(first)
        if game is None or not 1 <= game <= HIGHEST:
            problems.append(
                Problem("steps", "range", say(_("“{typed}” is no number of a lost game."), typed=first))
            )
        elif amount is not None:
            yield ScaleStep(game, amount)


HIGHEST = 999  # lost games of one person


def _amount(text: str, currency: str, problems: list[Problem]) -> int | None:
    amount = typed_amount(text, currency)
    if amount is None:
        problems.append(Problem("amount", "range", say(_("“{typed}” is no amount."), typed=text)))
    return amount
