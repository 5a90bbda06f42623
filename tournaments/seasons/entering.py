"""An evening played elsewhere or on paper: its list is looked at, names are decided, results are taken.

The same function judges both times, so what is taken is what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from config.database import take_turns
from scoring import Text, say
from scoring.text import mark as _
from tournaments.lists import ListColumn, ListRow, PointsLine, cleaned, points_of_rows
from tournaments.models import EveningResult, Player, SeasonDate
from tournaments.models.naming import NAMES
from tournaments.people.incoming import Fate, PersonIn
from tournaments.people.previewing import preview
from tournaments.seasons.changing import no_season
from tournaments.seasons.gathering import is_from_file, matchday_of
from tournaments.seasons.recording import changing

HEADS = (ListColumn.NAME.value, ListColumn.CLUB.value, ListColumn.MEMBER.value)
FIELDS = ("points", "rank", "hands", "rounds", "wins", "group", "club", "guest")


@dataclass(frozen=True, slots=True)
class EnteredLine:
    """A line of the list with what becomes of it."""

    line: PointsLine
    person: PersonIn | None
    fate: Fate
    wrong: tuple[Text, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def taken(self) -> bool:
        return self.fate in (Fate.NEW, Fate.KNOWN)

    @property
    def doubtful(self) -> bool:
        return self.fate is Fate.DOUBTFUL

    @property
    def about(self) -> str:
        """What else the line says of whom it means."""
        return f"{self.line.club} {self.line.points}".strip()


@dataclass(frozen=True, slots=True)
class EnteredList:
    """A list as it would be taken."""

    lines: tuple[EnteredLine, ...]

    @property
    def asking(self) -> tuple[EnteredLine, ...]:
        """Lines whose name may be several people, or none that is known."""
        return tuple(line for line in self.lines if line.person is not None and line.person.options)

    @property
    def undecided(self) -> int:
        return sum(line.fate is Fate.DOUBTFUL for line in self.lines)

    @property
    def left_out(self) -> tuple[EnteredLine, ...]:
        return tuple(line for line in self.lines if line.fate in (Fate.REFUSED, Fate.SKIPPED, Fate.NOBODY))

    @property
    def taken(self) -> tuple[EnteredLine, ...]:
        return tuple(line for line in self.lines if line.taken)

    @property
    def new(self) -> int:
        """People who are not in the register yet."""
        return sum(
            line.taken and line.person is not None and line.person.player is None for line in self.lines
        )


def look(rows: Sequence[ListRow], *, tenant: int, decisions: Mapping[str, str]) -> EnteredList:
    """The list as it would be taken; raises Unreadable where it is none."""
    lines = points_of_rows(rows)
    readable = [line for line in lines if not line.wrong]
    names = [
        ListRow(0, HEADS),
        *(ListRow(line.line, (line.name, line.club, line.member)) for line in readable),
    ]
    seen = preview(names, tenant=tenant, decisions=decisions) if readable else None
    by_line = {row.listed.line: row for row in seen.rows} if seen is not None else {}
    entered = []
    for line in lines:
        row = by_line.get(line.line)
        if line.wrong or row is None:
            entered.append(EnteredLine(line, None, Fate.REFUSED, line.wrong or (_no_person(),)))
        else:
            person = row.people[0] if len(row.people) == 1 else None
            wrong = () if person is not None else (_no_person(),)
            fate = row.fate if person is not None else Fate.REFUSED
            entered.append(EnteredLine(line, person, fate, wrong, row.problems))
    return EnteredList(tuple(entered))


def _no_person() -> Text:
    return say(_("This line does not name one person."))


def take_list(
    *, date_: SeasonDate, rows: Sequence[ListRow], decisions: Mapping[str, str], by: str = ""
) -> tuple[EnteredList, bool]:
    """The results of an evening instead of those it had, and whether they were taken: not while a name is
    undecided. Raises Unreadable."""
    with changing(date_.season, by=by) as (season, note):
        evening = season.evenings.get(pk=date_.pk)
        if evening.event_id is not None or evening.tables.exists() or matchday_of(evening):
            raise no_season("has_results", _("This evening has results already. Take them out first."))
        take_turns(NAMES)  # the same new name in another list at the same moment is known to the second
        seen = look(rows, tenant=season.whose, decisions=decisions)
        if seen.undecided or not seen.taken:
            return seen, False
        before = [[result.player_id, result.points] for result in evening.results.all()]
        evening.results.all().delete()
        evening.outcome, evening.outcome_of = [], ""  # of a file
        EveningResult.objects.bulk_create(
            EveningResult(evening=evening, player=player, **_facts(line.line))
            for line in seen.taken
            for player in [_player(season.whose, line)]
        )
        evening.counted_at = evening.counted_at or timezone.now()
        evening.save(update_fields=["counted_at", "outcome", "outcome_of"])
        what = "list_again" if before else "list"
        note(what, date=evening.pk, day=evening.day.isoformat(), count=len(seen.taken), before=before)
    return seen, True


def _player(tenant: int, line: EnteredLine) -> Player:
    assert line.person is not None
    if line.person.player is not None:
        return Player.objects.get(tenant=tenant, pk=line.person.player)
    return Player.objects.create(tenant_id=tenant, name=line.person.name, club=line.line.club)


def _facts(line: PointsLine) -> dict[str, Any]:
    return {name: getattr(line, name) for name in FIELDS}


def correct_result(*, result: EveningResult, points: int, reason: str, by: str = "") -> None:
    """Other points for somebody on an evening that was typed; raises Unreadable without a reason."""
    reason = cleaned(reason)[:200]
    if not reason:
        raise no_season("reason", _("Please enter a reason."), "reason")
    with changing(result.evening.season, by=by, reason=reason) as (season, note):
        row = EveningResult.objects.filter(evening__season=season, pk=result.pk).first()
        if row is None:
            raise no_season("gone", _("This result is no longer there. Please reload the page."))
        if row.points != points:
            before, row.points = row.points, points
            row.save(update_fields=["points"])
            evening = row.evening
            facts = {"person": row.player_id, "before": before, "after": points}
            note("result", date=evening.pk, day=evening.day.isoformat(), **facts)


def clear_list(*, date_: SeasonDate, by: str = "") -> None:
    """The results of an evening are taken out; they stand in the log."""
    with changing(date_.season, by=by) as (season, note):
        evening = season.evenings.get(pk=date_.pk)
        before = [[result.player_id, result.points] for result in evening.results.all()]
        if before or is_from_file(evening):
            evening.results.all().delete()
            evening.counted_at, evening.outcome, evening.outcome_of = None, [], ""
            evening.save(update_fields=["counted_at", "outcome", "outcome_of"])
            note("list_cleared", date=evening.pk, day=evening.day.isoformat(), before=before)
