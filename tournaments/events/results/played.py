"""From sheets to standings: what the tables of an event have written so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from config.caches import Cache
from scoring import Seat, SoFar, games_of
from tournaments.engines.plans.answers import answers
from tournaments.engines.standings import Account, Competition, RankingRules, Rest, TableResult
from tournaments.engines.standings import Competitor as Competitor
from tournaments.events.ground.stages import plan_of, team_of
from tournaments.events.results import rulings_in_force
from tournaments.ledger.derived import counts_as
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
)

SHEETS_KEPT = 8000
Hands = tuple[tuple[int, ...], ...]  # points per side, hand by hand
Games = Sequence[tuple[Sequence[int], Sequence[int] | None]]  # totals, winning sides from 0
_hands: Cache[tuple[int, str], Hands] = Cache(SHEETS_KEPT)  # by sitting and the hash of its last entry


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
    stages = {stage.pk: stage for stage in event.stages.all()}
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
    rulings = rulings_in_force.rulings_in_force(event) if rulings is None else rulings
    walkovers = rulings_in_force.walkovers(rulings)
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
            sides[key] = tuple(fixed.seating.side_of(Seat(seat)) for seat in range(sitting.seats))
            several[key] = sitting.game_value().games_to_win(fixed.rules) > 1
        head = sitting.sheethead
        if sitting.pk in supposed:
            so_far = supposed[sitting.pk]
            hands: Hands = _one_by_one(
                (counts_as(sitting.game_value(), sitting.table(), hand.record), hand.points)
                for hand in so_far.all_hands
            )
            games: Games = games_of(so_far)
            over, number = so_far.over, so_far.played
        else:
            hands, over, number = written[sitting.pk], head.over, head.hands
            games = [(game["totals"], _from_zero(game["winner"])) for game in head.games]
        played.append(
            TableResult(
                stage=stages[round_.stage_id].number,
                round=round_.number,
                table=sitting.number or 0,
                accounts=_accounts(
                    sides[key], chairs.get(sitting.pk, {}), hands, games, several=several[key]
                ),
                finished=over or switched.get(sitting.pk, head.closed) or 0 < sitting.hands_limit <= number,
                matched=plan_of(stages[round_.stage_id]).matched,
                planned=sitting.hands_limit,
                number=number,
                walkover=walkovers.get((round_.pk, sitting.number)),
                several=several[key],
            )
        )
    came = {who for seats in chairs.values() for who in seats.values()}
    came |= {who for round_ in rounds.values() for who in round_.seating.get("out", [])}
    came |= {ruling.entrant_id for ruling in rulings if ruling.entrant_id}
    everybody = event.entrants.all()
    entrants = [entrant for entrant in everybody if entrant.state == EntrantState.HERE or entrant.pk in came]
    return Competition(
        entrants=tuple(
            Competitor(
                id=entrant.pk,
                number=entrant.number,
                category=entrant.category,
                team=team_of(entrant),
                club=entrant.club,
                withdrawn_after=entrant.left_after,
                ranked=entrant.ranked,
            )
            for entrant in entrants
        ),
        played=tuple(played),
        rests=tuple(_rests(rounds.values(), stages, entrants)),
        adjustments=rulings_in_force.adjustments(rulings, rounds),
        rules=rulings_in_force.rules_with(ranking_of(event), rulings),
        playoffs=rulings_in_force.playoffs(rulings),
        lots=rulings_in_force.lots(rulings),
    )


def ranking_of(event: Event) -> RankingRules:
    """How this event ranks."""
    return answers(RankingRules, event.ranking)


def _written(heads: Iterable[SheetHead]) -> dict[int, Hands]:
    """The hands of these sheets; what has not changed since it was asked for last is remembered."""
    hands = _hands.get_many([(head.pk, head.head_hash) for head in heads], _read)
    return {sitting: values for (sitting, _hash), values in hands.items()}


def _read(sheets: Sequence[tuple[int, str]]) -> dict[tuple[int, str], Hands]:
    """The hands of these sheets from the database."""
    rows_of: dict[int, list[tuple[int, tuple[int, ...]]]] = {sitting: [] for sitting, _hash in sheets}
    sittings = list(rows_of)
    for start in range(0, len(sittings), 500):  # SQLite takes so many parameters and not many more
        rows = LiveHand.objects.filter(sitting__in=sittings[start : start + 500])
        ordered = rows.order_by("sitting", "hand_no").values_list("sitting", "hands", "points")
        for sitting, count, points in ordered:
            rows_of[sitting].append((count, tuple(points)))
    return {sheet: _one_by_one(rows_of[sheet[0]]) for sheet in sheets}


def _one_by_one(rows: Iterable[tuple[int, tuple[int, ...]]]) -> Hands:
    """The points of every hand; none where some of them are known from paper by their totals. A redeal is no
    hand.
    """
    known = [(count, points) for count, points in rows if count]
    return () if any(count > 1 for count, _points in known) else tuple(points for _count, points in known)


def _from_zero(winners: Sequence[int] | None) -> list[int] | None:
    return None if winners is None else [side - 1 for side in winners]


def _accounts(
    sides: Sequence[int], entrants: Mapping[int, int], hands: Hands, games: Games, *, several: bool
) -> tuple[Account, ...]:
    """One account per side of the sheet: who it counts for, and what stands on it."""
    accounts = []
    for side in range(max(sides) + 1):
        ours = [
            entrants[seat + 1] for seat, owner in enumerate(sides) if owner == side and seat + 1 in entrants
        ]
        if not ours:
            continue
        points_by_hand = tuple(hand[side] for hand in hands)
        accounts.append(
            Account(
                entrants=tuple(dict.fromkeys(ours)),
                points=sum(totals[side] for totals, _winners in games),
                hands=points_by_hand,
                games=sum(side in winners for _totals, winners in games if winners is not None),
                won=sum(points > 0 for points in points_by_hand),
                lost=sum(points < 0 for points in points_by_hand),
                by_game=tuple(totals[side] for totals, _winners in games) if several else (),
            )
        )
    return tuple(accounts)


def _rests(rounds: Iterable[Round], stages: Mapping[int, Any], entrants: Sequence[Entrant]) -> Iterable[Rest]:
    """Who was not at a table: by the draw, or because he was not there."""
    for round_ in rounds:
        stage = stages[round_.stage_id]
        plan = plan_of(stage)
        out = round_.seating.get("out", [])
        for who in out:
            yield Rest(stage.number, round_.number, who, "bye" if plan.matched else "sitting_out")
        if plan.takes or plan.bracket:
            continue
        seated = {who for table in round_.seating.get("tables", []) for who in table} | set(out)
        for entrant in entrants:
            if entrant.pk not in seated:
                yield Rest(stage.number, round_.number, entrant.pk, "absent")
