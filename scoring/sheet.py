"""The one fold: records in, lines and totals out. And the door in front of it: `parse`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import add
from typing import Any, TypeVar

from scoring.fields import fields_of
from scoring.flat import Column, columns
from scoring.game import Game, fields_for
from scoring.hands import Hand, Line, SoFar
from scoring.judging import Judge, close, is_over, judge_of
from scoring.paper import CODE, PaperTotals
from scoring.problem import Problem, Unreadable
from scoring.record import read, shortened
from scoring.series import Series
from scoring.table import Seat, Side, Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("scoring")

R = TypeVar("R")
H = TypeVar("H")


def set_up(
    game: Game[R, H],
    seats: object,
    preset: object = None,
    switches: Mapping[str, Any] | None = None,
    first_dealer: Seat | None = None,
) -> Table[H]:
    """A table of this game from raw answers; raises Unreadable with everything found wrong.

    `seats` is the head count, `preset` the name of a rule set (None: the game's default), `switches`
    what differs from it.
    """
    problems: list[Problem] = []
    try:
        chosen = game.preset(preset if isinstance(preset, str) or preset is None else "")
    except KeyError:
        chosen = game.preset(None)
        text = say(_("There is no rule set “{preset}” for this game."), preset=shortened(preset))
        problems.append(Problem("preset", "unknown_preset", text))
    fits = type(seats) is int and seats in game.seats
    if not fits:
        text = say(
            _("This game is played by {low} to {high} at a table."), low=min(game.seats), high=max(game.seats)
        )
        problems.append(Problem("seats", "table_size", text))
    heads = seats if fits and isinstance(seats, int) else game.seats[0]
    rules = chosen.rules
    if switches is not None and switches != {}:
        seating = game.accounts(heads, rules)
        reading = read(fields_of(game.rules), switches, seating, base=rules)
        problems += (_about_rules(problem) for problem in reading.problems)
        if not reading.problems:
            rules = game.rules(**reading.values)
    table = Table(game.accounts(heads, rules), rules, first_dealer)
    if fits:
        problems += game.playable(table)
    if problems:
        raise Unreadable(problems)
    return table


def _about_rules(problem: Problem) -> Problem:
    """An unknown key of the switches is an unknown switch."""
    unknown = problem.code == "unknown_key"
    return Problem(problem.field, "unknown_rule" if unknown else problem.code, problem.text, problem.at)


@lru_cache(maxsize=256)
def columns_for(game: Game[Any, Any], table: Table[Any]) -> tuple[Column, ...]:
    """All flat answers of a record at this table."""
    return columns(fields_for(game, table), table.seating)


def opening(table: Table[Any]) -> SoFar[Any]:
    """The empty sheet."""
    return SoFar(Series(), (0,) * table.seating.sides)


def parse(game: Game[R, H], table: Table[H], so_far: SoFar[R], raw: object) -> R:
    """Read and judge one hand; raises Unreadable with all problems. The only way into a ledger."""
    judge: Judge[R, H] = judge_of(game, table)
    return judge.parse(so_far, raw)


def parse_paper(game: Game[R, H], table: Table[H], so_far: SoFar[R], raw: object) -> PaperTotals:
    """Read and judge totals from paper; raises Unreadable with all problems."""
    reading = read(fields_of(PaperTotals), raw, table.seating)
    problems = reading.problems
    if so_far.over:
        problems.append(is_over(game))
    if "hands" not in reading.broken:
        problems += _too_many(game, table, so_far, reading.values["hands"])
    if "points" not in reading.broken:
        problems += _wrong_points(game, table, so_far, reading.values["points"])
    if problems:
        raise Unreadable(problems)
    return PaperTotals(**reading.values)


def _too_many(game: Game[R, H], table: Table[H], so_far: SoFar[R], hands: int) -> Iterable[Problem]:
    """More hands than the rules or the round have left."""
    ends = ((table.limit, so_far.played), (game.length(table.rules), so_far.number))
    left = min((limit - played for limit, played in ends if limit), default=hands)
    if hands > left and not so_far.over:
        text = say(_("Hands left to play: {left}, not {hands}."), left=max(0, left), hands=hands)
        yield Problem("hands", "paper_hands", text)


def _wrong_points(
    game: Game[R, H], table: Table[H], so_far: SoFar[R], points: tuple[int, ...]
) -> Iterable[Problem]:
    """Totals that the game cannot have after them."""
    totals = tuple(map(add, so_far.totals, points))
    if game.zero_sum(table.rules) and sum(points) != 0:
        text = say(_("The totals add up to {sum}; in this game they must add up to 0."), sum=sum(totals))
        yield Problem("points", "paper_sum", text)
    yield from game.wrong_totals(totals, table)


def play(game: Game[R, H], table: Table[H], so_far: SoFar[R], record: R | PaperTotals) -> SoFar[R]:
    """The sheet with one more hand, or with totals from paper.

    The record must have come through `parse` or `parse_paper`; the sheet not be over.
    """
    after = scored(game, table, so_far, record)
    outcome = game.ends(after, table)
    return after if outcome is None else close(game, table, after, outcome)


def scored(game: Game[R, H], table: Table[H], so_far: SoFar[R], record: R | PaperTotals) -> SoFar[R]:
    """The same without asking whether the game ends by it."""
    if isinstance(record, PaperTotals):
        return _from_paper(so_far, record)
    judge: Judge[R, H] = judge_of(game, table)
    return judge.scored(so_far, record)


def _from_paper(so_far: SoFar[R], paper: PaperTotals) -> SoFar[R]:
    """What was before stays on the sheet, but nobody knows the hand that precedes the coming one."""
    stretch = Hand(paper, (Line(CODE, say(_("From paper")), paper.points),), paper.points)
    return SoFar(
        Series(),
        tuple(map(add, so_far.totals, paper.points)),
        so_far.earlier,
        so_far.winners,
        so_far.number + paper.hands,
        (*so_far.log, stretch),
    )


def replay(game: Game[R, H], table: Table[H], records: Iterable[R | PaperTotals]) -> SoFar[R]:
    """The sheet these records give."""
    so_far: SoFar[R] = opening(table)
    for record in records:
        so_far = play(game, table, so_far, record)
    return so_far


def games_of(so_far: SoFar[R]) -> tuple[tuple[tuple[int, ...], tuple[Side, ...] | None], ...]:
    """(totals, winners) of every game of the sheet; the last may be in progress (winners None)."""
    games: list[tuple[tuple[int, ...], tuple[Side, ...] | None]] = [
        (game.totals, game.outcome.winners) for game in so_far.earlier
    ]
    if so_far.log or not games:
        games.append((so_far.totals, None))
    return tuple(games)


def sum_of(totals: tuple[int, ...], lines: Iterable[Line]) -> tuple[int, ...]:
    """Totals after these lines."""
    for line in lines:
        totals = tuple(map(add, totals, line.points))
    return totals


def up_to(target: int, totals: tuple[int, ...], claims: Iterable[Line]) -> tuple[Line, ...]:
    """Cut lines at a target, in booking order: after a side has reached it, nothing counts any more.

    A cut line keeps what it would have been worth in `claimed`, and says what has become of it.
    """
    counted = []
    for line in claims:
        decided = max(totals) >= target
        if decided:
            points = (0,) * len(totals)
        else:
            points = tuple(min(gain, target - total) for gain, total in zip(line.points, totals, strict=True))
        totals = tuple(map(add, totals, points))
        if points == line.points:
            counted.append(line)
        elif decided:
            counted.append(cut(line, points, say(_("the game was decided already"))))
        else:
            counted.append(cut(line, points, say(_("that makes {target}"), target=target)))
    return tuple(counted)


def cut(line: Line, points: tuple[int, ...], why: Text) -> Line:
    """This line with fewer points, or as it is: beside its full worth it says what counted and why."""
    if points == line.points:
        return line
    claimed = line.points if line.claimed is None else line.claimed
    moved = [counts for counts, full in zip(points, line.points, strict=True) if full or counts]
    shown = moved[0] if len(set(moved)) == 1 else ":".join(map(str, points))
    text = say(_("{what} – counted: {counted}, {why}"), what=line.text, counted=shown, why=why)
    return Line(line.code, text, points, claimed)
