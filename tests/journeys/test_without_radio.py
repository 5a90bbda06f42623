"""A phone without radio: hands are kept, the next can be entered at once, and each arrives exactly once."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Route, expect

from tests.browser import FLAGS, KINDS, Chromium, NewPage, Watch, chromium_path
from tests.journeys.club import ClubTable, cookies_of, deliver, entry_of, open_table
from tests.journeys.thumb import Thumb
from tests.server import RealServer

POINTS = (47, 52, 40, 61, 38)
OFFLINE = "ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)"


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
        expect(strip).to_be_visible()
        expect(strip).to_contain_text(f"{count}\N{NO-BREAK SPACE}Spiel")
        expect(strip).to_contain_text("noch nicht auf dem Laptop")
    else:
        expect(strip).to_be_hidden()


def test_five_hands_without_radio_arrive_in_order_and_once(
    table: ClubTable, thumb: Thumb, watch: Watch
) -> None:
    """The first of them is sent three times more than needed: its answer is lost on the way back."""
    watch.expect(f"{OFFLINE}|ERR_FAILED")
    page = thumb.page
    loses_radio(thumb, *POINTS)
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


def loses_radio(thumb: Thumb, *points: int) -> None:
    """Hands are entered while nobody answers."""
    thumb.page.context.set_offline(True)
    for number, each in enumerate(points, start=1):
        thumb.points("Anna", "eine", each)
        thumb.tap(thumb.save)
        unsent(thumb, number)


def test_what_was_kept_is_edited_and_taken_back_without_radio(
    table: ClubTable, thumb: Thumb, watch: Watch
) -> None:
    watch.expect(OFFLINE)
    loses_radio(thumb, 40, 52, 61)
    page = thumb.page
    thumb.tap(page.locator("#outbox summary"))
    rows = page.locator("#outbox .hand")
    for row in rows.all():
        expect(row).to_contain_text("auf diesem Handy")
    thumb.tap(rows.nth(1).locator("[data-edit]"))
    expect(page.locator("[name=points]")).to_have_value("52")
    thumb.tap(thumb.key("back"))
    thumb.digits(3)
    thumb.tap(thumb.save)
    expect(rows.nth(1)).to_contain_text("53")
    thumb.tap(rows.first.locator("[data-take-back]"))
    expect(rows).to_have_count(2)
    expect(page.locator("[name=hand]").first).to_have_value("3")
    page.context.set_offline(False)
    unsent(thumb, 0)
    assert [hand["points"] for hand in table.records] == [53, 61]
    assert [hand["dealer"] for hand in table.records] == [4, 1]  # nobody could know it on the phone


def test_what_turns_out_to_be_no_hand_comes_back_and_holds_up_those_after_it(
    table: ClubTable, thumb: Thumb, watch: Watch
) -> None:
    watch.expect(OFFLINE)
    watch.expect("status of 422")
    loses_radio(thumb, 71, 52)
    thumb.page.context.set_offline(False)
    row = thumb.page.locator("#outbox .hand").first
    expect(row.locator("[data-state=refused]")).to_have_css("display", "block")
    unsent(thumb, 2)
    assert table.records == []
    thumb.tap(thumb.page.locator("#outbox summary"))
    thumb.tap(row.locator("[data-edit]"))
    thumb.tap(thumb.key("back"))
    thumb.tap(thumb.key("back"))
    thumb.digits(47)
    thumb.tap(thumb.save)
    unsent(thumb, 0)
    assert [hand["points"] for hand in table.records] == [47, 52]


def test_a_link_is_not_followed_before_a_word(table: ClubTable, thumb: Thumb, watch: Watch) -> None:
    watch.expect(OFFLINE)
    loses_radio(thumb, 47)
    page = thumb.page
    page.locator(".menu > summary").tap()
    page.locator(f'a[href="{table.path}hands/"]').tap()
    expect(page.locator("[data-leave]")).to_be_visible()
    thumb.tap(page.locator("[data-stay]"))
    expect(page.locator("[data-leave]")).to_be_hidden()
    page.context.set_offline(False)
    unsent(thumb, 0)
    page.locator(".menu > summary").tap()
    page.locator(f'a[href="{table.path}hands/"]').tap()
    expect(page).to_have_url(f"{table.url}hands/")


REFUSES = """(names) => {
  const refuse = () => { throw new DOMException("full", "QuotaExceededError"); };
  if (names.includes("indexedDB")) IDBDatabase.prototype.transaction = refuse;
  if (names.includes("localStorage")) Storage.prototype.setItem = refuse;
}"""


def test_a_phone_that_stores_nothing_says_that_the_page_must_stay(
    table: ClubTable, thumb: Thumb, watch: Watch
) -> None:
    watch.expect(OFFLINE)
    thumb.page.evaluate(REFUSES, ["indexedDB", "localStorage"])
    loses_radio(thumb, 47)
    thumb.tap(thumb.page.locator("#outbox summary"))
    expect(thumb.page.locator("[data-volatile]")).to_be_visible()
    thumb.page.context.set_offline(False)
    unsent(thumb, 0)
    assert [hand["points"] for hand in table.records] == [47]


def test_a_full_storage_leaves_a_second_chance(table: ClubTable, thumb: Thumb, watch: Watch) -> None:
    """It survives the page, also if the page is closed while its hands are on their way."""
    watch.expect(OFFLINE)
    thumb.page.evaluate(REFUSES, ["indexedDB"])
    loses_radio(thumb, 47)
    expect(thumb.page.locator("[data-volatile]")).to_have_attribute("hidden", "")
    context = thumb.page.context
    thumb.page.close()
    context.set_offline(False)
    again = Thumb(context.new_page())
    again.page.goto(table.url)
    again.shows_totals({"Anna": 6})
    unsent(again, 0)
    assert [hand["points"] for hand in table.records] == [47]


def test_two_pages_of_one_phone_say_and_send_the_same(table: ClubTable, thumb: Thumb, watch: Watch) -> None:
    watch.expect(OFFLINE)
    second = Thumb(thumb.page.context.new_page())
    second.page.goto(table.url)
    loses_radio(thumb, 47)
    unsent(second, 1)
    expect(second.page.locator("[name=hand]").first).to_have_value("2")
    second.points("Bernd", "eine", 52)
    second.tap(second.save)
    unsent(thumb, 2)
    thumb.page.context.set_offline(False)
    for each in (thumb, second):
        unsent(each, 0)
        each.shows_totals({"Anna": 6, "Bernd": 8})
    assert [hand["points"] for hand in table.records] == [47, 52]


def test_another_phone_takes_the_hands_by_its_camera(
    table: ClubTable, thumb: Thumb, watch: Watch, new_page: NewPage
) -> None:
    watch.expect(OFFLINE)
    expect(thumb.page.locator('script[src*="quiet"]')).to_be_attached()
    thumb.page.wait_for_function("() => typeof leanQr === 'object'")
    loses_radio(thumb, 47, 52)
    thumb.tap(thumb.page.locator("#outbox summary"))
    thumb.page.locator("[data-hand-over]").tap()
    code = thumb.page.locator("[data-codes] a")
    expect(code.locator("svg path")).to_be_visible()
    address = code.get_attribute("href") or ""
    assert len(address) < 2000
    other = new_page("phone")
    table.let_write(other.context)
    other.goto(address)
    other.locator("[data-received] button").last.tap()  # nothing is taken unasked
    unsent(Thumb(other), 0)
    assert table.records == []
    other.goto("about:blank")
    other.goto(address)
    assert other.evaluate("() => location.hash") == ""
    other.locator("[data-take]").tap()
    Thumb(other).shows_totals({"Anna": 14})
    thumb.page.context.set_offline(False)
    unsent(thumb, 0)
    thumb.shows_totals({"Anna": 14})
    assert [hand["points"] for hand in table.records] == [47, 52]


def test_a_killed_browser_loses_nothing(table: ClubTable, chromium: Chromium, tmp_path: Path) -> None:
    """The moment the page says that the hand is on the phone, the phone's battery is empty."""

    def opened() -> BrowserContext:
        launch = chromium.browser.browser_type.launch_persistent_context
        return launch(
            tmp_path / "profile", executable_path=chromium_path(whole=True), args=FLAGS, **KINDS["phone"]
        )

    context = opened()
    table.let_write(context)
    thumb = Thumb(context.new_page())
    thumb.page.goto(table.url)
    expect(thumb.save).to_be_visible()
    loses_radio(thumb, 47)
    os.kill(browser_at(tmp_path / "profile"), signal.SIGKILL)
    with suppress(Error):
        context.close()
    (tmp_path / "profile" / "SingletonLock").unlink(missing_ok=True)
    context = opened()
    table.let_write(context)  # a browser keeps a cookie safe only half a minute later
    thumb = Thumb(context.new_page())
    thumb.page.goto(table.url)
    thumb.shows_totals({"Anna": 6})
    context.close()
    assert [hand["points"] for hand in table.records] == [47]


def browser_at(profile: Path) -> int:
    """The process of the browser that uses this directory."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with suppress(OSError):
                words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
                if f"--user-data-dir={profile}" in words and not any(
                    word.startswith("--type=") for word in words
                ):
                    return int(process.name)
    raise AssertionError(f"no browser uses {profile}")


def test_a_phone_that_has_left_the_wifi_is_told_and_sends_at_once_when_it_wakes_up(
    table: ClubTable, new_page: NewPage, watch: Watch
) -> None:
    watch.expect("ERR_FAILED|htmx:(sendError|afterRequest)")
    thumb = Thumb(new_page("phone")).hastes()
    page = thumb.page
    table.let_write(page.context)
    page.goto(table.url)
    expect(thumb.save).to_be_visible()
    page.route(f"{table.url}**", lambda route: route.abort())
    thumb.points("Anna", "eine", 47)
    thumb.tap(thumb.save)
    page.clock.run_for(12_000)
    unsent(thumb, 1)
    thumb.tap(page.locator("#outbox summary"))
    expect(page.get_by_text("Vielleicht hat das Handy das WLAN verlassen")).to_be_visible()
    page.clock.run_for(120_000)
    expect(page.get_by_text("Spielt ruhig weiter")).to_be_visible()
    assert table.records == []
    page.unroute_all()
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    unsent(thumb, 0)
    assert [hand["points"] for hand in table.records] == [47]
