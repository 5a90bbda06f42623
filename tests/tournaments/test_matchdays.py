"""Several halls in one list: as one large event would have ranked them; what is said where they differ."""

from __future__ import annotations

import datetime
import uuid

import pytest
from django.db import connection

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tests.tournaments.matchday_builders import (
    HALLS,
    a_hall,
    a_matchday,
    joint_of,
    official,
    plain_points,
)
from tests.tournaments.season_builders import a_season, standings_of
from tournaments.events.plan import shelving
from tournaments.matchdays import changing
from tournaments.matchdays.changing import HallTyped
from tournaments.matchdays.filing import whole_matchday
from tournaments.models import Entrant, Event, MatchDay, Member, Player
from tournaments.seasons import changing as seasons
from tournaments.seasons import recording
from tournaments.seasons.gathering import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def places(points: dict[int, int]) -> dict[int, int]:
    """1, 2, 2, 4: by points alone, in the plainest way."""
    return {who: 1 + sum(other > mine for other in points.values()) for who, mine in points.items()}


def by_points_alone(*events: Event) -> None:
    Event.objects.filter(pk__in=[event.pk for event in events]).update(ranking={"criteria": ["points"]})


@pytest.mark.both_engines
def test_three_halls_are_ranked_as_one_event_would_be() -> None:
    events = [
        a_hall(name, here, 2, hands) for name, here, hands in zip(HALLS, (8, 12, 16), (3, 4, 5), strict=True)
    ]
    by_points_alone(*events)
    joint = joint_of(a_matchday(*events))
    assert joint.standings is not None
    expected = plain_points(*events)
    assert len(joint.standings.rows) == 36
    assert {row.entrant: row.values[0].first for row in joint.standings.rows} == expected
    assert {row.entrant: row.rank for row in joint.standings.rows} == places(expected)
    assert len(set(expected.values())) > 6, "something has been played"


def test_everybody_has_the_points_he_has_in_his_own_hall_also_who_sat_out() -> None:
    """Of 9 people one sits out and gets the mean of his round: that of his hall, not of all."""
    small = a_hall("Löwen", 9, 2, 3)
    large = a_hall("Krone", 13, 2, 6)
    Event.objects.filter(pk__in=(small.pk, large.pk)).update(ranking={"sitting_out": "round"}, revision=99)
    joint = joint_of(a_matchday(small, large, names=("Löwen", "Krone")))
    assert joint.standings is not None
    for event in (small, large):
        alone = hall.hall_of(event).standings
        assert alone is not None
        assert {row.entrant: (row.values[0], row.rounds) for row in alone.rows} == {
            row.entrant: (row.values[0], row.rounds)
            for row in joint.standings.rows
            if row.entrant in alone.positions
        }
    resting = [score for row in joint.standings.rows for score in row.rounds if score.kind == "sitting_out"]
    assert len({score.points for score in resting}) > 1, "two halls, two means"


def test_the_same_start_number_in_two_halls_is_two_people() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    joint = joint_of(a_matchday(here, other, names=("Löwen", "Krone")))
    assert joint.standings is not None
    numbers = [row.about.number for row in joint.standings.rows]
    assert len(numbers) == len(set(numbers)) == 16
    assert sorted(joint.hall_of.values()) == [1] * 8 + [2] * 8
    assert not joint.twice


def test_lots_are_drawn_by_hall_and_start_number() -> None:
    here, other = a_hall("Löwen", hands=0), a_hall("Krone", hands=0)
    Event.objects.filter(pk__in=(here.pk, other.pk)).update(ranking={"criteria": ["points", "lot"]})
    for event in (here, other):
        hall.play_all(hall.begin(event), 1)
    matchday = a_matchday(here, other, names=("Löwen", "Krone"))
    joint = joint_of(matchday)
    assert joint.standings is not None
    assert sorted(row.rank or 0 for row in joint.standings.rows) == [*range(1, 17)]
    assert joint.standings.lots
    assert joint.standings.seed == matchday.seed


def test_a_hall_that_comes_later_is_in_the_list_as_soon_as_it_is_here() -> None:
    here = a_hall("Stadthalle")
    matchday = a_matchday(here, None, names=("Stadthalle", "Löwen"))
    joint = joint_of(matchday)
    assert [state.state for state in joint.halls] == ["running", "expected"]
    assert not joint.complete
    assert joint.standings is not None
    assert len(joint.standings.rows) == 8
    late = a_hall("Löwen")
    typed = [HallTyped("Stadthalle", here.pk), HallTyped("Löwen", late.pk)]
    changing.change_matchday(matchday=matchday, name="Finale", day=matchday.day, halls=typed, listed=True)
    joint = joint_of(matchday)
    assert joint.standings is not None
    assert len(joint.standings.rows) == 16
    assert joint.halls[1].last_hand is not None
    assert not joint.complete
    official(here, late)
    assert joint_of(matchday).complete


def test_a_hand_of_any_hall_is_in_the_list_at_once() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    matchday = a_matchday(here, other, names=("Löwen", "Krone"))
    before = joint_of(matchday).standings
    hall.play_all(hall.begin(other), 1)
    after = joint_of(matchday).standings
    assert before is not None
    assert after is not None
    assert before.rounds == (1,)
    assert after.rounds == (1, 2)


def test_one_person_in_two_halls_is_named() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    person = Player.objects.get(name="Löwen 3")
    entrant = Entrant.objects.create(event=other, number=99, state="here")
    Member.objects.create(entrant=entrant, player=person, place=1)
    Player.objects.filter(name="Krone 1").update(name="Löwen 1")
    twice = joint_of(a_matchday(here, other, names=("Löwen", "Krone"))).twice
    assert [(each.sure, each.halls) for each in twice] == [(True, (1, 2)), (False, (1, 2))]
    assert twice[0].people == (person.pk,)


def test_what_differs_between_halls_is_named() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    stage = other.stages.get(number=1)
    stage.plan = {**stage.plan, "rounds": 3, "hands": 7}
    stage.save()
    Event.objects.filter(pk=other.pk).update(ranking={"criteria": ["points"]}, revision=99)
    joint = joint_of(a_matchday(here, other, names=("Löwen", "Krone")))
    assert {each.what for each in joint.differences} == {"rounds", "hands", "ranking"}
    assert all(each.halls == (2,) for each in joint.differences)
    assert joint.standings is not None
    assert len(joint.standings.criteria) > 1, "the rules of the first hall hold"


def test_two_games_are_no_match_day() -> None:
    here, other = a_hall("Löwen"), an_event("truco-swiss", here=8)
    with pytest.raises(Unreadable, match="games"):
        a_matchday(here, other)
    assert not MatchDay.objects.exists()


@pytest.mark.parametrize(
    ("halls", "code"),
    [
        ([HallTyped("Löwen")], "halls"),
        ([HallTyped("Löwen"), HallTyped("löwen ")], "name_twice"),
        ([HallTyped("Löwen", 2**40), HallTyped("Krone")], "no_event"),
        ([HallTyped("x" * 61), HallTyped("Krone")], "length"),
        ([HallTyped(str(number)) for number in range(21)], "halls"),
    ],
)
def test_halls_that_cannot_be_are_refused(halls: list[HallTyped], code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        changing.make_matchday(
            tenant=1, name="Finale", day=datetime.date(2026, 11, 14), halls=halls, listed=True
        )
    assert [problem.code for problem in refused.value.problems] == [code]
    assert not MatchDay.objects.exists()


def test_an_event_is_a_hall_of_one_match_day() -> None:
    here = a_hall("Löwen")
    a_matchday(here, None)
    with pytest.raises(Unreadable, match="taken"):
        a_matchday(here, None, name="Another")
    with pytest.raises(Unreadable, match="event_twice"):
        a_matchday(here, here, name="Another")


# --- in a season ------------------------------


@pytest.mark.both_engines
def test_all_halls_are_one_evening_of_a_season() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    by_points_alone(here, other)
    season, matchday = a_season(), a_matchday(here, other, names=("Löwen", "Krone"))
    seasons.add_matchday(season=season, matchday=matchday)
    assert [date_.state for date_ in facts_of(season).dates] == ["running"]
    official(here)
    recording.event_changed(here.pk, by="Test")
    assert standings_of(season) == [], "a hall is missing"
    official(other)
    recording.event_changed(other.pk, by="Test")
    expected = plain_points(here, other)
    names = dict(Member.objects.values_list("entrant", "player__name"))
    assert {name: total for _place, name, total in standings_of(season)} == {
        names[entrant]: points for entrant, points in expected.items()
    }
    assert [date_.state for date_ in facts_of(season).dates] == ["counted"]
    assert season.notices.filter(what="counted").count() == 1
    with pytest.raises(Unreadable, match="event_twice"):
        seasons.add_date(season=season, day=here.day, event=here)
    with pytest.raises(Unreadable, match="in_season"):
        changing.delete_matchday(matchday=MatchDay.objects.get())


def test_a_hall_that_is_opened_again_leaves_the_official_list_as_it_was() -> None:
    here, other = a_hall("Löwen"), a_hall("Krone")
    season, matchday = a_season(), a_matchday(here, other, names=("Löwen", "Krone"))
    official(here, other)
    seasons.add_matchday(season=season, matchday=matchday)
    before = standings_of(season)
    assert len(before) == 16
    shelving.reopen_event(event=Event.objects.get(pk=here.pk), reason="misread")
    recording.event_changed(here.pk, by="Test")
    assert [date_.reopened for date_ in facts_of(season).dates] == [True]
    assert standings_of(season) == before


def test_who_was_in_two_halls_counts_once_in_the_season() -> None:
    here, other = a_hall("Löwen", hands=2), a_hall("Krone", hands=5)
    person = Player.objects.get(name="Löwen 3")
    Member.objects.filter(player__name="Krone 1").update(player=person)
    season, matchday = a_season(), a_matchday(here, other, names=("Löwen", "Krone"))
    official(here, other)
    seasons.add_matchday(season=season, matchday=matchday)
    theirs = [total for _place, name, total in standings_of(season) if name == "Löwen 3"]
    entrant = Entrant.objects.get(event=other, members__player=person)
    assert theirs == [plain_points(here, other)[entrant.pk]], "where he has played more"


def test_an_evening_that_is_taken_out_leaves_the_match_day() -> None:
    season, matchday = a_season(), a_matchday(a_hall("Löwen"), None)
    date_ = seasons.add_matchday(season=season, matchday=matchday)
    with pytest.raises(Unreadable):
        seasons.set_event(date_=date_, event=a_hall("Krone"))
    seasons.remove_date(date_=date_)
    assert MatchDay.objects.get().evening_id is None


def test_an_event_that_is_deleted_leaves_its_hall_expected() -> None:
    here = an_event(here=8)
    matchday = a_matchday(here, None)
    Event.objects.get(pk=here.pk).delete()
    assert [state.state for state in joint_of(matchday).halls] == ["expected", "expected"]


def test_the_file_of_a_match_day_calls_events_by_their_uid() -> None:
    here = a_hall("Löwen")
    file = whole_matchday(a_matchday(here, None))
    assert uuid.UUID(file["halls"][0]["event"]) == here.uid
    assert file["halls"][1]["event"] is None
    assert connection.vendor
