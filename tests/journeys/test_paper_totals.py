"""A table whose phone was dead writes on paper, types its totals later and goes on by phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import PEOPLE, ClubTable, open_table
from tests.journeys.thumb import Thumb
from tests.server import RealServer


@pytest.fixture
def table(real_server: RealServer) -> ClubTable:
    return open_table(real_server, "cego", PEOPLE)


def test_totals_from_paper_on_a_phone(
    table: ClubTable, real_server: RealServer, phone: Page, watch: Watch
) -> None:
    watch.expect("status of 422")
    table.let_write(phone.context)
    phone.goto(f"{real_server.url}{table.path}")
    phone.get_by_role("link", name="Stände vom Papier").tap()

    # Phones give digits only: the sign has a button of its own.
    phone.locator("[name=hands]").fill("16")
    expect(phone.locator("[name=totals_2]")).to_have_attribute("inputmode", "numeric")
    for side, total in enumerate(("12", "4", "0", "7"), start=1):
        phone.locator(f"[name=totals_{side}]").fill(total)
    phone.locator("[data-sign=in-totals_2]").tap()
    expect(phone.locator("[name=totals_2]")).to_have_value("-4")
    expect(phone.locator("#paper-preview .sentence")).to_have_text("Spiel 1–16 vom Papier")
    expect(phone.locator("#paper-preview .moves")).to_contain_text("−4")
    assert table.records == []

    # What cannot be is said beside its field, and nothing typed is lost.
    phone.locator("[name=totals_3]").fill("null")
    phone.locator(".save .primary").tap()
    expect(phone.locator("#wrong-totals_3")).to_be_visible()
    expect(phone.locator("[name=totals_2]")).to_have_value("-4")
    phone.locator("[name=totals_3]").fill("0")
    Thumb(phone).tap(phone.locator(".save .primary"))
    expect(phone.locator("#entry")).to_be_visible()
    paper = {"paper": {"hands": 16, "points": [12, -4, 0, 7]}}
    assert table.records == [paper]
    expect(phone.locator(".hand .no").first).to_have_text("1–16")

    # Then hand by hand.
    thumb = Thumb(phone)
    thumb.points("Anna", "eine", 47)
    expect(thumb.save).to_contain_text("17")
    thumb.tap(thumb.save)
    expect(phone.locator(".hand .no").first).to_have_text("17")
    assert table.records[0] == paper

    # And put right where the list of hands says so.
    thumb.tap(phone.locator(".hand.range .edit"))
    expect(phone.locator("[name=hands]")).to_have_value("16")
    phone.locator("[name=hands]").fill("15")
    Thumb(phone).tap(phone.locator(".save .primary"))
    expect(phone.locator(".hand .no").first).to_have_text("16")


def test_totals_from_paper_without_a_script(
    table: ClubTable, real_server: RealServer, new_page: NewPage
) -> None:
    page = new_page("phone", java_script_enabled=False)
    table.let_write(page.context)
    page.goto(f"{real_server.url}{table.path}paper-totals/")
    expect(page.locator("[data-sign]").first).to_be_hidden()
    page.locator("[name=hands]").fill("3")
    for side, total in enumerate(("12", "-4", "0", "7"), start=1):
        page.locator(f"[name=totals_{side}]").fill(total)
    page.locator(".save button.secondary").tap()
    expect(page.locator("#paper-preview .sentence")).to_have_text("Spiel 1–3 vom Papier")
    assert table.records == []
    page.locator(".save .primary").tap()
    expect(page.locator(".hand .no")).to_have_text(["1–3"])
    assert table.records == [{"paper": {"hands": 3, "points": [12, -4, 0, 7]}}]
