"""A table of the hall is scored by one phone, and another one comes: watch, take over by PIN, or ask."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.looking import in_both_lights, sticks_out
from tests.journeys.test_event_tables import LOOK, an_evening, is_whose, people, scan
from tests.journeys.thumb import Thumb
from tests.server import RealServer

REPLACED = """
from tournaments.models import Credential
print([(device.seat, device.replaced_by_id is not None) for device in Credential.objects.filter(
    sitting__event=event).order_by("created_at")])
"""


def well_laid_out(page: Page) -> None:
    assert (sticks_out(page), in_both_lights(page)) == ([], [])


def test_another_phone_takes_the_table_over_by_pin_and_the_first_one_watches(
    real_server: RealServer, new_page: NewPage, watch: Watch
) -> None:
    watch.expect("status of 422")  # the wrong PIN
    evening = an_evening(real_server, "Zweites Handy")
    here = people(evening, 1)
    first = new_page("phone")
    first.clock.install()
    scan(evening, first, 1)
    is_whose(first, here[1])
    pin = first.locator(".new-pin .code")
    expect(pin).to_have_text(re.compile(r"^\d{3}\s\d{3}$"))
    well_laid_out(first)
    thumb = Thumb(first)
    thumb.points(here[0], "eine", 47)
    first.evaluate("window.scrollTo(0, 0)")
    number = pin.inner_text()

    second = new_page("phone")
    scan(evening, second, 1)
    expect(second.get_by_text("Dieser Tisch wird schon auf einem anderen Handy geschrieben.")).to_be_visible()
    expect(second.get_by_role("link", name="Nur zusehen")).to_be_visible()
    expect(second.get_by_role("button", name=here[1], exact=True)).to_have_count(0)
    well_laid_out(second)
    second.locator("details.taken summary").click()
    well_laid_out(second)
    second.get_by_label("PIN des Platzes").fill("000000")
    second.get_by_role("button", name="Übernehmen").click()
    expect(second.get_by_role("alert")).to_contain_text("Noch 4 Versuche")
    second.get_by_label("PIN des Platzes").fill(number)
    second.get_by_role("button", name="Übernehmen").click()
    expect(second.locator("#entry")).to_be_visible()

    # The first one hears it with its next look, although a hand is being typed there.
    first.clock.fast_forward(LOOK)
    expect(first.locator("[data-replaced]")).to_contain_text("Ein anderes Handy hat Platz")
    expect(first.locator("#entry")).to_have_count(0)
    well_laid_out(first)
    assert evening.do(REPLACED) == "[(2, True), (2, False)]"

    # The same browser scanning again is simply in.
    scan(evening, second, 1)
    expect(second.locator("#entry")).to_be_visible()

    # Back again without the PIN: the phone that writes agrees, comparing the number.
    first.get_by_role("link", name="Hier wieder schreiben").click()
    first.locator("details.taken summary").click()
    first.get_by_role("button", name="Den Tisch fragen").click()
    asked = first.locator(".code").inner_text()
    assert re.fullmatch(r"\d{4}", asked)
    well_laid_out(first)
    second.reload()
    expect(second.locator("form.notice .code")).to_have_text(asked)
    well_laid_out(second)
    second.get_by_role("button", name="Ja, zustimmen").click()
    expect(second.locator("[data-replaced]")).to_be_visible()
    first.clock.fast_forward(LOOK)
    first.clock.fast_forward(LOOK)
    expect(first.locator("#entry")).to_be_visible()
