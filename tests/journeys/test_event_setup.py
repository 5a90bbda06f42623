"""An organiser makes an event on the laptop: from a preset, one stage changed, one criterion added."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from config.languages import LANGUAGES
from tests.browser import NewPage
from tests.journeys.looking import covered, on_every_screen
from tests.patience import wait_until
from tests.server import RealServer


@pytest.fixture
def desk(real_server: RealServer) -> str:
    """The desk's address as the laptop calls it."""
    return f"http://localhost:{real_server.port}/desk/"


def question(page: Page, name: str) -> Locator:
    """A question of a plan."""
    return page.locator(f'[data-group="{name}"]')


def choose(page: Page, name: str, value: str) -> None:
    """Tap a tile."""
    page.locator(f'label:has(> input[name="{name}"][value="{value}"])').click()


def save(page: Page) -> None:
    page.get_by_role("button", name="Speichern").last.click()
    expect(page.get_by_role("status")).to_have_text("Gespeichert.")


def begin(page: Page, desk: str, kind: str, title: str) -> None:
    """From the list of events to a new one."""
    page.goto(desk)
    page.get_by_role("link", name="Neues Turnier").click()
    page.locator(f'a[href$="/{kind}/"]').click()
    page.get_by_label("Name des Turniers").fill(title)
    page.get_by_label("Ort", exact=True).fill("Gasthaus Löwen")
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def shows_criteria(page: Page, wanted: list[str]) -> None:
    """The page comes after the click; a busy machine takes its time."""
    wait_until(lambda: criteria(page) == wanted, f"the criteria {wanted}")


def criteria(page: Page) -> list[str]:
    """In their order, once the page with them is there."""
    inputs = page.locator('#criteria input[name="criteria"]')
    inputs.first.wait_for(state="attached")
    return list[str](inputs.evaluate_all("all => all.map(element => element.value)"))


def test_from_a_preset_with_a_stage_and_a_criterion_changed(desktop: Page, desk: str) -> None:
    page = desktop
    begin(page, desk, "cego-three", "Herbst-Cego am Laptop")
    expect(page.locator(".next")).to_contain_text("Noch ist niemand eingetragen")
    page.get_by_role("link", name="Einstellungen", exact=True).click()

    page.get_by_role("link", name="Abschnitt 1 ändern").click()
    expect(question(page, "rounds")).to_be_visible()
    expect(question(page, "power")).to_be_hidden()
    expect(question(page, "groups")).to_be_hidden()
    choose(page, "format", "standing")
    expect(question(page, "power")).to_be_visible()
    expect(question(page, "at_once")).to_be_hidden()
    choose(page, "format", "final")
    expect(question(page, "rounds")).to_be_hidden()
    choose(page, "format", "standing")
    page.locator('[name="rounds"]').fill("4")
    choose(page, "power", "1-2-3-4")
    save(page)
    expect(page.locator(".stages")).to_contain_text("Tische nach Rangliste")
    expect(page.locator(".stages")).to_contain_text("4 Runden · 15 Spiele")

    page.get_by_role("link", name="Wertung ändern").click()
    shows_criteria(page, ["points", "last_round", "lot"])
    page.locator("#criteria summary", has_text="Einzelne Spiele").click()
    page.get_by_role("button", name="Hinzufügen: Bestes Spiel").click()
    expect(page.locator("#criteria")).to_contain_text("Noch nicht gespeichert")
    shows_criteria(page, ["points", "last_round", "best_hand", "lot"])
    page.get_by_role("button", name="Nach oben: Bestes Spiel").click()
    expect(page.locator("#criteria ol li").nth(1)).to_contain_text("Bestes Spiel")
    save(page)
    expect(page.locator("main")).to_contain_text("Punkte → Bestes Spiel → Letzte Runde → Los")


def test_the_rules_change_under_the_finger(desktop: Page, desk: str) -> None:
    page = desktop
    begin(page, desk, "cego-schwarzwald", "Regeln am Laptop")
    page.get_by_role("link", name="Einstellungen", exact=True).click()
    page.get_by_role("link", name="Spielregeln ändern").click()
    pairs = page.locator('[name="rule-counting"][value="pairs"]')
    expect(pairs).to_be_checked()
    choose(page, "preset", "baden2006")
    expect(page.locator('[name="rule-counting"][value="threes"]')).to_be_checked()
    save(page)
    expect(page.locator("main")).to_contain_text("Baden 2006")


def test_an_earlier_event_is_found_and_held_again(desktop: Page, desk: str) -> None:
    page = desktop
    begin(page, desk, "truco-groups", "Truco im Mai")
    page.goto(desk)
    search = page.get_by_role("searchbox")
    search.fill("truco im m")
    expect(page.locator("#events")).to_contain_text("Truco im Mai")
    search.fill("gibt es nicht")
    expect(page.locator("#events")).to_contain_text("passt kein Turnier")
    page.goto(f"{desk}new/")
    page.get_by_role("link", name=re.compile("Truco im Mai")).first.click()
    expect(page.get_by_label("Name des Turniers")).to_have_value("Truco im Mai")
    page.get_by_label("Name des Turniers").fill("Truco im Juni")
    page.get_by_role("button", name="Turnier anlegen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Truco im Juni")
    expect(page.locator("main")).to_contain_text("Gruppen")


def test_without_a_script_it_is_the_same_event(new_page: NewPage, desk: str) -> None:
    page = new_page("desktop", java_script_enabled=False)
    begin(page, desk, "cabo-evening", "Cabo ohne Skript")
    page.get_by_role("link", name="Einstellungen", exact=True).click()
    page.get_by_role("link", name="Abschnitt 1 ändern").click()
    expect(question(page, "groups")).to_be_visible()
    page.locator('[name="rounds"]').fill("5")
    save(page)
    expect(page.locator(".stages")).to_contain_text("5 Runden")
    page.get_by_role("link", name="Wertung ändern").click()
    before = criteria(page)
    page.locator('button[name="remove"]').last.click()
    assert criteria(page) == before[:-1]
    save(page)


PAGES = (
    "",
    "new/",
    "new/kind/truco-groups/",
    "new/game/cego/",
    "new/like/{event}/",
    "e/{event}/",
    "e/{event}/settings/",
    "e/{event}/settings/head/",
    "e/{event}/settings/rules/",
    "e/{event}/settings/ranking/",
    "e/{event}/settings/stages/1/",
    "e/{event}/settings/stages/add/",
    "e/{event}/settings/stages/2/remove/",
    "e/{event}/organisers/",
    "e/{event}/finish/",
    "e/{event}/reopen/",
    "e/{event}/archive/",
    "e/{event}/delete/",
    "e/{event}/settings/money/",
    "e/{event}/settings/prices/",
    "e/{event}/cash/",
    "e/{event}/prizes/",
    "e/{event}/prizes/plan/",
    "e/{event}/prizes/giving/",
    "accounts/",
)


@pytest.mark.long
def test_everybody_can_use_the_desk(phone: Page, desk: str) -> None:
    begin(phone, desk, "truco-groups", "Alle Seiten")
    event = phone.url.rstrip("/").rpartition("/")[2]
    complaints = []
    for place in PAGES:
        phone.goto(desk + place.format(event=event))
        complaints += [f"{place}: {each}" for each in on_every_screen(phone)]
        complaints += [f"{place}: {each}" for each in covered(phone)]
    assert not complaints, "\n".join(complaints)


def test_the_tabs_of_an_event_are_one_line_on_a_laptop(new_page: NewPage, desk: str) -> None:
    """Also with two figures of open cases, in all languages."""
    page = new_page("desktop")
    begin(page, desk, "cego-schwarzwald", "Eine Zeile")
    address = page.url
    for language in LANGUAGES:
        page = new_page("desktop", locale=language)
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        twelve = "count => { count.textContent = '12'; count.removeAttribute('data-none'); }"
        page.locator("#case-count").evaluate(twelve)
        tops = page.locator(".tabs li a").evaluate_all("tabs => tabs.map(tab => tab.offsetTop)")
        assert len(tops) >= 15
        assert len(set(tops)) == 1, language
