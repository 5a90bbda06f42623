"""A knockout: who meets whom, who goes on from which match, and who has come how far.

A bracket is drawn once. Its matches name their sides as entrants, or as winners and losers of earlier
matches; results are laid over it, and nobody stores what follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypedDict

THIRD_PLACE = 0  # number of the match for third place; those of the draw begin with 1


class Branch(StrEnum):
    """Which part of the bracket a match belongs to; the values stand in answers of the draw."""

    UPPER = "winners"
    LOWER = "losers"  # of a double elimination
    FINAL = "final"  # of a double elimination; the second one is played only if it is needed
    PLACE = "place"  # for places of those who are out, usually the third


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """Whoever wins, or loses, an earlier match."""

    match: int
    won: bool


Origin = (
    int | MatchOutcome
)  # where a side of a match comes from: an entrant who begins here, or an earlier match


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket: both sides, as far as they are known, and how it went."""

    number: int
    branch: Branch
    round: int  # within the branch, from 1
    origins: tuple[Origin, Origin]
    sides: tuple[int | None, int | None] = (None, None)  # entrants, once they are known
    winner: int | None = None
    place: int = 0  # it is played for this place and the one after it; 0: for going on

    @property
    def loser(self) -> int | None:
        """Who lost, once it is decided."""
        if self.winner is None:
            return None
        return self.sides[1] if self.winner == self.sides[0] else self.sides[0]

    @property
    def playable(self) -> bool:
        """Both sides are known and nothing is decided."""
        return None not in self.sides and self.winner is None


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches of a knockout as they stand, in the order of the draw."""

    matches: tuple[BracketMatch, ...] = ()

    def of(self, branch: Branch) -> tuple[BracketMatch, ...]:
        """The matches of one branch."""
        return tuple(match for match in self.matches if match.branch == branch)

    @property
    def double(self) -> bool:
        """Who loses twice is out."""
        return any(match.branch in (Branch.LOWER, Branch.FINAL) for match in self.matches)

    @property
    def playable(self) -> list[BracketMatch]:
        """What can be played now, the match for third place last."""
        ready = [match for match in self.matches if match.playable]
        return sorted(ready, key=lambda match: (match.branch == Branch.PLACE, match.number))

    @property
    def champion(self) -> int | None:
        """Who has won it; None as long as a match is missing that decides."""
        deciding = self.of(Branch.FINAL) or self.of(Branch.UPPER)
        if not deciding or any(match.winner is None for match in deciding):
            return None
        return deciding[-1].winner

    @property
    def columns(self) -> dict[tuple[Branch, int], tuple[BracketMatch, ...]]:
        """The matches round by round, by branch and round."""
        columns: dict[tuple[Branch, int], list[BracketMatch]] = {}
        for match in self.matches:
            columns.setdefault((match.branch, match.round), []).append(match)
        return {column: tuple(matches) for column, matches in columns.items()}

    def rounds(self, branch: Branch = Branch.UPPER) -> int:
        """How many rounds a branch has."""
        return max((match.round for match in self.of(branch)), default=0)

    def left(self, number: int) -> int:
        """How many are left in a round of the upper branch, with those who begin later: 2 is the final."""
        return left_in_round(number, self.rounds())

    def before(self, match: BracketMatch) -> tuple[BracketMatch | None, BracketMatch | None]:
        """The matches of the same branch whose winners come to the two sides of this one."""
        ours = {other.number: other for other in self.of(match.branch)}
        first, second = (
            ours.get(origin.match) if isinstance(origin, MatchOutcome) and origin.won else None
            for origin in match.origins
        )
        return first, second


def left_in_round(number: int, rounds: int) -> int:
    """How many are left in a round of so many: 2 in the last one."""
    return 1 << (rounds - number + 1)


def bracket_size(entrants: int) -> int:
    """How many lines a bracket has: a power of two, at least two."""
    return 1 << max(1, (entrants - 1).bit_length())


def played(
    drawn: Sequence[BracketMatch], winners: Mapping[int, int], *, third_place: bool = False
) -> Bracket:
    """A bracket with its results; `winners` by number of the match.

    The last match of a double elimination is left out unless the winner of the lower bracket has won the one
    before it.
    """
    known: dict[int, BracketMatch] = {}
    for match in drawn:
        if match.branch == Branch.FINAL and match.round == 2:
            before = known[match.number - 1]
            if before.winner is None or before.winner != before.sides[1]:
                continue
        known[match.number] = _with_result(match, known, winners)
    last = known.get(len(drawn))
    if third_place and last is not None:
        semis = [origin.match for origin in last.origins if isinstance(origin, MatchOutcome) and origin.won]
        if len(semis) == 2:
            origins = (MatchOutcome(semis[0], won=False), MatchOutcome(semis[1], won=False))
            third = BracketMatch(THIRD_PLACE, Branch.PLACE, 1, origins, place=3)
            known[THIRD_PLACE] = _with_result(third, known, winners)
    return Bracket(tuple(known.values()))


def _with_result(
    match: BracketMatch, known: Mapping[int, BracketMatch], winners: Mapping[int, int]
) -> BracketMatch:
    first, second = match.origins
    return replace(match, sides=(_side(first, known), _side(second, known)), winner=winners.get(match.number))


def _side(origin: Origin, known: Mapping[int, BracketMatch]) -> int | None:
    if not isinstance(origin, MatchOutcome):
        return origin
    match = known.get(origin.match)
    if match is None:
        return None
    return match.winner if origin.won else match.loser


# --- in answers of the draw -----------------------------------------------------------------------


class MatchJson(TypedDict):
    """A match of a bracket. A side is somebody, or who wins or loses another match: {"winner": 3}."""

    match: int
    stage: str
    round: int
    sides: list[int | str | dict[str, int]]


def written(matches: Iterable[BracketMatch], name: Callable[[int], int | str]) -> list[MatchJson]:
    """The matches as an answer of the draw has them; `name` is what an entrant is called there."""
    return [
        {
            "match": match.number,
            "stage": match.branch.value,
            "round": match.round,
            "sides": [
                {"winner" if origin.won else "loser": origin.match}
                if isinstance(origin, MatchOutcome)
                else name(origin)
                for origin in match.origins
            ],
        }
        for match in matches
    ]


def read(matches: Sequence[Mapping[str, Any]], entrant: Callable[[Any], int]) -> tuple[BracketMatch, ...]:
    """The matches of an answer of the draw; `entrant` says who it is that is called so there."""

    def origin(side: Any) -> Origin:
        if not isinstance(side, Mapping):
            return entrant(side)
        ((how, number),) = side.items()
        return MatchOutcome(number, won=how == "winner")

    return tuple(
        BracketMatch(
            number=match["match"],
            branch=Branch(match["stage"]),
            round=match["round"],
            origins=(origin(match["sides"][0]), origin(match["sides"][1])),
        )
        for match in matches
    )
