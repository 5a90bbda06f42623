"""A prize-giving: a pot from fees and lost games, equals, a lady in the money, gifts, and a correction."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import NewPage
from tests.journeys.evening import Evening, an_evening
from tests.journeys.looking import on_every_screen, resize
from tests.server import RealServer
from tests.tournaments.paper import text_of

NAMES = (
    *("Hubert Žižka", "Anna Maier", "Bernd Winterhalder", "Gökçe Yıldız"),
    *("Elfriede Faller", "Łukasz Dold", "Zoë Straub", "Karl-Heinz Müller-Lüdenscheidt"),
)
SOFT_HYPHEN = "\N{SOFT HYPHEN}"  # a long name may be divided on the wall
TAKE_MONEY = """
from tests.tournaments.hall import end
from tournaments.cash import booking
from tournaments.engines.cashdesk.kinds import CashKind, Destination
end(now)
event.settings["fee"] = 1000
event.save(update_fields=["settings"])
event.entrants.filter(number=5).update(category="Damen")  # she is second, with two others
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
    """Half, 30 and 20 percent with a press; flowers for the best lady, a gift for places 5 and 6."""
    desktop.goto(f"{evening.desk}prizes/")
    desktop.get_by_role("link", name="Festlegen, was es zu gewinnen gibt").click()
    desktop.get_by_role("button", name="50 / 30 / 20 % aus dem Topf", exact=True).click()
    desktop.locator('select[name="prize-3-who"]').select_option("class")
    desktop.locator('input[name="prize-3-first"]').fill("1")
    desktop.locator('input[name="prize-3-name"]').fill("Damen")
    desktop.locator('input[name="prize-3-goods"]').fill("Blumenstrauß")
    desktop.locator('input[name="prize-4-first"]').fill("5")
    desktop.locator('input[name="prize-4-last"]').fill("6")
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


AMOUNT = re.compile(r"([−-]?)([\d.]+),(\d\d)\s€")


def cents(text: str) -> list[int]:
    """Every amount in a text, in the order in which it is read."""
    return [
        int(whole.replace(".", "") + part) * (-1 if sign else 1)
        for sign, whole, part in AMOUNT.findall(text.replace("\N{NO-BREAK SPACE}", " "))
    ]


def balances(desktop: Page, evening: Evening) -> int:
    """What the page of prizes says of the pot adds up, with what the program knows; so much is paid of it."""
    desktop.goto(f"{evening.desk}prizes/")
    *sources, pot, paid = cents(desktop.locator(".pot dl").inner_text())
    rests = cents(" ".join(desktop.locator(".pot .help").all_inner_texts()))
    assert sum(sources) == pot == paid + sum(rests) == 9200
    assert [pot, paid, sum(rests)] == [int(number) for number in evening.do(PAID).split()]
    return paid


def on_the_wall(desktop: Page, evening: Evening) -> None:
    """Those who have given something, below their heading; and who is called, with what is his alone."""
    resize(desktop, 1920, 1080)
    desktop.goto(evening.a_screen("Dank", "donors"))
    expect(desktop.locator("ul.donors li")).to_have_text(["Metzgerei Huber", "Winzer Maier"])
    heading, names = (desktop.locator(part).bounding_box() for part in (".leaf.now h1", "ul.donors"))
    assert heading
    assert names
    assert heading["y"] + heading["height"] <= names["y"]
    assert names["width"] > 1600
    desktop.goto(evening.a_screen("Siegerehrung", "reveal", step=6, start=10))
    # Three share the money; which of them is called at this step, a lot has decided.
    called = desktop.locator(".told .name")
    expect(called).to_be_visible()
    assert called.inner_text().replace(SOFT_HYPHEN, "") in NAMES
    expect(desktop.locator(".told .prize")).to_have_text("15,33 € (geteilt)")
    resize(desktop, 360)


def counted(desktop: Page, evening: Evening, *, close: bool = False) -> int:
    """The box is counted, and it is what the page expects; so much is in it."""
    desktop.goto(f"{evening.desk}cash/")
    [expected] = cents(desktop.locator("#box .cash-due").inner_text())
    by_kind = cents(desktop.locator("#box dl").first.inner_text())
    assert sum(by_kind) == expected
    desktop.locator("#count summary").click()
    whole, part = divmod(expected, 100)
    desktop.locator("#count [name=counted]").fill(f"{whole},{part:02}")
    desktop.get_by_role("button", name="Zählen und abschließen" if close else "Nur zählen").click()
    counting = desktop.locator("#counts .cash-what").first
    expect(counting).to_contain_text("Bericht 1" if close else "Zwischenstand")
    assert cents(counting.inner_text()) == [expected, expected, 0]
    return expected


def the_report(desktop: Page, evening: Evening) -> list[int]:
    """All amounts of the first part of the report: what makes up the box, and what has to be in it."""
    answer = desktop.request.get(f"{evening.desk}paper/cash-report.pdf")
    assert answer.ok
    text = text_of(answer.body())
    box, has, _others = text.partition("Soll in der Kasse")
    assert has
    *parts, expected = cents(text[: len(box) + len(has) + 20])
    assert sum(parts) == expected
    return [*parts, expected]


@pytest.mark.long
def test_a_prize_giving_balances_and_a_correction_is_settled(
    desktop: Page, new_page: NewPage, real_server: RealServer
) -> None:
    evening = an_evening(real_server, "Preisverteilung", NAMES)
    evening.do(TAKE_MONEY)
    plan(desktop, evening)
    desktop.goto(f"{evening.desk}prizes/")
    expect(desktop.locator(".pot")).to_contain_text("92,00 €")
    expect(desktop.locator(".pot")).to_contain_text("12,00 €")
    draw_lots(desktop, "#prizes-live")
    # Three are equal at places 2 to 4, and only two of those win money: 27,60 € + 18,40 € for three.
    shared = desktop.locator(".prize-lines li", has_text="Elfriede Faller").first
    expect(shared).to_contain_text("15,33 €")
    expect(desktop.locator(".pot")).to_contain_text("0,01 €")
    flowers = desktop.locator(".prize-lines li", has_text="Damen")
    # One prize for each: the lady who is second has money. The two behind her are equal, and a lot decided.
    expect(flowers).to_contain_text(re.compile("Zoë Straub|Anna Maier"))
    expect(flowers).to_contain_text("Elfriede Faller (Regel: Ein Preis")
    assert on_every_screen(desktop) == []
    on_the_wall(desktop, evening)

    phone = new_page("phone")
    phone.goto(f"{evening.desk}prizes/giving/")
    assert on_every_screen(phone) == []
    give_everything(phone)
    paid = balances(desktop, evening)
    assert counted(desktop, evening) == 8000 + 1200 - paid
    assert the_report(desktop, evening)[-1] == 8000 + 1200 - paid

    # A hand of the first round was misread: somebody has money that is another's.
    evening.do(CORRECT)
    desktop.goto(f"{evening.desk}prizes/")
    expect(desktop.locator(".moved-prize").first).to_contain_text("bekommen, und jetzt steht")
    phone.goto(f"{evening.desk}prizes/giving/")
    expect(phone.locator("#moved")).to_contain_text("Zu viel: ")
    assert on_every_screen(phone) == []
    settle(phone, evening)
    desktop.goto(f"{evening.desk}prizes/")
    draw_lots(desktop, "#prizes-live")
    settle(phone, evening)  # what the new lots have moved
    give_everything(phone)
    paid = balances(desktop, evening)
    assert counted(desktop, evening, close=True) == 8000 + 1200 - paid
    assert on_every_screen(desktop) == []
    assert the_report(desktop, evening)[-1] == 8000 + 1200 - paid
    assert int(evening.do(BOX)) == 8000 + 1200 - paid
