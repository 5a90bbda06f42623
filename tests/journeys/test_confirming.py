"""The list is read back: somebody else confirms it, on a phone turned round or on his own, or disputes it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NewPage
from tests.journeys.evening import Evening, seats_on_the_wall
from tests.journeys.looking import in_both_lights, sticks_out
from tests.journeys.test_event_tables import OPEN, is_whose, people, scan
from tests.journeys.thumb import SETTLED, Thumb
from tests.server import RealServer

NAMES = ("Hubert", "Anna", "Bernd", "Conny", "Emil", "Fritz", "Gerd", "Heidi")
LIMIT = "event.sittings.update(hands_limit=2)\n"
UPSIDE_DOWN = "() => getComputedStyle(document.querySelector('.face')).transform"
HALF_A_TURN = "matrix(-1, 0, 0, -1, 0, 0)"
POLL = 20_000  # milliseconds: every page has looked again by then


@pytest.fixture
def evening(real_server: RealServer) -> Evening:
    evening = seats_on_the_wall(real_server, "Stimmt die Liste?", NAMES)
    evening.do(LIMIT + OPEN)
    return evening


def at_table(evening: Evening, page: Page, name: str) -> Page:
    scan(evening, page, 1)
    is_whose(page, name)
    return page


def plays(evening: Evening, page: Page, *declarers: int) -> None:
    """Hands that the phone on seat 1 has written."""
    evening.do(
        "from tests.tournaments import hall\n"
        "from tests.tournaments.builders import eine, record\n"
        "from tournaments.models import Credential\n"
        "sitting = hall.table(now, 1)\n"
        f"for seat in {declarers}:\n"
        "    record(sitting, eine(seat), credential=Credential.objects.get(sitting=sitting, seat=1))"
    )
    page.reload()


def history(evening: Evening) -> list[str]:
    return evening.do(
        "from tests.tournaments import hall\n"
        "from tournaments import ledger\n"
        'print(*[f\'{entry.kind}:{entry.payload.get("seat", "")}\''
        " for entry in ledger.history(hall.table(now, 1))])"
    ).split()


def test_a_list_is_undone_read_back_disputed_settled_and_confirmed(
    evening: Evening, new_page: NewPage
) -> None:
    here = people(evening, 1)
    writer = at_table(evening, new_page("phone"), here[0])
    other = at_table(evening, new_page("phone"), here[1])
    other.clock.install()
    thumb = Thumb(writer)

    # A wrong hand is taken back before the next one: the list shows one hand, the history all three.
    plays(evening, writer, 2)
    thumb.tap(thumb.undo)
    expect(writer.locator(".last.taken_back")).to_be_visible()
    plays(evening, writer, 1, 3)
    assert history(evening) == ["hand:", "void:", "hand:", "hand:"]

    # Handing in leads to reading back, upside down for whoever sits opposite.
    thumb.tap(writer.get_by_role("button", name="Zettel abgeben"))
    expect(writer.get_by_role("heading", name="Liste vorlesen")).to_be_visible()
    expect(writer.get_by_role("link", name=here[0], exact=True)).to_have_count(0)  # he has written it
    assert (sticks_out(writer), in_both_lights(writer)) == ([], [])
    writer.get_by_role("link", name=here[2], exact=True).click()
    writer.get_by_role("link", name="Seite umdrehen").click()
    expect(writer.get_by_role("heading", name=f"{here[2]}, stimmt die Liste?")).to_be_visible()
    assert writer.evaluate(UPSIDE_DOWN) == HALF_A_TURN
    assert (sticks_out(writer), in_both_lights(writer)) == ([], [])

    # The other phone finds it by itself, and disputes it.
    other.clock.fast_forward(POLL)
    other.get_by_role("link", name="Liste bestätigen").click()
    expect(other.get_by_role("heading", name=f"{here[1]}, stimmt die Liste?")).to_be_visible()
    assert other.evaluate(UPSIDE_DOWN) == "none"
    other.get_by_role("link", name="Stimmt nicht").click()
    other.get_by_label("Was stimmt nicht?").fill("Spiel 2 war meins")
    for account, total in enumerate((6, 6, 0, 0)):
        other.locator(f"[name=total_{account}]").fill(str(total))
    assert (sticks_out(other), in_both_lights(other)) == ([], [])
    other.get_by_role("button", name="Einspruch festhalten").click()
    expect(other.locator(".agreed.disputed")).to_contain_text("Spiel 2 war meins")
    assert (sticks_out(other), in_both_lights(other)) == ([], [])

    # The hall: the table is in dispute, its people are provisional, in words.
    hall = new_page("phone")
    hall.goto(evening.url)
    expect(hall.locator(".hall-table").filter(has_text="strittig")).to_have_count(1)
    hall.goto(f"{evening.url}standings/")
    expect(hall.locator(".tag.disputed").filter(has_text="vorläufig, strittig: Tisch 1")).to_have_count(4)
    assert (sticks_out(hall), in_both_lights(hall)) == ([], [])

    # The organisers: both versions side by side; a hand is put right, the dispute is settled.
    desk = new_page("desktop")
    desk.goto(f"{evening.desk}cases/")
    case = desk.locator(".case.dispute")
    expect(case.locator("thead")).to_have_text(re.compile(r"Auf dem Zettel\s*Richtig wäre"))
    expect(case.locator("tr.differs")).to_have_count(3)
    assert (sticks_out(desk), in_both_lights(desk)) == ([], [])
    case.locator("h2 a").click()
    expect(desk.locator("#agreed")).to_contain_text("Strittig")
    evening.do(
        "import uuid\n"
        "from tests.tournaments import hall\n"
        "from tests.tournaments.builders import eine\n"
        "from tournaments.events.decisions import corrections\n"
        "corrections.correct(sitting=hall.table(now, 1), hand_no=2, entry_id=uuid.uuid4(), raw=eine(2),"
        " base_seq=None, reason='verwechselt', by='Erika')"
    )
    desk.reload()
    desk.get_by_label("Wie wurde es geklärt?").fill("Beide gefragt")
    desk.get_by_role("button", name="Einspruch klären").click()
    expect(desk.locator("#agreed")).to_contain_text("Bestätigt von Turnierleitung")
    assert (sticks_out(desk), in_both_lights(desk)) == ([], [])

    # What organisers changed is told once, old and new; nobody at the table takes anything back any more.
    other.clock.fast_forward(POLL)
    notice = other.locator(".corrections-told")
    expect(notice).to_contain_text(re.compile(rf"{here[2]}.*→.*{here[1]}.*verwechselt", re.DOTALL))
    assert (sticks_out(other), in_both_lights(other)) == ([], [])
    other.wait_for_function(SETTLED)  # in its first moment a new page takes no form
    notice.get_by_role("button", name="Gesehen").click()
    expect(notice).to_have_count(0)
    expect(other.get_by_role("button", name="Rückgängig")).to_have_count(0)
    expect(other.locator(".agreed.confirmed")).to_contain_text("Bestätigt von Turnierleitung")


def test_each_total_is_tapped_by_another_seat(evening: Evening, new_page: NewPage) -> None:
    here = people(evening, 1)
    writer = at_table(evening, new_page("phone"), here[0])
    thumb = Thumb(writer)
    plays(evening, writer, 1, 1)
    thumb.tap(writer.get_by_role("button", name="Zettel abgeben"))
    writer.get_by_role("link", name=here[3], exact=True).click()
    totals = writer.locator(".back-totals label")
    for place in range(4):
        thumb.tap(totals.nth(place))
    writer.get_by_role("button", name="Liste bestätigen").click()
    expect(writer.locator(".agreed.confirmed")).to_contain_text(f"Bestätigt von {here[3]}, Platz 4")
    assert (sticks_out(writer), in_both_lights(writer)) == ([], [])
    assert history(evening)[-1] == "confirm:4"
    expect(thumb.undo).to_have_count(0)
