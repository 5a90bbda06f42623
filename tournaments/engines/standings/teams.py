"""Teams of individuals: the best of them count, in each round or over the whole event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engines.standings.arranging import Column, arrange, sortable
from tournaments.engines.standings.choices import By, TeamBest
from tournaments.engines.standings.direct import drawn
from tournaments.engines.standings.inputs import Competition, Id
from tournaments.engines.standings.ranking import span
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.values import Exact, Number, Value


@dataclass(frozen=True, slots=True)
class TeamRound:
    """What a team made in a round, and the members it counted for, the best first."""

    round: int
    points: Number
    counted: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team. `rank` None: it has fewer members than count, and stands at the end."""

    rank: int | None
    team: str
    total: Value
    rounds: tuple[TeamRound, ...]
    members: tuple[Id, ...]
    decided_by: By | None = None  # what separates it from the team above
    shared: bool = False
    provisional: bool = False
    last: int | None = None  # the worst of the places that are shared

    @property
    def place(self) -> str:
        """The place as it is written: `3`, `5–8`."""
        return span(self.rank, self.last)


def team_standings(competition: Competition, upto: int | None = None, seed: str = "") -> tuple[TeamRow, ...]:
    """Teams by the sum of what counts; equal ones by best round, last round and lot, as far as chosen.

    What counts is what counts for the individuals: points, match points, games or placement points. Where the
    best members are looked for in each round, all rounds count, and penalties of all members; where they are
    looked for over the event, what these members have in the end. Guests never count.
    """
    turns = TurnBook(competition.until(upto), seed)
    names = sorted({entrant.team for entrant in turns.entrants.values() if entrant.team and entrant.ranked})
    members: dict[str, list[Id]] = {name: [] for name in names}
    for entrant in turns.entrants.values():
        if entrant.team in members and entrant.ranked:
            members[entrant.team].append(entrant.id)
    short = {n for n, name in enumerate(names) if len(members[name]) < turns.rules.team_best}
    results = {number: _result(turns, members[name]) for number, name in enumerate(names)}
    totals = {number: total for number, (total, _team_rounds) in results.items()}
    rounds = {number: team_rounds for number, (_total, team_rounds) in results.items()}
    columns = [(turns.basis, _by({**totals}, turns)), *_tie_breaks(rounds, turns)]
    rows: list[TeamRow] = []
    for some in (set(rounds) - short, short):
        order = arrange(some, [column for _criterion, column in columns])
        start = len(rows)
        for group in order.groups:
            rank = len(rows) + 1
            for team in group:
                level = order.levels[len(rows) - start]
                rows.append(
                    TeamRow(
                        None if team in short else rank,
                        names[team],
                        Value(totals[team]),
                        rounds[team],
                        tuple(members[names[team]]),
                        None if level is None else columns[level][0],
                        team not in short and len(group) > 1,
                        any(
                            turn.open for member in members[names[team]] for turn in turns.by_entrant[member]
                        ),
                        None if team in short else rank + len(group) - 1,
                    )
                )
    return tuple(rows)


def _result(turns: TurnBook, members: Sequence[Id]) -> tuple[Number, tuple[TeamRound, ...]]:
    """What a team has, and round by round who made it."""
    if turns.rules.team_best and turns.rules.team_by is TeamBest.EVENT:
        return _over_the_event(turns, members)
    rounds = _rounds(turns, members)
    total = sum(team_round.points for team_round in rounds)
    if turns.basis is By.POINTS:
        total += sum(turns.penalties.get(member, 0) for member in members)
    return total, rounds


def _over_the_event(turns: TurnBook, members: Sequence[Id]) -> tuple[Number, tuple[TeamRound, ...]]:
    """The members who stand best in the end; who never played is behind all who did."""
    sign = -1 if turns.low_wins else 1
    worth = {member: turns.performance(member) for member in members}
    order = sorted(members, key=lambda member: (not turns.by_entrant[member], -sign * worth[member], member))
    best = order[: turns.rules.team_best]
    rounds = []
    for number in turns.rounds:
        there = {
            member: turns.by_round(member)[number]
            for member in best
            if number in turns.by_round(member) and number not in turns.dropped.get(member, ())
        }
        if there:
            rounds.append(TeamRound(number, sum(there.values()), tuple(there)))
    return sum(worth[member] for member in best), tuple(rounds)


def _rounds(turns: TurnBook, members: Sequence[Id]) -> tuple[TeamRound, ...]:
    """Round by round the best members; of equal ones who has the lower number."""
    best = turns.rules.team_best or len(members)
    sign = -1 if turns.low_wins else 1
    scores = {member: turns.by_round(member) for member in members}
    team_rounds = []
    for number in turns.rounds:
        there = {member: scores[member][number] for member in members if number in scores[member]}
        counted = sorted(there, key=lambda member: (-sign * there[member], member))[:best]
        if counted:
            team_rounds.append(TeamRound(number, sum(there[member] for member in counted), tuple(counted)))
    return tuple(team_rounds)


def _by(values: Mapping[int, Exact], turns: TurnBook) -> Column:
    keys = sortable(values, descending=not turns.low_wins)
    return lambda group: keys


def _tie_breaks(rounds: Mapping[int, Sequence[TeamRound]], turns: TurnBook) -> Iterator[tuple[By, Column]]:
    """Of the criteria of the individuals those that make sense for teams, in their order."""
    for by in turns.rules.criteria:
        if by is By.BEST_ROUND:
            best_first = not turns.low_wins
            points = {
                n: [team_round.points for team_round in team_rounds] for n, team_rounds in rounds.items()
            }
            yield (
                by,
                _by({n: tuple(sorted(scores, reverse=best_first)) for n, scores in points.items()}, turns),
            )
        elif by is By.LAST_ROUND:
            at = {
                n: {team_round.round: team_round.points for team_round in team_rounds}
                for n, team_rounds in rounds.items()
            }
            backwards = turns.rounds[::-1]
            yield by, _by({n: tuple(scores.get(r) for r in backwards) for n, scores in at.items()}, turns)
        elif by is By.LOT and turns.seed:
            yield by, lambda group: {team: -n for n, team in enumerate(drawn(turns.seed, group))}
