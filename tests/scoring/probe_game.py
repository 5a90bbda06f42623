"""A game that nobody plays. It uses every kind of the vocabulary and every part of `Game` at once.

Two, three or four people; at three everybody keeps an account, at two and four there are two sides. A
sheet is a match of games to `target` points, cut there; spectators may bet on a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scoring.checks import check
from scoring.fields import (
    Against,
    Ask,
    AtLeast,
    Between,
    Codes,
    Field,
    Many,
    OneOf,
    Option,
    PerSeat,
    PerSide,
    When,
)
from scoring.game import Example, Game, Preset
from scoring.hands import Line, Outcome, SoFar
from scoring.paper import outside
from scoring.problem import Problem
from scoring.remarks import Note
from scoring.sheet import up_to
from scoring.table import Parties, Seat, Seating, Side, Table, alone, two_sides
from scoring.text import Text, say, vocabulary

_ = vocabulary("probe")


class Kind(Option):
    PLAYED = "played", _("Played")
    MISDEAL = "misdeal", _("Misdeal"), _("×"), _("Thrown in")


class Figure(Option):
    RUN = "run", _("Run"), _("R")
    FOUR = "four", _("Four"), _("4")


class Top(Option):
    TEN = "10", _("Ten")
    JACK = "J", _("Jack")
    ACE = "A", _("Ace")


class Call(Option):
    SMALL = "small", _("Small"), _("s")
    BIG = "big", _("Big"), _("b")
    REST = "rest", _("Rest"), _("r")


WORTH = {Call.SMALL: 1, Call.BIG: 2, Call.REST: 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    side: Annotated[Side, Ask(_("Whose?"), _("S"))]
    kind: Annotated[Figure, Ask(_("What?"), _("K"))]
    length: Annotated[
        int | None,
        Ask(
            _("How long?"),
            _("L"),
            when=(When("kind", (Figure.RUN,)),),
            needed=True,
            codes=Codes(range="run_length"),
        ),
        Between(3, 8),
    ] = None
    top: Annotated[Top | None, Ask(_("Highest card"), _("Top"))] = None
    trump: Annotated[bool, Ask(_("In trumps"), _("T"))] = False
    seat: Annotated[Seat | None, Ask(_("Who?"), _("Who"))] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    calls: Annotated[tuple[Call, ...], Ask(_("Calls"), _("Calls"), codes=Codes(length="chain")), Many(1, 5)]
    caller: Annotated[Side, Ask(_("First call by"), _("By"))]


PLAYED = When("kind", (Kind.PLAYED,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    kind: Annotated[Kind, Ask(_("What happened?"), _("Kind"))] = Kind.PLAYED
    dealer: Annotated[Seat | None, Ask(_("Who dealt?"), _("Deal"))] = None
    points: Annotated[PerSide[int], Ask(_("Card points"), _("Pts")), Between(-20, 20)]
    cards: Annotated[
        PerSeat[Annotated[tuple[int, ...], Many(0, 3, code="cards_held")]] | None,
        Ask(_("Cards left"), _("Cards"), when=(PLAYED,)),
        Between(0, 13),
    ] = None
    melds: Annotated[tuple[Meld, ...], Ask(_("Melds"), _("M"), when=(PLAYED,)), Many(at_most=3)] = ()
    chain: Annotated[Chain | None, Ask(_("Chain of calls"), _("C"), when=(PLAYED,))] = None
    refused: Annotated[bool | None, Ask(_("Refused?"), _("R"), when=(PLAYED,))] = None
    stake: Annotated[int, Ask(_("Stake"), _("St"), when=(PLAYED,)), Between(0, 4)] = 0
    raised_by: Annotated[Seat | None, Ask(_("Who raised?"), _("Up"), when=(PLAYED, AtLeast("stake", 2)))] = (
        None
    )
    rests: Annotated[Seat | None, Ask(_("Who sits out?"), _("Out"))] = None
    callers: Annotated[
        Parties | None,
        Ask(_("Who called?"), _("Call"), _("The caller, and whoever holds the called ace."), when=(PLAYED,)),
        Against(_("Callers"), _("Defenders"), at_most=2, resting="rests"),
    ] = None
    tricks: Annotated[
        int | None, Ask(_("Tricks of the callers"), _("Tr"), when=(PLAYED,)), Between(0, 13)
    ] = None
    witness: Annotated[
        Seat | None,
        Ask(_("Who saw it?"), _("Wit"), when=(OneOf((When("refused", (True,)), AtLeast("melds", 1))),)),
    ] = None
    remark: Annotated[str | None, Ask(_("Remark"), _("Rem"))] = None
    losers: Annotated[tuple[Seat, ...], Ask(_("Losers"), _("L"), when=(PLAYED,)), Many(distinct=True)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    target: Annotated[int, Ask(_("Target"), _("To"), _("A game ends at so many points.")), Between(5, 50)] = (
        15
    )
    games_to_win: Annotated[int, Ask(_("Games to win"), _("Games"), _("Of one match.")), Between(1, 3)] = 2
    melds: Annotated[bool, Ask(_("With melds"), _("Melds"), _("Whether they are played at all."))] = True
    floor: Annotated[
        int, Ask(_("Lowest card points"), _("Low"), _("Of a side in one hand.")), Between(-20, 0)
    ] = -20


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    name: Annotated[str, Ask(_("Who bets?"), _("Name"))]
    on: Annotated[Side, Ask(_("On whom?"), _("On"))]
    amount: Annotated[int, Ask(_("How much?"), _("Sum"), codes=Codes(range="bet_amount")), Between(1, 999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    bets: Annotated[tuple[Bet, ...], Ask(_("Bets"), _("Bets")), Many(at_most=4)] = ()


def accounts(seats: int, rules: Rules) -> Seating:
    return alone(seats) if seats == 3 else two_sides(seats)


def narrow(field: Field, table: Table[Rules]) -> Field:
    match field.name:
        case "melds" if not table.rules.melds:
            return field.never()
        case "points":
            return field.within(table.rules.floor, 20)
        case _:
            return field


@check("losers", "dealer")
def dealer_lost(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Iterable[Problem]:
    if record.dealer is not None and record.dealer in record.losers:
        yield Problem("losers", "dealer_lost", say(_("{seat} dealt and cannot lose."), seat=record.dealer))


def score(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> tuple[Line, ...]:
    if record.kind is Kind.MISDEAL:
        return ()
    lines = [Line("points", say(_("Card points")), record.points)]
    for meld in record.melds:
        worth = meld.length or 4
        text = say(_("{side}: {figure} for {points}"), side=meld.side, figure=meld.kind, points=worth)
        lines.append(Line("meld", text, table.seating.only(meld.side, worth)))
    if record.chain is not None:
        worth = sum(WORTH[call] for call in record.chain.calls)
        text = say(_("{calls} by {side}"), calls=record.chain.calls, side=record.chain.caller)
        lines.append(Line("chain", text, table.seating.only(record.chain.caller, worth)))
    if record.callers is not None:
        text = say(_("{callers}, for {points} each"), callers=record.callers, points=record.stake)
        lines.append(Line("callers", text, record.callers.gains(record.stake, 0, table.seating)))
    return up_to(table.rules.target, so_far.totals, lines)


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    winners = tuple(Side(side) for side, total in enumerate(so_far.totals) if total >= table.rules.target)
    return (
        Outcome(winners, say(_("{winners} at {target}"), winners=winners, target=table.rules.target))
        if winners
        else None
    )


def wrong_totals(totals: tuple[int, ...], table: Table[Rules]) -> Iterable[Problem]:
    return outside(totals, high=table.rules.target)


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    dealer = Seat(so_far.number % table.seating.seats)
    return () if so_far.over else (Note("dealer", say(_("{seat} deals"), seat=dealer), dealer),)


def mark(so_far: SoFar[Record], side: Side, table: Table[Rules]) -> Text:
    return say(_("{points} of {target}"), points=so_far.totals[side], target=table.rules.target)


def more(so_far: SoFar[Record], table: Table[Rules], extra: Any) -> Mapping[str, Any]:
    answer: dict[str, Any] = {
        "marks": [mark(so_far, Side(side), table) for side in range(table.seating.sides)]
    }
    if extra.bets and so_far.earlier:
        winners = so_far.earlier[0].outcome.winners
        answer["bets"] = [
            {"name": bet.name, "net": bet.amount if bet.on in winners else -bet.amount} for bet in extra.bets
        ]
    return answer


PROBE = Game(
    key="probe",
    name=_("Probe"),
    summary=_("A game that nobody plays."),
    revision=1,
    seats=(2, 3, 4),
    record=Record,
    rules=Rules,
    presets=(
        Preset("long", _("Long"), Rules(), _("Invented")),
        Preset("short", _("Short"), Rules(target=5, games_to_win=1, melds=False), _("Invented")),
    ),
    examples=(
        Example(
            _("A run of five and a chain of two calls"),
            4,
            (
                {
                    "points": [3, -2],
                    "melds": [{"side": 2, "kind": "run", "length": 5, "trump": True}],
                    "chain": {"calls": ["small", "rest"], "caller": 1},
                },
            ),
            (7, 3),
            _("Invented"),
        ),
    ),
    score=score,
    accounts=accounts,
    narrow=narrow,
    checks=(dealer_lost,),
    ends=ends,
    games_to_win=lambda rules: rules.games_to_win,
    counts=lambda record, table: record.kind is Kind.PLAYED,
    notes=notes,
    mark=mark,
    extra=Extra,
    wrong_totals=wrong_totals,
    more=more,
)
