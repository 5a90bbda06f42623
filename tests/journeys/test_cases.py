"""The organisers' inbox: a replaced phone still has a hand; a table calls and sees who comes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening, an_evening
from tests.journeys.looking import in_both_lights, sticks_out
from tests.journeys.thumb import Thumb
from tests.server import RealServer

KEY = "from tournaments.access import credentials\nprint(credentials.event_table_key(event, 1))"
SEATED = """
from tests.tournaments import hall
for chair in hall.table(now, 1).chairs.order_by("seat"):
    print(chair.player)
"""
REPLACED = """
from tests.tournaments import hall
from tests.tournaments.builders import a_device
from tournaments.models import Credential
sitting = hall.table(now, 1)
first = Credential.objects.get(sitting=sitting)
first.replaced_by = a_device(sitting)
first.save()
"""


def test_what_a_replaced_phone_still_has_and_a_call_reach_the_organisers(
    real_server: RealServer, new_page: NewPage, watch: Watch
) -> None:
    watch.expect("status of 409")
    evening: Evening = an_evening(real_server, "Fälle")
    first, phone = evening.do(SEATED).splitlines()[0], new_page("phone")
    phone.goto(f"{real_server.url}/j#e{evening.pk}.1-{evening.do(KEY)}")
    phone.get_by_role("button", name=first).click()
    thumb = Thumb(phone)

    thumb.tap(phone.get_by_role("link", name="Turnierleitung rufen"))
    thumb.tap(phone.get_by_role("button", name="Frage zu den Regeln"))
    expect(phone.locator(".called")).to_contain_text("Turnierleitung um")
    desk = new_page("desktop")
    desk.goto(f"{evening.desk}cases/")
    expect(desk.locator("#case-count")).to_have_text("1")
    assert in_both_lights(desk) == []
    assert sticks_out(desk) == sticks_out(phone) == []
    desk.get_by_role("button", name="Bin unterwegs").click()
    thumb.tap(phone.get_by_role("link", name="Zurück zum Tisch"))
    expect(phone.locator(".called")).to_contain_text("unterwegs")
    desk.get_by_role("button", name="Erledigt").click()
    expect(phone.locator(".called")).to_have_count(0)
    expect(desk.locator("#cases")).to_contain_text("Nichts wartet")

    thumb.points(first, "eine", 47)
    evening.do(REPLACED)
    thumb.is_refused(409)
    expect(phone.get_by_role("alert").filter(has_text="Nichts geht verloren")).to_be_visible()
    expect(desk.locator("#case-count")).to_have_text("1")  # nobody has touched the page
    desk.get_by_role("link", name="Ansehen und entscheiden").click()
    expect(desk.locator(".versions")).to_contain_text(first)
    desk.get_by_role("button", name="Als Nächstes zählen").click()
    expect(desk.locator(".said")).to_contain_text("Entschieden")
    expect(phone.locator("#table")).to_contain_text(re.compile("Spiel 2|So lief"))
    expect(phone.locator(".waiting")).to_have_count(0)
