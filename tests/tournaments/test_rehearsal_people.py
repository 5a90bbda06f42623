"""Robots are nobody of the register, bear names as long as real ones, and go with their rehearsal."""

from __future__ import annotations

import datetime
from typing import NoReturn

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.working import work_off
from tournaments.engines.plans.presets import PRESETS
from tournaments.events.draw import drawing
from tournaments.events.ground.names import full_names_of
from tournaments.events.ground.refusal import no_draw
from tournaments.events.rounds import publishing
from tournaments.events.rounds import running as rounds
from tournaments.models import FIRST, Event, Player, Round
from tournaments.models.naming import typed
from tournaments.people import alike, register, searching
from tournaments.rehearsal import backstage, names, running
from tournaments.rehearsal.running import prepare
from tournaments.rehearsal.tidying import put_away, rehearsals
from tournaments.table import reading

pytestmark = pytest.mark.django_db

ADDRESS = "/desk/rehearsal/"


def test_robots_bear_names_as_long_as_real_ones_and_some_share_theirs() -> None:
    for count in (8, 42, 150, 200):
        invited = names.people(count, "x")
        assert len(invited) == count
        assert max(len(name) for name, _club in invited) >= 40
        assert all(len(name) <= 60 and len(club) <= 60 for name, club in invited)
    assert len({name for name, _club in names.people(150, "x")}) == 150 - 150 // names.TWINS
    assert names.people(42, "x") == names.people(42, "x")


def test_robots_are_nobody_of_the_register() -> None:
    event = prepare(PRESETS[0].key, 24, tenant=1, seed="x")
    called = full_names_of(event)
    assert len(set(called.values())) == len(called) == 24
    robot = Player.objects.filter(robot=True).first()
    assert searching.search(FIRST).total == 0
    assert alike.doubles(FIRST) == []
    assert searching.complete(FIRST, robot.name) == []
    assert typed(FIRST, robot.name) == []
    assert reading.known_names(FIRST) == []
    somebody = register.add_person(tenant=FIRST, name=robot.name)
    assert register.resolve(FIRST, robot.name) == somebody


def test_a_rehearsal_takes_clubs_logo_and_prizes_of_the_real_event() -> None:
    real = an_event(here=8, club="SC Endingen")
    real.entrants.update(club="Kenzingen")
    real.logo = b"\x89PNG"
    real.prizes = {"fee": 10}
    real.save()
    event = prepare("", 8, tenant=1, seed="x", like=real)
    assert (event.club, bytes(event.logo), event.prizes) == ("SC Endingen", b"\x89PNG", {"fee": 10})
    assert set(event.entrants.values_list("club", flat=True)) == {"Kenzingen"}
    assert real.title in event.title
    assert not Player.objects.filter(memberships__entrant__event=event, robot=False).exists()


def test_a_rehearsal_is_put_away_and_one_in_which_nobody_sat_is_gone_with_its_robots(laptop: Client) -> None:
    real = an_event(here=4)
    played, begun = (prepare(PRESETS[0].key, 16, tenant=1, seed=seed) for seed in "ab")
    drawing.draw_next(played, seed="x", by="")
    publishing.publish(Round.objects.get(event=played), by="")
    assert set(rehearsals(1)) == {played, begun}
    assert laptop.post(ADDRESS, {"put_away": "1"}).status_code == 302
    assert not rehearsals(1).exists()
    assert set(Event.objects.all()) == {real, played}
    assert Event.objects.get(pk=played.pk).archived_at is not None
    assert Player.objects.filter(robot=True).count() == 16
    assert put_away(1) == 0
    assert Event.objects.get(pk=real.pk).archived_at is None


def test_events_that_are_to_come_can_be_rehearsed(laptop: Client) -> None:
    real = an_event(day=datetime.date.today())
    add_entrants(real, 12)
    rehearsal = prepare(PRESETS[0].key, 8, tenant=1)
    over = an_event(title="Vom letzten Jahr")
    Event.objects.filter(pk=over.pk).update(day=datetime.date(2020, 1, 1))
    page = laptop.get(ADDRESS).text
    assert f'value="event-{real.pk}"' in page
    assert 'name="people" value="12"' in page
    for other in (rehearsal, over):
        assert f'value="event-{other.pk}"' not in page


def test_a_rehearsal_that_cannot_be_drawn_says_why_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_fits(**_answers: object) -> NoReturn:
        raise no_draw("Both have to be in this round.")

    monkeypatch.setattr(backstage, "rehearse", nothing_fits)
    with translation.override("de"):
        backstage.begin(
            url="http://club.test",
            base="",
            preset="cego-schwarzwald",
            like=None,
            people=8,
            pause=0.0,
            tenant=1,
            by="Anna",
        )
        work_off()
    now = backstage.latest(1)
    assert now is not None
    assert now.failed == "Beide müssen in dieser Runde sein."
    assert not now.running


def test_every_round_is_reported_also_where_all_were_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def walk_through(round_: Round, *_rest: object) -> None:
        rounds.close_round(rounds.open_round(round_), reason="nobody plays")

    monkeypatch.setattr(running, "play_round", walk_through)
    monkeypatch.setattr(running, "all_papers", lambda *_: b"")
    codes: list[str] = []
    running.rehearse(
        url="", tenant=1, preset="caesar-partners", people=8, tell=lambda code, **_values: codes.append(code)
    )
    assert codes.count("round") == 5
