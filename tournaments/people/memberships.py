"""What a club's register knows of the federation's: the number of a member who is somebody of ours.

Both sides have said so (`clubs.joining`). On a laptop there is no federation, and nothing of this.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.text import mark as _
from tournaments.lists import folded
from tournaments.models import FederationMember, JoinSide, MemberJoin, Player
from tournaments.people.refusals import no_person

AT_ONCE = 500  # numbers in one statement
MOST_NUMBERS = 50  # people who are found by their number


def numbers_of(people: Collection[int]) -> dict[int, str]:
    """(number as a member by person) of those who are joined."""
    if settings.PROFILE.club:
        return {}
    numbers, wanted = dict[int, str](), list(people)
    for start in range(0, len(wanted), AT_ONCE):
        numbers |= _numbers(_standing().filter(person__in=wanted[start : start + AT_ONCE]))
    return numbers


def numbers_in(tenant: int) -> dict[int, str]:
    """The same for everybody of a club."""
    if settings.PROFILE.club:
        return {}
    return _numbers(_standing().filter(club=tenant))


def _numbers(joins: QuerySet[MemberJoin]) -> dict[int, str]:
    return {
        person: number
        for person, number in joins.values_list("person", "member__number")
        if person is not None
    }


def number_of(player: Player) -> str:
    """Which number somebody has in the federation; empty: he is joined to no member."""
    return numbers_of([player.pk]).get(player.pk, "")


def join_of(player: Player) -> MemberJoin | None:
    """What is proposed or holds for somebody."""
    if settings.PROFILE.club:
        return None
    return MemberJoin.objects.filter(person=player, ended_at=None).select_related("member").first()


def with_number(tenant: int, typed: str) -> list[int]:
    """The people of a club whose number begins as it is typed."""
    text = folded(typed)
    if settings.PROFILE.club or not any(letter.isdigit() for letter in text):
        return []
    fitting = _standing().filter(club=tenant, member__number__istartswith="".join(typed.split()))
    people = fitting.order_by("person").values_list("person", flat=True)[:MOST_NUMBERS]
    return [person for person in people if person is not None]


def are_listed(tenant: int) -> bool:
    """Does the federation list anybody under this club?"""
    return FederationMember.objects.filter(club=tenant, left_on=None).exists()


def questions(tenant: int) -> QuerySet[MemberJoin]:
    """Of whom the federation asks this club who they are."""
    return MemberJoin.objects.filter(club=tenant, ended_at=None, confirmed_at=None, person=None)


def proposed() -> QuerySet[MemberJoin]:
    """What clubs have proposed and waits for the federation."""
    return MemberJoin.objects.filter(
        ended_at=None, confirmed_at=None, proposed_by=JoinSide.CLUB.value, person__isnull=False
    )


def _standing() -> QuerySet[MemberJoin]:
    return MemberJoin.objects.filter(ended_at=None).exclude(confirmed_at=None).order_by()


def hand_over(*, keep: Player, gone: Player) -> None:
    """Two records are one person, whose number is that of either; within a transaction that holds both.

    Raises Unreadable where both have a number: which one is right only the federation knows.
    """
    running = MemberJoin.objects.select_for_update().filter(ended_at=None, person__in=(keep.pk, gone.pk))
    joins = {join.person_id: join for join in running.order_by("pk")}
    ours, theirs = joins.get(keep.pk), joins.get(gone.pk)
    if ours is not None and theirs is not None:
        if ours.holds and theirs.holds:
            raise no_person(
                "two_members",
                _(
                    "{kept} and {joined} are two members of the federation, with two numbers. Please end one "
                    "of the two joins first."
                ),
                kept=keep.name,
                joined=gone.name,
            )
        end([theirs if ours.holds else ours], side=JoinSide.CLUB)
    # What has ended goes along too: it is the history of the one who stays.
    MemberJoin.objects.filter(person=gone).update(person=keep)


def forget(player: Player, by: str = "") -> None:
    """Somebody is forgotten: his joins end and no longer say who he was; within a transaction."""
    joins = MemberJoin.objects.filter(person=player)
    end(joins.select_for_update().filter(ended_at=None).order_by("pk"), side=JoinSide.CLUB, who=by)
    joins.update(person=None)


def end(joins: Any, *, side: JoinSide, who: str = "") -> int:
    """These are over from now on; how many. Within a transaction that holds them."""
    over = [join.pk for join in joins]
    if not over:
        return 0
    ended = MemberJoin.objects.filter(Q(ended_at=None), pk__in=over)
    return ended.update(ended_at=timezone.now(), ended_by=side.value, ended_who=who[:60])


def everything_about(player: Player) -> list[dict[str, Any]]:
    """What a person may know of it, with what is over."""
    joins = MemberJoin.objects.filter(person=player).select_related("member").order_by("proposed_at", "pk")
    return [
        {
            "number": join.member.number,
            "proposed_by": join.proposed_by,
            "proposed_at": _moment(join.proposed_at),
            "confirmed_at": _moment(join.confirmed_at),
            "ended_at": _moment(join.ended_at),
        }
        for join in joins
    ]


def _moment(at: Any) -> str | None:
    return at.isoformat(timespec="seconds") if at else None
