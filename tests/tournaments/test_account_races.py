"""What counts once counts once, also for two who come at the same moment, perhaps on two machines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.racing import at_once, split
from tournaments.access import accounts, invitations, secondfactor
from tournaments.models import Club, ClubAccount, Membership, Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]
WORD = "ein gutes langes Wort"


@pytest.fixture(autouse=True)
def club(settings: Any) -> Club:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    return Club.objects.create(slug="drudel", name="Drudel Freiburg")


def test_of_two_who_use_one_link_one_gets_the_account(club: Club) -> None:
    invitation, _code = invitations.invite(club=club, role=Role.HELPER, name="Otto", by="Ines")
    done, refused = split(
        at_once(
            *[
                lambda name=name: invitations.use(invitation=invitation, name=name, password=WORD)
                for name in ("Otto", "Karl", "Petra")
            ]
        ),
        accounts.NotSo,
    )
    assert (len(done), len(refused), ClubAccount.objects.count()) == (1, 2, 1)


def test_two_owners_who_remove_each_other_leave_one(club: Club) -> None:
    names = ("Ines", "Otto")
    users = [
        accounts.create_account(name=name, password=WORD, tenant=club.pk, role=Role.OWNER).user
        for name in names
    ]
    done, refused = split(
        at_once(*[lambda user=user: accounts.remove(user=user) for user in users]), accounts.NotSo
    )
    assert (len(done), len(refused)) == (1, 1)
    assert Membership.objects.get().role == Role.OWNER


def test_one_recovery_code_opens_once() -> None:
    user = accounts.create_account(name="Ines", password=WORD).user
    code = secondfactor.new_codes(user=user)[0]
    answers = at_once(*[lambda: secondfactor.accept(user=user, typed=code)] * 3)
    assert sorted(answers) == [False, False, True]


def test_sessions_of_an_account_end_for_all_who_say_so_at_once() -> None:
    user = accounts.create_account(name="Ines", password=WORD).user
    assert at_once(*[lambda: accounts.end_sessions(user=user)] * 3) == [None] * 3
    assert ClubAccount.objects.get().stamp == 3
