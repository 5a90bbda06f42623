"""From sheets to standings: what the tables of an event have written so far, read from the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from config.caches import Cache
from scoring import SoFar
from tournaments.engines.plans.answers import answers
from tournaments.engines.results.competing import (
    CompetingEntrant,
    GameTotals,
    HandPoints,
    SeatedRound,
    StageRow,
    WrittenSheet,
    competition_of,
    hands_in,
    one_by_one,
    plays_several,
    sides_of,
    totals_in,
)
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
_hands: Cache[tuple[int, str], HandPoints] = Cache(SHEETS_KEPT)  # by sitting and the hash of its last entry


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
    stages = list(event.stages.all())
    rounds = {
        round_.pk: round_
        for round_ in event.rounds.filter(state__in=(RoundState.OPEN, RoundState.CLOSED))
        if last is None or round_.number <= last
    }
    sheets = Sitting.objects.filter(event=event, round__in=rounds).select_related("sheethead")
    sittings = list(sheets.defer("rules"))  # asked for once for tables of one kind
    chairs: dict[int, dict[int, int]] = {}  # entrants by seat, by sitting
    taken = Chair.objects.filter(sitting__event=event, entrant__isnull=False)
    for table, seat, entrant in taken.values_list("sitting", "seat", "entrant"):
        chairs.setdefault(table, {})[seat] = entrant or 0
    decisions = decisions_of(rulings_in_force(event) if rulings is None else rulings)
    written = _written([sitting.sheethead for sitting in sittings])
    supposed, switched = instead or {}, closed or {}
    sides: dict[tuple[int, int], tuple[int, ...]] = {}
    several: dict[tuple[int, int], bool] = {}
    played = []
    for sitting in sittings:
        round_ = rounds[sitting.round_id or 0]
        key = (round_.stage_id, sitting.seats)
        if key not in sides:
            fixed = sitting.table()
            sides[key] = sides_of(fixed, sitting.seats)
            several[key] = plays_several(sitting.game_value(), fixed)
        head = sitting.sheethead
        if sitting.pk in supposed:
            so_far = supposed[sitting.pk]
            hands = hands_in(sitting.game_value(), sitting.table(), so_far)
            games: GameTotals = totals_in(so_far)
            over, number = so_far.over, so_far.played
        else:
            hands, over, number = written[sitting.pk], head.over, head.hands
            games = [(game["totals"], _from_zero(game["winner"])) for game in head.games]
        played.append(
            WrittenSheet(
                round=round_.number,
                table=sitting.number or 0,
                sides=sides[key],
                entrants=chairs.get(sitting.pk, {}),
                hands=hands,
                games=games,
                number=number,
                ended=over or switched.get(sitting.pk, head.closed),
                limit=sitting.hands_limit,
                several=several[key],
            )
        )
    return competition_of(
        stages=[stage_row(stage) for stage in stages],
        rounds=round_rows(rounds.values(), stages),
        sheets=played,
        entrants=[entrant_row(entrant) for entrant in event.entrants.all()],
        decisions=decisions,
        ranking=ranking_of(event),
        seated={who for seats in chairs.values() for who in seats.values()},
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


def _written(heads: Iterable[SheetHead]) -> dict[int, HandPoints]:
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
