"""What organisers have decided besides hands, as the standings take it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.engines.standings import Account, Adjustment, By, Id, RankingRules, TableResult
from tournaments.models import Event, Round, Ruling, RulingKind


def rulings_in_force(event: Event) -> list[Ruling]:
    """All decisions that have not been withdrawn, oldest first."""
    return list(Ruling.objects.filter(event=event, withdrawn_at=None).select_related("round"))


def walkovers(rulings: Iterable[Ruling]) -> dict[tuple[int | None, int | None], Id]:
    """Who won without play, by the key of the round and the number of the table."""
    return {
        (one.round_id, one.table): one.data["winner"] for one in rulings if one.kind == RulingKind.WALKOVER
    }


def adjustments(rulings: Iterable[Ruling], rounds: Mapping[int, Round]) -> tuple[Adjustment, ...]:
    """Penalties and credits of these rounds (by key), and of the event as a whole."""
    return tuple(
        adjustment(one, rounds[one.round_id].number if one.round_id else None)
        for one in rulings
        if one.kind == RulingKind.POINTS
        and one.entrant_id
        and (one.round_id is None or one.round_id in rounds)
    )


def adjustment(one: Ruling, round_: int | None) -> Adjustment:
    """A penalty or a credit."""
    target = one.data.get("target", "points")
    return Adjustment(one.entrant_id or 0, round_, one.data["points"], one.reason, target)


def playoffs(rulings: Iterable[Ruling]) -> tuple[TableResult, ...]:
    """Extra games among equals: who won them has more points than who came after."""
    return tuple(
        TableResult(
            stage=0,
            round=0,
            table=0,
            accounts=tuple(Account((who,), points=-place) for place, who in enumerate(one.data["order"])),
            finished=True,
            matched=False,
        )
        for one in rulings
        if one.kind == RulingKind.PLAY_OFF and one.table is None
    )


def lots(rulings: Iterable[Ruling]) -> tuple[tuple[Id, ...], ...]:
    """Lots drawn by hand, the latest first."""
    return tuple(tuple(one.data["order"]) for one in rulings if one.kind == RulingKind.LOT)[::-1]


def rules_with(rules: RankingRules, rulings: Iterable[Ruling]) -> RankingRules:
    """The ranking, with what decides among equals where an organiser has let them play or draw for it."""
    kinds = {one.kind for one in rulings if one.table is None}
    criteria = list(rules.criteria)
    if RulingKind.PLAY_OFF in kinds and By.PLAYOFF not in criteria:
        criteria.insert(criteria.index(By.LOT) if By.LOT in criteria else len(criteria), By.PLAYOFF)
    if RulingKind.LOT in kinds and By.LOT not in criteria:
        criteria.append(By.LOT)
    return replace(rules, criteria=tuple(criteria))


def play_off_winners(rulings: Iterable[Ruling]) -> dict[tuple[int, int], Id]:
    """Level matches that an extra game has decided: the winner, by round and table."""
    return {
        (one.round.number, one.table): one.data["order"][0]
        for one in rulings
        if one.kind == RulingKind.PLAY_OFF and one.round is not None and one.table is not None
    }
