"""The laptop dies during a round: a spare one goes on from the last backup, and phones bring the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening, an_evening
from tests.journeys.looking import on_every_screen
from tests.journeys.test_event_tables import is_whose, key, scan
from tests.journeys.thumb import Thumb
from tests.patience import wait_until
from tests.server import RealServer

ENTRIES = """
from tournaments.models import Entry
import json
rows = Entry.objects.filter(sitting__round=now).order_by("sitting", "seq")
said = [[str(row.pk), row.sitting.number, row.seq, row.payload, str(row.credential_id)] for row in rows]
print(json.dumps(said))
"""
SEATS = """
from tournaments.models import Chair
print([(chair.sitting.number, chair.seat, chair.player.name) for chair in
       Chair.objects.filter(sitting__round=now).order_by("sitting", "seat")])
"""
SITS = """
from tournaments.models import Chair
print(Chair.objects.get(sitting__round=now, sitting__number={table}, seat={seat}).player.public_name)
"""


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[list[RealServer]]:
    """The club's laptop, and a spare one that gets its address when it is needed."""
    old = RealServer(tmp_path / "old").start()
    there = [old]
    yield there
    for server in there:
        server.kill()


def entries(evening: Evening) -> list[list[object]]:
    return [list(row) for row in json.loads(evening.do(ENTRIES))]


def test_a_spare_laptop_goes_on_where_the_phones_are(
    laptops: list[RealServer], new_page: NewPage, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("ERR_|Failed to (load|fetch)|htmx:(sendError|afterRequest)|503|403|404")
    evening = an_evening(laptops[0], "Katastrophe")
    first, second = new_page("phone"), new_page("phone")
    declarer = come(evening, first, 1)
    stick = tmp_path / "stick"
    stick.mkdir(mode=0o700)
    laptops[0].manage("backup", "--to", str(stick))
    backup = max(stick.rglob("*.sqlite3"), key=lambda file: file.stat().st_mtime)
    evening.play(1, 2, 3)  # and what came after it
    come(evening, second, 2)  # whom the backup does not know
    evening.play(2, 1)
    seats, card = evening.do(SEATS), key(evening, 1)
    for page, count in ((first, 3), (second, 1)):
        wait_until(lambda: known_by(page) >= count, "the phone to have its sheet")  # noqa: B023
    before = entries(evening)
    first.context.set_offline(True)
    thumb = Thumb(first)
    thumb.points(declarer, "eine", 47)
    thumb.tap(thumb.save)
    expect(first.locator("#outbox summary")).to_contain_text("noch nicht auf dem Laptop")
    laptops[0].kill()
    spare = RealServer(tmp_path / "spare", port=laptops[0].port)
    spare.manage("restore", str(backup), "--without-mirror")
    laptops.append(spare.start())
    evening = Evening(spare, evening.pk)
    assert (evening.do(SEATS), key(evening, 1)) == (seats, card)
    assert len(entries(evening)) < len(before)
    first.context.set_offline(False)
    wait_until(lambda: entries(evening)[: len(before)] == before, "the phones to bring what is missing")
    expect(first.locator("#outbox summary")).to_be_hidden()
    *same, last = entries(evening)
    assert (same, last[1]) == (before, 1)  # and the hand that was still on the phone
    for page in (first, second):
        expect(page.locator("#entry")).to_be_visible()
    desk = new_page("desktop")
    desk.goto(evening.desk)
    expect(desk.locator("[data-alarm=restored]")).to_be_visible()
    for path in ("restored/", "../../help/"):
        desk.goto(f"{evening.desk}{path}")
        assert on_every_screen(desk) == []


def come(evening: Evening, page: Page, table: int) -> str:
    """The first of the table scans its card and says whose phone it is; his name."""
    name = evening.do(SITS.format(table=table, seat=1))
    scan(evening, page, table)
    is_whose(page, name)
    return name


def known_by(page: Page) -> int:
    """How many entries the phone keeps of its sheet."""
    return int(page.evaluate("() => shelf.read('entries').then((rows) => rows.length)"))
