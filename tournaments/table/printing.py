"""From a sheet as the screens show it to what the paper takes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring import Side, Table
from scoring.game import Game
from tournaments.cash.plan import currency_of
from tournaments.engines.lostgames import lost_games_plan
from tournaments.models import Event
from tournaments.paper.sheet.inputs import (
    NumbersOf,
    PrintedAccount,
    PrintedAttempts,
    PrintedHand,
    PrintedSheet,
    ScoreSheet,
    TableNumbers,
)
from tournaments.paper.titles import joined
from tournaments.speech.rulebook import rules_line
from tournaments.speech.wording import listed, number, speak
from tournaments.table.agreed import agreed, disputes
from tournaments.table.cash import CashView, cash_lines, cash_of
from tournaments.table.lostline import LostLine, lost_line, scale_sentence
from tournaments.table.rulesets import NamedRules
from tournaments.table.sheetview import SheetView
from tournaments.table.statistics import statistics

FEW = 10  # hands


def blank(table: Table[Any], game: Game[Any, Any], named: NamedRules) -> ScoreSheet:
    """A blank sheet of a game, for nobody in particular."""
    saved = named.name if named.saved else ""
    line = rules_line(game, named.preset, table.rules, saved)
    return ScoreSheet(game=game, table=table, rules_line=line, rows=rows(game, table))


def rows(game: Game[Any, Any], table: Table[Any]) -> int | None:
    """Rows of a blank sheet: the hands the rules fix. A page is not left nearly empty for a few rounds."""
    fixed = game.length(table.rules)
    return fixed if fixed >= FEW else None


@dataclass(frozen=True, slots=True)
class SheetOrigin:
    """Where in an event a sheet belongs; without one it names neither round nor table."""

    round: str = ""
    table: str = ""

    @property
    def named(self) -> str:
        """`Table 3`."""
        return gettext("Table {number}").format(number=self.table) if self.table else ""


NOWHERE = SheetOrigin()


def blank_for(
    view: SheetView, *, qr: str | None, address: str | None, place: SheetOrigin = NOWHERE
) -> ScoreSheet:
    """A blank sheet for the people of a table, with its QR code for those who may write."""
    return ScoreSheet(
        game=view.game,
        table=view.table,
        rules_line=with_scale(view.rules_line, view.sitting.event, view.game),
        names=view.people,
        club=view.sitting.club,
        title=view.name,
        round=place.round,
        number=place.table,
        date=view.date,
        qr=qr,
        address=address,
        rows=rows(view.game, view.table),
    )


def with_scale(line: str, event: Event | None, game: Game[Any, Any]) -> str:
    """The rules in force, and what lost games cost where they cost something."""
    plan = lost_games_plan(event.money) if event is not None else None
    if event is None or plan is None:
        return line
    names = {option.value: speak(option.label) for option in game.lost_by}
    costs = gettext("Lost-game money: {scale}")
    return f"{line}. {costs.format(scale=scale_sentence(plan, currency_of(event), names))}"


def numbers(view: SheetView, place: SheetOrigin = NOWHERE) -> TableNumbers:
    """The evening in numbers."""
    counted = statistics(view)
    return TableNumbers(
        club=view.sitting.club,
        title=joined(view.name, place.round, place.named),
        date=view.date,
        game=view.game_name,
        rules_line=view.rules_line,
        hands=counted.hands,
        hand_name=view.unit,
        people=tuple(
            NumbersOf(
                name=person.name,
                place=person.place,
                total=person.total,
                tried=person.attempts.tried if counted.has_attempts else None,
                won=person.attempts.won if person.attempts.judged or not person.attempts.tried else None,
                best=person.best,
                worst=person.worst,
                favourite=person.favourite,
            )
            for person in counted.people
        ),
        choices=tuple(
            PrintedAttempts(name=tally.name, tried=tally.tried, won=tally.won if tally.judged else None)
            for tally in counted.choices
        ),
        accounts=view.accounts,
        series=view.running_totals.series,
        restarts=view.running_totals.restarts,
        widths=view.running_totals.widths,
        low_wins=view.game.low_wins,
        first=tuple(account for account, place in enumerate(view.places) if place == 1),
    )


def closing(view: SheetView) -> str:
    """How it stands: decided, closed by hand, all hands played; empty while it is being played."""
    if view.is_match and view.winners:
        score = ":".join(map(number, view.won))
        text = gettext("The match goes to {winners}, {score}.")
        return text.format(winners=listed(view.winners), score=score)
    if view.games[-1].outcome:
        return view.games[-1].outcome
    if view.closed:
        return _closed(view)
    if view.full:
        return gettext("All hands of this round are played ({limit}).").format(limit=view.limit)
    return ""


def _closed(view: SheetView) -> str:
    hands = view.played
    if not hands or view.is_match:
        return ngettext("Closed after {hands} hand.", "Closed after {hands} hands.", hands).format(
            hands=hands
        )
    first = [account for account, place in enumerate(view.places) if place == 1]
    return ngettext(
        "Closed after {hands} hand: {winners} with {points}.",
        "Closed after {hands} hands: {winners} with {points}.",
        hands,
    ).format(
        hands=hands,
        winners=listed([view.accounts[account] for account in first]),
        points=number(view.games[-1].totals[first[0]]),
    )


def _decided(view: SheetView) -> dict[int, tuple[str]]:
    """Of a match: the hands that ended a game, and how it was decided. A single game says so at the end."""
    last = {hand.game: hand.number for hand in view.hands} if view.is_match else {}
    return {last[game.number]: (game.outcome,) for game in view.games if game.outcome and game.number in last}


def _agreed(view: SheetView) -> tuple[str, ...]:
    """Who has confirmed the list, or that nobody has, and who disputes it."""
    now = agreed(view)
    sentences = [f"{now.words}."] if now.words else []
    for dispute in disputes(view):
        text = gettext("{who} disputes it: {note}") if dispute.note else gettext("{who} disputes it.")
        sentences.append(text.format(who=dispute.who, note=dispute.note))
    return tuple(sentences)


def _in_money(view: SheetView, account: int, cash: CashView | None, lost: LostLine | None) -> str:
    """Below a name: what the evening comes to in money, or what lost games have cost."""
    if cash is not None:
        return cash.of_account(account)
    if lost is None:
        return ""
    seats = view.table.seating.seats_of(Side(account))
    return " / ".join(dict.fromkeys(lost.of_seat(int(seat)) for seat in seats))


def _money_lines(cash: CashView | None, lost: LostLine | None) -> tuple[str, ...]:
    if cash is not None:
        return cash_lines(cash)
    if lost is None:
        return ()
    people = ", ".join(f"{person.name} {person.amount}" for person in lost.people)
    return tuple(line for line in (f"{lost.heading}: {people}.", lost.potted) if line)


def filled(view: SheetView, place: SheetOrigin = NOWHERE) -> PrintedSheet:
    """The sheet of an evening with everything that was played."""
    played, cash, lost = bool(view.hands), cash_of(view), lost_line(view)
    decided = _decided(view)
    hands = tuple(
        PrintedHand(
            number=played if hand.count else None,
            hands=hand.count or 1,
            sentences=(*(line.sentence for line in hand.lines), *decided.get(hand.number, ())),
            points=hand.points,
            totals=hand.running,
            correction=hand.correction,
            opens=view.game_label(hand.game) if view.is_match and hand.game != before else "",
            line_up=hand.opens,
            absent=frozenset(account for account in range(len(view.accounts)) if not hand.played_by(account)),
        )
        for hand, before, played in zip(
            view.hands,
            [0, *(hand.game for hand in view.hands)],
            accumulate(hand.count for hand in view.hands),
            strict=False,
        )
    )
    games = [game for game in view.games if game.outcome or any(game.totals)] if view.is_match else []
    totals = view.won if view.is_match else view.games[-1].totals
    results = tuple(
        PrintedAccount(
            name=name,
            total=total,
            place=rank if played and view.takes_part(account) else None,
            games=tuple(game.totals[account] for game in games),
            remark=_in_money(view, account, cash, lost),
        )
        for account, (name, total, rank) in enumerate(zip(view.accounts, totals, view.places, strict=True))
    )
    return PrintedSheet(
        club=view.sitting.club,
        title=view.name,
        date=view.date,
        game=view.game_name,
        rule_set=view.rule_set,
        rules_line=view.rules_line,
        results=results,
        people=view.everybody,
        hands=hands,
        closing=closing(view),
        games=tuple(view.game_label(game.number) for game in games),
        round=place.round,
        table=place.table,
        low_wins=view.game.low_wins,
        hand_name=view.unit,
        remarks=(*view.asides, *_money_lines(cash if played else None, lost), *_agreed(view)),
    )
