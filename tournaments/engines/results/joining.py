"""Several halls of one match-day in one list: points as they were made in each hall, and places among all.

Groups, knockouts and points that began anew decide only the list of their own hall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engines.plans import StagePlan
from tournaments.engines.results.finals import FinalLayout, places
from tournaments.engines.standings import Competition, RankingRules, Standings

LOT_BASE = 100_000  # on a lot: the hall, then the start number


@dataclass(frozen=True, slots=True)
class HallPlayed:
    """What one hall has played, as far as it may be known. No two halls have an entrant in common."""

    number: int  # of the hall, from 1
    competition: Competition


def joined(halls: Sequence[HallPlayed], rules: RankingRules) -> Competition:
    """All of it as one competition: everybody keeps the table, round and rest he had in his hall."""
    parts = [_marked(hall) for hall in halls]
    return Competition(
        entrants=tuple(each for part in parts for each in part.entrants),
        played=tuple(each for part in parts for each in part.played),
        rests=tuple(each for part in parts for each in part.rests),
        adjustments=tuple(each for part in parts for each in part.adjustments),
        rules=rules,
        playoffs=tuple(each for part in parts for each in part.playoffs),
        lots=tuple(each for part in parts for each in part.lots),
    )


def joint_standings(competition: Competition, seed: str) -> Standings:
    """The list of everybody of a competition that `joined` has made."""
    return places(_plain_layout(competition, seed), competition)


def _marked(hall: HallPlayed) -> Competition:
    entrants = (
        replace(entrant, hall=hall.number, number=hall.number * LOT_BASE + entrant.on_lot % LOT_BASE)
        for entrant in hall.competition.entrants
    )
    return replace(hall.competition, entrants=tuple(entrants))


def _plain_layout(competition: Competition, seed: str) -> FinalLayout:
    """Every stage is one for all, whose points are added to the others."""
    stages = {each.stage for each in competition.played} | {each.stage for each in competition.rests}
    return FinalLayout(
        plans={stage: StagePlan() for stage in stages},
        names=dict.fromkeys(stages, ""),
        brackets={},
        groups={},
        extra={},
        seed=seed,
    )
