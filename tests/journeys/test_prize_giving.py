"""A prize-giving: a pot from fees and lost games, equals, a lady in the money, gifts, and a correction."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import NewPage
from tests.journeys.evening import Evening, an_evening
from tests.journeys.looking import on_every_screen
from tests.server import RealServer

TAKE_MONEY = """
from tournaments.cash import booking
from tournaments.engines.cashdesk.kinds import CashKind, Destination
event.settings["fee"] = 1000
event.save(update_fields=["settings"])
for entrant in event.entrants.all():
    booking.book(event=event, kind=CashKind.FEE, amount=1000, entrant=entrant)
booking.book(event=event, kind=CashKind.LOST, amount=1200, feeds=Destination.PRIZES)
"""
BOX = """
from tournaments.cash.accounts import book_lines
from tournaments.engines.cashdesk.accounts import box
print(box(book_lines(event)).expected)
"""
PAID = """
from tournaments.prizes.state import prize_state
state = prize_state(event)
print(state.outcome.pot.pot, state.outcome.paid, state.outcome.rest)
"""
CORRECT = """
import uuid
from tests.tournaments.builders import eine
from tournaments.events.decisions import corrections
sitting = event.rounds.get(number=1).sittings.get(number=1)
corrections.correct(
    sitting=sitting, hand_no=1, raw=eine(4), entry_id=uuid.uuid4(), base_seq=3, reason="falsch gelesen"
)
"""


def plan(desktop: Page, evening: Evening) -> None:
    """Half, 30 and 20 percent with a press; flowers for the best lady, a gift for places 4 and 5."""
    desktop.goto(f"{evening.desk}prizes/")
    desktop.get_by_role("link", name="Festlegen, was es zu gewinnen gibt").click()
    desktop.get_by_role("button", name="50 / 30 / 20 % aus dem Topf", exact=True).click()
    desktop.locator('select[name="prize-3-who"]').select_option("class")
    desktop.locator('input[name="prize-3-first"]').fill("1")
    desktop.locator('input[name="prize-3-name"]').fill("Damen")
    desktop.locator('input[name="prize-3-goods"]').fill("Blumenstrauß")
    desktop.locator('input[name="prize-4-first"]').fill("4")
    desktop.locator('input[name="prize-4-last"]').fill("5")
    desktop.locator('input[name="prize-4-picks"]').check()
    for at, (what, donor) in enumerate((("Schinken", "Metzgerei Huber"), ("Wein", "Winzer Maier"))):
        desktop.locator(f'input[name="gift-{at}-what"]').fill(what)
        desktop.locator(f'input[name="gift-{at}-donor"]').fill(donor)
    assert on_every_screen(desktop) == []
    desktop.locator(".sticky").get_by_role("button", name="Speichern").click()
    expect(desktop.get_by_role("status")).to_contain_text("Gespeichert")


def tap(page: Page, part: str, button: Locator) -> None:
    """Press it, and wait for what comes of it."""
    live = page.locator(part)
    before = live.get_attribute("data-tag") or ""
    button.click()
    expect(live).not_to_have_attribute("data-tag", before)


def give_everything(phone: Page) -> None:
    """Whoever is called next gets what is due, until nobody is left."""
    for _person in range(12):
        called = phone.locator(".next-prize")
        if not called.count():
            break
        gifts = called.locator(".gift-taps button")
        handing = called.get_by_role("button", name=re.compile("^Ausgegeben"))
        tap(phone, "#giving", (gifts if gifts.count() else handing).first)
    expect(phone.locator(".next.done")).to_be_visible()


def draw_lots(page: Page, part: str) -> None:
    """As long as there are equals."""
    for _lot in range(6):
        if not page.locator(".lot-open").count():
            break
        tap(page, part, page.get_by_role("button", name="Das Los ziehen").first)


def settle(phone: Page, evening: Evening) -> None:
    """Whoever has what is another's gives it back."""
    phone.goto(f"{evening.desk}prizes/giving/")
    for _person in range(8):
        row = phone.locator("#moved .moved-prize").first
        if not row.count():
            break
        row.get_by_label("Warum?").fill("falsch gelesen")
        tap(phone, "#giving", row.get_by_role("button", name="Es kam zurück"))


@pytest.mark.long
def test_a_prize_giving_balances_and_a_correction_is_settled(
    desktop: Page, new_page: NewPage, real_server: RealServer
) -> None:
    evening = an_evening(real_server, "Preisverteilung")
    evening.do(TAKE_MONEY)
    plan(desktop, evening)
    desktop.goto(f"{evening.desk}prizes/")
    expect(desktop.locator(".pot")).to_contain_text("92,00 €")
    expect(desktop.locator(".pot")).to_contain_text("12,00 €")
    draw_lots(desktop, "#prizes-live")
    assert on_every_screen(desktop) == []

    phone = new_page("phone")
    phone.goto(f"{evening.desk}prizes/giving/")
    assert on_every_screen(phone) == []
    give_everything(phone)
    pot, paid, rest = (int(number) for number in evening.do(PAID).split())
    assert pot == paid + rest == 9200
    assert int(evening.do(BOX)) == 8000 + 1200 - paid

    # A hand of the first round was misread: somebody has money that is another's.
    evening.do(CORRECT)
    desktop.goto(f"{evening.desk}prizes/")
    expect(desktop.locator(".moved-prize").first).to_contain_text("bekommen, und jetzt steht")
    settle(phone, evening)
    desktop.goto(f"{evening.desk}prizes/")
    draw_lots(desktop, "#prizes-live")
    settle(phone, evening)  # what the new lots have moved
    give_everything(phone)
    pot, paid, rest = (int(number) for number in evening.do(PAID).split())
    assert pot == paid + rest == 9200
    assert int(evening.do(BOX)) == 8000 + 1200 - paid
