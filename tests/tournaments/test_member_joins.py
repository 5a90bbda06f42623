"""A member of the federation is a person of a club once both sides have said so, until either ends it."""

from __future__ import annotations

import functools
import json
import zipfile
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from scoring import Unreadable
from tests.tournaments.club_builders import a_club, an_account_of, an_operator, browser_of, let_it_leave
from tests.tournaments.member_builders import a_member, a_person, joined, person_of, proposed
from tournaments.clubs import exporting, joining, members, removal
from tournaments.models import Club, FederationMember, JoinSide, MemberJoin, Player, Role
from tournaments.people import memberships, merging, privacy

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def other() -> Club:
    return a_club("Die anderen")


@pytest.fixture
def owner(club: Club) -> Client:
    return browser_of(an_account_of(club))


@pytest.fixture
def office() -> Client:
    return browser_of(an_operator())


def codes(act: Any) -> list[str]:
    with pytest.raises(Unreadable) as refused:
        act()
    return [problem.code for problem in refused.value.problems]


# --- both sides say so ------------------------------


def test_a_club_proposes_and_nothing_holds_before_the_federation_agrees(club: Club) -> None:
    join = proposed(club)
    assert (join.waits, join.holds) == (True, False)
    assert memberships.numbers_in(club.pk) == {}
    join = joining.confirm(join=join.pk, by="office")
    assert join.holds
    assert memberships.numbers_in(club.pk) == {join.person_id: join.member.number}


def test_the_federation_asks_and_nothing_holds_before_the_club_answers(club: Club) -> None:
    member, person = a_member(club=club), a_person(club)
    join = joining.ask_club(member=member.pk, by="office")
    assert (join.person, join.waits) == (None, True)
    answered = joining.propose(tenant=club.pk, member=member.pk, person=person.pk, by="Berta")
    assert answered.pk == join.pk
    assert answered.holds
    assert (answered.proposed_who, answered.confirmed_who) == ("office", "Berta")


def test_somebody_with_another_name_is_looked_at_by_the_federation_first(club: Club) -> None:
    member, person = a_member("Hans Müller", club), a_person(club, "Peter Maier")
    asked = joining.ask_club(member=member.pk, by="office")
    answer = joining.propose(tenant=club.pk, member=member.pk, person=person.pk, by="Berta")
    assert answer.waits
    assert answer.proposed_by == JoinSide.CLUB
    asked.refresh_from_db()
    assert asked.ended_by == JoinSide.CLUB
    assert joining.confirm(join=answer.pk, by="office").holds


def test_capitals_accents_and_the_order_of_names_make_no_other_name(club: Club) -> None:
    member, person = a_member("MÜLLER, Hans", club), a_person(club, "Hans Mueller")
    joining.ask_club(member=member.pk, by="office")
    assert joining.propose(tenant=club.pk, member=member.pk, person=person.pk, by="Berta").holds


def test_a_question_is_not_answered_by_the_side_that_asks(club: Club) -> None:
    member = a_member(club=club)
    asked = joining.ask_club(member=member.pk, by="office")
    assert codes(lambda: joining.confirm(join=asked.pk, by="office")) == ["answered"]


def test_what_is_said_twice_is_said_once(club: Club) -> None:
    join = proposed(club)
    again = joining.propose(tenant=club.pk, member=join.member_id, person=person_of(join).pk, by="Berta")
    assert again.pk == join.pk
    joining.confirm(join=join.pk, by="office")
    assert codes(lambda: joining.confirm(join=join.pk, by="office")) == ["answered"]
    assert MemberJoin.objects.count() == 1


def test_who_refuses_too_late_ends_nothing(club: Club) -> None:
    join = joined(club)
    assert codes(lambda: joining.refuse(join=join.pk, by="office")) == ["answered"]
    waiting = proposed(club, "Rosa Neu")
    assert joining.refuse(join=waiting.pk, by="office").ended_by == JoinSide.FEDERATION
    join.refresh_from_db()
    assert join.holds


def test_a_member_is_one_person_and_a_person_one_member(club: Club) -> None:
    join = joined(club)
    second, twin = a_member("Hans Müller", club), a_person(club, "Hans Müller", distinction="der Ältere")
    again = functools.partial(joining.propose, tenant=club.pk, by="Berta")
    assert codes(lambda: again(member=second.pk, person=person_of(join).pk)) == ["person_taken"]
    assert codes(lambda: again(member=join.member_id, person=twin.pk)) == ["taken"]
    assert codes(lambda: joining.ask_club(member=join.member_id, by="office")) == ["taken"]
    for fields in ({"member": join.member, "person": twin}, {"member": second, "person": join.person}):
        with pytest.raises(IntegrityError), transaction.atomic():
            MemberJoin.objects.create(club=club, proposed_by="club", **fields)


def test_nobody_of_another_club_comes_in_between(club: Club, other: Club) -> None:
    member, ours, theirs = a_member(club=club), a_person(club), a_person(other)
    assert codes(lambda: joining.propose(tenant=other.pk, member=member.pk, person=theirs.pk, by="Otto")) == [
        "unknown"
    ]
    assert codes(lambda: joining.propose(tenant=club.pk, member=member.pk, person=theirs.pk, by="Berta")) == [
        "nobody"
    ]
    join = joining.propose(tenant=club.pk, member=member.pk, person=ours.pk, by="Berta")
    assert codes(lambda: joining.end(join=join.pk, side=JoinSide.CLUB, by="Otto", tenant=other.pk)) == [
        "unknown"
    ]


def test_who_is_of_no_club_here_or_has_left_is_joined_to_nobody(club: Club) -> None:
    nowhere = a_member("Paula Weit", club_name="SC Kiel")
    assert codes(lambda: joining.ask_club(member=nowhere.pk, by="office")) == ["no_club"]
    gone, person = a_member(club=club), a_person(club)
    members.leave(member=gone.pk, by="office")
    assert codes(lambda: joining.ask_club(member=gone.pk, by="office")) == ["left"]
    assert codes(lambda: joining.propose(tenant=club.pk, member=gone.pk, person=person.pk, by="Berta")) == [
        "left"
    ]


def test_a_whole_club_is_asked_at_once_and_nobody_twice(club: Club, other: Club) -> None:
    joined(club)
    a_member("Rosa Neu", club)
    a_member("Karl Dort", other)
    members.leave(member=a_member("Emil Fort", club).pk, by="office")
    assert joining.ask_whole_club(club=club.pk, by="office") == 1
    assert joining.ask_whole_club(club=club.pk, by="office") == 0
    assert [join.member.name for join in MemberJoin.objects.filter(person=None)] == ["Rosa Neu"]


# --- it ends ------------------------------


@pytest.mark.parametrize("side", list(JoinSide))
def test_either_side_ends_it_and_it_can_begin_anew(club: Club, side: JoinSide) -> None:
    join = joined(club)
    joining.end(join=join.pk, side=side, by="x", tenant=club.pk if side is JoinSide.CLUB else None)
    join.refresh_from_db()
    assert (join.holds, join.ended_by) == (False, side.value)
    assert memberships.numbers_in(club.pk) == {}
    assert codes(lambda: joining.end(join=join.pk, side=side, by="x")) == ["ended"]
    again = joining.propose(tenant=club.pk, member=join.member_id, person=person_of(join).pk, by="Berta")
    assert again.pk != join.pk
    assert MemberJoin.objects.count() == 2


def test_another_club_ends_it_only_where_that_is_meant(club: Club, other: Club) -> None:
    join = joined(club)
    fields = {"number": join.member.number, "name": join.member.name, "club_name": "", "born": ""}
    with pytest.raises(members.WouldEnd):
        members.change(member=join.member_id, by="office", may_end=False, club=str(other.pk), **fields)
    join.refresh_from_db()
    assert join.holds
    members.change(member=join.member_id, by="office", may_end=True, club=str(other.pk), **fields)
    join.refresh_from_db()
    assert join.ended_by == JoinSide.FEDERATION


def test_who_leaves_is_no_longer_joined(club: Club) -> None:
    join = joined(club)
    members.leave(member=join.member_id, by="office")
    join.refresh_from_db()
    assert join.ended_at
    assert not joining.listed(club.pk).exists()
    members.come_back(member=join.member_id)
    assert joining.listed(club.pk).exists()
    assert not memberships.numbers_in(club.pk)


def test_who_has_left_can_be_removed_and_nobody_else(club: Club) -> None:
    join = joined(club)
    assert codes(lambda: members.remove(member=join.member_id)) == ["active"]
    members.leave(member=join.member_id, by="office")
    members.remove(member=join.member_id)
    assert not FederationMember.objects.exists()
    assert not MemberJoin.objects.exists()
    assert Player.objects.filter(pk=person_of(join).pk).exists()


# --- what happens to a club's people ------------------------------


def test_whoever_is_forgotten_is_joined_to_nobody_and_named_nowhere(club: Club) -> None:
    join = joined(club)
    privacy.anonymise(player=person_of(join), by="Berta")
    join.refresh_from_db()
    assert (join.person, join.ended_by) == (None, JoinSide.CLUB)
    assert not MemberJoin.objects.filter(person__isnull=False).exists()
    assert join.member.name == "Hans Müller"  # the federation's own record


def test_two_records_of_one_person_keep_the_number_of_either(club: Club) -> None:
    join = joined(club)
    keep = a_person(club, "Hannes Müller")
    merging.merge(keep=keep, gone=person_of(join))
    assert memberships.number_of(keep) == join.member.number


def test_a_number_that_both_sides_have_agreed_to_goes_before_a_proposal(club: Club) -> None:
    join, waiting = joined(club, "Hans Müller"), proposed(club, "Hannes Müller")
    merging.merge(keep=person_of(waiting), gone=person_of(join))
    waiting.refresh_from_db()
    assert waiting.ended_at
    assert memberships.number_of(person_of(waiting)) == join.member.number


def test_two_people_with_two_numbers_are_not_made_one(club: Club) -> None:
    first, second = joined(club, "Hans Müller"), joined(club, "Hannes Müller")
    assert codes(lambda: merging.merge(keep=person_of(first), gone=person_of(second))) == ["two_members"]
    assert memberships.numbers_in(club.pk) == {
        first.person_id: first.member.number,
        second.person_id: second.member.number,
    }


def test_a_club_that_is_removed_takes_its_joins_along_and_no_member(club: Club, other: Club) -> None:
    join, there = joined(club), joined(other)
    let_it_leave(club)
    removal.remove(club=club, by="test")
    member = FederationMember.objects.get(pk=join.member_id)
    assert (member.club, member.club_word) == (None, "Cegofreunde Müllheim")
    assert list(MemberJoin.objects.values_list("pk", flat=True)) == [there.pk]
    there.refresh_from_db()
    assert there.holds


def test_a_club_takes_its_numbers_and_joins_along(club: Club, other: Club) -> None:
    join = joined(club)
    joined(other, "Otto Fremd")
    packed = BytesIO()
    exporting.write_club(club, packed)
    with zipfile.ZipFile(packed) as archive:
        people = json.loads(archive.read("people.json"))
        joins = json.loads(archive.read("members.json"))
        table = archive.read("people.csv").decode()
    assert [person["member_number"] for person in people] == [join.member.number]
    assert [(row["number"], row["person"], row["ended_at"]) for row in joins] == [
        (join.member.number, "Hans Müller", None)
    ]
    assert join.member.number in table
    assert "Otto Fremd" not in table


def test_a_person_is_told_as_whom_the_federation_knows_him(club: Club) -> None:
    join = joined(club)
    (facts,) = privacy.everything_about(person_of(join))["federation"]
    assert (facts["number"], facts["proposed_by"], facts["ended_at"]) == (join.member.number, "club", None)
    assert "federation" not in privacy.everything_about(a_person(club, "Rosa Neu"))


# --- the pages of a club ------------------------------


def test_a_club_ticks_who_is_who_and_the_office_agrees(club: Club, owner: Client, office: Client) -> None:
    rows = [(a_member(name, club), a_person(club, name)) for name in ("Hans Müller", "Rosa Neu")]
    page = owner.get("/desk/club/members/").text
    pairs = [f"{member.pk}-{person.pk}" for member, person in rows]
    assert all(f'value="{pair}"' in page for pair in pairs)
    assert "checked" in owner.get("/desk/club/members/", {"tick": "1"}).text
    answer = owner.post("/desk/club/members/propose/", {"pair": pairs}, follow=True)
    assert "2 are proposed; the federation answers." in answer.text
    page = office.get("/desk/members/").text
    assert "is Rosa Neu at Cegofreunde Müllheim" in page
    joins = list(MemberJoin.objects.values_list("pk", flat=True))
    answer = office.post("/desk/members/answer/", {"join": joins, "answer": "yes"}, follow=True)
    assert "2 members are joined." in answer.text
    number = rows[0][0].number
    assert f"joined to {rows[0][1].name}" in owner.get("/desk/club/members/").text
    assert number in owner.get(f"/desk/people/{rows[0][1].pk}/").text
    assert rows[0][1].name in owner.get("/desk/people/", {"q": number}).text
    assert rows[1][1].name not in owner.get("/desk/people/", {"q": number}).text
    assert number in owner.get("/desk/people/people.csv").text


def test_the_office_asks_and_the_club_chooses(club: Club, owner: Client, office: Client) -> None:
    member, person = a_member(club=club), a_person(club)
    answer = office.post("/desk/members/ask/", {"member": member.pk}, follow=True)
    assert "is asked who this is" in answer.text
    assert "(1)" in owner.get("/desk/").text
    assert "The federation asks about 1 member." in owner.get("/desk/club/members/").text
    page = owner.get(f"/desk/club/members/{member.pk}/").text
    assert f'value="{person.pk}"' in page
    answer = owner.post(f"/desk/club/members/{member.pk}/", {"person": person.pk}, follow=True)
    assert "Joined to Hans Müller in your register" in answer.text
    assert "Joined to Hans Müller at Cegofreunde" in office.get(f"/desk/members/{member.pk}/").text


def test_somebody_with_another_name_is_found_by_a_search(club: Club, owner: Client, office: Client) -> None:
    member, person = a_member("Hans Müller", club), a_person(club, "Jean Meunier")
    path = f"/desk/club/members/{member.pk}/"
    assert "Jean Meunier" not in owner.get(path).text
    assert f'value="{person.pk}"' in owner.get(path, {"q": "meunier"}).text
    owner.post(path, {"person": person.pk})
    assert "The names differ." in office.get("/desk/members/").text


@pytest.mark.parametrize("who", ["owner", "office"])
def test_before_it_ends_one_sees_what_ends(club: Club, owner: Client, office: Client, who: str) -> None:
    join = joined(club)
    browser, room = (owner, "/desk/club/members/") if who == "owner" else (office, "/desk/members/")
    path = f"{room}{join.member_id}/end/"
    assert "End the join?" in browser.get(path).text
    join.refresh_from_db()
    assert join.holds
    assert "The join has ended." in browser.post(path, {"join": join.pk}, follow=True).text
    join.refresh_from_db()
    assert join.ended_by == ("club" if who == "owner" else "federation")
    assert browser.get(path).status_code == 302


def test_after_the_end_the_office_sees_nobody_of_the_club(club: Club, office: Client) -> None:
    join = joined(club, "Hans Müller")
    Player.objects.filter(pk=person_of(join).pk).update(name="Johannes Geheim")
    path = f"/desk/members/{join.member_id}/"
    assert "Johannes Geheim" in office.get(path).text
    joining.end(join=join.pk, side=JoinSide.CLUB, by="Berta")
    page = office.get(path).text
    assert "Johannes Geheim" not in page
    assert "by the club" in page


def test_what_is_answered_meanwhile_is_said(club: Club, owner: Client, office: Client) -> None:
    join = proposed(club)
    joining.end(join=join.pk, side=JoinSide.CLUB, by="Berta")
    answer = office.post("/desk/members/answer/", {"join": join.pk, "answer": "yes"}, follow=True)
    assert "answered already" in answer.text
    assert "Nobody is ticked." in office.post("/desk/members/answer/", {"answer": "yes"}).text
    assert "Nobody is ticked." in owner.post("/desk/club/members/propose/", {}).text


def test_people_with_one_name_are_not_offered_for_ticking(club: Club, owner: Client) -> None:
    a_person(club), a_person(club, distinction="der Ältere")
    member = a_member(club=club)
    assert 'name="pair"' not in owner.get("/desk/club/members/").text
    assert owner.get(f"/desk/club/members/{member.pk}/").text.count('name="person"') == 2


# --- who may, and where ------------------------------


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.HELPER])
def test_owners_answer_for_a_club_and_nobody_else(club: Club, role: Role) -> None:
    member = a_member(club=club)
    browser = browser_of(an_account_of(club, role))
    assert browser.get("/desk/club/members/").status_code == 403
    assert browser.get(f"/desk/club/members/{member.pk}/").status_code == 403
    assert browser.get("/desk/members/").status_code == 403


def test_a_club_sees_its_own_members_only(club: Club, other: Club, owner: Client) -> None:
    theirs = joined(other, "Otto Fremd")
    a_member("Paula Weit")
    page = owner.get("/desk/club/members/", {"q": "o"}).text
    assert "Fremd" not in page
    assert "Weit" not in page
    for path in (f"{theirs.member_id}/", f"{theirs.member_id}/end/"):
        assert owner.get(f"/desk/club/members/{path}").status_code == 404
        assert owner.post(f"/desk/club/members/{path}", {"join": theirs.pk}).status_code == 404
    theirs.refresh_from_db()
    assert theirs.holds
    assert owner.get("/desk/members/").status_code == 403


def test_the_office_sees_nobody_but_whom_a_join_shows(club: Club, office: Client) -> None:
    join = joined(club)
    a_person(club, "Johannes Geheim")
    a_person(club, "Hans Müller", distinction="der Ältere", contact="h@m.example")
    pages = "".join(
        office.get(path, {"q": "hans"}).text
        for path in ("/desk/members/", f"/desk/members/{join.member_id}/")
    )
    assert "Geheim" not in pages
    assert "der Ältere" not in pages
    assert "h@m.example" not in pages
