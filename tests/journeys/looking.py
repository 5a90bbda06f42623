"""What a page looks like: nothing sticks out, nothing is cut off, everybody can use it.

A page is loaded once and looked at on every screen: phone, narrow phone, twice the text, laptop; light, dark.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
LEVEL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
LEAN = {"resultTypes": ["violations"], "selectors": False, "elementRef": False, "preload": False}
HEIGHT = 740
PHONE, NARROW, LAPTOP = 360, 320, 1280
TEXT = 17  # pixels of usual text
Scheme = Literal["light", "dark"]


def sticks_out(page: Page) -> list[str]:
    """What is wider than the screen. Not than innerWidth: on a phone that grows with what sticks out."""
    wide: list[str] = page.evaluate(
        """() => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          const wide = root.clientWidth + 0.5 - scrollX;
          const scrolls = (each) => getComputedStyle(each).overflowX !== "visible";
          const ends = (each) => each.getBoundingClientRect().right;
          const all = [...document.querySelectorAll("body *")];
          const inside = new Set(all.filter(scrolls).flatMap((each) => [...each.querySelectorAll("*")]));
          return all.filter((each) => ends(each) > wide && !inside.has(each))
            .sort((node, other) => ends(other) - ends(node))
            .slice(0, 3).map((each) => `${each.tagName}.${each.className}`)
            .concat([`page ${root.scrollWidth}`]);
        }"""
    )
    return wide


def cut_off(page: Page) -> list[str]:
    """Text that is there and cannot be seen, or that lies over its neighbour."""
    hidden: list[str] = page.evaluate(
        """() => {
          const hides = (node) => /hidden|clip/.test(getComputedStyle(node).overflow);
          const line = (node) => parseFloat(getComputedStyle(node).fontSize);
          return [...document.querySelectorAll("body *")]
            .filter((node) => node.checkVisibility() && node.innerText && !node.closest("svg"))
            .filter((node) => getComputedStyle(node).clipPath === "none")
            .filter((node) => !node.matches(".seat-name > bdi") || node.innerText.length < 13)
            // a tap shows it all
            .filter((node) => !node.closest(".dock:has(.unfold:not([hidden])) .preview"))
            .filter((node) => hides(node) || node.matches("button, .tile > span, .badge, .seat-total"))
            .filter((node) => node.scrollWidth > node.clientWidth + 2
              || node.scrollHeight > node.clientHeight + line(node) / 2)
            .map((node) => `${node.tagName}.${node.className}: ${node.innerText.slice(0, 40)}`);
        }"""
    )
    return hidden


def covered(page: Page) -> list[str]:
    """Controls and texts of a form that lie under something else somewhere on the way down the page."""
    places: list[str] = page.evaluate(
        """() => {
          const under = new Set();
          const kinds = "main :is(button, a, label.tile, input[type=text], summary, .help, .ask-label)";
          const seen = (node) => node.checkVisibility() && !node.closest(".quiet, [aria-hidden=true]");
          const all = [...document.querySelectorAll(kinds)].filter(seen);
          for (let y = 0; y < document.documentElement.scrollHeight; y += Math.floor(innerHeight * .6)) {
            scrollTo(0, y);
            for (const node of all) {
              const box = node.getBoundingClientRect();
              if (box.top < 0 || box.bottom > innerHeight || box.width < 3 || box.height < 3) continue;
              const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              if (top && !node.contains(top) && !top.contains(node)) under.add(node.innerText || node.name);
            }
          }
          return [...under];
        }"""
    )
    return [f"covered: {each[:40]}" for each in places]


# --- for everybody: axe ------------------------------


# What stays at the top, in the page or above it, would lie over a row, more or less of it by chance.
LOOSEN = """() => {
  for (const each of document.querySelectorAll("body *")) {
    const style = getComputedStyle(each);
    if (style.position === "sticky" && style.top !== "auto") each.style.position = "static";
  }
}"""


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds against WCAG 2.2, levels A and AA; at the page's end, where nothing sticks over it."""
    page.evaluate(LOOSEN)
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    if not page.evaluate("() => !!window.axe"):
        page.evaluate(AXE)
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": LEVEL}
    answer = page.evaluate("(options) => axe.run(document, options)", {"runOnly": only, **LEAN})
    return [
        f"{each['id']}: {node['html'][:140]} ({' '.join(node.get('failureSummary', '').split())[:260]})"
        for each in answer["violations"]
        for node in each["nodes"][:3]
    ]


def lights(page: Page, scheme: Scheme) -> None:
    """Day or evening."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def in_both_lights(page: Page) -> list[str]:
    """What axe finds, light and dark. In the dark it is the same document in other colours."""
    lights(page, "light")
    faults = [f"light: {each}" for each in violations(page)]
    lights(page, "dark")
    faults += [f"dark: {each}" for each in violations(page, COLOURS)]
    lights(page, "light")
    return faults


# --- every screen, one load ------------------------------


def painted(page: Page) -> None:
    """Wait until the page is drawn as it is now: what watches its own size answers while drawing."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def resize(page: Page, width: int, height: int = HEIGHT) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("(width) => document.documentElement.clientWidth === width", arg=width)
    painted(page)


def enlarge(page: Page, percent: int) -> None:
    """The text size is what people set on their phone, not a zoom of the page."""
    sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": sizes})
    session.detach()
    root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    page.wait_for_function(f"(wanted) => {root} === wanted", arg=TEXT * percent / 100)
    painted(page)


def narrow(page: Page) -> list[str]:
    """What a phone 320 wide loses."""
    resize(page, NARROW)
    losses = [f"320 wide: {each}" for each in sticks_out(page) + cut_off(page)]
    resize(page, PHONE)
    return losses


def twice_the_text(page: Page) -> list[str]:
    """What a phone loses whose owner has set large letters."""
    enlarge(page, 200)
    losses = [f"twice the text: {each}" for each in sticks_out(page) + cut_off(page)]
    enlarge(page, 100)
    return losses


def on_a_phone(page: Page) -> list[str]:
    """What is wrong at the usual size."""
    return [f"phone: {each}" for each in sticks_out(page) + in_both_lights(page)]


def on_a_laptop(page: Page) -> list[str]:
    """What is wrong on a wide screen."""
    resize(page, LAPTOP)
    faults = [f"laptop: {each}" for each in sticks_out(page) + in_both_lights(page)]
    resize(page, PHONE)
    return faults


def unfold(page: Page) -> None:
    """Everything that can be opened is open."""
    page.locator("main details").evaluate_all("all => { for (const each of all) each.open = true; }")


def on_every_screen(page: Page) -> list[str]:
    """What is wrong with the page that a phone shows, wherever it is read."""
    return on_a_phone(page) + narrow(page) + twice_the_text(page) + on_a_laptop(page)


# --- fingers ------------------------------

# Every target of a page: a label stands for the invisible input in it. Links in the middle of a sentence are
# no buttons (2.5.8). Everything is 48 or more each way, but for languages, small links, and the screens of
# games where two sides speak at once and everything has to be in sight: 44 high, and 40 wide.
TARGETS = """() => {
  const shown = (node) => {
    const box = node.getBoundingClientRect();
    const seen = node.checkVisibility({visibilityProperty: true, opacityProperty: true});
    return seen && box.width > 2 && box.height > 2;
  };
  const controls = [];
  const kinds = "a[href], button, summary, label, input:not([type=hidden]), select";
  for (const node of document.querySelectorAll(kinds)) {
    if (node.matches("input") && (node.closest("label") || getComputedStyle(node).opacity === "0")) continue;
    if (node.matches("label") && !node.querySelector("input, select")) continue;
    if (node.closest("[aria-hidden=true]") || !shown(node)) continue;
    if (node.matches("a") && getComputedStyle(node).display === "inline") continue;
    const box = node.getBoundingClientRect();
    controls.push({
      what: `${node.tagName}.${node.className} ${node.innerText || node.name}`
        .replace(/\\s+/g, " ").slice(0, 40),
      small: node.matches(".languages button, .notice a, .menu-row a, .pile summary, .helper summary"),
      dense: !!node.closest("#entry:has(.pairs, .halves, .players)"),
      x: box.x, y: box.y + scrollY, w: box.width, h: box.height,
    });
  }
  return controls;
}"""


def targets(page: Page) -> list[dict[str, Any]]:
    page.evaluate(LOOSEN)
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    controls: list[dict[str, Any]] = page.evaluate(TARGETS)
    return controls


def too_small(controls: list[dict[str, Any]], least: int = 48) -> list[str]:
    """Small ones may be 44, dense ones 44 high and 40 wide."""
    return [
        f"{each['what']}: {each['w']:.0f} × {each['h']:.0f}"
        for each in controls
        if each["h"] < (44 if each["small"] or each["dense"] else least) - 0.1
        or each["w"] < (40 if each["dense"] and least > 44 else 44 if each["small"] else least) - 0.1
    ]


def too_close(controls: list[dict[str, Any]]) -> list[str]:
    """Pairs with less than 5 px between them; what lies inside something else is one target with it."""
    complaints = []
    for place, first in enumerate(controls):
        for second in controls[place + 1 :]:
            across = max(second["x"] - first["x"] - first["w"], first["x"] - second["x"] - second["w"])
            down = max(second["y"] - first["y"] - first["h"], first["y"] - second["y"] - second["h"])
            inside = across < 0 and down < 0
            both_small = first["small"] and second["small"]
            if not inside and not both_small and max(across, down) < 4.9:
                complaints.append(f"{first['what']} and {second['what']}: {max(across, down):.1f}")
    return complaints
