"""Lists of events, and how one stands: counters, rounds, and the one thing that comes next."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import a_round, add_entrants, an_account, an_event
from tournaments.access.desk import Actor
from tournaments.access.roles import Part
from tournaments.desk.lists import MOST, event_lists, visible
from tournaments.desk.overview import EventStep, next_step, overview
from tournaments.events.plan.shelving import archive_event, finish_event
from tournaments.events.plan.staging import remove_stage
from tournaments.models import EntrantState, Event, Role, RoundState
from tournaments.people.listing import counts, rows

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 14)


def days(count: int) -> date:
    return TODAY + timedelta(days=count)


def titles(search: str = "", *, today: date = TODAY, **more: bool) -> tuple[list[str], list[str], list[str]]:
    lists = event_lists(visible(Actor("Desk", None, part=Part.OWNER)), today, search=search, **more)
    current, upcoming, past = (
        [row.title for row in rows] for rows in (lists.current, lists.upcoming, lists.past)
    )
    return current, upcoming, past


# --- lists ------------------------------


def test_events_stand_where_people_look_for_them() -> None:
    an_event(title="gestern", day=days(-1))
    an_event(title="vorgestern", day=days(-2))
    an_event(title="heute", day=TODAY)
    an_event(title="übermorgen", day=days(2))
    an_event(title="morgen", day=days(1))
    assert titles() == (["heute"], ["morgen", "übermorgen"], ["gestern", "vorgestern"])


def test_an_event_that_runs_past_midnight_is_still_on() -> None:
    late = an_event(title="lang", day=days(-1), here=4)
    a_round(late)
    forgotten = an_event(title="vergessen", day=days(-9), here=4)
    a_round(forgotten)
    assert titles() == (["lang"], [], ["vergessen"])
    late.rounds.update(state=RoundState.CLOSED)
    finish_event(event=late)
    assert titles() == ([], [], ["lang", "vergessen"])


def test_an_event_that_is_drawn_the_evening_before_is_on() -> None:
    event = an_event(title="morgen", day=days(1), here=4)
    a_round(event, RoundState.DRAWN)
    assert titles() == (["morgen"], [], [])


@pytest.mark.parametrize(
    "search",
    ["löwen", "LOEWEN", "Lowen", "herbst", "cegofreunde", "gökçe", "gokce", "herbst rötenbach", "  "],
)
def test_events_are_found_by_what_people_remember(search: str) -> None:
    an_event(title="Herbstpreis", place="Löwen, Rötenbach", club="Cegofreunde", here=4, day=TODAY)
    if search.strip():
        an_event(title="Anderes", day=TODAY)
    assert titles(search) == (["Herbstpreis"], [], [])


def test_what_fits_nothing_finds_nothing() -> None:
    an_event(title="Herbstpreis", here=4)
    for search in ("winter", "%", "_", "gökçe anna"):
        assert titles(search) == ([], [], [])


def test_a_search_by_people_finds_only_what_one_may_see() -> None:
    mine, other = an_event(title="Meines", day=TODAY), an_event(title="Anderes", day=TODAY)
    add_entrants(mine, 1, names=["Zita Zoll"])
    add_entrants(other, 1, names=["Zita Zange"])
    user = an_account("Anna", mine, Role.HELPER)
    lists = event_lists(visible(Actor("Zita", user.pk)), TODAY, search="zita")
    assert [row.title for row in lists.current] == ["Meines"]


def test_the_archive_is_a_list_of_its_own() -> None:
    event = an_event(title="alt", day=days(-400))
    archive_event(event=event)
    assert titles() == ([], [], [])
    assert titles(archived=True) == ([], [], ["alt"])


def test_past_events_come_a_page_at_a_time() -> None:
    for number in range(MOST + 3):
        an_event(title=f"Nr. {number}", day=days(-number - 1))
    lists = event_lists(visible(Actor("Desk", None, part=Part.OWNER)), TODAY)
    assert (len(lists.past), lists.more) == (MOST, True)
    assert len(titles(everything=True)[2]) == MOST + 3
    assert titles("Nr. 40", everything=True)[2] == []
    assert titles(f"Nr. {MOST + 1}")[2] == [f"Nr. {MOST + 1}"]


def test_those_who_did_not_come_are_not_counted() -> None:
    event = an_event(here=3, expected=2, day=TODAY)
    event.entrants.filter(number=1).update(state=EntrantState.NO_SHOW)
    assert event_lists(visible(Actor("Desk", None, part=Part.OWNER)), TODAY).current[0].entrants == 4


def test_hundreds_of_events_take_a_handful_of_queries() -> None:
    for number in range(30):
        an_event(title=f"Nr. {number}", day=days(-number), here=2)
    with CaptureQueriesContext(connection) as queries:
        event_lists(visible(Actor("Desk", None, part=Part.OWNER)), TODAY, search="anna")
    assert len(queries) <= 5


# --- the next step ------------------------------

STEPS = {
    "no stage": (EventStep(False, 0, 0, 0), "stage"),
    "nobody entered": (EventStep(False, 1, 0, 0), "people"),
    "nobody here": (EventStep(False, 1, 40, 0), "check-in"),
    "people are here": (EventStep(False, 1, 40, 38), "draw"),
    "drawn": (EventStep(False, 1, 40, 38, draft=1), "publish"),
    "published": (EventStep(False, 1, 40, 38, published=1), "open"),
    "published, the next one drawn": (EventStep(False, 1, 40, 38, published=1, draft=2), "open"),
    "open": (EventStep(False, 1, 40, 38, open=1, done=3, tables=9), "watch"),
    "open, the next one published": (EventStep(False, 1, 40, 38, open=1, published=2, tables=9), "watch"),
    "all tables done": (EventStep(False, 1, 40, 38, open=1, done=9, tables=9), "close"),
    "closed": (EventStep(False, 1, 40, 38, closed=1), "draw"),
    "all rounds closed": (EventStep(False, 1, 40, 38, closed=2, more=False), "finish"),
    "finished": (EventStep(True, 1, 40, 38, closed=2, more=False), "official"),
}


@pytest.mark.parametrize(("now", "code"), STEPS.values(), ids=STEPS)
def test_the_next_step_follows_from_what_there_is(now: EventStep, code: str) -> None:
    step = next_step(now)
    assert step.code == code
    assert "{" not in step.text + step.label


@pytest.mark.usefixtures("time_stands_still")
def test_an_event_is_walked_through_step_by_step() -> None:
    event = an_event(expected=8, day=timezone.localdate())
    laptop = Client(headers={"host": "localhost"})
    walked = []

    def look() -> None:
        walked.append(overview(Event.objects.get(pk=event.pk)).step.code)
        page = laptop.get(f"/desk/e/{event.pk}/")
        assert page.status_code == 200

    look()
    event.entrants.update(state=EntrantState.HERE)
    look()
    round_ = a_round(event, RoundState.DRAWN)
    look()
    round_.delete()
    a_round(event, RoundState.PUBLISHED)
    look()
    event.rounds.update(state=RoundState.OPEN, opened_at=timezone.now())
    look()
    event.rounds.update(state=RoundState.CLOSED)
    look()
    a_round(event, RoundState.CLOSED)
    look()
    finish_event(event=event)
    look()
    assert walked == ["check-in", "draw", "publish", "open", "watch", "draw", "finish", "official"]


def test_counters_say_who_is_here_who_has_paid_and_which_tables_are_done() -> None:
    event = an_event(here=8, expected=2)
    event.settings = {**event.settings, "fee": 800}
    event.save()
    event.entrants.filter(number__lte=7).update(paid=True)
    a_round(event)
    sitting = event.sittings.get(number=1)
    record(sitting, eine(1))
    event.sittings.filter(number=1).update(hands_limit=1)
    view = overview(event)
    assert (view.here, view.expected, view.paid) == (8, 10, 7)
    assert (view.round, view.tables) == (1, (1, 2))
    (row,) = view.rounds
    assert (row.number, row.state, row.done, row.tables) == (1, "open", 1, 2)
    page = Client(headers={"host": "localhost"}).get(f"/desk/e/{event.pk}/").text
    assert "1 von 2 Tischen" in page.replace("\N{NO-BREAK SPACE}", " ")


def test_who_has_gone_is_counted_on_no_side() -> None:
    event = an_event(here=4, expected=1)
    event.settings = {**event.settings, "fee": 800}
    event.save()
    event.entrants.update(paid=True)
    event.entrants.filter(number=1).update(state=EntrantState.WITHDRAWN)
    event.entrants.filter(number=2).update(state=EntrantState.NO_SHOW)
    view, door = overview(event), counts(rows(event))
    assert (view.here, view.expected, view.paid) == (2, 3, 3) == (door.here, door.coming, door.paid)
    lists = event_lists(visible(Actor("Desk", None, part=Part.OWNER)), event.day)
    assert lists.current[0].entrants == 3


def test_one_person_is_one_person() -> None:
    page = Client(headers={"host": "localhost"}).get(f"/desk/e/{an_event(here=1).pk}/").text
    assert "Person da" in page
    assert "Personen da" not in page


def test_an_event_without_a_stage_asks_for_one() -> None:
    event = an_event()
    remove_stage(event=event, number=1)
    assert overview(event).step.code == "stage"
    page = Client(headers={"host": "localhost"}).get(f"/desk/e/{event.pk}/draw/").text
    assert f"/desk/e/{event.pk}/stages/add/" in page.replace("/settings/stages", "/stages")


@pytest.mark.usefixtures("time_stands_still")
def test_a_helper_is_shown_the_step_without_a_button_he_may_not_press(settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    event = an_event(here=8, day=timezone.localdate())
    browser = Client()
    browser.force_login(an_account("Anna", event, Role.HELPER))
    page = browser.get(f"/desk/e/{event.pk}/").text
    assert "8 Teilnehmer sind da" in page
    assert "Runde 1 auslosen" not in page
    assert f"/desk/e/{event.pk}/settings/" not in page


# --- the way to the desk ------------------------------


def test_the_first_page_leads_the_laptop_to_the_desk_and_nobody_else(settings: Any) -> None:
    assert 'href="/desk/"' in Client(headers={"host": "localhost"}).get("/").text
    assert 'href="/desk/"' not in Client(headers={"host": "testserver"}).get("/").text
    settings.DESK_IN_WIFI = True
    assert 'href="/desk/"' in Client(headers={"host": "testserver"}).get("/").text
