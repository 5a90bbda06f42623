"""Places of a knockout, as soon as they are certain: 1, 2, the third, 5–8."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.engines.standings.inputs import Id

Stage = Literal["winners", "losers", "final", "place"]


@dataclass(frozen=True, slots=True)
class Duel:
    """One match of a bracket, also one whose sides are not known yet.

    `stage` and `round` are those of the bracket: `winners`, in a double elimination also `losers` and `final`
    (its second match is played only if the first is won from the lower bracket). `place` matches are played
    for the place given and the one after it, usually the third.
    """

    number: int
    stage: Stage
    round: int  # within the stage, from 1
    winner: Id | None = None
    loser: Id | None = None
    place: int = 0
    sides: tuple[Id | None, Id | None] = (None, None)  # who is to play, as far as it is known


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's places, from the best to the worst that are shared: 1, 2, 3–4, 5–8."""

    entrant: Id
    first: int
    last: int
    open: bool = False  # a match for one of these places is still to be played

    @property
    def shared(self) -> bool:
        """Several have it."""
        return self.first != self.last


def final_places(duels: Iterable[Duel]) -> tuple[Place, ...]:
    """Everybody who is out or has won, the best first; who is still playing in the bracket is missing.

    Losers of the same round share their places; so do both losers of the semifinals where no match is played
    for the third place.
    """
    every = sorted(duels, key=lambda one: one.number)
    matches = [one for one in every if one.stage == "place" and one.place]
    undecided = {one.place for one in matches if one.winner is None}
    found: dict[Id, Place] = {}
    place = 1
    for _match, leaving in _leaving([duel for duel in every if duel.stage != "place"]):
        last = place + len(leaving) - 1
        waiting = any(place <= one <= last for one in undecided)
        for entrant in leaving:
            if entrant is not None:
                found[entrant] = Place(entrant, place, last, waiting)
        place = last + 1
    for match in matches:
        if match.winner is not None and match.loser is not None:
            found[match.winner] = Place(match.winner, match.place, match.place)
            found[match.loser] = Place(match.loser, match.place + 1, match.place + 1)
    return tuple(sorted(found.values(), key=lambda one: (one.first, one.last, one.entrant)))


def all_places(duels: Sequence[Duel], members: Collection[Id]) -> tuple[Place, ...]:
    """Everybody of a bracket: those who are still in it have all places that they can still reach."""
    done = final_places(duels)
    waiting = set(members) - {place.entrant for place in done}
    if not waiting:
        return done
    ends: dict[tuple[Stage, int], int] = {}  # the last place of who loses there
    place, unsettled = 0, 1
    for match, leaving in _leaving([duel for duel in duels if duel.stage != "place"]):
        place += len(leaving)
        ends[match] = place
        if None in leaving:
            unsettled = place
    twice = any(duel.stage == "final" for duel in duels)
    reachable = []
    for entrant in sorted(waiting):
        own = [(duel.stage, duel.round) for duel in duels if duel.winner is None and entrant in duel.sides]
        worst = ends.get(own[0], unsettled) if len(own) == 1 and not twice else unsettled
        reachable.append(Place(entrant, 1, max(worst, 1), True))
    return tuple(sorted((*reachable, *done), key=lambda spot: (spot.first, spot.last, spot.entrant)))


def _leaving(bracket: Sequence[Duel]) -> Iterator[tuple[tuple[Stage, int], list[Id | None]]]:
    """Who leaves the bracket together and where, the winner first; None for a match that is not decided."""
    if not bracket:
        return
    finals = [one for one in bracket if one.stage == "final"]
    if finals:
        champion, second = _final(finals, bracket)
        yield ("final", 0), [champion]
        yield ("final", 1), [second]
        yield from _losers(bracket, "losers")
        return
    depth = max(one.round for one in bracket)
    yield ("winners", 0), [duel.winner for duel in bracket if duel.round == depth]
    yield from _losers(bracket, "winners")


def _losers(bracket: Sequence[Duel], stage: Stage) -> Iterator[tuple[tuple[Stage, int], list[Id | None]]]:
    """The losers of a bracket round by round, the last round first."""
    for depth in sorted({one.round for one in bracket if one.stage == stage}, reverse=True):
        there = [duel.loser for duel in bracket if duel.stage == stage and duel.round == depth]
        yield (stage, depth), there


def _final(finals: Sequence[Duel], bracket: Sequence[Duel]) -> tuple[Id | None, Id | None]:
    """First and second of a double elimination; nobody as long as a second match has to decide."""
    for final in reversed(finals):
        if final.winner is not None:
            unbeaten = [one.winner for one in bracket if one.stage == "winners"][-1:]
            if final is finals[-1] or final.winner in unbeaten:
                return final.winner, final.loser
    return None, None
