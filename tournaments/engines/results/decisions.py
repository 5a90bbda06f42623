"""What organisers have decided besides hands, as the standings take it."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.engines.standings import Account, Adjustment, By, Id, RankingRules, TableResult


class RulingKind(enum.StrEnum):
    """What organisers decide besides hands."""

    POINTS = "points"  # penalty or credit: {"points": n, "target": "points" | "match_points"}
    WALKOVER = "walkover"  # a match won without play: {"winner": entrant}
    LOT = "lot"  # a lot drawn at the table instead of the computed one: {"order": [entrant, …]}
    PLAY_OFF = "play_off"  # an extra game among equals: {"order": [entrant, …]}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in force. What `data` says depends on its kind; `round` is the number of one."""

    kind: str  # a RulingKind
    entrant: Id | None
    round: int | None
    table: int | None
    data: Mapping[str, Any]
    reason: str = ""


def walkovers(decisions: Iterable[Decision]) -> dict[tuple[int | None, int | None], Id]:
    """Who won without play, by round and table."""
    return {
        (decision.round, decision.table): decision.data["winner"]
        for decision in decisions
        if decision.kind == RulingKind.WALKOVER
    }


def adjustments(decisions: Iterable[Decision], rounds: Collection[int]) -> tuple[Adjustment, ...]:
    """Penalties and credits of these rounds, and of the event as a whole."""
    return tuple(
        adjustment(decision)
        for decision in decisions
        if decision.kind == RulingKind.POINTS
        and decision.entrant
        and (decision.round is None or decision.round in rounds)
    )


def adjustment(decision: Decision) -> Adjustment:
    """A penalty or a credit."""
    target = decision.data.get("target", "points")
    return Adjustment(decision.entrant or 0, decision.round, decision.data["points"], decision.reason, target)


def playoffs(decisions: Iterable[Decision]) -> tuple[TableResult, ...]:
    """Extra games among equals: who won them has more points than who came after."""
    return tuple(
        TableResult(
            stage=0,
            round=0,
            table=0,
            accounts=tuple(
                Account((who,), points=-place) for place, who in enumerate(decision.data["order"])
            ),
            finished=True,
            matched=False,
        )
        for decision in decisions
        if decision.kind == RulingKind.PLAY_OFF and decision.table is None
    )


def lots(decisions: Iterable[Decision]) -> tuple[tuple[Id, ...], ...]:
    """Lots drawn by hand, the latest first."""
    return tuple(tuple(decision.data["order"]) for decision in decisions if decision.kind == RulingKind.LOT)[
        ::-1
    ]


def rules_with(rules: RankingRules, decisions: Iterable[Decision]) -> RankingRules:
    """The ranking, with what decides among equals where an organiser has let them play or draw for it."""
    kinds = {decision.kind for decision in decisions if decision.table is None}
    criteria = list(rules.criteria)
    if RulingKind.PLAY_OFF in kinds and By.PLAYOFF not in criteria:
        criteria.insert(criteria.index(By.LOT) if By.LOT in criteria else len(criteria), By.PLAYOFF)
    if RulingKind.LOT in kinds and By.LOT not in criteria:
        criteria.append(By.LOT)
    return replace(rules, criteria=tuple(criteria))


def play_off_winners(decisions: Iterable[Decision]) -> dict[tuple[int, int], Id]:
    """Level matches that an extra game has decided: the winner, by round and table."""
    return {
        (decision.round, decision.table): decision.data["order"][0]
        for decision in decisions
        if decision.kind == RulingKind.PLAY_OFF and decision.round is not None and decision.table is not None
    }
