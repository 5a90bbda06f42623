"""Forty on the list, two of them doubtful, two at the door: an evening's people from the paste to the fee."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.looking import on_every_screen, targets, too_small, unfold
from tests.server import RealServer


@pytest.fixture(scope="module")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """A server of these tests' own: whom a register knows decides which names are doubtful."""
    server = RealServer(tmp_path_factory.mktemp("people") / "data").start()
    yield server
    server.stop()


FIRST = [
    "Adelgunde",
    "Balthasar",
    "Crescentia",
    "Dankwart",
    "Edeltraud",
    "Ferdinand",
    "Gottlieb",
    "Hedwig",
    "Isidor",
    "Jadwiga",
    "Kunibert",
    "Leopoldine",
    "Mechthild",
    "Nepomuk",
    "Ottokar",
    "Philippine",
    "Quirin",
    "Roswitha",
    "Sieglinde",
    "Traugott",
]
LAST = [
    "Zschokke",
    "Querfurth",
    "Oberndorfer",
    "Habsburger",
    "Eichenlaub",
    "Vogelsang",
    "Tannhäuser",
    "Überacker",
    "Wolkenstein",
    "Ährenfeld",
]
KNOWN = ("Wendelin Querfurth", "Walpurga Hinter-Lang")
DOUBTFUL = ("Wendelin Querfurt", "Hinter-Lang Walpurga")


LOOK = 5000  # milliseconds between two looks of the door


def forty() -> list[str]:
    """38 names that look like no other, and two that look like people of the register."""
    names = [f"{first} {LAST[(3 * place) % 10]}" for place, first in enumerate(FIRST)]
    names += [
        f"{first}a {LAST[(3 * place + 4) % 10][::-1].title()}" for place, first in enumerate(FIRST[:18])
    ]
    return [*names[:10], DOUBTFUL[0], *names[10:30], DOUBTFUL[1], *names[30:]]


def laptop(server: RealServer, path: str) -> str:
    return f"http://localhost:{server.port}/desk/{path}"


def an_event(page: Page, server: RealServer, title: str) -> str:
    """A new event with a fee of five euros; the path of its desk."""
    page.goto(laptop(server, "new/kind/cego-schwarzwald/"))
    page.locator("[name=title]").fill(title)
    page.locator("main form[method=post] button.primary").click()
    page.wait_for_url("**/desk/e/*/**")
    path = re.search(r"/desk/(e/\d+/)", page.url)[1]  # type: ignore[index]
    page.goto(laptop(server, f"{path}settings/head/"))
    page.locator("[name=fee]").fill("5")
    page.get_by_role("button", name="Speichern").click()
    expect(page.locator(".said")).to_be_visible()
    return path


def paste(page: Page, server: RealServer, path: str, names: list[str]) -> None:
    page.goto(laptop(server, f"{path}people/"))
    page.locator("summary", has_text="Liste einfügen").click()
    page.locator("textarea[name=text]").fill("\n".join(names))
    page.get_by_role("button", name="Liste ansehen").click()


def row(page: Page, name: str) -> Locator:
    return page.locator(".door-row").filter(has_text=name)


def say(page: Page, name: str, words: str) -> None:
    row(page, name).get_by_role("button", name=words).click()


@pytest.mark.long
def test_forty_names_two_doubts_two_at_the_door(
    desktop: Page, new_page: NewPage, real_server: RealServer
) -> None:
    # Two are in the register from earlier.
    for name in KNOWN:
        desktop.goto(laptop(real_server, "people/"))
        desktop.locator("summary", has_text="Jemanden hinzufügen").click()
        desktop.locator("form[data-guard] [name=name]").fill(name)
        desktop.get_by_role("button", name="Hinzufügen").click()
        expect(desktop.locator(".said")).to_contain_text(name)
    path = an_event(desktop, real_server, "Vierzig und zwei")

    # The list is shown first; nothing is written.
    names = forty()
    assert len(names) == len(set(names)) == 40
    paste(desktop, real_server, path, names)
    expect(desktop.locator(".lead")).to_contain_text("38 neu · 2 zu entscheiden")
    watching = new_page("desktop")
    watching.goto(laptop(real_server, f"{path}people/"))
    expect(watching.locator(".entries li")).to_have_count(0)

    # The doubts are decided, and the list is taken.
    for known in KNOWN:
        desktop.locator(".tile", has_text=f"dieselbe Person: {known}").click()
    desktop.get_by_role("button", name="Liste so aufnehmen").click()
    expect(desktop.locator(".entries li")).to_have_count(40)
    for known in KNOWN:
        expect(desktop.locator(".entries li", has_text=known)).to_have_count(1)

    # At the door: found while typing, here and paid with one tap; somebody pays later.
    door = new_page("phone")
    door.goto(laptop(real_server, f"{path}door/"))
    counts = door.locator(".door-sum")
    expect(counts).to_have_text("0 von 40 da, 0 bezahlt")
    door.locator("#search").fill("querfurth wend")
    expect(door.locator(".door-row:visible")).to_have_count(1)
    say(door, KNOWN[0], "Da und zahlt")
    expect(counts).to_have_text("1 von 40 da, 1 bezahlt")
    door.locator("#search").fill("")
    say(door, KNOWN[1], "Nur da")
    expect(counts).to_have_text("2 von 40 da, 1 bezahlt")

    # A wrong tap is taken back with another one.
    expect(row(door, KNOWN[0]).get_by_role("button", name="Da, bezahlt")).to_be_visible()
    say(door, KNOWN[0], "Da, bezahlt")
    expect(counts).to_have_text("1 von 40 da, 0 bezahlt")
    say(door, KNOWN[0], "Da und zahlt")
    expect(counts).to_have_text("2 von 40 da, 1 bezahlt")

    # Two who are not on the list: one by the search that finds nobody, one by the form.
    door.locator("#search").fill("Xaver Yppsilon")
    door.locator("[data-walk]").click()
    expect(door.locator("[name=name]")).to_have_value("Xaver Yppsilon")
    door.get_by_role("button", name="Ist da").click()
    expect(door.locator(".said")).to_contain_text("Xaver Yppsilon hat die Nummer 41.")
    door.locator("summary", has_text="nicht auf der Liste").click()
    door.locator("[name=name]").fill("Notburga Ypsilanti")
    door.locator("[name=club]").fill("SC Elz")
    door.get_by_role("button", name="Ist da").click()
    expect(counts).to_have_text("4 von 42 da, 3 bezahlt")

    # All others come and pay; another helper sees it without touching the page.
    other = new_page("desktop")
    other.clock.install()
    other.goto(laptop(real_server, f"{path}door/"))
    rest = [name for name in names if name not in DOUBTFUL]
    for done, name in enumerate(rest, start=1):
        say(door, name, "Da und zahlt")
        expect(counts).to_have_text(f"{done + 4} von 42 da, {done + 3} bezahlt")
    expect(counts).to_have_text("42 von 42 da, 41 bezahlt")
    other.clock.fast_forward(LOOK)
    expect(other.locator(".door-sum")).to_have_text("42 von 42 da, 41 bezahlt")
    expect(other.locator("#door-counts")).to_contain_text("42 da: 10 Vierertische und 2 setzen aus.")
    desktop.goto(laptop(real_server, f"{path}people/"))
    expect(desktop.locator(".entries li", has_text="nicht bezahlt")).to_have_count(1)


def test_a_tablet_without_script_does_the_same(
    new_page: NewPage, real_server: RealServer, desktop: Page
) -> None:
    path = an_event(desktop, real_server, "Ohne Skript")
    tablet = new_page("phone", java_script_enabled=False)
    paste(tablet, real_server, path, ["Alfons Ohneskript", "Berthold Keinskript"])
    tablet.get_by_role("button", name="2 Zeilen aufnehmen").click()
    tablet.goto(laptop(real_server, f"{path}door/"))
    tablet.locator("#search").fill("keinskript")
    tablet.get_by_role("button", name="Suchen").click()
    expect(tablet.locator(".door-row")).to_have_count(1)
    say(tablet, "Berthold", "Da und zahlt")
    expect(tablet.locator(".door-sum")).to_have_text("1 von 2 da, 1 bezahlt")
    say(tablet, "Berthold", "Da, bezahlt")
    expect(tablet.locator(".door-sum")).to_have_text("0 von 2 da, 0 bezahlt")
    tablet.goto(laptop(real_server, f"{path}door/?q=Cäcilie Ganzneu"))
    tablet.get_by_role("link", name="Neu aufnehmen").click()
    tablet.get_by_role("button", name="Ist da").click()
    expect(tablet.locator(".door-sum")).to_have_text("1 von 3 da, 1 bezahlt")


def test_a_double_tap_does_not_take_itself_back(desktop: Page, real_server: RealServer) -> None:
    path = an_event(desktop, real_server, "Doppelt getippt")
    paste(desktop, real_server, path, ["Zacharias Doppeltipp"])
    desktop.get_by_role("button", name="1 Zeile aufnehmen").click()
    desktop.clock.install()
    desktop.goto(laptop(real_server, f"{path}door/"))
    counts = desktop.locator(".door-sum")
    expect(counts).to_have_text("0 von 1 da, 0 bezahlt")
    desktop.clock.pause_at(desktop.evaluate("Date.now() + 1"))
    box = desktop.locator(".tap:not(.side)").bounding_box()
    assert box is not None
    spot = (box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)
    desktop.mouse.click(*spot)
    expect(counts).to_have_text("1 von 1 da, 1 bezahlt")
    desktop.mouse.click(*spot)
    expect(desktop.locator(".door-row")).to_have_js_property("inert", True)
    desktop.clock.run_for(600)
    expect(counts).to_have_text("1 von 1 da, 1 bezahlt")
    desktop.mouse.click(*spot)
    expect(counts).to_have_text("0 von 1 da, 0 bezahlt")


def test_the_keyboard_is_enough(desktop: Page, real_server: RealServer) -> None:
    path = an_event(desktop, real_server, "Nur Tastatur")
    paste(desktop, real_server, path, ["Ambrosius Tastatur", "Blasius Tastatur"])
    desktop.get_by_role("button", name="2 Zeilen aufnehmen").click()
    desktop.goto(laptop(real_server, f"{path}door/"))
    expect(desktop.locator("#search")).to_be_focused()
    desktop.keyboard.type("blas")
    desktop.keyboard.press("Enter")
    desktop.keyboard.press("Enter")
    expect(desktop.locator(".door-sum")).to_have_text("1 von 2 da, 1 bezahlt")
    expect(desktop.locator("#search")).to_be_focused()
    desktop.keyboard.type("ambro")
    expect(desktop.locator(".door-row:visible")).to_have_count(1)


def person_of(page: Page, server: RealServer, query: str) -> str:
    """The path of somebody's page in the register."""
    page.goto(laptop(server, f"people/?q={query}"))
    return str(page.locator(".rows a").first.get_attribute("href")).removeprefix("/desk/")


def test_every_page_about_people_can_be_used_by_everybody(
    new_page: NewPage, real_server: RealServer, watch: Watch
) -> None:
    watch.expect("status of 422")
    setting_up = new_page("desktop")
    path = an_event(setting_up, real_server, "Jede Seite")
    long = "Maximiliane Freifrau von und zu Hohenlohe-Überlingen"
    paste(setting_up, real_server, path, [long, "Ida Kurz", "Ñandú Ølander", "Łukasz Żółw"])
    setting_up.get_by_role("button", name="4 Zeilen aufnehmen").click()
    expect(setting_up.locator(".entries li")).to_have_count(4)
    person, other = (person_of(setting_up, real_server, name) for name in ("hohenlohe", "ida kurz"))
    second = other.rstrip("/").rpartition("/")[2]
    places = {
        "register": "people/?doubles=1",
        "person": person,
        "merge": f"{person}merge/?other={second}",
        "forget": f"{person}forget/",
        "entrants": f"{path}people/",
        "entrant": f"{path}people/1/",
        "door": f"{path}door/",
        "door, nobody found": f"{path}door/?q=xyz",
        "walk in": f"{path}door/?walk=Ida",
    }
    complaints = []
    page = new_page("phone")
    for name, place in places.items():
        page.goto(laptop(real_server, place))
        unfold(page)
        taps = [each for each in targets(page) if "tap" in each["what"]]
        complaints += [f"{name}: {each}" for each in too_small(taps, least=44) + on_every_screen(page)]
    paste(page, real_server, path, ["Ida Kurtz", "Ñandú Olander", "Ida Kurz", "Ganz Neu", "x" * 80])
    expect(page.locator(".decide")).to_have_count(2)
    complaints += [f"preview: {each}" for each in on_every_screen(page)]
    assert not complaints, "\n".join(complaints)


def test_what_is_half_typed_is_there_again_after_another_tab(desktop: Page, real_server: RealServer) -> None:
    page = desktop
    path = an_event(page, real_server, "Halb getippt")

    def over_to_the_door_and_back() -> None:
        page.get_by_role("link", name="Einlass", exact=True).click()
        expect(page.locator(".door-top")).to_be_visible()
        page.get_by_role("link", name="Teilnehmer", exact=True).first.click()
        expect(page.locator("textarea[name=text]")).to_be_attached()

    page.goto(laptop(real_server, f"{path}people/"))
    page.locator("form[data-keep^=new] [name=name]").fill("Wilhelmine Ha")
    page.locator("summary", has_text="Liste einfügen").click()
    page.locator("textarea[name=text]").fill("Hallo Karl,\nLuitpold Sandmann\nViele Grüße\nHeidrun Kiesel")
    over_to_the_door_and_back()
    expect(page.locator("form[data-keep^=new] [name=name]")).to_have_value("Wilhelmine Ha")
    expect(page.locator("textarea[name=text]")).to_be_visible()

    # What was put right in the look is there again, too; correcting a row that was left out ticks it.
    page.get_by_role("button", name="Liste ansehen").click()
    page.locator("[name=cell-2-club]").fill("SC Deutz")
    page.locator("[name=cell-4-name]").fill("Heidrun Kieselstein")
    expect(page.locator("[name=in-4]")).to_be_checked()
    over_to_the_door_and_back()
    page.get_by_role("button", name="Liste ansehen").click()
    expect(page.locator("[name=cell-2-club]")).to_have_value("SC Deutz")
    expect(page.locator("[name=cell-4-name]")).to_have_value("Heidrun Kieselstein")
    page.locator("button[name=confirm]").click()
    expect(page.locator(".said")).to_be_visible()
    expect(page.locator("textarea[name=text]")).to_have_value("")
    over_to_the_door_and_back()
    expect(page.locator("textarea[name=text]")).to_have_value("")
