"""From sheets to a competition: what the tables of an event have written so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring import Game, Seat, SoFar, Table, games_of
from tournaments.engines.plans import EventSettings, StagePlan
from tournaments.engines.results.decisions import (
    Decision,
    adjustments,
    lots,
    playoffs,
    rules_with,
    walkovers,
)
from tournaments.engines.sheets.derived import counts_as
from tournaments.engines.standings import Account, Competition, Competitor, RankingRules, Rest, TableResult

HandPoints = tuple[tuple[int, ...], ...]  # points per side, hand by hand
GameTotals = Sequence[tuple[Sequence[int], Sequence[int] | None]]  # totals, winning sides from 0


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage of the event."""

    number: int
    name: str
    plan: StagePlan


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round; `seating` calls the entrants as everything else does."""

    number: int
    stage: int
    seating: Mapping[str, Any]
    bracket: Sequence[Any] = ()  # what the draw said of a knockout, in the first round of it


@dataclass(frozen=True, slots=True)
class CompetingEntrant:
    """Who takes part. `here`: counts even without having sat at a table."""

    competitor: Competitor
    number: int  # start number
    group: str = ""
    here: bool = True


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """A sheet of a round with what is on it."""

    round: int
    table: int
    sides: Sequence[int]  # of each seat
    entrants: Mapping[int, int]  # by seat, from 1
    hands: HandPoints
    games: GameTotals
    number: int  # hands played
    ended: bool  # by the rules, or by the people
    limit: int = 0
    several: bool = False  # a match of several games


def sides_of(table: Table[Any], seats: int) -> tuple[int, ...]:
    """The account of each seat."""
    return tuple(table.seating.side_of(Seat(seat)) for seat in range(seats))


def plays_several(game: Game[Any, Any], table: Table[Any]) -> bool:
    """Is a sheet of this table a match of several games?"""
    return game.games_to_win(table.rules) > 1


def hands_in(game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any]) -> HandPoints:
    """The points of every hand of a sheet."""
    return one_by_one((counts_as(game, table, hand.record), hand.points) for hand in so_far.all_hands)


def totals_in(so_far: SoFar[Any]) -> GameTotals:
    """Totals and winners of every game of a sheet."""
    return games_of(so_far)


def one_by_one(rows: Iterable[tuple[int, tuple[int, ...]]]) -> HandPoints:
    """The points of every hand; none where some of them are known from paper by their totals. A redeal is no
    hand.
    """
    known = [(count, points) for count, points in rows if count]
    return () if any(count > 1 for count, _points in known) else tuple(points for _count, points in known)


@dataclass(frozen=True, slots=True)
class Ground:
    """All that counts besides what is written on sheets."""

    competition: Competition  # of which nothing has been played
    plans: Mapping[int, StagePlan]  # by number of the stage
    stages: Mapping[int, int]  # by number of the round
    walkovers: Mapping[tuple[int | None, int | None], int]  # who won without play, by round and table

    def result(self, sheet: WrittenSheet) -> TableResult:
        """What a sheet counts as."""
        stage = self.stages[sheet.round]
        return TableResult(
            stage=stage,
            round=sheet.round,
            table=sheet.table,
            accounts=_accounts(sheet),
            finished=sheet.ended or 0 < sheet.limit <= sheet.number,
            matched=self.plans[stage].matched,
            planned=sheet.limit,
            number=sheet.number,
            walkover=self.walkovers.get((sheet.round, sheet.table)),
            several=sheet.several,
        )

    def with_results(self, played: Iterable[TableResult]) -> Competition:
        """With what has been played."""
        return replace(self.competition, played=tuple(played))


def ground_of(
    *,
    stages: Sequence[StageRow],
    rounds: Sequence[SeatedRound],
    entrants: Sequence[CompetingEntrant],
    decisions: Sequence[Decision],
    ranking: RankingRules,
    seated: Collection[int],
) -> Ground:
    """What sheets of these rounds, which have begun, are added to; `seated` have had a place in any round."""
    plans = {stage.number: stage.plan for stage in stages}
    stage_of = {round_.number: round_.stage for round_ in rounds}
    came = set(seated)
    came |= {who for round_ in rounds for who in round_.seating.get("out", [])}
    came |= {decision.entrant for decision in decisions if decision.entrant}
    people = [row.competitor for row in entrants if row.here or row.competitor.id in came]
    base = Competition(
        entrants=tuple(people),
        played=(),
        rests=tuple(_rests(rounds, plans, people)),
        adjustments=adjustments(decisions, stage_of),
        rules=rules_with(ranking, decisions),
        playoffs=playoffs(decisions),
        lots=lots(decisions),
    )
    return Ground(base, plans, stage_of, walkovers(decisions))


def competition_of(
    *,
    stages: Sequence[StageRow],
    rounds: Sequence[SeatedRound],
    sheets: Iterable[WrittenSheet],
    entrants: Sequence[CompetingEntrant],
    decisions: Sequence[Decision],
    ranking: RankingRules,
    seated: Collection[int] = (),
) -> Competition:
    """All that counts in these rounds, which have begun; `seated` have had a place in any other."""
    written = list(sheets)
    ground = ground_of(
        stages=stages,
        rounds=rounds,
        entrants=entrants,
        decisions=decisions,
        ranking=ranking,
        seated={*seated, *(who for sheet in written for who in sheet.entrants.values())},
    )
    return ground.with_results(map(ground.result, written))


def team_name(team: str, club: str, settings: EventSettings) -> str:
    """The team an entrant's points are added to: its own, or the club where the event says so."""
    if team or not club:
        return team
    return club if settings.club_teams and settings.entrant == 1 else ""


def _accounts(sheet: WrittenSheet) -> tuple[Account, ...]:
    """One account per side of the sheet: who it counts for, and what stands on it."""
    accounts = []
    for side in range(max(sheet.sides) + 1):
        ours = [
            sheet.entrants[seat + 1]
            for seat, owner in enumerate(sheet.sides)
            if owner == side and seat + 1 in sheet.entrants
        ]
        if not ours:
            continue
        points_by_hand = tuple(hand[side] for hand in sheet.hands)
        accounts.append(
            Account(
                entrants=tuple(dict.fromkeys(ours)),
                points=sum(totals[side] for totals, _winners in sheet.games),
                hands=points_by_hand,
                games=sum(side in winners for _totals, winners in sheet.games if winners is not None),
                won=sum(points > 0 for points in points_by_hand),
                lost=sum(points < 0 for points in points_by_hand),
                by_game=tuple(totals[side] for totals, _winners in sheet.games) if sheet.several else (),
            )
        )
    return tuple(accounts)


def _rests(
    rounds: Iterable[SeatedRound], plans: Mapping[int, StagePlan], entrants: Sequence[Competitor]
) -> Iterable[Rest]:
    """Who was not at a table: by the draw, or because he was not there."""
    for round_ in rounds:
        plan = plans[round_.stage]
        out = round_.seating.get("out", [])
        for who in out:
            yield Rest(round_.stage, round_.number, who, "bye" if plan.matched else "sitting_out")
        if plan.takes or plan.bracket:
            continue
        seated = {who for table in round_.seating.get("tables", []) for who in table} | set(out)
        for entrant in entrants:
            if entrant.id not in seated:
                yield Rest(round_.stage, round_.number, entrant.id, "absent")
