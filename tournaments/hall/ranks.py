"""Standings in words: rows for pages and boards, reasons, lots, teams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from config.caches import Cache
from tournaments.engines.standings import By, RoundScore, Standings, StandingsRow, shown, why
from tournaments.hall.facts import EntrantFacts, Hall
from tournaments.hall.progress import reached
from tournaments.hall.words import result, spoken
from tournaments.speech.wording import number

MOST_REASONED = 200  # rows of a page; behind that the page of each person has them
RESTS = {
    "bye": _("bye"),
    "sitting_out": _("sits out"),
    "absent": _("absent"),
    "won_walkover": _("w/o"),
    "lost_walkover": _("w/o"),
}
"""Why somebody has points of a round without having played."""


@dataclass(frozen=True, slots=True)
class CriterionView:
    """One thing that is compared, and what it means."""

    name: str
    short: str
    explain: str
    place: int  # among the criteria, from 1
    column: bool  # it has values of its own to show


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One round of a row."""

    text: str
    open: bool = False  # can still change
    left_out: bool = False  # does not count
    earlier: bool = False  # of a part of the event before this one
    rest: str = ""  # why there was no play: sits out, absent


@dataclass(frozen=True, slots=True)
class ReasonView:
    """A sentence of “why am I twelfth?” and whom it compares with."""

    sentence: str
    other: EntrantFacts | None
    above: bool


@dataclass(frozen=True, slots=True)
class RankRow:
    """One row of a ranking."""

    rank: str  # "3", "5–8" where it is shared, or "–" without a place
    person: EntrantFacts
    total: str
    values: tuple[str, ...]  # one for each criterion that is a column, but for the first
    rounds: tuple[RoundCell, ...]
    shared: bool
    by_lot: bool
    provisional: bool
    notes: tuple[str, ...]  # penalties and credits
    trend: int = 0  # places gained since the round before
    reached: str = ""  # how far somebody has come: `Final 3:2`, `Group B, rank 3`
    reasons: tuple[ReasonView, ...] = ()  # why this place
    disputed: str = ""  # a table where this result is in dispute
    part: str = ""  # above the first of a part of the event, if there are several: what it is called
    pieces: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What it looks like on pages, but for rank and trend; the same for as long as all the rest is."""


_Spoken = dict[int, tuple[tuple[object, ...], RankRow]]
"""The last row of each entrant, and all it was made from."""
_spoken: Cache[tuple[object, ...], _Spoken] = Cache(24)


@dataclass(frozen=True, slots=True)
class RankingView:
    """A ranking, ready to be shown."""

    title: str
    criteria: tuple[CriterionView, ...]
    rounds: tuple[int, ...]
    rows: tuple[RankRow, ...]
    lots: tuple[str, ...]
    seed: str
    provisional: bool

    @property
    def width(self) -> int:
        """How many columns the table of this ranking has on a page."""
        rounds = len(self.rounds)
        return 3 + (rounds if rounds > 1 else 0) + len(self.columns)

    @property
    def columns(self) -> list[CriterionView]:
        """The criteria after the first that are columns."""
        return [criterion for criterion in self.criteria[1:] if criterion.column]


def ranking_view(
    hall: Hall,
    table: Standings,
    title: str = "",
    trend: bool = False,
    whys: bool = False,
    name: str = "",
    most: int | None = None,
) -> RankingView:
    """A table of standings in the active language; `whys`: with the reasons of each place, if there are not
    too many rows for that; `most`: only so many rows. By `name` its rows are known again the next time.
    """
    reasoned = whys and table.begun and len(table.rows) <= MOST_REASONED
    criteria = criteria_views(table)
    shown_columns = tuple(criterion.place - 1 for criterion in criteria[1:] if criterion.column)
    asked = (
        (hall.event.uid, get_language(), title, trend, whys, name),
        (table.begun, table.rounds, shown_columns, tuple(criterion.by for criterion in table.criteria)),
        tuple((part.stage, spoken(part.name), part.bracket) for part in table.parts),
    )
    rows = _Rows(hall, table, shown_columns, moved=_trends(hall) if trend else {}, reasoned=reasoned)
    return RankingView(
        title=title,
        criteria=criteria,
        rounds=table.rounds,
        rows=tuple(rows.rows(_spoken.get(asked, dict), most)),
        lots=tuple(_lots(hall, table)),
        seed=table.seed if table.lots else "",
        provisional=table.provisional or any(row.entrant in hall.disputed for row in table.rows),
    )


def criteria_views(table: Standings) -> tuple[CriterionView, ...]:
    """What is compared; one that nobody has a value of is no column."""
    return tuple(
        CriterionView(
            name=gettext(criterion.name),
            short=gettext(criterion.short),
            explain=gettext(criterion.explain) if criterion.explain else "",
            place=place + 1,
            column=criterion.by is not By.LOT
            and (
                not criterion.among_equals or any(row.values[place].first is not None for row in table.rows)
            ),
        )
        for place, criterion in enumerate(table.criteria)
    )


class _Rows:
    """Speaks the rows of a table; those that show what they showed the last time are taken from there."""

    def __init__(
        self,
        hall: Hall,
        table: Standings,
        columns: Sequence[int],
        *,
        moved: Mapping[int, int],
        reasoned: bool,
    ) -> None:
        self.hall, self.table, self.columns, self.moved = hall, table, columns, moved
        self.far, self.heads, self.scores = reached(hall, table), _headings(table), _match_scores(hall)
        self.around = _surroundings(hall, table) if reasoned else None

    def rows(self, earlier: _Spoken, most: int | None) -> Iterator[RankRow]:
        """All of them, or the first ones."""
        for place, row in enumerate(self.table.rows[:most]):
            shows = self._shows(place, row)
            before = earlier.get(row.entrant)
            if before is None or before[0] != shows:
                before = earlier[row.entrant] = shows, self._row(row)
            spoken_row, rank = before[1], row.place if self.table.begun else ""
            trend = self.moved.get(row.entrant, 0)
            if (spoken_row.rank, spoken_row.trend) != (rank, trend):
                spoken_row = replace(spoken_row, rank=rank, trend=trend)
                earlier[row.entrant] = before[0], spoken_row
            yield spoken_row

    def _shows(self, place: int, row: StandingsRow) -> tuple[object, ...]:
        """All that a row is made from, but for rank and trend."""
        scores = [self.scores.get((round_, row.entrant)) for round_ in self.table.rounds]
        return (
            row.values[0],
            [row.values[place] for place in self.columns],
            row.rounds,
            row.adjustments,
            row.shared,
            row.by_lot,
            row.provisional,
            row.part,
            self.hall.people[row.entrant],
            self.hall.disputed.get(row.entrant),
            self.far.get(row.entrant),
            self.heads.get(row.entrant),
            scores if self.scores else None,
            self.around[place] if self.around else None,
        )

    def _row(self, row: StandingsRow) -> RankRow:
        hall, table = self.hall, self.table
        knocked = bool(table.parts) and table.parts[row.part].bracket
        return RankRow(
            rank="",
            person=hall.people[row.entrant],
            total="" if knocked else spoken(row.values[0].shown),
            values=tuple("" if knocked else spoken(row.values[place].shown) for place in self.columns),
            rounds=tuple(cells_of(row, table.rounds, self.scores)),
            shared=row.shared,
            by_lot=row.by_lot,
            provisional=row.provisional or row.entrant in hall.disputed,
            disputed=dispute_word(hall, row.entrant),
            notes=tuple(notes_of(row)),
            reached=self.far.get(row.entrant, ""),
            reasons=tuple(reasons(hall, table, row.entrant)) if self.around else (),
            part=self.heads.get(row.entrant, ""),
        )


def _surroundings(hall: Hall, table: Standings) -> list[tuple[object, ...]]:
    """For each row what its reasons speak of: itself, its equals, and who stands next above and below."""
    # The value of a lot is a place among equals, which nobody speaks of and a hand changes for all of them.
    spoken_of = [place for place, criterion in enumerate(table.criteria) if criterion.by is not By.LOT]
    faces = [
        (
            row.entrant,
            hall.people.get(row.entrant),
            [row.values[place] for place in spoken_of],
            row.decided_by,
            row.part,
            row.group,
            row.in_group,
            row.provisional,
            row.idle,
            row.about,
            row.rank is None,
        )
        for row in table.rows
    ]
    around: list[tuple[object, ...]] = []
    for (rank, _worst), group in groupby(table.rows, key=lambda row: (row.rank, row.worst)):
        start = len(around)
        end = start + len(list(group))
        seen = faces[max(0, start - 1) : end + 1]
        for place in range(start, end):  # without a rank a reason speaks of nobody else
            around.append((place - start, *seen) if rank is not None else (faces[place],))
    return around


def dispute_word(hall: Hall, entrant: int) -> str:
    """`in dispute: table 7`; nothing where nobody disputes anything at a table of this entrant."""
    if entrant not in hall.disputed:
        return ""
    return gettext("in dispute: table {table}").format(table=hall.disputed[entrant][1])


def _headings(table: Standings) -> dict[int, str]:
    """The name of each part of the event by the first row of it; nothing where there is one part only."""
    headings: dict[int, str] = {}
    before = None
    for row in table.rows:
        if row.rank is not None and row.part != before and len(table.parts) > 1:
            headings[row.entrant], before = spoken(table.parts[row.part].name), row.part
    return headings


def cells_of(
    row: StandingsRow, rounds: Sequence[int], scores: Mapping[tuple[int, int], str]
) -> list[RoundCell]:
    """What somebody made in each round; `scores` are those of matches, by round and entrant."""
    by_round = {round_.round: round_ for round_ in row.rounds}
    return [
        _cell(by_round[round_], scores.get((round_, row.entrant), ""))
        if round_ in by_round
        else RoundCell("")
        for round_ in rounds
    ]


def _match_scores(hall: Hall) -> dict[tuple[int, int], str]:
    """The results of matches of several games, by round and entrant: their points are never added up."""
    return {
        (meeting.round, who): result(meeting, who)
        for meeting in hall.competition.played
        if meeting.several and meeting.walkover is None and hall.known.round(meeting.round)
        for account in meeting.accounts
        for who in account.entrants
    }


def _cell(score: RoundScore, match: str) -> RoundCell:
    rest = RESTS.get(score.kind)
    return RoundCell(
        match or spoken(score.value.shown),
        open=score.open,
        left_out=not score.counted,
        earlier=score.earlier,
        rest=gettext(rest) if rest else "",
    )


def notes_of(row: StandingsRow) -> list[str]:
    """Penalties and credits."""
    notes = []
    for adjustment in row.adjustments:
        points = f"+{adjustment.points}" if adjustment.points > 0 else number(adjustment.points)
        notes.append(f"{points}: {adjustment.reason}" if adjustment.reason else points)
    return notes


def _lots(hall: Hall, table: Standings) -> list[str]:
    """Each lot in a sentence, best ticket first."""
    sentences = []
    for lot in table.lots:
        names = ", ".join(hall.people[entrant].name for entrant in lot.order)
        text = gettext("Places {first} to {last} were decided by drawing lots: {names}.")
        sentences.append(text.format(first=lot.rank, last=lot.rank + len(lot.order) - 1, names=names))
    return sentences


def _trends(hall: Hall) -> dict[int, int]:
    """Places gained since the end of the round before."""
    numbers = hall.standings.rounds if hall.standings else ()
    if len(numbers) < 2:
        return {}
    before, now = (hall.after(number) for number in numbers[-2:])
    was = {row.entrant: row.rank for row in before.rows}
    return {
        row.entrant: rank - row.rank
        for row in now.rows
        if row.rank is not None and (rank := was.get(row.entrant)) is not None
    }


def reasons(hall: Hall, table: Standings, entrant: int) -> list[ReasonView]:
    """Why somebody stands where he stands."""
    if entrant not in table.positions:
        return []
    return [
        ReasonView(
            spoken(reason), hall.people.get(reason.other) if reason.other is not None else None, reason.above
        )
        for reason in why(table, entrant)
    ]


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team of individuals; `counted` names for each round who has counted, with what he made in it."""

    rank: str
    name: str
    total: str
    rounds: tuple[str, ...]
    members: tuple[EntrantFacts, ...]
    shared: bool
    provisional: bool
    counted: tuple[tuple[int, tuple[tuple[EntrantFacts, str], ...]], ...] = ()


def team_views(hall: Hall) -> list[TeamView]:
    """The ranking of teams."""
    rounds = sorted({round_.round for row in hall.teams for round_ in row.rounds})
    table = hall.standings
    rows = table.rows if table is not None and table.basis is By.POINTS else ()
    scores = {
        (row.entrant, round_.round): spoken(round_.value.shown) for row in rows for round_ in row.rounds
    }
    views = []
    for row in hall.teams:
        points: Mapping[int, str] = {round_.round: spoken(shown(round_.points)) for round_ in row.rounds}
        views.append(
            TeamView(
                rank=row.place,
                name=row.team,
                total=spoken(row.total.shown),
                rounds=tuple(points.get(round_, "") for round_ in rounds),
                members=tuple(hall.people[member] for member in row.members),
                shared=row.shared,
                provisional=row.provisional,
                counted=tuple(
                    (
                        round_.round,
                        tuple(
                            (hall.people[who], scores.get((who, round_.round), "")) for who in round_.counted
                        ),
                    )
                    for round_ in row.rounds
                ),
            )
        )
    return views
