"""The federation's register of members: number, name, club, year of birth; kept by its office."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from config.database import take_turns, writing
from config.digits import number_in
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.lists import cleaned, first_name_first, folded
from tournaments.lists.lengths import lengths_refused
from tournaments.models import Club, ClubState, FederationMember, JoinSide, MemberJoin
from tournaments.people import memberships
from tournaments.people.refusals import no_person

TURNS = "members"  # who adds numbers does it in turns
LONGEST_NAME = 60
LONGEST_CLUB = 120
NUMBER = re.compile(r"[0-9A-Z][0-9A-Z./-]{0,19}")
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
OLDEST = 1900
ACTIVE, LEFT = "active", "left"
STATES = (ACTIVE, LEFT)


@dataclass(frozen=True, slots=True)
class MemberFields:
    """What is known of a member, as it is stored."""

    number: str
    name: str
    club: int | None
    club_name: str
    born: int | None


def searched(query: str = "", *, state: str = "", club: int | None = None) -> QuerySet[FederationMember]:
    """Members in whose number, name or club all words occur, by surname."""
    members = FederationMember.objects.select_related("club").order_by("sorted_as", "pk")
    if state in STATES:
        members = members.filter(left_on__isnull=state == ACTIVE)
    if club is not None:
        members = members.filter(club=club)
    for word in query.split():
        words = Q(club__name__icontains=word) | Q(club_name__icontains=word)
        parts = folded(word).split()
        members = members.filter(words | Q(*(Q(find__contains=part) for part in parts)) if parts else words)
    return members


def homes() -> QuerySet[Club]:
    """The clubs a member can be of: those that have a place here and have not said that they leave."""
    return (
        Club.objects.exclude(state=ClubState.ASKED).exclude(name="").filter(leaves_at=None).order_by("name")
    )


def homes_by_word() -> dict[str, Club | None]:
    """A club by its name or its address, as lists write it; None: two clubs have this name."""
    by_word: dict[str, Club | None] = {}
    for home in homes():
        by_word[folded(home.name)] = None if folded(home.name) in by_word else home
    return {**{folded(home.slug): home for home in homes()}, **by_word}


def number_typed(text: str) -> str:
    """`bw 0123` → `BW0123`."""
    return "".join(cleaned(text).upper().split())


def problems_of(number: str, name: str, club_name: str = "") -> list[Problem]:
    """What is wrong with a member's words."""
    problems = []
    if not number:
        problems.append(Problem("number", "number_missing", say(_("The number is missing."))))
    elif not NUMBER.fullmatch(number):
        text = say(_("A number has up to 20 letters, digits, dots, dashes or slashes."))
        problems.append(Problem("number", "number", text))
    if not name:
        problems.append(Problem("name", "name_missing", say(_("The name is missing."))))
    words, most = {"name": name, "club": club_name}, {"name": LONGEST_NAME, "club": LONGEST_CLUB}
    return [*problems, *lengths_refused(words, most)]


def year_typed(text: str) -> int | None:
    """The year of birth, also of a whole date; None where nothing is said. Raises Unreadable."""
    text = cleaned(text)
    if not text:
        return None
    years = YEAR.findall(text)
    year = int(years[0]) if len(set(years)) == 1 else 0
    if not OLDEST <= year <= timezone.localdate().year:
        shown = say(_("“{text}” is not a year of birth."), text=text[:20])
        raise Unreadable([Problem("born", "range", shown)])
    return year


def judged(
    *, number: str, name: str, club: str, club_name: str, born: str, but: int | None = None
) -> MemberFields:
    """What the form of a member says; raises Unreadable with everything that is wrong.

    `club` is the number of a club that is at home here; `club_name` is written where it is not.
    """
    number, name, club_name = number_typed(number), first_name_first(cleaned(name)), cleaned(club_name)
    problems = problems_of(number, name, club_name)
    home: int | None = None
    if club:
        home = number_in(club) or 0
        if not homes().filter(pk=home).exists():
            problems.append(Problem("club", "choice", say(_("This club is not at home on this server."))))
    year = None
    try:
        year = year_typed(born)
    except Unreadable as unreadable:
        problems += unreadable.problems
    others = FederationMember.objects.exclude(pk=but) if but else FederationMember.objects.all()
    namesake = others.filter(number=number).first()
    if namesake is not None:
        text = say(_("Number {number} belongs to {name}."), number=number, name=namesake.name)
        problems.append(Problem("number", "number_taken", text))
    if problems:
        raise Unreadable(problems)
    return MemberFields(number, name, home, "" if home else club_name, year)


def add(*, number: str, name: str, club: str = "", club_name: str = "", born: str = "") -> FederationMember:
    """Somebody new; raises Unreadable."""
    with writing():
        take_turns(TURNS)
        fields = judged(number=number, name=name, club=club, club_name=club_name, born=born)
        member = FederationMember(**_stored(fields))
        member.fold()
        member.save()
        return member


def change(
    *, member: int, by: str, may_end: bool, number: str, name: str, club: str, club_name: str, born: str
) -> FederationMember:
    """Correct what is known of a member. Another club ends his join: raises WouldEnd unless that is meant.

    Raises Unreadable.
    """
    with writing():
        take_turns(TURNS)
        row = locked(member)
        fields = judged(number=number, name=name, club=club, club_name=club_name, born=born, but=row.pk)
        if fields.club != row.club_id:
            end_joins([row.pk], by=by, meant=may_end)
        for key, value in _stored(fields).items():
            setattr(row, key, value)
        row.fold()
        row.save()
        return row


class WouldEnd(Exception):  # noqa: N818
    """A join would end by it, and nobody has said that this is meant."""


def end_joins(members: Sequence[int], *, by: str, meant: bool = True) -> int:
    """What runs of these members ends; how many. Raises WouldEnd unless that is meant."""
    running = MemberJoin.objects.select_for_update(of=("self",)).filter(ended_at=None, member__in=members)
    joins = list(running.order_by("pk"))
    if joins and not meant:
        raise WouldEnd
    return memberships.end(joins, side=JoinSide.FEDERATION, who=by)


def _stored(fields: MemberFields) -> dict[str, Any]:
    return {
        "number": fields.number,
        "name": fields.name,
        "club_id": fields.club,
        "club_name": fields.club_name,
        "born": fields.born,
    }


def locked(member: int) -> FederationMember:
    """A member as he is now, kept from other writers; raises Unreadable where he has been removed."""
    row = FederationMember.objects.select_for_update(of=("self",)).filter(pk=member).first()
    if row is None:
        raise no_person("unknown", _("This member is no longer in the register."))
    return row


def leave(*, member: int, by: str, on: datetime.date | None = None) -> FederationMember:
    """No member any more; a join ends with it."""
    with writing():
        row = locked(member)
        if row.left_on is None:
            row.left_on = on or timezone.localdate()
            row.save(update_fields=("left_on",))
            end_joins([row.pk], by=by)
        return row


def come_back(*, member: int) -> FederationMember:
    """A member again. What has ended stays so: both sides are asked anew."""
    with writing():
        row = locked(member)
        row.left_on = None
        row.save(update_fields=("left_on",))
        return row


def remove(*, member: int) -> None:
    """Away for good, with everything that was joined; only who has left. Raises Unreadable."""
    with writing():
        row = locked(member)
        if row.active:
            raise no_person("active", _("Only who has left can be removed for good."))
        row.delete()
