"""An event in numbers, added up over all its tables: pure values, no database, no language."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FEW = 3  # so many may share a record; what more have reached is none
STREAK = 2  # hands that make a series

Who = tuple[int, str]
"""Somebody: the entrant, and the name at the table."""


@dataclass(frozen=True, slots=True)
class Where:
    """A table of a round."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class TalliedHand:
    """What a hand was worth for those who score together."""

    who: str  # as the sheet calls them
    people: tuple[Who, ...]
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class PlayedAttempt:
    """What somebody played for, and whether it worked; None: there was nothing to win."""

    what: str
    success: bool | None
    people: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a table."""

    turns: tuple[TalliedHand, ...]
    tried: tuple[PlayedAttempt, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class TalliedTable:
    """One sheet of the event. Of hands on paper only how many they were is known."""

    where: Where
    hands: int
    people: tuple[Who, ...]
    played: tuple[PlayedHand, ...]  # in their order
    first: datetime.datetime | None = None  # when the first hand was entered, and the last
    last: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class Feat:
    """A single hand that stands out."""

    who: str
    points: int
    where: Where
    sentence: str
    others: int = 0  # who did the same later


@dataclass(frozen=True, slots=True)
class Leader:
    """Who did something most often; few may share it."""

    names: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class AttemptCount:
    """How often something was tried, and how often it worked."""

    name: str
    tried: int
    won: int
    open: int  # of those tried: where there was nothing to win, as in a Räuber

    @property
    def judged(self) -> bool:
        """Could any of them be won?"""
        return self.tried > self.open

    @property
    def percent(self) -> int:
        """Share that worked of what could be won, in whole percent."""
        return round(100 * self.won / (self.tried - self.open)) if self.judged else 0


def tally_of(name: str, outcomes: Sequence[bool | None]) -> AttemptCount:
    """What was tried under one name; None: there was nothing to win."""
    return AttemptCount(name, len(outcomes), outcomes.count(True), outcomes.count(None))


@dataclass(frozen=True, slots=True)
class AttemptLeaders:
    """What people played for in this game, over all tables, and who did most often."""

    tally: AttemptCount
    most: Leader | None


@dataclass(frozen=True, slots=True)
class EventNumbers:
    """A whole event in numbers."""

    hands: int
    tables: int  # sheets with a hand
    people: int
    minutes: int  # from the first hand of a round to its last, over all rounds
    highest: Feat | None  # the hand that moved most
    best: Feat | None
    worst: Feat | None
    streak: Leader | None  # most hands won one after the other
    choices: tuple[AttemptLeaders, ...]  # the most frequent first


def tally(tables: Iterable[TalliedTable], *, low_wins: bool = False) -> EventNumbers:
    """Add up an event; its tables in any order."""
    ordered = sorted(tables, key=lambda played: (played.where.round, played.where.table))
    begun = [table for table in ordered if table.hands]
    hands = [(table.where, hand) for table in begun for hand in table.played]
    turns = [
        Feat(turn.who, turn.points, where, hand.sentence) for where, hand in hands for turn in hand.turns
    ]
    return EventNumbers(
        hands=sum(table.hands for table in begun),
        tables=len(begun),
        people=len({who for table in begun for who in table.people}),
        minutes=_minutes(begun),
        highest=_record(turns, [abs(turn.points) for turn in turns]),
        best=_record(turns, [-turn.points if low_wins else turn.points for turn in turns]),
        worst=_record(turns, [turn.points if low_wins else -turn.points for turn in turns]),
        streak=_streak(begun),
        choices=_choices(begun),
    )


def _record(feats: Sequence[Feat], sizes: Sequence[int]) -> Feat | None:
    """The first of the largest, where few have reached it and it is any different from the rest."""
    if not feats or max(sizes) == min(sizes):
        return None
    top = max(sizes)
    same = [feat for feat, size in zip(feats, sizes, strict=True) if size == top]
    if len(same) > FEW:
        return None
    first = same[0]
    return Feat(first.who, first.points, first.where, first.sentence, len(same) - 1)


def _minutes(tables: Sequence[TalliedTable]) -> int:
    spans: dict[int, list[datetime.datetime]] = defaultdict(list)
    for table in tables:
        spans[table.where.round] += [at for at in (table.first, table.last) if at is not None]
    seconds = sum((max(span) - min(span)).total_seconds() for span in spans.values() if span)
    return int(seconds // 60)


def _streak(tables: Sequence[TalliedTable]) -> Leader | None:
    longest: dict[Who, int] = {}
    now: Counter[Who] = Counter()
    for table in tables:
        for hand in table.played:
            for turn in hand.turns:
                for who in turn.people:
                    now[who] = now[who] + 1 if turn.won else 0
                    longest[who] = max(longest.get(who, 0), now[who])
    leader = _leader(longest)
    return leader if leader and leader.count >= STREAK else None


def _leader(counts: dict[Who, int]) -> Leader | None:
    """Few share it; the members of one pair count as one."""
    top = max(counts.values(), default=0)
    if not top:
        return None
    pairs: dict[int | Who, list[str]] = {}
    for who, count in counts.items():
        if count == top:
            pairs.setdefault(who[0] or who, []).append(who[1])
    if len(pairs) > FEW:
        return None
    return Leader(tuple(" / ".join(names) for names in pairs.values()), top)


def _choices(tables: Sequence[TalliedTable]) -> tuple[AttemptLeaders, ...]:
    by_name: dict[str, list[PlayedAttempt]] = defaultdict(list)
    for table in tables:
        for hand in table.played:
            for attempt in hand.tried:
                by_name[attempt.what].append(attempt)
    choices = [_choice(name, attempts) for name, attempts in by_name.items()]
    return tuple(sorted(choices, key=lambda choice: (-choice.tally.tried, choice.tally.name)))


def _choice(name: str, tried: Sequence[PlayedAttempt]) -> AttemptLeaders:
    outcomes = [attempt.success for attempt in tried]
    judged = any(success is not None for success in outcomes)
    counts: Counter[Who] = Counter()
    for attempt in tried:
        if attempt.success or not judged:
            counts.update(attempt.people)
    return AttemptLeaders(tally_of(name, outcomes), _leader(dict(counts)))
