"""Bets of spectators on a sheet: one at a time, by whoever stands around the table, and what became of them.

The sheet carries its bets as a whole (`ledger.say_extra`); here a single one is put in, changed or taken out.
What a bet is worth the game says. Names tell bets apart: a phone may touch those it has made itself.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format

from scoring import Problem, Unreadable, dump, say
from scoring.fields import fields_of
from scoring.text import mark as _
from tournaments import ledger
from tournaments.ledger.appending import Origin
from tournaments.lists.typed import cleaned, folded
from tournaments.models import Entry, RoundState, Sitting
from tournaments.speech.wording import MINUS
from tournaments.table import reading
from tournaments.table.sheetview import SheetView

LONGEST = 12  # digits
TRIES = 4  # two who bet in the same moment both succeed
BETS = "bets"
Change = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def takes_bets(view: SheetView) -> bool:
    """Does this game know bets of spectators?"""
    return any(field.name == BETS for field in fields_of(view.game.extra))


@dataclass(frozen=True, slots=True)
class BetLine:
    """One bet, and what became of it."""

    name: str
    on: int  # side, from 1
    side: str  # who that is
    amount: int
    mine: bool  # made on this device
    returned: str  # what comes back without having been played for
    net: str  # won or lost, signed; empty before the end
    net_value: Decimal
    payout: Decimal  # what is handed over at the end: the stake with the gain, or what is left of it


@dataclass(frozen=True, slots=True)
class Bets:
    """All bets on a sheet."""

    lines: tuple[BetLine, ...]
    sides: tuple[tuple[str, int], ...]  # who, and how much is on him
    state: str  # "open", "running", "settled", "returned"
    house: Decimal  # the levy

    @property
    def covered(self) -> int:
        """What each side plays for: the smaller of both sums."""
        return min((amount for _side, amount in self.sides), default=0)

    @property
    def paid_in(self) -> int:
        """All stakes."""
        return sum(line.amount for line in self.lines)

    @property
    def paid_out(self) -> Decimal:
        """What is handed back at the end."""
        return sum((line.payout for line in self.lines), Decimal(0))


def bets_of(view: SheetView, own_names: Iterable[str] = ()) -> Bets:
    """The bets on this sheet as they stand; `own_names` are those of a device."""
    mine = {folded(name) for name in own_names}
    bets = view.extra.bets
    state = _state(view)
    more = view.game.more(view.so_far, view.table, view.extra)
    settled: list[Mapping[str, Any]] = list(more.get(BETS, ())) if state == "settled" else []
    lines = []
    for place, bet in enumerate(bets):
        net = Decimal(str(settled[place]["net"])) if settled else Decimal(0)
        back = settled[place]["returned"] if settled else bet.amount if state == "returned" else 0
        lines.append(
            BetLine(
                name=bet.name,
                on=int(bet.on) + 1,
                side=view.wording.side(bet.on),
                amount=bet.amount,
                mine=folded(bet.name) in mine,
                returned=str(back) if back else "",
                net=money(net, sign=True) if settled else "",
                net_value=net,
                payout=bet.amount + net if state in ("settled", "returned") else Decimal(0),
            )
        )
    sums = [sum(bet.amount for bet in bets if int(bet.on) == side) for side in range(len(view.accounts))]
    return Bets(
        tuple(lines),
        tuple(zip(view.accounts, sums, strict=True)),
        state,
        Decimal(str(more.get("house", 0))) if settled else Decimal(0),
    )


def _state(view: SheetView) -> str:
    round_ = view.sitting.round
    over = view.closed or (round_ is not None and round_.state == RoundState.CLOSED)
    if view.so_far.earlier:
        return "settled"
    if over:
        return "returned"
    return "running" if view.hands else "open"


def money(amount: Decimal, *, sign: bool = False) -> str:
    """An amount as people of this language write it: 9,5."""
    text = number_format(abs(amount).normalize() if amount % 1 else int(abs(amount)), force_grouping=True)
    return f"{MINUS}{text}" if amount < 0 else f"+{text}" if sign and amount > 0 else text


# --- one bet at a time ------------------------------


def place(
    sitting: Sitting,
    entry: uuid.UUID,
    raw: Mapping[str, str],
    *,
    own_names: Iterable[str],
    free: bool,
    origin: Origin,
) -> str:
    """A further bet, or another amount or side for the one this name has made; its name.

    `free`: somebody who may write at the table, and so may touch every bet. Raises Unreadable, and what
    `ledger.say_extra` raises.
    """
    name = cleaned(raw.get("name", ""))
    bet = {"name": name, **{key: _whole(raw.get(key, "")) for key in ("on", "amount")}}

    def changed(bets: list[dict[str, Any]]) -> list[dict[str, Any]]:
        same = [bet for bet in bets if folded(bet["name"]) == folded(name)]
        if same and not free and folded(name) not in {folded(own_name) for own_name in own_names}:
            raise Unreadable(
                [Problem("name", "bet_taken", say(_("Somebody has bet under this name already.")))]
            )
        if not same:
            return [*bets, bet]
        # The heavier side takes back its latest bets first: whoever changes his has bet later.
        rest = [bet for bet in bets if bet not in same]
        return [*rest, {**bet, "name": same[0]["name"]}]

    _say(sitting, entry, changed, origin)
    return name


def _whole(text: str) -> int | str | None:
    """A number as the declaration reads it; whatever else was typed is left for it to refuse."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST else text or None


def withdraw(
    sitting: Sitting, entry: uuid.UUID, name: str, *, own_names: Iterable[str], free: bool, origin: Origin
) -> None:
    """Take a bet out before the first hand. Raises as `place` does."""

    def changed(bets: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if not free and folded(name) not in {folded(own_name) for own_name in own_names}:
            text = say(_("This bet was made on another phone."))
            raise Unreadable([Problem("name", "bet_not_yours", text)])
        return [bet for bet in bets if folded(bet["name"]) != folded(name)]

    _say(sitting, entry, changed, origin)


def refuse_players(view: SheetView, names: Iterable[str]) -> None:
    """Only third persons bet. Raises Unreadable."""
    players = {folded(name) for name in view.everybody}
    players |= {folded(part) for name in view.everybody for part in name.split(" / ")}
    if any(folded(name) in players for name in names if folded(name)):
        raise Unreadable(
            [Problem("name", "bet_player", say(_("Whoever plays does not bet on their own game.")))]
        )


def _say(sitting: Sitting, entry: uuid.UUID, changed: Change, origin: Origin) -> None:
    if Entry.objects.filter(pk=entry, sitting=sitting).exists():
        return  # sent twice: it is there
    for attempt in range(TRIES):
        sitting = Sitting.objects.select_related("sheethead", "round", "event").get(pk=sitting.pk)
        view = reading.sheet(sitting)
        fields = fields_of(view.game.extra)
        bets = changed(list(dump(fields, view.extra).get(BETS, ())))
        refuse_players(view, [str(bet["name"]) for bet in bets])
        here: Origin = {**origin, "base_seq": view.head_seq}
        try:
            ledger.say_extra(sitting=sitting, entry_id=entry, raw={BETS: bets}, **here)
        except ledger.OutOfOrder:
            if view.hands or attempt == TRIES - 1:
                raise
        else:
            return


# --- a whole event ------------------------------


@dataclass(frozen=True, slots=True)
class BetTable:
    """The bets of one table of a round."""

    round: int
    table: int
    sitting: int
    bets: Bets


@dataclass(frozen=True, slots=True)
class BetBalance:
    """What somebody has won or lost with bets over an event."""

    name: str
    bets: int
    amount: int
    net: str
    open: int  # of the bets: not decided yet


@dataclass(frozen=True, slots=True)
class Cash:
    """What lies in the box of the bets."""

    paid_in: str
    paid_out: str
    waiting: str  # stakes on games that are not decided
    house: str


def bets_of_event(sittings: Iterable[Sitting]) -> list[BetTable]:
    """All tables of an event on which somebody has bet."""
    tables = []
    for sitting in sittings:
        view = reading.sheet(sitting)
        if sitting.round is not None and takes_bets(view) and view.extra.bets:
            tables.append(BetTable(sitting.round.number, sitting.number or 0, sitting.pk, bets_of(view)))
    return tables


def cash(tables: Iterable[BetTable]) -> Cash:
    """The box: what came in, what has to be handed out."""
    every = [table.bets for table in tables]
    ended = [bets for bets in every if bets.state in ("settled", "returned")]
    return Cash(
        money(Decimal(sum(bets.paid_in for bets in every))),
        money(sum((bets.paid_out for bets in ended), Decimal(0))),
        money(Decimal(sum(bets.paid_in for bets in every if bets not in ended))),
        money(sum((bets.house for bets in ended), Decimal(0))),
    )


def accounts(tables: Iterable[BetTable]) -> list[BetBalance]:
    """Everybody who has bet, by name."""
    by_name: dict[str, list[tuple[BetLine, str]]] = {}
    for table in tables:
        for line in table.bets.lines:
            by_name.setdefault(folded(line.name), []).append((line, table.bets.state))
    return [
        BetBalance(
            lines[0][0].name,
            len(lines),
            sum(line.amount for line, _state in lines),
            money(sum((line.net_value for line, _state in lines), Decimal(0)), sign=True),
            sum(state in ("open", "running") for _line, state in lines),
        )
        for _name, lines in sorted(by_name.items())
    ]
