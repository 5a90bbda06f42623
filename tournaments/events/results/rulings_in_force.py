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
        (ruling.round_id, ruling.table): ruling.data["winner"]
        for ruling in rulings
        if ruling.kind == RulingKind.WALKOVER
    }


def adjustments(rulings: Iterable[Ruling], rounds: Mapping[int, Round]) -> tuple[Adjustment, ...]:
    """Penalties and credits of these rounds (by key), and of the event as a whole."""
    return tuple(
        adjustment(ruling, rounds[ruling.round_id].number if ruling.round_id else None)
        for ruling in rulings
        if ruling.kind == RulingKind.POINTS
        and ruling.entrant_id
        and (ruling.round_id is None or ruling.round_id in rounds)
    )


def adjustment(ruling: Ruling, round_: int | None) -> Adjustment:
    """A penalty or a credit."""
    target = ruling.data.get("target", "points")
    return Adjustment(ruling.entrant_id or 0, round_, ruling.data["points"], ruling.reason, target)


def playoffs(rulings: Iterable[Ruling]) -> tuple[TableResult, ...]:
    """Extra games among equals: who won them has more points than who came after."""
    return tuple(
        TableResult(
            stage=0,
            round=0,
            table=0,
            accounts=tuple(Account((who,), points=-place) for place, who in enumerate(ruling.data["order"])),
            finished=True,
            matched=False,
        )
        for ruling in rulings
        if ruling.kind == RulingKind.PLAY_OFF and ruling.table is None
    )


def lots(rulings: Iterable[Ruling]) -> tuple[tuple[Id, ...], ...]:
    """Lots drawn by hand, the latest first."""
    return tuple(tuple(ruling.data["order"]) for ruling in rulings if ruling.kind == RulingKind.LOT)[::-1]


def rules_with(rules: RankingRules, rulings: Iterable[Ruling]) -> RankingRules:
    """The ranking, with what decides among equals where an organiser has let them play or draw for it."""
    kinds = {ruling.kind for ruling in rulings if ruling.table is None}
    criteria = list(rules.criteria)
    if RulingKind.PLAY_OFF in kinds and By.PLAYOFF not in criteria:
        criteria.insert(criteria.index(By.LOT) if By.LOT in criteria else len(criteria), By.PLAYOFF)
    if RulingKind.LOT in kinds and By.LOT not in criteria:
        criteria.append(By.LOT)
    return replace(rules, criteria=tuple(criteria))


def play_off_winners(rulings: Iterable[Ruling]) -> dict[tuple[int, int], Id]:
    """Level matches that an extra game has decided: the winner, by round and table."""
    return {
        (ruling.round.number, ruling.table): ruling.data["order"][0]
        for ruling in rulings
        if ruling.kind == RulingKind.PLAY_OFF and ruling.round is not None and ruling.table is not None
    }
