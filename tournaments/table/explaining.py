"""A game and its rules explained: switches in force, worked hands scored under exactly these rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring import Game, Side, Table, Unreadable, fields_for, opening, parse, play, read
from scoring.fields import fields_of
from scoring.game import Example
from tournaments.speech.rulebook import switches
from tournaments.speech.wording import Wording, answered, signed, speak


@dataclass(frozen=True, slots=True)
class WorkedHand:
    """An example as it comes out under the rules in question."""

    title: str  # what it shows; empty where the rules differ from those it was written for
    answers: str  # what was entered
    sentences: tuple[str, ...]
    points: tuple[tuple[str, str], ...]  # who, signed points
    source: str


def worked_hands(game: Game[Any, Any], rules: Any) -> Iterator[WorkedHand]:
    """The game's examples that these rules accept, scored anew."""
    for example in game.examples:
        written_for = _rules_of(game, example)
        if written_for is None or (example.preset is not None and written_for != rules):
            continue
        table = Table(game.accounts(example.seats, rules), rules)
        if example.seats not in game.seats or list(game.playable(table)):
            continue
        try:
            yield _worked(game, table, example, titled=written_for == rules)
        except Unreadable:
            continue


def _rules_of(game: Game[Any, Any], example: Example) -> Any:
    base = game.preset(example.preset).rules
    seating = game.accounts(example.seats, base)
    reading = read(fields_of(game.rules), example.switches, seating, base=base)
    return None if reading.problems else game.rules(**reading.values)


def _worked(game: Game[Any, Any], table: Table[Any], example: Example, *, titled: bool) -> WorkedHand:
    so_far = opening(table)
    for raw in example.records:
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
    hand = so_far.all_hands[-1]
    wording = Wording(table.seating)
    fields = [field for field in fields_for(game, table) if field.name in example.records[-1]]
    words = [
        answered(speak(field.ask.label), wording.word(getattr(hand.record, field.name))) for field in fields
    ]
    sides = game.accounts(example.seats, table.rules).sides
    return WorkedHand(
        title=speak(example.title) if titled else "",
        answers=" · ".join(words),
        sentences=tuple(wording.say(line.text) for line in hand.lines),
        points=tuple((wording.side(Side(side)), signed(hand.points[side])) for side in range(sides)),
        source=example.source,
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """One switch in which two rule sets differ."""

    label: str
    help: str
    value: str
    of_other: str


def differences(game: Game[Any, Any], rules: Any, other_rules: Any) -> list[Difference]:
    """Only what differs between two rule sets, in declared order."""
    pairs = zip(switches(game, rules), switches(game, other_rules), strict=True)
    return [
        Difference(left.label, left.help, left.value, right.value)
        for left, right in pairs
        if left.value != right.value
    ]
