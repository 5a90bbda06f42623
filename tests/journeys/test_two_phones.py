"""Two phones at one table: joining, news, two opinions about a hand, and somebody who may only watch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import PEOPLE, ClubTable, open_table, sentences_of
from tests.journeys.thumb import Thumb
from tests.server import RealServer
from tests.tournaments.test_views_join import scanned

FIRST = {"dealer": 4, "declarer": 1, "contract": "eine", "points": 47}
OTHER = {"dealer": 4, "declarer": 2, "contract": "solo", "points": 52}


@pytest.fixture
def table(real_server: RealServer) -> ClubTable:
    return open_table(real_server)


@pytest.fixture
def writer(table: ClubTable, new_page: NewPage) -> Thumb:
    return at(table, new_page("phone"))


def at(table: ClubTable, page: Page) -> Thumb:
    """A phone that may write, with the table's page open."""
    table.let_write(page.context)
    page.goto(table.url)
    return Thumb(page)


def enters(thumb: Thumb, hand: dict[str, Any]) -> None:
    thumb.points(PEOPLE[hand["declarer"] - 1], hand["contract"], hand["points"])


def key_of(table: ClubTable) -> str:
    """What a camera reads from the table's code, after the number of the table."""
    address = scanned(table.device.get(f"{table.path}qr/write.svg"))
    return re.fullmatch(rf".*/j#{table.pk}-([A-Z2-7]{{26}})", address)[1]  # type: ignore[index]


# --- joining ------------------------------


def test_a_scan_is_enough_and_the_key_stays_on_the_phone(
    table: ClubTable, new_page: NewPage, watch: Watch, real_server: RealServer
) -> None:
    page, key = new_page("phone"), key_of(table)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto(f"{real_server.url}/j#{table.pk}-{key}")
    expect(Thumb(page).save).to_be_visible()
    assert page.url == table.url
    assert not [request.url for request in asked if key in request.url]
    assert not [request.url for request in asked if key in request.headers.get("referer", "")]
    assert sum(key in (request.post_data or "") for request in asked) == 1
    log = (real_server.data / "log" / "stammtisch.jsonl").read_text() + real_server.output
    assert key not in log
    assert '"route": "join"' in log


def test_the_key_leaves_the_address_bar_before_anything_is_sent(
    table: ClubTable, new_page: NewPage, real_server: RealServer
) -> None:
    """Also where the answer never comes: the screen may be seen, and photographed."""
    page = new_page("phone")
    sent: list[str] = []

    def swallow(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data or "")
            route.fulfill(status=204)  # the page stays as it is
        else:
            route.continue_()

    page.route(re.compile("/j$"), swallow)
    with page.expect_request(lambda request: request.method == "POST"):
        # The form is sent before the page has loaded: "load" is not sure to come.
        page.goto(f"{real_server.url}/j#{table.pk}-{key_of(table)}", wait_until="commit")
    assert page.evaluate("() => location.href") == f"{real_server.url}/j"
    assert key_of(table) in sent[0]


def test_without_camera_and_script_the_code_is_typed(
    table: ClubTable, new_page: NewPage, real_server: RealServer
) -> None:
    page = new_page("phone", java_script_enabled=False)
    page.goto(f"{real_server.url}/j")
    page.locator("[name=table]").fill(str(table.pk))
    page.locator("[name=key]").fill(table.code.lower().replace("-", " "))
    page.locator("form[data-join] .primary").tap()
    expect(page).to_have_url(table.url)
    expect(page.locator(".save .primary")).to_be_visible()


def test_a_wrong_code_says_so_and_gives_nothing(
    table: ClubTable, new_page: NewPage, watch: Watch, real_server: RealServer
) -> None:
    watch.expect("status of 403")
    page = new_page("phone")
    page.goto(f"{real_server.url}/j#{table.pk}-{'A' * 26}")
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.url == f"{real_server.url}/j"
    page.goto(table.url)
    expect(page.locator("#entry")).to_have_count(0)


# --- one sheet, two phones ------------------------------


def test_what_one_phone_enters_the_other_sees(table: ClubTable, writer: Thumb, new_page: NewPage) -> None:
    second = at(table, new_page("phone"))
    enters(second, FIRST)
    second.saves()
    expect(writer.preview).to_contain_text(sentences_of("cego", PEOPLE, [FIRST], "de")[0][0])
    writer.shows_totals({"Anna": 6, "Bernd": 0})
    enters(writer, {**OTHER, "declarer": 3})
    writer.saves()
    second.shows_totals({"Anna": 6, "Conny": 8})


def test_news_do_not_wipe_out_what_is_being_typed(table: ClubTable, writer: Thumb) -> None:
    writer.declares("Bernd", "eine")
    table.enter(**FIRST)
    expect(writer.page.locator("#news")).to_be_visible()
    expect(writer.tile("contract", "eine").locator("input")).to_be_checked()
    writer.tap(writer.page.locator("#news a"))
    writer.shows_totals({"Anna": 6})


def test_news_do_not_wipe_out_what_was_refused(table: ClubTable, writer: Thumb, watch: Watch) -> None:
    watch.expect("status of 422")
    enters(writer, {**FIRST, "points": 71})
    writer.is_refused()
    table.enter(**FIRST)
    expect(writer.page.locator("#news")).to_be_visible()
    expect(writer.page.locator("[name=points]")).to_have_value("71")


def test_two_opinions_stand_side_by_side_and_either_can_be_chosen(
    table: ClubTable, writer: Thumb, new_page: NewPage, watch: Watch
) -> None:
    watch.expect("status of 409")
    second = at(table, new_page("phone"))
    enters(second, OTHER)  # typed before the first one saves; the news stay out of the way
    enters(writer, FIRST)
    writer.saves()
    second.is_refused(409)
    both = second.page.locator(".versions")
    for hand in (FIRST, OTHER):
        expect(both).to_contain_text(sentences_of("cego", PEOPLE, [hand], "de")[0][0])
    answers = ("Der Zettel stimmt", "Das andere stimmt", "Beides wurde gespielt", "Später entscheiden")
    second.in_sight(both, *[answer(second, words) for words in answers])
    expect(second.page.get_by_role("alert")).to_have_count(1)
    expect(both).to_contain_text("als dieses Handy")
    second.shows_totals({"Anna": 6, "Bernd": 0})
    expect(writer.page.locator(".versions")).to_contain_text("als dieses Handy")  # at its next question
    assert table.records == [FIRST]

    second.tap(answer(second, "Später entscheiden"))
    line = second.page.locator(".waiting")
    expect(line).to_contain_text("1 Eintrag wartet auf eine Entscheidung")
    second.page.reload()
    second.tap(line.locator("a"))
    expect(second.page.get_by_role("heading", name="Wartet auf eine Entscheidung")).to_be_visible()
    writer.tap(answer(writer, "Der Zettel stimmt"))
    expect(writer.preview.locator(".last b")).to_be_visible()
    assert table.records == [FIRST]
    second.page.goto(table.url)
    expect(line).to_have_count(0)

    enters(second, {**OTHER, "declarer": 3})
    enters(writer, {**FIRST, "declarer": 4})
    writer.saves()
    second.is_refused(409)
    second.tap(answer(second, "Das andere stimmt"))
    second.shows_totals({"Anna": 6, "Conny": 8})
    writer.shows_totals({"Anna": 6, "Conny": 8})
    assert [hand["declarer"] for hand in table.records] == [1, 3]


def answer(thumb: Thumb, words: str) -> Locator:
    return thumb.page.get_by_role("button", name=words)


def test_an_answer_that_does_not_arrive_is_said_to(
    table: ClubTable, writer: Thumb, new_page: NewPage, watch: Watch
) -> None:
    watch.expect("status of 409")
    for words in ("ERR_INTERNET_DISCONNECTED", "htmx:afterRequest", "htmx:sendError"):
        watch.expect(words)
    second = at(table, new_page("phone"))
    enters(second, OTHER)
    enters(writer, FIRST)
    writer.saves()
    second.is_refused(409)
    second.page.context.set_offline(True)
    second.tap(answer(second, "Das andere stimmt"))
    expect(second.page.locator("#lost")).to_be_visible()
    second.page.context.set_offline(False)
    second.tap(answer(second, "Das andere stimmt"))
    second.shows_totals({"Bernd": 8})


def test_a_correction_is_told_and_taken_back(table: ClubTable, writer: Thumb) -> None:
    table.enter(**FIRST)
    table.enter(**{**OTHER, "dealer": 1})
    writer.shows_totals({"Anna": 6, "Bernd": 8})
    writer.tap(writer.page.locator("a.edit").last)
    writer.tap(writer.seat("Dieter"))
    writer.saves()
    done = writer.preview.locator(".last.changed")
    for name, moved in (("Anna", "6 → 0"), ("Dieter", "0 → 6")):
        expect(done.locator(".moves span", has_text=name)).to_contain_text(moved)
    expect(done.locator("del")).to_contain_text("Anna")
    writer.tap(writer.undo)
    writer.shows_totals({"Anna": 6, "Bernd": 8, "Dieter": 0})
    assert [hand["declarer"] for hand in table.records] == [1, 2]


def test_two_phones_that_say_the_same_make_one_hand(
    table: ClubTable, writer: Thumb, new_page: NewPage
) -> None:
    second = at(table, new_page("phone"))
    enters(second, FIRST)
    enters(writer, FIRST)
    writer.saves()
    second.saves()
    second.shows_totals({"Anna": 6})
    assert table.records == [FIRST]


def test_a_hand_is_not_taken_back_unseen(table: ClubTable, writer: Thumb, watch: Watch) -> None:
    """Somebody else has put it right a moment ago; this phone has not heard of it yet."""
    watch.expect("status of 409")
    table.enter(**FIRST)
    writer.page.reload()
    expect(writer.undo).to_be_visible()
    writer.page.route("**/*part=live*", lambda route: route.abort())
    watch.expect("ERR_FAILED")
    table.device.post(f"{table.path}hand/1/", {**table.answers_of(OTHER), "seen": "1"})
    with writer.page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        writer.tap(writer.undo)
    assert answered.value.status == 409
    # The answer is on the page.
    expect(writer.page.locator("#table")).to_have_attribute("data-tag", re.compile(r"\|2-"))
    assert table.records == [OTHER]
    enters(writer, {"declarer": 3, "contract": "eine", "points": 40})
    writer.saves()
    assert len(table.records) == 2


# --- a right that one does not have ------------------------------


def test_a_watcher_is_told_how_to_write_and_cannot(
    table: ClubTable, new_page: NewPage, watch: Watch, real_server: RealServer
) -> None:
    table.enter(**FIRST)
    watch.expect("status of 403")
    page = new_page("phone")
    page.goto(table.url)
    expect(page.locator("#entry, #undo, a.edit")).to_have_count(0)
    expect(page.locator(".hint")).to_be_visible()
    status = page.evaluate(
        """async (path) => {
          const answer = await fetch(path, {method: "POST", body: new URLSearchParams({hand: "2"})});
          return answer.status;
        }""",
        table.path,
    )
    assert status == 403
    assert table.records == [FIRST]


def test_a_phone_that_was_put_out_is_told_and_saves_nothing(
    table: ClubTable, writer: Thumb, watch: Watch
) -> None:
    watch.expect("status of 403")
    enters(writer, FIRST)
    expect(writer.preview.locator(".sentence")).to_be_visible()
    writer.page.context.clear_cookies(name=f"table-{table.pk}")
    writer.is_refused(403)
    expect(writer.page.locator(f'a[href="/j?table={table.pk}"]')).to_be_visible()
    assert table.records == []
