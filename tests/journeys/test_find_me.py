"""A spectator finds himself: seat, next table, places, and why, on any phone and in any language."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import Device
from tests.journeys.evening import NAMES, Evening, an_evening, seats_on_the_wall
from tests.journeys.looking import on_every_screen
from tests.server import RealServer

LOOK = 6000  # milliseconds; a page has looked for news once more
PLACE = re.compile(r"Rang\s\d+ von|danach Rang|Um \d+ (zurück|voraus)")


@pytest.fixture
def evening(real_server: RealServer) -> Evening:
    return an_evening(real_server, "Wo sitze ich")


def find(page: Page, evening: Evening, typed: str) -> None:
    page.goto(evening.url)
    page.get_by_label("Wo sitze ich?").fill(typed)
    expect(page.locator("#found a").first).to_be_visible()


def seat_of(evening: Evening, number: int) -> tuple[str, str]:
    """Table and seat of a start number in the round that is on."""
    answer = evening.do(
        f"from tournaments.models import Chair\n"
        f"chair = Chair.objects.get(sitting__round=now, entrant__number={number})\n"
        f"print(chair.sitting.number, chair.seat)"
    )
    table, seat = answer.split()
    return table, seat


def test_three_letters_lead_to_seat_places_and_why(evening: Evening, phone: Page) -> None:
    find(phone, evening, "hub")
    table, seat = seat_of(evening, 1)
    hit = phone.locator("#found a")
    expect(hit).to_have_count(1)
    expect(hit).to_contain_text("Hubert Žižka")
    expect(hit).to_contain_text(f"Runde 2: Tisch {table}, Platz {seat}")
    hit.click()
    expect(phone.get_by_role("heading", name="Hubert Žižka")).to_be_visible()
    expect(phone.locator(".seat-table")).to_contain_text(f"Tisch {table}")
    expect(phone.locator(".neighbours li")).to_have_count(3)
    expect(phone.locator("#why h2")).to_contain_text("von 8")
    expect(phone.locator(".why li").first).to_contain_text(re.compile("Davor|Dahinter"))
    expect(phone.locator(".person-rounds > li")).to_have_count(2)
    phone.locator("details", has_text="Spiel").last.locator("summary").click()
    expect(phone.locator(".hand-lines li:visible").first).to_contain_text("Eine mit 47")


def test_the_phone_keeps_in_mind_whose_it_is(evening: Evening, phone: Page) -> None:
    find(phone, evening, "hub")
    phone.locator("#found a").click()
    phone.get_by_role("button", name="Das bin ich").click()
    expect(phone.locator(".me")).to_contain_text("Hubert Žižka")
    expect(phone).to_have_url(evening.url)
    phone.reload()
    expect(phone.locator(".me .seat-table")).to_contain_text(f"Tisch {seat_of(evening, 1)[0]}")
    phone.locator(".me-rank a").click()
    phone.get_by_role("button", name="Das bin ich nicht").click()
    expect(phone.locator(".me")).to_have_count(0)


def test_a_hand_comes_to_the_page_by_itself_and_the_place_of_the_finger_stays(
    evening: Evening, phone: Page
) -> None:
    phone.clock.install()
    phone.goto(f"{evening.url}p/1/")
    total = phone.locator(".big-total b")
    before = total.inner_text()
    phone.locator("details summary").last.click()
    phone.locator(".round-line a").first.focus()
    table, seat = seat_of(evening, 1)
    evening.play(int(table), *[int(seat)] * 3)
    phone.clock.fast_forward(LOOK)
    expect(total).not_to_have_text(before)
    expect(phone.locator("details").last).to_have_attribute("open", "")
    assert phone.evaluate("document.activeElement.matches('.round-line a')")


def test_who_is_given_another_seat_is_told_so(real_server: RealServer, phone: Page) -> None:
    evening = seats_on_the_wall(real_server, "Platztausch")
    phone.clock.install()
    phone.goto(f"{evening.url}p/1/")
    phone.get_by_role("button", name="Das bin ich").click()
    before = seat_of(evening, 1)
    expect(phone.locator(".me .seat-table")).to_contain_text(f"Tisch {before[0]}")
    expect(phone.locator("[data-moved]")).to_be_hidden()
    evening.do(
        "from tournaments.events.seats import seating\n"
        "tables = now.seating['tables']\n"
        "entrant = event.entrants.get(number=1).pk\n"
        "other = next(table[0] for table in tables if entrant not in table)\n"
        "seating.exchange(now, entrant, other, reason='Ehepaar')"
    )
    after = seat_of(evening, 1)
    assert before[0] != after[0]
    phone.clock.fast_forward(LOOK)
    sentence = f"Plätze geändert: jetzt an Tisch {after[0]}, Platz {after[1]}."
    expect(phone.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    expect(phone.locator(".me .seat-table")).to_contain_text(f"Tisch {after[0]}")


def test_without_a_script_the_way_is_the_same(evening: Evening, new_page: NewPage) -> None:
    phone = new_page("phone", java_script_enabled=False)
    phone.goto(evening.url)
    phone.get_by_label("Wo sitze ich?").fill("hub")
    phone.get_by_role("button", name="Suchen").click()
    phone.locator("#found a").click()
    phone.get_by_role("button", name="Das bin ich").click()
    expect(phone.locator(".me")).to_contain_text("Hubert Žižka")


def test_the_keyboard_is_enough(evening: Evening, desktop: Page) -> None:
    desktop.goto(evening.url)
    desktop.get_by_label("Wo sitze ich?").focus()
    desktop.keyboard.type("hub")
    expect(desktop.locator("#found a")).to_be_visible()
    desktop.keyboard.press("Tab")  # the button beside the field
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("heading", name="Hubert Žižka")).to_be_visible()


def test_another_language_keeps_the_page(evening: Evening, phone: Page) -> None:
    phone.goto(f"{evening.url}standings/?of=round%3A1")
    for name, heading in (("English", "Standings"), ("Español", "Clasificación"), ("Deutsch", "Rangliste")):
        phone.get_by_role("button", name=name).click()
        expect(phone.get_by_role("heading", name=heading)).to_be_visible()
        assert "of=round%3A1" in phone.url


def test_frozen_places_are_hidden_on_pages_boards_and_for_programs(evening: Evening, phone: Page) -> None:
    board = evening.a_screen("Saal", "ranking")
    phone.clock.install()
    phone.goto(f"{evening.url}p/1/")
    expect(phone.locator("#why")).to_be_visible()
    evening.show("frozen")
    phone.clock.fast_forward(LOOK)
    expect(phone.locator("#why")).to_have_count(0)
    expect(phone.locator("main")).to_contain_text("bleibt verdeckt")
    for path in ("", "standings/", "standings/?of=chart", "p/1/", "round/1/", "corrections/"):
        phone.goto(f"{evening.url}{path}")
        assert not PLACE.search(phone.inner_text("main")), path
        assert phone.locator(".ranking, .leaders, .bump, .big-total").count() == 0, path
    phone.goto(board)
    expect(phone.locator(".leaf.now")).to_contain_text("bleibt verdeckt")
    programs = json.loads(Device(evening.server).get(f"/api/events/{evening.pk}.json"))
    assert not programs.get("standings")


PAGES = {
    "event": "",
    "found": "?who=a",
    "person": "p/1/",
    "standings": "standings/",
    "category": "standings/?of=category%3ADamen",
    "chart": "standings/?of=chart",
    "by table": "round/2/",
    "by name": "round/2/?by=name",
    "corrections": "corrections/",
    "screens": "board/",
}


def test_everybody_can_use_the_pages_of_an_event(evening: Evening, phone: Page) -> None:
    complaints = []
    for name, path in PAGES.items():
        phone.goto(f"{evening.url}{path}")
        complaints += [f"{name}: {each}" for each in on_every_screen(phone)]
    assert not complaints, "\n".join(complaints)


def test_a_page_says_how_old_it_is_when_the_laptop_is_silent(
    evening: Evening, phone: Page, watch: Watch, real_server: RealServer
) -> None:
    watch.expect("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to fetch")
    phone.clock.install()
    phone.goto(evening.url)
    expect(phone.locator("#stale")).to_be_hidden()
    real_server.kill()
    phone.clock.fast_forward("00:12")
    expect(phone.locator("#stale")).to_be_visible()
    expect(phone.locator("#stale")).to_contain_text("Stand:")
    real_server.start()
    phone.clock.fast_forward("00:40")  # longer than it ever waits before it asks again
    expect(phone.locator("#stale")).to_be_hidden()
    assert NAMES[0] in phone.inner_text("main")
