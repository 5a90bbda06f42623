"""A season on the laptop: thirteen evenings, one from paper; a correction moves places; what would be now."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage
from tests.journeys.looking import in_both_lights, on_every_screen
from tests.server import RealServer

TWELVE = """
from tests.tournaments.season_builders import a_season, an_evening
from tournaments.engines.season import SeasonRules
season = a_season("Winterrunde", SeasonRules(evenings=13, best=10, least=3, least_at_end=True))
for number in range(1, 13):
    an_evening(season, {"Anna Keller": 100 + number, "Bert Maier": 90 + number, "Cora Ruf": -number}, number)
print(season.pk)
"""
RUNNING = """
from datetime import date
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin, play_all
from tournaments.models import ClubSeason
from tournaments.seasons import changing
event = an_event(title="Finale", day=date(2027, 4, 2))
add_entrants(event, 4, names=("Anna Keller", "Bert Maier", "Cora Ruf", "Dirk Zeller"))
play_all(begin(event), 2, 2)
season = ClubSeason.objects.get(pk={season})
changing.add_date(season=season, day=event.day, event=event)
print(event.pk)
"""


@pytest.fixture
def season(real_server: RealServer) -> int:
    return int(real_server.python(TWELVE).split()[-1])


def test_a_season_from_the_first_evening_to_the_last(
    season: int, real_server: RealServer, new_page: NewPage
) -> None:
    desk = new_page("desktop")
    desk.goto(f"http://localhost:{real_server.port}/desk/")
    desk.get_by_role("link", name="Saisons").click()
    desk.get_by_role("link", name="Winterrunde").click()
    expect(desk.locator("h1")).to_have_text("Winterrunde")

    the_thirteenth_is_typed_from_paper(desk)
    a_correction_moves_places(desk)

    phone = new_page("phone")
    phone.goto(f"{real_server.url}/season/{season}/")
    expect(phone.locator("table.season tbody tr").first).to_contain_text("Bert Maier")
    assert on_every_screen(phone) == []
    phone.get_by_role("link", name="Bert Maier").click()
    expect(phone.locator(".season-why")).to_contain_text("Abende zählen")
    phone.go_back()
    phone.get_by_role("link", name="Verlauf").click()
    expect(phone.locator(".bump")).to_have_count(3)  # who came once has no place
    assert in_both_lights(phone) == []

    real_server.python(RUNNING.format(season=season))
    phone.goto(f"{real_server.url}/season/{season}/")
    expect(phone.locator("table.season thead")).to_contain_text("Wenn jetzt Schluss wäre")
    expect(phone.locator("td.now").first).not_to_be_empty()


def the_thirteenth_is_typed_from_paper(desk: Page) -> None:
    desk.get_by_role("link", name="Abend hinzufügen").click()
    form = desk.locator("form", has=desk.get_by_role("button", name="Diesen Termin hinzufügen"))
    form.get_by_label("Datum").fill("2027-03-19")
    form.get_by_label("Zeit").fill("19:30")
    form.get_by_label("Ort", exact=True).fill("Löwen, Rötenbach")
    form.get_by_role("button", name="Diesen Termin hinzufügen").click()
    desk.get_by_label("Liste", exact=True).fill(
        "1. Anna Keller 50\n2. Bert Maier 40\n3. Dirk Zeller (SC Endingen) 7"
    )
    desk.get_by_role("button", name="Liste ansehen").click()
    expect(desk.locator(".lead")).to_contain_text("3 Ergebnisse würden übernommen")
    desk.get_by_role("button", name="Diese Ergebnisse übernehmen").click()
    expect(desk.locator(".said")).to_contain_text("3 Ergebnisse zählen")
    expect(desk.locator("table.season tbody tr").first).to_contain_text("Anna Keller")


def a_correction_moves_places(desk: Page) -> None:
    desk.get_by_role("link", name=re.compile("Löwen, Rötenbach")).click()
    row = desk.locator(".season-results li", has_text="Bert Maier")
    row.locator("summary").click()
    row.get_by_label("Punkte").fill("840")
    row.get_by_label("Grund").fill("falsche Zeile")
    row.get_by_role("button", name="Korrigieren").click()
    expect(desk.locator("#log li").first).to_contain_text("2 Ränge haben sich geändert")
    expect(desk.locator("#log li").first).to_contain_text("Bert Maier: 2 → 1")
    expect(desk.locator("table.season tbody tr").first).to_contain_text("Bert Maier")
