"""A season: evenings of every kind become one list, and whatever changes says which places it has moved."""

from __future__ import annotations

import uuid
from datetime import date, timedelta

import pytest

from scoring import Unreadable
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.season_builders import (
    BEGINS,
    SIX,
    a_played_event,
    a_season,
    an_evening,
    enter,
    make_official,
    six_evenings,
    standings_of,
)
from tournaments.engines.season import SeasonBy, SeasonRules, Worth
from tournaments.events.decisions import rulings
from tournaments.events.plan import shelving
from tournaments.hall.public import EVERYTHING, Known
from tournaments.lists import point_rows
from tournaments.models import ClubSeason, EveningResult, Player, RulingKind, SeasonDate
from tournaments.people import privacy
from tournaments.people.merging import merge
from tournaments.seasons import changing, entering, recording
from tournaments.seasons.gathering import facts_of, lists_of
from tournaments.seasons.keeping import season_now
from tournaments.seasons.showing import season_page
from tournaments.seasons.words import line_not_noted, notice_lines

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

BEST_FOUR = SeasonRules(best=4, least=3)


def test_evenings_from_paper_become_a_list() -> None:
    season = six_evenings(BEST_FOUR)
    assert standings_of(season) == [
        (1, "Anna Keller", 1110),
        (2, "Cora Ruf", 960),
        (3, "Bert Maier", 890),
        (None, "Dirk Zeller", 960),
    ]


@pytest.mark.usefixtures("in_english")
def test_a_correction_in_an_old_evening_says_which_places_it_has_moved() -> None:
    season = six_evenings(BEST_FOUR)
    result = EveningResult.objects.get(player__name="Bert Maier", points=300)
    entering.correct_result(result=result, points=380, reason="wrong column", by="Petra")
    assert [name for _rank, name, _total in standings_of(season)][:3] == [
        "Anna Keller",
        "Bert Maier",
        "Cora Ruf",
    ]
    line = notice_lines(season)[0]
    assert "Bert Maier corrected, 300 → 380" in line.what
    assert line.reason == "wrong column"
    assert line.by == "Petra"
    assert line.effect == "2 places are others now."
    assert line.moves == ("Bert Maier: 3 → 2", "Cora Ruf: 2 → 3")


@pytest.mark.usefixtures("in_english")
def test_a_correction_that_moves_nobody_says_so() -> None:
    season = six_evenings(BEST_FOUR)
    result = EveningResult.objects.get(player__name="Cora Ruf", points=-200)
    entering.correct_result(result=result, points=-180, reason="minus", by="Petra")
    assert notice_lines(season)[0].effect == "No total and no place has changed."


def test_a_correction_needs_a_reason() -> None:
    six_evenings()
    result = EveningResult.objects.get(points=300)
    with pytest.raises(Unreadable):
        entering.correct_result(result=result, points=380, reason=" ", by="Petra")
    result.refresh_from_db()
    assert result.points == 300


def test_an_event_counts_once_its_results_are_official() -> None:
    season = a_season()
    event = a_played_event()
    changing.add_date(season=season, day=event.day, event=event)
    assert standings_of(season) == []
    event = make_official(event)
    recording.event_changed(event.pk, by="Petra")
    there = standings_of(season)
    assert len(there) == 8
    assert there[0][0] == 1
    row = SeasonDate.objects.get(event=event)
    assert row.outcome, "kept beside the date"
    assert SeasonDate.objects.get(event=event).counted_at is not None


@pytest.mark.usefixtures("in_english")
def test_an_event_that_is_corrected_afterwards_recomputes_the_season() -> None:
    season = a_season()
    event = make_official(a_played_event())
    changing.add_date(season=season, day=event.day, event=event)
    before = standings_of(season)
    shelving.reopen_event(event=event, reason="wrong sheet")
    recording.event_changed(event.pk, by="Petra")
    assert standings_of(season) == before, "what was official counts until it is official again"
    entrant = event.entrants.get(members__player__name=before[-1][1])
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=entrant.pk, points=500)
    rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="wrong sheet")
    make_official(event)
    recording.event_changed(event.pk, by="Petra")
    assert standings_of(season)[0][1] == before[-1][1]
    assert "corrected results are official" in notice_lines(season)[0].what
    assert "places are others now" in notice_lines(season)[0].effect
    assert notice_lines(season)[1].effect == "No total and no place has changed."


def test_what_would_be_if_the_event_ended_now() -> None:
    season = a_season()
    an_evening(season, {"Anna": 5, "Bert": 9}, number=1)
    event = a_played_event(day=BEGINS + timedelta(days=30))
    changing.add_date(season=season, day=event.day, event=event)
    facts = facts_of(ClubSeason.objects.get(pk=season.pk))
    of = lists_of(facts.season)[0]
    now = season_now(facts, of, lambda event: EVERYTHING)
    assert len(now.table.rows) == 2
    assert now.supposed is not None
    assert len(now.supposed.rows) >= 8
    page = season_page(now)
    assert page.supposed
    assert any(row.now for row in page.outside), "who comes for the first time is shown, too"
    hidden = season_now(facts, of, lambda event: Known(False, frozen=True))
    assert hidden.supposed is None, "hidden standings stay hidden"


def test_tables_of_an_evening_count_when_the_club_says_so() -> None:
    season = a_season()
    table = a_sitting()
    record(table, eine(1))
    date_ = an_evening(season, number=1)
    assert standings_of(season) == []
    changing.set_tables(date_=date_, tables=[table.pk], by="Petra")
    there = standings_of(season)
    assert len(there) == 4
    assert there[0][2] > 0
    record(table, eine(1))
    assert standings_of(season)[0][2] > there[0][2], "hands that are written later count as well"


def test_places_of_a_list_count_where_places_are_points() -> None:
    season = a_season(rules=SeasonRules(worth=Worth.PLACES, place_points=(25, 18), tail=1))
    an_evening(season, {"Anna": 5, "Bert": 9, "Cora": 9})
    assert standings_of(season)[0][2] == standings_of(season)[1][2]


def test_several_lists_from_the_same_evenings() -> None:
    season = six_evenings()
    Player.objects.filter(name__in=("Anna Keller", "Cora Ruf")).update(category="Damen")
    changing.change_views(season=season, views=[{"name": "Damen", "rules": {"category": ["Damen"]}}], by="P")
    assert [name for _rank, name, _total in standings_of(season, "1")] == ["Anna Keller", "Cora Ruf"]
    assert len(standings_of(season)) == 4


def test_members_are_the_people_of_the_club() -> None:
    season = six_evenings(SeasonRules(members_only=True), home="SC Freiburg")
    Player.objects.filter(name="Bert Maier").update(club="SC Freiburg")
    season.revision += 1
    season.save()
    assert [name for _rank, name, _total in standings_of(season)] == ["Bert Maier"]


def test_forgetting_somebody_leaves_the_numbers() -> None:
    season = six_evenings(BEST_FOUR)
    before = standings_of(season)
    privacy.anonymise(player=Player.objects.get(name="Anna Keller"))
    after = standings_of(season)
    assert [(rank, total) for rank, _name, total in after] == [(rank, total) for rank, _name, total in before]
    assert "Anna Keller" not in [name for _rank, name, _total in after]


def test_two_who_are_one_are_put_together() -> None:
    season = a_season()
    an_evening(season, {"Uwe Kraus": 300}, 1)
    an_evening(season, {"Ulrich Kraus": 200}, 2)
    merge(keep=Player.objects.get(name="Uwe Kraus"), gone=Player.objects.get(name="Ulrich Kraus"))
    assert standings_of(season) == [(1, "Uwe Kraus", 500)]


@pytest.mark.usefixtures("in_english")
def test_putting_two_together_says_which_places_it_has_moved() -> None:
    season = a_season()
    an_evening(season, {"Uwe Kraus": 300, "Vera Held": 400}, 1)
    an_evening(season, {"Ulrich Kraus": 200}, 2)
    keep, gone = (Player.objects.get(name=f"{name} Kraus") for name in ("Uwe", "Ulrich"))
    number = gone.pk
    merge(keep=keep, gone=gone)
    recording.people_merged(season.whose, keep.pk, number, by="Petra")
    line = notice_lines(season)[0]
    assert line.what == "Uwe Kraus was in the register twice and is one person now."
    assert (line.by, line.effect) == ("Petra", "2 places are others now.")
    assert set(line.moves) == {"Uwe Kraus: 2 → 1", "Vera Held: 1 → 2"}
    assert line_not_noted(season) is None


def test_an_event_that_is_being_corrected_knows_who_two_have_become() -> None:
    season = a_season()
    event = make_official(a_played_event())
    changing.add_date(season=season, day=event.day, event=event)
    shelving.reopen_event(event=event, reason="wrong sheet")
    first = standings_of(season)[0][1]
    gone = Player.objects.get(name=first)
    keep = Player.objects.create(name="Zita Zimmer")
    number = gone.pk
    merge(keep=keep, gone=gone)
    recording.people_merged(season.whose, keep.pk, number)
    assert {name for _rank, name, _total in standings_of(season)} & {first, "Zita Zimmer", str(number)} == {
        "Zita Zimmer"
    }


@pytest.mark.usefixtures("in_english")
def test_a_hand_that_is_corrected_at_a_table_is_noted() -> None:
    season = a_season()
    table = a_sitting()
    record(table, eine(1))
    date_ = an_evening(season, number=1)
    changing.set_tables(date_=date_, tables=[table.pk], by="Petra")
    season.refresh_from_db()
    assert line_not_noted(season) is None
    for seat in (2, 2, 2):
        record(table, eine(seat))
    line = line_not_noted(season)
    assert line is not None
    assert line.moves
    an_evening(season, {"Xaver": 1}, number=2)
    whats = [line.what for line in notice_lines(season)]
    assert "Results, clubs or categories that count here were corrected elsewhere." in whats
    season.refresh_from_db()
    assert line_not_noted(season) is None


@pytest.mark.usefixtures("in_english")
def test_somebody_who_is_a_guest_now_moves_places_and_that_is_noted() -> None:
    season = a_season(rules=SeasonRules(members_only=True))
    an_evening(season, {"Uwe Kraus": 300, "Vera Held": 400}, 1)
    Player.objects.filter(name="Vera Held").update(category="Gast")
    season.refresh_from_db()
    line = line_not_noted(season)
    assert line is not None
    assert "Uwe Kraus: 2 → 1" in line.moves


@pytest.mark.usefixtures("in_english")
def test_two_of_one_evening_are_not_one() -> None:
    season = a_season(name="Winter")
    an_evening(season, {"Uwe Kraus": 300, "Ulrich Kraus": 200})
    with pytest.raises(Unreadable) as refused:
        merge(keep=Player.objects.get(name="Uwe Kraus"), gone=Player.objects.get(name="Ulrich Kraus"))
    (problem,) = refused.value.problems
    assert problem.text.values["season"] == "Winter"
    assert problem.text.values["day"] == BEGINS.isoformat()


def test_identity_is_not_the_name() -> None:
    season = a_season()
    known = Player.objects.create(name="Hans Müller", club="SC Endingen")
    date_ = an_evening(season)
    rows = point_rows("Hans Mueller; SC Endingen; 40\nNeu Hier; 10")
    seen = entering.look(rows, tenant=season.whose, decisions={})
    (asking,) = seen.asking
    assert asking.person is not None
    assert str(known.pk) in {option.value for option in asking.person.options}
    decided = {asking.person.field: str(known.pk)}
    _seen, taken = entering.take_list(date_=date_, rows=rows, decisions=decided)
    assert taken
    assert EveningResult.objects.get(points=40).player == known


def test_the_same_list_again_replaces_what_was_there() -> None:
    season = a_season()
    date_ = an_evening(season, {"Anna": 5, "Bert": 9})
    enter(date_, {"Anna": 7})
    assert standings_of(season) == [(1, "Anna", 7)]
    assert season.notices.order_by("-pk")[0].data["before"]


def test_an_event_is_in_a_season_once() -> None:
    season = a_season()
    event = an_event()
    changing.add_date(season=season, day=event.day, event=event)
    with pytest.raises(Unreadable):
        changing.add_date(season=season, day=event.day, event=event)


@pytest.mark.parametrize("weight", ["-1", "zwei", "1e9", "101", "1/0"])
def test_a_weight_is_a_number(weight: str) -> None:
    with pytest.raises(Unreadable):
        an_evening(a_season(), weight=weight)


def test_a_final_may_weigh_more() -> None:
    season = a_season(rules=SeasonRules(ties=(SeasonBy.LAST_EVENING,)))
    an_evening(season, {"Anna": 10, "Bert": 8}, 1)
    an_evening(season, {"Anna": 2, "Bert": 4}, 2, weight="1,5", kind="final")
    assert standings_of(season)[0][:2] == (1, "Bert")
    assert standings_of(season)[0][2] == 14


def test_rules_that_cannot_be_read_are_refused_whole() -> None:
    season = a_season()
    with pytest.raises(Unreadable):
        changing.change_rules(season=season, raw={"best": -1})
    assert ClubSeason.objects.get(pk=season.pk).rules == season.rules


def test_a_date_still_to_come_costs_nobody_anything() -> None:
    season = six_evenings(BEST_FOUR)
    before = standings_of(season)
    an_evening(season, number=9)
    assert standings_of(season) == before


def test_a_season_with_evenings_is_not_deleted() -> None:
    season = six_evenings()
    with pytest.raises(Unreadable):
        changing.delete_season(season=season)
    for date_ in season.evenings.all():
        changing.remove_date(date_=date_)
    changing.delete_season(season=season)
    assert not ClubSeason.objects.exists()


def test_six_evenings_are_read_as_they_were_typed() -> None:
    season = six_evenings()
    assert EveningResult.objects.filter(evening__season=season).count() == sum(map(len, SIX))
    assert facts_of(season).dates[0].day == date(2026, 10, 2)
    assert len(notice_lines(season)) == 1 + 2 * len(SIX)
