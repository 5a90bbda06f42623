"""Phones at an event: the card of a table leads to the right sheet in every round, and to no other."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening, an_evening, seats_on_the_wall
from tests.journeys.looking import in_both_lights, sticks_out
from tests.journeys.thumb import Thumb
from tests.server import RealServer

MATCHES = """
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin
from tournaments.engines.plans import Format, StagePlan, dumped
event = an_event({preset!r}, title={title!r})
event.rules |= {rules}
event.save()
event.stages.exclude(number=1).delete()
event.stages.update(plan=dumped(StagePlan({plan})))
add_entrants(event, {count})
begin(event)
print(event.pk)
"""
ON_PAPER = """
import uuid
from tests.tournaments import hall
from tournaments import ledger
sitting = hall.table(now, {table})
for hands, points in {totals}:
    ledger.record_paper(sitting=sitting, entry_id=uuid.uuid4(), raw={{"hands": hands, "points": points}})
"""
SEATED = """
from tests.tournaments import hall
for chair in hall.table(now, {table}).chairs.order_by("seat"):
    print(chair.player)
"""
LOOK = 3000  # milliseconds between two looks of a table's page
OPEN = "from tournaments.events.rounds import running\nrunning.open_round(now)"
END = "from tests.tournaments import hall\nhall.end(now)"
BEGIN = "from tests.tournaments import hall\nhall.begin(event)"
WINNERS = """
from tournaments.events.results.brackets import bracket_of
print([match.winner for match in bracket_of(event.stages.get()).matches])
"""


def matches(server: RealServer, title: str, preset: str, plan: str, count: int, **rules: object) -> Evening:
    """A round of matches that is on."""
    code = MATCHES.format(title=title, preset=preset, plan=plan, count=count, rules=rules)
    return Evening(server, int(server.python(code).split()[-1]))


def key(evening: Evening, table: int) -> str:
    return evening.do(
        f"from tournaments.access import credentials\nprint(credentials.event_table_key(event, {table}))"
    )


def scan(evening: Evening, page: Page, table: int) -> None:
    """What the camera opens: the address on the card."""
    page.goto(f"{evening.server.url}/j#e{evening.pk}.{table}-{key(evening, table)}")
    expect(page).not_to_have_url(re.compile("#"))


def is_whose(page: Page, name: str) -> None:
    """The phone asks whose it is, and is told."""
    expect(page.get_by_role("heading", name="Wem gehört dieses Handy?")).to_be_visible()
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#entry")).to_be_visible()


def because(page: Page, reason: str) -> None:
    """Why a director does it."""
    page.get_by_label(re.compile(r"^\s*Warum")).fill(reason)


def people(evening: Evening, table: int) -> list[str]:
    """Who sits there in the last round, as phones call them."""
    return evening.do(SEATED.format(table=table)).splitlines()


def test_a_card_waits_for_the_round_and_leads_to_its_table_in_every_round(
    real_server: RealServer, new_page: NewPage
) -> None:
    evening = seats_on_the_wall(real_server, "Karten auf den Tischen")
    here = people(evening, 2)
    phone = new_page("phone")
    phone.clock.install()
    scan(evening, phone, 2)

    # Before the round: who will sit here, and wait.
    expect(phone.get_by_text("Bitte warten: Die Runde hat noch nicht begonnen.")).to_be_visible()
    expect(phone.locator(".people-list li")).to_have_text(here)
    expect(phone.get_by_role("link", name="Alles zu diesem Turnier")).to_be_visible()
    assert (sticks_out(phone), in_both_lights(phone)) == ([], [])

    # The round begins: the page goes on by itself, and asks whose phone it is.
    evening.do(OPEN)
    phone.clock.fast_forward(LOOK)
    expect(phone.get_by_role("heading", name="Wem gehört dieses Handy?")).to_be_visible()
    assert (sticks_out(phone), in_both_lights(phone)) == ([], [])
    is_whose(phone, here[1])
    expect(phone.locator(".top-words")).to_contain_text("Runde 1")
    expect(phone.locator(".top-words")).to_contain_text(f"Handy von {here[1]}")
    expect(phone.locator(".table-number")).to_have_text("2")
    assert (sticks_out(phone), in_both_lights(phone)) == ([], [])
    thumb = Thumb(phone)
    thumb.points(here[0], "eine", 47)
    thumb.saves()

    # Another table's card gives nothing here, and this one nothing there.
    other = new_page("phone")
    scan(evening, other, 1)
    is_whose(other, people(evening, 1)[0])
    other.goto(phone.url)
    expect(other.locator("#entry")).to_have_count(0)
    expect(other.get_by_text("Nur zum Zuschauen.")).to_be_visible()

    # The round ends: the phone only watches, without a reload.
    evening.do(END)
    phone.clock.fast_forward(LOOK)
    expect(phone.locator("#entry")).to_have_count(0)
    expect(phone.locator(".notice").filter(has_text="Die Runde ist abgeschlossen.")).to_be_visible()

    # The second round: the same card, another sheet with other people.
    first = phone.url
    evening.do(BEGIN)
    now = people(evening, 2)
    scan(evening, phone, 2)
    is_whose(phone, now[3])
    assert phone.url != first
    expect(phone.locator(".seat-name")).to_have_text(now)
    expect(phone.locator(".top-words")).to_contain_text("Runde 2")


def test_without_a_camera_the_code_is_typed(real_server: RealServer, new_page: NewPage) -> None:
    evening = an_evening(real_server, "Ohne Kamera")
    code = evening.do(
        "from tournaments.access import credentials\nprint(credentials.event_typed_code(event, 1))"
    )
    phone = new_page("phone")
    phone.goto(f"{evening.server.url}/j/{evening.pk}/1/")
    expect(phone.locator(".people-list li")).to_have_text(people(evening, 1))
    phone.get_by_role("link", name="Code eintippen").click()
    expect(phone.get_by_label("Tischnummer")).to_have_value("1")
    phone.get_by_label("Code").fill(code.lower())
    phone.get_by_role("button", name="Mitschreiben").click()
    is_whose(phone, "Allen am Tisch")


def test_the_desk_sees_whose_phone_writes_and_puts_it_out(
    real_server: RealServer, new_page: NewPage, desktop: Page, watch: Watch
) -> None:
    watch.expect("status of 403")  # the sheet it was about to keep
    evening = an_evening(real_server, "Handys an den Tischen")
    phone = new_page("phone")
    phone.clock.install()
    scan(evening, phone, 1)
    owner = people(evening, 1)[2]
    is_whose(phone, owner)
    desktop.goto(f"{evening.desk}devices/")
    row = desktop.locator(".devices li").filter(has_text=owner)
    expect(row).to_contain_text("Tisch 1")
    assert in_both_lights(desktop) == []
    row.get_by_role("button", name=re.compile("Aussperren")).click()
    expect(desktop.locator(".said")).to_contain_text("schaut jetzt nur noch zu")
    phone.clock.fast_forward(LOOK)
    expect(phone.locator("#entry")).to_have_count(0)


def test_a_knockout_of_pairs_goes_into_the_tree_and_back_out(
    real_server: RealServer, new_page: NewPage, desktop: Page
) -> None:
    plan = "format=Format.KNOCKOUT, third_place=False"
    evening = matches(real_server, "Truco-Pokal", "truco-swiss", plan, 4, games_to_win=2)
    evening.do(ON_PAPER.format(table=1, totals=[(12, [30, 10]), (14, [11, 30]), (9, [29, 14])]))
    phone = new_page("phone")
    scan(evening, phone, 1)
    is_whose(phone, "Allen am Tisch")
    thumb = Thumb(phone)
    win = phone.locator('.half[data-side="1"] .win')

    # The last stick: 30, the match is over, and no 31st can follow.
    thumb.tap(win)
    thumb.saves()
    expect(phone.locator(".match-score")).to_have_text("2:1")
    expect(phone.locator(".game-outcome")).to_have_count(3)
    expect(thumb.save).to_have_count(0)
    winners = evening.do(WINNERS)
    assert re.match(r"\[\d+, None, None\]", winners)

    # It was wrong: taken back while nothing follows from it, then entered again.
    thumb.tap(thumb.undo)
    expect(thumb.save).to_be_visible()
    assert evening.do(WINNERS) == "[None, None, None]"
    thumb.tap(win)
    thumb.saves()
    assert evening.do(WINNERS) == winners

    # The final has begun: the director sees what turning the match would mean before it is done.
    evening.do(ON_PAPER.format(table=2, totals=[(12, [30, 10]), (14, [30, 11])]))
    evening.do(END)
    evening.do(BEGIN)
    desktop.goto(f"{evening.desk}tables/1/1/hand/4/?desk-out=1")
    because(desktop, "gehört zum anderen Tisch")
    desktop.get_by_role("button", name="Streichen").click()
    expect(desktop.locator(".said")).to_contain_text("Gespeichert")
    desktop.goto(f"{evening.desk}tables/1/1/hand/3/")
    totals = desktop.locator("[name^=totals]")
    totals.nth(0).fill("14")
    totals.nth(1).fill("30")
    moved = desktop.locator("#paper-preview")
    expect(moved).to_contain_text(re.compile(r"Runde\s1, Tisch\s1: .* gewinnt statt"))
    expect(moved).to_contain_text("Runde 2 ist nach dem bisherigen Stand ausgelost")
    assert evening.do(WINNERS).split(",")[0] == winners.split(",")[0]
    because(desktop, "Spalten vertauscht")
    desktop.get_by_role("button", name="Korrektur speichern").click()
    expect(desktop.locator(".said")).to_contain_text("Gespeichert")
    assert evening.do(WINNERS).split(",")[0] != winners.split(",")[0]


def test_after_the_sixteenth_hand_there_is_no_seventeenth(real_server: RealServer, new_page: NewPage) -> None:
    hands = 16
    plan = f"format=Format.PARTNERS, rounds=1, hands={hands}"
    evening = matches(real_server, "Sechzehn Spiele", "caesar-partners", plan, 4)
    evening.do(ON_PAPER.format(table=1, totals=[(hands - 1, [700, 800])]))
    phone = new_page("phone")
    phone.clock.install()
    scan(evening, phone, 1)
    is_whose(phone, "Allen am Tisch")
    expect(phone.locator(".save .primary")).to_contain_text(f"{hands} von {hands}")
    evening.do(ON_PAPER.format(table=1, totals=[(1, [91, 71])]))
    phone.clock.fast_forward(LOOK)
    expect(phone.get_by_text(f"Alle {hands} Spiele dieser Runde sind gespielt.")).to_be_visible()
    expect(phone.locator("#entry")).to_have_count(0)
    Thumb(phone).tap(phone.get_by_role("button", name="Zettel abgeben"))
    expect(phone.get_by_role("heading", name="Liste vorlesen")).to_be_visible()
    phone.locator("main").get_by_role("link", name="Zurück zum Tisch").tap()
    expect(phone.get_by_text("Dieser Zettel ist abgeschlossen.")).to_be_visible()
    expect(phone.get_by_text("Wenn etwas nicht stimmt")).to_be_visible()
