"""The ways through an event's money, and what is open at its end."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.builders import record
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin, end
from tests.tournaments.test_money_and_prizes import save
from tests.tournaments.test_views_event_setup import words
from tournaments.cash import closing
from tournaments.cash.accounts import book_lines
from tournaments.engines.cashdesk.accounts import box
from tournaments.engines.lostgames import LostGameScale, LostGamesPlan, ScaleStep
from tournaments.events.plan.shelving import finish_event
from tournaments.lostgames.collecting import change_lost_games
from tournaments.models import EntrantState, Event, Grant, Role, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_german")]

PAGES = ("settings/money/", "settings/prices/", "cash/", "lost/", "prizes/", "prizes/plan/", "prizes/giving/")
LOSES = {"declarer": 1, "contract": "solo", "points": 20}


def money_of(currency: str = "EUR") -> dict[str, str]:
    """The form of a price list with two lines."""
    return {
        "currency": currency,
        **{"name-1": "Mitglied", "fits-1": "members", "amount-1-1": "10", "to-1-1": "prizes"},
        **{"name-2": "Gast", "fits-2": "chosen", "amount-2-1": "20000", "to-2-1": "prizes"},
        "deposit": "5",
    }


def lost_games_cost(event: Event) -> None:
    plan = LostGamesPlan(LostGameScale((ScaleStep(1, 50), ScaleStep(4, 100)), False, {}))
    change_lost_games(event=event, plan=plan, by="Test")


def ways_on(page: str) -> list[str]:
    line = re.search(r'<nav class="switch money-ways".*?</nav>', page, re.DOTALL)
    assert line
    return [unescape(address) for address in re.findall(r'href="([^"]+)', line[0])]


def test_every_page_about_money_leads_to_the_others(laptop: Client) -> None:
    event = an_event(here=4)
    lost_games_cost(event)
    desk = f"/desk/e/{event.pk}/"
    rooms = ("settings/money/", "settings/prices/", "cash/", "lost/", "prizes/", "prizes/giving/", "paper/")
    for page in ("", "settings/", *PAGES, "settings/lost/"):
        assert ways_on(laptop.get(f"{desk}{page}").text) == [f"{desk}{room}" for room in rooms], page
    for room in rooms:
        assert laptop.get(f"{desk}{room}").status_code == 200


def test_a_helper_is_led_nowhere_he_may_not_go(settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    settings.ALLOWED_HOSTS = ["localhost", "club.test"]
    event = an_event(here=4)
    helper = User.objects.create(username="helferin")
    Grant.objects.create(event=event, user=helper, role=Role.HELPER.value)
    browser = Client(headers={"host": "club.test"}, REMOTE_ADDR="192.168.178.77")
    browser.force_login(helper)
    assert browser.get(f"/desk/e/{event.pk}/").status_code == 200
    ways = ways_on(browser.get(f"/desk/e/{event.pk}/").text)
    assert [way.split("/", 4)[4] for way in ways] == ["prizes/", "prizes/giving/", "paper/"]
    assert all(browser.get(way).status_code == 200 for way in ways)


def test_without_lost_game_money_nobody_is_led_to_it(laptop: Client) -> None:
    event = an_event(here=4)
    assert not [way for way in ways_on(laptop.get(f"/desk/e/{event.pk}/").text) if way.endswith("/lost/")]


def test_the_first_price_list_has_a_line_for_members_guests_and_a_class(laptop: Client) -> None:
    page = laptop.get(f"/desk/e/{an_event().pk}/settings/prices/").text
    assert 'name="name-3"' in page
    assert 'name="name-4"' not in page
    assert page.count('placeholder="Mitglied"') == 1
    assert page.count("Erster Tarif") == 1


def test_shares_of_an_empty_pot_are_named(laptop: Client) -> None:
    event = an_event(here=4)
    save(laptop, event, {"first": "1", "money": "50 %"})
    empty = "Es gibt Anteile zu gewinnen, aber hier ist nichts drin"
    assert empty in words(laptop.get(f"/desk/e/{event.pk}/prizes/").text)
    laptop.post(f"/desk/e/{event.pk}/settings/prices/", money_of())
    assert empty not in words(laptop.get(f"/desk/e/{event.pk}/prizes/").text)


def played(laptop: Client, currency: str = "EUR") -> Event:
    """Two rounds of eight people, with prices, prizes and lost games."""
    event = an_event()
    add_entrants(event, 8, state=EntrantState.EXPECTED)
    assert laptop.post(f"/desk/e/{event.pk}/settings/prices/", money_of(currency)).status_code == 302
    event = Event.objects.get(pk=event.pk)
    lost_games_cost(event)
    assert (
        save(laptop, event, {"first": "1", "money": "50 %"}, {"first": "2", "money": "20"}).status_code == 302
    )
    for entrant in event.entrants.all():
        laptop.post(f"/desk/e/{event.pk}/door/", {"say": f"{entrant.pk} paid"})
    event.entrants.update(state=EntrantState.HERE)
    for _round in range(2):
        now = begin(event)
        for sitting in Sitting.objects.filter(round=now):
            record(sitting, LOSES)
        end(now)
    return event


def test_what_is_open_at_the_end_stands_on_the_first_page(laptop: Client) -> None:
    event = played(laptop)
    page = words(laptop.get(f"/desk/e/{event.pk}/").text)
    assert "Verlustgeld noch offen: 2,00 €" in page
    assert "Die Kasse ist noch nicht abgeschlossen." in page
    for entrant in event.entrants.all():
        laptop.post(f"/desk/e/{event.pk}/lost/", {"entrant": entrant.pk})
    finish_event(event=Event.objects.get(pk=event.pk))
    assert "Siegerehrung" in words(laptop.get(f"/desk/e/{event.pk}/").text)


def test_an_official_event_names_who_has_not_paid_and_leads_to_the_cash_desk(laptop: Client) -> None:
    event = played(laptop)
    add_entrants(event, 3, names=("Xaver", "Yvonne", "Zita"))
    finish_event(event=Event.objects.get(pk=event.pk))
    page = laptop.get(f"/desk/e/{event.pk}/").text
    assert "3 haben noch nicht bezahlt: 30,00 €" in words(page)
    assert f'<a class="button" href="/desk/e/{event.pk}/cash/">' in page
    closing.count(event=event, counted=box(book_lines(event)).expected, close=True)
    assert "Die Kasse ist noch nicht abgeschlossen." not in words(laptop.get(f"/desk/e/{event.pk}/").text)


def test_an_event_that_takes_no_money_leads_to_no_cash_desk(laptop: Client) -> None:
    event = an_event()
    add_entrants(event, 4)
    end(begin(event))
    finish_event(event=Event.objects.get(pk=event.pk))
    page = laptop.get(f"/desk/e/{event.pk}/").text
    assert f'class="button" href="/desk/e/{event.pk}/cash/"' not in page
    assert "Kasse ist noch nicht" not in words(page)
