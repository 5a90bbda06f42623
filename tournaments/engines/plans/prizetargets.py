"""A plan of prizes as the engine is asked: rows of the form as targets, gifts to choose from as goods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.engines.plans.prizeplan import PrizePlan, PrizeRow
from tournaments.engines.plans.prizewho import PARTED, PotOf, PrizeFor
from tournaments.engines.prizes.choices import PrizeKind, PrizePlaces
from tournaments.engines.prizes.inputs import PlannedPrize, PrizeTarget

BEST_HAND = "best hand"  # a statistic
OF_ROUND = "."  # between the id of a row and the number of a round or stage


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeSetting:
    """What of an event it depends on whom its prizes are for."""

    rounds: int = 0  # played
    stages: int = 0
    tables: int = 0
    people: int = 0
    team_best: int = 0  # so many count for a team; 0: all
    low_wins: bool = False


def round_name(number: int) -> str:
    """What the ranking of one round is called."""
    return f"round {number}"


def stage_name(number: int) -> str:
    """What the ranking of one stage is called."""
    return f"stage {number}"


def best_round_name(least: int) -> str:
    """What the number of a best single round is called, of so many points at least."""
    return f"round from {least}" if least else "best round"


def pot_name(pot: PotOf, part: int = 0) -> str:
    """What the engine calls it; empty: the pot of the event."""
    if pot == PotOf.MAIN:
        return ""
    return f"{pot.value} {part}" if pot == PotOf.SERIES else pot.value


def pot_called(name: str) -> tuple[PotOf, int]:
    """The pot that the engine calls so, and of which round or stage it is."""
    word, _space, number = name.partition(" ")
    return next((pot for pot in PotOf if pot.value == word), PotOf.MAIN), int(number or 0)


def planned_prizes(
    plan: PrizePlan, setting: PrizeSetting, gift: str, labels: dict[str, str]
) -> tuple[PlannedPrize, ...]:
    """All rows. `gift`: what one is called that is still to be chosen; `labels`: what rows are called."""
    return tuple(
        PlannedPrize(
            id=key,
            target=target,
            money=row.amount,
            percent=Fraction(row.percent, 100),
            of_left=row.left,
            least_tables=row.tables,
            goods=row.goods or (gift if row.picks else ""),
            worth=row.worth,
            kind=PrizeKind.GOODS if row.picks else row.kind,
            division=row.division,
            weights=tuple(map(Fraction, row.weights_for(setting.tables, setting.people))),
            heads=row.heads,
            block=f"apart {key}" if row.apart else "",
            pot=pot_name(row.pot, part),
            label=labels.get(row.id, ""),
        )
        for row in plan.prizes
        for key, part, target in targets_of(row, setting)
    )


def row_of(plan: PrizePlan, prize: str) -> PrizeRow | None:
    """The row that a prize of the engine comes from."""
    return plan.prize(prize.partition(OF_ROUND)[0])


def targets_of(row: PrizeRow, setting: PrizeSetting) -> Iterator[tuple[str, int, PrizeTarget]]:
    """Whom a row is for; that of each round or stage is several prizes."""
    if row.who not in PARTED:
        yield row.id, 0, _spread(row, _target(row, setting), setting)
        return
    called, there = (
        (round_name, setting.rounds) if row.who == PrizeFor.ROUND else (stage_name, setting.stages)
    )
    for number in [row.first] if row.first > 0 else range(1, max(there, 1) + 1):
        target = PrizeTarget(ranking=called(number), first=max(row.last, 1))
        key = row.id if row.first > 0 else f"{row.id}{OF_ROUND}{number}"
        yield key, number, _spread(row, target, setting)


def _spread(row: PrizeRow, target: PrizeTarget, setting: PrizeSetting) -> PrizeTarget:
    """Shares that somebody has named say for how many places they are."""
    weights = row.weights_for(setting.tables, setting.people)
    single = target.places == PrizePlaces.RANKS and target.last is None and target.first > 0
    if len(weights) > 1 and single:
        return replace(target, last=target.first + len(weights) - 1)
    return target


def _target(row: PrizeRow, setting: PrizeSetting) -> PrizeTarget:
    place = max(row.first, 1)
    match row.who:
        case PrizeFor.PLACES:
            return PrizeTarget(first=place, last=row.last or None)
        case PrizeFor.TABLES:
            return PrizeTarget(places=PrizePlaces.PER_TABLE)
        case PrizeFor.PER:
            return PrizeTarget(places=PrizePlaces.ONE_IN, number=place)
        case PrizeFor.EVERY:
            return PrizeTarget(places=PrizePlaces.EVERY, number=place)
        case PrizeFor.PART:
            return PrizeTarget(places=PrizePlaces.PERCENT, number=place)
        case PrizeFor.EVERYBODY:
            return PrizeTarget(first=1, last=-1)
        case PrizeFor.ABOVE:
            return PrizeTarget(places=PrizePlaces.ABOVE, points=row.first)
        case PrizeFor.LAST:
            return PrizeTarget(first=-1)
        case PrizeFor.SECOND_LAST:
            return PrizeTarget(first=-2)
        case PrizeFor.MIDDLE:
            return PrizeTarget(places=PrizePlaces.MIDDLE)
        case _:
            return _target_among(row, place, setting)


def _target_among(row: PrizeRow, place: int, setting: PrizeSetting) -> PrizeTarget:
    """Among some of all."""
    last = row.last or None
    match row.who:
        case PrizeFor.CLASS:
            return PrizeTarget(group=row.name, first=place, last=last)
        case PrizeFor.CLUB:
            return PrizeTarget(club=row.name.casefold(), first=place, last=last)
        case PrizeFor.MEMBERS | PrizeFor.GUESTS:
            return PrizeTarget(members=row.who == PrizeFor.MEMBERS, first=place, last=last)
        case PrizeFor.TEAM:
            return PrizeTarget(teams=True, first=place, last=last, count=setting.team_best)
        case PrizeFor.ROUND_FROM:
            return PrizeTarget(statistic=best_round_name(row.first), lowest=setting.low_wins)
        case PrizeFor.FEAT:
            return PrizeTarget(statistic=row.name, first=place, last=last)
        case PrizeFor.HAND:
            return PrizeTarget(statistic=BEST_HAND, first=place, last=last)
        case PrizeFor.RAFFLE | PrizeFor.RAFFLE_HERE | PrizeFor.RAFFLE_REST:
            rest = row.who == PrizeFor.RAFFLE_REST
            return PrizeTarget(places=PrizePlaces.RAFFLE, number=place, without_prize=rest)
        case _:
            return PrizeTarget(each="table", first=1)
