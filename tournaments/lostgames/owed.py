"""What every entrant of an event owes for lost games, what was collected, and what has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from tournaments.engines.cashdesk.kinds import CashKind
from tournaments.engines.lostgames import LostGamesPlan, lost_games_plan
from tournaments.lostgames.counting import LostAtTable, lost_in
from tournaments.models import CashEntry, Event


@dataclass(frozen=True, slots=True)
class LostInRound:
    """What one entrant lost in one round, and what it costs."""

    round: int
    table: int
    sitting: int
    lost: tuple[str, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class LostMoneyOf:
    """One entrant. What was collected stands as it was booked, whatever has been corrected since."""

    entrant: int
    rounds: tuple[LostInRound, ...]
    collected: int

    @property
    def owed(self) -> int:
        return sum(row.cost for row in self.rounds)

    @property
    def games(self) -> int:
        """How many were lost."""
        return sum(len(row.lost) for row in self.rounds)

    @property
    def open(self) -> int:
        """Still to be taken; below nothing: to be given back, because a hand was corrected."""
        return self.owed - self.collected


@dataclass(frozen=True, slots=True)
class LostMoney:
    """The lost-game money of an event."""

    plan: LostGamesPlan
    entrants: Mapping[int, LostMoneyOf]  # who sat at a table, or has paid something
    tables: tuple[LostAtTable, ...]

    @property
    def owed(self) -> int:
        return sum(person.owed for person in self.entrants.values())

    @property
    def collected(self) -> int:
        return sum(person.collected for person in self.entrants.values())

    def cost_at(self, sitting: int) -> dict[int, int]:
        """What everybody of a table owes for what was lost there, by entrant."""
        return {
            person.entrant: row.cost
            for person in self.entrants.values()
            for row in person.rounds
            if row.sitting == sitting
        }


def lost_plan_of(event: Event) -> LostGamesPlan | None:
    """What the event does with lost games; None: nothing."""
    return lost_games_plan(event.money)


def lost_money_of(event: Event) -> LostMoney | None:
    """Of everybody, as it stands; None where lost games cost nothing."""
    plan = lost_plan_of(event)
    if plan is None:
        return None
    tables = lost_in(event)
    of: dict[int, list[LostAtTable]] = {}
    for table in tables:
        for entrant in table.entrants:
            of.setdefault(entrant, []).append(table)
    collected = collected_from(event)
    return LostMoney(
        plan,
        {
            entrant: LostMoneyOf(
                entrant, rounds_of(plan, entrant, of.get(entrant, [])), collected.get(entrant, 0)
            )
            for entrant in dict.fromkeys((*of, *collected))
        },
        tuple(tables),
    )


def rounds_of(plan: LostGamesPlan, entrant: int, tables: list[LostAtTable]) -> tuple[LostInRound, ...]:
    """What an entrant lost at these tables, one after the other."""
    lost = [table.lost.get(entrant, ()) for table in tables]
    costs = plan.scale.of_rounds(lost)
    return tuple(
        LostInRound(table.round, table.table, table.sitting, what, cost)
        for table, what, cost in zip(tables, lost, costs, strict=True)
    )


def collected_from(event: Event) -> dict[int, int]:
    """What the cash book says, by entrant; what was reversed is not collected."""
    rows = CashEntry.objects.filter(event=event, kind=CashKind.LOST, entrant__isnull=False)
    sums = rows.order_by().values_list("entrant").annotate(sum=Sum("amount"))
    return {entrant: amount for entrant, amount in sums if entrant is not None}
