"""A phone's browser is killed 0, 1, 3 and 8 seconds after it said "on this phone": the hand is still there.

A real Chromium with a profile of its own, under a name that is no secure context, without a network.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright, expect, sync_playwright

from faults.club import Club, club
from faults.frame import CannotTry, Check, Stage, main
from faults.phone import Place
from faults.tracing import is_alive
from tests.browser import FLAGS, PHONE
from tests.journeys.thumb import Thumb
from tests.patience import wait_until
from tests.watchdog import descendants

SECONDS = (0, 1, 3, 8)
LIKE_A_PHONE: Any = PHONE
ARRIVES = 60.0  # seconds after which a hand that has not come will not come
# What a page has in its memory only, or in what a browser writes when it has time for it, dies with it.
NO_STORAGE = """
for (const name of ["indexedDB", "localStorage"])
  Object.defineProperty(window, name, {get() { return undefined; }});
"""


def run(stage: Stage) -> None:
    """One table and one profile for each run."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if program is None:
        raise CannotTry("chromium is not installed here")
    lost = []
    with club(stage) as house, sync_playwright() as playwright:
        places = [crew[0] for crew in house.open_tables(stage.amount("runs"))]
        for number, place in enumerate(places):
            seconds = SECONDS[number % len(SECONDS)]
            if not survives(stage, playwright, program, house, place, seconds):
                lost.append(seconds)
                stage.breach(f'lost: killed {seconds} s after "on this phone"')
        house.server.stop()
    stage.figure(runs=len(places), lost=len(lost))


def survives(
    stage: Stage, playwright: Playwright, program: str, house: Club, place: Place, seconds: int
) -> bool:
    """Enter without a network, die, come back with a network: is it on the laptop?"""
    profile = stage.directory / f"profile-{place.table}"
    context = opened(stage, playwright, program, profile, house, place)
    page = context.pages[0]
    page.goto(f"{house.server.url}{place.path}")
    context.set_offline(True)
    thumb = Thumb(page)
    thumb.points(f"T{place.table} S1", "eine", 47)
    thumb.tap(thumb.save)
    expect(page.locator("#outbox summary")).to_be_visible()
    time.sleep(seconds)
    kill(profile)
    with suppress(Exception):
        context.close()
    for lock in profile.glob("Singleton*"):
        lock.unlink(missing_ok=True)
    context = opened(stage, playwright, program, profile, house, place)
    page = context.pages[0]
    page.goto(f"{house.server.url}{place.path}")
    waited = time.monotonic() + ARRIVES
    while not (there := any(row.table == place.table for row in house.rows())) and time.monotonic() < waited:
        page.wait_for_timeout(100)
    context.close()
    return there


def opened(
    stage: Stage, playwright: Playwright, program: str, profile: Path, house: Club, place: Place
) -> BrowserContext:
    """The phone's browser, with what it has kept. The right to write it has had for hours: browsers take half
    a minute until a new cookie is on the disk."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=program, args=FLAGS, headless=True, **LIKE_A_PHONE
    )
    context.add_cookies(
        [{"name": place.cookie, "value": place.secret, "url": house.server.url, "httpOnly": True}]
    )
    if stage.broken == "page-no-storage":
        context.add_init_script(NO_STORAGE)
    return context


def kill(profile: Path) -> None:
    """All processes of the browser with this profile, at once."""
    pids = [each.pid for each in descendants(os.getpid()) if str(profile) in each.line]
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not any(is_alive(pid) for pid in pids), "the browser to be gone")


CHECK = Check(
    "phonekill",
    "G10",
    __doc__.splitlines()[0],
    run,
    amounts={"runs": 20},
    quick={"runs": 2},
    breaks=("page-no-storage",),
    seconds=1800,
)

if __name__ == "__main__":
    main(CHECK)
