"""Members of a federation for tests, and what is proposed or holds between them and a club's people."""

from __future__ import annotations

import itertools

from tournaments.clubs import joining, members
from tournaments.models import Club, FederationMember, MemberJoin, Player

NUMBERS = itertools.count(4711)


def a_member(
    name: str = "Hans Müller", club: Club | None = None, number: str = "", **more: str
) -> FederationMember:
    """Somebody in the federation's register."""
    home = str(club.pk) if club else ""
    return members.add(number=number or str(next(NUMBERS)), name=name, club=home, **more)


def a_person(club: Club, name: str = "Hans Müller", **more: str) -> Player:
    """Somebody in a club's register."""
    return Player.objects.create(tenant=club, name=name, **more)


def proposed(club: Club, name: str = "Hans Müller") -> MemberJoin:
    """A club has proposed somebody."""
    member, person = a_member(name, club), a_person(club, name)
    return joining.propose(tenant=club.pk, member=member.pk, person=person.pk, by="Berta")


def joined(club: Club, name: str = "Hans Müller") -> MemberJoin:
    """Both sides have said so."""
    return joining.confirm(join=proposed(club, name).pk, by="office")


def person_of(join: MemberJoin) -> Player:
    """Whom a join names."""
    return Player.objects.get(pk=join.person_id or 0)
