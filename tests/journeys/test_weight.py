"""What a phone loads when it comes to a table for the first time, over the same radio as everybody else's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring import GAMES
from tests.browser import NewPage
from tests.journeys.club import open_table
from tests.server import RealServer

BYTES = 60_000
REQUESTS = 6
PEOPLE = ("Anna", "Bernd", "Conny", "Dieter")


@dataclass
class Weight:
    """What came over the line for a page, headers included."""

    names: dict[str, str] = field(default_factory=dict)  # by the browser's number of a request
    bytes: dict[str, int] = field(default_factory=dict)

    def follow(self, page: Page) -> None:
        browser = page.context.new_cdp_session(page)
        browser.on("Network.requestWillBeSent", self.asked)
        browser.on("Network.loadingFinished", self.loaded)
        browser.send("Network.enable")

    def asked(self, event: Any) -> None:
        # The page is there: it asks for news, and fetches quietly what only accidents need.
        if not re.search(r"part=live|quiet\.|/journal/", event["request"]["url"]):
            self.names[event["requestId"]] = event["request"]["url"].rpartition("/")[2] or "page"

    def loaded(self, event: Any) -> None:
        if event["requestId"] in self.names:
            self.bytes[self.names[event["requestId"]]] = int(event["encodedDataLength"])


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_the_first_visit_of_a_table_is_light(game: str, real_server: RealServer, new_page: NewPage) -> None:
    seats = min(len(PEOPLE), max(next(each for each in GAMES if each.key == game).seats))
    table = open_table(real_server, game, PEOPLE[:seats])
    page = new_page("phone")
    table.let_write(page.context)
    weight = Weight()
    weight.follow(page)
    page.goto(table.url, wait_until="networkidle")
    print(game, sum(weight.bytes.values()), weight.bytes)
    assert set(weight.bytes) == set(weight.names.values())
    assert len(weight.names) <= REQUESTS, weight.bytes
    assert sum(weight.bytes.values()) <= BYTES, weight.bytes
