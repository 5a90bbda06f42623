"""Which prizes a decision moves: who gets what as it is and as it would be, without a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.engines.plans.prizeplan import PrizeRow
from tournaments.engines.plans.prizetargets import row_of
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.outcome import PrizeAward, PrizeOutcome
from tournaments.engines.standings import Id, TeamRow
from tournaments.events.decisions.consequences import PassedMoney, PassedPrize, PrizeSide
from tournaments.models import Event
from tournaments.prizes.asking import prizes_awarded
from tournaments.prizes.due import dues
from tournaments.prizes.ground import PrizeGround, ground_of


def moved_prizes(
    event: Event, before: PrizeSide, after: PrizeSide
) -> tuple[tuple[PassedPrize, ...], tuple[PassedMoney, ...]]:
    """Prizes that are not shared by the same people any more, and amounts that are others."""
    if not (event.prizes or event.prize_plan.get("plan", {}).get("prizes")):
        return (), ()
    ground = ground_of(event)
    old, new = (prizes_awarded(ground, side.table, side.known, side.teams) for side in (before, after))
    return tuple(_passed(ground, old, new, before, after)), tuple(_amounts(ground, old, new, before, after))


def _passed(
    ground: PrizeGround, old: PrizeOutcome, new: PrizeOutcome, before: PrizeSide, after: PrizeSide
) -> Iterator[PassedPrize]:
    was, now = _winners(ground, old, before.teams), _winners(ground, new, after.teams)
    for key in dict.fromkeys((*was, *now)):
        had, has = was.get(key, ()), now.get(key, ())
        if {*had} != {*has}:
            row = row_of(ground.plan, key[0])
            label = "?" if row is None else plain_label(row, key[2])
            yield PassedPrize(label, "" if row is None else row.goods, had, has)


SlotKey = tuple[str, str, int]


def _winners(
    ground: PrizeGround, outcome: PrizeOutcome, teams: Sequence[TeamRow]
) -> dict[SlotKey, tuple[Id, ...]]:
    """Who has part in each prize; of one that a lot has still to decide all among whom it does."""
    members = {team.team: team.members for team in teams}
    order = {row.id: place for place, row in enumerate(ground.plan.prizes)}
    winners: dict[SlotKey, tuple[Id, ...]] = {}
    for award in outcome.awards:
        for slot in award.slots:
            winners[slot.key] = (*winners.get(slot.key, ()), *_people(outcome, award, members))
    ordered = sorted(winners, key=lambda key: (order.get(key[0].partition(".")[0], 0), key[2], key[1]))
    return {key: tuple(dict.fromkeys(winners[key])) for key in ordered}


def _people(outcome: PrizeOutcome, award: PrizeAward, members: dict[str, tuple[Id, ...]]) -> tuple[Id, ...]:
    if award.team:
        return members.get(str(award.entrant), ())
    for lot in outcome.lots if award.open else ():
        if lot.how == "open" and award.entrant in lot.among:
            return tuple(who for who in lot.among if isinstance(who, int))
    return (award.entrant,) if isinstance(award.entrant, int) else ()


def _amounts(
    ground: PrizeGround, old: PrizeOutcome, new: PrizeOutcome, before: PrizeSide, after: PrizeSide
) -> Iterator[PassedMoney]:
    was, now = (
        dues(outcome, ground.plan, ground.records, {team.team: team.members for team in side.teams})
        for outcome, side in ((old, before), (new, after))
    )
    for who in dict.fromkeys((*now, *was)):
        had = was[who].amount if who in was else 0
        has = now[who].amount if who in now else 0
        if had != has:
            given = (now.get(who) or was[who]).given
            yield PassedMoney(who, had, has, ground.currency, given)


def plain_label(row: PrizeRow, place: int = 0) -> str:
    """What a row is for, in no language but where it was typed: `2`, `Ladies`; else as it is marked."""
    if row.label:
        return row.label
    if row.who == PrizeFor.PLACES:
        return str(place or row.first)
    return row.name or row.who.label
