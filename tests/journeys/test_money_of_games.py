"""Money that follows from the hands: a quick evening at a cent a point, and lost games of an event."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import NewPage
from tests.journeys.club import PEOPLE, device_of
from tests.journeys.evening import seats_on_the_wall
from tests.journeys.looking import in_both_lights, sticks_out
from tests.journeys.thumb import Thumb, seat_people
from tests.server import RealServer
from tests.tournaments.paper import glued, text_of

EIGHT = ("Anna", "Bernd", "Conny", "Dieter", "Emil", "Fritz", "Gerd", "Hanna")
OPEN = "from tournaments.events.rounds.running import open_round\nopen_round(now)"
KEY = "from tournaments.access import credentials\nprint(credentials.event_table_key(event, 1))"
SITS = """
from tournaments.models import Chair
print(Chair.objects.get(sitting__round=now, sitting__number=1, seat=1).entrant.members.get().player.name)
"""


def test_a_quick_evening_says_who_pays_whom(real_server: RealServer, new_page: NewPage) -> None:
    thumb = Thumb(new_page("phone")).hastes()
    page = thumb.page
    page.goto(f"{real_server.url}/new/cego/")
    seat_people(page, PEOPLE)
    page.locator("summary", has_text="Um Geld spielen").click()
    page.get_by_label("Spielt ihr um Geld?").select_option("1")
    page.locator(".sticky .primary").click()
    expect(thumb.save).to_be_visible()
    address = page.url

    # Twelve points ahead of each of three others, a cent each; the line moves with every hand.
    thumb.declares(PEOPLE[0], "zwei_gleiche")
    thumb.digits(47)
    thumb.saves()
    line = page.locator(".cash-line")
    expect(line).to_contain_text(re.compile(rf"{PEOPLE[0]}\s*\+0,36"))
    expect(line).to_contain_text(re.compile(rf"{PEOPLE[1]}\s*−0,12"))
    expect(page.locator(".cash .told")).to_have_count(0)

    # At the end the phone says who pays whom, rounded as the table likes, and so does the sheet.
    expect(page.locator("html[data-fresh]")).to_have_count(0)  # a second tap within a moment meets nothing
    page.get_by_role("button", name="Zettel abschließen").click()
    expect(page.locator("[data-ending] .payments li")).to_have_count(3)
    page.goto(address)
    expect(page.locator(".cash .told li")).to_have_count(3)
    page.get_by_role("link", name="Wer zahlt wem?").first.click()
    expect(page.locator(".payments li")).to_have_count(3)
    page.get_by_label("Zahlungen runden auf").select_option("10")
    page.get_by_role("button", name="So abrechnen").click()
    expect(page.locator(".payments li").first).to_contain_text(re.compile(r"0,[12]0"))
    expect(page.locator(".cash-table")).to_contain_text("Rest")
    pk = int(address.rstrip("/").rpartition("/")[2])
    paper = glued(text_of(device_of(page.context, real_server).data(f"/t/{pk}/paper/sheet.pdf")))
    assert glued(f"{PEOPLE[1]} zahlt {PEOPLE[0]}") in paper


@pytest.mark.long
def test_lost_games_cost_by_the_scale_and_are_collected(real_server: RealServer, new_page: NewPage) -> None:
    evening = seats_on_the_wall(real_server, "Verlustgeld", EIGHT)

    # The organiser says what lost games cost; how the steps run has to be said.
    laptop = new_page("desktop")
    laptop.goto(f"{evening.desk}settings/money/")
    laptop.locator("#lost").get_by_role("link").click()
    for row, (first, amount) in enumerate((("1", "0,50"), ("4", "1"))):
        laptop.locator(f"[name=first_{row}]").fill(first)
        laptop.locator(f"[name=amount_{row}]").fill(amount)
    laptop.get_by_label("Sie beginnt in jeder Runde neu").check()
    assert (sticks_out(laptop), in_both_lights(laptop)) == ([], [])
    laptop.get_by_role("button", name="Speichern").click()
    expect(laptop.locator(".lead")).to_contain_text("ab dem 4. verlorenen Spiel 1,00")
    evening.do(OPEN)
    who = evening.do(SITS)

    # Three lost solos on the phone of the table, then a fourth.
    thumb = Thumb(new_page("phone")).hastes()
    phone = thumb.page
    phone.goto(f"{real_server.url}/j#e{evening.pk}.1-{evening.do(KEY)}")
    phone.get_by_role("button", name=who, exact=True).click()
    expect(thumb.save).to_be_visible()
    phone.goto(phone.url.partition("?")[0])  # the PIN has been seen
    owed = phone.locator(".cash-line > span", has_text=who)
    for amount in ("0,50", "1,00", "1,50", "2,50"):
        thumb.start()
        thumb.declares(who, "solo")
        thumb.digits(20)
        expect(thumb.preview.locator(".sentence")).to_contain_text("20")
        thumb.saves()
        expect(owed).to_contain_text(amount)

    # One tap at the desk; the fourth was none, and the difference is given back.
    laptop.goto(f"{evening.desk}lost/")
    person = laptop.locator(".lost-row", has=laptop.get_by_text(who, exact=True))
    person.get_by_role("button").click()
    expect(laptop.locator(".said")).to_contain_text("2,50")
    expect(person).to_contain_text("✓")
    evening.do(
        "from tests.tournaments import hall\nfrom tests.tournaments.builders import correct\n"
        "correct(hall.table(now, 1), 4, {'declarer': 1, 'contract': 'solo', 'points': 60})"
    )
    laptop.reload()
    expect(person).to_contain_text("nach einer Korrektur")
    assert (sticks_out(laptop), in_both_lights(laptop)) == ([], [])
    person.get_by_role("button", name="zurückgeben").click()
    expect(laptop.locator(".said")).to_contain_text("1,00")
    expect(person).to_contain_text(re.compile(r"✓\s*1,50"))
