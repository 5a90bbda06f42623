"""A member of the federation is a person of a club's register: one side proposes it, the other confirms.

The federation knows nobody of a club: it asks a club who a member is. The club answers with somebody of its
register. Whoever has the member's name is joined at once, for that is what the federation has asked; with
another name the answer is a proposal of the club, and the federation sees it before anything holds.

Locks: the member first, then the person, then the join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from config.database import take_turns, writing
from scoring import Problem, Unreadable
from scoring.text import mark as _
from tournaments.clubs import members
from tournaments.lists import Candidate
from tournaments.lists.folds import by_first
from tournaments.models import ClubState, FederationMember, JoinSide, MemberJoin, Player
from tournaments.people import memberships
from tournaments.people.alike import acquaintances
from tournaments.people.refusals import no_person
from tournaments.people.searching import people_of


@dataclass
class Answered:
    """What came of several that were ticked at once."""

    joined: int = 0
    waiting: int = 0
    problems: list[Problem] = field(default_factory=list)


def running(member: FederationMember) -> MemberJoin | None:
    """What is proposed or holds for this member."""
    return member.joins.filter(ended_at=None).select_related("person", "club").first()


def same_name(member: FederationMember, person: Player) -> bool:
    """Do both registers call him the same? Capitals, accents and umlauts do not matter."""
    return by_first(member.name) == by_first(person.name)


# --- the federation ------------------------------


def ask_club(*, member: int, by: str) -> MemberJoin:
    """The federation asks the club of a member who that is; raises Unreadable."""
    with writing():
        row = members.locked(member)
        _refuse_inactive(row)
        if row.club is None or row.club.state != ClubState.OPEN:
            message = _("The club of this member is not at home on this server, or is closed.")
            raise no_person("no_club", message)
        _refuse_running(row)
        return MemberJoin.objects.create(
            member=row, club=row.club, proposed_by=JoinSide.FEDERATION.value, proposed_who=by[:60]
        )


def ask_whole_club(*, club: int, by: str) -> int:
    """The same for everybody of a club who is not joined and not asked about; how many."""
    with writing():
        take_turns(members.TURNS)  # who locks several members does it in turns
        free = without_join(FederationMember.objects.filter(club=club, club__state=ClubState.OPEN))
        rows = list(free.filter(left_on=None).select_for_update(of=("self",)).order_by("pk"))
        # Somebody may have proposed one of them while we waited for the locks.
        taken = set(
            MemberJoin.objects.filter(ended_at=None, member__in=rows).values_list("member", flat=True)
        )
        asked = [
            MemberJoin(member=row, club_id=club, proposed_by=JoinSide.FEDERATION.value, proposed_who=by[:60])
            for row in rows
            if row.pk not in taken
        ]
        MemberJoin.objects.bulk_create(asked, batch_size=500)
        return len(asked)


def confirm(*, join: int, by: str) -> MemberJoin:
    """The federation agrees to what a club has proposed; raises Unreadable where it is answered already."""
    with writing():
        row = _locked(join)
        if not row.waits or row.proposed_by != JoinSide.CLUB or row.person_id is None:
            raise no_person("answered", _("This has been answered already. Please reload the page."))
        return _confirmed(row, by)


def refuse(*, join: int, by: str) -> MemberJoin:
    """The federation does not agree; raises Unreadable where it is answered already, also with yes."""
    with writing():
        row = _locked(join)
        if not row.waits or row.proposed_by != JoinSide.CLUB:
            raise no_person("answered", _("This has been answered already. Please reload the page."))
        return _ended(row, JoinSide.FEDERATION, by)


def proposals() -> QuerySet[MemberJoin]:
    """What clubs have proposed and waits for the federation; the oldest first."""
    return memberships.proposed().select_related("member", "person", "club").order_by("proposed_at", "pk")


# --- the club ------------------------------


def propose(*, tenant: int, member: int, person: int, by: str) -> MemberJoin:
    """A club says who a member is. Raises Unreadable; also for members of another club, and other people."""
    with writing():
        row = members.locked(member)
        if row.club_id != tenant:
            raise no_person("unknown", _("This member is no longer listed under your club."))
        _refuse_inactive(row)
        player = people_of(tenant).select_for_update().filter(pk=person).first()
        if player is None:
            raise no_person("nobody", _("This person is no longer in your register."))
        other = MemberJoin.objects.filter(person=player, ended_at=None).exclude(member=row)
        if (taken := other.select_related("member").first()) is not None:
            raise no_person(
                "person_taken",
                _("{name} is joined to member {number}, or proposed. Please end that first."),
                name=player.name,
                number=taken.member.number,
            )
        before = row.joins.select_for_update(of=("self",)).filter(ended_at=None).first()
        if before is not None and before.proposed_by == JoinSide.CLUB and before.person_id == player.pk:
            return before  # said twice
        if before is not None and before.person_id is None:
            if same_name(row, player):
                before.person = player
                return _confirmed(before, by)
            memberships.end([before], side=JoinSide.CLUB, who=by)
        else:
            _refuse_running(row)
        return MemberJoin.objects.create(
            member=row,
            club_id=tenant,
            person=player,
            proposed_by=JoinSide.CLUB.value,
            proposed_who=by[:60],
        )


def listed(tenant: int) -> QuerySet[FederationMember]:
    """Whom the federation lists under a club and who has not left: all that a club sees of its register."""
    return FederationMember.objects.filter(club=tenant, left_on=None).order_by("sorted_as", "pk")


def asked(tenant: int) -> int:
    """Of how many members the federation asks this club who they are."""
    return memberships.questions(tenant).count()


def alike(tenant: int, rows: Sequence[FederationMember]) -> dict[int, Player]:
    """(who has a member's name, by member): where it is one person of the club, and one of these members."""
    members_named = Counter(row.by_first for row in rows)
    named: dict[str, list[Player]] = {}
    for player in free_people(tenant).filter(by_first__in=list(members_named)).order_by("pk"):
        named.setdefault(player.by_first, []).append(player)
    return {
        row.pk: named[row.by_first][0]
        for row in rows
        if members_named[row.by_first] == 1 and len(named.get(row.by_first, ())) == 1
    }


def suggestions(tenant: int, member: FederationMember) -> tuple[Candidate, ...]:
    """Who of the club's register has this name, or one that is written like it."""
    free = set(free_people(tenant).filter(by_first=by_first(member.name)).values_list("pk", flat=True))
    judged = acquaintances(tenant, [member.name]).judge(member.name).candidates
    taken = _taken_of([int(candidate.known.key) for candidate in judged])
    return tuple(
        sorted(
            (candidate for candidate in judged if int(candidate.known.key) not in taken),
            key=lambda candidate: int(candidate.known.key) not in free,
        )
    )


def _taken_of(people: Sequence[int]) -> set[int]:
    rows = MemberJoin.objects.filter(ended_at=None, person__in=people).values_list("person", flat=True)
    return {int(person) for person in rows if person is not None}


def free_people(tenant: int) -> QuerySet[Player]:
    """Those of a club who are joined to nobody."""
    joined = MemberJoin.objects.filter(person=OuterRef("pk"), ended_at=None)
    return people_of(tenant).filter(~Exists(joined))


def without_join(rows: QuerySet[FederationMember]) -> QuerySet[FederationMember]:
    """Those of them for whom nothing is proposed and nothing holds."""
    return rows.filter(~Exists(MemberJoin.objects.filter(member=OuterRef("pk"), ended_at=None)))


# --- both ------------------------------


def end(*, join: int, side: JoinSide, by: str, tenant: int | None = None) -> MemberJoin:
    """Either side ends what holds, takes back what it has proposed, or refuses what the other has."""
    with writing():
        row = _locked(join, tenant)
        if row.ended_at is not None:
            raise no_person("ended", _("This has ended already. Please reload the page."))
        return _ended(row, side, by)


def one_by_one(acts: Sequence[Callable[[], MemberJoin]]) -> Answered:
    """Several that were ticked, each for itself; what is in the way of one stops no other."""
    answered = Answered()
    for act in acts:
        try:
            done = act()
        except Unreadable as unreadable:
            answered.problems += unreadable.problems
        else:
            answered.joined += done.holds
            answered.waiting += done.waits
    return answered


def _locked(join: int, tenant: int | None = None) -> MemberJoin:
    mine = MemberJoin.objects.all() if tenant is None else MemberJoin.objects.filter(club=tenant)
    known = mine.filter(pk=join).values_list("member", flat=True).first()
    if known is None:
        raise no_person("unknown", _("This has ended already. Please reload the page."))
    members.locked(known)
    rows = mine.select_for_update(of=("self",)).select_related("member", "person")
    row = rows.filter(pk=join).first()
    if row is None:
        raise no_person("unknown", _("This has ended already. Please reload the page."))
    return row


def _ended(row: MemberJoin, side: JoinSide, by: str) -> MemberJoin:
    memberships.end([row], side=side, who=by)
    row.refresh_from_db()
    return row


def _confirmed(row: MemberJoin, by: str) -> MemberJoin:
    row.confirmed_at, row.confirmed_who = timezone.now(), by[:60]
    row.save(update_fields=("person", "confirmed_at", "confirmed_who"))
    return row


def _refuse_inactive(member: FederationMember) -> None:
    if not member.active:
        raise no_person("left", _("{name} has left the federation."), name=member.name)


def _refuse_running(member: FederationMember) -> None:
    before = member.joins.filter(ended_at=None).select_related("person").first()
    if before is None:
        return
    if before.person is None:
        raise no_person(
            "asked", _("The club has been asked about member {number} already."), number=member.number
        )
    message = _("Member {number} is joined to {name} already.")
    if before.waits:
        message = _(
            "{name} is proposed as member {number} already. Please answer that, or take it back first."
        )
    raise no_person("taken", message, number=member.number, name=before.person.name)
