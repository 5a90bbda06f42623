"""Places of a knockout, as soon as they are certain: 1, 2, the third, 5–8."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.engines.bracket import BracketMatch, Branch
from tournaments.engines.standings.inputs import Id, TableResult

Level = tuple[Branch, int]  # those who leave the bracket together: branch and round


def winner_of(played: TableResult, *, low_wins: bool = False) -> Id | None:
    """Who won this match; None while it lasts, and when it ended level."""
    if played.walkover is not None:
        return played.walkover
    if not played.finished or len(played.accounts) != 2:
        return None
    first, second = played.accounts
    sign = -1 if low_wins else 1
    result = (first.games, sign * first.points)
    against = (second.games, sign * second.points)
    if result == against:
        return None
    return (first if result > against else second).entrants[0]


@dataclass(frozen=True, slots=True)
class KnockoutPlace:
    """Somebody's places, from the best to the worst that are shared: 1, 2, 3–4, 5–8."""

    entrant: Id
    first: int
    last: int
    open: bool = False  # a match for one of these places is still to be played

    @property
    def shared(self) -> bool:
        """Several have it."""
        return self.first != self.last


def final_places(matches: Iterable[BracketMatch]) -> tuple[KnockoutPlace, ...]:
    """Everybody who is out or has won, the best first; who is still playing in the bracket is missing.

    Losers of the same round share their places; so do both losers of the semifinals where no match is played
    for the third place.
    """
    every = sorted(matches, key=lambda match: match.number)
    for_places = [match for match in every if match.place]
    undecided = {match.place for match in for_places if match.winner is None}
    places: dict[Id, KnockoutPlace] = {}
    first = 1
    for _level, leaving in _leaving(every):
        last = first + len(leaving) - 1
        waiting = any(first <= place <= last for place in undecided)
        for entrant in leaving:
            if entrant is not None:
                places[entrant] = KnockoutPlace(entrant, first, last, waiting)
        first = last + 1
    for match in for_places:
        if match.winner is not None and match.loser is not None:
            places[match.winner] = KnockoutPlace(match.winner, match.place, match.place)
            places[match.loser] = KnockoutPlace(match.loser, match.place + 1, match.place + 1)
    return tuple(sorted(places.values(), key=lambda spot: (spot.first, spot.last, spot.entrant)))


def all_places(matches: Sequence[BracketMatch], members: Collection[Id]) -> tuple[KnockoutPlace, ...]:
    """Everybody of a bracket: those who are still in it have all places that they can still reach."""
    done = final_places(matches)
    waiting = set(members) - {place.entrant for place in done}
    if not waiting:
        return done
    ends: dict[Level, int] = {}  # the last place of who loses there
    place, unsettled = 0, 1
    for level, leaving in _leaving(matches):
        place += len(leaving)
        ends[level] = place
        if None in leaving:
            unsettled = place
    twice = any(match.branch == Branch.FINAL for match in matches)
    reachable = []
    for entrant in sorted(waiting):
        levels = [
            (match.branch, match.round)
            for match in matches
            if match.winner is None and entrant in match.sides
        ]
        worst = ends.get(levels[0], unsettled) if len(levels) == 1 and not twice else unsettled
        reachable.append(KnockoutPlace(entrant, 1, max(worst, 1), True))
    return tuple(sorted((*reachable, *done), key=lambda spot: (spot.first, spot.last, spot.entrant)))


def _leaving(matches: Sequence[BracketMatch]) -> Iterator[tuple[Level, list[Id | None]]]:
    """Who leaves the bracket together and where, the winner first; None for a match that is not decided."""
    bracket = [match for match in matches if match.branch != Branch.PLACE]
    if not bracket:
        return
    finals = [match for match in bracket if match.branch == Branch.FINAL]
    if finals:
        champion, second = _final(finals, bracket)
        yield (Branch.FINAL, 0), [champion]
        yield (Branch.FINAL, 1), [second]
        yield from _losers(bracket, Branch.LOWER)
        return
    depth = max(match.round for match in bracket)
    yield (Branch.UPPER, 0), [match.winner for match in bracket if match.round == depth]
    yield from _losers(bracket, Branch.UPPER)


def _losers(bracket: Sequence[BracketMatch], branch: Branch) -> Iterator[tuple[Level, list[Id | None]]]:
    """The losers of a branch round by round, the last round first."""
    for depth in sorted({match.round for match in bracket if match.branch == branch}, reverse=True):
        losers = [match.loser for match in bracket if match.branch == branch and match.round == depth]
        yield (branch, depth), losers


def _final(finals: Sequence[BracketMatch], bracket: Sequence[BracketMatch]) -> tuple[Id | None, Id | None]:
    """First and second of a double elimination; nobody as long as a second match has to decide."""
    for final in reversed(finals):
        if final.winner is not None:
            unbeaten = [match.winner for match in bracket if match.branch == Branch.UPPER][-1:]
            if final is finals[-1] or final.winner in unbeaten:
                return final.winner, final.loser
    return None, None
