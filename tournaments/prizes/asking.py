"""Who gets what: the standings of an event put before the engine of prizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.engines.plans.prizetargets import (
    BEST_HAND,
    PrizeSetting,
    best_round_name,
    planned_prizes,
    round_name,
    stage_name,
)
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.engine import awarded
from tournaments.engines.prizes.inputs import Placing, PrizeEntrant, PrizeQuestion, PrizeTeam
from tournaments.engines.prizes.outcome import PrizeOutcome
from tournaments.engines.standings import Competition, Id, Number, Standings, StandingsRow, TeamRow
from tournaments.lists import folded
from tournaments.prizes.ground import PrizeGround

Names = Mapping[int, str]


def prizes_awarded(
    ground: PrizeGround,
    table: Standings,
    competition: Competition,
    teams: Sequence[TeamRow] = (),
    *,
    names: Names | None = None,
    gift: str = "?",
    labels: Mapping[str, str] | None = None,
    called: Mapping[str, str] | None = None,
) -> PrizeOutcome:
    """Everything about the prizes as these standings are. `gift`: what one is called that nobody has chosen
    yet; `labels`: what rows of the plan are called in sentences, `called`: what rankings and numbers are."""
    rows = [row for row in table.rows if row.rank is not None]
    rounds = sorted({score.round for row in rows for score in row.rounds})
    numbers = _numbers(ground, rows, competition)
    places = _places(rows, competition)
    stages = {meeting.stage for meeting in competition.played}
    tables = None
    if rounds:
        tables = len({played.table for played in competition.played if played.round == max(rounds)})
    setting = PrizeSetting(
        rounds=max(rounds, default=0),
        stages=max(stages, default=0),
        tables=tables or 0,
        people=len(rows),
        team_best=competition.rules.team_best,
        low_wins=competition.rules.low_wins,
    )
    question = PrizeQuestion(
        currency=ground.currency,
        pot=ground.pot,
        pots=ground.pots,
        entrants=tuple(_entrant(ground, table, row, places, numbers, names or {}) for row in rows),
        teams=tuple(
            PrizeTeam(
                id=team.team, rank=team.rank, points=team.total.first, members=team.members, name=team.team
            )
            for team in teams
        ),
        prizes=planned_prizes(ground.plan, setting, gift, dict(labels or {})),
        rules=ground.plan.rules,
        decisions=ground.decisions,
        tables=tables,
        called=called or {},
    )
    return awarded(question)


def _entrant(
    ground: PrizeGround,
    table: Standings,
    row: StandingsRow,
    places: Mapping[str, Mapping[Id, Placing]],
    numbers: Mapping[str, Mapping[Id, Number]],
    names: Names,
) -> PrizeEntrant:
    about, plain = row.about, len(table.parts) == 1 and not table.parts[0].bracket
    seats = [score.table for score in row.rounds if score.table is not None]
    return PrizeEntrant(
        id=row.entrant,
        rank=row.rank,
        points=row.values[0].first if plain and row.values else None,
        groups=_groups(ground, about.category),
        club=about.club.casefold(),
        team=about.team,
        table=str(seats[-1]) if seats else "",
        member=not about.club or not ground.home or folded(about.club) in ground.home,
        heads=ground.heads,
        stake=ground.stakes.get(row.entrant, 100),
        present=row.entrant not in ground.absent,
        statistics={
            called: values[row.entrant] for called, values in numbers.items() if row.entrant in values
        },
        rankings={called: ranked[row.entrant] for called, ranked in places.items() if row.entrant in ranked},
        name=names.get(row.entrant, ""),
    )


def _groups(ground: PrizeGround, category: str) -> frozenset[str]:
    """The class of somebody, as prizes write it."""
    for row in ground.plan.prizes:
        if row.who == PrizeFor.CLASS and row.name.casefold() == category.casefold():
            return frozenset((row.name,))
    return frozenset((category,)) if category else frozenset()


def _places(rows: Sequence[StandingsRow], competition: Competition) -> dict[str, dict[Id, Placing]]:
    """The places of each round and of each stage alone, by their points."""
    stage_of = {meeting.round: meeting.stage for meeting in competition.played}
    scores: dict[str, dict[Id, Number]] = {}
    for row in rows:
        for score in row.rounds:
            if score.table is not None:
                scores.setdefault(round_name(score.round), {})[row.entrant] = score.points
                of_stage = scores.setdefault(stage_name(stage_of.get(score.round, 0)), {})
                of_stage[row.entrant] = of_stage.get(row.entrant, 0) + score.points
    return {called: _placed(points, competition) for called, points in scores.items()}


def _placed(points: Mapping[Id, Number], competition: Competition) -> dict[Id, Placing]:
    sign = 1 if competition.rules.low_wins else -1
    ahead = sorted(points.values(), key=lambda value: sign * value)
    return {who: Placing(ahead.index(value) + 1, value) for who, value in points.items()}


def _numbers(
    ground: PrizeGround, rows: Sequence[StandingsRow], competition: Competition
) -> dict[str, Mapping[Id, Number]]:
    """What people are best in besides the ranking: a hand, a round, what was counted by hand."""
    numbers: dict[str, Mapping[Id, Number]] = {BEST_HAND: _best_hands(competition), **ground.feats}
    low = competition.rules.low_wins
    for prize in ground.plan.prizes:
        if prize.who == PrizeFor.ROUND_FROM:
            best = _best_rounds(rows, low=low).items()
            numbers[best_round_name(prize.first)] = {
                who: points
                for who, points in best
                if not prize.first or (points <= prize.first if low else points >= prize.first)
            }
    return numbers


def _best_rounds(rows: Iterable[StandingsRow], *, low: bool) -> dict[Id, Number]:
    played = {row.entrant: [score.points for score in row.rounds if score.table is not None] for row in rows}
    return {who: min(points) if low else max(points) for who, points in played.items() if points}


def _best_hands(competition: Competition) -> dict[Id, int]:
    best: dict[Id, int] = {}
    for played in competition.played:
        for account in played.accounts:
            for who in account.entrants:
                if account.hands:
                    best[who] = max(best.get(who, account.hands[0]), *account.hands)
    return best


def prizes_expected(
    ground: PrizeGround, competition: Competition, tables: int, labels: Mapping[str, str] | None = None
) -> PrizeOutcome:
    """What would be paid with those who are there, before anybody has a place. Who it is means nothing."""
    there = [
        entrant for entrant in competition.entrants if entrant.ranked and entrant.withdrawn_after is None
    ]
    question = PrizeQuestion(
        currency=ground.currency,
        pot=ground.pot,
        pots=ground.pots,
        entrants=tuple(
            PrizeEntrant(
                id=entrant.id,
                rank=place,
                groups=_groups(ground, entrant.category),
                club=entrant.club.casefold(),
                member=not entrant.club or not ground.home or folded(entrant.club) in ground.home,
                heads=ground.heads,
                name=str(place),
            )
            for place, entrant in enumerate(there, start=1)
        ),
        prizes=planned_prizes(
            ground.plan, PrizeSetting(tables=tables, people=len(there)), "", dict(labels or {})
        ),
        rules=ground.plan.rules,
        tables=tables,
    )
    return awarded(question)
