"""Two screens in the hall: the desk steers one, hands arrive by themselves, and the laptop starts anew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from tests.browser import NewPage, Watch
from tests.journeys.evening import Evening, an_evening
from tests.journeys.looking import in_both_lights, on_every_screen
from tests.server import RealServer
from tournaments.hall.boards import BOARDS

PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
KINDS = [board.key for board in BOARDS]
QUIET = "ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to fetch"
SILENT = "00:11"  # after so long a screen says how old its picture is


@pytest.fixture
def evening(real_server: RealServer) -> Evening:
    return an_evening(real_server, "Zwei Beamer")


def a_projector(new_page: NewPage, address: str) -> Page:
    page = new_page("desktop", viewport=PROJECTOR)
    page.clock.install()
    page.goto(address)
    expect(page.locator(".leaf.now")).to_be_visible()
    return page


def polls(page: Page) -> list[Request]:
    """What the screen asks for from now on."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "part=live" in request.url else None)
    return asked


def test_the_desk_steers_one_screen_and_the_other_goes_on(evening: Evening, new_page: NewPage) -> None:
    page = a_projector(new_page, evening.a_screen("Bühne", "names"))
    other = a_projector(new_page, evening.a_screen("Eingang", "live"))
    expect(page.locator(".leaf.names li .table")).to_have_count(8)
    expect(other.locator(".leaf.ranking li").first).to_be_visible()
    expect(other.locator("aside")).to_contain_text("0 von 2 Tischen sind fertig")

    desk = new_page("desktop")
    desk.goto(f"{evening.desk}screens/")
    card = desk.locator(".screen", has=desk.get_by_role("heading", name="Bühne"))
    card.get_by_role("button", name="Siegerehrung").click()
    expect(card.locator(".screen-now")).to_contain_text("Siegerehrung")
    expect(page.locator(".leaf.reveal")).to_be_visible()
    first = card.locator(".screen-reveal").inner_text()
    expect(page.locator(".told")).to_have_count(0)

    # The last place first; the desk reads beforehand whom the screen will show.
    card.get_by_role("button", name="Nächster Rang").click()
    name = page.locator(".told .name").first
    expect(name).to_be_visible()
    assert name.inner_text() in first
    expect(page.locator(".told .place")).to_have_text("8")

    # With the keys, on the screen's card.
    card.get_by_role("link", name=re.compile("mit den Tasten")).click()
    desk.locator("h1").click()
    for place in ("7", "6"):
        desk.keyboard.press("ArrowRight")
        expect(page.locator(".told .place")).to_have_text(place)
        expect(desk.locator(".with-keys .screen-reveal b").first).to_have_text(place)
    desk.keyboard.press("ArrowLeft")
    expect(page.locator(".told .place")).to_have_text("7")

    expect(other.locator(".leaf.ranking")).to_be_visible()
    expect(other.locator(".told")).to_have_count(0)


def test_the_remote_control_works_where_the_screen_is_the_laptop_s_own(
    evening: Evening, new_page: NewPage
) -> None:
    address = evening.a_screen("Laptop", "reveal", start=3)
    local = address.replace(evening.server.url, f"http://localhost:{evening.server.port}")
    laptop, elsewhere = a_projector(new_page, local), a_projector(new_page, address)
    elsewhere.keyboard.press("PageDown")
    laptop.keyboard.press("PageDown")
    for screen in (laptop, elsewhere):
        expect(screen.locator(".told .place")).to_have_text("3")  # one step, not two
    laptop.keyboard.press("PageUp")
    expect(laptop.locator(".told")).to_have_count(0)


def test_a_hand_is_on_the_board_with_one_of_the_next_three_questions(
    evening: Evening, new_page: NewPage
) -> None:
    board = a_projector(new_page, evening.a_screen("Rangliste", "ranking"))
    leader = board.locator(".leaf.now li").first
    before = leader.inner_text()
    seen = board.locator("body").get_attribute("data-tag")
    asked = polls(board)
    evening.play(1, 2, 2, 2, 2)
    board.evaluate("() => 1")  # only now the browser tells what it has asked meanwhile
    already = len(asked)  # while the hands were being written
    expect(board.locator("body")).not_to_have_attribute("data-tag", seen or "")
    assert len(asked) - already <= 3
    expect(leader).not_to_have_text(before)


def test_a_page_is_held_and_let_go(real_server: RealServer, new_page: NewPage) -> None:
    evening = an_evening(real_server, "Viele", tuple(f"Gast {number}" for number in range(1, 61)))
    board = a_projector(new_page, evening.a_screen("Namen", "names", seconds=60))
    expect(board.locator("#pages")).to_have_text(re.compile(r"^\d / 3$"))
    desk = new_page("desktop")
    desk.goto(f"{evening.desk}screens/")
    desk.get_by_role("button", name="Nächste Seite").click()
    expect(desk.locator(".screen-now")).to_contain_text("bleibt auf Seite")
    held = re.search(r"Seite\s(\d) von 3", desk.locator(".screen-now").inner_text())
    assert held
    expect(board.locator("#pages")).to_have_text(f"{held[1]} / 3")
    desk.get_by_role("button", name="Zurück").click()
    expect(board.locator("#pages")).not_to_have_text(f"{held[1]} / 3")
    desk.get_by_role("button", name="Seiten wechseln lassen").click()
    expect(desk.locator(".screen-now")).to_contain_text("Seiten: 3")


def test_both_screens_live_through_a_restart_and_say_how_old_they_are(
    evening: Evening, new_page: NewPage, watch: Watch, real_server: RealServer
) -> None:
    watch.expect(QUIET)
    screens = [
        a_projector(new_page, evening.a_screen("A", "names")),
        a_projector(new_page, evening.a_screen("B", "live")),
    ]
    real_server.kill()
    for screen in screens:
        screen.clock.fast_forward(SILENT)
        expect(screen.locator("#stale")).to_be_visible()
        expect(screen.locator("#stale")).to_contain_text(re.compile(r"Stand\s+\d+:\d\d \(vor \d+\sSek\.\)"))
        expect(screen.locator(".leaf.now li").first).to_be_visible()  # the last picture
    real_server.start()
    for screen in screens:
        expect(screen.locator("#stale")).to_be_hidden()
    evening.play(1, 2)
    expect(screens[1].locator("aside")).to_contain_text("2 von 24")


def test_a_screen_that_is_removed_says_so_calmly(evening: Evening, new_page: NewPage, watch: Watch) -> None:
    watch.expect("status of 404")
    board = a_projector(new_page, evening.a_screen("Weg", "names"))
    evening.a_screen("Eingang", "live")
    evening.do("Screen.objects.filter(event=event, name='Weg').delete()")
    expect(board.locator(".removed-words")).to_contain_text("hat die Turnierleitung entfernt")
    board.get_by_role("link", name="Eingang").click()
    expect(board.locator(".leaf.now")).to_be_visible()


SMALLEST = 26  # pixels on 1080 lines: legible five metres away, but for the line at the bottom


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_cut_off_hidden_or_small_on_any_board(
    evening: Evening, new_page: NewPage, theme: str
) -> None:
    complaints = []
    page = new_page("desktop", viewport=PROJECTOR)
    for kind in KINDS:
        page.goto(evening.a_screen(f"{kind} {theme}", kind, theme=theme, step=3, start=8))
        expect(page.locator(".leaf.now")).to_be_visible()
        assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
        faults = page.evaluate(
            """(smallest) => {
              const root = document.documentElement;
              const wrong = [];
              if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.push("scroll bars");
              for (const node of document.querySelectorAll(".leaf.now *, aside *")) {
                if (!node.innerText || node.children.length || !node.checkVisibility()) continue;
                const box = node.getBoundingClientRect();
                const outside = box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
                if (outside) wrong.push(`outside: ${node.innerText}`);
                const cut = node.clientWidth && node.scrollWidth > node.clientWidth + 2;
                if (cut) wrong.push(`cut: ${node.innerText}`);
                const size = parseFloat(getComputedStyle(node).fontSize);
                if (size < smallest) wrong.push(`small: ${node.innerText} ${size}`);
              }
              return wrong;
            }""",
            SMALLEST,
        )
        complaints += [f"{kind}: {light}" for light in faults + in_both_lights(page)]
    assert not complaints, "\n".join(complaints)


def test_a_large_figure_stays_inside_its_card(evening: Evening, new_page: NewPage) -> None:
    page = new_page("desktop", viewport=PROJECTOR)
    page.goto(evening.a_screen("Zahlen", "numbers", page=0))
    value = page.locator(".leaf.now .value").first
    expect(value).to_be_visible()
    value.evaluate("(node) => { node.textContent = '14.148\u00a0Spiele'; }")
    page.set_viewport_size({"width": 1024, "height": 768})  # so that it is fitted anew
    fitted = "() => document.querySelector('.leaf.now [data-fit]').dataset.room.startsWith('1024 ')"
    page.wait_for_function(fitted)
    assert value.evaluate("(node) => node.closest('li').scrollWidth <= node.closest('li').clientWidth + 1")


LONG = (
    "Wolfgang-Amadeus Hinterhuber-Oberlechnervordermayer",
    "Maximiliane-Charlotte Gräfin Schenkvonstauffenbergheimhausen",
    "Friedrich-Wilhelm Hofstätter-Kirchenlamitz",
    "María de los Ángeles Fernández Echeverría",
)
PROJECTORS: tuple[ViewportSize, ...] = (
    PROJECTOR,
    {"width": 1024, "height": 768},
)  # 1280 × 720 has the same proportions
LEGIBLE = 1.2  # of what a fiftieth of the height is on 16:9: 26 pixels on 1080 lines
WRONG = """(legible) => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const size = (node) => parseFloat(getComputedStyle(node).fontSize) / rem;
  const root = document.documentElement;
  const wrong = [];
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) wrong.push("scroll bars");
  for (const node of document.querySelectorAll(".leaf.now *, aside *")) {
    if (!node.innerText || !node.checkVisibility()) continue;
    const box = node.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) wrong.push(`outside: ${node.innerText}`);
    if (node.children.length) continue;
    if (node.clientWidth && node.scrollWidth > node.clientWidth + 2) wrong.push(`cut: ${node.innerText}`);
    if (size(node) < legible) wrong.push(`small: ${node.innerText} ${size(node)}`);
  }
  const sizes = new Set([...document.querySelectorAll(".leaf.now .who")].map((who) => size(who).toFixed(2)));
  if (sizes.size !== 1) wrong.push(`sizes: ${[...sizes]}`);
  return wrong;
}"""


@pytest.mark.parametrize("people", [12, 150])
def test_long_names_of_a_large_hall_have_one_size_and_are_legible(
    real_server: RealServer, new_page: NewPage, people: int
) -> None:
    guests = tuple(f"Karl-Heinz Winterhalder{chr(97 + n % 26)}{n}" for n in range(people - len(LONG)))
    evening = an_evening(real_server, f"Halle {people}", LONG + guests)
    complaints = []
    page = new_page("desktop", viewport=PROJECTOR)
    for kind in ("names", "tables", "ranking", "live"):
        for dense in (True, False):
            page.set_viewport_size(PROJECTOR)
            page.goto(evening.a_screen(f"{kind} {dense}", kind, dense=dense, page=0))
            for size in PROJECTORS:
                page.set_viewport_size(size)
                page.wait_for_function(
                    """(width) => [...document.querySelectorAll(".leaf.now [data-fit]")]
                      .every((node) => node.dataset.room.startsWith(`${width} `))""",
                    arg=size["width"],
                )
                faults = page.evaluate(WRONG, LEGIBLE)
                complaints += [f"{kind} {dense} {size['width']}: {fault}" for fault in faults]
            if people == 150 and dense and kind in ("names", "ranking"):
                expect(page.locator("#pages")).to_have_text("1 / 2")
    assert not complaints, "\n".join(complaints)


def test_the_desk_s_page_of_screens_can_be_used_by_everybody(evening: Evening, phone: Page) -> None:
    evening.a_screen("Bühne", "reveal", step=2)
    complaints = []
    for path in ("screens/", "standings/", "standings/?of=chart"):
        phone.goto(f"{evening.desk}{path}")
        complaints += [f"{path}: {each}" for each in on_every_screen(phone)]
    assert not complaints, "\n".join(complaints)


def test_a_screen_is_made_and_steered_without_a_script(evening: Evening, new_page: NewPage) -> None:
    desk = new_page("desktop", java_script_enabled=False)
    desk.goto(f"{evening.desk}screens/")
    desk.get_by_label("Name").fill("Ohne Skript")
    desk.get_by_role("button", name="Anzeige anlegen").click()
    desk.get_by_role("button", name="Siegerehrung").click()
    desk.get_by_role("button", name="Nächster Rang").click()
    expect(desk.locator(".screen-now")).to_contain_text("Schritt 1 von 8")
    with desk.context.expect_page() as opened:
        desk.get_by_role("link", name="Anzeige öffnen").click()
    board = opened.value
    expect(board.locator(".told .place")).to_have_text("8")
