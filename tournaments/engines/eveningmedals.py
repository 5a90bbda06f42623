"""What there is to be proud of when an evening or event is over: pure, from the sheets and nothing else.

Two things are looked at: how everybody's own hands went, one after the other, and who stood where after every
step (a hand, a game of a match, a round). What too many have reached is no medal.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

FEW = 2  # so many may share a medal
KINDS = 2  # things people play for at least, where doing one of them again says something
SAME = 3  # hands played for the same thing, one after the other
SERIES = 4  # hands won one after the other
EVERYTHING = 4  # hands somebody has played for something, and made all of them
STEPS = 8  # hands from which on leading all the time, or coming from behind, means something
SMALL = 6  # of so few it is the last who comes from behind; of more whoever was in the lower half
MOST = 4  # medals of an evening

Who = int
"""An account of a sheet, or an entrant of an event."""


class EveningMedalKind(enum.StrEnum):
    """What a medal of an evening is for, the rarest first."""

    SAME = "same"  # the same thing played in a row, and not lost: four Räuber
    BEHIND = "behind"  # last, and first in the end
    THROUGHOUT = "throughout"  # in front from the first step to the last
    LAST_STEP = "last-step"  # in front with the last step, and not before
    EVERYTHING = "everything"  # made whatever was played for
    SERIES = "series"  # hands won one after the other


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A hand of somebody: won or not, and what he played for in it, each with whether it worked.

    None: there was nothing to win, as in a Räuber.
    """

    won: bool
    tried: tuple[tuple[str, bool | None], ...] = ()


@dataclass(frozen=True, slots=True)
class EveningMedal:
    """`count`: hands; of BEHIND the place, of all others about steps how many there were. `step`: from 0, of
    BEHIND alone. `what`: of SAME alone.
    """

    kind: EveningMedalKind
    who: tuple[Who, ...]
    count: int
    what: str = ""
    step: int = 0


def evening_medals(
    hands: Mapping[Who, Sequence[OwnHand]],
    places: Mapping[Who, Sequence[int]] | None = None,
    *,
    least: int = STEPS,
) -> tuple[EveningMedal, ...]:
    """The medals, rarest first, at most four. `places`: everybody's place after each step, the last one
    final; `least`: from how many steps on they mean something.
    """
    steps = max((len(each) for each in (places or {}).values()), default=0)
    won = [
        _same(hands),
        *(_course(places, steps) if places and steps >= least else ()),
        _everything(hands),
        _series(hands),
    ]
    return tuple(medal for medal in won if medal is not None)[:MOST]


def _few(
    kind: EveningMedalKind,
    counts: Mapping[Who, int],
    least: int,
    what: Callable[[Who], str] = lambda _who: "",
) -> EveningMedal | None:
    """For those who have most, if they are few and have done the same."""
    top = max(counts.values(), default=0)
    best = [who for who, count in counts.items() if count == top]
    if top < least or len(best) > FEW or len({what(who) for who in best}) > 1:
        return None
    return EveningMedal(kind, tuple(best), top, what(best[0]))


def _same(hands: Mapping[Who, Sequence[OwnHand]]) -> EveningMedal | None:
    """Where there is only one thing to play for, playing for it again is nothing."""
    every = {what for mine in hands.values() for hand in mine for what, _success in hand.tried}
    if len(every) < KINDS:
        return None
    longest = {who: _longest_same(mine) for who, mine in hands.items()}
    counts = {who: count for who, (count, _what) in longest.items()}
    return _few(EveningMedalKind.SAME, counts, SAME, lambda who: longest[who][1])


def _longest_same(mine: Sequence[OwnHand]) -> tuple[int, str]:
    """Of the hands in which he played for anything: the longest row of the same, not lost."""
    tried = [dict(hand.tried) for hand in mine if hand.tried]
    longest = (0, "")
    for what in sorted({what for hand in tried for what in hand}):
        row = _longest_row([hand.get(what, False) is not False for hand in tried])
        longest = max(longest, (row, what))
    return longest


def _longest_row(right: Sequence[bool]) -> int:
    return max((sum(1 for _each in row) for yes, row in groupby(right) if yes), default=0)


def _everything(hands: Mapping[Who, Sequence[OwnHand]]) -> EveningMedal | None:
    counts: dict[Who, int] = {}
    for who, mine in hands.items():
        judged = [success for hand in mine for _what, success in hand.tried if success is not None]
        counts[who] = len(judged) if all(judged) else 0
    return _few(EveningMedalKind.EVERYTHING, counts, EVERYTHING)


def _series(hands: Mapping[Who, Sequence[OwnHand]]) -> EveningMedal | None:
    counts = {who: _longest_row([hand.won for hand in mine]) for who, mine in hands.items()}
    return _few(EveningMedalKind.SERIES, counts, SERIES)


def _course(places: Mapping[Who, Sequence[int]], steps: int) -> list[EveningMedal | None]:
    """What the way of the winner is worth; somebody who came later has places of the last steps only."""
    first = [who for who, mine in places.items() if mine and mine[-1] == 1]
    if len(first) != 1:
        return []
    (winner,) = first
    mine = places[winner]
    if len(mine) < steps:
        return []
    if all(_alone(places, winner, step, steps) for step in range(steps)):
        return [EveningMedal(EveningMedalKind.THROUGHOUT, (winner,), steps)]
    of = len(places)
    low = of if of <= SMALL else of // 2 + 1
    later = range(steps // 2, steps - 1) if of <= SMALL else range(steps - 1)
    behind = [step for step in later if mine[step] >= low]
    if behind and of > 2:
        return [EveningMedal(EveningMedalKind.BEHIND, (winner,), mine[behind[-1]], step=behind[-1])]
    if mine[-2] > 1:
        return [EveningMedal(EveningMedalKind.LAST_STEP, (winner,), steps)]
    return []


def _alone(places: Mapping[Who, Sequence[int]], winner: Who, step: int, steps: int) -> bool:
    """Was the winner in front after this step, with nobody beside him?"""
    back = step - steps
    there = [mine[back] for mine in places.values() if len(mine) >= -back]
    return places[winner][step] == 1 and there.count(1) == 1
