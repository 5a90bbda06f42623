"""A phone without radio: hands are kept, the next can be entered at once, and every hand arrives exactly once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import ClubTable, cookies_of, deliver, entry_of, open_table
from tests.journeys.thumb import Thumb
from tests.server import RealServer

POINTS = (47, 52, 40, 61, 38)
TO_THE_TABLE = re.compile(r"/t/\d+/($|\?)")


@pytest.fixture
def table(real_server: RealServer) -> ClubTable:
    return open_table(real_server)


@pytest.fixture
def thumb(table: ClubTable, new_page: NewPage) -> Thumb:
    page = new_page("phone")
    table.let_write(page.context)
    page.goto(table.url)
    return Thumb(page)


def unsent(thumb: Thumb, count: int) -> None:
    """The strip says how many hands are on this phone only."""
    strip = thumb.page.locator("#outbox summary")
    if count:
        expect(strip).to_contain_text(f"{count}\N{NO-BREAK SPACE}Spiel")
        expect(strip).to_contain_text("noch nicht auf dem Laptop")
    else:
        expect(strip).to_be_hidden()


def test_five_hands_without_radio_arrive_in_order_and_once(
    table: ClubTable, thumb: Thumb, watch: Watch
) -> None:
    """The first of them is sent three times more than needed: its answer is lost on the way back."""
    watch.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|htmx:(sendError|afterRequest)")
    page = thumb.page
    page.context.set_offline(True)
    for number, points in enumerate(POINTS, start=1):
        thumb.points("Anna", "eine", points)
        thumb.tap(thumb.save)
        unsent(thumb, number)
    assert table.records == []
    cookies = cookies_of(page.context)
    sent: list[str] = []

    def deliver_and_lose(route: Route) -> None:
        sent.append(entry_of(route.request))
        if len(sent) > 3:
            route.continue_()
            return
        assert deliver(table, route.request, cookies) == 200
        route.abort()

    page.route(lambda url: bool(re.search(r"/t/\d+/$", url)), deliver_and_lose)
    page.context.set_offline(False)
    unsent(thumb, 0)
    assert (set(sent[:4]), len(sent)) == ({sent[0]}, 3 + len(POINTS))
    assert [hand["points"] for hand in table.records] == list(POINTS)
