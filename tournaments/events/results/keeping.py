"""The results of an event as they stand, kept for the next question: after a hand only its table is read.

What stays while hands are written is kept under the revision of the event, a sheet under the hash of its last
entry; both are read again with every question, so another process may have written anything in between.
Nothing is kept of what a transaction sees that has not ended: it may never have been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from config.caches import Cache, Pictures
from config.database import is_writing
from scoring import SoFar
from tournaments.engines.results.competing import Ground
from tournaments.engines.results.decisions import Decision, play_off_winners
from tournaments.engines.results.finals import FinalLayout, RunningPlaces
from tournaments.engines.standings import Competition, Id, Standings, TableResult
from tournaments.events.ground.stamps import Stamp
from tournaments.events.results.finals import layout_of
from tournaments.events.results.played import (
    EventRows,
    SheetPlace,
    heads_of,
    rows_of,
    supposed_sheet,
    written_hands,
    written_sheet,
)
from tournaments.models import Event, SheetHead

EVENTS_KEPT = 24


@dataclass(frozen=True, slots=True)
class SheetNow:
    """What a sheet says, and what it counts as."""

    head: str  # the hash of its last entry
    hands: int
    ended: bool
    agreed: str  # an AgreedState
    place: SheetPlace | None = None  # None before its round is open
    result: TableResult | None = None


@dataclass(frozen=True, slots=True)
class Still:
    """What stays while hands are written."""

    rows: EventRows
    ground: Ground
    layout: FinalLayout
    level: Mapping[tuple[int, int], Id]  # who won matches that ended level by an extra game


@dataclass(frozen=True, slots=True)
class Results:
    """How an event stands."""

    still: Still
    sheets: Mapping[int, SheetNow]  # by sitting
    competition: Competition
    running: RunningPlaces

    def after(self, last: int | None = None) -> Standings:
        """The final list after a round, or as it is now."""
        return self.running.after(self.still.layout, self.competition, last)

    def supposing(
        self, event: int, instead: Mapping[int, SoFar[Any]], closed: Mapping[int, bool]
    ) -> Competition:
        """As if some sheets (by sitting) had other contents, and some were handed in or not."""
        places = self.still.rows.places
        heads = heads_of(event, {*instead, *closed} & places.keys())
        hands = written_hands(head for sitting, head in heads.items() if sitting not in instead)
        supposed = {}
        for sitting, head in heads.items():
            ended = closed.get(sitting, head.closed)
            if sitting in instead:
                sheet = supposed_sheet(sitting, places[sitting], instead[sitting], closed=ended)
            else:
                sheet = written_sheet(places[sitting], head, hands[sitting], closed=ended)
            supposed[sitting] = self.still.ground.result(sheet)
        return self.still.ground.with_results(
            supposed.get(sitting, there.result)
            for sitting in places
            if (there := self.sheets.get(sitting)) is not None and there.result is not None
        )

    def decided(self, decisions: Sequence[Decision]) -> Competition:
        """As if these were the decisions in force."""
        ground = self.still.rows.ground(decisions)
        return ground.with_results(
            result if result.walkover == winner else replace(result, walkover=winner)
            for result in self.competition.played
            for winner in [ground.walkovers.get((result.round, result.table))]
        )


_stills: Pictures[str, str, Still] = Pictures(EVENTS_KEPT)
_running: Cache[str, RunningPlaces] = Cache(EVENTS_KEPT)
_latest: Cache[str, Results] = Cache(EVENTS_KEPT)


def results_of(stamp: Stamp) -> Results:
    """The results of the event of this stamp, with all that has been written when they are asked for."""
    if is_writing():
        return _read(stamp.event, _still(stamp.event), None, RunningPlaces())
    still = _stills.get((stamp.uid, stamp.revision), lambda: _still(stamp.event))
    running = _running.get(stamp.uid, RunningPlaces)
    results = _read(stamp.event, still, _latest.look_up(stamp.uid), running)
    _latest.put(stamp.uid, results)
    return results


def _still(pk: int) -> Still:
    event = Event.objects.defer("logo").get(pk=pk)
    rows = rows_of(event)
    return Still(rows, rows.ground(), layout_of(event), play_off_winners(rows.decisions))


def _read(event: int, still: Still, before: Results | None, running: RunningPlaces) -> Results:
    known = before.sheets if before else {}
    heads = dict(SheetHead.objects.filter(sitting__event=event).values_list("sitting", "head_hash"))
    sheets = {
        sitting: sheet
        for sitting, head in heads.items()
        if (sheet := known.get(sitting)) is not None
        and sheet.head == head
        and _is_as_before(still, sitting, sheet)
    }
    changed = heads.keys() - sheets.keys()
    if before is not None and before.still is still and not changed and len(sheets) == len(known):
        return before
    sheets |= _sheets(still, heads_of(event, changed))
    competition = still.ground.with_results(
        sheet.result
        for sitting in still.rows.places  # one that has just been taken away is missed by the revision, too
        if (sheet := sheets.get(sitting)) is not None and sheet.result is not None
    )
    return Results(still, sheets, competition, running)


def _is_as_before(still: Still, sitting: int, sheet: SheetNow) -> bool:
    """Does a sheet with the same entries count as the same?"""
    place, result = still.rows.places.get(sitting), sheet.result
    if place is None or result is None:
        return place is None and result is None
    ground = still.ground
    return (
        sheet.place == place
        and result.stage == ground.stages[place.round]
        and result.matched == ground.plans[result.stage].matched
        and result.walkover == ground.walkovers.get((place.round, place.table))
    )


def _sheets(still: Still, heads: Mapping[int, SheetHead]) -> dict[int, SheetNow]:
    hands = written_hands(head for sitting, head in heads.items() if sitting in still.rows.places)
    sheets = {}
    for sitting, head in heads.items():
        place = still.rows.places.get(sitting)
        result = (
            None
            if place is None
            else still.ground.result(written_sheet(place, head, hands[sitting], closed=head.closed))
        )
        ended = head.over or head.closed
        sheets[sitting] = SheetNow(head.head_hash, head.hands, ended, head.agreed, place, result)
    return sheets
