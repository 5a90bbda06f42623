"""Three evenings later: somebody's page, an evening that was somebody else's, seeds for the next event."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage
from tests.journeys.looking import on_every_screen
from tests.server import RealServer

THREE_EVENINGS = """
from django.utils import translation
translation.activate("de")
from tests.tournaments.career_builders import a_played_event
from tournaments.careers.switches import choose
choose(1, evenings=False, public=True, rating=True)
names = ("Hans Maier", "Bert Bauer", "Cora Klein", "Dirk Durst", "Emil Ernst", "Fred", "Gerd", "Ina")
for week in range(3):
    a_played_event(week, names, 1, 1, 2, 3 if week else 1)
print(a_played_event(5, names[:4], 1, finish=False).pk)
"""


@pytest.fixture(scope="module")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """A server of its own: its register and its evenings are counted."""
    server = RealServer(tmp_path_factory.mktemp("years") / "data").start()
    yield server
    server.stop()


@pytest.mark.long
def test_after_three_evenings(desktop: Page, new_page: NewPage, real_server: RealServer) -> None:
    coming = int(real_server.python(THREE_EVENINGS))
    desk = f"http://localhost:{real_server.port}/desk/"

    # What was played is not counted yet; it is, after a tap and a look.
    desktop.goto(f"{desk}years/")
    expect(desktop.locator("form.notice")).to_contain_text("3 Turniere und Abende sind noch nicht gezählt.")
    desktop.get_by_role("button", name="Jetzt zählen").click()

    counted = desktop.get_by_text("Spielstärken", exact=True)
    while not counted.count():
        desktop.goto(f"{desk}years/")
    expect(desktop.locator("form.notice")).to_have_count(0)
    expect(desktop.locator("main")).to_contain_text("Längste Gewinnserie")
    assert on_every_screen(desktop) == []

    # Somebody's page, from the register.
    desktop.goto(f"{desk}people/")
    desktop.get_by_role("link", name="Hans Maier").first.click()
    desktop.get_by_role("link", name="Über die Jahre").first.click()
    for words in ("3 Abende seit", "Was gespielt wurde", "Am Tisch mit", "±", "Abend 3"):
        expect(desktop.locator("main")).to_contain_text(words)
    expect(desktop.locator("figure.chart svg polyline").first).to_be_visible()
    assert on_every_screen(desktop) == []

    # Everybody sees it under an address that nobody guesses.
    visitor = new_page("phone")
    visitor.goto(f"{real_server.url}/years/")
    visitor.locator("summary", has_text="Wer wie oft da war").click()
    visitor.get_by_role("link", name="Hans Maier").first.click()
    assert re.search(r"/years/\d+-[a-z2-7]{16}/$", visitor.url)
    expect(visitor.locator("h1")).to_have_text("Hans Maier")
    assert on_every_screen(visitor) == []

    # The second evening was his father's.
    desktop.goto(f"{desk}people/")
    desktop.get_by_role("link", name="Hans Maier").first.click()
    desktop.get_by_role("link", name="Zwei Personen?").click()
    desktop.get_by_label("Unterscheidung").fill("senior")
    desktop.get_by_label(re.compile("Abend 2")).check()
    assert on_every_screen(desktop) == []
    desktop.get_by_role("button", name="Ansehen").click()
    expect(desktop.locator("main")).to_contain_text("Diese jemand Neuem geben, Hans Maier?")
    desktop.get_by_role("button", name="Übergeben").click()
    expect(desktop.locator(".said")).to_contain_text("1 Abend gehört jetzt Hans Maier.")
    expect(desktop.get_by_label("Unterscheidung")).to_have_value("senior")
    expect(desktop.get_by_role("button", name="Zurücknehmen")).to_be_visible()

    # And the next event is seeded by what all of them have shown.
    desktop.goto(f"{desk}e/{coming}/people/")
    desktop.get_by_role("link", name="Setzliste nach Spielstärke").click()
    expect(desktop.locator(".years-rows li")).to_have_count(4)
    assert on_every_screen(desktop) == []
    desktop.get_by_role("button", name="Diese Setzliste nehmen").click()
    expect(desktop.locator(".said")).to_contain_text("4 Teilnehmer sind neu gesetzt.")
