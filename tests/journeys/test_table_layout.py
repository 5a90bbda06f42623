"""The table's page on small phones: no control under the bar, names broken well, every total whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import ClubTable, open_table
from tests.journeys.thumb import Thumb
from tests.server import ROOT, RealServer

SIZES = {"small": (320, 568), "usual": (360, 640), "on its side": (740, 360)}
PEOPLE = (
    *("Hildegard", "Mechthild", "Karl-Heinz", "Maximiliane", "Hans-Joachim", "Friederike"),
    *("Bartholomäus", "Anna", "Wilhelmine", "Jo", "Guadalupe", "Christopher"),
)

# --- tables and states ------------------------------


def with_totals(table: ClubTable, hands: int, *totals: int) -> ClubTable:
    """Totals as they are late in an evening."""
    typed = {f"totals_{side}": str(total) for side, total in enumerate(totals, start=1)}
    table.device.post(f"{table.path}paper-totals/", {"hands": str(hands), "hand": "1", "seen": "0", **typed})
    return table


@dataclass
class Tables:
    server: RealServer
    by_name: dict[str, ClubTable]

    def show(self, page: Page, name: str, more: str = "") -> Thumb:
        page.goto(f"{self.by_name[name].url}{more}")
        page.evaluate("sessionStorage.clear()")
        page.reload()
        return Thumb(page)


@pytest.fixture(scope="module")
def tables(real_server: RealServer) -> Tables:
    def opened(game: str, first: int, last: int, **switches: str) -> ClubTable:
        return open_table(real_server, game, PEOPLE[first:last], dealer=1, **switches)

    caesar = opened("caesar", 2, 6)
    caesar.enter(maker=1, points=97)
    cego = with_totals(opened("cego", 0, 4), 12, -124, 100, 48, -24)
    cego.enter(declarer=2, contract="eine", points=47)
    return Tables(
        real_server,
        {
            "cego of 3": with_totals(opened("cego", 0, 3), 12, -124, 100, 24),
            "cego": cego,
            "cego of 5": with_totals(opened("cego", 0, 5), 15, -124, 100, 48, -48, 24),
            "cabo of 7": with_totals(opened("cabo", 0, 7, end_mode="open"), 12, *[124, 48, 1024] * 2, 7),
            "cabo of 12": with_totals(opened("cabo", 0, 12, end_mode="open"), 12, *[124, 48, 1024, 7] * 3),
            "caesar": caesar,
            "truco": opened("truco", 3, 5),
            "truco of 3": opened("truco", 3, 6),
            "truco of 4": opened("truco", 3, 7),
            "ecarte": opened("ecarte", 3, 5),
        },
    )


def a_hand_of_cego(name: str, points: int = 47) -> Callable[[Page, Tables], None]:
    def come(page: Page, tables: Tables) -> None:
        thumb = tables.show(page, name)
        thumb.points("Mecht", "eine", points)

    return come


def a_refused_hand(page: Page, tables: Tables) -> None:
    a_hand_of_cego("cego", 71)(page, tables)
    Thumb(page).is_refused()
    expect(page.locator(".dock.open .wrong, .dock .wrong").first).to_be_visible()


def something_special(page: Page, tables: Tables) -> None:
    thumb = tables.show(page, "cego")
    thumb.tap(page.locator("[data-open=special]"))
    thumb.tap(thumb.tile("kind", "schinden"))


def not_saved(page: Page, tables: Tables) -> None:
    tables.show(page, "cego")
    page.evaluate("for (const id of ['lost', 'news']) document.getElementById(id).hidden = false")


def a_round_of_cabo(name: str) -> Callable[[Page, Tables], None]:
    """All hands but the last one."""

    def come(page: Page, tables: Tables) -> None:
        thumb = tables.show(page, name)
        thumb.tap(page.locator(".call").first)
        for _seat in range(page.locator(".held").count() - 1):
            thumb.tap(thumb.key("7"))
        expect(page.locator(".cabo-row[aria-current]")).to_be_in_viewport(ratio=1)

    return come


def cards_added_up(page: Page, tables: Tables) -> None:
    tables.show(page, "cabo of 7")
    page.locator(".helper summary").click()


def a_hand_of_caesar(page: Page, tables: Tables) -> None:
    tables.show(page, "caesar")
    page.locator(".pair").first.click()
    for side, kind in (("1", "run"), ("1", "four"), ("2", "run")):
        page.locator(f'.chips[data-side="{side}"] [data-add={kind}]').first.click()


def calls_of_truco(name: str) -> Callable[[Page, Tables], None]:
    def come(page: Page, tables: Tables) -> None:
        tables.show(page, name)
        page.locator('.half[data-side="1"] [data-call=envido]').click()
        page.locator(".win").first.click()

    return come


def a_deal_of_ecarte(page: Page, tables: Tables) -> None:
    tables.show(page, "ecarte")
    page.locator(".playing").first.click()
    page.locator(".result .tile").first.click()
    page.locator(".crown").nth(1).click()


def fresh(name: str, more: str = "") -> Callable[[Page, Tables], None]:
    def show(page: Page, tables: Tables) -> None:
        tables.show(page, name, more)

    return show


GAMES = (
    "cego of 3",
    "cego",
    "cego of 5",
    "cabo of 7",
    "cabo of 12",
    "caesar",
    "truco",
    "truco of 3",
    "ecarte",
)
STATES: dict[str, Callable[[Page, Tables], None]] = {
    **{f"{name}, nothing entered": fresh(name) for name in GAMES},
    "cego of 3, preview": a_hand_of_cego("cego of 3"),
    "cego, preview": a_hand_of_cego("cego"),
    "cego, refused": a_refused_hand,
    "cego, special": something_special,
    "cego, correction": fresh("cego", "hand/2/"),
    "caesar, correction": fresh("caesar", "hand/1/"),
    "cego, not saved": not_saved,
    "cabo of 7, values": a_round_of_cabo("cabo of 7"),
    "cabo of 12, values": a_round_of_cabo("cabo of 12"),
    "cabo of 7, adding up": cards_added_up,
    "caesar, melds": a_hand_of_caesar,
    "truco, calls": calls_of_truco("truco"),
    "truco of 4, calls": calls_of_truco("truco of 4"),
    "ecarte, result": a_deal_of_ecarte,
}

# --- what lies over what ------------------------------

# Every control, scrolled to where one would scroll it, is touched at its corners and in its middle. Controls
# of the bar and the keys of a round of Cabo have to be there without scrolling; nothing lies over its
# neighbour, and no word of a button sticks out.
WRONG = """() => {
  const shown = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && getComputedStyle(node).clipPath === "none"
      && node.checkVisibility({visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true});
  };
  const controls = [...document.querySelectorAll("#table :is(a, button, summary, label, input, select)")]
    .filter((node) => node.type !== "hidden" && !(node.matches("label") && !node.querySelector("input")))
    .filter((node) => !node.matches("label input") && getComputedStyle(node).opacity !== "0")
    .filter((node) => !node.closest(".typed") && shown(node));
  const name = (node) => `${node.className || node.tagName} ${(node.innerText || node.name || "")}`
    .replace(/\\s+/g, " ").slice(0, 40);
  const inBar = (node) => node.closest(".dock") !== null;
  const clear = (node) => {
    const box = node.getBoundingClientRect();
    const spots = [[0, 0], [0, 1], [1, 0], [1, 1]].map(([x, y]) =>
      [box.left + 4 + x * (box.width - 8), box.top + 4 + y * (box.height - 8)]);
    return [...spots, [box.left + box.width / 2, box.top + box.height / 2]].every(([x, y]) => {
      const at = document.elementFromPoint(x, y);
      const within = node.matches(".unfold") && at && at.closest(".small, .clear");
      return at && (within || node.contains(at) || at.contains(node));
    });
  };
  const wrong = [];
  const noticed = document.querySelector(".main > .notice:not([hidden])") !== null; // it pushes the rest down
  for (const node of controls) {
    scrollTo(0, 0);
    let free = clear(node);
    for (const block of inBar(node) && !noticed ? [] : ["center", "start", "end"]) {
      if (!free) node.scrollIntoView({block});
      free = free || clear(node);
    }
    if (!free) wrong.push(`covered: ${name(node)}`);
  }
  scrollTo(0, 0);
  const boxes = controls.filter((node) => !node.matches(".unfold"))
    .map((node) => [node, node.getBoundingClientRect()]);
  boxes.forEach(([node, box], place) => {
    for (const [other, its] of boxes.slice(place + 1)) {
      if (inBar(node) !== inBar(other) || node.contains(other) || other.contains(node)) continue;
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 1 && down > 1) wrong.push(`${name(node)} over ${name(other)}`);
    }
  });
  const texts = "#table :is(button, .tile > span, .badge, .seat-total, .turn)";
  for (const node of document.querySelectorAll(texts)) {
    if (shown(node) && node.scrollWidth > node.clientWidth + 2) wrong.push(`sticks out: ${name(node)}`);
  }
  const bar = document.querySelector(".dock");
  const share = innerWidth > innerHeight ? 0.86 : bar && bar.matches(".open") ? 0.66 : 0.4;
  if (bar && bar.offsetHeight > innerHeight * share) {
    wrong.push(`the bar is ${bar.offsetHeight} high`);
  }
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) wrong.push(`wider than the screen by ${
    document.documentElement.scrollWidth - wide}`);
  return wrong;
}"""


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_no_control_is_covered_on_small_phones(tables: Tables, new_page: NewPage, watch: Watch) -> None:
    watch.expect("status of 422")
    page = new_page("phone", viewport={"width": 360, "height": 640}, screen={"width": 360, "height": 640})
    for table in tables.by_name.values():
        table.let_write(page.context)
    wrong = []
    for state, come in STATES.items():
        page.set_viewport_size({"width": 360, "height": 640})
        come(page, tables)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(PAINTED)
            wrong += [f"{state}, {size}: {text}" for text in page.evaluate(WRONG)]
    assert not wrong, "\n".join(wrong)


def test_the_bar_is_one_line_and_opens_by_a_tap(tables: Tables, new_page: NewPage) -> None:
    page = new_page("phone", viewport={"width": 320, "height": 568}, screen={"width": 320, "height": 568})
    tables.by_name["cego"].let_write(page.context)
    a_hand_of_cego("cego")(page, tables)
    bar, more = page.locator(".dock"), page.locator(".unfold")
    expect(page.locator("#preview .sentence")).to_be_attached()
    expect(more).to_have_attribute("aria-expanded", "false")
    folded = bar.evaluate("(node) => node.offsetHeight")
    assert folded < 80
    more.tap()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#preview .sentence")).to_be_in_viewport(ratio=1)
    expect(page.locator(".save .primary")).to_be_in_viewport(ratio=1)
    page.locator(".seat").first.tap()
    expect(more).to_have_attribute("aria-expanded", "false")
    assert bar.evaluate("(node) => node.offsetHeight") == folded


# --- names and totals ------------------------------

FIRST_NAMES = {
    "de": """
        Anna Ute Jan Uwe Eva Lena Paul Emil Karl Otto Hans Fritz Klaus Peter Jürgen Werner Heinz Dieter
        Renate Ursula Ingrid Monika Helga Sabine Petra Birgit Andrea Stefan Markus Thomas Michael
        Andreas Wolfgang Manfred Günter Helmut Gerhard Reinhard Bernhard Siegfried Friedrich Wilhelm
        Rüdiger Matthias Sebastian Christian Elisabeth Margarete Hildegard Mechthild Brunhilde Waltraud
        Irmgard Roswitha Anneliese Friederike Wilhelmine Maximiliane Annegret Gertraud Kunigunde
        Leopoldine Bartholomäus Hans-Joachim Karl-Heinz Ernst-August Marie-Luise Eva-Maria Karoline
        Dorothea
        """,
    "es": """
        Ana Luz Eva Juan José Luis Inés Pilar María Carmen Isabel Dolores Josefa Teresa Lucía Rosario
        Antonio Manuel Pedro Ángel Miguel Rafael Carlos Jorge Alberto Álvaro Sergio Enrique Vicente
        Joaquín Santiago Ramón Salvador Francisco Fernando Alejandro Guillermo Sebastián Cristóbal
        Bartolomé Maximiliano Encarnación Purificación Concepción Inmaculada Guadalupe Montserrat
        Esperanza Milagros Consuelo Remedios Catalina Valentina Candelaria Visitación
        """,
    "en": """
        Amy Ann Joe Tom Jack John Mary Emma Lily James David Sarah Susan Linda Laura Helen Grace Oliver
        George Robert Thomas Edward Albert Martin Philip Andrew Arthur Michael Charles William Richard
        Matthew Patricia Jennifer Margaret Victoria Jonathan Benjamin Nicholas Elizabeth Catherine
        Christopher Constance Bernadette Maximilian Bartholomew Alexandra Gwendolyn Charlotte Josephine
        Wilhelmina Philippa
        """,
}
TOTALS = (-124, 1024, -24, 7, 100)
BROKEN = """() => {
  const wrong = [];
  const letter = /\\p{L}/u;
  for (const name of document.querySelectorAll(".seat-name > bdi")) {
    const text = name.firstChild;
    const range = document.createRange();
    let before = null;
    for (let place = 0; place < text.length; place += 1) {
      range.setStart(text, place);
      range.setEnd(text, place + 1);
      const {top, width} = [...range.getClientRects()].at(-1) || before; // at a break there are two
      const here = text.data[place];
      if (before && letter.test(before.here) && letter.test(here) && Math.abs(top - before.top) > 4) {
        wrong.push(`broken: ${text.data.slice(0, place)}/${text.data.slice(place)}`);
      }
      before = {here, top: width || here !== "\\u00ad" ? top : before ? before.top : top};
    }
    if (getComputedStyle(name).fontSize.slice(0, -2) < 12) wrong.push(`tiny: ${text.data}`);
    const seat = name.closest(".seat, .cabo-row");
    const total = seat.querySelector(".seat-total");
    const [its, box, edge] = [total, name, seat].map((node) => node.getBoundingClientRect());
    const inside = its.right <= edge.right - 4 && its.left >= edge.left + 4;
    if (!inside) wrong.push(`${total.textContent} sticks out of ${text.data}`);
    const over = its.left < box.right - 1 && its.right > box.left + 1 && its.top < box.bottom - 1
      && its.bottom > box.top + 1;
    if (over) wrong.push(`${total.textContent} over ${text.data}`);
    const short = name.scrollHeight > name.clientHeight + 3;
    if (innerWidth >= 360 && short) wrong.push(`cut short: ${text.data}`);
  }
  const {clientWidth, scrollWidth} = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push("wider than the screen");
  return wrong;
}"""


def the_longest_tenth() -> list[tuple[str, str]]:
    """Names with their languages."""
    return [
        (language, name)
        for language, names in FIRST_NAMES.items()
        for name in sorted(names.split(), key=len, reverse=True)[: len(names.split()) // 10 + 1]
    ]


def tiles() -> str:
    """A page of the seats of 3 to 12 people, each name somewhere in each of them."""
    people = the_longest_tenth()
    shown = []
    for seats in range(3, 13):
        for first in range(0, len(people), seats):
            sat = [people[(first + seat) % len(people)] for seat in range(seats)]
            shown.append(f'<ol class="seats n{seats}">{"".join(map(tile, sat, TOTALS * 3))}</ol>')
    sheets = "".join(f"<style>{(ROOT / 'static' / name).read_text()}</style>" for name in ("app.css",))
    head = '<meta name="viewport" content="width=device-width, initial-scale=1">' + sheets
    return f'<!doctype html><html lang="de">{head}<main id="table">{"".join(shown)}</main>'


def tile(person: tuple[str, str], total: int) -> str:
    language, name = person
    seat = SimpleNamespace(name=name, total=total, badges=(("first", "Vorhand"),))
    with translation.override(language):
        return f'<li class="seat">{render_to_string("tournaments/_seat.html", {"seat": seat})}</li>'


@pytest.mark.parametrize("text", [100, 200])
def test_long_names_and_totals_fit_into_their_tiles(new_page: NewPage, text: int) -> None:
    page = new_page("phone", viewport={"width": 320, "height": 740}, screen={"width": 320, "height": 740})
    size = {"fontSizes": {"standard": 16 * text // 100, "fixed": 13 * text // 100}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", size)
    page.set_content(tiles())
    wrong = set()
    for width in (320, 360, 390, 430):
        page.set_viewport_size({"width": width, "height": 740})
        wrong |= {f"{width}: {text}" for text in page.evaluate(BROKEN)}
    assert not wrong, "\n".join(sorted(wrong))


def test_names_of_real_tables_do_not_break_inside_a_syllable(tables: Tables, new_page: NewPage) -> None:
    page = new_page("phone", viewport={"width": 320, "height": 568}, screen={"width": 320, "height": 568})
    wrong = []
    for name, table in tables.by_name.items():
        if name.startswith("truco"):
            continue  # halves with matchsticks, and no total beside a name
        table.let_write(page.context)
        tables.show(page, name)
        wrong += [f"{name}: {text}" for text in page.evaluate(BROKEN)]
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)
