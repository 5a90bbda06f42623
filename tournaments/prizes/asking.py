"""Who gets what: the standings of an event put before the engine of prizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.engines.plans.prizeplan import PrizeFor
from tournaments.engines.plans.prizetargets import BEST_HAND, planned_prizes, round_name
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
) -> PrizeOutcome:
    """Everything about the prizes as these standings are. `gift`: what one is called that nobody has chosen
    yet; `labels`: what rows of the plan are called in sentences."""
    rows = [row for row in table.rows if row.rank is not None]
    rounds = sorted({score.round for row in rows for score in row.rounds})
    places = {number: _of_round(rows, number, competition) for number in rounds}
    hands = _best_hands(competition)
    question = PrizeQuestion(
        currency=ground.currency,
        pot=ground.pot,
        entrants=tuple(_entrant(ground, table, row, places, hands, names or {}) for row in rows),
        teams=tuple(
            PrizeTeam(
                id=team.team, rank=team.rank, points=team.total.first, members=team.members, name=team.team
            )
            for team in teams
        ),
        prizes=planned_prizes(ground.plan, max(rounds, default=0), gift, dict(labels or {})),
        rules=ground.plan.rules,
        decisions=ground.decisions,
        tables=len({played.table for played in competition.played if played.round == max(rounds)})
        if rounds
        else None,
    )
    return awarded(question)


def _entrant(
    ground: PrizeGround,
    table: Standings,
    row: StandingsRow,
    places: Mapping[int, Mapping[Id, Placing]],
    hands: Mapping[Id, int],
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
        statistics={BEST_HAND: hands[row.entrant]} if row.entrant in hands else {},
        rankings={
            round_name(number): of_round[row.entrant]
            for number, of_round in places.items()
            if row.entrant in of_round
        },
        name=names.get(row.entrant, ""),
    )


def _groups(ground: PrizeGround, category: str) -> frozenset[str]:
    """The class of somebody, as prizes write it."""
    for row in ground.plan.prizes:
        if row.who == PrizeFor.CLASS and row.name.casefold() == category.casefold():
            return frozenset((row.name,))
    return frozenset((category,)) if category else frozenset()


def _of_round(rows: Iterable[StandingsRow], number: int, competition: Competition) -> dict[Id, Placing]:
    """The places of one round alone, by its points."""
    points: dict[Id, Number] = {}
    for row in rows:
        for score in row.rounds:
            if score.round == number and score.table is not None:
                points[row.entrant] = score.points
    sign = 1 if competition.rules.low_wins else -1
    ahead = sorted(points.values(), key=lambda value: sign * value)
    return {who: Placing(ahead.index(value) + 1, value) for who, value in points.items()}


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
        prizes=planned_prizes(ground.plan, 1, "", dict(labels or {})),
        rules=ground.plan.rules,
        tables=tables,
    )
    return awarded(question)
