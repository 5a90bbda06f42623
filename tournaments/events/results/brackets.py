"""Knockout: which matches of the bracket can be played now, and who has come how far.

The first round of the stage keeps the whole bracket as the draw gave it; every further round is what follows
from the results. A match for third place is added between the losers of the semi-finals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engines.standings import Played

THIRD_PLACE = 0  # number of the match for third place; those of the draw begin with 1


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket: both sides, as far as they are known, and how it went."""

    number: int
    stage: str  # "winners", "losers", "final" or "third"
    round: int  # within the stage, from 1
    sides: tuple[int | None, int | None]  # entrants
    sources: tuple[Any, Any]  # where a side comes from: entrant, {"winner": n} or {"loser": n}
    winner: int | None = None

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


def winner_of(played: Played, *, low_wins: bool = False) -> int | None:
    """Who won this match; None while it lasts, and when it ended level."""
    if played.walkover is not None:
        return played.walkover
    if not played.finished or len(played.accounts) != 2:
        return None
    one, other = played.accounts
    sign = -1 if low_wins else 1
    first = (one.games, sign * one.points)
    second = (other.games, sign * other.points)
    if first == second:
        return None
    return (one if first > second else other).entrants[0]


def bracket(
    drawn: Sequence[Mapping[str, Any]],
    winners: Mapping[int, int],
    *,
    third_place: bool = False,
) -> list[BracketMatch]:
    """All matches of a bracket as they stand; `winners` by number of the match.

    The last match of a double elimination is left out unless the winner of the lower bracket has won the one
    before it.
    """
    found: dict[int, BracketMatch] = {}
    last = len(drawn)
    for one in drawn:
        sides = [_side(side, found) for side in one["sides"]]
        if one["stage"] == "final" and one["round"] == 2:
            before = found[one["match"] - 1]
            if before.winner is None or before.winner != before.sides[1]:
                continue
        found[one["match"]] = BracketMatch(
            number=one["match"],
            stage=one["stage"],
            round=one["round"],
            sides=(sides[0], sides[1]),
            sources=(one["sides"][0], one["sides"][1]),
            winner=winners.get(one["match"]),
        )
    if third_place and last in found:
        semis = [source["winner"] for source in found[last].sources if isinstance(source, Mapping)]
        if len(semis) == 2:
            found[THIRD_PLACE] = BracketMatch(
                number=THIRD_PLACE,
                stage="third",
                round=1,
                sides=(found[semis[0]].loser, found[semis[1]].loser),
                sources=({"loser": semis[0]}, {"loser": semis[1]}),
                winner=winners.get(THIRD_PLACE),
            )
    return list(found.values())


def _side(source: Any, found: Mapping[int, BracketMatch]) -> int | None:
    if not isinstance(source, Mapping):
        return int(source)
    ((what, number),) = source.items()
    match = found.get(number)
    if match is None:
        return None
    return match.winner if what == "winner" else match.loser


def left_in(seating: Mapping[str, Any]) -> int:
    """How many are left in a round of a knockout, with those who begin later: 2 is the final."""
    return int(seating.get("left") or 2 * sum(match != THIRD_PLACE for match in seating.get("matches", ())))


def of_whom(matches: Sequence[BracketMatch]) -> int:
    """How many were left when these matches of an upper bracket were played: 2 is the final."""
    return 2 * sum(one.stage == "winners" for one in matches)
