"""The first laptop dies in the middle of a round: the spare one leads, and phones find it by themselves."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import NAMES, Evening, an_evening
from tests.journeys.test_event_tables import is_whose, scan
from tests.journeys.test_following import ITS_OWN, LOCAL, desk, pair, source_of, wait_level
from tests.journeys.thumb import Thumb
from tests.patience import wait_until
from tests.server import RealServer

MORE = ("Rosa Ganter", "Theo Kern", "Uta Brugger", "Veit Hummel")
ENTRIES = """
from tournaments.models import Entry
import json
rows = Entry.objects.filter(sitting__round=now).order_by("sitting__number", "seq")
print(json.dumps([[row.sitting.number, row.seq, str(row.pk)] for row in rows]))
"""
SITS = """
from tournaments.models import Chair
print(Chair.objects.get(sitting__round=now, sitting__number={table}, seat=1).player.public_name)
"""
A_SCREEN = """
from tournaments.models import Screen
Screen.objects.create(event=event, name="Entfernt", shows="live").delete()
print(Screen.objects.create(event=event, name="Wand", shows="live").pk)
"""
FOLLOWS = """
from tournaments.events.ground.locking import is_followed
from tournaments.models import Event
print(is_followed(Event.objects.get(pk={event})))
"""
OFFERS = """
from tournaments.models import PhoneOffer
import json
rows = PhoneOffer.objects.filter(settled_at=None).order_by("pk")
print(json.dumps([[row.pk, row.facts["why"], row.facts["table"]] for row in rows]))
"""


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[tuple[RealServer, RealServer]]:
    """The club's laptop, and a spare one with a key of its own."""
    first, spare = (RealServer(tmp_path / name) for name in ("first", "spare"))
    spare.python(ITS_OWN)
    (spare.data / "secret-key").write_text("k" * 80 + "\n")
    first.start()
    spare.start()
    yield first, spare
    for server in (first, spare):
        server.kill()


def entries(evening: Evening) -> list[list[object]]:
    return [list(row) for row in json.loads(evening.do(ENTRIES))]


def come(evening: Evening, page: Page, table: int) -> Thumb:
    """The first of the table scans its card and says whose phone it is."""
    name = evening.do(SITS.format(table=table))
    scan(evening, page, table)
    is_whose(page, name)
    return Thumb(page)


def enter(thumb: Thumb, points: int) -> None:
    thumb.tap(thumb.page.locator(".seat").first)
    thumb.tap(thumb.tile("contract", "eine"))
    thumb.digits(points)
    thumb.tap(thumb.save)


def is_moved(page: Page, spare: RealServer) -> None:
    expect(page).to_have_url(re.compile(rf"^http://{re.escape(LOCAL)}:{spare.port}/t/"))
    expect(page.locator("#entry")).to_be_visible()


@pytest.mark.long
def test_the_spare_laptop_goes_on_and_phones_find_it(
    laptops: tuple[RealServer, RealServer], new_page: NewPage, watch: Watch
) -> None:
    watch.expect("ERR_|Failed to (load|fetch)|htmx:(sendError|afterRequest)|503|403|404|Content Security")
    first, spare = laptops
    evening = an_evening(first, "Der Laptop stirbt", (*NAMES, *MORE))
    screen = int(evening.do(A_SCREEN))
    wall = new_page("desktop")
    wall.goto(f"{evening.url}board/{screen}/")  # before there is a spare laptop
    pair(first, spare)
    wait_level(first, spare)
    assert (first.data / "secret-key").read_text() == (spare.data / "secret-key").read_text()
    wait_until(
        lambda: "Stammtisch-Spares" in first.request("GET", f"/e/{evening.pk}/").headers,
        "answers to say where the spare laptop is",
    )
    looks, pages = new_page("phone"), [new_page("phone"), new_page("phone")]
    looks.goto(evening.url)
    phone, other = (come(evening, page, table) for table, page in enumerate(pages, start=1))
    enter(phone, 47)
    expect(pages[0].locator("#outbox summary")).to_be_hidden()
    wait_level(first, spare)
    spare_knows = entries(evening)
    wall.wait_for_function("() => sessionStorage.getItem('spares')")  # loaded anew, to be allowed to ask
    for page in (*pages, looks, wall):  # each has heard where to go
        page.wait_for_function("() => poll.contact().mark && document.getElementById('moving')")
    spare.kill()  # what comes now the spare one does not get
    enter(phone, 52)
    wait_until(lambda: len(entries(evening)) > len(spare_knows), "the hand to be on the first laptop")
    expect(pages[0].locator("#outbox summary")).to_be_hidden()
    wait_until(lambda: known_by(pages[0]) >= 3, "the phone to have its sheet")
    evening.play(3, 1, 2, 3)  # no phone sees these
    acknowledged = entries(evening)
    first.kill()
    died = time.monotonic()
    enter(other, 60)
    expect(pages[1].locator("#outbox summary")).to_be_visible()
    spare.start()
    here = Evening(spare, evening.pk)
    assert "Der Laptop stirbt" in desk(spare, "/desk/following/lead/")  # nobody has said that he is sure
    desk(spare, "/desk/following/lead/", sure="1")
    for each in pages:
        is_moved(each, spare)
    expect(looks).to_have_url(f"http://{LOCAL}:{spare.port}/e/{evening.pk}/")
    expect(wall).to_have_url(f"http://{LOCAL}:{spare.port}/e/{evening.pk}/board/{screen}/")
    expect(wall.locator("[data-piece]")).to_be_visible()
    wait_until(lambda: 2 in {row[0] for row in entries(here)}, "the hand that was on a phone")
    print(f"\nthe first new hand after {time.monotonic() - died:.1f} s")
    wait_until(lambda: not missing(here, acknowledged, 1), "the phones to bring what the spare did not have")
    for each in pages:
        expect(each.locator("#outbox summary")).to_be_hidden()
    expect(pages[0].locator("#preview")).to_contain_text("Spiel\N{NO-BREAK SPACE}3")
    enter(phone, 61)  # and it goes on
    wait_until(lambda: len([row for row in entries(here) if row[0] == 1]) == 4, "another hand")
    sheets = entries(here)
    assert len({row[2] for row in sheets}) == len(sheets)
    assert len([row for row in sheets if row[0] == 2]) == 1
    assert len(missing(here, acknowledged, 3)) == 3
    first.start()  # the old laptop comes back with three hands
    wait_until(lambda: first.python(FOLLOWS.format(event=evening.pk)).strip() == "True", "it to step back")
    wait_until(lambda: len(json.loads(spare.python(OFFERS))) == 3, "its hands to be at the desk")
    assert entries(here) == sheets  # nothing was mixed
    rows = json.loads(spare.python(OFFERS))
    assert {(why, table) for _row, why, table in rows} == {("returned", 3)}
    restored = f"/desk/e/{evening.pk}/restored/"
    shown = spare.request("GET", restored, headers={"Host": f"localhost:{spare.port}"}).text
    assert "Der alte Laptop kam damit zurück" in shown
    desk(spare, f"{restored}change/", row=str(rows[0][0]), take="1")
    assert len(missing(here, acknowledged, 3)) == 2
    desk(spare, f"{restored}change/", row=str(rows[1][0]), done="1")
    assert len(json.loads(spare.python(OFFERS))) == 1
    assert source_of(first) in ("diverged", "level", "new")


def missing(evening: Evening, wanted: list[list[object]], table: int) -> list[list[object]]:
    there = entries(evening)
    return [row for row in wanted if row[0] == table and row not in there]


def known_by(page: Page) -> int:
    """How many entries the phone keeps of its sheet."""
    return int(page.evaluate("() => shelf.read('entries').then((rows) => rows.length)"))
