"""A thumb on the table's page: taps what is there, counts the taps, and looks where things stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from playwright.sync_api import Locator, Page, expect

# Where a finger would meet this element: in the middle, if that is on the screen and nothing lies over it.
# "wait" while a page loads (its scripts still move things), in the moment after it has changed, and while the
# element cannot be seen.
IN_SIGHT = """(element) => {
  const box = element.getBoundingClientRect();
  const seen = element.checkVisibility({visibilityProperty: true}) && box.width > 0 && box.height > 0;
  const settled = document.readyState === "complete" && document.documentElement.dataset.fresh === undefined;
  if (!settled || !seen) return "wait";
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const inside = box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const free = inside && element.contains(document.elementFromPoint(x, y));
  return {touch: navigator.maxTouchPoints > 0, spot: free ? [x, y] : null};
}"""
SETTLED = """() =>
  document.readyState === "complete" && document.documentElement.dataset.fresh === undefined"""
ANSWERED = (
    "() => !document.querySelector('.htmx-request, .htmx-swapping, .sending')"  # what has come is on the page
)
FRESH = 400  # milliseconds in which a page that has just changed takes no form


@dataclass
class Thumb:
    """Works on one page. `taps` are those since the last hand() or start()."""

    page: Page
    taps: int = 0
    hasty: bool = False  # the page's clock is moved on, instead of waiting for it

    def hastes(self) -> Self:
        """From the next page on nobody waits for its clock."""
        self.page.clock.install()
        self.hasty = True
        return self

    def start(self) -> None:
        self.taps = 0

    def tap(self, what: Locator) -> None:
        """One tap, on a desktop a click; not in the moment after a page has changed under the finger.

        What is in sight is tapped where it is; Playwright would scroll first, as no finger does.
        """
        while (aim := what.evaluate(IN_SIGHT)) == "wait":
            if self.hasty:
                self.page.clock.fast_forward(FRESH)
            self.page.wait_for_function(SETTLED)
            what.wait_for(state="visible")
        if aim["spot"] is None:
            what.tap() if aim["touch"] else what.click()
        elif aim["touch"]:
            self.page.touchscreen.tap(*aim["spot"])
        else:
            self.page.mouse.click(*aim["spot"])
        self.taps += 1

    # --- what is on the page ------------------------------

    @property
    def save(self) -> Locator:
        return self.page.locator(".save button.primary")

    @property
    def preview(self) -> Locator:
        return self.page.locator("#preview")

    @property
    def undo(self) -> Locator:
        return self.page.locator("button[form=undo]")

    def seat(self, name: str) -> Locator:
        return self.page.locator(".seat").filter(has_text=re.compile(rf"^\s*{re.escape(name)}"))

    def tile(self, name: str, value: str) -> Locator:
        return self.page.locator(f'label:has(> input[name="{name}"][value="{value}"])')

    def key(self, digit: str) -> Locator:
        return self.page.locator(f'[data-key="{digit}"]:visible')

    def total(self, name: str) -> Locator:
        return self.seat(name).locator(".seat-total")

    # --- what people do ------------------------------

    def digits(self, number: int) -> None:
        for digit in str(number):
            self.tap(self.key(digit))

    def declares(self, name: str, contract: str) -> None:
        self.tap(self.seat(name))
        self.tap(self.tile("contract", contract))

    def points(self, name: str, contract: str, points: int) -> None:
        """A usual hand of Cego, all but the saving."""
        self.declares(name, contract)
        self.digits(points)

    def saves(self) -> None:
        """Tap and wait until the page has changed and says that it is saved."""
        table = self.page.locator("#table")
        seen = table.get_attribute("data-tag") or ""
        self.tap(self.save)
        expect(table).not_to_have_attribute("data-tag", seen)
        expect(self.page.locator("#preview .last b, .outcome, .main .match-score").first).to_be_visible()

    def is_refused(self, status: int = 422) -> None:
        """Tap save; the server says no."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            self.tap(self.save)
        assert answered.value.status == status
        self.page.wait_for_function(ANSWERED)

    # --- where things stand ------------------------------

    def in_sight(self, *what: Locator) -> None:
        """All of this is on the screen, and nobody has scrolled."""
        for locator in what:
            expect(locator).to_be_in_viewport(ratio=1)
        self.page.wait_for_function("() => window.scrollY === 0")

    def shows_totals(self, totals: dict[str, int]) -> None:
        for name, total in totals.items():
            written = str(total).replace("-", "\N{MINUS SIGN}")
            expect(self.total(name)).to_have_text(written)


def seat_people(page: Page, names: Sequence[str]) -> None:
    """Write these people into the form of a new table; it may hold those of the last evening."""
    for field in page.locator("[name^=name_]").all():
        if field.input_value():
            field.fill("")
    for seat, name in enumerate(names, start=1):
        page.locator(f"[name=name_{seat}]").fill(name)
