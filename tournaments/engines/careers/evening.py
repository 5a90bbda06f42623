"""One event or evening, added up for everybody who sat at its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.fields import Option
from scoring.text import Message, Text
from tournaments.engines.speaking import plain

PersonId = int
Words = tuple[str, str]
"""What a game calls something: its vocabulary, and the message in it."""


@dataclass(frozen=True, slots=True)
class TriedContract:
    """What somebody played for in a hand, and whether it worked; None: there was nothing to win."""

    words: Words
    success: bool | None
    people: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand of a table. Of hands on paper only what they were worth together is known."""

    number: int  # in the ledger
    points: Mapping[int, int]  # by account, of those who took part
    count: int = 1
    alone: bool = True  # one hand, known by itself
    tried: tuple[TriedContract, ...] = ()


@dataclass(frozen=True, slots=True)
class CareerTable:
    """A table: who scored together, and where they came."""

    sheet: int
    accounts: Mapping[int, tuple[PersonId, ...]]
    places: Mapping[int, int]
    hands: tuple[ScoredHand, ...]

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Everybody who sat here."""
        return tuple(person for people in self.accounts.values() for person in people)


@dataclass(slots=True)
class ContractCount:
    """How often something was played for."""

    tried: int = 0
    won: int = 0
    open: int = 0

    def add(self, success: bool | None) -> None:
        """Once more."""
        self.tried += 1
        self.won += success is True
        self.open += success is None


@dataclass(slots=True)
class CareerEvening:
    """What somebody did at all tables of the evening."""

    points: int = 0
    tables: int = 0
    hands: int = 0
    won: int = 0
    best: int | None = None
    best_at: tuple[int, int] | None = None  # sheet and number of the hand
    streak: int = 0
    tried: dict[Words, ContractCount] = field(default_factory=dict)
    met: Counter[PersonId] = field(default_factory=Counter)
    partners: Counter[PersonId] = field(default_factory=Counter)
    _row: int = 0  # hands won one after the other until now

    def hand(self, table: CareerTable, hand: ScoredHand, account: int, *, low_wins: bool) -> None:
        """One hand in which he took part."""
        points = hand.points[account]
        self.points += points
        self.hands += hand.count
        if not hand.alone:
            self._row = 0
            return
        lowest = min(hand.points.values())
        won = points == lowest if low_wins else points > 0
        self.won += won
        self._row = self._row + 1 if won else 0
        self.streak = max(self.streak, self._row)
        better = self.best is None or (points < self.best if low_wins else points > self.best)
        if better and hand.count:
            self.best, self.best_at = points, (table.sheet, hand.number)


def evening_of(tables: Sequence[CareerTable], *, low_wins: bool = False) -> dict[PersonId, CareerEvening]:
    """Everybody who sat at one of these tables, which stand in the order in which they were played."""
    people: dict[PersonId, CareerEvening] = {}
    for table in tables:
        for person in dict.fromkeys(table.people):
            people.setdefault(person, CareerEvening()).tables += 1
        for account, ours in table.accounts.items():
            for person in ours:
                _meet(people[person], person, table, ours)
            for hand in table.hands:
                if account in hand.points:
                    for person in ours:
                        people[person].hand(table, hand, account, low_wins=low_wins)
        for hand in table.hands:
            for tried in hand.tried:
                for person in tried.people:
                    people[person].tried.setdefault(tried.words, ContractCount()).add(tried.success)
    return people


def _meet(evening: CareerEvening, person: PersonId, table: CareerTable, ours: Sequence[PersonId]) -> None:
    others = [other for other in dict.fromkeys(table.people) if other != person]
    evening.met.update(others)
    evening.partners.update(other for other in others if other in ours)


def words_of(text: Text) -> Words:
    """What was played for, so that everybody can read it in his language later."""
    message, values = text.message, list(text.values.values())
    if len(values) == 1 and message == f"{{{next(iter(text.values))}}}" and isinstance(values[0], Option):
        message = values[0].label
    elif values:
        message = plain(text)
    return getattr(message, "vocabulary", ""), str(message)


def message_of(words: Sequence[str]) -> str:
    """The marked message again."""
    return Message(words[1], words[0])
