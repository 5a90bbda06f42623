"""A list of members comes in: first shown as it is understood, then taken, whole or not at all.

The same function judges both times; where the register has changed in between, the list is shown again.
"""

from __future__ import annotations

import datetime
import enum
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from config.database import take_turns, writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.clubs import members
from tournaments.clubs.words import sentences
from tournaments.lists import DataTable, ListRow, folded
from tournaments.lists.members import ListedMember, read_members
from tournaments.models import Club, FederationMember, MemberJoin

AT_ONCE = 500  # rows in one statement


class MemberFate(enum.StrEnum):
    """What becomes of a row."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class MemberIn:
    """A row of the list, and what it does to the register."""

    listed: ListedMember
    fate: MemberFate
    member: FederationMember | None = None  # as it would be stored
    changes: tuple[str, ...] = ()  # in words
    problems: tuple[str, ...] = ()
    ends: bool = False  # a join ends by it


@dataclass(frozen=True, slots=True)
class MemberLook:
    """A list as it would be taken."""

    rows: tuple[MemberIn, ...]
    unread: tuple[str, ...]
    elsewhere: tuple[str, ...]  # clubs that have no place here

    def of(self, fate: MemberFate) -> list[MemberIn]:
        return [row for row in self.rows if row.fate is fate]

    @property
    def counts(self) -> Counter[MemberFate]:
        return Counter(row.fate for row in self.rows)

    @property
    def ends(self) -> int:
        """How many joins end by it."""
        return sum(row.ends for row in self.rows)

    @property
    def takeable(self) -> bool:
        """Does it change anything?"""
        return any(row.fate in (MemberFate.NEW, MemberFate.CHANGED) for row in self.rows)

    @property
    def mark(self) -> str:
        """What tells this look from one of a register that has changed."""
        facts = [(row.listed.line, row.fate.value, row.changes, row.ends) for row in self.rows]
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def look(rows: Sequence[ListRow]) -> MemberLook:
    """What a list would do; raises Unreadable where it is none."""
    listed = read_members(rows)
    known = _known([row.number for row in listed.rows])
    homes = members.homes_by_word()
    joined = _joined([member.pk for member in known.values()])
    today = timezone.localdate()
    judged = tuple(_judged(row, known, homes, joined, today) for row in listed.rows)
    elsewhere = {
        row.listed.club
        for row in judged
        if row.fate in (MemberFate.NEW, MemberFate.CHANGED)
        and row.listed.club
        and row.member is not None
        and row.member.club_id is None
    }
    return MemberLook(judged, listed.unread, tuple(sorted(elsewhere)))


def _known(numbers: Sequence[str]) -> dict[str, FederationMember]:
    known: dict[str, FederationMember] = {}
    for start in range(0, len(numbers), AT_ONCE):
        rows = FederationMember.objects.filter(number__in=numbers[start : start + AT_ONCE])
        known |= {row.number: row for row in rows.select_related("club")}
    return known


def _joined(keys: Sequence[int]) -> set[int]:
    joined: set[int] = set()
    for start in range(0, len(keys), AT_ONCE):
        running = MemberJoin.objects.filter(ended_at=None, member__in=keys[start : start + AT_ONCE])
        joined |= set(running.values_list("member", flat=True))
    return joined


def _judged(
    listed: ListedMember,
    known: Mapping[str, FederationMember],
    homes: Mapping[str, Club | None],
    joined: set[int],
    today: datetime.date,
) -> MemberIn:
    before = known.get(listed.number)
    problems = [*listed.problems, *members.problems_of(listed.number, listed.name, listed.club)]
    born: int | None = None
    try:
        born = members.year_typed(listed.born)
    except Unreadable as unreadable:
        problems += unreadable.problems
    home = homes.get(folded(listed.club)) if listed.club else None
    if listed.club and folded(listed.club) in homes and home is None:
        text = say(
            _("Two clubs on this server are called {name}. Please write the address of the right one."),
            name=listed.club,
        )
        problems.append(Problem("club", "two_clubs", text))
    if problems:
        return MemberIn(listed, MemberFate.REFUSED, problems=tuple(sentences(Unreadable(problems))))
    after = FederationMember(number=listed.number, name=listed.name, born=born)
    if before is not None:
        after.pk, after.added_at, after.left_on = before.pk, before.added_at, before.left_on
        after.born = born if listed.born else before.born
    if listed.club:
        after.club, after.club_name = home, "" if home is not None else listed.club
    elif before is not None:
        after.club, after.club_name = before.club, before.club_name
    if listed.left:
        after.left_on = listed.left_on or after.left_on or today
    elif listed.left is False:
        after.left_on = None
    after.fold()
    if before is None:
        return MemberIn(listed, MemberFate.NEW, after)
    changes = _changes(before, after)
    goes = before.club_id != after.club_id or (before.active and not after.active)
    fate = MemberFate.CHANGED if changes else MemberFate.SAME
    return MemberIn(listed, fate, after, tuple(changes), ends=goes and before.pk in joined)


def _changes(before: FederationMember, after: FederationMember) -> list[str]:
    pairs = (
        (gettext("Name"), before.name, after.name),
        (gettext("Club"), before.club_word or "–", after.club_word or "–"),
        (gettext("Year of birth"), str(before.born or "–"), str(after.born or "–")),
        (gettext("State"), state_word(before), state_word(after)),
    )
    return [f"{label}: {old} → {new}" for label, old, new in pairs if old != new]


def state_word(member: FederationMember) -> str:
    """Is he a member still?"""
    if member.left_on is None:
        return pgettext("member", "active")
    return gettext("left on {day}").format(day=date_format(member.left_on, "SHORT_DATE_FORMAT"))


def take(*, rows: Sequence[ListRow], shown: str, by: str) -> tuple[MemberLook, bool]:
    """Take what can be taken, as it was shown (`MemberLook.mark`); False: it is another one now, look again.

    Raises Unreadable.
    """
    with writing():
        take_turns(members.TURNS)
        numbers = [row.number for row in read_members(rows).rows]
        for start in range(0, len(numbers), AT_ONCE):
            some = FederationMember.objects.filter(number__in=numbers[start : start + AT_ONCE])
            list(some.select_for_update().order_by("pk").values_list("pk"))
        seen = look(rows)
        if seen.mark != shown:
            return seen, False
        new = [row.member for row in seen.of(MemberFate.NEW) if row.member is not None]
        changed = [row.member for row in seen.of(MemberFate.CHANGED) if row.member is not None]
        FederationMember.objects.bulk_create(new, batch_size=AT_ONCE)
        fields = ("name", "club", "club_name", "born", "left_on", "sorted_as", "by_first", "find")
        FederationMember.objects.bulk_update(changed, fields, batch_size=AT_ONCE // 5)
        over = [row.member.pk for row in seen.rows if row.ends and row.member is not None]
        for start in range(0, len(over), AT_ONCE):
            members.end_joins(over[start : start + AT_ONCE], by=by)
        return seen, True


def members_table(rows: Sequence[FederationMember]) -> DataTable:
    """The register for a spreadsheet; read again it is the same."""
    heads = (
        gettext("Number"),
        gettext("Name"),
        gettext("Club"),
        gettext("Year of birth"),
        gettext("State"),
        gettext("Left on"),
    )
    return DataTable(
        heads,
        tuple(
            (
                row.number,
                row.name,
                row.club_word or None,
                row.born,
                pgettext("member", "active") if row.active else pgettext("member", "left"),
                row.left_on.isoformat() if row.left_on else None,
            )
            for row in rows
        ),
        gettext("Members"),
    )
