"""Every page in light and dark, on a phone and on the laptop: nothing sticks out, everybody can use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from scoring import GAMES
from tests.browser import NewPage, Watch
from tests.journeys.club import ClubTable, open_table
from tests.journeys.thumb import SLOW, Thumb
from tests.server import RealServer

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
LEVEL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
NAMES = ("Anna", "Łukasz", "Ñandú", "Gökçe")
LONG_NAMES = (
    "Anna",
    "Łukasz Wiśniewski",
    "Ñandú",
    "Maximiliane Freifrau von und zu Hohenlohe",
    "Hans-Joachim",
)
SEATS = {"cego": 4, "cabo": 4, "caesar": 4, "truco": 4, "ecarte": 2}


@dataclass
class Club:
    """Tables in every state, on the real server."""

    server: RealServer
    fresh: dict[str, ClubTable]  # by game, nothing entered yet
    played: ClubTable  # Cego, with a correction and an undo
    over: ClubTable  # Cabo, decided and closed

    def let_write(self, page: Page) -> None:
        for table in (*self.fresh.values(), self.played, self.over):
            table.let_write(page.context)


@pytest.fixture(scope="module")
def club(real_server: RealServer) -> Iterator[Club]:
    fresh = {
        game.key: open_table(real_server, game.key, NAMES[: SEATS[game.key]], dealer=1) for game in GAMES
    }
    played = open_table(real_server, names=LONG_NAMES, dealer=1)
    for sits_out in (1, 2, 3, 4, 5, 1, 2):
        declarer = sits_out % 5 + 1
        played.enter(sitting=sits_out, declarer=declarer, contract="eine", points=30 + 5 * declarer)
    right = played.answers_of({"sitting": 1, "declarer": 3, "contract": "solo", "points": 41})
    played.device.post(f"{played.path}hand/1/", {**right, "seen": "7"})
    played.device.post(f"{played.path}undo/", {"hand": "7", "seen": "8"})
    over = open_table(real_server, "cabo", NAMES[:3], rounds="2")
    over.enter(caller=1, values=[3, 5, 8])
    over.enter(caller=1, values=[20, 50, 15], kamikaze=[2])
    over.device.post(f"{over.path}close/", {})
    return Club(real_server, fresh, played, over)


# --- pages, and how they come to be on the screen ------------------------------


def go(path: str) -> Callable[[Page, Club], None]:
    """A page by its address; {played} and {over} are tables."""
    return lambda page, club: show(page, club, path.format(played=club.played.pk, over=club.over.pk)) and None


def show(page: Page, club: Club, path: str) -> Any:
    return page.goto(f"{club.server.url}{path}")


def table_of(game: str) -> Callable[[Page, Club], None]:
    return lambda page, club: show(page, club, club.fresh[game].path) and None


def a_hand_with_preview(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 47)
    expect(thumb.preview.locator(".sentence")).to_be_visible(timeout=SLOW)


def a_refused_hand(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.points("Anna", "eine", 71)
    thumb.is_refused()
    expect(page.locator(".wrong")).to_be_visible(timeout=SLOW)


def something_special(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.tap(page.locator("[data-open=special]"))
    thumb.tap(thumb.tile("kind", "schinden"))


def a_counted_pile(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    thumb = Thumb(page)
    thumb.declares("Anna", "eine")
    thumb.tap(page.locator("details.pile summary"))


def cards_added_up(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cabo"].path)
    Thumb(page).tap(page.locator(".helper summary"))


def the_menu(page: Page, club: Club) -> None:
    show(page, club, club.played.path)
    Thumb(page).tap(page.locator(".menu summary"))
    expect(page.locator(".menu-body")).to_be_visible()


def a_conflict(page: Page, club: Club) -> None:
    show(page, club, club.fresh["cego"].path)
    page.evaluate(
        """() => {
          document.querySelector("#lost").hidden = false;
          document.querySelector("#news").hidden = false;
        }"""
    )


def a_refused_table(page: Page, club: Club) -> None:
    show(page, club, "/new/cego/")
    for seat in (1, 2, 3):
        page.locator(f"[name=name_{seat}]").fill("Anna")
    page.locator(".sticky .primary").click()
    expect(page.get_by_role("alert")).to_be_visible(timeout=SLOW)


def every_house_rule(page: Page, club: Club) -> None:
    show(page, club, "/new/cego/")
    page.locator("#rules summary").click()


def a_wrong_code(page: Page, club: Club) -> None:
    show(page, club, f"/j#{club.played.pk}-{'A' * 26}")
    expect(page.get_by_role("alert")).to_be_visible(timeout=SLOW)


def wrong_totals(page: Page, club: Club) -> None:
    show(page, club, f"{club.played.path}paper-totals/")
    page.locator("[name=hands]").fill("many")
    page.locator("[name=totals_1]").fill("x")
    page.locator(".save .primary").click()
    expect(page.locator(".problem").first).to_be_visible(timeout=SLOW)


def somebody_else_s_hand(page: Page, club: Club) -> None:
    page.context.clear_cookies(name=f"table-{club.over.pk}")
    show(page, club, f"{club.over.path}hand/1/")
    club.over.let_write(page.context)


PLACES: dict[str, dict[str, Callable[[Page, Club], None]]] = {
    "entering": {
        **{f"table of {game.key}": table_of(game.key) for game in GAMES},
        "preview": a_hand_with_preview,
        "refused hand": a_refused_hand,
        "special": something_special,
        "pile": a_counted_pile,
        "adding up": cards_added_up,
        "not saved": a_conflict,
    },
    "the evening": {
        "table of five": go("/t/{played}/"),
        "correction": go("/t/{played}/hand/1/"),
        "menu": the_menu,
        "over": go("/t/{over}/"),
        "hands": go("/t/{played}/hands/"),
        "numbers": go("/t/{played}/numbers/"),
        "rules of the table": go("/t/{played}/rules/"),
        "invite": go("/t/{played}/invite/"),
        "totals from paper": go("/t/{played}/paper-totals/"),
        "wrong totals from paper": wrong_totals,
        "not yours": somebody_else_s_hand,
    },
    "the house": {
        "home": go("/"),
        **{f"new {game.key}": go(f"/new/{game.key}/") for game in GAMES},
        "refused table": a_refused_table,
        "every house rule": every_house_rule,
        "join": go("/j"),
        "wrong code": a_wrong_code,
        "paper": go("/paper/"),
        "rules": go("/rules/"),
        "rules of cego": go("/rules/cego/"),
        "rules made": go("/rules/cego/edit/"),
        "rules compared": go("/rules/cego/compare/"),
        "not found": go("/nowhere/"),
    },
}
EXPECTED = "status of (403|404|422)"


def sticks_out(page: Page) -> list[str]:
    """What is wider than the screen."""
    found: list[str] = page.evaluate(
        """() => {
          // A phone zooms out of a page that is too wide, and innerWidth grows with it; clientWidth does not.
          const {clientWidth, scrollWidth} = document.documentElement;
          const wide = clientWidth + 0.5;
          if (scrollWidth <= clientWidth) return [];
          return [...document.querySelectorAll("body *")]
            .filter((one) => one.getBoundingClientRect().right > wide)
            .slice(0, 3).map((one) => `${one.tagName}.${one.className}`)
            .concat([`page ${scrollWidth}`]);
        }"""
    )
    return found


def violations(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2, levels A and AA; at the page's end, where nothing sticks over it."""
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    if not page.evaluate("() => !!window.axe"):
        page.evaluate(AXE)
    answer = page.evaluate(
        f"() => axe.run(document, {{runOnly: {json.dumps(LEVEL)}, resultTypes: ['violations']}})"
    )
    return [
        f"{one['id']}: {node['html'][:140]} ({' '.join(node.get('failureSummary', '').split())[:260]})"
        for one in answer["violations"]
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("kind", ["phone", "desktop"])
@pytest.mark.parametrize("group", PLACES)
def test_nothing_sticks_out_and_everybody_can_use_it(
    club: Club, new_page: NewPage, watch: Watch, kind: str, group: str
):
    watch.expect(EXPECTED)
    page = new_page(kind)
    club.let_write(page)
    complaints = []
    for name, come in PLACES[group].items():
        come(page, club)
        page.evaluate("sessionStorage.clear()")
        assert page.locator("html").get_attribute("lang") == "de", name
        complaints += [f"{name}: {wide}" for wide in sticks_out(page)]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            complaints += [f"{name}, {scheme}: {found}" for found in violations(page)]
    assert not complaints, "\n".join(complaints)


def test_axe_finds_what_it_is_there_for(desktop: Page):
    desktop.set_content("<html><p style='color: #999; background: #aaa'>grey</p><img src=''>")
    assert {one.partition(":")[0] for one in violations(desktop)} >= {"color-contrast", "image-alt"}


# --- fingers and old eyes ------------------------------

# Every target of a page: a label stands for the invisible input in it. Links in the middle of a sentence are
# no buttons (2.5.8). Everything is 48 or more each way, but for languages, small links, and the screens of
# games where two sides speak at once and everything has to be in sight: 44 high, and 40 wide.
TARGETS = """() => {
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    const seen = one.checkVisibility({visibilityProperty: true, opacityProperty: true});
    return seen && box.width > 2 && box.height > 2;
  };
  const found = [];
  const kinds = "a[href], button, summary, label, input:not([type=hidden]), select";
  for (const one of document.querySelectorAll(kinds)) {
    if (one.matches("input") && (one.closest("label") || getComputedStyle(one).opacity === "0")) continue;
    if (one.matches("label") && !one.querySelector("input, select")) continue;
    if (one.closest("[aria-hidden=true]") || !shown(one)) continue;
    if (one.matches("a") && getComputedStyle(one).display === "inline") continue;
    const box = one.getBoundingClientRect();
    found.push({
      what: `${one.tagName}.${one.className} ${one.innerText || one.name}`.replace(/\\s+/g, " ").slice(0, 40),
      small: one.matches(".languages button, .notice a, .menu-row a, .pile summary, .helper summary"),
      dense: !!one.closest("#entry:has(.pairs, .halves, .players)"),
      x: box.x, y: box.y + scrollY, w: box.width, h: box.height,
    });
  }
  return found;
}"""


def targets(page: Page) -> list[dict[str, Any]]:
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    found: list[dict[str, Any]] = page.evaluate(TARGETS)
    return found


def too_small(found: list[dict[str, Any]]) -> list[str]:
    return [
        f"{one['what']}: {one['w']:.0f} × {one['h']:.0f}"
        for one in found
        if one["h"] < (44 if one["small"] or one["dense"] else 48) - 0.1
        or one["w"] < (40 if one["dense"] else 44 if one["small"] else 48) - 0.1
    ]


def too_close(found: list[dict[str, Any]]) -> list[str]:
    """Pairs with less than 5 px between them; what lies inside something else is one target with it."""
    complaints = []
    for place, one in enumerate(found):
        for other in found[place + 1 :]:
            across = max(other["x"] - one["x"] - one["w"], one["x"] - other["x"] - other["w"])
            down = max(other["y"] - one["y"] - one["h"], one["y"] - other["y"] - other["h"])
            inside = across < 0 and down < 0
            both_small = one["small"] and other["small"]
            if not inside and not both_small and max(across, down) < 4.9:
                complaints.append(f"{one['what']} and {other['what']}: {max(across, down):.1f}")
    return complaints


WITH_THUMBS = {name: PLACES["entering"][name] for name in PLACES["entering"]} | {
    name: PLACES["the evening"][name] for name in ("table of five", "correction", "over")
}


def test_every_button_at_the_table_is_large_enough_for_a_thumb(club: Club, new_page: NewPage, watch: Watch):
    watch.expect(EXPECTED)
    page = new_page("phone")
    club.let_write(page)
    complaints = []
    for name, come in WITH_THUMBS.items():
        come(page, club)
        page.evaluate("sessionStorage.clear()")
        found = targets(page)
        assert len(found) > 3, name
        complaints += [f"{name}: {one}" for one in too_small(found) + too_close(found)]
    assert not complaints, "\n".join(complaints)


def test_the_main_buttons_of_a_page_are_large_enough_everywhere(club: Club, new_page: NewPage, watch: Watch):
    watch.expect(EXPECTED)
    page = new_page("phone")
    club.let_write(page)
    complaints = []
    for name, come in {**PLACES["the house"], **PLACES["the evening"]}.items():
        come(page, club)
        page.evaluate("sessionStorage.clear()")
        complaints += [
            f"{name}: {one['what']}: {one['w']:.0f} × {one['h']:.0f}"
            for one in targets(page)
            if min(one["w"], one["h"]) < 44 - 0.1
        ]
    assert not complaints, "\n".join(complaints)


def cut_off(page: Page) -> list[str]:
    """Text that is there and cannot be seen, or that lies over its neighbour."""
    found: list[str] = page.evaluate(
        """() => {
          const hides = (one) => /hidden|clip/.test(getComputedStyle(one).overflow);
          const line = (one) => parseFloat(getComputedStyle(one).fontSize);
          return [...document.querySelectorAll("body *")]
            .filter((one) => one.checkVisibility() && one.innerText && !one.closest("svg"))
            .filter((one) => getComputedStyle(one).clipPath === "none")
            .filter((one) => !one.matches(".seat-name > bdi") || one.innerText.length < 13)
            .filter((one) => !one.closest(".dock:has(.unfold:not([hidden])) .preview")) // a tap shows it all
            .filter((one) => hides(one) || one.matches("button, .tile > span, .badge, .seat-total"))
            .filter((one) => one.scrollWidth > one.clientWidth + 2
              || one.scrollHeight > one.clientHeight + line(one) / 2)
            .map((one) => `${one.tagName}.${one.className}: ${one.innerText.slice(0, 40)}`);
        }"""
    )
    return found


@pytest.mark.parametrize(("width", "text"), [(360, 200), (320, 100)], ids=["twice the text", "320 wide"])
@pytest.mark.parametrize("group", PLACES)
def test_large_text_and_small_screens_lose_nothing(
    club: Club, new_page: NewPage, watch: Watch, group: str, width: int, text: int
):
    """The text size is what people set on their phone, not a zoom of the page."""
    watch.expect(EXPECTED)
    page = new_page("phone", viewport={"width": width, "height": 740})
    club.let_write(page)
    size = {"fontSizes": {"standard": 16 * text // 100, "fixed": 13 * text // 100}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", size)
    complaints = []
    for name, come in PLACES[group].items():
        come(page, club)
        page.evaluate("sessionStorage.clear()")
        root = page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)")
        assert root == 17 * text / 100
        complaints += [f"{name}: {one}" for one in sticks_out(page) + cut_off(page)]
    assert not complaints, "\n".join(complaints)
