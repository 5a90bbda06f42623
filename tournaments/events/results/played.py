"""From sheets to standings: what the tables of an event have written so far, read from the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.caches import Pictures
from scoring import SoFar
from tournaments.engines.plans.answers import answers
from tournaments.engines.results.competing import (
    CompetingEntrant,
    GameTotals,
    Ground,
    HandPoints,
    SeatedRound,
    StageRow,
    WrittenSheet,
    ground_of,
    hands_in,
    one_by_one,
    plays_several,
    sides_of,
    totals_in,
)
from tournaments.engines.results.decisions import Decision
from tournaments.engines.standings import Competition, RankingRules
from tournaments.engines.standings import Competitor as Competitor
from tournaments.events.ground.stages import plan_of, team_of
from tournaments.events.results.rulings_in_force import decisions_of, rulings_in_force
from tournaments.models import (
    Chair,
    Entrant,
    EntrantState,
    Event,
    LiveHand,
    Round,
    RoundState,
    Ruling,
    SheetHead,
    Sitting,
    Stage,
)

SHEETS_KEPT = 8000
FEW = 200  # sheets that are asked for by their keys
_hands: Pictures[int, str, HandPoints] = Pictures(SHEETS_KEPT)  # by sitting, of the hash of its last entry


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """A table of a round that has begun, and who sits there."""

    round: int
    table: int
    sides: tuple[int, ...]  # of each seat
    entrants: Mapping[int, int]  # by seat
    limit: int
    several: bool  # a match of several games


@dataclass(frozen=True, slots=True)
class EventRows:
    """What results are made from, as the database has it, but for what is written on sheets."""

    stages: Sequence[StageRow]
    rounds: Sequence[SeatedRound]
    entrants: Sequence[CompetingEntrant]
    decisions: Sequence[Decision]
    ranking: RankingRules
    seated: frozenset[int]
    places: Mapping[int, SheetPlace]  # by sitting, in the order in which they count

    def ground(self, decisions: Sequence[Decision] | None = None) -> Ground:
        """What the sheets are added to; `decisions` instead of those in force."""
        return ground_of(
            stages=self.stages,
            rounds=self.rounds,
            entrants=self.entrants,
            decisions=self.decisions if decisions is None else decisions,
            ranking=self.ranking,
            seated=self.seated,
        )


def competition(
    event: Event,
    *,
    last: int | None = None,
    instead: Mapping[int, SoFar[Any]] | None = None,
    closed: Mapping[int, bool] | None = None,
    rulings: Sequence[Ruling] | None = None,
) -> Competition:
    """All that counts, up to a round; `instead` supposes other contents of some sheets (by sitting), `closed`
    that they are handed in or not, `rulings` other decisions than those in force.
    """
    rows = rows_of(event, last=last, rulings=rulings)
    ground = rows.ground()
    heads = heads_of(event.pk, rows.places)
    written = written_hands(heads.values())
    supposed, switched = instead or {}, closed or {}
    return ground.with_results(
        ground.result(
            supposed_sheet(sitting, place, supposed[sitting], closed=switched.get(sitting, head.closed))
            if sitting in supposed
            else written_sheet(place, head, written[sitting], closed=switched.get(sitting, head.closed))
        )
        for sitting, place in rows.places.items()
        for head in [heads[sitting]]
    )


def rows_of(event: Event, *, last: int | None = None, rulings: Sequence[Ruling] | None = None) -> EventRows:
    """The event without its sheets, up to a round; `rulings` instead of those in force."""
    stages = list(event.stages.all())
    rounds = {
        round_.pk: round_
        for round_ in event.rounds.filter(state__in=(RoundState.OPEN, RoundState.CLOSED))
        if last is None or round_.number <= last
    }
    chairs: dict[int, dict[int, int]] = {}  # entrants by seat, by sitting
    taken = Chair.objects.filter(sitting__event=event, entrant__isnull=False)
    for table, seat, entrant in taken.values_list("sitting", "seat", "entrant"):
        chairs.setdefault(table, {})[seat] = entrant or 0
    return EventRows(
        stages=[stage_row(stage) for stage in stages],
        rounds=round_rows(rounds.values(), stages),
        entrants=[entrant_row(entrant) for entrant in event.entrants.all()],
        decisions=decisions_of(rulings_in_force(event) if rulings is None else rulings),
        ranking=ranking_of(event),
        seated=frozenset(who for seats in chairs.values() for who in seats.values()),
        places=_places(event, rounds, chairs),
    )


def _places(
    event: Event, rounds: Mapping[int, Round], chairs: Mapping[int, Mapping[int, int]]
) -> dict[int, SheetPlace]:
    sheets = Sitting.objects.filter(event=event, round__in=rounds)
    kinds: dict[tuple[int, int], tuple[tuple[int, ...], bool]] = {}  # asked for once for tables of one kind
    places = {}
    for pk, key, number, seats, limit in sheets.values_list("pk", "round", "number", "seats", "hands_limit"):
        round_ = rounds[key or 0]
        kind = (round_.stage_id, seats)
        if kind not in kinds:
            sitting = Sitting.objects.get(pk=pk)
            table = sitting.table()
            kinds[kind] = sides_of(table, seats), plays_several(sitting.game_value(), table)
        sides, several = kinds[kind]
        places[pk] = SheetPlace(round_.number, number or 0, sides, chairs.get(pk, {}), limit, several)
    return places


def heads_of(event: int, sittings: Collection[int]) -> dict[int, SheetHead]:
    """The heads of these sheets."""
    heads = SheetHead.objects.filter(sitting__event=event)
    if len(sittings) <= FEW:
        heads = heads.filter(sitting__in=sittings)
    return {head.pk: head for head in heads if head.pk in sittings}


def written_sheet(place: SheetPlace, head: SheetHead, hands: HandPoints, *, closed: bool) -> WrittenSheet:
    """A sheet with what stands on it."""
    games = [(game["totals"], _from_zero(game["winner"])) for game in head.games]
    return _sheet(place, hands, games, head.hands, ended=head.over or closed)


def supposed_sheet(sitting: int, place: SheetPlace, so_far: SoFar[Any], *, closed: bool) -> WrittenSheet:
    """A sheet as it would be."""
    row = Sitting.objects.get(pk=sitting)
    hands = hands_in(row.game_value(), row.table(), so_far)
    return _sheet(place, hands, totals_in(so_far), so_far.played, ended=so_far.over or closed)


def _sheet(
    place: SheetPlace, hands: HandPoints, games: GameTotals, number: int, *, ended: bool
) -> WrittenSheet:
    return WrittenSheet(
        round=place.round,
        table=place.table,
        sides=place.sides,
        entrants=place.entrants,
        hands=hands,
        games=games,
        number=number,
        ended=ended,
        limit=place.limit,
        several=place.several,
    )


def stage_row(stage: Stage) -> StageRow:
    """A stage as results take it."""
    return StageRow(stage.number, stage.name, plan_of(stage))


def round_rows(rounds: Iterable[Round], stages: Iterable[Stage]) -> list[SeatedRound]:
    """Rounds as results take them."""
    numbers = {stage.pk: stage.number for stage in stages}
    return [
        SeatedRound(
            round_.number,
            numbers[round_.stage_id],
            round_.seating,
            round_.answer.get("facts", {}).get("bracket", ()),
        )
        for round_ in rounds
    ]


def entrant_row(entrant: Entrant) -> CompetingEntrant:
    """An entrant as results take him."""
    competitor = Competitor(
        id=entrant.pk,
        number=entrant.number,
        category=entrant.category,
        team=team_of(entrant),
        club=entrant.club,
        withdrawn_after=entrant.left_after,
        ranked=entrant.ranked,
    )
    return CompetingEntrant(
        competitor, entrant.number, entrant.group, here=entrant.state == EntrantState.HERE
    )


def ranking_of(event: Event) -> RankingRules:
    """How this event ranks."""
    return answers(RankingRules, event.ranking)


def written_hands(heads: Iterable[SheetHead]) -> dict[int, HandPoints]:
    """The hands of these sheets; what has not changed since it was asked for last is remembered."""
    hands = _hands.get_many([(head.pk, head.head_hash) for head in heads], _read)
    return {sitting: values for (sitting, _hash), values in hands.items()}


def _read(sheets: Sequence[tuple[int, str]]) -> dict[tuple[int, str], HandPoints]:
    """The hands of these sheets from the database."""
    rows_of: dict[int, list[tuple[int, tuple[int, ...]]]] = {sitting: [] for sitting, _hash in sheets}
    sittings = list(rows_of)
    for start in range(0, len(sittings), 500):  # SQLite takes so many parameters and not many more
        rows = LiveHand.objects.filter(sitting__in=sittings[start : start + 500])
        ordered = rows.order_by("sitting", "hand_no").values_list("sitting", "hands", "points")
        for sitting, count, points in ordered:
            rows_of[sitting].append((count, tuple(points)))
    return {sheet: one_by_one(rows_of[sheet[0]]) for sheet in sheets}


def _from_zero(winners: Sequence[int] | None) -> list[int] | None:
    return None if winners is None else [side - 1 for side in winners]
