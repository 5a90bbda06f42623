"""The treasurer's evening: prices, one tap at the door, a note of twenty, a reversal, the box, its report."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.looking import on_every_screen
from tests.journeys.test_people import an_event, laptop, paste, row, say
from tests.server import RealServer


def price(page: Page, line: int, name: str, fits: str, amount: str, word: str = "") -> None:
    page.locator(f"[name=name-{line}]").fill(name)
    page.locator(f"[name=fits-{line}]").select_option(label=fits)
    page.locator(f"[name=word-{line}]").fill(word)
    page.locator(f"[name=amount-{line}-1]").fill(amount)


@pytest.mark.long
def test_the_treasurer_goes_home_with_a_sheet_that_balances(
    desktop: Page, new_page: NewPage, real_server: RealServer, watch: Watch
) -> None:
    watch.expected.append("422")  # a count with a difference that nobody has explained
    path = an_event(desktop, real_server, "Kassenabend")
    desktop.goto(laptop(real_server, f"{path}settings/head/"))
    desktop.locator("[name=club]").fill("SC Elz")
    desktop.get_by_role("button", name="Speichern").click()
    desktop.goto(laptop(real_server, f"{path}settings/money/"))
    desktop.locator("#fee").get_by_role("link", name="Preisliste").click()
    price(desktop, 1, "Mitglied", "Mitglieder des Vereins", "10")
    price(desktop, 2, "Gast", "Gäste: andere Vereine", "15,00")
    price(desktop, 3, "Jugend", "eine Klasse", "", "Jugend")
    assert on_every_screen(desktop) == []
    desktop.get_by_role("button", name="Speichern", exact=True).click()
    expect(desktop.locator("#fee")).to_contain_text("15,00 €")
    paste(
        desktop,
        real_server,
        path,
        ["Adelgund Kast, SC Elz", "Lothar Gast, SC Wutach", "Korbinian Kast, SC Elz"],
    )
    desktop.get_by_role("button", name="3 Zeilen aufnehmen").click()

    # The float, and one tap at the door.
    desktop.goto(laptop(real_server, f"{path}cash/"))
    desktop.locator("summary", has_text="Etwas anderes buchen").click()
    desktop.locator("#book-other [name=amount]").fill("100")
    desktop.locator("#book-other").get_by_role("button", name="Buchen").click()
    expect(desktop.locator("#box .cash-due")).to_have_text("100,00 €")
    door = new_page("phone")
    door.goto(laptop(real_server, f"{path}door/"))
    expect(row(door, "Lothar Gast")).to_contain_text("15,00 €")
    say(door, "Adelgund Kast", "Da und zahlt")
    expect(door.locator(".door-sum")).to_have_text("1 von 3 da, 1 bezahlt")

    # A guest gives a note of twenty: five are back.
    row(door, "Lothar Gast").locator("summary").click()
    row(door, "Lothar Gast").get_by_role("link", name="Zahlung").click()
    expect(door.locator("#take .cash-due")).to_have_text("15,00 €")
    door.get_by_role("button", name="von 20,00 €").click()
    expect(door.locator(".said")).to_contain_text("15,00 € genommen. 5,00 € zurück.")

    # It was a member after all: reversed, another price, booked again.
    door.locator(".cash-rows summary", has_text="Stornieren").click()
    door.locator(".cash-rows [name=reason]").fill("ist Mitglied")
    door.locator(".cash-rows").get_by_role("button", name="Stornieren").click()
    expect(door.locator(".said")).to_contain_text("Storniert")
    door.locator("[name=tariff]").select_option(label="Mitglied · 10,00 €")
    door.get_by_role("button", name="Diesen Tarif nehmen").click()
    door.get_by_role("button", name="Passend bezahlt").click()
    expect(door.locator("#take")).to_contain_text("Nichts ist offen")
    assert on_every_screen(door) == []

    # Counted with a difference, closed, and nothing is taken any longer.
    desktop.goto(laptop(real_server, f"{path}cash/"))
    expect(desktop.locator("#box .cash-due")).to_have_text("120,00 €")
    expect(desktop.locator("#fees")).to_contain_text("10,00 €")
    desktop.locator("summary", has_text="Kasse zählen").click()
    desktop.locator("[name=piece-10000]").fill("1")
    desktop.locator("[name=piece-1000]").fill("1")
    desktop.locator("[name=piece-500]").fill("1")
    desktop.get_by_role("button", name="Zählen und abschließen").click()
    expect(desktop.locator("#count .problems, #count [role=alert]").first).to_contain_text("Differenz")
    desktop.locator("#count [name=reason]").fill("Wechselgeld verzählt")
    desktop.get_by_role("button", name="Zählen und abschließen").click()
    expect(desktop.locator("#counts")).to_contain_text("Bericht 1: gezählt 115,00 €, erwartet 120,00 €")
    assert on_every_screen(desktop) == []
    door.goto(laptop(real_server, f"{path}door/"))
    say(door, "Korbinian Kast", "Da und zahlt")
    expect(door.locator(".notice.bad")).to_contain_text("Die Kasse ist abgeschlossen")
    report = desktop.request.get(laptop(real_server, f"{path}paper/cash-report.pdf"))
    assert report.ok
    assert report.body().startswith(b"%PDF")
