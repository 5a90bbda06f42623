"""Two who tap at the same time, over the years: counting, parting, joining, numbers, seeds."""

from __future__ import annotations

import pytest

from scoring import Unreadable
from tests.tournaments.career_builders import NAMES, a_played_event, person
from tests.tournaments.racing import at_once, split
from tournaments.careers import keeping, seeding
from tournaments.careers.switches import choose
from tournaments.models import FIRST, Appearance, Chapter, Member, Notice, Parting, Player
from tournaments.people import merging, parting, privacy, register

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


def test_one_evening_is_given_away_once() -> None:
    event = a_played_event(0)
    bert = register.add_person(tenant=FIRST, name="Zita")
    other = register.add_person(tenant=FIRST, name="Zoe")
    done, refused = split(
        at_once(
            lambda: parting.part(origin=person("Anna"), evenings=[f"e{event.pk}"], other=bert),
            lambda: parting.part(origin=person("Anna"), evenings=[f"e{event.pk}"], other=other),
        ),
        Unreadable,
    )
    assert (len(done), len(refused)) == (1, 1)
    assert Member.objects.filter(entrant__event=event, player__in=(bert, other)).count() == 1


def test_what_was_parted_is_taken_back_once() -> None:
    event = a_played_event(0)
    row = parting.part(origin=person("Anna"), evenings=[f"e{event.pk}"], name="Zita")
    done, refused = split(at_once(*[lambda: parting.take_back(parting=row)] * 3), Unreadable)
    assert not [refusal for refusal in refused if not isinstance(refusal, Unreadable)]
    assert len(done) >= 1
    assert Member.objects.filter(player=person("Anna")).count() == 1
    assert Notice.objects.filter(event=event, what="parted_back").count() == 1
    assert not Parting.objects.filter(undone_at=None).exists()


def test_somebody_is_parted_while_he_is_joined() -> None:
    event = a_played_event(0)
    other = register.add_person(tenant=FIRST, name="Zita")
    anna = person("Anna")
    split(
        at_once(
            lambda: parting.part(origin=anna, evenings=[f"e{event.pk}"], other=other),
            lambda: merging.merge(keep=other, gone=anna),
        ),
        Unreadable,
    )
    assert Member.objects.filter(entrant__event=event).count() == len(NAMES)
    assert Member.objects.get(player=other).entrant.event == event


def test_a_number_in_the_club_is_given_once() -> None:
    names = ("Anna", "Bert", "Cora")
    done, refused = split(
        at_once(
            *[
                lambda name=name: register.add_person(tenant=FIRST, name=name, club_number="7")
                for name in names
            ]
        ),
        Unreadable,
    )
    assert (len(done), len(refused)) == (1, 2)


def test_two_processes_that_count_count_once() -> None:
    choose(FIRST, evenings=False, public=False, rating=True)
    for week in range(2):
        a_played_event(week, NAMES[:4])
    split(at_once(*[lambda: keeping.bring_up(FIRST)] * 2), Unreadable)
    keeping.bring_up(FIRST)
    assert Chapter.objects.count() == 2
    assert Appearance.objects.count() == 8
    assert not Appearance.objects.filter(mu=None).exists()


def test_somebody_is_forgotten_while_it_is_counted() -> None:
    a_played_event(0, NAMES[:4])
    at_once(
        lambda: keeping.bring_up(FIRST), lambda: privacy.anonymise(player=Player.objects.get(name="Anna"))
    )
    keeping.bring_up(FIRST)
    assert Appearance.objects.count() == 4


def test_seeds_are_taken_once() -> None:
    choose(FIRST, evenings=False, public=False, rating=True)
    a_played_event(0, NAMES[:4])
    keeping.bring_up(FIRST)
    event = a_played_event(1, NAMES[:4], finish=False)
    seen = {row.entrant: row.after for row in seeding.seed_rows(event)}
    answers = at_once(*[lambda: seeding.take_ratings(event=event, seen=seen)] * 2)
    assert sorted(answers) == [0, 4]
    assert Notice.objects.filter(event=event, what="ratings_taken").count() == 1
