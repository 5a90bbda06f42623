"""Two who say something about a join at the same moment, perhaps on two machines: one of them is told so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import Unreadable
from tests.tournaments.club_builders import a_club
from tests.tournaments.member_builders import a_member, a_person, joined, person_of, proposed
from tests.tournaments.racing import at_once, split
from tournaments.clubs import joining, members
from tournaments.models import Club, FederationMember, JoinSide, MemberJoin
from tournaments.people import memberships, merging, privacy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


@pytest.fixture
def club(settings: Any) -> Club:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    return a_club()


def test_of_two_who_confirm_one_is_told_that_it_is_done(club: Club) -> None:
    join = proposed(club)
    done, refused = split(at_once(*[lambda: joining.confirm(join=join.pk, by="office")] * 3), Unreadable)
    assert (len(done), len(refused)) == (1, 2)
    assert MemberJoin.objects.get().holds


def test_who_confirms_while_the_club_takes_it_back(club: Club) -> None:
    join = proposed(club)
    answers = at_once(
        lambda: joining.confirm(join=join.pk, by="office"),
        lambda: joining.end(join=join.pk, side=JoinSide.CLUB, by="Berta"),
    )
    split(answers, Unreadable)
    join.refresh_from_db()
    assert join.ended_at  # before or after it was confirmed: what a club ends has ended


def test_one_person_is_proposed_for_one_member_only(club: Club) -> None:
    person, rows = a_person(club), [a_member(club=club) for _member in range(3)]
    done, refused = split(
        at_once(
            *[
                lambda row=row: joining.propose(tenant=club.pk, member=row.pk, person=person.pk, by="Berta")
                for row in rows
            ]
        ),
        Unreadable,
    )
    assert (len(done), len(refused)) == (1, 2)


def test_the_federation_asks_while_the_club_proposes(club: Club) -> None:
    member, person = a_member(club=club), a_person(club)
    answers = at_once(
        lambda: joining.ask_club(member=member.pk, by="office"),
        lambda: joining.propose(tenant=club.pk, member=member.pk, person=person.pk, by="Berta"),
        lambda: joining.ask_whole_club(club=club.pk, by="office"),
    )
    split(answers, Unreadable)
    assert MemberJoin.objects.filter(ended_at=None).count() == 1


def test_one_number_is_given_once(club: Club) -> None:
    done, refused = split(at_once(*[lambda: members.add(number="1", name="Hans")] * 3), Unreadable)
    assert (len(done), len(refused), FederationMember.objects.count()) == (1, 2, 1)


def test_somebody_is_forgotten_while_his_join_is_confirmed(club: Club) -> None:
    join = proposed(club)
    split(
        at_once(
            lambda: joining.confirm(join=join.pk, by="office"),
            lambda: privacy.anonymise(player=person_of(join)),
        ),
        Unreadable,
    )
    join.refresh_from_db()
    assert (join.person_id, join.holds) == (None, False)


def test_records_become_one_while_their_join_is_confirmed(club: Club) -> None:
    join, keep = proposed(club), a_person(club, "Hannes Müller")
    split(
        at_once(
            lambda: joining.confirm(join=join.pk, by="office"),
            lambda: merging.merge(keep=keep, gone=person_of(join)),
        ),
        Unreadable,
    )
    assert memberships.number_of(keep) == join.member.number


def test_who_leaves_while_the_club_ends_it_is_joined_to_nobody(club: Club) -> None:
    join = joined(club)
    split(
        at_once(
            lambda: members.leave(member=join.member_id, by="office"),
            lambda: joining.end(join=join.pk, side=JoinSide.CLUB, by="Berta"),
        ),
        Unreadable,
    )
    join.refresh_from_db()
    assert join.ended_at
