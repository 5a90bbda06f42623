"""What an evening came to, person by person: from the results of an event, from tables, or as it was typed.

Points belong to the entrant of an event; each person who was entered has them, whoever sat for him later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scoring import Seat, Side
from tournaments.engines.standings import By, Competition, Standings, StandingsRow
from tournaments.events.results.keeping import Results
from tournaments.matchdays.ranking import JointRanking
from tournaments.models import Chair, EveningResult, Member, SeasonDate, Sitting

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class PersonOutcome:
    """What somebody came to on an evening."""

    person: int
    points: Number | None
    rank: int | None = None
    hands: int = 0
    rounds: int = 1
    wins: int = 0
    losses: int = 0
    club: str = ""
    team: str = ""
    guest: bool = False
    partners: tuple[int, ...] = ()
    parts: tuple[Number | None, ...] = ()  # round by round


@dataclass(frozen=True, slots=True)
class EveningOutcome:
    """What an evening came to."""

    people: tuple[PersonOutcome, ...] = ()
    tables: tuple[Mapping[int | str, Number], ...] = ()  # who sat together, with points
    size: int = 0


@dataclass(slots=True)
class _Counted:
    """What somebody did at the tables of an event."""

    hands: int = 0
    rounds: int = 0
    wins: int = 0
    losses: int = 0
    parts: dict[int, Number] = field(default_factory=dict)


def of_event(event: int, results: Results, last: int | None = None) -> EveningOutcome:
    """What an event has come to, as it stands or after a round."""
    return _of_table(results.after(last), results.competition.until(last), _people_of(event))


def of_matchday(joint: JointRanking, events: Sequence[int]) -> EveningOutcome:
    """What several halls have come to together. Of somebody who was in two of them by mistake counts where
    he has played more; of equals the first hall."""
    if joint.standings is None or joint.competition is None:
        return EveningOutcome()
    people: dict[int, tuple[int, ...]] = {}
    for event in events:
        people |= _people_of(event)
    outcome = _of_table(joint.standings, joint.competition, people)
    best: dict[int, PersonOutcome] = {}
    for who in outcome.people:
        if who.person not in best or who.hands > best[who.person].hands:
            best[who.person] = who
    return replace(outcome, people=tuple(who for who in outcome.people if best[who.person] is who))


def _of_table(
    table: Standings, competition: Competition, people: Mapping[int, Sequence[int]]
) -> EveningOutcome:
    if not table.begun:
        return EveningOutcome()
    counted = _counted(competition)
    outcome = [
        outcome
        for row in table.rows
        if not row.idle or row.rank is not None
        for outcome in _of_row(table, row, people.get(row.entrant, ()), counted.get(row.entrant, _Counted()))
    ]
    field_size = sum(row.rank is not None for row in table.rows)
    return EveningOutcome(tuple(outcome), _tables(competition, people), field_size)


def _people_of(event: int) -> dict[int, tuple[int, ...]]:
    """Who was entered as which entrant: of each place the first, whoever took it over later."""
    first: dict[tuple[int, int], int] = {}
    members = Member.objects.filter(entrant__event=event).order_by("entrant", "place", "from_round", "pk")
    for entrant, place, player in members.values_list("entrant", "place", "player"):
        first.setdefault((entrant, place), player)
    people: dict[int, tuple[int, ...]] = {}
    for (entrant, _place), player in first.items():
        people[entrant] = (*people.get(entrant, ()), player)
    return people


def _of_row(
    table: Standings, row: StandingsRow, people: Sequence[int], counted: _Counted
) -> Iterable[PersonOutcome]:
    rounds = range(1, max(table.rounds, default=0) + 1)
    for person in people:
        yield PersonOutcome(
            person,
            _points(table, row),
            row.rank,
            hands=counted.hands,
            rounds=counted.rounds,
            wins=counted.wins,
            losses=counted.losses,
            club=row.about.club,
            team=row.about.team,
            guest=not row.about.ranked,
            partners=tuple(partner for partner in people if partner != person),
            parts=tuple(counted.parts.get(number) for number in rounds),
        )


def _points(table: Standings, row: StandingsRow) -> Number:
    """The points by which the event ranks; where it ranks by something else, those of all rounds."""
    for criterion, value in zip(table.criteria, row.values, strict=False):
        if criterion.by is By.POINTS and value.first is not None:
            return value.first
    credits = sum(change.points for change in row.adjustments if change.target == "points")
    return sum((round_.points for round_ in row.rounds), start=Fraction(credits)) + 0


def _counted(competition: Competition) -> dict[int, _Counted]:
    people: dict[int, _Counted] = {}
    for table in competition.played:
        best = max((account.points for account in table.accounts), default=0)
        for account in table.accounts:
            hands = table.number or len(account.hands)
            won = account.games if table.several else int(account.points == best) if table.matched else 0
            lost = int(table.matched and not won)
            for entrant in account.entrants:
                counted = people.setdefault(entrant, _Counted())
                counted.hands += hands
                counted.rounds += 1
                counted.wins += won
                counted.losses += lost
                counted.parts[table.round] = counted.parts.get(table.round, 0) + account.points
    return people


def _tables(
    competition: Competition, people: Mapping[int, Sequence[int]]
) -> tuple[Mapping[int | str, Number], ...]:
    return tuple(
        {
            person: account.points
            for account in table.accounts
            for entrant in account.entrants
            for person in people.get(entrant, ())
        }
        for table in competition.played
    )


def of_tables(evening: SeasonDate) -> EveningOutcome:
    """What tables without an event came to, all together: everybody's points of all of them."""
    sittings = list(evening.tables.select_related("sheethead").order_by("pk"))
    chairs: dict[int, list[Chair]] = {}
    for chair in Chair.objects.filter(sitting__in=sittings).order_by("seat"):
        chairs.setdefault(chair.sitting_id, []).append(chair)
    people: dict[int, _Counted] = {}
    tables: list[Mapping[int | str, Number]] = []
    for sitting in sittings:
        points = _sheet_points(sitting, chairs.get(sitting.pk, ()))
        tables.append({person: points[person] for person in points})
        for person, points_made in points.items():
            counted = people.setdefault(person, _Counted())
            counted.hands += sitting.sheethead.hands
            counted.rounds += 1
            counted.parts[counted.rounds] = points_made
    return EveningOutcome(
        tuple(
            PersonOutcome(
                person,
                sum(counted.parts.values()),
                hands=counted.hands,
                rounds=counted.rounds,
                parts=tuple(counted.parts.values()),
            )
            for person, counted in people.items()
        ),
        tuple(tables),
        len(people),
    )


def _sheet_points(sitting: Sitting, chairs: Iterable[Chair]) -> dict[int, Number]:
    seating = sitting.table().seating
    games = sitting.sheethead.games
    points: dict[int, Number] = {}
    for chair in chairs:
        # Who came later, in a game in which everybody plays for himself, has the account of his place.
        side = seating.side_of(Seat(chair.seat - 1)) if chair.seat <= seating.seats else Side(chair.seat - 1)
        points_made = [game["totals"][side] for game in games if side < len(game["totals"])]
        if points_made:
            points[chair.player_id] = sum(points_made)
    return points


def of_list(results: Iterable[EveningResult]) -> EveningOutcome:
    """What was typed."""
    people = tuple(
        PersonOutcome(
            result.player_id,
            result.points,
            result.rank,
            hands=result.hands or 0,
            rounds=1 if result.rounds is None else result.rounds,
            wins=result.wins or 0,
            club=result.club,
            guest=result.guest,
        )
        for result in results
    )
    return EveningOutcome(people, (), len(people))


def with_other(outcome: EveningOutcome, keep: int, gone: int) -> EveningOutcome:
    """The same of somebody who has another number in the register now."""
    return _renumbered(outcome, lambda person: keep if person == gone else person)


def with_places(outcome: EveningOutcome, places: Mapping[int, int]) -> EveningOutcome:
    """The same with other numbers for everybody: places in a list, or the way back."""
    return _renumbered(outcome, places.__getitem__)


def _renumbered(outcome: EveningOutcome, number: Callable[[int], int]) -> EveningOutcome:
    return EveningOutcome(
        tuple(
            replace(who, person=number(who.person), partners=tuple(map(number, who.partners)))
            for who in outcome.people
        ),
        tuple(
            {number(person) if isinstance(person, int) else person: n for person, n in table.items()}
            for table in outcome.tables
        ),
        outcome.size,
    )


# --- as a row keeps it ------------------------------

PLAIN = ("person", "rank", "hands", "rounds", "wins", "losses", "club", "team", "guest")


def packed(outcome: EveningOutcome) -> list[Any]:
    """For a column of JSON: [size, people, tables]."""
    return [
        outcome.size,
        [
            [
                *(getattr(person, name) for name in PLAIN),
                _text(person.points),
                list(person.partners),
                [_text(part) for part in person.parts],
            ]
            for person in outcome.people
        ],
        [[[person, _text(points)] for person, points in table.items()] for table in outcome.tables],
    ]


def unpacked(stored: Sequence[Any]) -> EveningOutcome:
    """What `packed` was made from."""
    size, people, tables = stored
    width = len(PLAIN)
    return EveningOutcome(
        tuple(
            PersonOutcome(
                **dict(zip(PLAIN, person[:width], strict=True)),
                points=_number(person[width]),
                partners=tuple(person[width + 1]),
                parts=tuple(_number(part) for part in person[width + 2]),
            )
            for person in people
        ),
        tuple({person: _number(points) or 0 for person, points in table} for table in tables),
        size,
    )


def _text(number: Number | None) -> int | str | None:
    return str(number) if isinstance(number, Fraction) and number.denominator > 1 else _whole(number)


def _whole(number: Number | None) -> int | None:
    return None if number is None else int(number)


def _number(stored: int | str | None) -> Number | None:
    return Fraction(stored) if isinstance(stored, str) else stored
