"""The evening before: robots play a whole event on the organiser's own server."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import Watch
from tests.server import RealServer


def test_robots_play_an_event_and_everything_is_computed_twice(
    desktop: Page, real_server: RealServer
) -> None:
    laptop = f"http://localhost:{real_server.port}"
    desktop.goto(f"{laptop}/desk/rehearsal/")
    desktop.locator("[name=preset]").select_option("cego-schwarzwald")
    desktop.locator("[name=people]").fill("8")
    desktop.locator("main form button.primary").click()
    expect(desktop.locator("#rehearsal a.primary")).to_be_visible()
    expect(desktop.locator("#rehearsal")).to_contain_text("zweimal gerechnet")
    desktop.locator("#rehearsal a.primary").click()
    expect(desktop.locator("h1")).to_contain_text("Probelauf")


def test_more_robots_than_chairs_are_refused(desktop: Page, real_server: RealServer, watch: Watch) -> None:
    watch.expect("status of 422")
    desktop.goto(f"http://localhost:{real_server.port}/desk/rehearsal/")
    desktop.locator("[name=people]").evaluate("field => field.removeAttribute('max')")
    desktop.locator("[name=people]").fill("9999")
    desktop.locator("main form button.primary").click()
    expect(desktop.locator(".problem")).to_be_visible()
