"""The final list of an event: its parts, and what was played in them. One for every page, paper and file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scoring import say
from tournaments.engines.bracket import Bracket
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.results.brackets import DrawnBracket, bracket_drawn
from tournaments.engines.results.competing import CompetingEntrant, SeatedRound, StageRow
from tournaments.engines.results.decisions import Decision, play_off_winners
from tournaments.engines.standings import (
    By,
    Competition,
    FinalPart,
    PlayedPart,
    Standings,
    TeamRow,
    final_list,
    group_standings,
    standings,
    team_standings,
)
from tournaments.engines.standings.running import RunningStandings


@dataclass(frozen=True, slots=True)
class FinalLayout:
    """What an event is made of, as far as places depend on it: read once, asked for many rounds."""

    plans: Mapping[int, StagePlan]  # by number of the stage
    names: Mapping[int, str]
    brackets: Mapping[int, DrawnBracket]
    groups: Mapping[str, tuple[int, ...]]  # the members
    extra: Mapping[tuple[int, int], int]  # winners of level matches, by round and table
    seed: str

    def parts(self, stages: Iterable[int]) -> list[list[int]]:
        """These stages in parts: a new one begins where not everybody goes on, or points begin anew."""
        runs: list[list[int]] = []
        for number in sorted(stages):
            plan = self.plans[number]
            apart = plan.takes or plan.bracket or plan.fresh or (runs and self.plans[runs[-1][-1]].bracket)
            if runs and not apart:
                runs[-1].append(number)
            else:
                runs.append([number])
        return runs


def layout_from(
    stages: Sequence[StageRow],
    rounds: Sequence[SeatedRound],
    entrants: Sequence[CompetingEntrant],
    decisions: Sequence[Decision],
    seed: str,
) -> FinalLayout:
    """The stages of an event and what was drawn for them; `rounds` are those that are more than a draft."""
    ids = {row.number: row.competitor.id for row in entrants}
    drawn = {
        stage.number: bracket_drawn(
            stage.plan, [round_ for round_ in rounds if round_.stage == stage.number], ids
        )
        for stage in stages
        if stage.plan.bracket
    }
    groups: dict[str, list[int]] = {}
    if any(stage.plan.format == Format.GROUPS for stage in stages):
        for row in sorted(entrants, key=lambda row: (row.group, row.number)):
            if row.group:
                groups.setdefault(row.group, []).append(row.competitor.id)
    return FinalLayout(
        plans={stage.number: stage.plan for stage in stages},
        names={stage.number: stage.name for stage in stages},
        brackets={number: bracket for number, bracket in drawn.items() if bracket is not None},
        groups={group: tuple(members_of_group) for group, members_of_group in groups.items()},
        extra=play_off_winners(decisions) if drawn else {},
        seed=seed,
    )


class RunningPlaces:
    """The final lists of an event that were asked for last: each goes on from the one before."""

    def __init__(self) -> None:
        self._lists: dict[int | None, tuple[tuple[object, ...], Standings]] = {}  # by last round
        self._running = RunningStandings()

    def apart(self) -> RunningPlaces:
        """Goes on from the same lists, without being gone on from: for what is only supposed."""
        other = RunningPlaces()
        other._lists, other._running = dict(self._lists), self._running.apart()
        return other

    def after(self, layout: FinalLayout, known: Competition, last: int | None = None) -> Standings:
        """What `places` would say."""
        if last is not None and last >= known.rounds:
            last = None
        shows = (layout, known.until(last), _seats_after(known, last))
        before = self._lists.get(last)
        if before is not None and before[0] == shows:
            return before[1]
        # What ended with an earlier round seldom changes: it is kept, but not all it was made from.
        table = places(layout, known, last, self._running if last is None else None)
        self._lists[last] = shows, table
        return table


def _seats_after(known: Competition, last: int | None) -> list[tuple[object, ...]]:
    """Who sits where later: who is in a part of the event depends on it."""
    return [
        (meeting.stage, *(account.entrants for account in meeting.accounts))
        for meeting in known.played
        if last is not None and meeting.round > last
    ]


def places(
    layout: FinalLayout, known: Competition, last: int | None = None, running: RunningStandings | None = None
) -> Standings:
    """Everybody with his place by what is known, after a round or as it is now."""
    rounds = {meeting.round: meeting.stage for meeting in known.played} | {
        rest.round: rest.stage for rest in known.rests
    }
    drawn = {stage for round_, stage in rounds.items() if last is None or round_ <= last}
    seed = layout.seed if By.LOT in known.rules.criteria else ""  # else only lots drawn by hand
    parts: list[PlayedPart] = []
    first = 0
    for part in layout.parts(drawn) or [[]]:
        first = max([first, *(number for number in part if layout.plans[number].fresh)])
        ranking = standings if running is None else partial(running.standings, len(parts))
        parts.append(_part(layout, known, part, first, last, seed, ranking, whole=not parts))
    return final_list(parts, seed)


def teams(layout: FinalLayout, known: Competition, last: int | None = None) -> tuple[TeamRow, ...]:
    """Teams by what everybody could play, without what was before points began anew.

    A knockout or a stage for the best only has places of its own; it adds nothing to a team.
    """
    known = known.until(last)
    drawn = {meeting.stage for meeting in known.played} | {rest.stage for rest in known.rests}
    for_all = {n for n in drawn if not (layout.plans[n].takes or layout.plans[n].bracket)} or drawn
    first = max((n for n in for_all if layout.plans[n].fresh), default=0)
    stages = {n for n in for_all if n >= first}
    counted = replace(
        known,
        played=tuple(meeting for meeting in known.played if meeting.stage in stages),
        rests=tuple(rest for rest in known.rests if rest.stage in stages),
    )
    return team_standings(counted, last, layout.seed)


def _part(
    layout: FinalLayout,
    known: Competition,
    stages: Sequence[int],
    first: int,
    last: int | None,
    seed: str,
    ranking: Callable[[Competition, int | None, str], Standings],
    *,
    whole: bool,
) -> PlayedPart:
    """What was played in a part; points count from the stage `first` on. `whole`: it has everybody."""
    end = max(stages, default=0)
    cup = layout.brackets.get(end)
    bracket = cup.standing(known, layout.extra, last) if cup else Bracket()
    field = replace(
        known,
        played=tuple(meeting for meeting in known.played if first <= meeting.stage <= end),
        rests=tuple(rest for rest in known.rests if first <= rest.stage <= end),
    )
    members = None if whole else _members(known, stages, bracket)
    if members is not None and first in stages:
        field = replace(field, entrants=tuple(entrant for entrant in field.entrants if entrant.id in members))
    table = ranking(field, last, seed)
    plan = layout.plans.get(end)
    groups = layout.groups if plan is not None and plan.format == Format.GROUPS else {}
    return PlayedPart(
        part=FinalPart(end, _name(layout, end), bracket=cup is not None),
        table=table if members is None else table.among(members),
        bracket=bracket,
        groups=group_standings(known.of_stage(end), groups, last, seed) if groups else {},
    )


def _members(known: Competition, stages: Sequence[int], bracket: Bracket) -> set[int]:
    """Who was drawn into a later part."""
    there = {side for match in bracket.matches for side in match.sides if side is not None}
    there |= {
        who
        for meeting in known.played
        if meeting.stage in stages
        for account in meeting.accounts
        for who in account.entrants
    }
    return there | {rest.entrant for rest in known.rests if rest.stage in stages and rest.kind != "absent"}


def _name(layout: FinalLayout, stage: int) -> object:
    if stage not in layout.plans:
        return ""
    return layout.names[stage] or say(layout.plans[stage].format.label)
