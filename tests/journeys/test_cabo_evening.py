"""An evening of Cabo on a phone that speaks Spanish: a kamikaze, a hundred that is halved, and the end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser import NewPage, Watch
from tests.journeys.club import device_of, records_of, result, sentences_of
from tests.journeys.thumb import Thumb, seat_people
from tests.server import RealServer

NAMES = ("Inés", "Ñandú", "Jule")
ROUNDS: list[dict[str, Any]] = [
    {"caller": 1, "values": [3, 5, 8]},
    {"caller": 1, "values": [20, 50, 15], "kamikaze": [2]},
    {"caller": 2, "values": [30, 2, 10]},
    {"caller": 3, "values": [7, 12, 21]},
]
TOTALS = ([0, 5, 8], [70, 5, 73], [50, 5, 83])
LIMIT = {"end_mode": "limit"}


def rows(thumb: Thumb) -> Any:
    return thumb.page.locator(".cabo-row")


def enters(thumb: Thumb, played: dict[str, Any]) -> None:
    """Who called, then the value of every hand on the page's own keys."""
    thumb.tap(rows(thumb).nth(played["caller"] - 1).locator(".call"))
    for seat, value in enumerate(played["values"]):
        expect(rows(thumb).nth(seat).locator(".held")).to_have_class("held current")
        thumb.digits(value)
        if value <= 5 and seat + 1 < len(played["values"]):
            thumb.tap(thumb.key("next"))  # a 3 could still become 30
    for seat in played.get("kamikaze", ()):
        thumb.tap(rows(thumb).nth(seat - 1).locator(".kami"))


def test_an_evening_of_cabo_to_the_limit(real_server: RealServer, new_page: NewPage, watch: Watch) -> None:
    thumb = Thumb(new_page("phone", locale="es-ES")).hastes()
    page = thumb.page
    spanish, english = (
        sentences_of("cabo", NAMES, ROUNDS, language, None, **LIMIT) for language in ("es", "en")
    )
    assert all(line != translated for line, translated in zip(spanish, english, strict=True))

    page.goto(f"{real_server.url}/new/cabo/")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    seat_people(page, NAMES)
    thumb.tap(page.locator('label:has(> [name="rule-end_mode"][value="limit"])'))
    thumb.tap(page.locator(".sticky .primary"))
    expect(thumb.save).to_be_visible()
    address = page.url

    for number, played in enumerate(ROUNDS, start=1):
        thumb.start()
        enters(thumb, played)
        sentence = " · ".join(spanish[number - 1])
        expect(thumb.preview.locator(".sentence")).to_have_text(sentence)
        thumb.in_sight(thumb.save)
        thumb.saves()
        print(f"round {number}: {thumb.taps} taps")
        assert thumb.taps <= 11
        if number < len(ROUNDS):
            for row, total in enumerate(TOTALS[number - 1]):
                expect(rows(thumb).nth(row).locator(".seat-total")).to_have_text(str(total))

    # 109 is above the limit: the winner is marked, the sentence says why, nothing more can be entered.
    expect(page.locator(".outcome")).to_have_text(result("cabo", NAMES, ROUNDS, "es", **LIMIT))
    assert result("cabo", NAMES, ROUNDS, "es", **LIMIT) != result("cabo", NAMES, ROUNDS, "en", **LIMIT)
    expect(page.locator(".winner")).to_have_count(1)
    expect(page.locator(".winner")).to_contain_text("Ñandú")
    thumb.shows_totals({"Inés": 50, "Ñandú": 17, "Jule": 109})
    expect(page.locator("#entry")).to_have_count(0)

    device = device_of(page.context, real_server, "es")
    assert [hand["values"] for hand in records_of(device, pk_of(address))] == [
        record["values"] for record in ROUNDS
    ]
    late = {"caller": "1", "values_1": "1", "values_2": "2", "values_3": "3", "hand": str(len(ROUNDS) + 1)}
    device.post(f"/t/{pk_of(address)}/", late, expected=422)
    assert len(records_of(device, pk_of(address))) == len(ROUNDS)

    # The halving is told on the way: exactly the limit, and half of it.
    halved = spanish[2][-1]
    assert "100" in halved
    assert "50" in halved
    page.goto(f"{address}hands/")
    expect(page.locator(".hands .sentence", has_text=halved)).to_have_count(1)


def pk_of(address: str) -> int:
    return int(address.rstrip("/").rpartition("/")[2])


def test_adding_up_cards_gives_the_value_of_a_hand(real_server: RealServer, new_page: NewPage) -> None:
    thumb = Thumb(new_page("phone")).hastes()
    page = thumb.page
    page.goto(f"{real_server.url}/new/cabo/")
    seat_people(page, NAMES[:2])
    thumb.tap(page.locator(".sticky .primary"))
    expect(thumb.save).to_be_visible()
    thumb.tap(page.locator(".helper summary"))
    for card in ("0", "7", "13", "12"):
        thumb.tap(page.locator(f'[data-card="{card}"]'))
    expect(rows(thumb).nth(0).locator(".held")).to_have_value("32")
    thumb.tap(page.locator("[data-cards-clear]"))
    expect(rows(thumb).nth(0).locator(".held")).to_have_value("")
