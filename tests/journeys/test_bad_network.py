"""A cellar with bad Wi-Fi and wet fingers: nothing is lost, nothing counts twice, nothing is pretended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import ClubTable, cookies_of, deliver, entry_of, open_table
from tests.journeys.thumb import Thumb, seat_people
from tests.patience import wait_until
from tests.server import RealServer

LOOKS = "**/*part=live*"
HAND = {"dealer": 4, "declarer": 1, "contract": "eine", "points": 47}
ROUND = {"caller": 1, "values": [3, 5]}


@pytest.fixture
def table(real_server: RealServer) -> ClubTable:
    return open_table(real_server)


@pytest.fixture
def thumb(table: ClubTable, new_page: NewPage) -> Thumb:
    """A phone of the table; a hand is typed in and its value shown."""
    page = new_page("phone")
    table.let_write(page.context)
    page.goto(table.url)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 47)
    expect(thumb.preview.locator(".sentence")).to_be_visible()
    return thumb


def is_kept(thumb: Thumb, table: ClubTable, *records: object) -> None:
    """It is on the phone and not on the laptop, the page says so, and the next one could be entered."""
    strip = thumb.page.locator("#outbox")
    expect(strip).to_contain_text("1\N{NO-BREAK SPACE}Spiel noch nicht auf dem Laptop")
    expect(strip).to_be_in_viewport()
    expect(thumb.preview).to_contain_text("auf diesem Handy")
    expect(thumb.preview).to_contain_text("Anna")
    expect(thumb.page.locator(".state.saved, .wrong")).to_have_count(0)
    expect(thumb.page.locator("[name=points]")).to_have_value("")
    assert table.records == list(records)


def arrives_once(thumb: Thumb, table: ClubTable) -> None:
    """Nobody does anything for it."""
    expect(thumb.page.locator("#outbox")).to_be_hidden()
    thumb.shows_totals({"Anna": 6})
    assert table.records == [HAND]


def is_saved_once(thumb: Thumb, table: ClubTable) -> None:
    thumb.saves()
    arrives_once(thumb, table)


# --- the network ------------------------------


def test_an_answer_that_is_lost_on_its_way_back_is_not_a_second_hand(
    table: ClubTable, thumb: Thumb, watch: Watch
) -> None:
    """The laptop has saved the hand, the phone cannot know; it sends the same once more, or asks for it."""
    watch.expect("ERR_FAILED|ERR_ABORTED")
    sent: list[str] = []
    cookies = cookies_of(thumb.page.context)

    def deliver_and_lose(route: Route) -> None:
        sent.append(entry_of(route.request))
        assert deliver(table, route.request, cookies) == 200
        route.abort()

    thumb.page.route(posts, deliver_and_lose)
    thumb.page.route("**/*part=live*", lambda route: route.abort())
    thumb.tap(thumb.save)
    is_kept(thumb, table, HAND)
    thumb.page.unroute_all()
    thumb.page.on("request", lambda request: sent.append(entry_of(request)) if posts(request) else None)
    arrives_once(thumb, table)
    assert len(set(sent)) == 1


def test_whether_a_hand_was_saved_is_asked_before_it_is_sent_again(
    table: ClubTable, new_page: NewPage, watch: Watch
) -> None:
    """The laptop has saved it and takes too long to say so; nobody reads that it is not there."""
    watch.expect("ERR_ABORTED|ERR_FAILED|htmx:sendError")
    thumb = Thumb(new_page("phone")).hastes()
    page, sent = thumb.page, []
    table.let_write(page.context)
    page.goto(table.url)
    thumb.points("Anna", "eine", 47)
    cookies = cookies_of(page.context)

    def deliver_and_say_nothing(route: Route) -> None:
        sent.append(entry_of(route.request))
        assert deliver(table, route.request, cookies) == 200

    page.route(posts, deliver_and_say_nothing)
    page.route(LOOKS, lambda route: route.abort())  # otherwise it is seen there before anybody asks
    thumb.tap(thumb.save)
    wait_until(lambda: (page.context.cookies(), table.records == [HAND])[1], "the laptop to have saved it")
    page.clock.run_for(4000)
    strip = page.locator("#outbox")
    expect(strip.locator("[data-count=way]")).to_have_text("1\N{NO-BREAK SPACE}Spiel unterwegs zum Laptop")
    expect(strip.locator("[data-count=way]")).to_be_visible()
    expect(strip.locator("[data-count=one]")).to_be_hidden()
    page.unroute(LOOKS)
    page.clock.run_for(8000)
    arrives_once(thumb, table)
    assert len(sent) == 1


def test_an_answer_to_the_page_sends_what_waits(table: ClubTable, new_page: NewPage, watch: Watch) -> None:
    """However long the pause between two tries has become: who hears of the laptop does not wait it out."""
    watch.expect("ERR_ABORTED|ERR_FAILED|htmx:sendError")
    page = new_page("phone")
    page.add_init_script(
        "const clock = setTimeout;"
        "setTimeout = (what, ...rest) => what.name === 'flush' ? 0 : clock(what, ...rest)"
    )
    table.let_write(page.context)
    page.goto(table.url)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 47)
    page.route(posts, lambda route: route.abort())
    page.route(LOOKS, lambda route: route.abort())
    thumb.tap(thumb.save)
    is_kept(thumb, table)
    page.unroute_all()
    arrives_once(thumb, table)


def posts(request_or_url: object) -> bool:
    """Every form that is sent (for expect_request, which hands over the request)."""
    return getattr(request_or_url, "method", "") == "POST" or (
        isinstance(request_or_url, str) and bool(re.search(r"/t/\d+/$", request_or_url))
    )


@pytest.mark.parametrize("status", [200, 511])
def test_the_page_of_a_hotel_is_no_confirmation(
    table: ClubTable, thumb: Thumb, watch: Watch, status: int
) -> None:
    watch.expect("status of 511|htmx:responseError|Response Status Error")
    portal = "<!doctype html><title>Wi-Fi</title><h1>Welcome</h1><form id='login'>Accept the terms</form>"
    thumb.page.route(
        re.compile(r"/t/\d+/"),
        lambda route: route.fulfill(status=status, body=portal, content_type="text/html"),
    )
    thumb.tap(thumb.save)
    is_kept(thumb, table)
    expect(thumb.page.get_by_text("Es antwortet nicht der Laptop des Vereins")).to_be_visible()
    thumb.points("Bernd", "solo", 52)  # the preview asks, too, and gets the same page
    expect(thumb.preview).to_contain_text("Bernd")
    expect(thumb.page.get_by_text("Welcome")).to_have_count(0)
    thumb.page.unroute_all()
    arrives_once(thumb, table)
    expect(thumb.page.locator("[name=points]")).to_have_value("52")


def test_a_laptop_that_is_out_of_order_has_not_saved(table: ClubTable, thumb: Thumb, watch: Watch) -> None:
    watch.expect("status of 503")
    thumb.page.route(
        re.compile(r"/t/\d+/$"),
        lambda route: route.fulfill(status=503, headers={"Stammtisch-Server": "a.b"}, body="later"),
    )
    thumb.tap(thumb.save)
    is_kept(thumb, table)
    thumb.tap(thumb.page.locator("#outbox summary"))
    expect(thumb.page.get_by_text("Der Laptop kann gerade nicht speichern")).to_be_visible()
    thumb.page.unroute_all()
    arrives_once(thumb, table)


def test_while_it_is_being_saved_the_button_says_so(table: ClubTable, thumb: Thumb) -> None:
    waiting: list[Route] = []
    thumb.page.route(re.compile(r"/t/\d+/$"), lambda route: waiting.append(route))
    before = thumb.save.inner_text()
    thumb.tap(thumb.save)
    expect(thumb.save).not_to_have_text(before)
    expect(thumb.save).to_have_text(thumb.save.get_attribute("data-saving") or "")
    wait_until(lambda: (thumb.page.context.cookies(), waiting)[1], "the hand on its way")
    waiting[0].continue_()
    expect(thumb.page.locator("#preview .last b")).to_be_visible()


# --- impatient fingers ------------------------------


@contextmanager
def before_the_answer(page: Page, path: str) -> Iterator[None]:
    """What happens in here happens before the laptop answers the first of it, however slow the machine is."""
    held: list[Route] = []
    over = False
    page.route(re.compile(path), lambda route: route.continue_() if over else held.append(route))
    yield
    wait_until(lambda: (page.context.cookies(), held)[1], "the first request")
    over = True
    for route in held:
        route.continue_()


def double_tap(thumb: Thumb, what: str) -> None:
    box = thumb.page.locator(what).bounding_box()
    assert box is not None
    thumb.page.wait_for_function("() => document.documentElement.dataset.fresh === undefined")
    with before_the_answer(thumb.page, r"/t/\d+/(undo/)?$"):
        for _tap in range(2):
            thumb.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_double_tap_saves_one_hand(table: ClubTable, thumb: Thumb) -> None:
    double_tap(thumb, ".save .primary")
    expect(thumb.page.locator("#preview .last b")).to_be_visible()
    thumb.shows_totals({"Anna": 6})
    expect(thumb.page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert table.records == [HAND]


def test_a_double_click_saves_one_hand(table: ClubTable, new_page: NewPage) -> None:
    page = new_page("desktop")
    table.let_write(page.context)
    page.goto(table.url)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 47)
    expect(thumb.preview.locator(".sentence")).to_be_visible()
    with before_the_answer(page, r"/t/\d+/$"):
        thumb.save.dblclick()
    expect(page.locator("#preview .last b")).to_be_visible()
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert table.records == [HAND]


def test_a_double_tap_takes_one_hand_back(table: ClubTable, thumb: Thumb) -> None:
    thumb.saves()
    thumb.points("Bernd", "eine", 52)
    thumb.saves()
    assert len(table.records) == 2
    double_tap(thumb, "button[form=undo]")
    thumb.shows_totals({"Anna": 6, "Bernd": 0})
    thumb.page.wait_for_load_state("networkidle")
    assert table.records == [HAND]


def taps_again_after_the_answer(thumb: Thumb, what: str) -> None:
    """On a fast network a double tap's second half meets the next page: the same button, another hand."""
    thumb.page.evaluate(
        """(what) => document.addEventListener("table", () => setTimeout(() => {
          document.querySelector(what).click();
          document.body.dataset.tapped = "again";
        }, 120), {once: true})""",
        what,
    )
    thumb.tap(thumb.page.locator(what))
    expect(thumb.page.locator("body[data-tapped]")).to_be_attached()
    thumb.page.wait_for_load_state("networkidle")


def test_the_second_half_of_a_double_tap_does_not_complain(table: ClubTable, thumb: Thumb) -> None:
    taps_again_after_the_answer(thumb, ".save .primary")
    thumb.shows_totals({"Anna": 6})
    expect(thumb.page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert table.records == [HAND]


def test_the_second_half_of_a_double_tap_takes_nothing_else_back(table: ClubTable, thumb: Thumb) -> None:
    thumb.saves()
    thumb.points("Bernd", "eine", 52)
    thumb.saves()
    taps_again_after_the_answer(thumb, "button[form=undo]")
    thumb.shows_totals({"Anna": 6, "Bernd": 0})
    assert table.records == [HAND]


def test_a_table_is_opened_once_however_often_one_taps(real_server: RealServer, new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto(f"{real_server.url}/new/cabo/")
    seat_people(page, ("Anna", "Ben"))
    page.locator("[name=title]").evaluate("(input) => { input.value = 'Nur einmal'; }")
    box = page.locator(".sticky .primary").bounding_box()
    assert box is not None
    for _tap in range(3):
        page.touchscreen.tap(box["x"] + 40, box["y"] + 20)
    expect(page.locator("#entry")).to_be_visible()
    page.goto(real_server.url)
    expect(page.get_by_text("Nur einmal")).to_have_count(1)


# --- a phone's life ------------------------------


@pytest.mark.parametrize(
    "leave",
    [
        lambda page: page.reload(),
        lambda page: (page.goto(page.url + "hands/"), page.go_back()),
        lambda page: (page.goto("about:blank"), page.go_back()),
    ],
    ids=["reload", "another page and back", "somewhere else and back"],
)
def test_what_was_typed_survives(table: ClubTable, thumb: Thumb, leave: Callable[[Page], object]) -> None:
    leave(thumb.page)
    expect(thumb.page.locator("[name=points]")).to_have_value("47")
    expect(thumb.tile("contract", "eine").locator("input")).to_be_checked()
    expect(thumb.preview.locator(".sentence")).to_be_visible()
    is_saved_once(thumb, table)


def test_after_saving_a_reload_brings_nothing_back(table: ClubTable, thumb: Thumb) -> None:
    thumb.saves()
    thumb.page.reload()
    expect(thumb.page.locator("#preview .last b")).to_be_visible()
    expect(thumb.page.locator("[name=points]")).to_have_value("")
    thumb.page.go_back()
    thumb.page.go_forward()
    expect(thumb.page.locator("#preview .last b")).to_be_visible()
    assert table.records == [HAND]


def test_going_back_sends_nothing_again(table: ClubTable, thumb: Thumb, real_server: RealServer) -> None:
    thumb.saves()
    sent: list[str] = []
    thumb.page.on("request", lambda request: sent.append(request.method))
    thumb.page.goto(real_server.url)
    thumb.page.go_back()
    expect(thumb.page.locator("#preview .last b")).to_be_visible()
    thumb.page.go_back()
    thumb.page.go_forward()
    expect(thumb.page.locator("#preview .last b")).to_be_visible()
    assert "POST" not in sent
    assert table.records == [HAND]


def test_a_phone_that_wakes_up_sees_what_happened_meanwhile(table: ClubTable, new_page: NewPage) -> None:
    """Asleep: no timer runs. Awake: one look, at once."""
    page = new_page("phone")
    table.let_write(page.context)
    page.goto(table.url)
    page.route("**/*part=live*", lambda route: route.abort())
    page.evaluate("() => { for (let id = setTimeout(() => {}); id >= 0; id--) clearTimeout(id); }")
    table.enter(**HAND)
    page.unroute_all()
    with page.expect_response(re.compile("part=live")):
        page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    Thumb(page).shows_totals({"Anna": 6})


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_asks_less_while_nobody_answers_and_not_at_all_while_nobody_looks(
    table: ClubTable, new_page: NewPage, watch: Watch
) -> None:
    """What it shows meanwhile says how old it is."""
    watch.expect("status of 503")
    page = new_page("phone")
    table.let_write(page.context)
    page.clock.install()
    page.goto(table.url)
    asked: list[str] = []

    def ask_for_a_pause(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "60"})

    page.route("**/*part=live*", ask_for_a_pause)
    page.clock.fast_forward("00:20")
    stale = page.locator("#stale")
    expect(stale).to_be_visible()
    expect(stale).to_contain_text(re.compile(r"Stand von vor \d\d.Sek"))
    page.clock.fast_forward("00:20")  # it would have asked again; the laptop has asked for a longer pause
    expect(stale).to_contain_text(re.compile("Stand von vor [45]"))
    assert len(asked) == 1

    page.evaluate(HIDE, True)
    page.unroute_all()
    table.enter(**HAND)
    page.clock.fast_forward("10:00")
    expect(stale).to_contain_text(re.compile("Stand von vor 1[01]"))
    assert len(asked) == 1
    page.evaluate(HIDE, False)
    Thumb(page).shows_totals({"Anna": 6})
    expect(stale).to_be_hidden()


def test_later_is_an_answer_for_a_while_and_the_laptop_sets_the_pace(
    table: ClubTable, new_page: NewPage, watch: Watch, real_server: RealServer
) -> None:
    watch.expect("status of 503")
    page, asked = new_page("phone"), []
    ours = {"Stammtisch-Server": real_server.get("/").headers["Stammtisch-Server"]}
    page.clock.install()
    page.goto(table.url)
    stale = page.locator("#stale")
    reply = {"status": 503, "headers": {**ours, "Stammtisch-Later": "1", "Retry-After": "4"}}

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(**reply)  # type: ignore[arg-type]

    def pass_time(seconds: int, questions: int) -> None:
        page.clock.fast_forward(1000 * seconds)
        wait_until(lambda: (page.context.cookies(), len(asked) >= questions)[1], "the next question")

    page.route("**/*part=live*", answer)
    for question in range(1, 5):
        pass_time(7, question)
        expect(stale).to_be_hidden()
    for question in range(5, 9):
        pass_time(7, question)
    page.clock.fast_forward(3000)
    expect(stale).to_be_visible()

    reply |= {"status": 304, "headers": {**ours, "Stammtisch-Pace": "2.5"}}
    count = len(asked)
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    pass_time(0, count + 1)
    expect(stale).to_be_hidden()
    count = len(asked)
    page.clock.fast_forward(4000)  # usually it asks after three seconds at the latest
    expect(page.locator("#table")).to_be_visible()
    assert len(asked) == count
    pass_time(4, count + 1)
