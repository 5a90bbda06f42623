"""One event or evening, read from its sheets and standings: what each person did there."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring import Seat
from tournaments.engines.careers.evening import (
    CareerEvening,
    CareerTable,
    ScoredHand,
    TriedContract,
    evening_of,
    words_of,
)
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.results.keeping import results_of
from tournaments.ledger.overnight import evening_of as day_of
from tournaments.models import Chair, Event, Member, RoundState, Sitting
from tournaments.models.stored import RatedTableJson
from tournaments.table import reading
from tournaments.table.handview import HandView
from tournaments.table.sheetview import SheetView


@dataclass(frozen=True, slots=True)
class GatheredChapter:
    """An event or evening as it is now, not yet written down."""

    game: str
    day: datetime.date
    began_at: datetime.datetime
    revision: int
    people: Mapping[int, CareerEvening]
    places: Mapping[int, int]  # by person; who is in it no longer, or never was, has none
    of: int
    tables: tuple[RatedTableJson, ...]


def of_event(pk: int) -> GatheredChapter | None:
    """An event whose results are official; None: it is gone, or open again."""
    stamp = stamp_of(pk)
    event = Event.objects.defer("logo").filter(pk=pk, finished_at__isnull=False).first()
    if stamp is None or event is None:
        return None
    played = (RoundState.OPEN, RoundState.CLOSED)
    sheets = Sitting.objects.filter(event=event, round__state__in=played, sheethead__hands__gt=0)
    sheets = sheets.select_related("sheethead", "event", "round").order_by("round__number", "number")
    tables, sat = list[CareerTable](), Counter[tuple[int, int]]()
    low_wins = event.game_value().low_wins
    for sitting in sheets:
        chairs = list(Chair.objects.filter(sitting=sitting))
        sat.update((chair.entrant_id or 0, chair.player_id) for chair in chairs)
        tables.append(table_of(reading.sheet(sitting), {chair.seat - 1: chair.player_id for chair in chairs}))
    ranks = {row.entrant: row.rank for row in results_of(stamp).after().rows}
    return GatheredChapter(
        game=event.game,
        day=event.day,
        began_at=event.created_at,
        revision=int(stamp.revision),
        people=evening_of(tables, low_wins=low_wins),
        places=dict(_places(event, ranks, sat)),
        of=sum(rank is not None for rank in ranks.values()),
        tables=tuple(map(_rated, tables)),
    )


def _places(
    event: Event, ranks: Mapping[int, int | None], sat: Counter[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The place of an entrant belongs to whoever sat for him at half of his tables at least."""
    members = Member.objects.filter(entrant__event=event).order_by("pk")
    together: Counter[int] = Counter()
    for (entrant, _player), count in sat.items():
        together[entrant] = max(together[entrant], count)
    for entrant, player in members.values_list("entrant", "player"):
        rank = ranks.get(entrant)
        if rank is not None and 2 * sat[entrant, player] >= max(together[entrant], 1):
            yield player, rank


def of_sitting(pk: int) -> GatheredChapter | None:
    """A table of an evening without an event; None: it is gone."""
    sitting = Sitting.objects.select_related("sheethead").filter(pk=pk, event=None).first()
    if sitting is None:
        return None
    view = reading.sheet(sitting)
    seated = {chair.seat - 1: chair.player_id for chair in Chair.objects.filter(sitting=sitting)}
    table = table_of(view, seated)
    return GatheredChapter(
        game=sitting.game,
        day=day_of(sitting.created_at),
        began_at=sitting.created_at,
        revision=0,
        people=evening_of([table], low_wins=view.game.low_wins),
        places={
            person: table.places[account] for account, people in table.accounts.items() for person in people
        },
        of=len(table.accounts),
        tables=(_rated(table),),
    )


def table_of(view: SheetView, seated: Mapping[int, int]) -> CareerTable:
    """A sheet as numbers; `seated` are the people by place."""
    accounts = {
        account: tuple(seated[seat] for seat in view.seats_of(account) if seat in seated)
        for account in range(len(view.accounts))
        if view.takes_part(account)
    }
    return CareerTable(
        sheet=view.sitting.pk,
        accounts=accounts,
        places={account: view.places[account] for account in accounts},
        hands=tuple(_hand(view, hand, seated) for hand in view.hands if hand.label),
    )


def _hand(view: SheetView, hand: HandView, seated: Mapping[int, int]) -> ScoredHand:
    points = {
        account: hand.points[account] for account in range(len(view.accounts)) if hand.played_by(account)
    }
    tried = tuple(
        TriedContract(words_of(attempt.what), attempt.success, _people(attempt.seats, seated))
        for attempt in view.attempts(hand)
    )
    return ScoredHand(hand.number, points, hand.count, not hand.on_paper, tried)


def _people(seats: Sequence[Seat], seated: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(seated[seat] for seat in seats if seat in seated)


def _rated(table: CareerTable) -> RatedTableJson:
    accounts = [account for account, people in table.accounts.items() if people]
    return {
        "sides": [list(table.accounts[account]) for account in accounts],
        "places": [table.places[account] for account in accounts],
    }
