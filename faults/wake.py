"""A phone slept in a pocket: when it wakes up the right state is there at once, without a tap.

Its page is frozen as browsers freeze pages of sleeping phones; meanwhile another phone goes on writing.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from faults.club import Club, club
from faults.frame import CannotTry, Check, Stage, main
from faults.phone import Phone, Place, a_hand
from tests.browser import FLAGS, PHONE

LIKE_A_PHONE: Any = PHONE
WAKE = "['resume', 'visibilitychange'].forEach((name) => document.dispatchEvent(new Event(name)));"
DEAF = """
for (const name of ["visibilitychange", "resume", "pageshow", "focus", "online"])
  for (const place of [window, document])
    place.addEventListener(name, (event) => event.stopImmediatePropagation(), {capture: true});
const wait = window.setTimeout;
window.setTimeout = (work, pause, ...more) => wait(work, pause > 500 ? 3600000 : pause, ...more);
window.setInterval = () => 0;
"""


def run(stage: Stage) -> None:
    """Freeze, write elsewhere, wake, count."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if program is None:
        raise CannotTry("chromium is not installed here")
    took = []
    with club(stage) as house, sync_playwright() as playwright:
        place, other = house.open_tables(1, 2)[0]
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        context = browser.new_context(**LIKE_A_PHONE)
        if stage.broken:
            context.add_init_script(DEAF)
        context.add_cookies([{"name": place.cookie, "value": place.secret, "url": house.server.url}])
        page = context.new_page()
        page.goto(f"{house.server.url}{place.path}")
        for number in range(1, stage.amount("times") + 1):
            took.append(sleep_and_wake(stage, house, page, other, number))
        browser.close()
        house.server.stop()
        house.judge()
    stage.within("right_after_s", max(took), 1.5)


def sleep_and_wake(stage: Stage, house: Club, page: Page, other: Place, number: int) -> float:
    """Seconds until the page shows the hand that was entered while it slept."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    with ThreadPoolExecutor(1) as apart:  # Playwright has the event loop of this thread
        apart.submit(asyncio.run, enter(house.phone(other), number)).result()
    time.sleep(stage.amount("asleep"))
    session.send("Page.setWebLifecycleState", {"state": "active"})
    began = time.monotonic()
    page.evaluate(WAKE)
    shown = page.locator("#table")
    try:
        expect(shown).to_have_attribute("data-head", str(number), timeout=20_000)
    except AssertionError:
        stage.breach("after 20 s the page still shows what was before it slept")
    return time.monotonic() - began


async def enter(phone: Phone, number: int) -> None:
    """A hand of another phone of the table."""
    phone.resend = 0
    phone.waiting.append(a_hand(phone.place.table, number, phone.chance))
    await phone.flush()
    phone.line.close()


CHECK = Check(
    "wake",
    "G28",
    __doc__.splitlines()[0],
    run,
    amounts={"times": 5, "asleep": 20},
    quick={"times": 1, "asleep": 2},
    breaks=("page-deaf",),
    seconds=900,
)

if __name__ == "__main__":
    main(CHECK)
