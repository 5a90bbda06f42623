"""A game that nobody plays. It uses every kind of the vocabulary and every part of `Game` at once.

Two, three or four people; at three everybody keeps an account, at two and four there are two sides. A
sheet is a match of games to `target` points, cut there; spectators may bet on a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scoring.fields import Ask, Between, Codes, Field, Many, Option, PerSeat, PerSide, When
from scoring.game import Example, Game, Line, Note, Outcome, Preset, SoFar, check
from scoring.paper import outside
from scoring.problem import Problem
from scoring.sheet import up_to
from scoring.table import Seat, Seating, Side, Table, alone, two_sides
from scoring.text import Text, say


class Kind(Option):
    PLAYED = "played", "Played"
    MISDEAL = "misdeal", "Misdeal", "×", "Thrown in"


class Figure(Option):
    RUN = "run", "Run", "R"
    FOUR = "four", "Four", "4"


class Top(Option):
    TEN = "10", "Ten"
    JACK = "J", "Jack"
    ACE = "A", "Ace"


class Call(Option):
    SMALL = "small", "Small", "s"
    BIG = "big", "Big", "b"
    REST = "rest", "Rest", "r"


WORTH = {Call.SMALL: 1, Call.BIG: 2, Call.REST: 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    side: Annotated[Side, Ask("Whose?", "S")]
    kind: Annotated[Figure, Ask("What?", "K")]
    length: Annotated[
        int | None,
        Ask(
            "How long?",
            "L",
            when=(When("kind", (Figure.RUN,)),),
            needed=True,
            codes=Codes(range="run_length"),
        ),
        Between(3, 8),
    ] = None
    top: Annotated[Top | None, Ask("Highest card", "Top")] = None
    trump: Annotated[bool, Ask("In trumps", "T")] = False
    seat: Annotated[Seat | None, Ask("Who?", "Who")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    calls: Annotated[tuple[Call, ...], Ask("Calls", "Calls", codes=Codes(length="chain")), Many(1, 5)]
    caller: Annotated[Side, Ask("First call by", "By")]


PLAYED = When("kind", (Kind.PLAYED,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    kind: Annotated[Kind, Ask("What happened?", "Kind")] = Kind.PLAYED
    dealer: Annotated[Seat | None, Ask("Who dealt?", "Deal")] = None
    points: Annotated[PerSide[int], Ask("Card points", "Pts"), Between(-20, 20)]
    cards: Annotated[
        PerSeat[Annotated[tuple[int, ...], Many(0, 3, code="cards_held")]] | None,
        Ask("Cards left", "Cards", when=(PLAYED,)),
        Between(0, 13),
    ] = None
    melds: Annotated[tuple[Meld, ...], Ask("Melds", "M", when=(PLAYED,)), Many(at_most=3)] = ()
    chain: Annotated[Chain | None, Ask("Chain of calls", "C", when=(PLAYED,))] = None
    refused: Annotated[bool | None, Ask("Refused?", "R", when=(PLAYED,))] = None
    remark: Annotated[str | None, Ask("Remark", "Rem")] = None
    losers: Annotated[tuple[Seat, ...], Ask("Losers", "L", when=(PLAYED,)), Many(distinct=True)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    target: Annotated[int, Ask("Target", "To", "A game ends at so many points."), Between(5, 50)] = 15
    games_to_win: Annotated[int, Ask("Games to win", "Games", "Of one match."), Between(1, 3)] = 2
    melds: Annotated[bool, Ask("With melds", "Melds", "Whether they are played at all.")] = True
    floor: Annotated[int, Ask("Lowest card points", "Low", "Of a side in one hand."), Between(-20, 0)] = -20


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    name: Annotated[str, Ask("Who bets?", "Name")]
    on: Annotated[Side, Ask("On whom?", "On")]
    amount: Annotated[int, Ask("How much?", "Sum", codes=Codes(range="bet_amount")), Between(1, 999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    bets: Annotated[tuple[Bet, ...], Ask("Bets", "Bets"), Many(at_most=4)] = ()


def accounts(seats: int, rules: Rules) -> Seating:
    return alone(seats) if seats == 3 else two_sides(seats)


def narrow(one: Field, table: Table[Rules]) -> Field:
    match one.name:
        case "melds" if not table.rules.melds:
            return one.never()
        case "points":
            return one.within(table.rules.floor, 20)
        case _:
            return one


@check("losers", "dealer")
def dealer_lost(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Iterable[Problem]:
    if record.dealer is not None and record.dealer in record.losers:
        yield Problem("losers", "dealer_lost", say("{seat} dealt and cannot lose.", seat=record.dealer))


def score(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> tuple[Line, ...]:
    if record.kind is Kind.MISDEAL:
        return ()
    lines = [Line("points", say("Card points"), record.points)]
    for meld in record.melds:
        worth = meld.length or 4
        text = say("{side}: {figure} for {points}", side=meld.side, figure=meld.kind, points=worth)
        lines.append(Line("meld", text, table.seating.only(meld.side, worth)))
    if record.chain is not None:
        worth = sum(WORTH[call] for call in record.chain.calls)
        text = say("{calls} by {side}", calls=record.chain.calls, side=record.chain.caller)
        lines.append(Line("chain", text, table.seating.only(record.chain.caller, worth)))
    return up_to(table.rules.target, so_far.totals, lines)


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    winners = tuple(Side(side) for side, total in enumerate(so_far.totals) if total >= table.rules.target)
    return (
        Outcome(winners, say("{winners} at {target}", winners=winners, target=table.rules.target))
        if winners
        else None
    )


def wrong_totals(totals: tuple[int, ...], table: Table[Rules]) -> Iterable[Problem]:
    return outside(totals, high=table.rules.target)


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    dealer = Seat(so_far.number % table.seating.seats)
    return () if so_far.over else (Note("dealer", say("{seat} deals", seat=dealer), dealer),)


def mark(so_far: SoFar[Record], side: Side, table: Table[Rules]) -> Text:
    return say("{points} of {target}", points=so_far.totals[side], target=table.rules.target)


def more(so_far: SoFar[Record], table: Table[Rules], extra: Any) -> Mapping[str, Any]:
    found: dict[str, Any] = {
        "marks": [mark(so_far, Side(side), table) for side in range(table.seating.sides)]
    }
    if extra.bets and so_far.earlier:
        winners = so_far.earlier[0].outcome.winners
        found["bets"] = [
            {"name": bet.name, "net": bet.amount if bet.on in winners else -bet.amount} for bet in extra.bets
        ]
    return found


PROBE = Game(
    key="probe",
    name="Probe",
    summary="A game that nobody plays.",
    revision=1,
    seats=(2, 3, 4),
    record=Record,
    rules=Rules,
    presets=(
        Preset("long", "Long", Rules(), "Invented"),
        Preset("short", "Short", Rules(target=5, games_to_win=1, melds=False), "Invented"),
    ),
    examples=(
        Example(
            "A run of five and a chain of two calls",
            4,
            (
                {
                    "points": [3, -2],
                    "melds": [{"side": 2, "kind": "run", "length": 5, "trump": True}],
                    "chain": {"calls": ["small", "rest"], "caller": 1},
                },
            ),
            (7, 3),
            "Invented",
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
