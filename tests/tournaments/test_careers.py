"""People over the years: counted from official results, again where they change, and summed up."""

from __future__ import annotations

import uuid

import pytest

from tests.tournaments.builders import eine
from tests.tournaments.career_builders import (
    NAMES,
    a_played_evening,
    a_played_event,
    changed,
    person,
)
from tournaments.careers import asking, gathering, keeping, seeding
from tournaments.careers.due import clubs_with_work, due_of
from tournaments.careers.persons import career_view
from tournaments.careers.records import club_records
from tournaments.careers.switches import choose
from tournaments.events.decisions.corrections import correct
from tournaments.events.plan.shelving import finish_event, reopen_event
from tournaments.models import (
    FIRST,
    Appearance,
    Career,
    Chapter,
    Entrant,
    Event,
    Job,
    Notice,
    Player,
    ShownAs,
    Sitting,
)
from tournaments.people import merging, privacy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def on(*, evenings: bool = False, public: bool = False, rating: bool = False) -> None:
    choose(FIRST, evenings=evenings, public=public, rating=rating)


def ratings() -> dict[str, tuple[float, float]]:
    rows = Career.objects.filter(tenant=FIRST, mu__isnull=False)
    return {
        name: (mu or 0, sigma or 0) for name, mu, sigma in rows.values_list("player__name", "mu", "sigma")
    }


# --- Counting -----------------------------------------------------------------------------------------------


def test_an_event_counts_once_its_results_are_official() -> None:
    event = a_played_event(finish=False)
    assert due_of(FIRST).count == 0
    keeping.bring_up(FIRST)
    assert not Appearance.objects.exists()
    finish_event(event=event)
    assert clubs_with_work() == [FIRST]
    assert keeping.bring_up(FIRST) == 1
    assert due_of(FIRST).count == 0
    assert clubs_with_work() == []
    rows = Appearance.objects.filter(chapter__event=event)
    assert {row.player.name for row in rows.select_related("player")} == set(NAMES)
    assert sorted(row.points for row in rows) == [0, 0, 0, 0, 30, 30, 60, 60]
    assert {(row.tables, row.hands, row.of) for row in rows} == {(1, 3, 8)}
    assert sorted(row.won for row in rows) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert {len(row.facts["met"]) for row in rows} == {3}


def test_it_counts_no_longer_when_it_is_opened_again_and_anew_after_a_correction() -> None:
    event = a_played_event()
    keeping.bring_up(FIRST)
    before = {row.player_id: row.points for row in Appearance.objects.all()}
    reopen_event(event=event, reason="a slip")
    assert keeping.bring_up(FIRST) == 1
    assert not Chapter.objects.exists()
    assert not Career.objects.exists(), "sums of nothing are none"
    sitting = Sitting.objects.filter(event=event).order_by("number").first()
    assert sitting is not None
    correct(sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3), base_seq=None, reason="a slip")
    finish_event(event=event)
    keeping.bring_up(FIRST)
    after = {row.player_id: row.points for row in Appearance.objects.all()}
    assert before.keys() == after.keys()
    assert sum(before[who] != after[who] for who in before) == 2


def test_counting_twice_changes_nothing() -> None:
    a_played_event()
    keeping.bring_up(FIRST)
    rows = list(Appearance.objects.order_by("pk").values())
    assert keeping.bring_up(FIRST) == 0
    assert list(Appearance.objects.order_by("pk").values()) == rows


def test_the_job_counts_what_is_due() -> None:
    a_played_event()
    job = asking.begin(FIRST, by="Anna")
    assert job is not None
    assert asking.begin(FIRST) == job, "one at a time"
    assert Job.objects.filter(kind=asking.KIND).count() == 1


def test_evenings_without_an_event_count_where_the_club_says_so() -> None:
    sitting = a_played_evening("Anna", "Bert", "Cora", "Dirk")
    keeping.bring_up(FIRST)
    assert not Appearance.objects.exists()
    on(evenings=True)
    keeping.bring_up(FIRST)
    anna = Appearance.objects.get(player=person("Anna"))
    assert (anna.place, anna.of, anna.won, anna.streak) == (1, 4, 3, 3)
    sitting.hidden_at = sitting.created_at
    sitting.save()
    keeping.bring_up(FIRST)
    assert not Appearance.objects.exists(), "a hidden table counts no longer"
    sitting.hidden_at = None
    sitting.save()
    keeping.bring_up(FIRST)
    on()
    keeping.bring_up(FIRST)
    assert not Chapter.objects.exists()


def test_rehearsals_count_never() -> None:
    event = a_played_event()
    Player.objects.filter(name="Heidi").update(robot=True)
    keeping.bring_up(FIRST)
    assert not Chapter.objects.filter(event=event).exists()


def test_an_event_that_changes_while_it_is_counted_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_played_event()
    gather = gathering.of_event

    def while_somebody_changes_it(pk: int) -> object:
        gathered = gather(pk)
        Event.objects.filter(pk=pk).update(revision=99)
        return gathered

    monkeypatch.setattr(gathering, "of_event", while_somebody_changes_it)
    keeping.bring_up(FIRST)
    assert not Chapter.objects.exists()
    monkeypatch.undo()
    keeping.bring_up(FIRST)
    assert Chapter.objects.get(event=event).revision == 99


# --- Somebody's page ----------------------------------------------------------------------------------------


def three_evenings() -> None:
    for week in range(3):
        a_played_event(week, NAMES, 1, 1, 2)
    keeping.bring_up(FIRST)


def test_a_persons_years() -> None:
    three_evenings()
    winner = Appearance.objects.filter(place=1).select_related("player").first()
    assert winner is not None
    view = career_view(winner.player, public=False)
    assert view.evenings == 3
    (game,) = view.games
    assert (game.name, game.evenings, game.hands) == ("Cego", 3, 9)
    assert game.curve is not None
    assert len(game.curve.curves[0].parts[0]) == 4
    assert game.best == "+30"
    assert "Eine" in game.best_why or winner.player.name in game.best_why
    assert game.contracts
    assert [row.title for row in view.outings] == ["Abend 3", "Abend 2", "Abend 1"]
    assert view.outings[0].place.endswith("of 8")
    assert sum(row.times for row in view.met) == 9
    assert any(medal.key == "gold" for medal in view.medals)


def test_long_lists_are_cut_and_shown_whole_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.careers.persons.EVENINGS", 2)
    monkeypatch.setattr("tournaments.careers.persons.PEOPLE", 2)
    three_evenings()
    view = career_view(person("Anna"), public=False)
    assert (len(view.outings), view.more_outings) == (2, 1)
    assert len(view.met) == 2
    assert view.more_met > 0
    whole = career_view(person("Anna"), public=False, whole=True)
    assert (len(whole.outings), whole.more_outings, whole.more_met) == (3, 0, 0)


def test_others_are_called_as_they_wish_and_who_is_forgotten_is_nobody_one_has_met() -> None:
    a_played_event(0, NAMES[:4])
    keeping.bring_up(FIRST)
    changed(person("Bert"), name="Bert Bauer", shown_as=ShownAs.INITIALS)
    changed(person("Cora"), name="Cora Kind", minor=True)
    privacy.anonymise(player=person("Dirk"))
    keeping.bring_up(FIRST)
    public = career_view(person("Anna"), public=True)
    assert {(row.name, bool(row.person)) for row in public.met} == {("B. B.", False), ("Cora K.", False)}
    desk = career_view(person("Anna"), public=False)
    assert {"Bert Bauer", "Cora Kind"} < {row.name for row in desk.met}
    assert len(desk.met) == 3


def test_forgetting_leaves_numbers_as_they_are() -> None:
    three_evenings()
    before = {
        row.player_id: (row.points, row.place) for row in Appearance.objects.filter(chapter__day="2025-01-10")
    }
    privacy.anonymise(player=person("Bert"))
    keeping.bring_up(FIRST)
    after = {
        row.player_id: (row.points, row.place) for row in Appearance.objects.filter(chapter__day="2025-01-10")
    }
    assert before == after


def test_two_who_are_one_have_all_evenings_of_both() -> None:
    a_played_event(0, NAMES)
    a_played_event(1, ("Otto", *NAMES[1:]))
    keeping.bring_up(FIRST)
    keep, gone = person("Anna"), person("Otto")
    merging.merge(keep=keep, gone=gone)
    keeping.bring_up(FIRST)
    assert Career.objects.get(player=keep).evenings == 2
    assert career_view(keep, public=False).evenings == 2


# --- Records ------------------------------------------------------------------------------------------------


def test_records_of_a_club() -> None:
    three_evenings()
    a_played_event(4, ("Anna", "Bert", "Cora", "Zita"), 1, 1, 1, 1)
    keeping.bring_up(FIRST)
    (game,) = club_records(FIRST, public=False)
    assert game.evenings == 4
    records = {record.kind: record for record in game.records}
    assert records["streak"].value == "4"
    assert {holder.name for holder in records["most_evenings"].holders} == {"Anna", "Bert", "Cora"}
    assert records["evening"].number == 120
    assert records["evening"].holders[0].where == "Abend 5"
    assert [record.name for record in game.contracts] == ["Eine"]


def test_a_record_stays_when_its_holder_is_forgotten() -> None:
    a_played_event(0, NAMES[:4], 1, 1, 1)
    keeping.bring_up(FIRST)
    holder = Appearance.objects.get(streak=3).player
    privacy.anonymise(player=holder)
    keeping.bring_up(FIRST)
    (game,) = club_records(FIRST, public=True)
    streak = next(record for record in game.records if record.kind == "streak")
    assert streak.value == "3"
    assert streak.holders[0].name.startswith("Anonymous")
    assert streak.holders[0].person == 0


# --- Ratings ------------------------------------------------------------------------------------------------


def test_ratings_are_off_until_the_club_wants_them_and_gone_when_it_does_not() -> None:
    a_played_event()
    keeping.bring_up(FIRST)
    assert ratings() == {}
    on(rating=True)
    keeping.bring_up(FIRST)
    assert set(ratings()) == set(NAMES)
    on()
    keeping.bring_up(FIRST)
    assert ratings() == {}
    assert not Appearance.objects.exclude(mu=None).exists()


def test_an_event_that_is_counted_later_is_rated_in_the_order_of_the_days() -> None:
    on(rating=True)
    a_played_event(0, NAMES, 1, 1, 1)
    a_played_event(2, NAMES, 3, 3, 3)
    keeping.bring_up(FIRST)
    a_played_event(1, NAMES, 2, 2, 2)
    keeping.bring_up(FIRST)
    in_between = ratings()
    Chapter.objects.update(rated="")
    keeping.bring_up(FIRST)
    assert ratings() == in_between, "as if they had been counted one after the other"
    assert len({sigma for _mu, sigma in in_between.values()}) > 1


def test_two_programs_with_the_same_results_say_the_same() -> None:
    on(rating=True)
    three_evenings()
    before = ratings()
    Chapter.objects.all().delete()
    Career.objects.all().delete()
    keeping.bring_up(FIRST)
    assert ratings() == before


# --- Ratings as seeds ---------------------------------------------------------------------------------------


def test_ratings_seed_an_event_after_a_look() -> None:
    on(rating=True)
    three_evenings()
    event = a_played_event(9, (*NAMES[:4], "Neu"), finish=False)
    rows = seeding.seed_rows(event)
    assert [row.after for row in rows if row.after] == sorted(row.after for row in rows if row.after)
    assert rows[-1].after is None
    assert rows[-1].rating is None
    seen = {row.entrant: row.after for row in rows}
    assert seeding.take_ratings(event=event, seen=seen, by="Anna") == 4
    given = dict(Entrant.objects.filter(event=event).values_list("pk", "rating"))
    assert given == seen
    assert Notice.objects.filter(event=event, what="ratings_taken", by="Anna").count() == 1
    assert seeding.take_ratings(event=event, seen=seen) == 0, "twice is once"
    assert Notice.objects.filter(event=event, what="ratings_taken").count() == 1


def test_nothing_is_seeded_when_ratings_have_changed_since_the_look() -> None:
    on(rating=True)
    three_evenings()
    event = a_played_event(9, NAMES[:4], finish=False)
    seen = {row.entrant: row.after for row in seeding.seed_rows(event)}
    Career.objects.filter(player=person("Anna")).update(mu=99.0)
    Career.objects.filter(player=person("Bert")).update(mu=1.0)
    assert seeding.take_ratings(event=event, seen=seen) is None
    assert not Entrant.objects.filter(event=event, rating__isnull=False).exists()
