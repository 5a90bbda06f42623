"""The evening is run from a phone: the laptop shows a code, the phone scans it, the laptop ends it again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.looking import on_every_screen
from tests.server import RealServer

MAKE = """
from tests.tournaments.event_builders import an_event
print(an_event(title="Handy-Abend", here=8).pk)
"""


def test_a_phone_scans_the_code_and_runs_the_evening(
    desktop: Page, new_page: NewPage, real_server: RealServer, watch: Watch
) -> None:
    event = int(real_server.python(MAKE).split()[-1])
    desktop.goto(f"http://localhost:{real_server.port}/desk/e/{event}/organisers/")
    desktop.get_by_role("link", name="Handys der Turnierleitung").click()
    desktop.get_by_label("Wessen Handy ist es?").fill("Petra Hummel")
    desktop.locator('label:has(> input[value="organiser"])').click()
    assert not on_every_screen(desktop)
    desktop.get_by_role("button", name="Code zeigen").click()
    code = desktop.locator(".code").inner_text()
    assert not on_every_screen(desktop)

    phone = new_page("phone")
    phone.goto(f"{real_server.url}/desk/phone/#{code}")
    expect(phone.get_by_role("heading", name="Handy-Abend")).to_be_visible()
    expect(phone.get_by_role("status").first).to_contain_text("bis morgen früh")
    expect(desktop.locator("#came")).to_contain_text("Petra Hummel")
    phone.get_by_role("link", name="Runde 1 auslosen").click()
    expect(phone.get_by_role("heading", name="Runde 1 auslosen")).to_be_visible()

    watch.expect("403")
    desktop.get_by_role("link", name="Alle Handys").click()
    desktop.get_by_role("button", name="Abmelden").click()
    phone.reload()
    expect(phone.get_by_role("heading", name="Das Turnierbüro ist am Laptop")).to_be_visible()
