"""Around the table: languages, icons, hostile names, and what pages do by themselves in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Dialog, Page, Response, expect

from tests.browser import NewPage
from tests.journeys.club import ClubTable, open_table
from tests.journeys.thumb import Thumb, seat_people
from tests.server import RealServer
from tests.tournaments.test_views_everywhere import CURLY, HOSTILE

PAGES = ("/", "/new/cego/", "/j?table=7", "/paper/", "/rules/", "/rules/cego/?set=schwarzwald")
OF_TABLE = ("", "hands/", "numbers/", "rules/", "invite/", "hand/1/")


@pytest.fixture
def table(real_server: RealServer) -> ClubTable:
    table = open_table(real_server)
    table.enter(declarer=1, contract="eine", points=47)
    return table


def switches(page: Page, language: str) -> None:
    if page.locator(".menu summary").count():
        page.locator(".menu summary").tap()
    page.locator(f'.languages button[value="{language}"]').tap()
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_the_language_is_switched_on_every_page_and_stays(
    table: ClubTable, new_page: NewPage, real_server: RealServer
) -> None:
    page = new_page("phone")
    table.let_write(page.context)
    languages = ["es", "en", "de"]
    for number, place in enumerate([*PAGES, *(f"{table.path}{part}" for part in OF_TABLE)]):
        page.goto(f"{real_server.url}{place}")
        before = languages[(number - 1) % 3] if number else "de"
        expect(page.locator("html")).to_have_attribute("lang", before)
        switches(page, languages[number % 3])
        assert page.url == f"{real_server.url}{place}", "the switch stays on its page"


def test_what_is_typed_survives_the_switch_of_language(table: ClubTable, new_page: NewPage) -> None:
    page = new_page("phone")
    table.let_write(page.context)
    page.goto(table.url)
    thumb = Thumb(page)
    thumb.points("Bernd", "eine", 52)
    expect(thumb.preview.locator(".sentence")).to_be_visible()
    switches(page, "es")
    expect(page.locator("[name=points]")).to_have_value("52")
    expect(thumb.preview.locator(".sentence")).to_contain_text("52")


def test_no_page_asks_for_what_is_not_there(
    table: ClubTable, new_page: NewPage, real_server: RealServer
) -> None:
    page = new_page("phone")
    table.let_write(page.context)
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    for place in [*PAGES, *(f"{table.path}{part}" for part in OF_TABLE)]:
        page.goto(f"{real_server.url}{place}")
    # The icon stands in the page and asks nobody; some browsers ask for the old one all the same.
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"^data:image/svg\+xml,"))
    assert page.evaluate("async () => (await fetch('/favicon.ico')).status") == 204
    asked = [answer for answer in answers if not answer.url.startswith("data:")]
    assert not [(answer.url, answer.status) for answer in asked if answer.status >= 400]
    assert not [answer.url for answer in asked if not answer.url.startswith(real_server.url)]


def test_files_of_the_house_are_kept_and_pages_are_not(new_page: NewPage, real_server: RealServer) -> None:
    """So that a phone loads the style once an evening, and shows nobody's table after leaving it."""
    page = new_page("phone")
    answers: dict[str, Response] = {}

    def note(response: Response) -> None:
        answers.setdefault(response.url, response)

    page.on("response", note)
    page.goto(f"{real_server.url}/")
    files = [url for url in answers if "/static/" in url]
    assert len(files) >= 3
    for url in files:
        assert "immutable" in (answers[url].header_value("cache-control") or ""), url
        assert re.search(r"\.[0-9a-f]{12}\.", url), url
    assert answers[f"{real_server.url}/"].header_value("cache-control") == "no-store"


@pytest.mark.parametrize("names", [HOSTILE, CURLY], ids=["html", "format strings"])
def test_hostile_names_do_nothing_in_a_browser(
    names: tuple[str, ...], new_page: NewPage, real_server: RealServer
) -> None:
    """No dialog opens, no policy is violated (the watch sees that), and people can read them."""
    table = open_table(real_server, names=names, title=names[0], club=names[1])
    table.enter(declarer=1, contract="eine", points=47)
    table.enter(declarer=2, contract="solo", points=47)
    page = new_page("phone")
    table.let_write(page.context)
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    for place in ["/", "/new/cego/", *(f"{table.path}{part}" for part in OF_TABLE)]:
        page.goto(f"{real_server.url}{place}")
        page.evaluate("() => new Promise(requestAnimationFrame)")  # what a name could start has begun
        assert page.locator("main img:not([src^='/t/']), main script, svg[onload]").count() == 0, place
    page.goto(table.url)
    expect(page.locator(".seat-name bdi")).to_have_text(list(names))
    Thumb(page).tap(page.locator(".seat").first)
    expect(page.locator("#preview .hint")).to_be_visible()
    assert dialogs == []


def test_seats_change_places_and_a_free_seat_appears_when_it_is_needed(
    new_page: NewPage, real_server: RealServer
) -> None:
    page = new_page("phone")
    page.goto(f"{real_server.url}/new/cego/")
    seat_people(page, ())
    expect(page.locator("[name=name_5]")).to_be_hidden()
    seat_people(page, ("Anna", "Bernd", "Conny"))
    expect(page.locator("[name=name_4]")).to_be_visible()
    page.locator(".chair").nth(2).locator(".deals").tap()
    page.locator(".chair").nth(2).locator("[data-up]").tap()
    values = [page.locator(f"[name=name_{seat}]").input_value() for seat in (1, 2, 3)]
    assert values == ["Anna", "Conny", "Bernd"]
    expect(page.locator("[name=dealer][value='2']")).to_be_checked()


def test_choosing_a_rule_set_shows_what_it_says(new_page: NewPage, real_server: RealServer) -> None:
    page = new_page("phone")
    page.goto(f"{real_server.url}/new/cego/?preset=baden2006")
    expect(page.locator("[name=rule-counting][value=threes]")).to_be_checked()
    page.locator('label:has(> [name=preset][value="schwarzwald"])').tap()
    expect(page.locator("[name=rule-counting][value=pairs]")).to_be_checked()
    expect(page.locator("[name=preset][value=schwarzwald]")).to_be_checked()


def test_a_menu_closes_when_one_taps_beside_it(table: ClubTable, new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto(table.url)
    page.locator(".menu summary").tap()
    expect(page.locator(".menu-body")).to_be_visible()
    page.locator(".hands h2").tap(position={"x": 12, "y": 12})  # a finger right below it means the menu
    expect(page.locator(".menu-body")).to_be_hidden()
