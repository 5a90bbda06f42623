"""A plan of prizes as the engine is asked: rows of the form as targets, gifts to choose from as goods."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tournaments.engines.plans.prizeplan import PrizeFor, PrizePlan, PrizeRow
from tournaments.engines.prizes.choices import PrizeKind, PrizePlaces
from tournaments.engines.prizes.inputs import PlannedPrize, PrizeTarget

BEST_HAND = "best hand"  # a statistic
OF_ROUND = "."  # between the id of a row and the number of a round


def round_name(number: int) -> str:
    """What the ranking of one round is called."""
    return f"round {number}"


def planned_prizes(
    plan: PrizePlan, rounds: int, gift: str, labels: dict[str, str]
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
            heads=row.heads,
            label=labels.get(row.id, ""),
        )
        for row in plan.prizes
        for key, target in targets_of(row, rounds)
    )


def row_of(plan: PrizePlan, prize: str) -> PrizeRow | None:
    """The row that a prize of the engine comes from."""
    return plan.prize(prize.partition(OF_ROUND)[0])


def targets_of(row: PrizeRow, rounds: int) -> Iterator[tuple[str, PrizeTarget]]:
    """Whom a row is for; that of each round is several prizes."""
    if row.who != PrizeFor.ROUND:
        yield row.id, _target(row)
        return
    for number in [row.first] if row.first > 0 else range(1, max(rounds, 1) + 1):
        target = PrizeTarget(ranking=round_name(number), first=max(row.last, 1))
        yield (row.id if row.first > 0 else f"{row.id}{OF_ROUND}{number}"), target


def _target(row: PrizeRow) -> PrizeTarget:
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
            return _target_among(row, place)


def _target_among(row: PrizeRow, place: int) -> PrizeTarget:
    """Among some of all."""
    match row.who:
        case PrizeFor.CLASS:
            return PrizeTarget(group=row.name, first=place)
        case PrizeFor.CLUB:
            return PrizeTarget(club=row.name.casefold(), first=place)
        case PrizeFor.MEMBERS | PrizeFor.GUESTS:
            return PrizeTarget(members=row.who == PrizeFor.MEMBERS, first=place)
        case PrizeFor.TEAM:
            return PrizeTarget(teams=True, first=place, count=row.count)
        case PrizeFor.HAND:
            return PrizeTarget(statistic=BEST_HAND, first=place)
        case PrizeFor.RAFFLE | PrizeFor.RAFFLE_HERE | PrizeFor.RAFFLE_REST:
            rest = row.who == PrizeFor.RAFFLE_REST
            return PrizeTarget(places=PrizePlaces.RAFFLE, number=place, without_prize=rest)
        case _:
            return PrizeTarget(each="table", first=1)
