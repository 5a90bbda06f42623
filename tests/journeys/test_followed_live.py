"""Spectators look at an event where it is followed: live, old while its laptop is silent, read only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening, an_evening
from tests.journeys.test_following import ITS_OWN, pair, source_of, wait_level
from tests.patience import wait_until
from tests.server import RealServer

HERE = """
from tournaments.models import Event
print(Event.objects.get(title={title!r}).pk)
"""
A_SCREEN = """
from tournaments.models import Screen
Screen.objects.create(event=event, name="Wand", shows="live")
"""
SILENT = """
import datetime
from django.utils import timezone
from tournaments.models import EventLog, LogReader
then = timezone.now() - datetime.timedelta(minutes=5)
EventLog.objects.update(taken_at=then)
LogReader.objects.update(seen_at=then)
"""


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[tuple[RealServer, RealServer]]:
    """A club's laptop, and where its events go."""
    laptop, above = (RealServer(tmp_path / name) for name in ("laptop", "above"))
    above.python(ITS_OWN)  # what tests are given is a copy
    laptop.start()
    above.start()
    yield laptop, above
    for server in (laptop, above):
        server.kill()


def points_of(page: Page) -> str:
    return page.locator("main").inner_text()


@pytest.mark.long
def test_a_page_above_follows_live_says_its_age_and_changes_nothing(
    laptops: tuple[RealServer, RealServer], new_page: NewPage, watch: Watch
) -> None:
    watch.expect("ERR_|Failed to (load|fetch)|status of (404|503)")
    laptop, above = laptops
    evening = an_evening(laptop, "Live verfolgt")
    evening.do(A_SCREEN)
    pair(above, laptop, "hall")
    wait_level(laptop, above)
    there = Evening(above, int(above.python(HERE.format(title="Live verfolgt"))))
    spectator, wall, desk = new_page("phone"), new_page("desktop"), new_page("desktop")
    spectator.goto(f"{there.url}standings/")
    screen = there.do("print(event.screens.get().pk)")
    wall.goto(f"{there.url}board/{screen}/")
    desk.goto(there.desk)
    expect(desk.get_by_role("main")).to_contain_text("wird woanders geführt")
    expect(desk.locator("main form[method=post] button:visible")).to_have_count(0)
    expect(spectator.locator("#stale")).to_be_hidden()
    before = points_of(spectator)
    evening.play(2, 1, 1)
    wait_until(lambda: points_of(spectator) != before, "the page above to show the hands")
    laptop.kill()
    above.python(SILENT)
    for page in (spectator, wall):
        expect(page.locator("#stale")).to_be_visible()
        expect(page.locator("#stale [data-age]")).to_contain_text("5")
    laptop.start()
    for page in (spectator, wall):
        expect(page.locator("#stale")).to_be_hidden()
    desk.goto(f"http://localhost:{above.port}/desk/following/")
    desk.get_by_role("button", name="Kopplung beenden").first.click()
    wait_until(lambda: source_of(laptop) == "revoked", "the laptop to know that it is sent away")
    office = new_page("desktop")
    office.goto(f"http://localhost:{laptop.port}/desk/following/")
    expect(office.get_by_role("main")).to_contain_text("hat die Kopplung beendet")
    after = points_of(spectator)
    evening.play(1, 2)
    wait_until(lambda: source_of(laptop) == "revoked", "the laptop to be refused again")
    assert points_of(spectator) == after
