"""The whole evening on a phone whose browser runs no script: plain forms and pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import PEOPLE, device_of, reasons, records_of, sentences_of
from tests.journeys.thumb import seat_people
from tests.server import RealServer

HAND = {"dealer": 4, "declarer": 1, "contract": "eine", "points": 47}
SECOND = {"dealer": 1, "declarer": 2, "contract": "bettel", "made": False}


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page("phone", java_script_enabled=False)


def tile(page: Page, name: str, value: str) -> Locator:
    return page.locator(f'label:has(> input[name="{name}"][value="{value}"])')


def seat(page: Page, name: str) -> Locator:
    return page.locator("label.seat").filter(has_text=name)


def test_an_evening_without_script(real_server: RealServer, page: Page, watch: Watch) -> None:
    watch.expect("status of 422")
    german = sentences_of("cego", PEOPLE, [HAND, SECOND], "de")

    # A table.
    page.goto(f"{real_server.url}/new/cego/")
    seat_people(page, PEOPLE)
    tile(page, "dealer", "4").tap()
    page.locator(".sticky .primary").tap()
    expect(page.locator("#entry")).to_be_visible()
    address = page.url
    pk = int(address.rstrip("/").rpartition("/")[2])
    device = device_of(page.context, real_server)

    # Preview, then save: two buttons of one form.
    seat(page, "Anna").tap()
    tile(page, "contract", "eine").tap()
    page.locator("[name=points]").fill("47")
    page.locator("noscript button, .save button.secondary").first.tap()
    expect(page.locator("#preview .sentence")).to_have_text(german[0][0])
    expect(page.locator("[name=points]")).to_have_value("47")
    assert records_of(device, pk) == []
    page.locator(".save .primary").tap()
    expect(page.locator("#preview")).to_contain_text(german[0][0])
    assert page.url == address
    assert records_of(device, pk) == [HAND]
    page.reload()
    assert records_of(device, pk) == [HAND]

    # Refused, with the reason and everything that was filled in; then put right and saved.
    seat(page, "Bernd").tap()
    tile(page, "contract", "eine").tap()
    page.locator("[name=points]").fill("71")
    page.locator(".save .primary").tap()
    (reason,) = reasons("cego", PEOPLE, {"declarer": 2, "contract": "eine", "points": 71}, "de", dealer=1)
    expect(page.get_by_role("alert")).to_contain_text(reason)
    expect(page.locator("[name=points]")).to_have_value("71")
    assert records_of(device, pk) == [HAND]
    page.locator("[name=points]").fill("")
    tile(page, "contract", "bettel").tap()
    tile(page, "made", "0").tap()
    page.locator(".save .primary").tap()
    expect(page.locator("#preview")).to_contain_text(german[1][0])
    assert records_of(device, pk) == [HAND, SECOND]

    # An earlier hand is put right.
    page.locator("a.edit[href$='/hand/1/']").tap()
    page.locator("[name=points]").fill("36")
    page.locator(".save .primary").tap()
    expect(page).to_have_url(address)
    expect(page.locator(".hand", has_text="36")).to_have_count(1)

    # The last one is taken back, then the sheet is closed; nothing more can be entered.
    page.locator("button[form=undo]").first.tap()  # takes back the correction, not the last hand
    expect(page.locator(".hand", has_text="47")).to_have_count(1)
    page.locator("button[form=undo]").first.tap()  # after all
    expect(page.locator(".hand", has_text="36")).to_have_count(1)
    page.locator("a.edit[href$='/hand/2/']").tap()
    page.locator("button[form=undo-last]").tap()
    expect(page.locator(".hand")).to_have_count(1)
    assert records_of(device, pk) == [{**HAND, "points": 36}]
    page.locator(".closing button").tap()
    expect(page.locator("#entry")).to_have_count(0)
    page.goto(f"{address}hands/")
    expect(page.locator(".history li")).to_have_count(7)  # two hands, three corrections, one gone, closed
    expect(page.locator(".history .gone")).to_have_count(4)
    page.goto(address)
    page.locator(".closing button").tap()
    expect(page.locator("#entry")).to_be_visible()


def test_a_pile_is_counted_by_the_server(real_server: RealServer, page: Page) -> None:
    page.goto(f"{real_server.url}/new/cego/")
    seat_people(page, PEOPLE)
    page.locator(".sticky .primary").tap()
    seat(page, "Anna").tap()
    tile(page, "contract", "eine").tap()
    page.locator("details.pile summary").tap()
    for kind, count in {"K": 2, "D": 2, "R": 1, "H": 2, "E": 11}.items():
        page.locator(f"[name=pile_{kind}]").fill(str(count))
    page.locator(".save button.secondary").first.tap()
    expect(page.locator("#preview .sentence")).to_contain_text(re.compile(r"\d"))
    page.locator(".save .primary").tap()
    expect(page.locator("#preview .last")).to_be_visible()


def test_a_round_of_cabo_without_script(real_server: RealServer, page: Page) -> None:
    page.goto(f"{real_server.url}/new/cabo/")
    seat_people(page, PEOPLE[:3])
    page.locator(".sticky .primary").tap()
    page.locator(".call").nth(1).tap()
    for number, value in enumerate((20, 50, 15), start=1):
        page.locator(f"[name=values_{number}]").fill(str(value))
    page.locator(".kami").nth(1).tap()
    page.locator(".save .primary").tap()
    for row, total in enumerate((70, 0, 65)):
        expect(page.locator(".cabo-row .seat-total").nth(row)).to_have_text(str(total))
