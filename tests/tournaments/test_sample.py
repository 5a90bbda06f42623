"""The sample of a laptop: a whole club that is played by the program itself, marked, apart, and gone with one
press."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournaments.builders import a_sitting
from tests.tournaments.crawling import everything
from tests.tournaments.event_builders import an_event
from tests.tournaments.paper import reader
from tests.tournaments.working import work_off
from tournaments import ledger
from tournaments.careers.due import clubs_with_work
from tournaments.ledger import checking
from tournaments.models import (
    FIRST,
    SAMPLE,
    Club,
    ClubSeason,
    ClubState,
    Entry,
    Event,
    Job,
    Player,
    Removal,
    RoundState,
    Sitting,
)
from tournaments.people import searching
from tournaments.rehearsal.running import all_papers, differences
from tournaments.sample import events, keeping, making, people, season, tables
from tournaments.table import reading

pytestmark = pytest.mark.django_db
LEFT_BEHIND = {"tournaments_removal", "tournaments_bucket", "tournaments_job", "django_session"}
MARK = "Sample"
OURS = {"Anna Brandner", "Bernd", "Christa", "Dieter"}


def content() -> dict[str, Counter[tuple[Any, ...]]]:
    return {name: rows for name, rows in everything().items() if name not in LEFT_BEHIND}


def english() -> Client:
    return Client(headers={"host": "localhost", "accept-language": "en"})


def press(**sent: str) -> str:
    answer = english().post("/desk/sample/", sent, follow=True)
    assert answer.status_code == 200
    return answer.text


@pytest.fixture
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made takes seconds; where only its being there matters, it is one table."""
    monkeypatch.setattr(events, "play_small", lambda invited, day: an_event(tenant=SAMPLE))
    monkeypatch.setattr(events, "play_large", lambda invited, day: None)
    monkeypatch.setattr(season, "hold_season", lambda invited, over: None)
    monkeypatch.setattr(tables, "evening_that_is_over", lambda: None)


def test_a_living_club_is_made_marked_kept_apart_and_removed(in_english: None) -> None:
    a_sitting(names=sorted(OURS))
    before = content()
    keeping.want()
    keeping.begin_where_wanted()
    with translation.override("en"):
        assert work_off() == 1
    assert keeping.state() is ClubState.OPEN

    # A tournament in the middle of its second round: forty people, corrections, prizes, a screen.
    large, small = Event.objects.filter(tenant=SAMPLE).order_by("-day")
    assert large.entrants.count() == 40
    assert [round_.state for round_ in large.rounds.all()] == [RoundState.CLOSED, RoundState.OPEN]
    hands = large.sittings.filter(round__number=2).values_list("sheethead__hands", "hands_limit")
    assert all(most / 4 < count < most * 3 / 4 for count, most in hands)
    assert len({count for count, _most in hands}) > 3
    assert Entry.objects.filter(sitting__event=large, kind="correct").count() == len(events.CORRECTED)
    assert large.prize_plan
    assert large.screens.count() == 1
    # One that is over, and a season in which it counts.
    assert small.finished_at is not None
    held = ClubSeason.objects.get(tenant=SAMPLE)
    assert held.evenings.filter(counted_at=None).count() == season.COMING
    assert held.evenings.filter(event=small).count() == 1
    # All of it stands in the ledger as if it had been played.
    for event in (large, small):
        assert differences(event) == []
    for sitting in Sitting.objects.filter(tenant=SAMPLE):
        report = checking.check(sitting)
        assert not report.ledger
        assert not report.derived
        assert {entry.via for entry in ledger.history(sitting)} <= {"demo", "desk"}

    marked_everywhere(large, small, held)
    apart()

    # One press, and everything is as it was.
    assert "The sample is removed." in press(remove="1")
    assert content() == before
    assert Removal.objects.get().entries > 400
    assert keeping.state() is None


def marked_everywhere(large: Event, small: Event, held: ClubSeason) -> None:
    """On its pages, on the wall and on every sheet of paper."""
    desk = english()
    table = large.sittings.filter(round__number=2).first()
    screen = large.screens.get()
    band = "nothing of it counts"
    for address in (
        reverse("event", args=(large.pk,)),
        reverse("event-standings", args=(large.pk,)),
        reverse("event-corrections", args=(large.pk,)),
        reverse("desk-event", args=(large.pk,)),
        reverse("desk-people", args=(large.pk,)),
        reverse("desk-prizes", args=(small.pk,)),
        reverse("season", args=(held.pk,)),
        reverse("desk-season", args=(held.pk,)),
        reverse("table", args=(table.pk,)),
        *(
            reverse("table", args=(evening.pk,))
            for evening in Sitting.objects.filter(tenant=SAMPLE, event=None)
        ),
    ):
        page = desk.get(address)
        assert page.status_code == 200, address
        assert band in page.text, address
        assert f"{MARK}:" in page.text, address
    assert f"{MARK}:" in desk.get(reverse("board", args=(large.pk, screen.pk))).text
    front = desk.get("/").text
    assert all(title in front for title in (large.title, small.title, held.name))
    for event in (large, small):
        for number, sheet in enumerate(reader(all_papers(event, "http://x")).pages):
            assert MARK in sheet.extract_text(), f"{event}: page {number + 1}"


def apart() -> None:
    """Nobody of it is offered or counted among a club's own, and its events are in none of the lists."""
    assert set(reading.known_names(FIRST)) == OURS
    assert searching.search(FIRST).total == 4
    assert Player.objects.filter(name="Anna Brandner").count() == 2
    assert clubs_with_work() == []
    assert f"{MARK}:" not in english().get("/desk/").text
    assert f"{MARK}:" not in english().get("/desk/seasons/").text
    assert f"{MARK}:" not in english().get("/desk/tables/").text
    assert english().get("/api/events.json").json() == {"events": []}


def test_the_first_start_wants_it_and_no_later_one() -> None:
    call_command("demo", "--if-empty", "--later", stdout=StringIO())
    assert keeping.state() is ClubState.ASKED
    assert not Sitting.objects.exists()
    Club.objects.filter(pk=SAMPLE).delete()
    a_sitting()
    call_command("demo", "--if-empty", "--later", stdout=StringIO())
    assert keeping.state() is None


@pytest.mark.usefixtures("nothing_is_played")
def test_who_has_removed_it_does_not_get_it_back_by_a_start_but_by_a_press() -> None:
    call_command("demo", stdout=StringIO())
    assert keeping.remove(by="test")
    call_command("demo", "--if-empty", "--later", stdout=StringIO())
    assert keeping.state() is None
    press()
    assert work_off() == 1
    assert keeping.state() is ClubState.OPEN
    assert Sitting.objects.filter(tenant=SAMPLE).count() == 1


@pytest.mark.usefixtures("nothing_is_played")
def test_what_was_begun_and_not_ended_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut() -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(tables, "evening_that_is_over", power_cut)
        with pytest.raises(RuntimeError):
            making.make()
    half = Sitting.objects.get(tenant=SAMPLE).pk
    keeping.begin_where_wanted()
    assert work_off() == 1
    assert keeping.state() is ClubState.OPEN
    assert Sitting.objects.get(tenant=SAMPLE).pk != half
    making.make()
    assert Sitting.objects.filter(tenant=SAMPLE).count() == 1


def test_while_it_is_made_it_stays(in_english: None) -> None:
    keeping.want()
    assert "still being made" in press(remove="1")
    assert "is being made" in english().get("/desk/").text
    assert keeping.state() is ClubState.ASKED


def test_a_server_has_none(settings: Any) -> None:
    keeping.want()
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    keeping.begin_where_wanted()
    assert not Job.objects.exists()


def test_its_people_do_not_share_a_name() -> None:
    assert len(set(people.NAMES)) == len(people.NAMES) == 40
